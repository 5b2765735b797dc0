"""The difficulty of a puzzle: by the steps of reasoning that solve it, and by a plain search.

A square is settled when its content is known: which piece, or none; in a tour, its number. A step settles
further squares from the settled ones, for one of three reasons, the simplest first:

* **direct**: unit propagation in one requirement (a rank, a line, a region, a number of pieces, a move). It
  has its maximum of pieces, so its other squares are empty; or exactly as many squares remain as it needs.
* **look ahead**: assume a piece here (or this number); its *direct consequences* alone violate a
  requirement, such as a rank without a free square. So the piece does not stand here.
* **chain**: the same, with any number of direct steps before the contradiction.

In loops and paths a step settles moves: that one is made, or not. There a look ahead also sees a loop that
would close too soon, different ends that would be joined, and a way that leads nowhere; and where squares
are connected, those that would be cut off (see ``nqsat.counting.deduction.loops``).

Requirements are the constraints of the model's formula, and those that strengthen it (as many queens as
ranks: one in each). If no step settles anything, a solver has to try: the fourth grade. A direct step is
preferred to a look ahead, and a look ahead to a chain.

A look ahead is named after what it finds: the remaining squares of a row, a column or a region all lie in
one row, or all next to one square. A piece elsewhere in that row, or on that square, would leave it empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from nqsat.chess import Square
from nqsat.compiling import AtomReader, Formula, sums_of
from nqsat.counting import Reason, SolvingState, formula_of_steps, graphs_of, sums_beside
from nqsat.engines import Deadline, reference_search
from nqsat.modelling import Model, Sum, plural
from nqsat.rules import Regions

Grade = Literal["direct", "look ahead", "chain", "trial"]

#: The common word for each grade, from the easiest.
GRADES: dict[Grade, str] = {
    "direct": "easy",
    "look ahead": "medium",
    "chain": "hard",
    "trial": "very hard",
}


#: The positions of the squares of a look ahead, from the easiest to see.
_LOOKS = ("in one row", "in one column", "in one region", "around one square", "in several lines")

#: Looks ahead at loops and paths.
_GRAPH_LOOKS: dict[Reason, str] = {
    "loop": "a loop that would close too soon",
    "apart": "a way that leads nowhere",
    "ends": "paths that would be joined",
    "order": "numbers that would be out of order",
    "cut off": "what would be cut off",
}

#: The reference is stopped after this many progress reports, one for every 1,024 nodes; of models with
#: clues, whose many rules it asks at every node, after fewer.
_SIGNS, _FEWER = 10, 1


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of reasoning that were taken.

    ``open`` literals are settled by none: pieces that may stand on squares, or numbers of squares. Looks
    ahead are of kinds, such as ``a region in one row``, from the easiest on.
    """

    direct: int
    look_ahead: int
    chain: int
    open: int
    looks: tuple[str, ...] = ()

    @property
    def technique(self) -> str:
        """The name of the hardest step."""
        if self.open:
            return "trial and error"
        if self.chain:
            return "a chain of steps that ends in a contradiction"
        return self.looks[-1] if self.looks else "one requirement at a time"

    @property
    def grade(self) -> Grade:
        """The hardest sort of step."""
        if self.open:
            return "trial"
        return "chain" if self.chain else "look ahead" if self.look_ahead else "direct"


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The difficulty of a puzzle: its steps, and the nodes of a plain search for all solutions.

    There are more nodes if that is not complete. Nothing else is known of what is not rated.
    """

    steps: Steps
    nodes: int
    complete: bool
    rated: bool = True

    def __lt__(self, other: Difficulty) -> bool:
        """Whether it is easier: a lower grade, fewer steps of the hardest sorts, a smaller search."""
        return self._rank < other._rank

    @property
    def _rank(self) -> tuple[int, ...]:
        one = self.steps
        grade = list(GRADES).index(one.grade)
        return grade, one.open, one.chain, one.look_ahead, self.nodes, one.direct

    @property
    def word(self) -> str:
        """``easy``, ``medium``, ``hard`` or ``very hard``, by the hardest sort of step."""
        return GRADES[self.steps.grade] if self.rated else ""

    def to_json(self) -> dict[str, object]:
        """Return the difficulty as JSON data."""
        if not self.rated:
            return {"difficulty": None}
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
        if not self.rated:
            return "not rated"
        one = self.steps
        taken = ((one.direct, "direct step"), (one.look_ahead, "look"), (one.chain, "chain"))
        words = [f"{number} {noun}{'s' * (number != 1)}" for number, noun in taken if number]
        least = "" if self.complete else "more than "
        nodes = f"{least}{self.nodes:,} {plural(self.nodes, 'nodes')}"
        grade = f"{self.word} ({one.technique})" + ": " * bool(words)
        return f"{grade}{', '.join(words)}; a plain search takes {nodes}"


#: The difficulty of what is not rated.
NOT_RATED = Difficulty(Steps(0, 0, 0, 0), 0, complete=False, rated=False)


def difficulty(model: Model, clock: Deadline | None = None) -> Difficulty:
    """Return the difficulty of finding the only solution of a model.

    Raises:
        OutOfTime: the time limit was reached.
        InvalidModel, UnsupportedByEngine: the model has no formula, or it is a tour without numbers.
    """
    clock, search = clock or Deadline(), reference_search(model)
    signs, most = 0, _FEWER if model.clues else _SIGNS
    for solution in search.run():
        signs += solution is None
        if signs == most:
            break
        clock.check()
    return Difficulty(steps(formula_of_steps(model), clock), search.nodes, signs < most)


def steps(formula: Formula, clock: Deadline | None = None) -> Steps:
    """Take steps until every projected variable is settled, or no step applies.

    The formula has one solution, and no direction of loops and paths. ``OutOfTime``: the limit was reached.
    """
    clock = clock or Deadline()
    bounds, graphs = sums_of(sums_beside(formula)), graphs_of(formula)
    state, names = SolvingState(formula.variables, bounds, graphs), _LookNames(formula)
    direct = state.settle((), range(state.size)) or 0
    taken = {True: 0, False: 0}  # looks ahead, and chains
    looks: set[str] = set()
    signs = (1, -1) if graphs else (1,)  # a link that is missing tells as much as one that is made
    reasons = [True]
    while reasons:
        before = sum(taken.values())
        while (found := next(state.found(), None)) is not None and found.links:
            taken[True] += 1
            looks.add(_GRAPH_LOOKS[found.reason])
            direct += state.settle(found.links, ()) or 0
        for x in (sign * x for x in formula.projection for sign in signs):
            clock.check()
            near = next(
                (n for n in reasons if not state.value[abs(x)] and state.refutes(x, near=n)), None
            )
            if near is not None:
                taken[near] += 1
                if near:
                    looks.add(
                        _GRAPH_LOOKS[state.fault.reason]
                        if state.fault
                        else names.of(x, bounds[state.broken], state.value)
                    )
                direct += state.settle((-x,), ()) or 0
        further = [True, False] if len(reasons) == 1 else []
        reasons = [True] if sum(taken.values()) > before else further
    left = sum(state.value[x] == 0 for x in formula.projection)
    return Steps(direct, taken[True], taken[False], left, tuple(sorted(looks, key=names.rank)))


class _LookNames:
    """Names of looks ahead, by the squares of a placement; for a tour there is only one name."""

    def __init__(self, formula: Formula) -> None:
        self._square: dict[int, Square] = {}
        self._map: tuple[str, ...] | None = None
        reader = formula.reader
        if isinstance(reader, AtomReader) and reader.model.is_placement:
            single = ((x, orbit) for x, orbit in enumerate(reader.orbits, 1) if len(orbit) == 1)
            self._square = {x: piece.square for x, (piece,) in single}
            maps = (rule.map for rule in reader.model.rules if isinstance(rule, Regions))
            self._map = next(maps, None)

    def of(self, literal: int, broken: Sum, value: Sequence[int]) -> str:
        """Name a look ahead from a literal to the requirement that it would violate."""
        places = [x for term in broken.literals if (x := self._square.get(abs(term)))]
        if literal not in self._square or not places:
            return "looking one step ahead"
        left = [
            x
            for term in broken.literals
            if value[abs(term)] == 0 and (x := self._square.get(abs(term)))
        ]
        return f"{self._name_squares(places)} {self._where([self._square[literal], *left])}"

    def _region(self, square: Square) -> str | None:
        return self._map[square.row][square.column] if self._map else None

    def _name_squares(self, places: Sequence[Square]) -> str:
        """Describe the squares of a requirement."""
        regions = {self._region(x) for x in places}
        if self._map and len(regions) == 1:
            name = regions.pop()
            if name != "." and "".join(self._map).count(str(name)) == len(places):
                return "a region"
        if len({x.row for x in places}) == 1:
            return "a row"
        return "a column" if len({x.column for x in places}) == 1 else "some squares"

    def _where(self, squares: Sequence[Square]) -> str:
        """Describe the position of the remaining squares relative to the first one."""
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
        """Return a sort key for looks ahead: difficulty, then name."""
        return next((n for n, end in enumerate(_LOOKS) if name.endswith(end)), len(_LOOKS)), name
