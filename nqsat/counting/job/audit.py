"""Audits: count a sample of the parts again, by another engine or by splitting them.

The job's id determines the sample, so that no runner chooses it. Another engine, or another method of the
same engine, counts the model restricted to the part. If there is none, or it would take far longer, the
part is split and its subparts are counted.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from nqsat.counting.parallel.workers import at_stage, side_by_side
from nqsat.engines import AutoEngine, Engine, call_in_thread
from nqsat.engines.plans.bundled import is_bundle, parts_of_bundle
from nqsat.engines.plans.plan import (
    Cover,
    Part,
    Plan,
    Products,
    Progress,
    Stage,
    Store,
    join_titles,
    split_titles,
)
from nqsat.errors import InvalidModel, UnsupportedByEngine

#: Another engine may take TIMES as long as the part did, plus SECONDS.
TIMES, SECONDS = 20.0, 60.0


class SecondMethod(NamedTuple):
    """A second method to count a part.

    Args:
        title: the engine's title.
        seconds: the estimate.
        pieces: runs it with a number of workers and yields progress; the numbers add up to the part's.
    """

    title: str
    seconds: float
    pieces: Callable[[int], Iterator[tuple[str, Progress]]]


_SECONDS = attrgetter("seconds")


def sample(job: str, parts: Sequence[Part], share: float) -> list[Part]:
    """Return a sample of at least this share of the parts, determined by the job's id."""

    def hash_of(part: Part) -> bytes:
        return hashlib.sha256(f"{job} {part.id}".encode()).digest()

    return sorted(parts, key=hash_of)[: math.ceil(share * len(parts))]


def another_way(
    plan: Plan, part: Part, products: Products, store: Store, *, by_size: bool, seconds: float
) -> SecondMethod | None:
    """Return a second method to count a part that took ``seconds``, or None; the part's stage sums."""
    if is_bundle(part):
        parts = parts_of_bundle(part)
        ways = [
            another_way(plan, one, products, store, by_size=by_size, seconds=seconds)
            for one in parts
        ]
        return None if None in ways else _together(parts, list(filter(None, ways)))
    found = [
        *_by_others(plan, part, by_size=by_size, own=False),
        *_by_others(plan, part, by_size=by_size, own=True),
    ]
    most = SECONDS + TIMES * seconds
    soon = next((one for one in found if one.seconds <= most), None)
    if soon is None and (own := deeper(plan, part)).parts:
        made = dict(products)
        return SecondMethod(
            f"{plan.facts.title}, cut deeper",
            plan.estimate.seconds,
            lambda workers: at_stage(plan, own, workers, made, store),
        )
    return soon or min(found, key=_SECONDS, default=None)


def _together(parts: Sequence[Part], ways: Sequence[SecondMethod]) -> SecondMethod:
    """Combine the methods for the parts in a bundle into one for the bundle."""

    def pieces(workers: int) -> Iterator[tuple[str, Progress]]:
        for part, way in zip(parts, ways, strict=True):
            for id_, piece in way.pieces(workers):
                numbers = tuple((men, part.weight * number) for men, number in piece.numbers)
                yield f"{part.id}/{id_}", piece._replace(numbers=numbers)

    return SecondMethod(
        join_titles(way.title for way in ways), sum(way.seconds for way in ways), pieces
    )


def deeper(plan: Plan, part: Part) -> Stage:
    """Return a stage of the part's subparts; it has none if the part cannot be split."""
    parts = tuple(
        child._replace(weight=Fraction(child.weight) / part.weight) for child in plan.split(part)
    )
    return Stage("count", parts, Cover("weights", "parts of a part", len(parts)))


def _by_others(plan: Plan, part: Part, *, by_size: bool, own: bool) -> list[SecondMethod]:
    """Return methods by engines that the plan does not use (or variants of its own), the fastest first."""
    model = plan.restricted_model(part)
    if model is None:
        return []
    sharing = split_titles(plan.facts.title)
    names = {title.partition("/")[0] for title in sharing}
    auto = AutoEngine()
    engines: tuple[Engine, ...] = (*auto.counters, auto.lister)
    if own:
        engines = tuple(way for counter in auto.counters for way in counter.variants())
    found: list[SecondMethod] = []
    for engine in engines:
        if (engine.name in names) != own or engine.title in sharing:
            continue
        try:
            its = call_in_thread(partial(engine.plan, model, by_size=by_size))
            found.append(_counting(its.committed))
        except (UnsupportedByEngine, InvalidModel):
            continue
    return sorted(found, key=_SECONDS)


def _counting(plan: Plan) -> SecondMethod:
    seconds = plan.estimate.seconds
    return SecondMethod(plan.facts.title, seconds, lambda workers: side_by_side(plan, workers, {}))
