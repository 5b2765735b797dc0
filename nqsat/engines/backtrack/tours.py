"""The reference for tours: one step after the other, with four pruning rules.

* **Warnsdorff's order**: the successors with the fewest free successors come first; of equals, the first in
  the board's order. This is only an order: all are tried.
* **Dead ends**: a free square needs a way in and another way out; the squares that have just lost a way are
  checked. If the tour is open, one square may have only a way in: its last.
* **Distance**: each square with a given number can be reached in the steps that are left till then.
* **Connectivity**: all free squares must be reachable from the current square over free squares, and the
  start from one of them if the tour is closed.

If squares may be left out, only the order is used: every path is extended, and each on the way is judged. A
cycle begins at its start, or else at its least square.

Sets of squares are integers with one bit per square.

Reference: H. C. von Warnsdorff, Des Rösselsprunges einfachste und allgemeinste Lösung, 1823.
"""

from __future__ import annotations

from collections.abc import Iterator

from nqsat.engines.bits import bits_of
from nqsat.modelling import Path, Tour
from nqsat.modelling.tour import targets_of


class TourSearch:
    """One search for tours: the moves as bit masks, and the given squares and moves."""

    def __init__(self, tour: Tour) -> None:
        self._tour = tour
        self._squares = tour.board.squares
        number = tour.board.places
        self._out = [0] * len(self._squares)
        self._into = [0] * len(self._squares)
        for here, targets in targets_of(tour).items():
            for there in targets:
                self._out[number[here]] |= 1 << number[there]
                self._into[number[there]] |= 1 << number[here]
        self._both = [a | b for a, b in zip(self._out, self._into, strict=True)]
        self._two_way = tour.two_way
        self._end = None if tour.end is None else number[tour.end]
        self._number = number
        # The square of each given step number; such squares are reserved for their step.
        self._given = {place: number[square] for square, place in tour.numbers}
        self._steps_to = {place: self._distances(square) for place, square in self._given.items()}
        # Checkpoints, where they are passed from the start of the search on: then in their order.
        begins = not tour.closed or tour.start in (None, *tour.checkpoints[:1])
        self._order = [number[square] for square in tour.checkpoints] if begins else []
        visit = tour.visit
        self._most = len(self._squares) if visit is None or visit.high is None else visit.high
        self.nodes = 0

    def run(self) -> Iterator[Path | None]:
        """Yield the solutions, and None now and then."""
        every = (1 << len(self._squares)) - 1
        if self._tour.visit is not None:
            yield from self._run_partial(every)
            return
        for start in self._starts():
            if self._given.get(1, start) == start:
                self._closing = 1 << start if self._tour.closed else 0
                yield from self._extend([start], every & ~(1 << start))

    def _run_partial(self, every: int) -> Iterator[Path | None]:
        """As ``run``, for a tour that may leave squares out."""
        first = self._tour.start
        for start in range(len(self._squares)) if first is None else [self._number[first]]:
            later = every & -(1 << start) if first is None and self._tour.closed else every
            yield from self._extend_partial([start], later & ~(1 << start))

    def _extend_partial(self, path: list[int], free: int) -> Iterator[Path | None]:
        """This path, if it is a tour, and all that extend it over the free squares."""
        self.nodes += 1
        if self.nodes % 1024 == 0:
            yield None
        yield from self._complete_tour(path)
        if path[-1] != self._end and len(path) < self._most:
            for there in bits_of(self._out[path[-1]] & free):
                yield from self._extend_partial([*path, there], free & ~(1 << there))

    def _starts(self) -> list[int]:
        """Possible starts. A closed tour visits every square, so one start finds them all."""
        if self._tour.start is not None:
            return [self._number[self._tour.start]]
        every = list(range(len(self._squares)))
        if self._tour.closed and self._order:
            return self._order[:1]
        return every[:1] if self._tour.closed else every

    def _extend(self, path: list[int], free: int) -> Iterator[Path | None]:
        self.nodes += 1
        if self.nodes % 1024 == 0:
            yield None
        if not free:
            yield from self._complete_tour(path)
            return
        here = path[-1]
        wanted = self._given.get(len(path) + 1)
        ways = self._out[here] & (free if wanted is None else free & 1 << wanted)
        for later in [x for x in self._order if free >> x & 1][1:]:
            ways &= ~(1 << later)
        for place, near in self._steps_to.items():
            if place > len(path) + 1:
                ways &= near[place - len(path) - 1] & ~near[0]
        for there in sorted(bits_of(ways), key=lambda x: (self._out[x] & free).bit_count()):
            left = free & ~(1 << there)
            if self._can_be_completed(here, there, left):
                yield from self._extend([*path, there], left)

    def _distances(self, square: int) -> list[int]:
        """For each number of steps up to that of squares, the squares from which they can lead here."""
        near = [1 << square]
        for _ in self._squares:
            further = near[-1]
            for there in bits_of(near[-1]):
                further |= self._into[there]
            near.append(further)
        return near

    def _complete_tour(self, path: list[int]) -> Iterator[Path]:
        """The path as a solution, if it is one; an undirected tour only in one of its two directions."""
        if not self._tour.directed and len(path) > 1 and path[int(self._tour.closed)] > path[-1]:
            return
        found = self._tour.path([self._squares[index] for index in path])
        if self._tour.holds(found):
            yield found

    def _can_be_completed(self, left_behind: int, current: int, free: int) -> bool:
        """Whether a path from ``current`` through all free squares is still possible."""
        if self._closing and free and not free & self._into[self._closing.bit_length() - 1]:
            return False
        beside = free | 1 << current | self._closing
        ends = 0
        for square in bits_of(self._both[left_behind] & free):
            if not self._into[square] & (free | 1 << current):
                return False
            exits = self._out[square] & (free | self._closing)
            ways = (self._both[square] & beside).bit_count() if self._two_way else 2
            if exits and ways > 1:
                continue
            ends += 1  # only a way in
            if self._closing or ends > 1 or self._end not in (None, square):
                return False
        return self._reachable(current, free) == free

    def _reachable(self, start: int, free: int) -> int:
        reached, edge = 0, 1 << start
        while edge:
            around = 0
            for square in bits_of(edge):
                around |= self._out[square]
            edge = around & free & ~reached
            reached |= edge
        return reached
