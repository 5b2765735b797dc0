"""What a plan adds up to, in one part and in this thread: how tests ask an engine for a number."""

from __future__ import annotations

from collections import Counter
from typing import Any

from nqsat.engines.plan import carried_out


def total(engine: Any, model: Any) -> int:
    """How many solutions an engine counts."""
    return sum(sizes(engine, model, by_size=False).values())


def sizes(engine: Any, model: Any, *, by_size: bool = True) -> dict[int, int]:
    """How many solutions an engine counts for each number of men; those that are none are left out."""
    found: Counter[int] = Counter()
    for piece in carried_out(engine.plan(model, by_size=by_size)):
        for men, number in piece.numbers:
            found[men] += int(number)
    return {men: number for men, number in sorted(found.items()) if number}
