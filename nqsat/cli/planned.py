"""What a count would do, in a few lines."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from nqsat.engines import rounded
from nqsat.modelling import plural

if TYPE_CHECKING:
    from nqsat.counting.foreseen import Foreseen


def plan_lines(plan: Foreseen, label: str = "") -> Iterator[str]:
    """Who would count, in which parts, and what that takes; the label goes before."""
    if label:
        yield f"{label}:"
    yield f"engine    {plan.engine}, {plan.method}"
    seconds, memory, words = plan.estimate
    time = "nobody knows how long" if seconds == math.inf else f"about {rounded(seconds)} s"
    size = f", {memory / 1e6:,.0f} MB" if memory else ""
    yield f"foretold  {time} of one core{size}"
    yield f"          {words}"
    number = len(plan.stage.parts)
    later = "" if plan.stage.sums else "; more stages follow from what it makes"
    yield f"stage     {plan.stage.name}: {number:,} {plural(number, 'parts')}{later}"
    yield f"cover     {plan.stage.cover.words}"
    yield f"workers   {plan.workers}"
