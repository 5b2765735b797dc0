"""Solutions by their number from the layers of a count, if an engine keeps them: nothing is counted again.

The order is that in which the engine decides.

* ``frontier``: the men; who stands comes before who does not. Whatever else is decided on the way follows
  from the men, but may be decided before them: then both ways are gone, and all but one end.
* ``mates``: square after square. At the turn of each the moves are chosen that lead from it to squares
  whose turn is to come; where the board so far is symmetric, it is seen as the engine turns it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from nqsat.chess import Square
from nqsat.compiling import lower
from nqsat.counting.numbering import Numbered, Place
from nqsat.engines import Deadline, Engine, FrontierEngine, MatesEngine
from nqsat.engines.mates.graph import edges_of, squares_of
from nqsat.modelling import Arrangement, Man, Path, Placement, Solution, Tour
from nqsat.modelling.path import Move

if TYPE_CHECKING:
    from nqsat.engines.layers import Layers
    from nqsat.engines.mates.links import Links

#: So many men, or squares, are named where the order is.
_NAMED = 4


class Layered(Numbered):
    """The solutions of a model that ``frontier`` counts.

    Args:
        model: of placements, without an objective.
        engine: who counts.
        clock: that may run out while they are counted.

    Attributes:
        layers: of the count.
        men: of each variable that decides some, whom.

    Raises:
        UnsupportedByEngine: it cannot, or its layers take more memory than they may.
        OutOfTime: the clock has run out.
    """

    def __init__(
        self, model: Placement, engine: FrontierEngine, clock: Deadline | None = None
    ) -> None:
        self.layers: Layers = engine.layers(model, clock)
        super().__init__(model, engine.title, self.layers.total)
        formula = lower(model)
        self._decode = cast("Any", formula.reader).decode
        self.men = {x: frozenset(self._decode((x,)).men) for x in formula.projection}

    @property
    def order(self) -> str:
        first = [x for x in self.layers.order if x in self.men][:_NAMED]
        names = [man.written(self.model.board.rows) for x in first for man in self.men[x]]
        return f"as frontier decides: {', '.join(names)}, …; who stands before who does not"

    def at(self, number: int) -> Solution:
        turns = zip(self.layers.order, self.layers.turns, self.layers.at(number), strict=True)
        true = tuple(x for x, turn, choice in turns if turn.chosen[choice] and x in self.men)
        return cast("Arrangement", self._decode(true))

    def before(self, solution: Solution) -> int:
        def seen(place: int, choice: int, stand: frozenset[Man]) -> frozenset[Man] | None:
            men = self.men.get(self.layers.order[place])
            chosen = bool(self.layers.turns[place].chosen[choice])
            return stand if men is None or (men <= stand) == chosen else None

        return self.layers.before(frozenset(cast("Arrangement", solution).men), seen)

    def holding(self) -> Mapping[Place, int]:
        turns = zip(self.layers.order, self.layers.turns, self.layers.through(), strict=True)
        true = ((x, int(ways[turn.chosen == 1].sum())) for x, turn, ways in turns)
        return {man: number for x, number in true if number for man in self.men.get(x, ())}


class Linked(Numbered):
    """The tours of a model that ``mates`` counts.

    Args:
        model: of tours.
        engine: who counts.
        clock: that may run out while they are counted.

    Raises:
        UnsupportedByEngine: it cannot, or its layers take more memory than they may.
        OutOfTime: the clock has run out.
    """

    def __init__(self, model: Tour, engine: MatesEngine, clock: Deadline | None = None) -> None:
        self._tour = model
        self._links: Links = engine.links(model, clock)
        self._each = self._links.graph.each  # two directions
        super().__init__(model, engine.title, self._each * self._links.layers.total)

    @property
    def order(self) -> str:
        board = self.model.board
        some = [x for x in self._links.layers.order if x < len(board.squares)][:_NAMED]
        names = ", ".join(board.squares[x].name(board.rows) for x in some)
        return f"as mates goes: the moves of {names}, … in turn, of the least image of each state"

    def at(self, number: int) -> Solution:
        cycle, way = divmod(number, self._each)
        edges = self._links.at(cycle)
        return self._directions(squares_of(self._tour, edges, self._links.graph))[way]

    def before(self, solution: Solution) -> int:
        path = cast("Path", solution)
        edges = edges_of(self._tour, path, self._links.graph)
        way = self._directions(path.squares).index(path)
        return self._each * self._links.before(edges) + way

    def _directions(self, squares: Sequence[Square]) -> list[Path]:
        """The tours that are one cycle."""
        ways = (squares, squares[::-1])[: self._each]
        return sorted(self._tour.path(one) for one in ways)

    def holding(self) -> Mapping[Place, int]:
        squares, tour = self.model.board.squares, self._tour
        found: dict[Place, int] = defaultdict(int)
        hub = self._links.graph.size > len(squares)
        joined = None if tour.closed or hub else {tour.start, tour.end}
        for (a, b), number in self._links.holding().items():
            if number and b < len(squares) and {squares[a], squares[b]} != joined:
                found[Move.of(squares[a], squares[b])] += self._each * number
        return found


#: The engines that keep their layers, and who numbers by them.
LAYERED: Mapping[type[Engine], Callable[..., Numbered]] = {
    FrontierEngine: Layered,
    MatesEngine: Linked,
}
