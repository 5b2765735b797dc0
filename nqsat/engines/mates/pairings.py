"""Pairings of ends by rank, and what becomes of them when an edge is contracted.

A pairing of 2h ends is a perfect matching; there are (2h-1)!! = 1·3·5·…·(2h-1). The rank of one is a number
below that. Its digits, the lowest to base 2h-1, the next to base 2h-3, …, say which of the ends left is the
partner of the first one. Here ``mates[rank, i]`` is the partner of end i, in arrays of pairings × ends.
"""

from __future__ import annotations

from functools import cache
from math import prod
from typing import Any

from nqsat.engines.compiled.arrays import np

#: Most paths on each side for which pairs are summed by rank, and how many pairings their ends have.
MOST_RANKED = 6
MOST_PAIRINGS = prod(range(1, 2 * MOST_RANKED, 2))


@cache
def contractions() -> tuple[Any, Any]:
    """What becomes of pairings when an edge is contracted, for 2 to ``MOST_RANKED`` paths on each side.

    For each pairing of 2h ends by its rank, and each other end b: the rank, among the pairings of the ends
    but the first and b, of the pairing in which the partners of these two are partners; -1 if they are
    partners themselves. One array for all h; the numbers of h begin at ``starts[h]``.
    """
    tables = [_contraction_ranks(_pairings(half)) for half in range(2, MOST_RANKED + 1)]
    return np.concatenate(tables, dtype=np.int32), np.cumsum([0, 0, 0, *map(len, tables)])


def _pairings(half: int) -> Any:
    """All pairings of ``2 * half`` ends, in the order of their ranks."""
    if half == 0:
        return np.zeros((1, 0), np.int64)
    smaller, several = _pairings(half - 1), 2 * half - 1
    found = np.zeros((len(smaller) * several, 2 * half), np.int64)
    for b in range(1, 2 * half):
        rest = _other_ends(half, b)
        rows = found[b - 1 :: several]
        rows[:, 0], rows[:, rest] = b, rest[smaller]
    return found


def _contraction_ranks(mates: Any) -> Any:
    half = mates.shape[1] // 2
    found = np.full((len(mates), 2 * half - 1), -1)
    for b in range(1, 2 * half):
        open_ = mates[:, 0] != b
        some, every = mates[open_], np.arange(np.count_nonzero(open_))
        one, other = some[:, 0].copy(), some[:, b].copy()
        some[every, one], some[every, other] = other, one
        rest = _other_ends(half, b)
        found[open_, b - 1] = ranks(np.searchsorted(rest, some[:, rest]))
    return found.ravel()


def _other_ends(half: int, b: int) -> Any:
    """The ends but the first and b."""
    return np.delete(np.arange(2 * half), [0, b])


def ranks(mates: Any) -> Any:
    """The rank of each row."""
    found, power = np.zeros(len(mates), np.int64), np.ones(len(mates), np.int64)
    left = np.full(len(mates), mates.shape[1] - 1)
    ends = np.arange(mates.shape[1])
    for i in ends:
        first = mates[:, i] > i  # its partner is not among those before
        between = (mates > i) & (ends > i) & (ends < mates[:, i, None])
        found += first * power * between.sum(axis=1)
        power *= np.where(first, left, 1)
        left -= 2 * first
    return found
