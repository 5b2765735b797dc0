"""A board cut into connected regions at random, each with so many of some squares: where they begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from nqsat.chess import Board, Piece, Square, attacks

#: Which squares share a side.
Beside = Mapping[Square, Sequence[Square]]

#: How much the squares that a region has beside a new one count against chance: for round regions.
_ROUND = 0.4

#: So often territories are put together in another way, before there is none.
_TRIES = 200


def beside(board: Board) -> Beside:
    """The squares that share a side with each."""
    ways = attacks(Piece.parse("W"), board)
    return {square: tuple(sorted(ways[square])) for square in board.squares}


def grown(
    seeds: Sequence[Square], each: int, near: Beside, chance: Random
) -> dict[Square, int] | None:
    """The number of each square's region, or None if chance found no way.

    A territory grows around every seed, the smaller ones sooner; then so many of them that touch are put
    together.

    Args:
        seeds: of which every region has the same number.
        each: how many.
        near: the squares beside each.
        chance: where it is drawn from.
    """
    for _ in range(_TRIES):
        territories = _territories(seeds, near, chance)
        groups = _joined(_touching(territories, near), each, chance)
        if groups is not None:
            region = {one: number for number, group in enumerate(groups) for one in group}
            return {square: region[one] for square, one in territories.items()}
    return None


def _territories(seeds: Sequence[Square], near: Beside, chance: Random) -> dict[Square, int]:
    """The number of the seed around which each square lies; squares out of reach have none."""
    owner = {square: number for number, square in enumerate(seeds)}
    size = [1] * len(seeds)
    edge = [set(near[square]) for square in seeds]
    growing = set(range(len(seeds)))
    while growing:
        one = min(sorted(growing), key=lambda x: size[x] + 6 * chance.random())
        free = sorted(square for square in edge[one] if square not in owner)
        if not free:
            growing.remove(one)
            continue
        where = max(
            free,
            key=lambda s: _ROUND * sum(owner.get(t) == one for t in near[s]) + chance.random(),
        )
        owner[where] = one
        size[one] += 1
        edge[one] |= set(near[where])
    return owner


def _touching(owner: Mapping[Square, int], near: Beside) -> dict[int, set[int]]:
    """Which territories share a side."""
    found: dict[int, set[int]] = {one: set() for one in owner.values()}
    for square, one in owner.items():
        found[one] |= {owner[t] for t in near[square] if t in owner} - {one}
    return found


def _joined(touching: Mapping[int, set[int]], each: int, chance: Random) -> list[set[int]] | None:
    """Territories in groups of so many that hang together, those with the fewest neighbours first."""
    left, groups = set(touching), []

    def loneliest(some: set[int]) -> int:
        return min(sorted(some), key=lambda x: (len(touching[x] & left), chance.random()))

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
