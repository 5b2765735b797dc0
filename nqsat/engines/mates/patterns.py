"""The states of a half by pattern: the degrees of the middle's nodes, and which of them are paired.

The degrees, 0 to 2 each, are the digits of a number to base three, the *pattern*: that of node i has the
weight 3^i. The states of one pattern differ in their *pairing* alone, a word of sixteen numbers of four
bits: for each node the other end of its path, itself if it is bare or inner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from nqsat.engines.compiled.arrays import np
from nqsat.engines.mates.forward_kernel import HALF, INNER
from nqsat.engines.mates.strategy import MOST_SLOTS
from nqsat.engines.plans.plan import Progress

#: Rows that are read at a time.
CHUNK = 200_000

_SLOT_BITS = 5


class PatternReader:
    """Reads patterns and pairings from rows of the forward programme, two slots at a time, by tables.

    Args:
        slots: the slot of each node of the middle.
        maps: permutations of these nodes, the identity first; each row stands for its images under them.
    """

    def __init__(self, slots: Sequence[int], maps: Any) -> None:
        self._symmetries = len(maps)
        patterns = np.zeros((MOST_SLOTS, len(maps), 1 << _SLOT_BITS), np.int32)
        pairings = np.zeros(patterns.shape, np.uint64)
        for node, slot in enumerate(slots):
            # By what a slot holds: nothing, one more than another slot, or INNER.
            mates = np.full(1 << _SLOT_BITS, node)
            mates[[other + 1 for other in slots]] = range(len(slots))
            degrees = np.ones(1 << _SLOT_BITS, np.int32)
            degrees[0], degrees[INNER] = 0, 2
            for images, by_pattern, by_pairing in zip(
                maps, patterns[slot], pairings[slot], strict=True
            ):
                by_pattern[:] = degrees * 3 ** images[node]
                by_pairing[:] = images[mates].astype(np.uint64) << np.uint64(4 * images[node])
        self._tables = [
            (slot, _sums(patterns[slot : slot + 2]), _sums(pairings[slot : slot + 2]))
            for slot in range(0, MOST_SLOTS, 2)
            if not {slot, slot + 1}.isdisjoint(slots)
        ]

    def read(self, rows: Any) -> tuple[Any, Any, Any]:
        """The patterns and pairings of the images of some rows, and which of them are new.

        Returns:
            three arrays of maps × rows; an image is new if no earlier map leads to the same.
        """
        shape = (self._symmetries, len(rows))
        patterns, pairings = np.zeros(shape, np.int32), np.zeros(shape, np.uint64)
        for slot, by_pattern, by_pairing in self._tables:
            shift = np.uint64(_SLOT_BITS * (slot % HALF))
            both = (rows[:, slot // HALF] >> shift) & np.uint64((1 << 2 * _SLOT_BITS) - 1)
            values = both.astype(np.intp)
            patterns += by_pattern[:, values]
            pairings += by_pairing[:, values]
        new = np.ones(shape, bool)
        for i in range(1, len(new)):
            same = (patterns[:i] == patterns[i]) & (pairings[:i] == pairings[i])
            new[i] = ~same.any(axis=0)
        return patterns, pairings, new


def _sums(tables: Any) -> Any:
    """One table, maps × values of two slots, from those of the lower and of the upper slot."""
    lower, upper = tables
    return (upper[:, :, None] + lower[:, None, :]).reshape(len(lower), -1)


def count_patterns(rows: Any, reader: PatternReader, sizes: Any) -> Iterator[Progress]:
    """Add the number of states of each pattern p, images included, to ``sizes[p + 2]``."""
    for start in range(0, len(rows), CHUNK):
        patterns, _, new = reader.read(rows[start : start + CHUNK])
        np.add.at(sizes, patterns[new] + 2, 1)
        yield Progress()


def sort_by_pattern(
    rows: Any, reader: PatternReader, following: Any, numbers: Any, pairings: Any, counts: Any
) -> Iterator[Progress]:
    """Write the states of each pattern p from place ``following[p + 1]`` on, which moves to their end.

    A row that stands for several images counts them all together in ``numbers``; an image's count is its
    share, times the number of maps.
    """
    for start in range(0, len(rows), CHUNK):
        chunk = slice(start, start + CHUNK)
        patterns, words, new = reader.read(rows[chunk])
        shares = numbers[chunk] * (len(new) // new.sum(axis=0)).astype(np.uint64)
        order = np.argsort(patterns[new], kind="stable")
        found, first, several = np.unique(
            patterns[new][order], return_index=True, return_counts=True
        )
        places = np.arange(len(order)) + np.repeat(following[found + 1] - first, several)
        pairings[places] = words[new][order]
        counts[places] = np.broadcast_to(shares, new.shape)[new][order]
        following[found + 1] += several.astype(following.dtype)
        yield Progress()


def equal_ranges(sizes: Any, flip: Any, edges: Any, most: int) -> list[int]:
    """Where to cut the patterns so that joining what lies between takes about equally long.

    The states of pattern p begin at ``sizes[p]``; of p and its image under the permutation ``flip`` only
    the lesser is joined. Its work is estimated by its states, and by sets of three quarters of those
    ``edges`` of the middle that have room at both ends: that told best which ranges of 8×8 took long (of
    64 the heaviest took twice as long as foretold; by states alone it was three times).

    Returns:
        the first pattern of each range but the first: at most ``most``.
    """
    starts = sizes[: 3 ** len(flip) + 1]
    patterns = np.flatnonzero(starts[1:] > starts[:-1])
    numbers = starts[patterns + 1].astype(np.int64) - starts[patterns]
    degrees = [patterns // 3**i % 3 for i in range(len(flip))]
    free = np.zeros(len(patterns), np.int64)
    for a, b in edges:
        free += (degrees[a] < 2) & (degrees[b] < 2)
    work = numbers << np.minimum(3 * free // 4, 24)
    work[sum(degree * 3**i for degree, i in zip(degrees, flip, strict=True)) < patterns] = 0
    share = work.sum() // (most + 1) + 1
    ranges = (np.cumsum(work) - work) // share
    return [int(pattern) for pattern in patterns[1:][ranges[1:] > ranges[:-1]]]
