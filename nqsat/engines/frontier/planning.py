"""How the engine ``frontier`` counts a model: in plain Python, by degrees, or by layers with kernels."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import log2
from typing import TYPE_CHECKING, cast

from nqsat.compiling import Formula, lower
from nqsat.compiling.sums import sums_of
from nqsat.engines.contract import Counter, CubePlan
from nqsat.engines.frontier.components import open_nodes, split_components
from nqsat.engines.frontier.degrees import DegreesCount, degrees_count
from nqsat.engines.frontier.order import VariableOrder, candidate_orders
from nqsat.engines.frontier.plain import Small, count_if_small
from nqsat.engines.frontier.plain import state_bytes as plain_bytes
from nqsat.engines.frontier.program import FrontierProgram, GoalGains, compile_program
from nqsat.engines.frontier.ranked import gains_of, restore_objective
from nqsat.engines.kernels import are_loaded, are_missing, require_library
from nqsat.engines.layered.plan import LayeredPlan
from nqsat.engines.layered.program import state_bytes
from nqsat.engines.machine import format_bytes, memory_limit
from nqsat.engines.plans.at_work import run_plan
from nqsat.engines.plans.plan import Estimate, Facts, Plan, Progress, format_estimate
from nqsat.engines.stream import value_of
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, OneComponent, Placement, Sum
from nqsat.modelling.rules import RULES
from nqsat.modelling.rules.tours import ARGUMENT_RULES

if TYPE_CHECKING:
    from nqsat.compiling.formula import Goal
    from nqsat.engines.frontier.prediction import OrderedProgram, StateForecast
    from nqsat.engines.layered.links import LinkedLayers
    from nqsat.engines.stream import Deadline

#: Seconds per state, per word of a state, and per lookup each time the width of a wide layer doubles,
#: because of cache misses. Measured on one core.
STATE, WORD, LOOK = 20e-9, 7e-9, 6e-9
WIDE = 100_000

#: Seconds per state and number of pieces that it counts apart, where solutions are counted by size.
SIZE = 27e-9

#: Seconds per state in plain Python if its counts have few bits; the number of bits that doubles this; and
#: the predicted seconds up to which a count runs in plain Python, also if the library of kernels is loaded.
PLAIN, BITS, MOMENT, LOADED = 8e-7, 40_000, 0.1, 0.01

#: The predicted seconds up to which degrees are counted in an array, whatever else is possible.
SOON = 1.0

#: The predicted seconds up to which a count runs in plain Python where there are no kernels.
INSTEAD = 10.0

#: Limbs per count that the memory estimate assumes.
NUMBER = 2


@dataclass(frozen=True, slots=True)
class Planner:
    """Plans what an engine counts."""

    engine: Counter
    memory: int | None
    compiled: bool

    def count(
        self, model: Model, *, by_size: bool = False, workers: int | None = 1
    ) -> Iterator[Progress]:
        """See ``Engine``."""
        task = self.task(model, by_size=by_size)
        yield Progress()
        dense = self._degrees(task)
        if dense is None or dense.cost.seconds >= SOON:
            small = yield from self._count_in_python(task, LOADED if are_loaded() else MOMENT)
            if small is None and are_missing():
                small = yield from self._count_in_python(task, INSTEAD)
            if small is not None:
                facts, found = small
                yield Progress(found.numbers, found.states, facts=facts)
                return
            made = yield from self._plan_large(task, dense)
            if isinstance(made, Plan):
                yield from run_plan(made, workers)
                return
            dense = made
        yield Progress(facts=self._whole(dense.cost))
        yield from dense.run()

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        """See ``Engine``."""
        task = self.task(model, by_size=by_size)
        dense = self._degrees(task)
        if dense is None or dense.cost.seconds >= SOON:
            if are_missing() and (small := value_of(self._count_in_python(task, INSTEAD))):
                return CubePlan(self.engine, model, small[0], by_size, most=1)
            made = value_of(self._plan_large(task, dense))
            if isinstance(made, Plan):
                return made
            dense = made
        return CubePlan(self.engine, model, self._whole(dense.cost), by_size, most=1)

    def _whole(self, cost: Estimate) -> Facts:
        return Facts(self.engine.title, cost=cost, whole=True)

    def _degrees(self, task: _Task) -> DegreesCount | None:
        """A count in an array of all states, if these constraints are degrees in a graph."""
        formula = task.formula
        if task.by_size or self.compiled or task.components:
            return None
        if formula.variables > len(formula.projection):
            return None
        return degrees_count(task.sums, task.orders[0].variables, self.memory)

    def _plan_large(
        self, task: _Task, dense: DegreesCount | None
    ) -> Generator[Progress, None, Plan | DegreesCount]:
        """Return how to count what takes longer than MOMENT in plain Python, and than SOON by degrees.

        Yields now and then, as ``order_with_fewest_states``: other engines may have their turns.
        """
        best = None if task.by_size else restore_objective(task.model)
        if best is not None:
            return (yield from self._plan_ranked(*best))
        try:
            layered = yield from self._with_kernels(task)
        except UnsupportedByEngine:
            if dense is None:
                raise
            return dense
        if dense is not None and dense.cost.seconds < layered.estimate.seconds:
            return dense
        return layered

    def _with_kernels(
        self, task: _Task, ranks: GoalGains | None = None
    ) -> Generator[Progress, None, LayeredPlan]:
        """Plan a count in the first order or, without ranks, in another if a sample has far fewer states.

        Raises UnsupportedByEngine if the states take too much memory.
        """
        require_library(self.engine.name)
        from nqsat.engines.frontier.prediction import EXACT, FULL, order_with_fewest_states

        exact = all(bound.low == bound.most for bound in task.sums)
        full = EXACT if exact or not isinstance(task.model, Placement) else FULL
        others = tuple if ranks else task.programs
        order, program, states = yield from order_with_fewest_states(task.first, others, full)
        program = replace(program, ranks=ranks)
        cost, rate = _estimate_cost(states, program, order.name)
        if cost.least_memory > memory_limit(self.memory):
            limit = format_bytes(memory_limit(self.memory))
            reason = f"{cost.words}: {format_bytes(cost.memory)}; {limit} are allowed"
            raise UnsupportedByEngine(self.engine.name, reason, ("bitboard", "sat"))
        return LayeredPlan.of(self.engine.name, program, self.memory, cost, rate)

    def _plan_ranked(self, model: Placement, value: int) -> Generator[Progress, None, LayeredPlan]:
        """Count the solutions with this value of the objective, which is the optimum."""
        task = self.task(model)
        goal = cast("Goal", task.formula.goal)
        order, _ = task.first
        wanted = value if goal.maximise else len(goal.literals) - value
        ranks = GoalGains(gains_of(goal, order.variables), wanted)
        return (yield from self._with_kernels(task, ranks))

    def linked(self, model: Model, clock: Deadline | None = None) -> LinkedLayers[int]:
        """See ``FrontierEngine``."""
        task = self.task(model)
        _, program = task.first
        named = replace(program, named=frozenset(task.formula.projection))
        require_library(self.engine.name)
        from nqsat.engines.layered.run import link_layers

        return link_layers(named, self.engine.name, memory_limit(self.memory), clock)

    def task(self, model: Model, *, by_size: bool = False) -> _Task:
        """The formula of a model, and its constraints by their kind."""
        formula = lower(model)
        own = [
            rule.name
            for rule in cast("Placement", model).rules
            if type(rule) not in (*RULES, *ARGUMENT_RULES)
        ]
        if own and formula.variables > len(formula.projection):
            # A variable that is not determined would multiply the count by its number of values.
            reason = f"auxiliary variables of a rule of your own ({own[0]})"
            raise UnsupportedByEngine(self.engine.name, reason, ("sat",))
        components, others = split_components(formula.constraints)
        try:
            return _Task(model, by_size, formula, components, sums_of(others))
        except ValueError as error:
            raise UnsupportedByEngine(self.engine.name, str(error), ("sat",)) from None

    def _count_in_python(
        self, task: _Task, seconds: float
    ) -> Generator[Progress, None, tuple[Facts, Small] | None]:
        """Count in plain Python; return None if it exceeds the time or the memory."""
        if self.compiled:
            return None
        (order, program), by_size = task.first, task.by_size
        size, fields = plain_bytes(program, by_size=by_size)
        state = PLAIN * (1 + fields / BITS)
        most, widest = seconds / state, memory_limit(self.memory) / size
        small = yield from count_if_small(program, most, widest, by_size=by_size)
        if small is None:
            return None
        words = _describe_run(small.widest, len(program.layers), order.name)
        return self._whole(Estimate(small.states * state, small.widest * size, words)), small


@dataclass(frozen=True)
class _Task:
    """The task of a count: the formula of a model, its constraints on components, and the others."""

    model: Model
    by_size: bool
    formula: Formula
    components: Sequence[OneComponent]
    sums: Sequence[Sum]

    @cached_property
    def orders(self) -> list[VariableOrder]:
        """All variable orders, the best by its bits first; several plans look at them."""
        return candidate_orders(self.formula, [*self.sums, *open_nodes(self.components)])

    def programs(self) -> Iterator[OrderedProgram]:
        formula = self.formula
        pieces = {x: formula.reader.weight(x) for x in formula.projection} if self.by_size else {}
        for order in self.orders:
            yield order, compile_program(self.sums, order.variables, pieces, self.components)

    @cached_property
    def first(self) -> OrderedProgram:
        return next(self.programs())


def _estimate_cost(
    states: StateForecast, program: FrontierProgram, order: str
) -> tuple[Estimate, float]:
    """The predicted cost of a program, given its numbers of states, and the states in a second."""
    widest, every, spread = states
    layers, width = len(program.layers), program.words
    # Half the variables are decided on average, and half of these are pieces at most, about.
    sizes = sum(layer.pieces for layer in program.layers) / 4
    each = STATE + WORD * width + LOOK * log2(1 + widest / WIDE) + SIZE * sizes
    memory = int(widest) * state_bytes(width, int(NUMBER * max(1.0, sizes)))
    words = _describe_run(widest, layers, order)
    return Estimate(every * each, memory, words, spread), 1 / each


def _describe_run(widest: float, layers: int, order: str) -> str:
    return f"about {format_estimate(widest)} states in the widest of {layers} layers, by {order}"
