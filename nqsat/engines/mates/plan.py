"""The plans of ``mates``: layer by layer through the board, or two halves and then ranges of their join."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Any

from nqsat.engines.layered.plan import LayeredPlan
from nqsat.engines.machine import format_bytes, memory_limit
from nqsat.engines.mates.graph import NAME, Graph, name_of_states
from nqsat.engines.mates.halves import Cut, halves_of
from nqsat.engines.mates.strategy import STATE_SECONDS, Strategy
from nqsat.engines.plans.plan import (
    Cover,
    Estimate,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    Store,
)
from nqsat.errors import EngineFailure, OutOfMemory, UnsupportedByEngine

if TYPE_CHECKING:
    from nqsat.engines.mates.forward import MatesProgram
    from nqsat.engines.mates.middle import HalvesStage, Middle

#: Ids of the parts that count halves.
HALVES = ("half-1", "half-2")


def plan_of(by: str, memory: int, graph: Graph, way: Strategy) -> ForwardPlan | MiddlePlan:
    """The plan for a strategy to count the Hamiltonian cycles of a graph.

    Args:
        by: the title of the engine.
        memory: bytes that it may use.
        graph: the graph.
        way: the strategy.
    """
    if way.cut is None:
        return ForwardPlan(memory, by, graph, way)
    return MiddlePlan(by, memory, graph, way, way.cut)


@dataclass(frozen=True, slots=True)
class ForwardPlan(LayeredPlan):
    """Layer by layer through the whole graph; for the rest see ``plan_of``."""

    by: str
    graph: Graph
    way: Strategy

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts(self.by, rate=1 / STATE_SECONDS)

    @property
    def estimate(self) -> Estimate:
        return self.way.estimate

    @property
    def layers(self) -> int:
        return len(self.way.order)

    @property
    def words(self) -> int:
        return 2

    @property
    def digest(self) -> str:
        return name_of_states(self.graph, self.way.order)

    def compile(self) -> MatesProgram:
        from nqsat.engines.mates.forward import MatesProgram

        return MatesProgram(self.graph, self.way.order)

    def scope(self, place: int) -> int:
        return _scope(self.graph, self.way.order, place)

    def refusal(self, reason: str, hint: str = "") -> UnsupportedByEngine:
        return refusal(f"{reason} ({self.way.words})", self.memory, hint)


@dataclass(frozen=True, slots=True)
class MiddlePlan(Plan):
    """Two halves, and then ranges of their join; see ``plan_of``."""

    by: str
    memory: int
    graph: Graph
    way: Strategy
    cut: Cut

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts(self.by)

    @property
    def estimate(self) -> Estimate:
        return self.way.estimate

    def stage(self, wanted: int, products: Products) -> Stage:
        made = _half_products(self.cut, products)
        if None not in made:
            return _join(self, made, wanted)
        parts = tuple(_half(i) for i in range(len(made)))
        return Stage("halves", parts, Cover("ranges", "halves", len(parts)), self, sums=False)

    def prepare(self, products: Products, store: Store) -> HalvesStage | Middle:
        """The shared data of the parts, with a method to run them."""
        # NumPy and Numba take a third of a second to import, so this waits until something is counted.
        from nqsat.engines.mates.middle import HalfStates, HalvesStage, Middle

        halving = HalvesStage(self.graph, self.cut, self.memory, store)
        made = _half_products(self.cut, products)
        if None in made:
            return halving
        arrays = [
            load_or_make(store, half["name"], partial(halving.run, _half(i)))
            for i, half in enumerate(made)
        ]
        return Middle(self.graph, self.cut, HalfStates.of(arrays[0]), HalfStates.of(arrays[-1]))

    def run(self, part: Part, shared: HalvesStage | Middle) -> Iterator[Progress]:
        from nqsat.engines.layered.run import TooWide

        try:
            yield from shared.run(part)
        except TooWide:
            where = f"reached in {part.id}, beyond the estimate ({self.way.words})"
            raise OutOfMemory(NAME, f"{format_bytes(memory_limit(self.memory))} {where}") from None

    def accepts(self, part: Part, product: Any) -> bool:
        half = halves_of(self.graph, self.cut)[part.data[0]]
        if not is_kept(product, half.name) or product.get("times") != len(half.graph.maps):
            return False
        ranges = product.get("ranges")
        if not isinstance(ranges, list) or not all(type(one) is int for one in ranges):
            return False
        return all(one < other for one, other in pairwise([0, *ranges, 3 ** len(self.cut.middle)]))


@dataclass(frozen=True, slots=True)
class FewerKernelsPlan(Plan):
    """A plan for while the kernels of another are not compiled, which work in several parts follows.

    Args:
        plan: the plan.
        usual: the other one.
    """

    plan: ForwardPlan
    usual: MiddlePlan

    @property
    def facts(self) -> PlanFacts:
        return self.plan.facts

    @property
    def estimate(self) -> Estimate:
        return self.plan.estimate

    def stage(self, wanted: int, products: Products) -> Stage:
        return (self.usual if wanted else self.plan).stage(wanted, products)


def refusal(reason: str, memory: int | None, hint: str = "") -> UnsupportedByEngine:
    """Make the error for a count that needs more memory than allowed."""
    limit = f"{format_bytes(memory_limit(memory))} are allowed{hint}"
    return UnsupportedByEngine(NAME, f"{reason}; {limit}", ("sat",))


def load_or_make(
    store: Store, name: str, make: Callable[[], Iterator[Progress]]
) -> Mapping[str, Any]:
    """Load the arrays of a name; if they are lost or damaged, ``make`` computes and stores them again."""
    with suppress(KeyError, EngineFailure):
        return store.load(name)
    store.delete(name)
    for _ in make():
        pass
    return store.load(name)


def is_kept(product: Any, name: str) -> bool:
    """Whether a product reports states that are stored under this name."""
    if not isinstance(product, dict) or product.get("name") != name:
        return False
    states = product.get("states")
    return type(states) is int and states >= 0


@lru_cache(maxsize=64)
def _scope(graph: Graph, order: Sequence[int], place: int) -> int:
    """See ``LayeredProgram.scope``; cached, because it is needed for every row of a manifest."""
    from nqsat.engines.mates.forward import MatesProgram

    return MatesProgram(graph, order).scope(place)


def _half(number: int) -> Part:
    return Part(HALVES[number], (number, number + 1))


def _half_products(cut: Cut, products: Products) -> list[Any]:
    """The product of each half; None where there is none yet."""
    return [products.get(name) for name in HALVES[: 2 if cut.mirror is None else 1]]


def _join(plan: MiddlePlan, made: Sequence[Any], wanted: int) -> Stage:
    """Ranges of the first half's patterns with about equal work."""
    patterns = 3 ** len(plan.cut.middle)
    # A half counts each state once for every symmetry of the half; so does its mirror image.
    times = prod(half["times"] for half in made) ** (2 // len(made))
    every = Part("", (0, patterns, *made[0]["ranges"]), 1.0, Fraction(plan.graph.each, times))
    cover = Cover("ranges", "patterns", patterns, each=every.weight)
    return Stage("join", _ranges(every, wanted), cover, plan)


def _ranges(part: Part, wanted: int) -> tuple[Part, ...]:
    """Split a range into ``wanted`` ranges, or as many as possible.

    The data of a range are its begin, its end, and where it may be split.
    """
    begin, end, *cuts = part.data
    points = [begin, *cuts, end]
    most = len(points) - 1
    pieces = min(max(wanted, 1), most)
    ends = [most * i // pieces for i in range(pieces + 1)]
    parts = [
        part._replace(
            id=f"{points[a]}-{points[b]}",
            data=(points[a], points[b], *points[a + 1 : b]),
            load=part.load * (b - a) / most,
        )
        for a, b in pairwise(ends)
    ]
    return tuple(sorted(parts, key=lambda part: -part.load))
