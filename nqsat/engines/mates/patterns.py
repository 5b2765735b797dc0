"""The states of a half by pattern: the degrees of the middle's nodes, and which of them are paired.

The degrees, 0 to 2 each, are the digits of a number to base three, the *pattern*: that of node i has the
weight 3^i. The states of one pattern differ in their *pairing* alone, a word of sixteen numbers of four
bits: for each node the other end of its path, itself if it is bare or inner.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit
from nqsat.engines.mates.forward_kernel import INNER, mate_at


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


@njit(inline=True)
def _read(low: Any, high: Any, middle: Any) -> int:
    """Write down the images of a state, each once; return how many there are."""
    number = 0
    for one in range(middle.maps.shape[0]):
        pattern, pairing = np.uint64(0), np.uint64(0)
        for node in range(middle.slots.shape[0]):
            value = mate_at(low, high, middle.slots[node])
            image, mate = middle.maps[one, node], node
            if value == INNER:
                pattern += np.uint64(2 * middle.power[image])
            elif value > 0:
                pattern += np.uint64(middle.power[image])
                mate = middle.nodes[value - 1]
            pairing |= np.uint64(middle.maps[one, mate]) << np.uint64(4 * image)
        new = True
        for i in range(number):
            new &= middle.images[i, 0] != pattern or middle.images[i, 1] != pairing
        if new:
            middle.images[number, 0] = pattern
            middle.images[number, 1] = pairing
            number += 1
    return number


@njit()
def sort_by_pattern(
    rows: Any, numbers: Any, middle: Any, sizes: Any, pairings: Any, counts: Any
) -> None:
    """Write the states of each pattern p from place ``sizes[p + 1]`` on, which moves to their end.

    If there is no room for pairings, the states of each pattern, images included, are counted in
    ``sizes[p + 2]`` instead. A row that stands for several images counts them all together in ``numbers``,
    whose columns are rows of ``counts``; an image's count is its share, times the number of maps.
    """
    for row in range(rows.shape[0]):
        images = _read(rows[row, 0], rows[row, 1], middle)
        share = np.uint64(middle.maps.shape[0] // images)
        for i in range(images):
            pattern = np.int64(middle.images[i, 0])
            if pairings.shape[0] == 0:
                sizes[pattern + 2] += 1
                continue
            place = sizes[pattern + 1]
            sizes[pattern + 1] += 1
            pairings[place] = middle.images[i, 1]
            for part in range(numbers.shape[1]):
                counts[part, place] = numbers[row, part] * share


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
