"""Effort: how far a verification goes. What is left out because of it says so."""

from __future__ import annotations

from dataclasses import dataclass, field

from nqsat.engines import Deadline


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
        clock: when all has to end.
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
    clock: Deadline = field(default_factory=Deadline)
    further: str = ""

    @property
    def left(self) -> float | None:
        """So long may an engine take that is asked now."""
        return min((x for x in (self.clock.left, self.seconds) if x is not None), default=None)

    @property
    def over(self) -> bool:
        """Whether it is late."""
        return self.clock.over


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
