"""What is still asked of the future when some variables have been decided: residuals in a normal form.

A bound on literals is at most two *demands*, that at least ``need`` of some literals be true; at most
``high`` of them are if at least the others of their negations are. A *residual* is what a demand has come
to. Deciding a variable takes its literal away, and its weight off the need if it became true. Then

* what needs no more is met, and dropped;
* what needs more than are left is impossible: the assignment contributes nothing;
* what can spare none that is left is dropped too, and each of these is *forced*, a residual of its own;
* what some constraint asks of the same literals anyway, whatever has become of the others, is dropped.

None of this changes the extensions that keep the residuals, so the ways to complete an assignment depend
on the set of its residuals alone: assignments with equal sets are one state. If no man attacks another, a
state says which squares are forbidden, and no two different states could be merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, groupby
from math import log2
from typing import NamedTuple

from nqsat.modelling import Sum


class Residual(NamedTuple):
    """At least so many of the literals of a tail are true; see ``Residuals.tails``."""

    need: int
    tail: int


class Tail(NamedTuple):
    """Literals in the order in which they are decided.

    Args:
        literal, weight: the next, and how often it counts.
        after: the tail of the others.
        total, least: the sum of all weights, and the least of them.
    """

    literal: int
    weight: int
    after: int
    total: int
    least: int


#: Bits are added up as whole numbers of such parts of one: then their order does not matter.
BIT = 1 << 20

#: Literals in the order of their variables, a repeated one as often; and how many of them are to be true.
Demands = Mapping[tuple[int, ...], int]


def demands_of(constraints: Iterable[Sum], order: Sequence[int]) -> Demands:
    """What bounds ask; of the same literals only the most."""
    place = {x: index for index, x in enumerate(order)}
    found: dict[tuple[int, ...], int] = {}
    for one in constraints:
        literals = tuple(sorted(one.literals, key=lambda literal: place[abs(literal)]))
        others = tuple(-literal for literal in literals)
        for need, some in ((one.low, literals), (len(literals) - one.most, others)):
            if need > 0:
                found[some] = max(need, found.get(some, 0))
    return found


def hopeless(demands: Demands) -> bool:
    """Whether one cannot be met, whatever the others ask."""
    return any(need > len(literals) for literals, need in demands.items())


def past_bits(constraints: Iterable[Sum], order: Sequence[int]) -> list[float]:
    """For each layer of an order, 2 to this power bounds the states after it.

    A state is a function of how many literals of each demand have become true: of this number, where it is
    not so small that the demand cannot be met, nor so large that it is. Demands with the same past
    literals, or with their negations, share it: the squares that a knight attacks ask all the same
    question about him.
    """
    demands = demands_of(constraints, order)
    if hopeless(demands):
        return [0.0] * len(order)
    place = {x: index for index, x in enumerate(order)}
    past: dict[tuple[int, int], int] = {}
    spans: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for literals, need in demands.items():
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
        # The longest first: nearer to the beginning all those before hold too.
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
        tails: all tails; the first is the empty one.
        from_start: for each variable, what is asked of literals it is the first of, of which nothing was
            decided or whatever was.
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
                tail, least = self._tail(literal, weight, tail), least + weight
                if least > 0:
                    self._implied[tail] = max(least, self._implied.get(tail, 0))
                    self.from_start.setdefault(abs(literal), {})[Residual(least, tail)] = None

    def variable(self, residual: Residual) -> int:
        """The first that it is about."""
        return abs(self.tails[residual.tail].literal)

    def forced(self, places: Mapping[Residual, int]) -> dict[int, int]:
        """Of residuals that have these places: of each literal that one forces, its place."""
        return {
            tail.literal: place
            for residual, place in places.items()
            if not (tail := self.tails[residual.tail]).after
        }

    def excess(self, residual: Residual) -> int:
        """How much more it asks than is asked anyway."""
        return residual.need - self._implied.get(residual.tail, 0)

    def decided(self, residual: Residual, value: int) -> tuple[Residual, ...] | None:
        """What comes of it when its first variable gets a value; None if it cannot be met any more."""
        literal, weight, after, _, _ = self.tails[residual.tail]
        left = Residual(residual.need - weight * ((literal > 0) == bool(value)), after)
        spare = self.tails[after].total - left.need
        if spare < 0:
            return None
        if self.excess(left) <= 0:
            return ()
        if spare >= self.tails[after].least:
            return (left,)
        return tuple(one for one in self._each(after) if self.excess(one) > 0)

    def _each(self, tail: int) -> Iterable[Residual]:
        """Each literal of a tail, forced."""
        while tail:
            literal, _, tail, _, _ = self.tails[tail]
            yield Residual(1, self._tail(literal, 1, 0))

    def _tail(self, literal: int, weight: int, after: int) -> int:
        key = literal, weight, after
        if key not in self._ids:
            self._ids[key] = len(self.tails)
            total, least = self.tails[after][3:]
            self.tails.append(Tail(*key, weight + total, min(weight, least) if after else weight))
        return self._ids[key]
