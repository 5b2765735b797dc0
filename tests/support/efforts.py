"""How far ``verify`` goes in tests."""

from __future__ import annotations

from nqsat.evidence import Effort

#: Every engine and every method, and larger sets of solutions.
DEEP = Effort(
    solutions=500_000,
    encodings=50_000,
    certified=10_000,
    states=20_000_000,
    invariants=50_000,
    predicted=60.0,
    counters=None,
    verified=True,
    methods=True,
)

#: For random models, which are small.
RANDOM = Effort(
    states=200_000, counters=("bitboard", "frontier", "mates"), methods=True, seconds=10.0
)
