"""A geometry of one's own in one file: the Möbius strip, whose left and right edges meet in reverse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from nqsat.chess import Seam, Surface


@dataclass(frozen=True, slots=True)
class Moebius(Surface):
    """Over the left edge a ride goes on at the right, upside down."""

    word: ClassVar[str] = "moebius"
    noun: ClassVar[str] = "Möbius strip"
    remark: ClassVar[str] = "left and right edges wrap, mirrored"
    seams: ClassVar[tuple[Seam, ...]] = (Seam(1, twisted=True),)
