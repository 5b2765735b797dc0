"""Solutions by their number from the layers of a count, if an engine keeps them: nothing is counted again.

The order is that in which the engine decides.

* ``frontier``: man after man; a solution with the man comes before one without. Other variables follow
  from the men, but may be decided before them: then both values are tried, and all but one lead nowhere.
* ``mates``: square by square. Each chooses its moves to squares that come later in the order; where the
  board so far is symmetric, it is read in the position to which the engine turns it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from nqsat.chess import Square
from nqsat.compiling import lower
from nqsat.compiling.atoms import AtomReader
from nqsat.counting.ranking.numbering import Numbering, Place
from nqsat.engines import Deadline, Engine, FrontierEngine, MatesEngine
from nqsat.engines.mates.graph import Edge, edges_of, graph_of, squares_of
from nqsat.modelling import Model, Path, Solution, Tour
from nqsat.modelling.path import Move

if TYPE_CHECKING:
    from nqsat.engines.layered.links import LinkedLayers

#: So many men, or squares, are named where the order is.
_NAMED = 4

Item = TypeVar("Item")


class LayeredNumbering(Numbering, Generic[Item]):
    """The solutions of a model by the layers that an engine keeps of its count, as sets of items.

    Args:
        each: so many solutions are one set, the first ones of its number.
    """

    def __init__(
        self, model: Model, engine: str, linked: LinkedLayers[Item], each: int = 1
    ) -> None:
        super().__init__(model, engine, each * linked.total)
        self.layers, self._each = linked, each

    @abstractmethod
    def _solutions(self, items: Set[Item]) -> Sequence[Solution]:
        """Those that are one set, in their order."""

    @abstractmethod
    def _items(self, solution: Solution) -> set[Item]:
        """The set that a solution is."""

    @abstractmethod
    def _places(self, item: Item) -> Sequence[Place]:
        """Which man stands, or which move is made, in solutions with an item."""

    def at(self, number: int) -> Solution:
        which, way = divmod(number, self._each)
        return self._solutions(self.layers.at(which))[way]

    def before(self, solution: Solution) -> int:
        items = self._items(solution)
        way = self._solutions(items).index(solution) if self._each > 1 else 0
        return self._each * self.layers.before(items) + way

    def holding(self) -> Mapping[Place, int]:
        found: dict[Place, int] = defaultdict(int)
        for item, number in self.layers.holding().items():
            for place in self._places(item) if number else ():
                found[place] += self._each * number
        return found


class FrontierNumbering(LayeredNumbering[int]):
    """The solutions of a model that ``frontier`` counts, as sets of variables.

    Args:
        model: without an objective.
        engine: the engine that counts.
        clock: that may run out while they are counted.

    Attributes:
        layers: of the count.
        atoms: of each variable that decides some, which.

    Raises:
        UnsupportedByEngine: it cannot, or its layers take more memory than they may.
        OutOfTime: the clock has run out.
    """

    def __init__(self, model: Model, engine: FrontierEngine, clock: Deadline | None = None) -> None:
        super().__init__(model, engine.title, engine.linked(model, clock))
        self._reader = cast("AtomReader", lower(model).reader)
        self.atoms = dict(enumerate(self._reader.orbits, start=1))

    @property
    def order(self) -> str:
        first = [x for x in self.layers.order if x in self.atoms][:_NAMED]
        names = [atom.written(self.model.board) for x in first for atom in self.atoms[x]]
        words = "a man before none" if self.model.of_men else "made before not made"
        return f"as frontier decides: {', '.join(names)}, …; {words}"

    def _solutions(self, items: Set[int]) -> Sequence[Solution]:
        return (self._reader.decode(sorted(items)),)

    def _items(self, solution: Solution) -> set[int]:
        return {*(self._reader.variables(solution) or ())}

    def _places(self, item: int) -> Sequence[Place]:
        return self.atoms[item]


class MatesNumbering(LayeredNumbering[Edge]):
    """The tours of a model that ``mates`` counts, as sets of edges; see ``mates.graph``.

    Args:
        model: of tours.
        engine: the engine that counts.
        clock: that may run out while they are counted.

    Raises:
        UnsupportedByEngine: it cannot, or its layers take more memory than they may.
        OutOfTime: the clock has run out.
    """

    def __init__(self, model: Tour, engine: MatesEngine, clock: Deadline | None = None) -> None:
        linked = engine.linked(model, clock)
        self._tour, self._graph = model, graph_of(model)
        super().__init__(model, engine.title, linked, self._graph.each)  # two directions

    @property
    def order(self) -> str:
        board = self.model.board
        some = [x for x in self.layers.order if x < len(board.squares)][:_NAMED]
        names = ", ".join(board.name(board.squares[x]) for x in some)
        return f"as mates goes: the moves of {names}, … in turn, of the least image of each state"

    def _solutions(self, items: Set[Edge]) -> Sequence[Solution]:
        return self._directions(squares_of(self._tour, {*items}, self._graph))

    def _items(self, solution: Solution) -> set[Edge]:
        return edges_of(self._tour, cast("Path", solution), self._graph)

    def _directions(self, squares: Sequence[Square]) -> list[Path]:
        """The tours that are one cycle."""
        ways = (squares, squares[::-1])[: self._each]
        return sorted(self._tour.path(one) for one in ways)

    def _places(self, item: Edge) -> Sequence[Place]:
        squares, tour = self.model.board.squares, self._tour
        joined = None if tour.closed or self._graph.size > len(squares) else {tour.start, tour.end}
        a, b = item
        if b >= len(squares) or {squares[a], squares[b]} == joined:
            return ()
        return (Move.of(squares[a], squares[b]),)


#: The engines that keep their layers, each with the class that numbers solutions by them.
LAYERED: Mapping[type[Engine], Callable[..., Numbering]] = {
    FrontierEngine: FrontierNumbering,
    MatesEngine: MatesNumbering,
}
