"""Audits: count a sample of the parts again, by another engine or another method of the same one.

The question determines the sample, so the run that is audited cannot choose it. The engine counts the model
restricted to the part. A part that no model describes, such as a range of a join, is not drawn.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping
from functools import partial
from operator import attrgetter
from typing import Any

from nqsat.counting.part_result import PartResult
from nqsat.counting.running import Numbers
from nqsat.engines import AutoEngine, Engine, Part, Plan, Stage, call_in_thread
from nqsat.engines.plans.plan import Total, run_plan, split_titles
from nqsat.errors import InvalidModel, UnsupportedByEngine


def audit_parts(
    stage: Stage,
    done: Mapping[str, PartResult],
    named: str,
    share: float,
    *,
    by_size: bool,
) -> tuple[dict[str, Any], list[str]]:
    """Count at least this share of a stage's parts again, as far as they are done.

    Args:
        stage: its stage that sums.
        done: what has been found.
        named: determines the sample.
        share: of all parts.
        by_size: whether sizes are counted apart.

    Returns:
        for each part that was counted again the engine and its numbers, and what differs.
    """

    def hash_of(part: Part) -> bytes:
        return hashlib.sha256(f"{named} {part.id}".encode()).digest()

    found, differ = dict[str, Any](), list[str]()
    for part in sorted(stage.parts, key=hash_of)[: math.ceil(share * len(stage.parts))]:
        other = _another_plan(stage.plan, part, by_size=by_size) if part.id in done else None
        if other is None:
            continue
        numbers, title = call_in_thread(partial(_numbers, other)), other.facts.title
        if numbers == done[part.id].numbers:
            found[part.id] = {"engine": title}
        else:
            differ.append(f"part {part.id}: {title} counts otherwise: {dict(numbers)}")
    return found, differ


def _numbers(plan: Plan) -> Numbers:
    total = Total()
    for piece in run_plan(plan):
        total.add(piece)
    return total.numbers


def _another_plan(plan: Plan, part: Part, *, by_size: bool) -> Plan | None:
    """Return the fastest plan for a part by an engine that has not counted it, or by another method."""
    model = plan.restricted_model(part)
    if model is None:
        return None
    sharing = split_titles(plan.facts.title)
    names = {title.partition("/")[0] for title in sharing}
    auto = AutoEngine()
    others: list[Engine] = [one for one in (*auto.counters, auto.lister) if one.name not in names]
    ways = (way for one in auto.counters if one.name in names for way in one.variants())
    own: list[Engine] = [way for way in ways if way.title not in sharing]
    for engines in (others, own):
        plans = list(_plans(engines, model, by_size=by_size))
        if plans:
            return min(plans, key=attrgetter("estimate.seconds"))
    return None


def _plans(engines: list[Engine], model: Any, *, by_size: bool) -> Iterator[Plan]:
    for engine in engines:
        try:
            plan = call_in_thread(partial(engine.plan, model, by_size=by_size))
            yield plan.stage(1, {}).plan
        except (UnsupportedByEngine, InvalidModel):
            continue
