"""Counting by listing: the plan of every engine that has no other.

The model is cut into cubes where several parts are wanted; every solution that is found in one is checked,
and counts for as much as it stands for.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from nqsat.compiling import CnfProblem, check_size, lower
from nqsat.engines.listing.search import checked, limited
from nqsat.engines.listing.stream import closing, gathered
from nqsat.engines.plans.cubes import cube, cut, parts_of
from nqsat.engines.plans.plan import (
    Estimate,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    rounded,
    whole,
)
from nqsat.engines.plans.size_estimate import guess
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.modelling import Model

if TYPE_CHECKING:
    from nqsat.engines.contract import Engine

#: Seconds for a solution that ``sat`` lists, and for every literal of its clauses; and for a node of the
#: search tree that ``guess`` looks at.
LISTED, LISTED_LITERAL, VISITED = 5e-5, 4e-8, 5e-6

#: Of models with more literals, about, nothing is foretold unless it is needed: it takes too long.
LARGEST = 1_000_000

#: With so many times as many variables as possible men, random ways down see too few of the exclusions.
DEFINED = 20

#: A guess from so few ways down is good enough where it says that there are so few solutions and nodes, or
#: so many.
QUICKLY, FEW, MANY = 8, 500, 1e15

UNKNOWN = Estimate(math.inf, 0, "it is unknown how many to list")


@dataclass(frozen=True, slots=True)
class EnumerationPlan(Plan):
    """A list that is made and counted.

    Args:
        engine: the engine that lists.
        model: of what.
        by_size: tell the numbers of men apart.
        limit: raise ``LimitReached`` when more than so many have been listed.
        cuts: whether the list of each part counts for itself.
        how: see ``PlanFacts``.
        cost: what it will cost, where that is known already.
        shows: make products, the solutions some at a time, and count none.
    """

    engine: Engine
    model: Any
    by_size: bool = False
    limit: int | None = None
    cuts: bool = True
    how: str = "listing"
    cost: Estimate | None = None
    shows: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "engine", self.engine.for_model(self.model))

    @property
    def for_worker(self) -> EnumerationPlan:
        return replace(self, engine=self.engine.for_worker)

    @property
    def facts(self) -> PlanFacts:
        several = self.cuts and self.limit is None  # what is one part needs no process for others
        return PlanFacts(self.engine.title, self.how, self.engine.note, in_python=several)

    @property
    def undivided(self) -> bool:
        return self.engine.lists_by_orbits(self.model)

    @property
    def estimate(self) -> Estimate:
        return self.cost or self.engine.listing(self.model)

    @property
    def weighed(self) -> EnumerationPlan:
        """The same, knowing what it will cost."""
        return replace(self, cost=self.estimate)

    @property
    def quick_estimate(self) -> Estimate | None:
        return self.cost

    def stage(self, wanted: int, products: Products) -> Stage:
        cuts = self.cuts and self.limit is None and wanted > 1
        return cut(self.model, wanted) if cuts else whole()

    def run(self, part: Part, stock: Any) -> Iterator[Progress]:
        model: Model = cube(self.model, part.data) if part.data else self.model
        found = limited(checked(model, self.engine), self.limit)
        with closing(gathered(found)) as batches:
            for batch in batches:
                if self.shows:
                    yield Progress(product=batch)
                    continue
                sizes = Counter(len(one) for one in batch) if self.by_size else {0: len(batch)}
                yield Progress(tuple(sizes.items()), len(batch))

    def restricted(self, part: Part) -> Model | None:
        return cube(self.model, part.data) if self.cuts else None

    def split(self, part: Part) -> tuple[Part, ...]:
        return parts_of(self.model, part) if self.cuts else ()


def foretold(model: Model | CnfProblem, pace: float, limit: int | None = None) -> Estimate:
    """What it takes to list solutions, by an engine that needs so many times what ``sat`` does.

    It takes as long as there are solutions; ``guess`` says roughly and at once how many. Of a number
    of them that is wanted, ``limit``, no more than these.
    """
    if limit is not None and limit < FEW:
        return Estimate(pace * LISTED * limit, 0, f"at most {limit:,} solutions to list")
    if isinstance(model, CnfProblem) or model.size > LARGEST:
        return UNKNOWN
    try:
        check_size(model)
        formula = lower(model)
        if model.of_men and formula.variables > DEFINED * len(formula.projection):
            return UNKNOWN
        found = guess(formula, QUICKLY)
        if found is not None and FEW < found.solutions + found.nodes < MANY:
            found = guess(formula)
    except (
        InvalidModel,
        UnsupportedByEngine,
    ):  # perhaps a rule of the user's own cannot be lowered
        found = None
    if found is None:
        return UNKNOWN
    each = LISTED + LISTED_LITERAL * found.literals
    part = 1.0 if limit is None else min(1.0, limit / max(found.solutions, 1.0))
    seconds = part * (pace * each * found.solutions + VISITED * found.nodes)
    return Estimate(seconds, 0, f"about {rounded(found.solutions)} solutions to list")
