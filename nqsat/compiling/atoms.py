"""Encode a model as a formula with a variable for each atom, and decode assignments into solutions.

Atoms that occur only together share one variable. If a rule requires that some symmetries or recolourings
fix every solution (``Rule.merged_by``), these are the orbits of atoms under the group that they generate.
Then a clause may become a tautology, a cardinality may repeat a literal, and an attack within an orbit
excludes the orbit; see ``sums``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypeVar

from nqsat.chess import Symmetry
from nqsat.compiling.formula import (
    MAX_SIZE,
    ConstraintGroup,
    Formula,
    Goal,
    Reader,
    check_size,
    too_large,
)
from nqsat.compiling.paths import spelled_out, with_degrees
from nqsat.compiling.pigeonhole import pigeonhole
from nqsat.compiling.sums import simplify
from nqsat.errors import EngineFailure, InvalidModel
from nqsat.formulas.waiting import while_waiting
from nqsat.modelling import Circuit, Model, Rule, Sum
from nqsat.modelling.rules.user_rules import call_rule

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AtomReader(Reader):
    """Variable ``i + 1`` means that the atoms of ``orbits[i]`` occur; orbits are disjoint."""

    model: Model
    orbits: tuple[tuple[Any, ...], ...]

    @property
    def first_atoms(self) -> tuple[Any, ...]:
        """The first atom of each orbit."""
        return tuple([orbit[0] for orbit in self.orbits])

    def decode(self, true: Iterable[int]) -> Any:
        orbits, last = self.orbits, len(self.orbits)
        try:
            return self.model.solution([x for v in true if 0 < v <= last for x in orbits[v - 1]])
        except InvalidModel as error:  # not the caller's error: no formula of ours allows it
            raise EngineFailure(f"an assignment that is not a solution: {error}") from None

    def variables(self, solution: Any) -> tuple[int, ...] | None:
        """Return the true variables of a solution; None if it is not a union of orbits."""
        made = frozenset(self.model.atoms_of(solution))
        true = [x for x, orbit in enumerate(self.orbits, start=1) if made.issuperset(orbit)]
        return tuple(true) if sum(map(self.weight, true)) == len(made) else None

    def name(self, variable: int) -> str:
        """Return the atom as text, ``Q@a1``; for an orbit all its atoms: ``Q@a1=Q@c3``."""
        board, orbit = self.model.board, self.orbits[variable - 1]
        return "=".join([atom.text_on(board) for atom in orbit])

    def weight(self, variable: int) -> int:
        return len(self.orbits[variable - 1])

    def permutation(self, symmetry: Symmetry) -> tuple[int, ...]:
        variable = {atom: x for x, orbit in enumerate(self.orbits, start=1) for atom in orbit}
        return (0, *(variable[orbit[0].image(symmetry)] for orbit in self.orbits))


def lower(model: Model) -> Formula:
    """Return the formula of a model: its projected solutions are exactly the model's.

    Raises:
        UnsupportedByEngine: the estimated or actual number of literals exceeds ``MAX_SIZE``.
    """
    check_size(model)
    return pigeonhole(fold_orbits(formula_of_atoms(model), model))


def formula_of_atoms(model: Model) -> Formula:
    """Return the formula of a model's constraints (numbers, presets, rules), with a variable per atom."""
    table = _AtomTable(model)
    return table.formula(model, [ConstraintGroup(*part) for part in model.declare(table)])


def formula_with_options(
    model: Model, options: Sequence[Sequence[Rule]]
) -> tuple[Formula, list[tuple[int, tuple[Sum, ...]]]]:
    """Return the formula of a model in which further rules hold where a variable says so.

    Args:
        model: without an objective.
        options: of each the rules that may hold besides those of the model.

    Returns:
        the formula, and for each option its variable and the sums that it says.

    Raises:
        InvalidModel: rules of an option are not sums.
    """
    every = model.with_rules(*chain(*options))
    table = _AtomTable(every)
    parts = [ConstraintGroup(*part) for part in every.declare(table)]
    names = [rule.name for rule in every.rules]
    starts = range(len(parts) - len(names), -1, -1)
    end = len(names) + next(
        x for x in starts if [p.origin for p in parts[x:]][: len(names)] == names
    )
    first = end - sum(map(len, options))
    said, found, conditional = (
        iter(parts[first:end]),
        list[tuple[int, tuple[Sum, ...]]](),
        list[Sum](),
    )
    for rules in options:
        sums = [*chain(*(next(said).constraints for _ in rules))]
        bounds = tuple(constraint for constraint in sums if isinstance(constraint, Sum))
        if len(bounds) < len(sums):
            raise InvalidModel("clues", "have rules that are not sums of literals")
        option = table.fresh()
        found.append((option, bounds))
        conditional += (some for bound in bounds for some in _if_true(option, bound))
    del parts[first:end]
    parts.append(ConstraintGroup("options", tuple(conditional)))
    return fold_orbits(table.formula(model, parts), model), found


def _if_true(x: int, one: Sum) -> Iterator[Sum]:
    """Yield sums that say: if x is true, then this one holds. A literal is repeated by its weight."""
    size = len(one.literals)
    if one.low > 0:
        yield Sum(one.low, None, (*one.literals, *[-x] * one.low))
    if one.most < size:
        yield Sum(0, size, (*one.literals, *[x] * (size - one.most)))


class _AtomTable:
    """The variables of the atoms, then auxiliary ones on demand; and how many literals may follow."""

    def __init__(self, model: Model) -> None:
        self.atoms = model.atoms
        self.of = {atom: x for x, atom in enumerate(self.atoms, start=1)}.get
        self.count = len(self.atoms)
        self.wanted: Goal | None = None
        self._model, self._left = model, MAX_SIZE

    def collect(self, constraints: Iterable[T]) -> tuple[T, ...]:
        """Return the constraints, with degrees, and subtract their literals; an empty one counts as one."""
        taken = []
        for constraint in while_waiting(with_degrees(constraints)):
            literals: Any = getattr(constraint, "literals", ())
            self._left -= max(1, len(literals)) if isinstance(literals, tuple) else 1
            if self._left < 0:
                raise too_large(self._model.board.title, f"more than {MAX_SIZE:,}")
            taken.append(constraint)
        return tuple(taken)

    def fresh(self) -> int:
        self.count += 1
        return self.count

    def goal(self, literals: tuple[int, ...], *, maximise: bool) -> None:
        self.wanted = Goal(maximise, literals)

    def formula(self, model: Model, parts: Iterable[ConstraintGroup]) -> Formula:
        reader = AtomReader(model, tuple((atom,) for atom in self.atoms))
        projection = tuple(range(1, len(self.atoms) + 1))
        return Formula(self.count, projection, tuple(parts), reader, self.wanted)


# -- one variable for each orbit of atoms --------------------------------------------------


def fold_orbits(formula: Formula, model: Model) -> Formula:
    """Replace the variables of the atoms in a formula by one variable for each orbit of atoms.

    Sums with weights are simplified in any case: engines read each variable once in a sum, with its weight.
    """
    setting = model.setting
    changes = [
        change for rule in model.rules for change in call_rule(rule, rule.merged_by, setting)
    ]
    reader = formula.reader
    if not isinstance(reader, AtomReader) or not (changes or _has_weights(formula)):
        return formula
    parts = [ConstraintGroup(origin, tuple(spelled_out(some))) for origin, some in formula.parts]
    orbits = _orbits(reader.first_atoms, changes)
    variable = {atom: x for x, orbit in enumerate(orbits, start=1) for atom in orbit}
    variables = formula.variables - len(reader.orbits) + len(orbits)
    name = [0, *(variable[atom] for atom in reader.first_atoms)]
    name += range(len(orbits) + 1, variables + 1)

    def new_literal(x: int) -> int:
        return name[x] if x > 0 else -name[-x]

    goal = formula.goal
    return Formula(
        variables,
        tuple(range(1, len(orbits) + 1)),
        simplify(parts, new_literal),
        replace(reader, orbits=tuple(orbits)),
        goal and Goal(goal.maximise, tuple(map(new_literal, goal.literals))),
    )


def _has_weights(formula: Formula) -> bool:
    """Whether a literal is repeated in some sum, and there are no circuits, which are not simplified."""
    every = [*formula.constraints]
    kept = any(isinstance(x, Circuit) and (x.every or x.ends) for x in every)
    return not kept and any(
        isinstance(x, Sum) and len(set(x.literals)) < len(x.literals) for x in every
    )


def _orbits(atoms: Sequence[Any], changes: Sequence[Symmetry]) -> list[tuple[Any, ...]]:
    first: dict[Any, Any] = {}
    for atom in atoms:
        queue = [atom] if atom not in first else []
        for other in queue:  # grows during the loop
            if other not in first:
                first[other] = atom
                queue += (other.image(change) for change in changes)
    orbits: dict[Any, list[Any]] = {}
    for atom in atoms:
        orbits.setdefault(first[atom], []).append(atom)
    return [tuple(orbit) for orbit in orbits.values()]
