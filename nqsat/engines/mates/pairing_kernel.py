"""Pairs of pairings that make one cycle, compiled: the sum of the products of their counts.

A pairing is a perfect matching of some ends, in a word as in ``middle_kernel``. Few pairs are looked at
one by one. Many are summed by rank: for all pairings at once, the sum of the counts of those on the other
side that make one cycle with each. Let a pairing join the first end and an end b. It makes one cycle with
another exactly if both do so once this edge is contracted: it is left out, and in the other pairing the
partners of the two ends become partners. So one vector over the pairings of 2h ends becomes 2h-1 vectors
over those of the remaining 2h-2 ends, one for each b, until two ends are left.
"""

from __future__ import annotations

from typing import Any

from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_NIBBLE = np.uint64(15)
_LOW32 = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)

#: Looking at a pair takes as long as this many additions, and the rank of a pairing as this many.
_PAIR, _RANK = 3, 40


@njit(cache=True)
def _ones(bits: Any) -> int:
    number = 0
    while bits:
        bits &= bits - _ONE
        number += 1
    return number


@njit(cache=True)
def _rank(pairing: Any, ends: Any) -> int:
    """The rank of a pairing among all of these ends, one bit for each, as in ``pairings``."""
    rank = 0
    power = 1
    left = _ones(ends) - 1
    while ends:
        lowest = ends & (~ends + _ONE)
        ends ^= lowest
        mate = (pairing >> np.uint64(4 * _ones(lowest - _ONE))) & _NIBBLE
        rank += power * _ones(ends & ((_ONE << mate) - _ONE))
        ends ^= _ONE << mate
        power *= left
        left -= 2
    return rank


@njit(cache=True)
def _sums(
    ends: Any, pairings: Any, counts: Any, targets: Any, starts: Any, sums: Any, spare: Any
) -> Any:
    """For each pairing of the ends by its rank, the sum of the counts of those that make one cycle with it.

    After contracting some edges, what is known has a row for each pairing of the ends that are left, and in
    it a number for each choice of the edges. ``sums`` and ``spare`` are overwritten; one is returned.
    """
    half = _ones(ends) // 2
    several = 2 * half - 1
    sums[:] = 0
    for i in range(pairings.shape[0]):
        place = starts[half] + _rank(pairings[i], ends) * several
        for b in range(several):
            target = targets[place + b]
            if target >= 0:
                sums[target * several + b] += counts[i]
    wide = np.uint64(several)  # unsigned: these indices are never counted from the end
    for level in range(half - 1, 1, -1):
        several = 2 * level - 1
        place = starts[level]
        spare[:] = 0
        row = np.uint64(0)
        while row < np.uint64(sums.shape[0]):
            for b in range(several):
                target = targets[place]
                place += 1
                if target >= 0:
                    into = np.uint64(target * several + b) * wide
                    for i in range(wide):
                        spare[into + i] += sums[row + i]
            row += wide
        sums, spare = spare, sums
        wide *= np.uint64(several)
    return sums


def _matcher(half: int) -> Any:
    """The inner loop for ``half`` paths on each side: a constant, so that the compiler unrolls it.

    The cycle through the first end is back there after as many double steps as it has paths, halved. Of
    these, one with one pairing and one with the other, all but the last must lead elsewhere.
    """

    @njit(cache=True)
    def _matching(pairing: Any, first: Any, pairings: Any, counts: Any) -> Any:
        begin = ((pairing >> first) & _NIBBLE) << _TWO
        total = np.uint64(0)
        for other in range(pairings.shape[0]):
            word = pairings[other]
            x = ((word >> begin) & _NIBBLE) << _TWO
            early = x == first
            for _ in range(half - 2):
                x = ((pairing >> x) & _NIBBLE) << _TWO
                x = ((word >> x) & _NIBBLE) << _TWO
                early |= x == first
            total += np.uint64(0) if early else counts[other]
        return total

    return _matching


_two, _three, _four, _five, _six, _seven, _eight = map(_matcher, range(2, 9))


@njit(cache=True, inline=True)
def _partners(pairing: Any, first: Any, half: int, pairings: Any, counts: Any) -> Any:
    """The sum of the counts of the pairings that make one cycle of all ends with this one.

    ``first`` is four times the place of some end, ``half`` the number of paths on each side, one at least.
    """
    if half == 1:
        total = np.uint64(
            0
        )  # ``counts.sum()`` takes as long to compile as three of the loops below
        for i in range(counts.shape[0]):
            total += counts[i]
        return total
    if half == 2:
        return _two(pairing, first, pairings, counts)
    if half == 3:
        return _three(pairing, first, pairings, counts)
    if half == 4:
        return _four(pairing, first, pairings, counts)
    if half == 5:
        return _five(pairing, first, pairings, counts)
    if half == 6:
        return _six(pairing, first, pairings, counts)
    if half == 7:
        return _seven(pairing, first, pairings, counts)
    return _eight(pairing, first, pairings, counts)


@njit(cache=True)
def _add_product(total: Any, a: Any, b: Any) -> None:
    """Add a·b to a number of two limbs of 64 bits."""
    a0, a1 = a & _LOW32, a >> _32
    b0, b1 = b & _LOW32, b >> _32
    middle = a1 * b0 + ((a0 * b0) >> _32)
    upper = a1 * b1 + (middle >> _32)
    middle = (middle & _LOW32) + a0 * b1
    upper += middle >> _32
    lower = (middle << _32) | ((a0 * b0) & _LOW32)
    total[0] += lower
    total[1] += upper
    if total[0] < lower:
        total[1] += _ONE


@njit(cache=True, inline=True)
def add_pairs(
    pairings: Any, counts: Any, ends: Any, others: Any, other_counts: Any, factor: Any, ranked: Any,
    total: Any,
) -> None:  # fmt: skip
    """Add up the products of the counts of all pairs that make one cycle of all ends, times a factor.

    Of ``pairings`` with ``counts`` and ``others`` with ``other_counts``; ``ends`` has a bit for each end.
    ``ranked`` are the two arrays of ``contractions``, and two for work with a number for each pairing. The
    sum is added to ``total``, two limbs.
    """
    targets, starts, sums, spare = ranked
    half = _ones(ends) // 2
    size = 0
    if 1 < half < starts.shape[0] - 1:
        size = (starts[half + 1] - starts[half]) // (2 * half - 1)
    several = pairings.shape[0] * others.shape[0]
    by_rank = size * half * (half - 1) + _RANK * (pairings.shape[0] + others.shape[0])
    if size and _PAIR * several > by_rank:
        sums = _sums(ends, others, other_counts, targets, starts, sums[:size], spare[:size])
        for i in range(pairings.shape[0]):
            _add_product(total, counts[i], sums[_rank(pairings[i], ends)] * factor)
        return
    first = np.uint64(0)
    while not (ends >> first) & _ONE:
        first += _ONE
    first <<= _TWO
    for i in range(pairings.shape[0]):
        found = _partners(pairings[i], first, half, others, other_counts)
        if found:
            _add_product(total, counts[i], found * factor)
