"""Effort: how far a verification goes. What is left out because of it says so."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """Limits of the comparisons.

    Args:
        solutions: larger sets are not compared; what counts without listing is.
        encodings: larger ones are not compared under every encoding.
        resolving: larger ones are not listed by cpsat in the loop.
        certified: of larger ones no certificate is made and checked.
        states: so many may the checker have to count anew.
        invariants: of larger ones orbits are not counted, nor the transposed model listed.
        predicted: counters that predict more seconds than this are not asked.
        counters: those that are asked, by name; None for all. Some take seconds, to compile a kernel at
            the first use on a machine or to start a process for each count.
        methods: whether counters that have several ways are asked for each of them.
        seconds: so long may an engine take for one list or one count; None for as long as it likes.
        until: when all has to end, by ``time.monotonic``.
        further: what a reason ends with that only more effort would take away.
    """

    solutions: int = 50_000
    encodings: int = 2_000
    resolving: int = 100
    certified: int = 1_000
    states: int = 2_000_000
    invariants: int = 5_000
    predicted: float = 5.0
    counters: tuple[str, ...] | None = ("bitboard", "mates")
    methods: bool = False
    seconds: float | None = None
    until: float = math.inf
    further: str = ""

    @property
    def left(self) -> float | None:
        """So long may an engine take that is asked now."""
        left = max(self.until - time.monotonic(), 1e-3)
        least = min(left, math.inf if self.seconds is None else self.seconds)
        return None if least == math.inf else least

    @property
    def over(self) -> bool:
        """Whether it is late."""
        return time.monotonic() > self.until


#: What ``verify`` does unless told otherwise.
USUAL = Effort(further=", see --deep")

#: What ``verify --deep`` does.
DEEP = Effort(
    solutions=500_000,
    encodings=50_000,
    resolving=400,
    certified=10_000,
    states=20_000_000,
    invariants=50_000,
    predicted=60.0,
    counters=None,
    methods=True,
)

#: For models that are small, and that nobody waits for.
RANDOM = Effort(
    states=200_000, counters=("bitboard", "frontier", "mates"), methods=True, seconds=10.0
)
