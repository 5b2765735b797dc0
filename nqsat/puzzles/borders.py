"""Regions, and other placements that fit them: squares change hands until none of those does.

Of every other placement that has been seen it is known how many men it has in each region; a placement
fits if that is the right number everywhere. When a square goes from one region to another, only those with
a man on it change: who fitted fits no more, and who had one man too many there and one too few here fits
now. All placements are looked at together: a set of them is a number, one bit a placement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import NamedTuple

from nqsat.chess import Square
from nqsat.puzzles.growing import Beside

#: What a move of a border costs beside the placements that fit: for each side by which borders become
#: longer; and where regions have one man, each square by which a large one outgrows a small one, and one
#: that is small already. (Of two men they differ less, and the small ones are where solving begins.)
_LONGER, _LARGER, _SMALL = 0.5, 0.07, 1.0

#: So many moves, and up to twice as many, a square that has changed hands stays where it is.
_REST = 10


class Move(NamedTuple):
    """A square that goes from one region to another."""

    square: Square
    here: int
    there: int


class Borders:
    """Regions whose borders move.

    Args:
        owner: the region of each square, from 0 on.
        each: how many men a region is to have.
        kept: squares that stay where they are: with men of the solution.
        near: the squares beside each.
        chance: where it is drawn from.
        weight: how much shapes count.
    """

    def __init__(
        self,
        owner: Mapping[Square, int],
        each: int,
        kept: Iterable[Square],
        near: Beside,
        chance: Random,
        weight: float,
    ) -> None:
        self.owner = dict(owner)
        self._each, self._kept, self._near = each, frozenset(kept), near
        self._chance, self._weight = chance, weight
        self._regions: list[set[Square]] = [set() for _ in range(max(owner.values()) + 1)]
        for square, one in owner.items():
            self._regions[one].add(square)
        self._seen = 0
        self._having = dict.fromkeys(near, 0)  # the placements with a man on a square
        # The placements with so many men in a region; with none there are those of no other number.
        self._count: list[dict[int, int]] = [{} for _ in self._regions]
        self._resting: dict[Square, int] = {}
        self._moves = 0

    def see(self, men: Iterable[Square]) -> None:
        """Know of a placement that should not fit."""
        bit = 1 << self._seen
        self._seen += 1
        numbers = [0] * len(self._regions)
        for square in men:
            self._having[square] |= bit
            if square in self.owner:
                numbers[self.owner[square]] += 1
        for counts, number in zip(self._count, numbers, strict=True):
            counts[number] = counts.get(number, 0) | bit

    @property
    def fitting(self) -> int:
        """The placements seen that fit the regions, as bits."""
        return self._right(())

    def _right(self, but: tuple[int, ...]) -> int:
        """Those that have the right number in all regions but some."""
        found = (1 << self._seen) - 1
        for one, counts in enumerate(self._count):
            if one not in but:
                found &= counts.get(self._each, 0)
        return found

    def move(self) -> None:
        """Let the square change hands by which the fewest placements fit, shapes considered."""
        fitting = self.fitting
        right: dict[tuple[int, int], int] = {}
        best: tuple[float, Move] | None = None
        for one in self._possible():
            pair = (one.here, one.there)
            if pair not in right:
                right[pair] = self._right(pair)
            cost = self._cost(one, fitting, right[pair])
            if (best is None or cost < best[0]) and self._hangs_together(one):
                best = cost, one
        if best is None:
            self._resting.clear()
        else:
            self._make(best[1])
        self._moves += 1

    def _possible(self) -> Iterable[Move]:
        """Squares at a border that may change hands, and to whom."""
        for square, here in self.owner.items():
            if square in self._kept or self._resting.get(square, 0) > self._moves:
                continue
            others = {self.owner[t] for t in self._near[square]} - {here}
            for there in sorted(others):
                yield Move(square, here, there)

    def _cost(self, one: Move, fitting: int, right: int) -> float:
        """The placements that fit more than now, and what it does to the shapes."""
        having, each = self._having[one.square], self._each
        more, fewer = (
            self._count[one.here].get(each + 1, 0),
            self._count[one.there].get(each - 1, 0),
        )
        gained = (having & more & fewer & right).bit_count() - (having & fitting).bit_count()
        beside = [self.owner[t] for t in self._near[one.square]]
        here, there = len(self._regions[one.here]), len(self._regions[one.there])
        shape = _LONGER * (beside.count(one.here) - beside.count(one.there))
        if each == 1:
            shape += _LARGER * (there - here) + _SMALL * (here <= 2)
        return gained + self._weight * shape + self._chance.random() / 2

    def _hangs_together(self, one: Move) -> bool:
        """Whether a region without a square is in one piece."""
        left = self._regions[one.here] - {one.square}
        return connected(left, self._near)

    def _make(self, one: Move) -> None:
        having = self._having[one.square]
        for region, step in ((one.here, -1), (one.there, 1)):
            counts = self._count[region]
            moved = {number + step: bits & having for number, bits in counts.items()}
            stayed = {number: bits & ~having for number, bits in counts.items()}
            self._count[region] = {
                number: bits
                for number in sorted({*moved, *stayed})
                if (bits := moved.get(number, 0) | stayed.get(number, 0))
            }
        self.owner[one.square] = one.there
        self._regions[one.here].remove(one.square)
        self._regions[one.there].add(one.square)
        self._resting[one.square] = self._moves + _REST + self._chance.randrange(_REST)


def connected(squares: set[Square], near: Beside) -> bool:
    """Whether some squares are one piece, by their sides; none are not."""
    if not squares:
        return False
    first = next(iter(squares))
    seen, edge = {first}, [first]
    while edge:
        for square in near[edge.pop()]:
            if square in squares and square not in seen:
                seen.add(square)
                edge.append(square)
    return len(seen) == len(squares)
