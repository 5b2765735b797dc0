"""A formula as clauses that have as many models as it has solutions, and an order of their variables.

A cardinality of at most one, or of all but one, is written as pairs. Any other is a prefix counter: a new
variable says of the first so many literals, as they are decided, whether at least so many are true,

    s[i, j] ⇔ s[i-1, j] ∨ (x[i] ∧ s[i-1, j-1])

in both directions. So every new variable has one value for each assignment of the others, where the usual
counters, which go one way, leave some free and the models are too many. It is decided right after x[i].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from nqsat.compiling import CnfProblem, Formula
from nqsat.compiling.sums import sums_of
from nqsat.engines.frontier.order import GREEDY, greedy, narrowest
from nqsat.engines.frontier.residuals import past_bits
from nqsat.evidence.certificate.lrat import Literals
from nqsat.modelling import Clause, Sum


class UniqueCnf(NamedTuple):
    """Clauses over the variables 1 … ``variables``, which are decided in this order.

    Args:
        variables: how many there are; those of the formula come first.
        clauses: none has a variable twice, and none comes twice.
        order: all variables.
    """

    variables: int
    clauses: tuple[Literals, ...]
    order: Sequence[int]

    @property
    def sums(self) -> list[Sum]:
        """The clauses, in the words of a formula."""
        return list(map(Clause, self.clauses))


def determined(formula: Formula) -> UniqueCnf:
    """A formula whose auxiliaries, if it has some, are determined by the others.

    Raises:
        ValueError: a circuit is among its constraints, or one that has a variable and its negation.
    """
    constraints = sums_of(formula.constraints)
    order = narrowest(formula, constraints).variables
    place = {x: index for index, x in enumerate(order)}
    counters = _CounterWriter(formula.variables)
    clauses: list[Literals] = []
    for one in constraints:
        literals = sorted(one.literals, key=lambda literal: place[abs(literal)])
        clauses += counters.written(one._replace(literals=tuple(literals)))
    every = [y for x in order for y in (x, *counters.after(x))]
    return UniqueCnf(*_as_sets(counters.top, clauses, every))


def of_clauses(problem: CnfProblem) -> UniqueCnf:
    """A CNF, all of whose variables count."""
    every = list(range(1, problem.variables + 1))
    whole = (one for one in problem.clauses if {*one}.isdisjoint(-x for x in one))
    formula = UniqueCnf(*_as_sets(problem.variables, whole, every))
    order, sums = formula.order, formula.sums
    orders = [order, greedy(order, sums)] if len(order) <= GREEDY else [order]
    best = min(orders, key=lambda one: max(past_bits(sums, one), default=0.0))
    return formula._replace(order=best)


def _as_sets(
    top: int, clauses: Iterable[Literals], order: list[int]
) -> tuple[int, tuple[Literals, ...], list[int]]:
    """Each clause once, and each of its literals; one that is empty as two that contradict each other."""
    found = tuple(dict.fromkeys(tuple(sorted({*clause}, key=abs)) for clause in clauses))
    if () in found:  # some programs ignore it
        return top + 1, ((top + 1,), (-top - 1,)), [*order, top + 1]
    return top, found, order


class _CounterWriter:
    """Writes cardinalities as clauses, with new variables that are decided after others."""

    def __init__(self, top: int) -> None:
        self.top = top
        self._after: dict[int, list[int]] = {}

    def after(self, variable: int) -> Sequence[int]:
        """Those that are decided right after a variable."""
        return self._after.get(variable, ())

    def new(self, after: int) -> int:
        """One more."""
        self.top += 1
        self._after.setdefault(after, []).append(self.top)
        return self.top

    def written(self, one: Sum) -> Iterator[Literals]:
        """The clauses of a sum of literals in the order in which they are decided."""
        low, high, literals = one.low, one.most, one.literals
        size, others = len(literals), tuple(-x for x in literals)
        if low > size or high < 0:
            yield ()
            return
        least, most = _at_least(literals), _at_least(others)
        if low in least and size - high in most:
            yield from least[low]
            yield from most[size - high]
        else:
            yield from self._counted(low, high, literals)

    def _counted(self, low: int, high: int, literals: Literals) -> Iterator[Literals]:
        """At every literal, whether as many are true as the bounds or a later counter ask for."""
        asked = [k for k in (low, high + 1) if 0 < k <= len(literals)]
        before: dict[int, int] = {}  # at least none always are; more than there are never
        for i, literal in enumerate(literals, start=1):
            now: dict[int, int] = {}
            left = len(literals) - i
            for k in range(max(1, min(asked) - left), min(max(asked), i) + 1):
                s = now[k] = self.new(abs(literal))
                some, less = before.get(k), before.get(k - 1)
                if some is not None:
                    yield -some, s
                yield (-literal, s) if less is None else (-literal, -less, s)
                yield (-s, literal) if some is None else (-s, some, literal)
                if less is not None:
                    yield -s, less
            before = now
        for k in asked:
            yield (before[k] if k == low else -before[k],)


def _at_least(literals: Literals) -> Mapping[int, Iterable[Literals]]:
    """Clauses for as many true ones as can be asked for without a counter."""
    size = len(literals)
    return {0: (), 1: (literals,), size - 1: combinations(literals, 2), size: zip(literals)}
