"""Counting by listing: the default plan of engines that cannot count otherwise.

The model is split into cubes if several parts are wanted. Each solution found is checked and counted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nqsat.compiling import CnfProblem
from nqsat.engines.listing.search import check_solutions, limit_solutions
from nqsat.engines.listing.stream import closing, gather_batches
from nqsat.engines.plans.cubes import cube, cut_into_parts
from nqsat.engines.plans.plan import (
    Estimate,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    Weight,
    single_part_stage,
)
from nqsat.modelling import Model

if TYPE_CHECKING:
    from nqsat.engines.contract import Engine

#: The cost of a list.
UNKNOWN = Estimate(math.inf, 0, "it is unknown how many to list")


@dataclass(frozen=True, slots=True)
class EnumerationPlan(Plan):
    """List the solutions and count the list.

    Args:
        engine: the engine that lists.
        model: the model.
        by_size: count the solutions of each number of men separately.
        limit: raise ``LimitReached`` when more than this many have been listed.
        cuts: whether the model may be split into parts.
        how: see ``PlanFacts``.
        cost: the estimate, if it is known.
        shows: make products, which are batches of solutions, and count none.
    """

    engine: Engine
    model: Any
    by_size: bool = False
    limit: int | None = None
    cuts: bool = True
    how: str = "listing"
    cost: Estimate = UNKNOWN
    shows: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "engine", self.engine.for_model(self.model))

    @property
    def facts(self) -> PlanFacts:
        several = self.cuts and self.limit is None  # a single part needs no other process
        whole = not several or self.engine.lists_by_orbits(self.model)
        # A sum of weights, which may be negative, is no lower bound while it begins again in parts.
        whole |= getattr(self.model, "weights", None) is not None
        return PlanFacts(self.engine.title, self.how, self.engine.note, several, whole)

    def stage(self, wanted: int, products: Products) -> Stage:
        cuts = self.cuts and self.limit is None and wanted > 1
        return cut_into_parts(self, self.model, wanted) if cuts else single_part_stage(self)

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        model: Model = cube(self.model, part.data) if part.data else self.model
        found = limit_solutions(check_solutions(model, self.engine), self.limit)
        with closing(gather_batches(found)) as batches:
            for batch in batches:
                if self.shows:
                    yield Progress(product=batch)
                    continue
                sizes: Mapping[int, Weight]
                if isinstance(self.model, CnfProblem):
                    sizes = {0: sum(map(self.model.weight, batch))}
                else:
                    sizes = Counter(map(len, batch)) if self.by_size else {0: len(batch)}
                yield Progress(tuple(sizes.items()), len(batch))

    def restricted_model(self, part: Part) -> Model | None:
        return cube(self.model, part.data) if self.cuts else None
