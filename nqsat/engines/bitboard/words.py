"""Sets of items as 64-bit words, compiled: the operations that all searches share."""

from __future__ import annotations

from typing import Any

from nqsat.engines.compiled.arrays import np
from nqsat.engines.compiled.jit import njit

_0 = np.uint64(0)
_1 = np.uint64(1)
_2 = np.uint64(2)
_4 = np.uint64(4)
_56 = np.uint64(56)
_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_EIGHTS = np.uint64(0x0F0F0F0F0F0F0F0F)
_EACH = np.uint64(0x0101010101010101)
_64 = 64


@njit()
def popcount(word: Any) -> Any:
    """How many bits of a word are set. Compilers know this pattern and make one instruction of it."""
    word -= (word >> _1) & _PAIRS
    word = (word & _FOURS) + ((word >> _2) & _FOURS)
    return (((word + (word >> _4)) & _EIGHTS) * _EACH) >> _56


@njit()
def lowest_bit(word: Any) -> Any:
    """The place of the lowest bit that is set."""
    return popcount((word & (~word + _1)) - _1)


@njit(inline=True)
def count_free(sets: Any, number_of_set: Any, free: Any, depth: Any) -> Any:
    """How many items of a set are free at a depth."""
    number = _0
    for index in range(free.shape[1]):
        number += popcount(sets[number_of_set, index] & free[depth, index])
    return np.int64(number)


@njit(inline=True)
def take_lowest(todo: Any, depth: Any) -> Any:
    """Take the first item out of the set at a depth; -1 if it is empty."""
    for index in range(todo.shape[1]):
        bits = todo[depth, index]
        if bits != _0:
            todo[depth, index] = bits & (bits - _1)
            return _64 * index + np.int64(lowest_bit(bits))
    return -1
