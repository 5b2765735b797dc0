"""Weighted sums of plans."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nqsat.engines.plans.plan import (
    Cover,
    Estimate,
    Facts,
    Part,
    Plan,
    Products,
    Progress,
    Stage,
    Store,
    Weight,
    join_titles,
)
from nqsat.modelling import Model

#: Maximum number of plans whose shared states are cached.
_MOST_SHARED = 8


@dataclass(frozen=True, slots=True)
class WeightedPlan(Plan):
    """A weighted sum of plans, e.g. over conjugacy classes or pairs of endpoints."""

    #: triples of a name, which contains no `/`, a weight and a plan
    plans: tuple[tuple[str, Weight, Plan], ...]
    total: Weight  # the sum of the weights
    words: str  # what the names stand for
    facts: Facts  # of all plans together

    @classmethod
    def of(
        cls,
        plans: Sequence[tuple[str, Weight, Plan]],
        total: Weight,
        words: str,
        method: str = "counting",
    ) -> WeightedPlan:
        """The sum of these plans; see ``Facts`` for the method."""
        facts = joined_facts((plan.facts for _, _, plan in plans), method)
        cost = facts.cost._replace(words=f"{len(plans)} {words}")
        return cls(tuple(plans), total, words, facts._replace(cost=cost))

    def stage(self, wanted: int, products: Products) -> Stage:
        seconds = [plan.estimate.seconds for _, _, plan in self.plans]
        shares = _shares(wanted, seconds) if wanted > 1 else [1] * len(self.plans)
        stages = [
            plan.stage(share, _products_of(products, name))
            for (name, _, plan), share in zip(self.plans, shares, strict=True)
        ]
        sums = all(stage.sums for stage in stages)
        parts: list[Part] = []
        inner: list[tuple[str, Weight, Cover]] = []
        for (name, weight, _), stage, takes in zip(self.plans, stages, seconds, strict=True):
            if stage.sums != sums:
                continue  # plans that still have products to make come first
            loads = sum(part.load for part in stage.parts)
            heavy = takes / loads if loads > 0 and takes < math.inf else 1.0
            parts += (
                part._replace(
                    id=f"{name}/{part.id}", weight=weight * part.weight, load=part.load * heavy
                )
                for part in stage.parts
            )
            inner.append((f"{name}/", weight, stage.cover))
        parts.sort(key=lambda part: -part.load)
        total = sum(weight for _, weight, _ in inner)
        cover = Cover("sum", self.words, total, (), tuple(inner))
        plans = tuple(
            (*part[:2], stage.plan) for part, stage in zip(self.plans, stages, strict=True)
        )
        return Stage("sum", tuple(parts), cover, replace(self, plans=plans), sums)

    def prepare(self, products: Products, store: Store) -> _PlanStates:
        return _PlanStates({name: plan for name, _, plan in self.plans}, products, store)

    def run(self, part: Part, shared: _PlanStates) -> Iterator[Progress]:
        name, plan, own = self._part_within_plan(part)
        return plan.run(own, shared.shared_of(name))

    def with_memory_for(self, workers: int) -> Plan:
        plans = ((*part[:2], part[2].with_memory_for(workers)) for part in self.plans)
        return replace(self, plans=tuple(plans))

    def restricted_model(self, part: Part) -> Model | None:
        _, plan, own = self._part_within_plan(part)
        return plan.restricted_model(own)

    def _part_within_plan(self, part: Part) -> tuple[str, Plan, Part]:
        """The plan of a part, with its name, and the part by its id within that plan."""
        name, _, rest = part.id.partition("/")
        plan = next(plan for other, _, plan in self.plans if other == name)
        return name, plan, part._replace(id=rest)


def joined_facts(every: Iterable[Facts], method: str) -> Facts:
    """The facts of several counts, one after the other."""
    facts = [*every]
    costs = [fact.cost for fact in facts]
    cost = Estimate(
        sum(cost.seconds for cost in costs),
        max((cost.memory for cost in costs), default=0),
        "",
        max((cost.spread for cost in costs), default=1.0),
    )
    notes = dict.fromkeys(fact.note for fact in facts if fact.note)
    in_python = any(fact.in_python for fact in facts)
    title = join_titles(fact.title for fact in facts)
    return Facts(title, method, "; ".join(notes) or None, cost, in_python=in_python)


def _shares(wanted: int, seconds: Sequence[float]) -> list[int]:
    """Divide the wanted number of parts among the plans in proportion to their times."""
    whole = sum(seconds)
    if not 0 < whole < math.inf:
        return [max(1, wanted // max(1, len(seconds)))] * len(seconds)
    return [max(1, round(wanted * share / whole)) for share in seconds]


def _products_of(products: Products, name: str) -> Products:
    """The products of one of several plans, by the ids within that plan."""
    head = f"{name}/"
    return {id_[len(head) :]: made for id_, made in products.items() if id_.startswith(head)}


class _PlanStates:
    """The shared states of several plans, prepared on first use; a cache of limited size."""

    def __init__(self, plans: Mapping[str, Plan], products: Products, store: Store) -> None:
        self._plans = plans
        self._products, self._store = products, store
        self._made: dict[str, Any] = {}
        self._lock = threading.Lock()

    def shared_of(self, name: str) -> Any:
        with self._lock:
            if name not in self._made:
                while len(self._made) >= _MOST_SHARED:
                    del self._made[next(iter(self._made))]
                made = self._plans[name].prepare(_products_of(self._products, name), self._store)
                self._made[name] = made
            return self._made[name]
