"""How hard a puzzle is: by the single steps that lead to its solution, and by the reference's search.

A square is settled when its content is known: which man, or none; on a tour, its number. A step settles
further squares from the settled ones, for one of three reasons, the simplest first:

* **direct**: one requirement alone (a rank, a line, a region, a number of men, a move) is enough. It has
  all men that it may have, so its other squares are empty; or exactly as many squares are left as it
  needs.
* **look ahead**: a man here (or this number), with what *follows directly* from him alone, would make a
  requirement impossible, such as a rank without a free square. So he does not stand here.
* **chain**: the same, with any number of direct steps before the contradiction.

Requirements are the constraints of the model's formula, and those that strengthen it (as many queens as
ranks: one in each). If no step settles anything, a solver has to try: the fourth grade. A direct step is
preferred to a look ahead, and a look ahead to a chain.

A look ahead is named after what it finds: the squares that are left to a row, a column or a region all lie
in one row, or all beside one square. A man elsewhere in that row, or on that square, would leave it empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from nqsat.chess import Square
from nqsat.compiling import Formula
from nqsat.compiling.atoms import AtomReader
from nqsat.compiling.sums import sums_of
from nqsat.engines.backtrack import reference
from nqsat.modelling import Model, Sum, plural
from nqsat.modelling.rules import Regions
from nqsat.puzzles.clues import formula_of

Grade = Literal["direct", "look ahead", "chain", "trial"]

#: From the easiest on, what people call a puzzle that needs it.
GRADES: dict[Grade, str] = {
    "direct": "easy",
    "look ahead": "medium",
    "chain": "hard",
    "trial": "very hard",
}


#: Where the squares lie that a look ahead is about, from the easiest to see on.
_LOOKS = ("in one row", "in one column", "in one region", "around one square", "in several lines")

#: The reference is stopped when it has said so often that it is still at work: after every 1,024 nodes.
_SIGNS = 10


@dataclass(frozen=True, slots=True)
class Steps:
    """How far single steps lead.

    Args:
        direct, look_ahead, chain: how many steps of each sort were taken.
        open: how many literals no step settles: squares with men that may stand there, or with numbers.
        looks: the sorts of looks ahead, as ``a region in one row``, from the easiest on.
    """

    direct: int
    look_ahead: int
    chain: int
    open: int
    looks: tuple[str, ...] = ()

    @property
    def technique(self) -> str:
        """The hardest step that it takes, by its name."""
        if self.open:
            return "trial and error"
        if self.chain:
            return "a chain of steps that ends in a contradiction"
        return self.looks[-1] if self.looks else "one requirement at a time"

    @property
    def grade(self) -> Grade:
        """The hardest sort of step that it takes."""
        if self.open:
            return "trial"
        return "chain" if self.chain else "look ahead" if self.look_ahead else "direct"


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a puzzle is.

    Args:
        steps: what a step is, is said above.
        nodes: of the tree in which the reference looks for all solutions.
        complete: whether it came to its end; else it has more nodes.
    """

    steps: Steps
    nodes: int
    complete: bool

    @property
    def word(self) -> str:
        """``easy``, ``medium``, ``hard`` or ``very hard``, by the hardest sort of step that it takes."""
        return GRADES[self.steps.grade]

    def to_json(self) -> dict[str, object]:
        """The same as JSON data."""
        one = self.steps
        return {
            "difficulty": self.word,
            "technique": one.technique,
            "steps": {
                "direct": one.direct,
                "look ahead": one.look_ahead,
                "chain": one.chain,
                "open": one.open,
            },
            "nodes": self.nodes if self.complete else f"more than {self.nodes}",
        }

    def __str__(self) -> str:
        one = self.steps
        taken = ((one.direct, "direct step"), (one.look_ahead, "look"), (one.chain, "chain"))
        words = [f"{number} {what}{'s' * (number != 1)}" for number, what in taken if number]
        words += ["then trial and error"] if one.open else []
        least = "" if self.complete else "more than "
        nodes = f"{least}{self.nodes:,} {plural(self.nodes, 'nodes')}"
        return f"{self.grade}: {', '.join(words)}; a plain search takes {nodes}"

    @property
    def grade(self) -> str:
        """The word with the hardest step that it takes: ``medium (a region in one row)``."""
        return f"{self.word} ({self.steps.technique})"


def difficulty(model: Model) -> Difficulty:
    """How hard it is to find the only solution of a model.

    Raises:
        InvalidModel, UnsupportedByEngine: it has no formula, or, a tour, no numbers.
    """
    search = reference(model)
    signs = 0
    for found in search.run():
        signs += found is None
        if signs == _SIGNS:
            break
    return Difficulty(steps(formula_of(model)), search.nodes, signs < _SIGNS)


def steps(formula: Formula) -> Steps:
    """Take steps until every projected variable is settled, or none can be taken.

    Args:
        formula: with one solution, and without circuits.
    """
    bounds = sums_of(formula.constraints)
    state, names = _SolvingState(formula.variables, bounds), _LookNames(formula)
    direct = state.settle((), range(state.size)) or 0
    taken = {True: 0, False: 0}  # looks ahead, and chains
    looks: set[str] = set()
    reasons = [True]
    while reasons:
        before = sum(taken.values())
        for x in formula.projection:
            near = next(
                (n for n in reasons if not state.value[x] and state.refutes(x, near=n)), None
            )
            if near is not None:
                taken[near] += 1
                if near:
                    looks.add(names.of(x, bounds[state.broken], state.value))
                direct += state.settle((-x,), ()) or 0
        further = [True, False] if len(reasons) == 1 else []
        reasons = [True] if sum(taken.values()) > before else further
    left = sum(state.value[x] == 0 for x in formula.projection)
    return Steps(direct, taken[True], taken[False], left, tuple(sorted(looks, key=names.rank)))


class _LookNames:
    """What looks ahead are called, by the squares of a placement; those of a tour have one name."""

    def __init__(self, formula: Formula) -> None:
        self._square: dict[int, Square] = {}
        self._map: tuple[str, ...] | None = None
        reader = formula.reader
        if isinstance(reader, AtomReader) and reader.model.of_men:
            single = ((x, orbit) for x, orbit in enumerate(reader.orbits, 1) if len(orbit) == 1)
            self._square = {x: man.square for x, (man,) in single}
            maps = (rule.map for rule in reader.model.rules if isinstance(rule, Regions))
            self._map = next(maps, None)

    def of(self, literal: int, broken: Sum, value: Sequence[int]) -> str:
        """The name of the look from a literal to a requirement that it leaves no room.

        Args:
            literal: it would be true.
            broken: the requirement.
            value: of each variable, before: 1 true, -1 false, 0 open.
        """
        places = [x for one in broken.literals if (x := self._square.get(abs(one)))]
        if literal not in self._square or not places:
            return "looking one step ahead"
        left = [
            x
            for one in broken.literals
            if value[abs(one)] == 0 and (x := self._square.get(abs(one)))
        ]
        return f"{self._set(places)} {self._where([self._square[literal], *left])}"

    def _region(self, square: Square) -> str | None:
        return self._map[square.row][square.column] if self._map else None

    def _set(self, places: Sequence[Square]) -> str:
        """The squares of a requirement, in words."""
        regions = {self._region(x) for x in places}
        if self._map and len(regions) == 1:
            name = regions.pop()
            if name != "." and "".join(self._map).count(str(name)) == len(places):
                return "a region"
        if len({x.row for x in places}) == 1:
            return "a row"
        return "a column" if len({x.column for x in places}) == 1 else "some squares"

    def _where(self, squares: Sequence[Square]) -> str:
        """How the squares that are left lie to the first one."""
        here, *left = squares
        if all(x.row == here.row for x in left):
            return "in one row"
        if all(x.column == here.column for x in left):
            return "in one column"
        if self._map and all(self._region(x) == self._region(here) for x in left):
            return "in one region"
        near = all(max(abs(x.row - here.row), abs(x.column - here.column)) == 1 for x in left)
        return "around one square" if near else "in several lines"

    @staticmethod
    def rank(name: str) -> tuple[int, str]:
        """How hard a look is beside others, and its name."""
        return next((n for n, end in enumerate(_LOOKS) if name.endswith(end)), len(_LOOKS)), name


class _SolvingState:
    """What is settled, and for each requirement how many of its literals are true, and how many open."""

    def __init__(self, variables: int, bounds: Sequence[Sum]) -> None:
        self.value = [0] * (variables + 1)  # 1 true, -1 false, 0 open
        self._bounds = bounds
        self._most = [one.most for one in bounds]
        self._true = [0] * len(bounds)
        self._open = [len(one.literals) for one in bounds]
        self._having: list[list[tuple[int, int]]] = [[] for _ in range(variables + 1)]
        for place, one in enumerate(bounds):
            for literal in one.literals:
                self._having[abs(literal)].append((place, 1 if literal > 0 else -1))
        self._trail: list[int] = []
        self.broken = 0  # the requirement that the last look ahead found without room

    @property
    def size(self) -> int:
        """How many requirements there are."""
        return len(self._bounds)

    def refutes(self, literal: int, *, near: bool) -> bool:
        """Whether a literal cannot be true: by what follows directly from it, or by all that follows."""
        before = len(self._trail)
        fits = self._look(literal) if near else self.settle((literal,), ()) is not None
        while len(self._trail) > before:
            self._undo()
        return not fits

    def settle(self, literals: Iterable[int], places: Iterable[int]) -> int | None:
        """Make literals true and take direct steps; how many those were, None if a requirement breaks."""
        steps, places = 0, list(places)
        for literal in literals:
            places += self._set(literal)
        while places:
            forced = self._forced(places.pop())
            if forced is None:
                return None
            steps += bool(forced)
            for literal in forced:
                places += self._set(literal)
        return steps

    def _look(self, literal: int) -> bool:
        """Whether every requirement can be met still when a literal is true with all that it forces."""
        touched = self._set(literal)
        for place in touched[:]:
            forced = self._forced(place)
            if forced is None:
                self.broken = place
                return False
            for one in forced:
                touched += self._set(one)
        broken = next((place for place in touched if self._forced(place) is None), None)
        self.broken = self.broken if broken is None else broken
        return broken is None

    def _forced(self, place: int) -> list[int] | None:
        """The literals that a requirement settles now; None if it cannot be met."""
        one, true, free = self._bounds[place], self._true[place], self._open[place]
        most = self._most[place]
        if true > most or true + free < one.low:
            return None
        if not free or (one.low - true < free and true < most):
            return []
        sign = -1 if true == most else 1
        return [sign * x for x in one.literals if self.value[abs(x)] == 0]

    def _set(self, literal: int) -> list[int]:
        """Make a literal true, unless that is settled; whose requirements it changes."""
        x, value = abs(literal), 1 if literal > 0 else -1
        if self.value[x]:
            return []
        self.value[x] = value
        self._trail.append(x)
        for place, sign in self._having[x]:
            self._open[place] -= 1
            self._true[place] += sign == value
        return [place for place, _ in self._having[x]]

    def _undo(self) -> None:
        """Open again what was settled last."""
        x = self._trail.pop()
        for place, sign in self._having[x]:
            self._open[place] += 1
            self._true[place] -= sign == self.value[x]
        self.value[x] = 0
