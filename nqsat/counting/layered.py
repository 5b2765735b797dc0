"""Solutions by their number from the layers of ``frontier``: no count is made again.

The order is that in which the engine decides the men; who stands comes before who does not. Whatever
else is decided on the way follows from the men, but may be decided before them: then both ways are gone,
and all but one end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from nqsat.compiling import lower
from nqsat.counting.numbering import Numbered, Place
from nqsat.engines import FrontierEngine
from nqsat.modelling import Arrangement, Placement, Solution

if TYPE_CHECKING:
    from nqsat.engines.frontier.layers import Layers

#: So many men are named where the order is.
_NAMED = 4


class Layered(Numbered):
    """The solutions of a model that ``frontier`` counts.

    Args:
        model: of placements, without an objective.
        engine: who counts.

    Attributes:
        layers: of the count.
        men: of each variable that decides some, whom.

    Raises:
        UnsupportedByEngine: it cannot, or its layers take more memory than they may.
    """

    def __init__(self, model: Placement, engine: FrontierEngine) -> None:
        self.layers: Layers = engine.layers(model)
        self._ways = self.layers.ways()
        super().__init__(model, engine.title, sum(self._ways[0].tolist()))
        formula = lower(model)
        self._decode = cast("Any", formula.reader).decode
        self.men = {x: frozenset(self._decode((x,)).men) for x in formula.projection}

    @property
    def order(self) -> str:
        first = [x for x in self.layers.order if x in self.men][:_NAMED]
        rows = self.model.board.rows
        names = [f"{man.kind}@{man.square.name(rows)}" for x in first for man in self.men[x]]
        return f"as frontier decides: {', '.join(names)}, …; who stands before who does not"

    def at(self, number: int) -> Solution:
        state, true = 0, []
        for x, successors, ways in zip(
            self.layers.order, self.layers.successors, self._ways[1:], strict=True
        ):
            with_it = _of(ways, successors[1, state])
            if number < with_it:
                state = successors[1, state]
                true += [x] if x in self.men else []
            else:
                number -= with_it
                state = successors[0, state]
        return cast("Arrangement", self._decode(tuple(true)))

    def before(self, solution: Solution) -> int:
        stand = frozenset(cast("Arrangement", solution).men)
        reached = [
            (0, 0)
        ]  # states, each with how many solutions come before those that lead through it
        for x, successors, ways in zip(
            self.layers.order, self.layers.successors, self._ways[1:], strict=True
        ):
            men = self.men.get(x)
            following: list[tuple[int, int]] = []
            for state, before in reached:
                no, yes = successors[:, state].tolist()
                with_it = _of(ways, yes)
                if with_it and (men is None or men <= stand):
                    following.append((yes, before))
                if _of(ways, no) and (men is None or not men <= stand):
                    following.append((no, before + with_it))
            reached = following
        ((_, number),) = reached
        return number

    def holding(self) -> Mapping[Place, int]:
        return {
            man: number
            for x, number in zip(self.layers.order, self.layers.true(self._ways), strict=True)
            if number
            for man in self.men.get(x, ())
        }


def _of(ways: Any, state: int) -> int:
    """In how many ways a state can be completed; there are none of one that does not exist."""
    return int(ways[state]) if state < len(ways) else 0
