"""Tours by their number from the layers of ``mates``: no count is made again.

The order is that in which the engine goes through the squares. At the turn of each the moves are chosen
that lead from it to squares whose turn is to come; where the board so far is symmetric, it is seen as the
engine turns it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from nqsat.counting.numbering import Numbered, Place
from nqsat.engines import MatesEngine
from nqsat.engines.mates.graph import edges_of, squares_of
from nqsat.modelling import Path, Solution, Tour

if TYPE_CHECKING:
    from nqsat.engines.mates.links import Links

#: So many squares are named where the order is.
_NAMED = 4


class Linked(Numbered):
    """The tours of a model that ``mates`` counts.

    Args:
        model: of tours.
        engine: who counts.

    Raises:
        UnsupportedByEngine: it cannot, or its layers take more memory than they may.
    """

    def __init__(self, model: Tour, engine: MatesEngine) -> None:
        self._tour = model
        self._links: Links = engine.links(model)
        self._ways = self._links.ways()
        self._each = self._links.graph.each  # two directions
        super().__init__(model, engine.title, self._each * int(self._ways[0][0]))

    @property
    def order(self) -> str:
        board = self.model.board
        some = [x for x in self._links.order if x < len(board.squares)][:_NAMED]
        names = ", ".join(board.squares[x].name(board.rows) for x in some)
        return f"as mates goes: the moves of {names}, … in turn, of the least image of each state"

    def at(self, number: int) -> Solution:
        cycle, way = divmod(number, self._each)
        edges = self._links.at(self._ways, cycle)
        return self._directions(squares_of(self._tour, edges, self._links.graph))[way]

    def before(self, solution: Solution) -> int:
        path = cast("Path", solution)
        edges = edges_of(self._tour, path, self._links.graph)
        way = self._directions(path.squares).index(path)
        return self._each * self._links.before(self._ways, edges) + way

    def _directions(self, squares: Any) -> list[Path]:
        """The tours that are one cycle."""
        ways = (squares, squares[::-1])[: self._each]
        return sorted(self._tour.path(one) for one in ways)

    def holding(self) -> Mapping[Place, int]:
        squares, tour = self.model.board.squares, self._tour
        found: dict[Place, int] = defaultdict(int)
        hub = self._links.graph.size > len(squares)
        joined = None if tour.closed or hub else {tour.start, tour.end}
        for (a, b), number in self._links.holding(self._ways).items():
            if number and b < len(squares) and {squares[a], squares[b]} != joined:
                found[squares[a], squares[b]] += self._each * number
        return found
