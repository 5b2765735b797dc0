"""The plans of ``mates``: layer by layer through the board, or two halves and then ranges of their join."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Any

from nqsat.engines.layered.plan import LayeredPlan
from nqsat.engines.machine import format_bytes, memory_limit
from nqsat.engines.mates.forward import MatesProgram
from nqsat.engines.mates.graph import NAME, Graph
from nqsat.engines.mates.halves import Cut, halves_of
from nqsat.engines.mates.strategy import Strategy
from nqsat.engines.plans.plan import (
    Cover,
    Facts,
    Part,
    Plan,
    Products,
    Progress,
    Stage,
    Store,
    Weight,
    check_product,
)
from nqsat.errors import OutOfMemory

if TYPE_CHECKING:
    from nqsat.engines.mates.middle import Middle

#: Ids of the parts that count halves.
HALVES = ("half-1", "half-2")


def plan_of(by: str, memory: int, graph: Graph, way: Strategy) -> LayeredPlan | MiddlePlan:
    """The plan, of the engine with a title, to count the Hamiltonian cycles of a graph in some bytes."""
    if way.cut is None:
        program = MatesProgram(graph, way.order)
        return LayeredPlan.of(by, program, memory, way.cost, way.rate)
    return MiddlePlan(memory, graph, way.cut, Facts(by, cost=way.cost))


@dataclass(frozen=True, slots=True)
class MiddlePlan(Plan):
    """Two halves, and then ranges of their join; see ``plan_of``."""

    memory: int
    graph: Graph
    cut: Cut
    facts: Facts

    def stage(self, wanted: int, products: Products) -> Stage:
        halves = halves_of(self.graph, self.cut)
        if not self._are_made(products):
            parts = tuple(Part(HALVES[i], (i, i + 1)) for i in range(len(halves)))
            return Stage("halves", parts, Cover("ranges", "halves", len(parts)), self, sums=False)
        patterns = 3 ** len(self.cut.middle)
        for name in HALVES[: len(halves)]:
            check_product(name, sound=_are_points(products[name], patterns))
        # A half counts each state once for every symmetry of the half; so does its mirror image.
        times = prod(len(half.graph.maps) for half in halves) ** (2 // len(halves))
        cover = Cover("ranges", "patterns", patterns, each=Fraction(self.graph.each, times))
        points = [0, *products[HALVES[0]], patterns]
        return Stage("join", _ranges(points, wanted, cover.each), cover, self)

    def _are_made(self, products: Products) -> bool:
        """Whether the halves are counted: one, if the other is its mirror image."""
        return all(name in products for name in HALVES[: 2 if self.cut.mirror is None else 1])

    def prepare(self, products: Products, store: Store) -> Store | Middle:
        # NumPy takes a moment to import, so this waits until something is counted.
        from nqsat.engines.mates.middle import Middle, load_half

        if not self._are_made(products):
            return store
        halves = halves_of(self.graph, self.cut)
        states = [load_half(half, self.memory, store) for half in halves]
        return Middle(self.graph, self.cut, states[0], states[-1])

    def with_memory_for(self, workers: int) -> Plan:
        return replace(self, memory=memory_limit(self.memory) // workers)

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        from nqsat.engines.layered.run import TooWide
        from nqsat.engines.mates.middle import Middle, count_half

        if part.id not in HALVES:
            yield from shared.run(*part.data)
            return
        half = halves_of(self.graph, self.cut)[part.data[0]]
        try:
            states = yield from count_half(half, self.memory, shared)
        except TooWide:
            where = f"reached in {part.id}, beyond the estimate ({self.estimate.words})"
            raise OutOfMemory(NAME, f"{format_bytes(self.memory)} {where}") from None
        ranges = Middle(self.graph, self.cut, states, states).ranges()
        yield Progress(product=ranges, words=f"{len(states.pairings):,} states in a half")


def _are_points(product: Any, end: int) -> bool:
    """Whether a product has integers between 0 and the end, ascending."""
    if not isinstance(product, list) or not all(type(one) is int for one in product):
        return False
    return all(one < other for one, other in pairwise([0, *product, end]))


def _ranges(points: Sequence[int], wanted: int, weight: Weight) -> tuple[Part, ...]:
    """Ranges that begin and end at some of these points, as many as wanted or as possible."""
    most = len(points) - 1
    pieces = min(max(wanted, 1), most)
    parts = [
        Part(f"{points[a]}-{points[b]}", (points[a], points[b]), (b - a) / most, weight)
        for a, b in pairwise(most * i // pieces for i in range(pieces + 1))
    ]
    return tuple(sorted(parts, key=lambda part: -part.load))
