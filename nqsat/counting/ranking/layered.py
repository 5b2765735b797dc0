"""Rank and unrank solutions by the stored layers of a count, without counting again.

The order of solutions is the engine's order of decisions.

* ``frontier``: piece by piece; a solution with the piece comes before one without it. Auxiliary variables
  are determined by the pieces, but may be decided earlier: then all but one value lead to dead ends.
* ``mates``: square by square; each square chooses its moves to later squares. If the engine replaces a
  state by its least image under a symmetry, the choice is read in that image.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from nqsat.compiling import lower
from nqsat.compiling.atoms import AtomReader
from nqsat.counting.ranking.numbering import Numbering, Place
from nqsat.engines import Deadline, Engine, FrontierEngine, MatesEngine
from nqsat.engines.mates.graph import Edge, edges_of, graph_of, squares_of
from nqsat.modelling import Model, Path, Solution, Tour
from nqsat.modelling.path import Move

if TYPE_CHECKING:
    from nqsat.engines.layered.links import LinkedLayers

#: How many pieces or squares the description of the order names.
NAMED = 4

Item = TypeVar("Item")


class LayeredNumbering(Numbering, Generic[Item]):
    """The solutions of a model by the stored layers of a count, as sets of items.

    A subclass is made of a model, the engine that counts it, and a time limit for the count.

    Args:
        each: the number of solutions that one set stands for; they have consecutive ranks.

    Raises:
        UnsupportedByEngine: the engine does not support the model, or its layers exceed the memory limit.
        OutOfTime: the time limit is reached.
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
        names = [atom.written(self.model.board) for x in first for atom in self.atoms[x]]
        words = "a man before none" if self.model.is_placement else "made before not made"
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
