"""Counting the assignments of a CNF by layers, as ``frontier`` counts the solutions of a model.

The shown variables are decided first, so the layer after them has, for each state, the number of their
assignments that lead to it. A state counts if the others can be completed from there, in however many ways.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from nqsat.compiling import CnfProblem, LinearSum, Weights, clauses_of
from nqsat.engines.frontier.order import GREEDY, greedy_order
from nqsat.engines.frontier.program import NAME, FrontierProgram, compile_program
from nqsat.engines.frontier.residuals import past_bits
from nqsat.engines.machine import format_bytes, memory_limit
from nqsat.engines.plans.plan import (
    Estimate,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    single_part_stage,
)
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Clause, Sum

if TYPE_CHECKING:
    from nqsat.engines.layered.links import LayerChoices
    from nqsat.engines.layered.run import LayerStates

Literals = tuple[int, ...]

#: Linear constraints with coefficients of a greater total are counted as clauses.
MOST_REPEATED = 2_000

#: The layers of a program may together have this many bits: with more it takes minutes to compile.
MOST_BITS = 20_000_000


class UniqueCnf(NamedTuple):
    """Clauses over the variables 1 … ``variables``, with an order of decisions.

    Args:
        variables: the number of variables; those of the formula come first.
        clauses: distinct clauses; none has a variable twice.
        order: all variables.
        bounds: further constraints, which a proof has no words for.
    """

    variables: int
    clauses: tuple[Literals, ...]
    order: Sequence[int]
    bounds: tuple[Sum, ...] = ()

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
    whole = (one for one in problem.clauses if {*one}.isdisjoint(-x for x in one))
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
class ClausesPlan(Plan):
    """A count of the assignments of a CNF by layers.

    Args:
        problem: the CNF.
        memory: bytes that the states may use; see ``FrontierEngine``.
    """

    problem: CnfProblem
    memory: int | None = None

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts(NAME)

    @property
    def estimate(self) -> Estimate:
        return Estimate(math.inf, 0, "it is unknown how many states")

    def stage(self, wanted: int, products: Products) -> Stage:
        return single_part_stage(self)

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        from nqsat.engines.layered.run import TooWide

        try:
            yield from count_assignments(self.problem, memory_limit(self.memory))
        except TooWide:
            allowed = format_bytes(memory_limit(self.memory))
            reason = f"the states of the clauses take more than the {allowed} allowed"
            raise UnsupportedByEngine(NAME, reason, ("sat",)) from None


def count_assignments(problem: CnfProblem, memory: int) -> Iterator[Progress]:
    """Count the assignments of the shown variables, or add up their weights; the last slice has the number.

    Raises:
        TooWide: the states take more bytes than ``memory``.
        UnsupportedByEngine: the program would be too large.
    """
    from nqsat.engines.layered.links import LinkedLayers
    from nqsat.engines.layered.run import initial_states, run_layers

    problem = clauses_of(problem, kept=MOST_REPEATED)
    formula, shown = cnf_of_problem(problem), {*problem.projection}
    mentioned = {abs(x) for one in formula.sums for x in one.literals}
    order = [x for x in formula.order if x in mentioned]
    end = len(shown & mentioned)
    if sum(past_bits(formula.sums, order)) > MOST_BITS:
        raise UnsupportedByEngine(NAME, "the clauses have too wide a frontier", ("sat",))
    program = compile_program(formula.sums, order)
    if program.hopeless:
        yield Progress(((0, 0),))
        return
    if problem.weights is not None:
        weight = yield from _weigh(program, problem.weights, order[:end], memory)
        known = dict(problem.weights.literals)
        free = (known.get(x, 1) + known.get(-x, 1) for x in shown - mentioned)
        yield Progress(((0, weight * prod(free)),))
        return
    states = yield from run_layers(program, initial_states(program), memory, end)
    if end < len(order):
        keys = states.rows[:, : program.words]
        turns = yield from _following(program, memory, states._replace(rows=keys, sizes=0))
        alive = LinkedLayers(order[end:], turns).ways[0] != 0
        states = states._replace(rows=states.rows[alive])
    (number,) = states.numbers(program.words)
    yield Progress(((0, number << len(shown - mentioned)),))


def _following(
    program: FrontierProgram, memory: int, states: LayerStates | None = None
) -> Generator[Progress, None, list[LayerChoices]]:
    """Return the choices of each layer from some states on."""
    from nqsat.engines.layered.run import linked

    turns: list[LayerChoices] = []
    for _, turn in linked(program, memory, states=states):
        turns.append(turn)
        yield Progress(words=f"layer {len(program.order) - len(turns):,} to go")
    return turns


def _weigh(
    program: FrontierProgram, weights: Weights, shown: Sequence[int], memory: int
) -> Generator[Progress, None, Fraction]:
    """Return the sum of the weights over the shown variables, which are decided first.

    The completions of a state weigh together what its successors' weigh, each times the weight of the
    literal decided; a state whose variables are all hidden weighs 1 if it has a completion.
    """
    from nqsat.engines.frontier.run import successors_of

    turns = yield from _following(program, memory)
    weigh, scale, following = dict(weights.literals), 1, [1]
    for place in reversed(range(len(turns))):
        no, yes = successors_of(turns[place]).tolist()
        last = len(following)
        known = [*following, 0]
        pairs = [(known[min(a, last)], known[min(b, last)]) for a, b in zip(no, yes, strict=True)]
        if place >= len(shown):
            following = [max(pair) for pair in pairs]
            continue
        false, true = (weigh.get(x, Fraction(1)) for x in (-shown[place], shown[place]))
        # Whole numbers are quicker than fractions; the common denominator is divided out at the end.
        common = lcm(false.denominator, true.denominator)
        scale *= common
        low, high = int(false * common), int(true * common)
        following = [low * a + high * b for a, b in pairs]
    return Fraction(sum(following), scale)
