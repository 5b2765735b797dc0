"""NumPy, for code without compiled kernels, and sets as arrays of 64-bit words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from nqsat.engines.stream import load_library

__all__ = ["np", "row", "rows", "to_int"]

if TYPE_CHECKING:
    import numpy as np
else:
    np = load_library("numpy", "a search with arrays")


def row(mask: int, words: int) -> Any:
    """A set as words, the lowest first."""
    return np.frombuffer(mask.to_bytes(8 * words, "little"), "<u8").astype(np.uint64)


def rows(masks: Iterable[int], words: int) -> Any:
    """Sets as a 2-D array, one row of words each."""
    return np.array([row(mask, words) for mask in masks], np.uint64).reshape(-1, words)


def to_int(limbs: Iterable[Any]) -> int:
    """The integer with these 64-bit limbs, the lowest first."""
    return sum(int(limb) << 64 * place for place, limb in enumerate(limbs))
