"""Local search for regions that only one placement fits.

It starts with random connected regions, each with the right number of that placement's pieces. Then squares
move from region to region until no other known placement fits. For every other known placement, the number
of its pieces in each region is stored; it fits if all numbers are right. When a square moves to another
region, only placements with a piece on it change: one that fitted fits no more; one with a piece too many
in the old region and a piece too few in the new one now fits. All placements are processed at once: a set
of placements is a bit mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from nqsat.chess import Board, Piece, Square, attacks

#: The squares that share a side with each square.
Beside = Mapping[Square, Sequence[Square]]

C = TypeVar("C")

#: The weight of neighbours in the same region, relative to randomness: it makes regions round.
_ROUND = 0.4

#: How often the grouping of territories is tried before giving up.
_TRIES = 200

#: Costs of a move in addition to the placements that fit: for each side that borders become longer; and for
#: regions with one piece, for each square of difference in size, and for shrinking a region that is small
#: already. (Regions with two pieces differ less, and small ones are where solving begins.)
_LONGER, _LARGER, _SMALL = 0.5, 0.07, 1.0

#: A square that has moved stays in its region for this many moves, up to twice as many (tabu).
_REST = 10


def beside(board: Board) -> Beside:
    """Return the squares that share a side with each square."""
    ways = attacks(Piece.parse("W"), board)
    return {square: tuple(sorted(ways[square])) for square in board.squares}


def grow_regions(
    seeds: Sequence[Square], each: int, near: Beside, rng: Random
) -> dict[Square, int] | None:
    """Return random connected regions as the region number of each square; None if no attempt succeeds.

    A territory grows around every seed, small ones first; then adjacent territories are joined, ``each`` to
    a region.
    """
    for _ in range(_TRIES):
        territories = _territories(seeds, near, rng)
        groups = _group(_touching(territories, near), each, rng)
        if groups is not None:
            region = {
                territory: number for number, group in enumerate(groups) for territory in group
            }
            return {square: region[territory] for square, territory in territories.items()}
    return None


def _territories(seeds: Sequence[Square], near: Beside, rng: Random) -> dict[Square, int]:
    """Return the number of the seed whose territory each square is in; unreachable squares are missing."""
    owner = {square: number for number, square in enumerate(seeds)}
    size = [1] * len(seeds)
    edge = [set(near[square]) for square in seeds]
    growing = set(range(len(seeds)))
    while growing:
        one = min(sorted(growing), key=lambda x: size[x] + 6 * rng.random())
        free = sorted(square for square in edge[one] if square not in owner)
        if not free:
            growing.remove(one)
            continue
        where = max(
            free, key=lambda s: _ROUND * sum(owner.get(t) == one for t in near[s]) + rng.random()
        )
        owner[where] = one
        size[one] += 1
        edge[one] |= set(near[where])
    return owner


def _touching(owner: Mapping[Square, int], near: Beside) -> dict[int, set[int]]:
    """Return which territories share a side."""
    found: dict[int, set[int]] = {territory: set() for territory in owner.values()}
    for square, territory in owner.items():
        found[territory] |= {owner[t] for t in near[square] if t in owner} - {territory}
    return found


def _group(touching: Mapping[int, set[int]], each: int, rng: Random) -> list[set[int]] | None:
    """Return territories in connected groups of ``each``; those with the fewest neighbours come first."""
    left, groups = set(touching), []

    def loneliest(some: set[int]) -> int:
        return min(sorted(some), key=lambda x: (len(touching[x] & left), rng.random()))

    while left:
        group = {loneliest(left)}
        while len(group) < each:
            more = {y for x in group for y in touching[x]} & left - group
            if not more:
                return None
            group.add(loneliest(more))
        left -= group
        groups.append(group)
    return groups


# -- borders -----------------------------------------------------------------------------


class BorderMove(NamedTuple):
    """A move of a square from one region to another."""

    square: Square
    here: int
    there: int


class RegionBorders:
    """The state of the local search: regions, each with so many pieces, whose borders move.

    Squares that are kept never move: those with pieces of the solution. The weight is of regions' shapes.
    """

    def __init__(
        self,
        owner: Mapping[Square, int],
        each: int,
        kept: Iterable[Square],
        near: Beside,
        rng: Random,
        weight: float,
    ) -> None:
        self.owner = dict(owner)
        self._each, self._kept, self._near = each, frozenset(kept), near
        self._rng, self._weight = rng, weight
        self._regions: list[set[Square]] = [set() for _ in range(max(owner.values()) + 1)]
        for square, region in owner.items():
            self._regions[region].add(square)
        self._seen = 0
        # As bit masks: the placements with a piece on each square; and for each region and number of
        # pieces, the placements with this number in it.
        self._having = dict.fromkeys(near, 0)
        self._count: list[dict[int, int]] = [{} for _ in self._regions]
        self._resting: dict[Square, int] = {}
        self._moves = 0

    def see(self, pieces: Iterable[Square]) -> None:
        """Add a placement that the regions have to exclude."""
        bit = 1 << self._seen
        self._seen += 1
        numbers = [0] * len(self._regions)
        for square in pieces:
            self._having[square] |= bit
            if square in self.owner:
                numbers[self.owner[square]] += 1
        for counts, number in zip(self._count, numbers, strict=True):
            counts[number] = counts.get(number, 0) | bit

    @property
    def fitting(self) -> int:
        """The known placements that fit the regions, as a bit mask."""
        return self._right(())

    def _right(self, but: tuple[int, ...]) -> int:
        """Return the placements with the right number in all regions, except those in ``but``."""
        found = (1 << self._seen) - 1
        for region, counts in enumerate(self._count):
            if region not in but:
                found &= counts.get(self._each, 0)
        return found

    def move(self) -> None:
        """Make the move after which the fewest placements fit, with a penalty for shapes."""
        fitting = self.fitting
        right: dict[tuple[int, int], int] = {}
        best: tuple[float, BorderMove] | None = None
        for move in self._possible():
            pair = (move.here, move.there)
            if pair not in right:
                right[pair] = self._right(pair)
            cost = self._cost(move, fitting, right[pair])
            if (best is None or cost < best[0]) and self._hangs_together(move):
                best = cost, move
        if best is None:
            self._resting.clear()
        else:
            self._make(best[1])
        self._moves += 1

    def _possible(self) -> Iterable[BorderMove]:
        """Yield the possible moves: border squares to an adjacent region."""
        for square, here in self.owner.items():
            if square in self._kept or self._resting.get(square, 0) > self._moves:
                continue
            others = {self.owner[t] for t in self._near[square]} - {here}
            for there in sorted(others):
                yield BorderMove(square, here, there)

    def _cost(self, one: BorderMove, fitting: int, right: int) -> float:
        """Return the cost of a move: the change in fitting placements, and a penalty for shapes."""
        having, each = self._having[one.square], self._each
        more = self._count[one.here].get(each + 1, 0)
        fewer = self._count[one.there].get(each - 1, 0)
        gained = (having & more & fewer & right).bit_count() - (having & fitting).bit_count()
        beside = [self.owner[t] for t in self._near[one.square]]
        here, there = len(self._regions[one.here]), len(self._regions[one.there])
        shape = _LONGER * (beside.count(one.here) - beside.count(one.there))
        if each == 1:
            shape += _LARGER * (there - here) + _SMALL * (here <= 2)
        return gained + self._weight * shape + self._rng.random() / 2

    def _hangs_together(self, one: BorderMove) -> bool:
        """Return whether the region stays connected after a move."""
        left = self._regions[one.here] - {one.square}
        return is_connected(left, self._near)

    def _make(self, one: BorderMove) -> None:
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
        self._resting[one.square] = self._moves + _REST + self._rng.randrange(_REST)


def is_connected(squares: set[C], near: Mapping[C, Sequence[C]]) -> bool:
    """Return whether squares are connected by their sides; an empty set is not."""
    return bool(squares) and len(component(next(iter(squares)), squares, near)) == len(squares)


def component(first: C, squares: set[C], near: Mapping[C, Sequence[C]]) -> set[C]:
    """Return those of the squares that are connected with the first by their sides."""
    seen, edge = {first}, [first]
    while edge:
        for square in near[edge.pop()]:
            if square in squares and square not in seen:
                seen.add(square)
                edge.append(square)
    return seen
