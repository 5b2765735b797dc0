"""The reference for factors: square by square, it chooses the moves to later squares.

It uses moves and ``holds`` of models; no formulas. After its turn a square has a permitted number of
moves, and no square ever has too many.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from nqsat.chess import Square, attacks
from nqsat.modelling import Factor, Moves
from nqsat.modelling.path import Move


class FactorSearch:
    """One search."""

    def __init__(self, model: Factor) -> None:
        self._model = model
        ways, place = attacks(model.piece, model.board), model.board.places
        self._later = [
            sorted(there for there in ways[here] if place[there] > place[here]) for here in place
        ]
        self._high = len(place) if model.degree.high is None else model.degree.high
        self.nodes = 0

    def run(self) -> Iterator[Moves | None]:
        """Yield the solutions, and None now and then."""
        return self._extend(0, dict.fromkeys(self._model.board.squares, 0), [])

    def _extend(
        self, turn: int, degree: dict[Square, int], moves: list[Move]
    ) -> Iterator[Moves | None]:
        """All solutions that extend these moves by moves from squares from this turn on."""
        self.nodes += 1
        if self.nodes % 1024 == 0:
            yield None
        if turn == len(self._later):
            found = Moves(self._model.board, tuple(moves))
            if self._model.holds(found):
                yield found
            return
        here = self._model.board.squares[turn]
        free = [there for there in self._later[turn] if degree[there] < self._high]
        least, most = self._model.degree.low - degree[here], self._high - degree[here]
        sizes = range(max(0, least), min(most, len(free)) + 1)
        for some in chain.from_iterable(combinations(free, size) for size in sizes):
            after = degree | {there: degree[there] + 1 for there in some}
            yield from self._extend(turn + 1, after, [*moves, *(Move(here, x) for x in some)])
