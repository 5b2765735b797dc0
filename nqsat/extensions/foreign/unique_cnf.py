"""A formula as clauses with exactly one model for each solution, and an order of their variables.

"At most one" and "all but at most one" become pairwise clauses. Any other cardinality becomes a sequential
counter: a new variable s[i, j] says that at least j of the first i literals, in the order of decisions, are
true,

    s[i, j] ⇔ s[i-1, j] ∨ (x[i] ∧ s[i-1, j-1])

in both directions. So the other variables determine every new variable; the usual one-directional counters
would leave some free, and have more models. s[i, j] is decided right after x[i].
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from nqsat.compiling import Formula, sums_of
from nqsat.engines import UniqueCnf, candidate_orders
from nqsat.modelling import Sum

Literals = tuple[int, ...]


def unique_cnf_of(formula: Formula) -> UniqueCnf:
    """Return the clauses of a formula whose auxiliary variables, if any, are determined by the others.

    Raises:
        ValueError: a constraint is a circuit, or has a variable and its negation.
    """
    constraints = sums_of(formula.constraints)
    order = candidate_orders(formula, constraints)[0].variables
    place = {x: index for index, x in enumerate(order)}
    counters = _CounterWriter(formula.variables)
    clauses: list[Literals] = []
    for constraint in constraints:
        literals = sorted(constraint.literals, key=lambda literal: place[abs(literal)])
        clauses += counters.sum_clauses(constraint._replace(literals=tuple(literals)))
    variables = [y for x in order for y in (x, *counters.after[x])]
    return UniqueCnf.of(counters.top, clauses, variables)


class _CounterWriter:
    """Encode cardinalities as clauses, with new variables; each is decided ``after`` another one."""

    def __init__(self, top: int) -> None:
        self.top = top
        self.after = defaultdict[int, list[int]](list)

    def new_variable(self, after: int) -> int:
        self.top += 1
        self.after[after].append(self.top)
        return self.top

    def sum_clauses(self, one: Sum) -> Iterator[Literals]:
        """Yield the clauses of a cardinality; its literals are in the order of decisions."""
        low, high, literals = one.low, one.most, one.literals
        size, others = len(literals), tuple(-x for x in literals)
        if one.is_impossible:
            yield ()
            return
        least, most = _at_least_clauses(literals), _at_least_clauses(others)
        if low in least and size - high in most:
            yield from least[low]
            yield from most[size - high]
        else:
            yield from self._counter_clauses(low, high, literals)

    def _counter_clauses(self, low: int, high: int, literals: Literals) -> Iterator[Literals]:
        """Yield the clauses of a counter, for only the thresholds that bounds or later counters need."""
        asked = [k for k in (low, high + 1) if 0 < k <= len(literals)]
        before: dict[int, int] = {}  # "at least 0" is always true; "more than i" never
        for i, literal in enumerate(literals, start=1):
            now: dict[int, int] = {}
            left = len(literals) - i
            for k in range(max(1, min(asked) - left), min(max(asked), i) + 1):
                s = now[k] = self.new_variable(abs(literal))
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


def _at_least_clauses(literals: Literals) -> Mapping[int, Iterable[Literals]]:
    """Return, for each threshold that needs no counter, the clauses for "at least this many are true"."""
    size = len(literals)
    return {0: (), 1: (literals,), size - 1: combinations(literals, 2), size: zip(literals)}
