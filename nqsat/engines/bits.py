"""Sets of small numbers as integers: number n is in the set if bit n is 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bits_of(mask: int) -> Iterator[int]:
    """The positions of the ones, in ascending order."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def mask_of(places: Iterable[int]) -> int:
    """The integer with ones at these positions."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask
