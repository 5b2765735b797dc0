"""Rank and unrank solutions, and count for each piece how many solutions have it: by a list, or by layers.

Solutions are ordered by decisions: a placement is decided square by square, a tour move by move. Of two
solutions, the one with a piece on the first square where they differ comes first. A list is made once and
sorted in this order. The stored layers of a count, by which nothing is counted again, have the engine's
order of decisions:

* ``frontier``: piece by piece; a solution with the piece comes before one without it. Auxiliary variables
  are determined by the pieces, but may be decided earlier: then all but one value lead to dead ends.
* ``mates``: square by square; each square chooses its moves to later squares. If the engine replaces a
  state by its least image under a symmetry, the choice is read in that image.

Ranks of assignments of a formula are those of all, whatever they weigh. Those with weights are drawn in
proportion to them.

Source: H. S. Wilf, A unified setting for sequencing, ranking, and selection algorithms for combinatorial
objects, Advances in Mathematics 24 (1977) 281-291.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections import Counter as Multiset
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import accumulate
from math import lcm
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from nqsat.compiling import lower
from nqsat.compiling.atoms import AtomReader
from nqsat.counting.count_and_list import listing_of
from nqsat.counting.question import Question
from nqsat.engines import Deadline, Engine, FrontierEngine, MatesEngine
from nqsat.engines.frontier.clauses import link_assignments, memory_within, weighed_layers
from nqsat.engines.mates.graph import Edge, edges_of, graph_of, squares_of
from nqsat.engines.stream import value_of
from nqsat.errors import Undecided, UnsupportedByEngine, WrongSolution
from nqsat.formulas import Assignment, CnfProblem
from nqsat.modelling import Model, Path, PlacedPiece, Solution, Tour
from nqsat.modelling.path import OUTSIDE, Move

if TYPE_CHECKING:
    from nqsat.engines.layered.links import LinkedLayers

#: At most this many solutions are listed: a list of this many, of 15 pieces each, takes 0.5 GB.
MOST = 1_000_000

#: A piece on a square, or a move with its smaller square first.
Place = PlacedPiece | Move

#: How many pieces or squares the description of the order names.
NAMED = 4

Item = TypeVar("Item")

#: At most this many assignments are listed where layers cannot be stored.
MOST_LISTED = 100_000


class Numbering(ABC):
    """The solutions of a model in their order, with ranks from 0.

    Args:
        model: the model, without an objective; or a formula, whose solutions are assignments.
        engine: the engine's title.
        total: the number of solutions.

    Attributes:
        lots: the number of lots among which one is drawn; a solution has as many as it is likely.
        note: further remarks, as in a ``Count``.
    """

    def __init__(self, model: Any, engine: str, total: int) -> None:
        self.model, self.engine, self.total = model, engine, total
        self.lots = total
        self.note: str | None = None

    @property
    def order(self) -> str:
        """A description of the order."""
        return str(self.model.order)

    def drawn(self, lot: int) -> Any:
        """Return the solution that has a lot, from 0 on."""
        return self.at(lot)

    @abstractmethod
    def at(self, number: int) -> Any:
        """Return the solution of a rank from 0 to ``total`` - 1."""

    @abstractmethod
    def before(self, solution: Any) -> int:
        """Return the rank of a solution: how many solutions come before it."""

    @abstractmethod
    def holding(self) -> Mapping[Any, int]:
        """Return how many solutions have each piece or move, or a true variable; no entry if none has.

        A move may be an atom of the formula, with a direction; an end of a path is an atom as well.
        """

    def marginals(self) -> Mapping[Place, int]:
        """Return ``holding`` by pieces, ``PlacedPiece``, or by moves in either direction, ``Move``.

        These keys are the same for every engine. No solution has a move in both directions.
        """
        found = Multiset[Place]()
        for place, number in self.holding().items():
            if isinstance(place, PlacedPiece):
                found[place] += number
            elif OUTSIDE not in place:  # the end of a path is not a move
                found[Move.of(*place)] += number
        return dict(found)


class ListNumbering(Numbering):
    """The solutions as a sorted list."""

    def __init__(self, model: Any, engine: str, found: Sequence[Any]) -> None:
        super().__init__(model, engine, len(found))
        self._key = _key(model)
        self.found = sorted(found, key=self._key)

    def at(self, number: int) -> Any:
        return self.found[number]

    def before(self, solution: Any) -> int:
        return bisect_left(self.found, self._key(solution), key=self._key)

    def holding(self) -> Mapping[Place, int]:
        return Multiset(place for solution in self.found for place in solution.atoms)


def _key(model: Model | CnfProblem) -> Callable[[Any], tuple[Any, ...]]:
    if isinstance(model, CnfProblem):
        return lambda assignment: tuple([-x for x in assignment.literals])
    places = (place for group in model.choices(given=True) for place in group)
    numbers: dict[Place, int] = {place: number for number, place in enumerate(places)}

    def key(solution: Solution) -> tuple[Any, ...]:
        made = sorted(numbers[place] for place in solution.atoms)
        # A solution that extends another comes first; the solution itself orders two directions.
        return (*made, math.inf, solution)

    return key


class LayeredNumbering(Numbering, Generic[Item]):
    """The solutions of a model by the stored layers of a count, as sets of items.

    A subclass is made of a model, the engine that counts it, and a time limit for the count, which may
    raise OutOfTime. It raises UnsupportedByEngine if the engine does not support the model, or its layers
    exceed the memory limit. One set stands for ``each`` solutions, which have consecutive ranks.
    """

    def __init__(self, model: Any, engine: str, linked: LinkedLayers[Item], each: int = 1) -> None:
        super().__init__(model, engine, each * linked.total)
        self.layers, self._each = linked, each

    @abstractmethod
    def _solutions(self, items: Set[Item]) -> Sequence[Any]:
        """Return the solutions of one set, in their order."""

    @abstractmethod
    def _items(self, solution: Any) -> set[Item]:
        """Return the set of items of a solution."""

    @abstractmethod
    def _places(self, item: Item) -> Sequence[Any]:
        """Return the pieces or moves of all solutions with this item."""

    def at(self, number: int) -> Any:
        which, way = divmod(number, self._each)
        return self._solutions(self.layers.at(which))[way]

    def before(self, solution: Any) -> int:
        items = self._items(solution)
        way = self._solutions(items).index(solution) if self._each > 1 else 0
        return self._each * self.layers.before(items) + way

    def holding(self) -> Mapping[Any, int]:
        found: dict[Any, int] = defaultdict(int)
        for item, number in self.layers.item_counts().items():
            for place in self._places(item) if number else ():
                found[place] += self._each * number
        return found


class FrontierNumbering(LayeredNumbering[int]):
    """The solutions of a model that ``frontier`` counts, as sets of variables.

    Attributes:
        layers: the layers of the count.
        atoms: for each variable that stands for pieces or moves, these.
    """

    def __init__(self, model: Model, engine: FrontierEngine, clock: Deadline | None = None) -> None:
        super().__init__(model, engine.title, engine.linked(model, clock))
        self._reader = cast("AtomReader", lower(model).reader)
        self.atoms = dict(enumerate(self._reader.orbits, start=1))

    @property
    def order(self) -> str:
        first = [x for x in self.layers.order if x in self.atoms][:NAMED]
        names = [atom.text_on(self.model.board) for x in first for atom in self.atoms[x]]
        words = "a piece before none" if self.model.is_placement else "made before not made"
        return f"as frontier decides: {', '.join(names)}, …; {words}"

    def _solutions(self, items: Set[int]) -> Sequence[Solution]:
        return (self._reader.decode(sorted(items)),)

    def _items(self, solution: Solution) -> set[int]:
        return {*(self._reader.variables(solution) or ())}

    def _places(self, item: int) -> Sequence[Place]:
        return self.atoms[item]


class MatesNumbering(LayeredNumbering[Edge]):
    """The tours of a model that ``mates`` counts, as sets of edges; see ``mates.graph``."""

    def __init__(self, model: Tour, engine: MatesEngine, clock: Deadline | None = None) -> None:
        linked = engine.linked(model, clock)
        self._tour, self._graph = model, graph_of(model)
        super().__init__(model, engine.title, linked, self._graph.each)  # two directions

    @property
    def order(self) -> str:
        board = self.model.board
        first = [x for x in self.layers.order if x < len(board.squares)][:NAMED]
        names = ", ".join(board.name(board.squares[x]) for x in first)
        return f"as mates goes: the moves of {names}, … in turn, of the least image of each state"

    def _solutions(self, items: Set[Edge]) -> Sequence[Solution]:
        squares = squares_of(self._tour, {*items}, self._graph)
        directions = (squares, squares[::-1])[: self._each]
        return sorted(map(self._tour.path, directions))

    def _items(self, solution: Solution) -> set[Edge]:
        return edges_of(self._tour, cast("Path", solution), self._graph)

    def _places(self, item: Edge) -> Sequence[Place]:
        squares, tour = self.model.board.squares, self._tour
        joined = None if tour.closed or self._graph.size > len(squares) else {tour.start, tour.end}
        a, b = item
        if b >= len(squares) or {squares[a], squares[b]} == joined:
            return ()
        return (Move.of(squares[a], squares[b]),)


#: The engines that can store their layers, each with the class that ranks solutions by them.
LAYERED: Mapping[type[Engine], Callable[..., Numbering]] = {
    FrontierEngine: FrontierNumbering,
    MatesEngine: MatesNumbering,
}


def listed_assignments(question: Question, problem: CnfProblem, clock: Deadline) -> Numbering:
    """Return the assignments as a list.

    Raises UnsupportedByEngine if there are too many, Undecided at the time limit.
    """
    asked = replace(question, numbered=False, limit=MOST_LISTED, time_limit=clock.remaining)
    listing = listing_of(asked)
    found = list(listing)
    if listing.reason == "limit":
        reason = f"numbers at most {MOST_LISTED:,} assignments; there are more"
        raise UnsupportedByEngine(listing.engine.name, reason, (FrontierEngine.name,))
    if not listing.complete:
        raise Undecided(
            f"at least {len(found):,} assignments; nothing else is known ({listing.reason})"
        )
    return ListedAssignments(problem, listing.engine.title, found)


class LayeredAssignments(LayeredNumbering[int]):
    """The assignments by the layers of ``frontier``, as sets of true variables."""

    def __init__(self, problem: CnfProblem, engine: FrontierEngine, clock: Deadline) -> None:
        with memory_within(engine.memory) as memory:
            layers = value_of(link_assignments(problem, memory), clock)
        super().__init__(problem, engine.title, layers)
        self._weighed, self._shown = layers, frozenset(problem.projection)
        if problem.weights is not None:
            self._weighed, _ = weighed_layers(layers, problem.weights)
            self.lots = self._weighed.total

    @property
    def order(self) -> str:
        first = [str(x) for x in self.layers.order if x in self._shown][:NAMED]
        return f"as frontier decides: {', '.join(first)}, …; true before false"

    def drawn(self, lot: int) -> Assignment:
        (found,) = self._solutions(self._weighed.at(lot))
        return found

    def _solutions(self, items: Set[int]) -> Sequence[Assignment]:
        found: Assignment = self.model.assignment(items)
        if not self.model.holds(found):
            raise WrongSolution(f"{self.engine}: {found} breaks a requirement", found)
        return (found,)

    def _items(self, solution: Assignment) -> set[int]:
        return {*solution.atoms}

    def _places(self, item: int) -> Sequence[int]:
        return (item,) if item in self._shown else ()


class ListedAssignments(ListNumbering):
    """The assignments as a sorted list."""

    def __init__(self, problem: CnfProblem, engine: str, found: Sequence[Assignment]) -> None:
        super().__init__(problem, engine, found)
        self.note = problem.note
        weights = [problem.weight(assignment) for assignment in self.found]
        scale = lcm(*(weight.denominator for weight in weights))
        self._ends = [*accumulate(int(weight * scale) for weight in weights)]
        self.lots = self._ends[-1] if self._ends else 0

    def drawn(self, lot: int) -> Assignment:
        found: Assignment = self.at(bisect_right(self._ends, lot))
        return found
