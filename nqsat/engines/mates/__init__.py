"""The engine ``mates``: counts Hamiltonian tours exactly, without listing them.

A tour is a set of moves in which every square has two and which is one cycle. The squares are processed one
after the other. A state records, for the moves chosen so far, which of the remaining squares have one or
two of them, and which two are *mates*: the ends of one path. The number of ways to reach each state is
counted, without listing them. Two methods:

* ``forward``: through the whole board (``forward``), for narrow boards;
* ``middle``: from both sides to a strip in the middle, where the states are joined (``middle``).

Tours fixed by a symmetry are counted on a smaller graph (``quotient``), with ``forward``; those that visit
squares in a given order in plain Python (``ordered``).

Tours that leave squares out are counted with ``forward`` as well: a square that has no move at its turn may
stay bare, and a cycle may be closed as soon as all squares are on it that must be. If a number of squares
is asked for, each state counts its ways by the number of moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, pairwise
from math import lcm, prod
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast

from nqsat.chess import Symmetry, find_symmetry, subgroup
from nqsat.engines.contract import Counter, CubePlan, Ranges
from nqsat.engines.kernels import require_library
from nqsat.engines.layered.plan import LayeredPlan
from nqsat.engines.machine import format_bytes, memory_limit
from nqsat.engines.mates.forward import MatesProgram
from nqsat.engines.mates.graph import NAME, Graph, check_tour, graph_of
from nqsat.engines.mates.halves import Cut, halves_of
from nqsat.engines.mates.quotient import quotients
from nqsat.engines.mates.strategy import METHODS, Strategy, fitting_strategy
from nqsat.engines.plans.at_work import run_plan
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
    check_product,
)
from nqsat.engines.plans.weighted import WeightedPlan
from nqsat.engines.stream import Deadline
from nqsat.errors import OutOfMemory, UnsupportedByEngine
from nqsat.modelling import Model, Rule, Tour
from nqsat.modelling.rules.tours import ARGUMENT_RULES

if TYPE_CHECKING:
    from nqsat.engines.layered.links import LinkedLayers
    from nqsat.engines.mates.graph import Edge
    from nqsat.engines.mates.middle import Middle

#: Ids of the parts that count halves.
HALVES = ("half-1", "half-2")

__all__ = ["MatesEngine"]

#: The cost of a number that is known.
TOLD = Estimate(0.0, 0, "nothing to be counted: the board alone tells")

#: Bytes per state with its links: measured on knights.
LINK_BYTES = 60


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
    if not isinstance(product, list) or not all(type(number) is int for number in product):
        return False
    return all(earlier < later for earlier, later in pairwise([0, *product, end]))


def _ranges(points: Sequence[int], wanted: int, weight: Weight) -> tuple[Part, ...]:
    """Ranges that begin and end at some of these points, as many as wanted or as possible."""
    most = len(points) - 1
    pieces = min(max(wanted, 1), most)
    parts = [
        Part(f"{points[a]}-{points[b]}", (points[a], points[b]), (b - a) / most, weight)
        for a, b in pairwise(most * i // pieces for i in range(pieces + 1))
    ]
    return tuple(sorted(parts, key=lambda part: -part.load))


@dataclass(frozen=True, slots=True)
class MatesEngine(Counter):
    """Counts tours by dynamic programming over paths between squares.

    Args:
        method: ``"forward"``, ``"middle"``, or ``"auto"``: the faster one as predicted.
        memory: bytes that a count may use; by default 6·10⁹, or three quarters of the free memory.
    """

    name: ClassVar[str] = "mates"
    plans_by_memory: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Model], ...]] = (Tour,)
    ground: ClassVar[Literal["formula", "meaning", "moves"]] = "moves"
    knows_rules: ClassVar[tuple[type[Rule], ...] | None] = ARGUMENT_RULES
    counts_sizes: ClassVar[bool] = False
    skips_squares: ClassVar[bool] = True
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"method": METHODS}
    ranges: ClassVar[Ranges] = {"memory": (1, None)}
    method: str = "auto"
    memory: int | None = None

    def count(
        self, model: Model, *, by_size: bool = False, workers: int | None = 1
    ) -> Iterator[Progress]:
        made = self._made(model, by_size=by_size)
        if isinstance(made, Plan):
            return run_plan(made, workers)
        facts, pieces = made
        return chain([Progress(facts=facts)], pieces)

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        made = self._made(model, by_size=by_size)
        return made if isinstance(made, Plan) else CubePlan(self, model, made[0], most=1)

    def _made(self, model: Model, *, by_size: bool) -> Plan | tuple[Facts, Iterator[Progress]]:
        """The plan of a count. Without parts it is the facts of the engine, and the slices of the count."""
        self.accept(model, by_size=by_size)
        tour = cast("Tour", model)
        if tour.checkpoints:
            from nqsat.engines.mates.ordered import count_in_order

            facts = Facts(self.title, in_python=True, whole=True)
            return facts, count_in_order(self.name, tour, self.memory)
        made = self._plan_or_number(tour)
        if isinstance(made, Plan):
            return made
        return Facts(self.title, cost=TOLD), iter([Progress(((0, made),))])

    def _plan_or_number(self, tour: Tour) -> Plan | int:
        """The plan of a count, or the number where the board alone tells it."""
        require_library(self.name)
        symmetry = self._symmetry(tour)
        if symmetry is not None:
            return self._fixed(tour, symmetry)
        if len(tour.board.squares) == 1 and not tour.closed:
            return int(tour.visit is None)  # one that may leave squares out has a move
        graph = graph_of(tour)
        return 0 if graph.hopeless else self._cycles(graph, self._strategy(graph))

    def _strategy(self, graph: Graph, method: str = "") -> Strategy:
        method = method or self.method
        if graph.needed is not None:
            if method == "middle":
                reason = "middle is for tours of all squares; use forward"
                raise UnsupportedByEngine(self.name, reason)
            method = "forward"
        return fitting_strategy(graph, method, memory_limit(self.memory))

    def linked(self, model: Tour, clock: Deadline | None = None) -> LinkedLayers[Edge]:
        """Return all layers of a forward count with their links, to rank and unrank tours.

        Raises:
            UnsupportedByEngine: as for ``plan``; tours are fixed by a symmetry; or it needs more memory
                than allowed.
            OutOfTime: the clock has run out.
        """
        from nqsat.engines.layered.run import link_layers

        self.accept(model)
        graph, memory = graph_of(model), memory_limit(self.memory)
        if model.fixing or graph.hopeless or model.visit is not None:
            raise UnsupportedByEngine(self.name, "keeps no states of these tours", ("sat",))
        require_library(self.name)
        way = self._strategy(graph, "forward")
        if LINK_BYTES * way.cost.seconds * way.rate > memory:
            reason = f"the states of all layers, {way.cost.words}, do not fit"
            limit = f"{format_bytes(memory)} are allowed"
            raise UnsupportedByEngine(self.name, f"{reason}; {limit}", ("sat",))
        return link_layers(MatesProgram(graph, way.order), self.name, memory, clock)

    def _cycles(self, graph: Graph, way: Strategy) -> Plan:
        """Plan a count of the Hamiltonian cycles of a graph."""
        return plan_of(self.title, memory_limit(self.memory), graph, way)

    def _symmetry(self, tour: Tour) -> Symmetry | None:
        """A generator of the group that fixes the tours; None if this is only the identity."""
        check_tour(tour)
        names = tour.fixing
        if names and tour.visit is not None:
            reason = "counts tours that leave squares out, but not those that a symmetry fixes"
            raise UnsupportedByEngine(self.name, reason, ("frontier", "sat"))
        some = [find_symmetry(tour.board, name) for name in names]
        moving = [symmetry for symmetry in some if symmetry.images != tour.board.squares]
        if len(moving) > 1:
            group = subgroup(tour.board, names)
            moving = [
                symmetry for symmetry in group if lcm(*map(len, symmetry.cycles())) == len(group)
            ]
            if not moving:
                reason = "counts tours fixed by several symmetries only if these are powers of one"
                raise UnsupportedByEngine(self.name, reason, ("sat",))
        return next(iter(moving), None)

    def _fixed(self, tour: Tour, symmetry: Symmetry) -> Plan | int:
        """Plan the tours that a symmetry, not the identity, fixes; or return their number."""
        if self.method not in ("auto", "forward"):
            reason = f"{self.method} is not for tours fixed by a symmetry; use forward"
            raise UnsupportedByEngine(self.name, reason)
        known, plans = 0, list[tuple[str, Weight, Plan]]()
        for name, tours in quotients(tour, symmetry):
            if isinstance(tours, int):
                known += tours
            elif not tours.hopeless:
                plans.append((name, 1, self._cycles(tours, self._strategy(tours, "forward"))))
        if known:  # of at most two orbits, so the others take no time
            pieces = (piece for *_, plan in plans for piece in run_plan(plan))
            return known + sum(int(number) for piece in pieces for _, number in piece.numbers)
        if len(plans) < 2:
            return plans[0][2] if plans else 0
        return WeightedPlan.of(plans, len(plans), "actions on a tour")

    @classmethod
    def variants(cls) -> tuple[MatesEngine, ...]:
        return cls("forward"), cls("middle")
