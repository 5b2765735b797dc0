"""Audits: count a sample of the parts again, by another engine.

The question determines the sample, so the run that is audited cannot choose it. The engine counts the model
restricted to the part. A part that no model describes, such as a range of a join, is not drawn.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from contextlib import suppress
from operator import itemgetter
from typing import Any

from nqsat.counting.run import Numbers
from nqsat.engines import AutoEngine, ClausesEngine, Engine, Part, Plan, Stage
from nqsat.engines.plans.plan import PartResult, Total, split_titles
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.formulas import CnfProblem


def audit_parts(
    stage: Stage, done: Mapping[str, PartResult], named: str, share: float, *, by_size: bool
) -> tuple[dict[str, Any], list[str]]:
    """Count at least this share of a stage's parts again, as far as they are done; ``named`` draws them.

    Returns, for each part that was counted again, the engine; and what differs.
    """

    def hash_of(part: Part) -> bytes:
        return hashlib.sha256(f"{named} {part.id}".encode()).digest()

    found, differ = dict[str, Any](), list[str]()
    for part in sorted(stage.parts, key=hash_of)[: math.ceil(share * len(stage.parts))]:
        again = _counted_again(stage.plan, part, by_size=by_size) if part.id in done else None
        if again is None:
            continue
        title, numbers = again
        if numbers == done[part.id].numbers:
            found[part.id] = {"engine": title}
        else:
            differ.append(f"part {part.id}: {title} counts otherwise: {dict(numbers)}")
    return found, differ


def _counted_again(plan: Plan, part: Part, *, by_size: bool) -> tuple[str, Numbers] | None:
    """Return the title and the numbers of the fastest other engine; None if none takes the part."""
    model = plan.restricted_model(part)
    if model is None:
        return None
    names = {title.partition("/")[0] for title in split_titles(plan.facts.title)}
    auto, others, total = AutoEngine(), list[tuple[float, Engine]](), Total()
    engines: tuple[Engine, ...] = (*auto.counters, auto.lister)
    if isinstance(model, CnfProblem):
        engines = ClausesEngine(), auto.lister
    for engine in engines:
        if engine.name not in names:
            with suppress(UnsupportedByEngine, InvalidModel):
                plan = engine.plan(model, by_size=by_size)
                others.append((plan.estimate.seconds, engine))
    if not others:
        return None
    _, best = min(others, key=itemgetter(0))
    for piece in best.count(model, by_size=by_size):
        total.add(piece)
    return best.title if total.facts is None else total.facts.title, total.numbers
