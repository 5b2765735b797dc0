"""Pairs of pairings that make one cycle, compiled: the sum of the products of their counts.

A pairing is a perfect matching of some ends, in a word as in ``middle_kernel``.
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


@njit()
def _ones(bits: Any) -> int:
    number = 0
    while bits:
        bits &= bits - _ONE
        number += 1
    return number


def _matcher(half: int) -> Any:
    """The inner loop for ``half`` paths on each side: a constant, so that the compiler unrolls it.

    The cycle through the first end is back there after as many double steps as it has paths, halved. Of
    these, one with one pairing and one with the other, all but the last must lead elsewhere.
    """

    @njit()
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


@njit(inline=True)
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


@njit()
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


@njit(inline=True)
def add_pairs(
    pairings: Any, counts: Any, ends: Any, others: Any, other_counts: Any, factor: Any, total: Any,
) -> None:  # fmt: skip
    """Add up the products of the counts of all pairs that make one cycle of all ends, times a factor.

    Of ``pairings`` with ``counts`` and ``others`` with ``other_counts``; ``ends`` has a bit for each end.
    The sum is added to ``total``, two limbs.
    """
    half = _ones(ends) // 2
    first = np.uint64(0)
    while not (ends >> first) & _ONE:
        first += _ONE
    first <<= _TWO
    for i in range(pairings.shape[0]):
        found = _partners(pairings[i], first, half, others, other_counts)
        if found:
            _add_product(total, counts[i], found * factor)
