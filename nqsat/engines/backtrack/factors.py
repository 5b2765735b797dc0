"""The reference for factors: square by square, it chooses the moves to later squares.

It uses moves and ``holds`` of models; no formulas. After its turn a square has a permitted number of
moves, and no square ever has too many. Paths between given ends are walked one after the other.
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


class LinkSearch:
    """One search for paths between given ends."""

    def __init__(self, model: Factor) -> None:
        self._model = model
        self._ways = attacks(model.piece, model.board)
        self._ends = frozenset(chain(*model.ends))
        self.nodes = 0

    def run(self) -> Iterator[Moves | None]:
        """Yield the solutions, and None now and then."""
        return self._extend(0, self._model.ends[0].here, self._ends, [])

    def _extend(
        self, turn: int, here: Square, taken: frozenset[Square], moves: list[Move]
    ) -> Iterator[Moves | None]:
        """All solutions that extend these moves, of which the last, of this turn's path, led here."""
        self.nodes += 1
        if self.nodes % 1024 == 0:
            yield None
        (_, end), *later = self._model.ends[turn:]
        if here != end:
            for there in sorted(self._ways[here]):
                if there == end or there not in taken:
                    made = [*moves, Move.of(here, there)]
                    yield from self._extend(turn, there, taken | {there}, made)
        elif later:
            yield from self._extend(turn + 1, later[0].here, taken, moves)
        else:
            found = Moves(self._model.board, tuple(moves))
            if self._model.holds(found):
                yield found
