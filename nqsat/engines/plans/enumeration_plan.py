"""Counting by listing: the default plan of engines that cannot count otherwise.

The model is split into cubes if several parts are wanted. Each solution found is checked and counted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from nqsat.compiling import CnfProblem, check_size, lower
from nqsat.engines.listing.search import check_solutions, limit_solutions
from nqsat.engines.listing.stream import closing, gather_batches
from nqsat.engines.plans.cubes import cube, cut_into_parts, parts_of
from nqsat.engines.plans.plan import (
    Estimate,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    format_estimate,
    single_part_stage,
)
from nqsat.engines.plans.size_estimate import estimate_size
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.modelling import Model

if TYPE_CHECKING:
    from nqsat.engines.contract import Engine

#: Seconds per solution that ``sat`` lists, per solution and literal of the clauses, and per node of the
#: search tree that ``estimate_size`` visits.
LISTED, LISTED_LITERAL, VISITED = 5e-5, 4e-8, 5e-6

#: Models with more literals, approximately, get no estimate: it would take too long.
LARGEST = 1_000_000

#: With more than this many variables per possible man, random descents see too few of the exclusions, and
#: of the solutions: a list may take UNSEEN times as long as they say. Above BLIND seconds they say nothing,
#: and with more than SLOW variables they take too long.
DEFINED, UNSEEN, BLIND, SLOW = 20, 50.0, 36_000.0, 5_000

#: The number of descents of a quick guess; it suffices if the total of solutions and nodes is at most FEW
#: or at least MANY.
QUICKLY, FEW, MANY = 8, 500, 1e15

#: Where no descent has reached a solution, a list may take as few seconds as this.
SHORTEST = 0.05

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
        cost: the estimate, if it is already known.
        shows: make products, which are batches of solutions, and count none.
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
        several = self.cuts and self.limit is None  # a single part needs no other process
        return PlanFacts(self.engine.title, self.how, self.engine.note, in_python=several)

    @property
    def prefers_one_part(self) -> bool:
        return self.engine.lists_by_orbits(self.model)

    @property
    def estimate(self) -> Estimate:
        return self.cost or self.engine.estimate_listing(self.model)

    @property
    def with_estimate(self) -> EnumerationPlan:
        """The same plan with its estimate stored."""
        return replace(self, cost=self.estimate)

    @property
    def quick_estimate(self) -> Estimate | None:
        return self.cost

    def stage(self, wanted: int, products: Products) -> Stage:
        cuts = self.cuts and self.limit is None and wanted > 1
        return cut_into_parts(self.model, wanted) if cuts else single_part_stage()

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        model: Model = cube(self.model, part.data) if part.data else self.model
        found = limit_solutions(check_solutions(model, self.engine), self.limit)
        with closing(gather_batches(found)) as batches:
            for batch in batches:
                if self.shows:
                    yield Progress(product=batch)
                    continue
                sizes = Counter(len(one) for one in batch) if self.by_size else {0: len(batch)}
                yield Progress(tuple(sizes.items()), len(batch))

    def restricted_model(self, part: Part) -> Model | None:
        return cube(self.model, part.data) if self.cuts else None

    def split(self, part: Part) -> tuple[Part, ...]:
        return parts_of(self.model, part) if self.cuts else ()


def estimate_listing(model: Model | CnfProblem, pace: float, limit: int | None = None) -> Estimate:
    """Estimate the cost of listing, for an engine that takes ``pace`` times as long as ``sat``.

    The cost is proportional to the number of solutions, which ``estimate_size`` estimates quickly, or to
    the share of them that ``limit`` allows. It is a range where that number is only an upper estimate.
    """
    if limit is not None and limit < FEW:
        return Estimate(pace * LISTED * limit, 0, f"at most {limit:,} solutions to list")
    if isinstance(model, CnfProblem) or model.size > LARGEST:
        return UNKNOWN
    try:
        check_size(model)
        formula = lower(model)
        blind = model.of_men and formula.variables > DEFINED * len(formula.projection)
        if blind and formula.variables > SLOW:
            return UNKNOWN
        found = estimate_size(formula, QUICKLY)
        # Where descents see too little, more of them do not tell more, and take seconds.
        if found is not None and not blind and FEW < found.solutions + found.nodes < MANY:
            found = estimate_size(formula)
    except (
        InvalidModel,
        UnsupportedByEngine,
    ):  # perhaps a user-defined rule that cannot be lowered
        found = None
    if found is None:
        return UNKNOWN
    each = LISTED + LISTED_LITERAL * found.literals
    part = 1.0 if limit is None else min(1.0, limit / max(found.solutions, 1.0))
    seconds = part * (pace * each * found.solutions + VISITED * found.nodes)
    if blind:
        if seconds > BLIND:
            return UNKNOWN
        seconds *= UNSEEN
    number = format_estimate(found.solutions)
    if (found.reached and not blind) or seconds <= SHORTEST or seconds == math.inf:
        return Estimate(seconds, 0, f"about {number} solutions to list")
    middle = math.sqrt(SHORTEST * seconds)
    size = f"perhaps {number}" if blind else f"up to {number}"
    return Estimate(middle, 0, f"{size} solutions to list", middle / SHORTEST)
