"""The rest of the constraints when some variables are decided: residuals in a normal form.

A bound on literals is at most two *demands*, that at least ``need`` of some literals are true; at most
``high`` of them are true if and only if at least the others of their negations are. A *residual* is what
remains of a demand. Deciding a variable removes its literal, and reduces the need by its weight if the
literal became true. Then

* a satisfied residual is dropped;
* a residual that needs more than is left is impossible: the assignment contributes nothing;
* a residual that needs all of its literals is replaced by one residual for each: the literal is *forced*;
* a residual implied by a constraint for the same literals, however earlier ones were decided, is dropped.

These steps preserve the set of extensions that satisfy the residuals, so the completions of an assignment
depend only on the set of its residuals: assignments with equal sets are one state. If no piece attacks
another, a state is the set of forbidden squares, and no two different states could be merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, groupby
from math import log2
from typing import NamedTuple

from nqsat.formulas.waiting import while_waiting
from nqsat.modelling import Sum


class Residual(NamedTuple):
    """At least ``need`` of the literals of a tail are true; see ``Residuals.tails``."""

    need: int
    tail: int


class Tail(NamedTuple):
    """Literals in the order in which they are decided."""

    #: literal and weight: the first literal and its multiplicity
    literal: int
    weight: int
    after: int  # the tail of the others
    #: total and least: the sum and the minimum of all weights
    total: int
    least: int


#: Bits are summed as integer multiples of this fraction of a bit, so that the order of summation is
#: irrelevant.
BIT = 1 << 20

#: For literals in variable order, with repetitions, the number of them that must be true.
Demands = Mapping[tuple[int, ...], int]


def demands_of(constraints: Iterable[Sum], order: Sequence[int]) -> Demands:
    """The demands of bounds; only the largest for each list of literals."""
    place = {x: index for index, x in enumerate(order)}
    found: dict[tuple[int, ...], int] = {}
    for bound in constraints:
        literals = tuple(sorted(bound.literals, key=lambda literal: place[abs(literal)]))
        others = tuple(-literal for literal in literals)
        for need, some in ((bound.low, literals), (len(literals) - bound.most, others)):
            if need > 0:
                found[some] = max(need, found.get(some, 0))
    return found


def is_unsatisfiable(demands: Demands) -> bool:
    """Whether a single demand cannot be satisfied."""
    return any(need > len(literals) for literals, need in demands.items())


def past_bits(constraints: Iterable[Sum], order: Sequence[int]) -> list[float]:
    """For each layer of an order, the logarithm to base 2 of an upper bound on the states after it.

    A state is a function of the number of true literals of each demand, as long as this number is neither
    so small that the demand is impossible, nor so large that it is satisfied. Demands with the same past
    literals, or with their negations, share this number: all squares that a knight attacks depend on the
    same bit for it.
    """
    demands = demands_of(constraints, order)
    if is_unsatisfiable(demands):
        return [0.0] * len(order)
    place = {x: index for index, x in enumerate(order)}
    past: dict[tuple[int, int], int] = {}
    spans: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for literals, need in while_waiting(demands.items()):
        node, sign, size = 0, literals[0] // abs(literals[0]), len(literals)
        places = [place[abs(literal)] for literal in literals]
        for decided in range(1, size):
            node = past.setdefault((node, sign * literals[decided - 1]), len(past) + 1)
            low, high = max(need - size + decided, 0), min(need, decided)
            if sign < 0:
                low, high = decided - high, decided - low
            begin, end = places[decided - 1], places[decided]
            if begin < end:
                spans.setdefault((node, begin), []).append((end, low, high))
    gains = [0] * (len(order) + 1)
    for (_, begin), span in spans.items():
        # The longest first: towards the beginning, all previous ones are active too.
        span.sort(reverse=True)
        low, high = span[0][1:]
        sooner_ends = [*(end for end, _, _ in span[1:]), begin]
        for (end, least, most), sooner in zip(span, sooner_ends, strict=True):
            low, high = min(low, least), max(high, most)
            bits = round(log2(high - low + 1) * BIT)
            gains[sooner] += bits
            gains[end] -= bits
    return [bits / BIT for bits in accumulate(gains[:-1])]


class Residuals:
    """The residuals of some demands.

    Attributes:
        tails: all tails; the first one is empty.
        from_start: for each variable, the residuals of demands that start with it, and those that hold
            however earlier literals were decided.
    """

    def __init__(self, demands: Demands) -> None:
        self.tails = [Tail(0, 0, 0, 0, 0)]
        self.from_start: dict[int, dict[Residual, None]] = {}
        self._ids: dict[tuple[int, int, int], int] = {}
        self._implied: dict[int, int] = {}
        for literals, need in demands.items():
            tail, least = 0, need - len(literals)
            for literal, same in groupby(reversed(literals)):
                weight = len([*same])
                tail, least = self._intern_tail(literal, weight, tail), least + weight
                if least > 0:
                    self._implied[tail] = max(least, self._implied.get(tail, 0))
                    self.from_start.setdefault(abs(literal), {})[Residual(least, tail)] = None

    def variable(self, residual: Residual) -> int:
        """Its first variable."""
        return abs(self.tails[residual.tail].literal)

    def forcing_bits(self, places: Mapping[Residual, int]) -> dict[int, int]:
        """Given the bit positions of residuals, the bit position that forces each forced literal."""
        return {
            tail.literal: place
            for residual, place in places.items()
            if not (tail := self.tails[residual.tail]).after
        }

    def excess(self, residual: Residual) -> int:
        """How much more it needs than is implied by the constraints anyway."""
        return residual.need - self._implied.get(residual.tail, 0)

    def decide(self, residual: Residual, value: int) -> tuple[Residual, ...] | None:
        """The residuals after deciding the first variable; None if it has become impossible."""
        literal, weight, after, _, _ = self.tails[residual.tail]
        left = Residual(residual.need - weight * ((literal > 0) == bool(value)), after)
        spare = self.tails[after].total - left.need
        if spare < 0:
            return None
        if self.excess(left) <= 0:
            return ()
        if spare >= self.tails[after].least:
            return (left,)
        return tuple(
            residual for residual in self._unit_residuals(after) if self.excess(residual) > 0
        )

    def _unit_residuals(self, tail: int) -> Iterable[Residual]:
        """Yield a residual that forces each literal of a tail."""
        while tail:
            literal, _, tail, _, _ = self.tails[tail]
            yield Residual(1, self._intern_tail(literal, 1, 0))

    def _intern_tail(self, literal: int, weight: int, after: int) -> int:
        key = literal, weight, after
        if key not in self._ids:
            self._ids[key] = len(self.tails)
            total, least = self.tails[after][3:]
            self.tails.append(Tail(*key, weight + total, min(weight, least) if after else weight))
        return self._ids[key]
