"""The states of a half by pattern: the degrees of the middle's nodes, and which of them are paired.

The degrees, 0 to 2 each, are the digits of a number to base three, the *pattern*: that of node i has the
weight 3^i. The states of one pattern differ in their *pairing* alone, a word of sixteen numbers of four
bits: for each node the other end of its path, itself if it is bare or inner.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from nqsat.engines.arrays import np
from nqsat.engines.kernels import Kernel


class MiddleNodes(NamedTuple):
    """How rows of the forward program are read.

    Args:
        slots: the slot of each node of the middle.
        nodes: the node of each slot.
        maps: permutations of these nodes, the identity first; each row stands for its images under them.
        power: the powers of three.
        images: room for the pattern and the pairing of each image.
    """

    slots: Any
    nodes: Any
    maps: Any
    power: Any
    images: Any


#: It writes the states of each pattern together; see ``kernels/tours.c``.
sort_by_pattern = Kernel("tours_sort")


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
