"""Open tours by their ends: one count for each pair of squares, up to the symmetries of the board.

Without a hub, which may be adjacent to everything, a count is narrower: if one count for all ends does not
fit into memory, many small ones may. The board is cut as for closed tours. In each class of pairs, one with
both ends outside the first half is counted, if possible, so that this half, which then has no ends, is
shared by almost all of them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Any, NamedTuple

from nqsat.chess import Square
from nqsat.engines.mates.graph import Graph, graph_of, may_alternate, two_colours
from nqsat.engines.mates.halves import Half, halves_of, mirror_of
from nqsat.engines.mates.plan import is_kept, load_or_make, plan_of
from nqsat.engines.mates.strategy import (
    Strategy,
    fitting_strategy,
    growth_of,
    make_strategy,
    strategy_across,
)
from nqsat.engines.plans.plan import (
    Cover,
    Estimate,
    MemoryStore,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    Store,
    run_plan,
)
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Tour

#: Boards with more squares have too many pairs.
MOST_SQUARES = 150

#: Seconds between checks for free memory.
WAIT = 0.05

#: The part for all pairs without any tour between them.
NONE = "none"

#: Two nodes.
Pair = tuple[int, int]


class EndpointClass(NamedTuple):
    """Pairs of ends that are equivalent under symmetries.

    Args:
        start, end: one of the pairs.
        weight: number of pairs; for directed tours with both ends free, each counts twice.
        way: how the tours between them are counted.
    """

    start: Square
    end: Square
    weight: int
    way: Strategy

    def part(self, tour: Tour) -> Part:
        """The part that counts them."""
        name = tour.written((self.start, self.end))
        return Part(name, tuple(name.split("-")), self.way.seconds, self.weight)


@dataclass(frozen=True, slots=True)
class EndsPlan(Plan):
    """A count for each pair of ends.

    Args:
        by, memory: as for ``plan_of``.
        tour: the model.
        total: the weight of all pairs, including those without any tour.
        shared: halves without ends, which are counted once for all cases.
        halves: the seconds to count these.
    """

    by: str
    memory: int
    tour: Tour
    cases: tuple[EndpointClass, ...]
    total: int
    shared: tuple[Half, ...]
    halves: float

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts(self.by)

    @property
    def estimate(self) -> Estimate:
        ways = [case.way for case in self.cases]
        words = f"{len(ways)} pairs of ends"
        if not ways:
            return Estimate(0.0, 0, words)
        largest = max(ways, key=lambda way: way.memory)
        seconds = self.halves + sum(way.seconds for way in ways)
        return Estimate(seconds, largest.memory, f"{words}, each {largest.words}")

    def stage(self, wanted: int, products: Products) -> Stage:
        names = [half.name for half in self.shared]
        if any(name not in products for name in names):
            halves = tuple(Part(name, (i, i + 1)) for i, name in enumerate(names))
            return Stage("halves", halves, Cover("ranges", "halves", len(names)), sums=False)
        parts = [case.part(self.tour) for case in self.cases]
        rest = self.total - sum(case.weight for case in self.cases)
        if rest:
            parts.append(Part(NONE, (), 0.0, rest))
        parts.sort(key=lambda part: -part.load)
        return Stage("ends", tuple(parts), Cover("weights", "pairs of ends", self.total))

    def prepare(self, products: Products, store: Store) -> _SharedByPairs:
        halves = {
            half.name: load_or_make(store, half.name, partial(self._count_half, half, store))
            for half in self.shared
            if half.name in products
        }
        return _SharedByPairs(MemoryBudget(self.memory), store, halves)

    def run(self, part: Part, shared: _SharedByPairs) -> Iterator[Progress]:
        for half in self.shared:
            if half.name == part.id:
                yield from shared.budget.run_when_free(
                    self.estimate.memory, self._count_half(half, shared.store)
                )
        for case in self.cases:
            if case.part(self.tour).id == part.id:
                yield from shared.budget.run_when_free(
                    case.way.memory, self._count_class(case, shared.halves)
                )
        if part.id == NONE:
            yield Progress(
                words="no tour: by the colours of these ends, or a square with too few moves"
            )

    def accepts(self, part: Part, product: Any) -> bool:
        return is_kept(product, part.id)

    def restricted_model(self, part: Part) -> Tour | None:
        if part.id == NONE:
            return None
        start, end = part.data
        return self.tour.changed(start=start, end=end, unit="directed")

    def _count_half(self, half: Half, store: Store) -> Iterator[Progress]:
        from nqsat.engines.mates.middle import count_half

        states = yield from count_half(half, self.memory, store)
        yield Progress(product={"name": half.name, "states": len(states.pairings)})

    def _count_class(
        self, case: EndpointClass, halves: Mapping[str, Mapping[str, Any]]
    ) -> Iterator[Progress]:
        graph = _between(self.tour, case.start, case.end)
        store = MemoryStore()
        for name, arrays in halves.items():
            store.save(name, arrays)
        plan = plan_of(self.by, self.memory, graph, case.way, tuple(halves))
        return run_plan(plan, store=store)


class MemoryBudget:
    """A number of bytes that threads share; a thread waits if too few are left."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._reserved: list[int] = []
        self._lock = threading.Lock()

    def run_when_free(self, size: int, work: Iterator[Progress]) -> Iterator[Progress]:
        """Run work that needs ``size`` bytes as soon as they are free, or no other work runs."""
        while not self._reserve(size):
            time.sleep(WAIT)
            yield Progress()
        try:
            yield from work
        finally:
            with self._lock:
                self._reserved.remove(size)

    def _reserve(self, size: int) -> bool:
        with self._lock:
            if self._reserved and sum(self._reserved) + size > self._most:
                return False
            self._reserved.append(size)
            return True


class _SharedByPairs(NamedTuple):
    """Shared by all cases: memory, the store, and the halves that exist, by name."""

    budget: MemoryBudget
    store: Store
    halves: Mapping[str, Mapping[str, Any]]


def _between(tour: Tour, start: Square, end: Square) -> Graph:
    """The graph of the tours between two squares."""
    return graph_of(tour.changed(start=start, end=end, unit="directed"))


class EndsPlanner:
    """Plans an open tour with at least one free end.

    It has what all pairs share: the board, its symmetries, and where it is cut.

    Raises:
        UnsupportedByEngine: there are too many squares.
    """

    def __init__(self, tour: Tour, by: str, memory: int) -> None:
        self._tour, self._by, self._memory = tour, by, memory
        self._squares = squares = tour.board.squares
        if len(squares) > MOST_SQUARES:
            reason = f"{len(squares):,} squares have too many pairs; at most {MOST_SQUARES}"
            raise UnsupportedByEngine("mates", reason, ("sat",))
        self._given = [x for x, square in enumerate(squares) if square in (tour.start, tour.end)]
        self._board = graph_of(tour.changed(closed=True, start=None, end=None))
        self._way = make_strategy(self._board, "middle", memory)
        self._cut = None if self._way is None else self._way.cut
        self._used: set[str] = set()
        self._halves = () if self._cut is None else halves_of(self._board, self._cut)

    def plan(self) -> EndsPlan:
        """Return the plan.

        Raises:
            UnsupportedByEngine: a pair of ends needs more memory than allowed.
        """
        classes = self._classes()
        colours = two_colours(self._board.neighbours)
        fit = [one for one in classes if colours is None or may_alternate(colours, one[0])]
        # Pairs on both sides of the cut are the widest: if one is too wide, this is reported early.
        fit.sort(key=lambda pairs: not self._sort_key(pairs[0])[0])
        each = 2 if self._tour.directed and not self._given else 1
        cases = [
            EndpointClass(self._squares[pair[0]], self._squares[pair[1]], len(pairs) * each, way)
            for pairs in fit
            for pair, way in self._strategies(pairs)
        ]
        cases.sort(key=lambda case: (case.start, case.end))
        total = each * sum(map(len, classes))
        return EndsPlan(
            self._by, self._memory, self._tour, tuple(cases), total, *self._shared_halves()
        )

    def _classes(self) -> list[list[Pair]]:
        """Classes of equivalent pairs of ends; the first pair of each suits the cut best."""
        nodes, given = range(len(self._squares)), self._given
        maps = [one for one in self._board.wider if all(one[x] == x for x in given)]
        found: dict[Pair, list[Pair]] = {}
        for pair in [(x, y) for x in given or nodes for y in nodes if (y != x if given else y > x)]:
            if pair not in found:
                images = {pair, *((one[pair[0]], one[pair[1]]) for one in maps)}
                if not given:
                    images = {(min(image), max(image)) for image in images}
                found |= dict.fromkeys(images, sorted(images, key=self._sort_key))
        return [pairs for pair, pairs in found.items() if pair == pairs[0]]

    def _sort_key(self, pair: Pair) -> tuple[bool, int, int, Pair]:
        """Sort key: outside the first half, and in the middle rather than in the second half."""
        if self._cut is None:
            return False, 0, 0, pair
        before, after = (
            sum(x in half for x in pair) for half in (self._cut.before, self._cut.after)
        )
        return before > 0 < after, before, after, pair

    def _between(self, pair: Pair) -> Graph:
        return _between(self._tour, self._squares[pair[0]], self._squares[pair[1]])

    def _strategies(self, pairs: Sequence[Pair]) -> Iterator[tuple[Pair, Strategy]]:
        """How one pair of a class is counted; nothing if the board alone shows that there is no tour."""
        pair = pairs[0]
        graph = self._between(pair)
        if graph.hopeless:
            return
        way = None if self._sort_key(pair)[0] else self._strategy_by_cut(graph)
        if way is None or way.memory > self._memory:
            pair, way = self._first_fitting_pair(pairs)
        yield pair, way

    def _first_fitting_pair(self, pairs: Sequence[Pair]) -> tuple[Pair, Strategy]:
        """The first pair of a class that fits by itself, without the cut of the board.

        Raises:
            UnsupportedByEngine: there is none; the message has the least memory needed.
        """
        needed: dict[Pair, float] = {}
        for pair in pairs:
            way = make_strategy(self._between(pair), "auto", self._memory)
            if way is not None and way.memory <= self._memory:
                return pair, way
            needed[pair] = inf if way is None else way.memory
        pair = min(pairs, key=needed.__getitem__)
        start, end = (self._tour.board.name(self._squares[x]) for x in pair)
        whose = f"from {start} to {end}: "
        return pair, fitting_strategy(self._between(pair), "auto", self._memory, whose, surely=True)

    def _strategy_by_cut(self, graph: Graph) -> Strategy | None:
        """Use the cut of the board, whose halves are counted once for all; None if that is not possible."""
        if self._way is None or self._cut is None:
            return None
        cut = replace(self._cut, mirror=mirror_of(graph, self._cut.before, self._cut.after))
        self._used |= {half.name for half in halves_of(graph, cut)}
        names = {half.name for half in self._halves}
        return strategy_across(graph, self._way.order, cut, growth_of(graph), names)

    def _shared_halves(self) -> tuple[tuple[Half, ...], float]:
        """The halves of the board that some case needs, and the seconds to count them."""
        found = tuple(half for half in self._halves if half.name in self._used)
        join = self._strategy_by_cut(self._board)
        if not found or self._way is None or join is None:
            return (), 0.0
        return found, self._way.seconds - join.seconds
