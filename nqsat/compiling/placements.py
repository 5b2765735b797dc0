"""From a placement to its formula, and back from an assignment to an arrangement.

Men who stand all together or not at all have one variable. Where a rule asks that some symmetries or
recolourings leave every solution as it is (``Rule.folding``), those are the orbits: men whom these make of
one another. A clause may become a tautology then, a cardinality may have a literal several times, and an
attack within an orbit forbids it; see ``sums``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from nqsat.chess import Square, Symmetry
from nqsat.compiling.formula import ConstraintGroup, Formula, Goal, LiteralBudget
from nqsat.compiling.sums import simplified
from nqsat.errors import EngineFailure, InvalidModel
from nqsat.modelling import (
    Arrangement,
    AtMost,
    Clause,
    Constraint,
    Kind,
    Man,
    Placement,
    Setting,
    Sum,
)
from nqsat.modelling.kinds import Number
from nqsat.modelling.rules.user_rules import ask, lowered


@dataclass(frozen=True, slots=True)
class PlacementReader:
    """Variable ``i + 1`` says that the men of ``orbits[i]`` stand: mostly one, and none in two orbits."""

    setting: Setting
    orbits: tuple[tuple[Man, ...], ...]

    @property
    def men(self) -> tuple[Man, ...]:
        """Of each orbit the first man."""
        return tuple([orbit[0] for orbit in self.orbits])

    def decode(self, true: Iterable[int]) -> Arrangement:
        """The arrangement of the men whose variables are true.

        Raises:
            EngineFailure: two of them stand on one square.
        """
        orbits, last = self.orbits, len(self.orbits)
        standing = [man for x in true if 0 < x <= last for man in orbits[x - 1]]
        if len(self.setting.kinds) == 1:  # one man a square
            return Arrangement.of_sorted(self.setting, tuple(sorted(standing)))
        try:
            return Arrangement(self.setting, tuple(standing))
        except InvalidModel as error:  # not the caller's mistake: no formula of ours allows it
            raise EngineFailure(f"an assignment that is no arrangement: {error}") from None

    def variables(self, arrangement: Arrangement) -> tuple[int, ...] | None:
        """The variables that are true for an arrangement; None if there are none for just these men."""
        standing = set(arrangement.men)
        true = [x for x, men in enumerate(self.orbits, start=1) if standing.issuperset(men)]
        return tuple(true) if sum(map(self.weight, true)) == len(standing) else None

    def name(self, variable: int) -> str:
        """The man: ``Q@a1``; of an orbit all of them: ``Q@a1=Q@c3``."""
        rows = self.setting.board.rows
        return "=".join(f"{kind}@{square.name(rows)}" for square, kind in self.orbits[variable - 1])

    def weight(self, variable: int) -> int:
        """How many men they are."""
        return len(self.orbits[variable - 1])

    def permutation(self, symmetry: Symmetry) -> tuple[int, ...]:
        """Where a symmetry takes each orbit."""
        variable = {man: x for x, orbit in enumerate(self.orbits, start=1) for man in orbit}
        return (0, *(variable[orbit[0].image(symmetry)] for orbit in self.orbits))


def declared(model: Placement) -> Formula:
    """What a placement declares, as a formula: variables, numbers, presets, rules."""
    table, take = _Table(model), LiteralBudget(model).take
    parts = [
        ConstraintGroup("one man on a square", take(_one_each(model, table))),
        *(
            ConstraintGroup(f"number of {kind.name}", take(_number(kind, table)))
            for kind in model.kinds
        ),
        ConstraintGroup("presets", take(_presets(model, table))),
        *(
            ConstraintGroup(rule.name, lowered(rule, model.setting, table, take))
            for rule in model.rules
        ),
    ]
    goal = None
    if model.objective is not None:
        literals, definitions = model.objective.measure.literals(model.setting, table)
        parts.append(ConstraintGroup("objective", take(definitions)))
        goal = Goal(model.objective.sense == "maximise", literals)
    reader = PlacementReader(model.setting, tuple((man,) for man in table.men))
    projection = tuple(range(1, len(table.men) + 1))
    return Formula(
        table.count, projection, tuple(part for part in parts if part.constraints), reader, goal
    )


class _Table:
    """Variables for the men that may stand, square by square; then auxiliaries on request."""

    def __init__(self, model: Placement) -> None:
        self.men = [
            Man(square, kind.name)
            for square in model.board.squares
            for kind in model.kinds
            if kind.may_stand(square)
        ]
        self._variable = {man: index for index, man in enumerate(self.men, start=1)}
        self._kinds = [kind.name for kind in model.kinds]
        self.count = len(self.men)

    def at(self, kind: str, square: Square) -> int | None:
        variable = self._variable.get(Man(square, kind))
        if variable is None and kind not in self._kinds:
            names = ", ".join(self._kinds) or "none"
            raise InvalidModel("kind", f"the model has no {kind!r}; it has {names}")
        return variable

    def group(self, kind: str, squares: Iterable[Square]) -> tuple[int, ...]:
        return tuple(x for square in squares if (x := self.at(kind, square)))

    def fresh(self) -> int:
        self.count += 1
        return self.count


def _one_each(model: Placement, table: _Table) -> Iterator[Constraint]:
    for square in model.board.squares if len(model.kinds) > 1 else ():
        here = tuple(x for kind in model.kinds if (x := table.at(kind.name, square)))
        if len(here) > 1:
            yield AtMost(1, here)


def _number(kind: Kind, table: _Table) -> Iterator[Constraint]:
    literals = tuple(x for x, man in enumerate(table.men, start=1) if man.kind == kind.name)
    if kind.number != Number():
        yield Sum(kind.number.low, kind.number.high, literals)


def _presets(model: Placement, table: _Table) -> Iterator[Constraint]:
    for preset in model.presets:
        for kind in model.kinds:
            here = table.at(kind.name, preset.square)
            if kind.name == preset.kind:
                # A man on a square that his kind is kept from: no solution.
                yield Clause((here,)) if here else Clause(())
            elif here:
                yield Clause((-here,))


# -- one variable for each orbit of men ----------------------------------------------------


def folded(formula: Formula, model: Placement) -> Formula:
    """The formula of a placement, given with a variable for each man, with one for each orbit of men."""
    changes = [one for rule in model.rules for one in ask(rule, rule.folding, model.setting)]
    reader = formula.reader
    if not changes or not isinstance(reader, PlacementReader):
        return formula
    orbits = _orbits([men[0] for men in reader.orbits], changes)
    variable = {man: x for x, orbit in enumerate(orbits, start=1) for man in orbit}
    variables = formula.variables - len(reader.orbits) + len(orbits)
    name = [0, *(variable[man] for man, *_ in reader.orbits)]
    name += range(len(orbits) + 1, variables + 1)

    def renamed(x: int) -> int:
        return name[x] if x > 0 else -name[-x]

    goal = formula.goal
    return Formula(
        variables,
        tuple(range(1, len(orbits) + 1)),
        simplified(formula.parts, renamed),
        replace(reader, orbits=tuple(orbits)),
        goal and Goal(goal.maximise, tuple(map(renamed, goal.literals))),
    )


def _orbits(men: Sequence[Man], changes: Sequence[Symmetry]) -> list[tuple[Man, ...]]:
    """The orbits of men under the group of some changes, and the men of each, in their order."""
    first: dict[Man, Man] = {}
    for man in men:
        queue = [man] if man not in first else []
        for other in queue:  # which grows
            if other not in first:
                first[other] = man
                queue += (other.image(change) for change in changes)
    orbits: dict[Man, list[Man]] = {}
    for man in men:
        orbits.setdefault(first[man], []).append(man)
    return [tuple(orbit) for orbit in orbits.values()]
