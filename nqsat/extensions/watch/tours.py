"""Watched searches for tours: the exits behind Warnsdorff's choices; why the reference backtracks."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from nqsat.engines import TourSearch, WarnsdorffEngine
from nqsat.extensions.watch.recording import Candidates, Recording
from nqsat.modelling import Path, PlacedPiece, Tour, targets_of


def _literals(tour: Tour, recording: Recording) -> list[int]:
    """The literal of each square, in the board's order: the square is visited."""
    kind = tour.piece.notation
    return [recording.watched.literal(PlacedPiece(square, kind)) for square in tour.board.squares]


def search_warnsdorff(tour: Tour, recording: Recording) -> Generator[None, None, None]:
    """Watch the heuristic find one tour, attempt after attempt.

    The candidates are reconstructed from its moves: they are the free successors, with their numbers of
    exits.
    """
    literal = dict(zip(tour.board.squares, _literals(tour, recording), strict=True))
    ways = targets_of(tour)
    for order in WarnsdorffEngine().attempts(tour):
        if order is None:
            continue
        free = set(literal)
        for depth, square in enumerate(order):
            recording.node(depth + 1)
            choice = -1
            if depth and not recording.full:
                seen = [x for x in ways[order[depth - 1]] if x in free]
                exits = [sum(y in free for y in ways[x]) for x in seen]
                recording.choices.append(Candidates(tuple(literal[x] for x in seen), tuple(exits)))
                choice = len(recording.choices) - 1
            recording.event("try", literal[square], choice)
            free.discard(square)
            yield None
        if not free and tour.holds(tour.path(order)):
            recording.event("solution")
            return
        left = [literal[square] for square in literal if square in free]
        why = "dead end" if left else "unwanted"
        recording.event("dead", number=recording.reason(why, left))
        recording.event("back", number=0)


class WatchedTours(TourSearch):
    """The reference search, watched."""

    def __init__(self, tour: Tour, recording: Recording) -> None:
        super().__init__(tour)
        self._recording = recording
        self._literal = _literals(tour, recording)

    def _extend(self, path: list[int], free: int) -> Iterator[Path | None]:
        recording = self._recording
        recording.node(len(path))
        recording.event("try", self._literal[path[-1]])
        self._ended = True
        yield from super()._extend(path, free)
        if self._ended:
            left = [x for bit, x in enumerate(self._literal) if free >> bit & 1]
            recording.event("dead", number=recording.reason("dead end", left))
        self._ended = False
        recording.event("back", number=len(path) - 1)

    def _complete_tour(self, path: list[int]) -> Iterator[Path]:
        self._ended = False
        found = list(super()._complete_tour(path))
        if found:
            self._recording.event("solution")
        else:  # the reverse of a tour, or a requirement is violated
            self._recording.event("dead", number=self._recording.reason("unwanted"))
        return iter(found)

    def _can_be_completed(self, left_behind: int, current: int, free: int) -> bool:
        self._cut_off = 0
        hopeful = super()._can_be_completed(left_behind, current, free)
        if not hopeful:
            recording, lost = self._recording, self._cut_off
            squares = [x for bit, x in enumerate(self._literal) if lost >> bit & 1]
            why = recording.reason("cut off" if lost else "no way through", squares)
            recording.event("force", -self._literal[current], why)
        return hopeful

    def _reachable(self, start: int, free: int) -> int:
        reached = super()._reachable(start, free)
        self._cut_off = free & ~reached
        return reached
