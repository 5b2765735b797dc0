"""Several engines as one: each model is counted by the engine with the lowest estimate.

Unlike ``auto`` it depends only on the model: not on the clock, nor on which kernels are compiled. So a plan
that is made again uses the same engines, as the runners of a job require.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from nqsat.engines.contract import Counter, Engine
from nqsat.engines.plans.enumeration_plan import EnumerationPlan
from nqsat.engines.plans.plan import Plan
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model

#: Separator of titles.
_AND = " + "


@dataclass(frozen=True, slots=True)
class Cheapest(Counter):
    """Counts by the cheapest of some engines; does not list.

    Args:
        engines: the candidates; of those with the lowest estimate, the first is used.
    """

    name: ClassVar[str] = "cheapest"
    engines: tuple[Engine, ...]

    @property
    def title(self) -> str:
        return join_titles(engine.title for engine in self.engines)

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        plans: list[Plan] = []
        refusal: UnsupportedByEngine | None = None
        for engine in self.engines:
            try:
                plan = engine.plan(model, by_size=by_size).committed
                plans.append(plan.with_estimate if isinstance(plan, EnumerationPlan) else plan)
            except UnsupportedByEngine as error:
                refusal = refusal or error
        if not plans:
            raise refusal or UnsupportedByEngine(self.name, "has no engines", ("auto",))
        return min(plans, key=lambda plan: plan.estimate.seconds)


def join_titles(titles: Iterable[str]) -> str:
    """The title of a ``Cheapest``, or of the engines that shared a count; without duplicates."""
    return _AND.join(dict.fromkeys(titles))


def split_titles(text: str) -> list[str]:
    """Split a title of several engines."""
    return text.split(_AND)
