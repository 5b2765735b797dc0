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


@njit(cache=True)
def popcount(word: Any) -> Any:
    """How many bits of a word are set. Compilers know this pattern and make one instruction of it."""
    word -= (word >> _1) & _PAIRS
    word = (word & _FOURS) + ((word >> _2) & _FOURS)
    return (((word + (word >> _4)) & _EIGHTS) * _EACH) >> _56


@njit(cache=True)
def lowest_bit(word: Any) -> Any:
    """The place of the lowest bit that is set."""
    return popcount((word & (~word + _1)) - _1)


@njit(cache=True, inline=True)
def count_free(sets: Any, number_of_set: Any, free: Any, depth: Any) -> Any:
    """How many items of a set are free at a depth."""
    number = _0
    for index in range(free.shape[1]):
        number += popcount(sets[number_of_set, index] & free[depth, index])
    return np.int64(number)


@njit(cache=True, inline=True)
def take_lowest(todo: Any, depth: Any) -> Any:
    """Take the first item out of the set at a depth; -1 if it is empty."""
    for index in range(todo.shape[1]):
        bits = todo[depth, index]
        if bits != _0:
            todo[depth, index] = bits & (bits - _1)
            return _64 * index + np.int64(lowest_bit(bits))
    return -1


@njit(cache=True)
def next_random(state: Any) -> Any:
    """The next state of a random number generator, whose upper bits are taken (Knuth's MMIX constants)."""
    return state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)


@njit(cache=True, inline=True)
def write_row(stack: Any, depth: int, out: Any, row: int) -> int:
    """Write the chosen places into a row, if rows are wanted; return the number of rows written."""
    if out.shape[0] == 0:
        return 0
    for index in range(out.shape[1]):
        out[row, index] = stack.choice[index] if index < depth else -1
    return 1
