"""The plan of an engine that has no parts of its own: it counts the whole model, or cubes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from nqsat.engines.plans.cubes import cube, cut_into_parts
from nqsat.engines.plans.plan import Facts, Part, Plan, Products, Progress, Stage, single_part_stage

if TYPE_CHECKING:
    from nqsat.engines.contract import Engine


@dataclass(frozen=True, slots=True)
class CubePlan(Plan):
    """Each part is a cube of the model, which the engine counts.

    Args:
        engine: the engine.
        model: the model, or a formula.
        facts: see ``Facts``.
        by_size: count the solutions of each number of pieces separately.
        most: how many parts there are at most; 1 if the engine counts the whole.
    """

    engine: Engine
    model: Any
    facts: Facts
    by_size: bool = False
    most: int | None = None

    def stage(self, wanted: int, products: Products) -> Stage:
        wanted = min(wanted, self.most or wanted)
        return cut_into_parts(self, self.model, wanted) if wanted > 1 else single_part_stage(self)

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        return self.engine.count(cube(self.model, part.data), by_size=self.by_size)

    def with_memory_for(self, workers: int) -> Plan:
        return replace(self, engine=self.engine.with_memory_for(workers))

    def restricted_model(self, part: Part) -> Any:
        return cube(self.model, part.data)
