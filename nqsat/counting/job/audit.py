"""Audits: a sample of the parts, counted again by another engine, or by their own parts.

Which parts these are follows from the job's id, so that nobody chooses them. Another engine counts the
model that has as many solutions as the part counts; where there is none, or it would take far longer, the
part is cut and its own parts are counted by the engine that the job has.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from nqsat.engines import AutoEngine, Engine
from nqsat.engines.plan import Cover, Estimate, Part, Plan, Products, Slice, Stage, Store
from nqsat.errors import InvalidModel, UnsupportedByEngine

#: Another engine may take so many times as long as the part did, and so many seconds.
TIMES, SECONDS = 20.0, 60.0


class Other(NamedTuple):
    """Another way to count a part.

    Args:
        title: who counts.
        plan: the numbers that it adds up to are those of the part, once.
    """

    title: str
    plan: Plan


def sample(job: str, parts: Sequence[Part], share: float) -> list[Part]:
    """Some of the parts, drawn by the job's id.

    Args:
        job: the id.
        parts: all of them.
        share: how many of them, at least: ``0.02``.
    """

    def drawn(part: Part) -> bytes:
        return hashlib.sha256(f"{job} {part.id}".encode()).digest()

    return sorted(parts, key=drawn)[: math.ceil(share * len(parts))]


def another_way(
    plan: Plan, part: Part, products: Products, *, by_size: bool, seconds: float
) -> Other | None:
    """Another way to count a part; None if there is none.

    Args:
        plan: of the job.
        part: of the stage that sums.
        products: of the stages before.
        by_size: whether numbers of men are told apart.
        seconds: that the part took.
    """
    best = _by_another(plan, part, by_size=by_size)
    deeper = Deeper(plan, part) if not products and plan.split(part) else None
    most = SECONDS + TIMES * seconds
    if deeper is not None and (best is None or best.plan.estimate.seconds > most):
        return Other(f"{plan.title}, cut deeper", deeper)
    return best


def _by_another(plan: Plan, part: Part, *, by_size: bool) -> Other | None:
    """The engine that counts the part soonest, of those that have no share in the plan."""
    model = plan.restricted(part)
    if model is None:
        return None
    own = {title.partition("/")[0] for title in plan.title.split(" + ")}
    found: list[Other] = []
    auto = AutoEngine()
    engines: tuple[Engine, ...] = (*auto.counters, auto.lister)
    for engine in engines:
        if engine.name in own:
            continue
        try:
            other = engine.plan(model, by_size=by_size).settled
        except (UnsupportedByEngine, InvalidModel):
            continue
        found.append(Other(other.title, other))
    return min(found, key=lambda one: one.plan.estimate.seconds, default=None)


@dataclass(frozen=True, slots=True)
class Deeper(Plan):
    """A part by its own parts.

    Args:
        plan, part: of a stage that needs no products.
    """

    plan: Plan
    part: Part

    @property
    def in_python(self) -> bool:
        return self.plan.in_python

    @property
    def title(self) -> str:
        return self.plan.title

    @property
    def estimate(self) -> Estimate:
        return self.plan.estimate

    def stage(self, wanted: int, products: Products) -> Stage:
        parts = tuple(
            child._replace(weight=Fraction(child.weight) / self.part.weight)
            for child in self.plan.split(self.part)
        )
        return Stage("count", parts, Cover("weights", "parts of a part", len(parts)))

    def stock(self, products: Products, store: Store) -> Any:
        return self.plan.stock(products, store)

    def run(self, part: Part, stock: Any) -> Iterator[Slice]:
        return self.plan.run(part, stock)
