"""Counting the assignments of a CNF by layers, as ``frontier`` counts the solutions of a model.

The shown variables are decided first, so the layer after them has, for each state, the number of their
assignments that lead to it. A state counts if the others can be completed from there, in however many ways.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from nqsat.compiling import CnfProblem
from nqsat.engines.frontier.order import GREEDY, greedy_order
from nqsat.engines.frontier.program import NAME, compile_program
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

Literals = tuple[int, ...]

#: The layers of a program may together have this many bits: with more it takes minutes to compile.
MOST_BITS = 20_000_000


class UniqueCnf(NamedTuple):
    """Clauses over the variables 1 … ``variables``, with an order of decisions.

    Args:
        variables: the number of variables; those of the formula come first.
        clauses: distinct clauses; none has a variable twice.
        order: all variables.
    """

    variables: int
    clauses: tuple[Literals, ...]
    order: Sequence[int]

    @property
    def sums(self) -> list[Sum]:
        """The clauses as constraints of a formula."""
        return list(map(Clause, self.clauses))

    @classmethod
    def of(cls, top: int, clauses: Iterable[Literals], order: list[int]) -> UniqueCnf:
        """Remove duplicate clauses and literals; replace an empty clause by two contradictory ones."""
        found = tuple(dict.fromkeys(tuple(sorted({*clause}, key=abs)) for clause in clauses))
        if () in found:  # some programs ignore an empty clause
            return cls(top + 1, ((top + 1,), (-top - 1,)), [*order, top + 1])
        return cls(top, found, order)


def cnf_of_problem(problem: CnfProblem) -> UniqueCnf:
    """Return the clauses of a CNF with an order in which the shown variables come first."""
    shown = {*problem.projection}
    every = sorted(range(1, problem.variables + 1), key=lambda x: x not in shown)
    whole = (one for one in problem.clauses if {*one}.isdisjoint(-x for x in one))
    formula = UniqueCnf.of(problem.variables, whole, every)
    order, sums = formula.order, formula.sums
    orders = [order]
    if len(order) <= GREEDY:
        orders.append(sorted(greedy_order(order, sums), key=lambda x: x not in shown))
    best = min(orders, key=lambda one: max(past_bits(sums, one), default=0.0))
    return formula._replace(order=best)


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
    """Count the assignments of the shown variables; the last slice has the number.

    Raises:
        TooWide: the states take more bytes than ``memory``.
        UnsupportedByEngine: the program would be too large.
    """
    from nqsat.engines.layered.links import LayerChoices, LinkedLayers
    from nqsat.engines.layered.run import initial_states, linked, run_layers

    formula, shown = cnf_of_problem(problem), {*problem.projection}
    mentioned = {abs(x) for clause in formula.clauses for x in clause}
    order = [x for x in formula.order if x in mentioned]
    end = len(shown & mentioned)
    if sum(past_bits(formula.sums, order)) > MOST_BITS:
        raise UnsupportedByEngine(NAME, "the clauses have too wide a frontier", ("sat",))
    program = compile_program(formula.sums, order)
    states = yield from run_layers(program, initial_states(program), memory, end)
    if end < len(order):
        keys = states.rows[:, : program.words]
        turns = list[LayerChoices]()
        for _, turn in linked(program, memory, states=states._replace(rows=keys, sizes=0)):
            turns.append(turn)
            yield Progress(words=f"layer {end + len(turns):,} of {len(order):,}")
        alive = LinkedLayers(order[end:], turns).ways[0] != 0
        states = states._replace(rows=states.rows[alive])
    (number,) = states.numbers(program.words)
    yield Progress(((0, number << len(shown - mentioned)),))
