"""Counting the assignments of a CNF by layers, as ``frontier`` counts the solutions of a model.

The shown variables are decided first, so the layer after them has, for each state, the number of their
assignments that lead to it. A state counts if the others can be completed from there, in however many ways.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from nqsat.engines.contract import Counter, CubePlan
from nqsat.engines.frontier.order import GREEDY, greedy_order
from nqsat.engines.frontier.program import NAME, FrontierProgram, compile_program
from nqsat.engines.frontier.residuals import past_bits
from nqsat.engines.kernels import require_library
from nqsat.engines.machine import format_bytes, memory_limit
from nqsat.engines.plans.plan import Estimate, Facts, Progress
from nqsat.errors import OutOfMemory, UnsupportedByEngine
from nqsat.formulas import CnfProblem, LinearSum, Weights, clauses_of
from nqsat.modelling import Clause, Model, Sum

if TYPE_CHECKING:
    from nqsat.engines.layered.links import LayerChoices, LinkedLayers
    from nqsat.engines.layered.states import LayerStates

Literals = tuple[int, ...]

#: Linear constraints with coefficients of a greater total are counted as clauses.
MOST_REPEATED = 2_000

#: The layers of a program may together have this many bits: with more it takes minutes to compile.
MOST_BITS = 20_000_000

#: A count is cut into at most this many parts: each compiles a program of its own.
MOST_PARTS = 64

#: Who counts: a count by layers is split only on request.
FACTS = Facts(NAME, cost=Estimate(math.inf, 0, "it is unknown how many states"), whole=True)


class UniqueCnf(NamedTuple):
    """Clauses over the variables 1 … ``variables``, with an order of decisions."""

    variables: int  # the number of variables; those of the formula come first
    clauses: tuple[Literals, ...]  # distinct clauses; none has a variable twice
    order: Sequence[int]  # all variables
    bounds: tuple[Sum, ...] = ()  # further constraints, which a proof has no words for

    @property
    def sums(self) -> list[Sum]:
        """The constraints of a formula."""
        return [*map(Clause, self.clauses), *self.bounds]

    @classmethod
    def of(cls, top: int, clauses: Iterable[Literals], order: list[int]) -> UniqueCnf:
        """Remove duplicate clauses and literals; replace an empty clause by two contradictory ones."""
        found = tuple(dict.fromkeys(tuple(sorted({*clause}, key=abs)) for clause in clauses))
        if () in found:  # some programs ignore an empty clause
            return cls(top + 1, ((top + 1,), (-top - 1,)), [*order, top + 1])
        return cls(top, found, order)


def cnf_of_problem(problem: CnfProblem) -> UniqueCnf:
    """Return a formula without parities, with an order in which the shown variables come first."""
    shown = {*problem.projection}
    every = sorted(range(1, problem.variables + 1), key=lambda x: x not in shown)
    whole = (clause for clause in problem.clauses if {*clause}.isdisjoint(-x for x in clause))
    formula = UniqueCnf.of(problem.variables, whole, every)
    formula = formula._replace(bounds=tuple(map(_repeated, problem.sums)))
    order, sums = formula.order, formula.sums
    orders = [order]
    if len(order) <= GREEDY:
        orders.append(sorted(greedy_order(order, sums), key=lambda x: x not in shown))
    best = min(orders, key=lambda one: max(past_bits(sums, one), default=0.0))
    return formula._replace(order=best)


def _repeated(one: LinearSum) -> Sum:
    """A linear constraint in which each literal occurs as often as its coefficient says."""
    repeated = (literal for coefficient, literal in one.terms for _ in range(coefficient))
    return Sum(one.low, one.high, tuple(repeated))


@dataclass(frozen=True, slots=True)
class ClausesEngine(Counter):
    """Counts the assignments of a CNF by layers: ``frontier`` for formulas.

    Args:
        memory: bytes that the states may use; see ``FrontierEngine``.
    """

    name: ClassVar[str] = NAME
    making: ClassVar[float] = 1e-4
    memory: int | None = None

    def for_model(self, model: Model | CnfProblem) -> ClausesEngine:
        return self

    def count(
        self, model: Any, *, by_size: bool = False, workers: int | None = 1
    ) -> Iterator[Progress]:
        yield Progress(facts=FACTS)
        with memory_within(self.memory) as memory:
            yield from count_assignments(model, memory)

    def plan(self, model: Any, *, by_size: bool = False) -> CubePlan:
        return CubePlan(self, model, FACTS, most=MOST_PARTS)

    def with_memory_for(self, workers: int) -> ClausesEngine:
        return replace(self, memory=memory_limit(self.memory) // workers)


@contextmanager
def memory_within(allowed: int | None) -> Iterator[int]:
    """Give the bytes that states may use; see ``FrontierEngine``. Raises OutOfMemory if they take more."""
    from nqsat.engines.layered.run import TooWide

    memory = memory_limit(allowed)
    try:
        yield memory
    except TooWide as error:
        where = f"reached in layer {error.args[0] + 1:,} of the clauses"
        raise OutOfMemory(NAME, f"{format_bytes(memory)} {where}", ("sat",)) from None


def _compiled(problem: CnfProblem) -> tuple[FrontierProgram, int, list[int]]:
    """Return the program, how many layers decide shown variables, and those in no constraint.

    Raises UnsupportedByEngine if the program would be too large, or there are no kernels for it.
    """
    problem = clauses_of(problem, kept=MOST_REPEATED)
    formula, shown = cnf_of_problem(problem), {*problem.projection}
    mentioned = {abs(x) for bound in formula.sums for x in bound.literals}
    order = [x for x in formula.order if x in mentioned]
    if sum(past_bits(formula.sums, order)) > MOST_BITS:
        raise UnsupportedByEngine(NAME, "the clauses have too wide a frontier", ("sat",))
    program = compile_program(formula.sums, order)
    if not program.hopeless:
        require_library(NAME)
    return program, len(shown & mentioned), sorted(shown - mentioned)


def count_assignments(problem: CnfProblem, memory: int) -> Iterator[Progress]:
    """Count the assignments of the shown variables, or add up their weights; the last slice has the number.

    Raises:
        TooWide: the states take more bytes than ``memory``.
        UnsupportedByEngine: the program would be too large.
    """
    from nqsat.engines.layered.links import LinkedLayers
    from nqsat.engines.layered.run import initial_states, run_layers

    if problem.weights is not None:
        layers = yield from link_assignments(problem, memory)
        weighed, scale = weighed_layers(layers, problem.weights)
        yield Progress(((0, Fraction(weighed.total, scale)),))
        return
    program, end, free = _compiled(problem)
    if program.hopeless:
        yield Progress(((0, 0),))
        return
    states = yield from run_layers(program, initial_states(program), memory, end)
    if end < len(program.order):
        keys = states.rows[:, : program.words]
        turns = yield from _following(program, memory, states._replace(rows=keys, sizes=0))
        alive = LinkedLayers(program.order[end:], turns).ways[0] != 0
        states = states._replace(rows=states.rows[alive])
    (number,) = states.numbers(program.words)
    yield Progress(((0, number << len(free)),))


def link_assignments(
    problem: CnfProblem, memory: int
) -> Generator[Progress, None, LinkedLayers[int]]:
    """Return the layers of a count with their links; its solutions are sets of true variables.

    With what is shown a solution has the first of its completions, by which it can be checked.
    """
    from nqsat.engines.arrays import np
    from nqsat.engines.layered.links import LayerChoices, LinkedLayers

    program, shown, free = _compiled(problem)
    named = replace(program, named=frozenset(range(1, problem.variables + 1)))
    turns = yield from _following(named, memory)
    free = [] if program.hopeless else free
    starts, both, next_state = np.array([0, 2]), np.array([1, 0]), np.zeros(2, np.int64)
    first = [LayerChoices(starts, both, next_state, items=(x,)) for x in free]
    return LinkedLayers(
        [*free, *program.order], [*first, *turns],
        hopeless=program.hopeless, shown=len(free) + shown,
    )  # fmt: skip


def weighed_layers(layers: LinkedLayers[int], weights: Weights) -> tuple[LinkedLayers[int], int]:
    """Return layers in which a solution counts as often as ``scale`` times its weight, and this scale.

    Whole numbers are quicker than fractions: each variable is scaled by the common denominator of its two.
    """
    from nqsat.engines.arrays import np
    from nqsat.engines.layered.links import LinkedLayers

    known, scale = dict(weights.literals), 1
    turns: list[LayerChoices] = []
    for x, turn in zip(layers.order, layers.turns, strict=True):
        weigh = [known.get(literal, Fraction(1)) for literal in (-x, x)]
        common = lcm(*(weight.denominator for weight in weigh))
        times = np.array([int(weight * common) for weight in weigh], object)[turn.chosen]
        turns.append(turn if weigh == [1, 1] else turn._replace(times=times))
        scale *= common
    weighed: LinkedLayers[int] = LinkedLayers(
        layers.order, turns, hopeless=layers.hopeless, shown=layers.shown
    )
    return weighed, scale


def _following(
    program: FrontierProgram, memory: int, states: LayerStates | None = None
) -> Generator[Progress, None, list[LayerChoices]]:
    """Return the choices of each layer from some states on."""
    from nqsat.engines.layered.run import linked

    turns: list[LayerChoices] = []
    for _, turn in linked(program, memory, states=states):
        turns.append(turn)
        yield Progress(words=f"{len(program.order) - len(turns):,} layers to go")
    return turns
