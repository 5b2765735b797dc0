"""Sets as rows of 64-bit words: the few operations that the kernels are made of."""

from __future__ import annotations

from typing import Any

from nqsat.engines.arrays import np
from nqsat.engines.jit import njit

_1 = np.uint64(1)
_2 = np.uint64(2)
_4 = np.uint64(4)
_56 = np.uint64(56)
_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_EIGHTS = np.uint64(0x0F0F0F0F0F0F0F0F)
_EACH = np.uint64(0x0101010101010101)


@njit(cache=True)
def ones(word: Any) -> Any:
    """How many bits of a word are set. Compilers know this pattern and make one instruction of it."""
    word -= (word >> _1) & _PAIRS
    word = (word & _FOURS) + ((word >> _2) & _FOURS)
    return (((word + (word >> _4)) & _EIGHTS) * _EACH) >> _56


@njit(cache=True)
def lowest(word: Any) -> Any:
    """The place of the lowest bit that is set."""
    return ones((word & (~word + _1)) - _1)
