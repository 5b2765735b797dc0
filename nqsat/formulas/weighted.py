"""Sums with weights: smaller weights that say the same, and clauses by a decision diagram.

Only which sets of true literals are below the bounds, between them, or above them matters, not the weights.
For few literals every set is looked at, and the weights are scaled down as far as the three kinds of sets
stay apart: 2001·a + 1999·b + 1997·c ≤ 3000 is a + b + c ≤ 1.

An upper bound on a sum becomes clauses by a decision diagram: the node of (place, rest) says that the
terms from the place on add up to at most the rest. Nodes for an interval of rests are one. Unless they are
to be determined, auxiliary variables are implied one way only, so count over the projection.

Reference: N. Eén and N. Sörensson, Translating pseudo-Boolean constraints into SAT, JSAT 2 (2006);
I. Abío et al., A new look at BDDs for pseudo-Boolean constraints, JAIR 45 (2012), for the intervals.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from nqsat.formulas.waiting import check_waiting

Clauses = list[tuple[int, ...]]

#: Weights of at most this many literals are scaled down; these have 2^n sets.
FEW_LITERALS = 12

#: The largest weights that are tried, from 1 on.
SMALL_WEIGHT = 32

#: Sums of smaller weights stay as they are.
LARGE_TOTAL = 64

#: A diagram of more nodes is given up.
MOST_NODES = 20_000

#: The places of the leaves.
FALSE, TRUE = -1, 0


def scaled_down(
    low: int, high: int, weights: Mapping[int, int]
) -> tuple[int, int, dict[int, int]] | None:
    """Return smaller bounds and weights with the same satisfying sets of literals; None if not found."""
    total, largest = sum(weights.values()), max(weights.values(), default=0)
    if total <= LARGE_TOTAL or len(weights) > FEW_LITERALS:
        return None
    sums = _subset_sums([*weights.values()])
    kinds = [(value >= low) + (value > high) for value in sums]
    for most in range(1, min(SMALL_WEIGHT, largest - 1) + 1):
        small = [(2 * most * weight + largest) // (2 * largest) for weight in weights.values()]
        values: list[list[int]] = [[], [], []]
        for kind, value in zip(kinds, _subset_sums(small), strict=True):
            values[kind].append(value)
        below, between, above = values
        if not between:
            continue
        least, greatest = min(between), max(between)
        if max(below, default=-1) < least and greatest < min(above, default=greatest + 1):
            kept = {x: weight for x, weight in zip(weights, small, strict=True) if weight}
            return least, greatest, kept
    return None


def _subset_sums(weights: Sequence[int]) -> list[int]:
    """Return the sum of each subset, in the order of the bits of its number."""
    sums = [0]
    for weight in weights:
        sums += [value + weight for value in sums]
    return sums


class _Interval(NamedTuple):
    """Rests from ``least`` to ``greatest`` at a place, which make the same function; its literal."""

    least: Any  # an integer, or minus infinity
    greatest: Any
    literal: int


def at_most_clauses(
    bound: int,
    weights: Mapping[int, int],
    fresh: Callable[[], int],
    *,
    most: int | None = None,
    determined: bool = False,
) -> Clauses | None:
    """Return clauses: the weights of the true literals add up to at most ``bound`` ≥ 0.

    Args:
        bound: the bound.
        weights: the literals, of different variables, with their weights.
        fresh: returns a new variable at every call.
        most: the number of nodes beyond which the diagram is given up; None for ``MOST_NODES``.
        determined: whether the literals determine all new variables: then it is an assignment of all
            variables that is counted.

    Returns:
        None if the diagram has more than ``most`` nodes; some variables are then without clauses.
    """
    terms = sorted(weights.items(), key=lambda term: -term[1])
    diagram = _Diagram(terms, fresh, determined=determined)
    root = diagram.root(bound, MOST_NODES if most is None else most)
    if root is None:
        return None
    return [*diagram.clauses, *([(root,)] if root > 0 else [])]


class _Diagram:
    """A reduced ordered decision diagram of one upper bound, with the clauses of its nodes."""

    def __init__(
        self, terms: Sequence[tuple[int, int]], fresh: Callable[[], int], *, determined: bool
    ) -> None:
        self._terms, self._fresh, self._determined = terms, fresh, determined
        self.clauses: Clauses = []
        self._nodes = 0
        rest = 0
        leaves = [rest]
        for _, weight in reversed(terms):
            rest += weight
            leaves.append(rest)
        # At each place, by ascending rests: nothing more fits; everything that is left does.
        self._known = [
            [_Interval(-float("inf"), -1, FALSE), _Interval(rest, float("inf"), TRUE)]
            for rest in reversed(leaves)
        ]

    def root(self, bound: int, most: int) -> int | None:
        """Return the literal of the whole sum, or a leaf; None if there are too many nodes."""
        wanted = [(0, bound)]
        while wanted and self._nodes < most:
            check_waiting()
            place, rest = wanted[-1]
            if self._node(place, rest) is not None:
                wanted.pop()
                continue
            without = self._node(place + 1, rest)
            with_it = self._node(place + 1, rest - self._terms[place][1])
            if without is None:
                wanted.append((place + 1, rest))
            elif with_it is None:
                wanted.append((place + 1, rest - self._terms[place][1]))
            else:
                self._add(place, without, with_it)
        found = self._node(0, bound)
        return None if found is None else found.literal

    def _add(self, place: int, without: _Interval, with_it: _Interval) -> None:
        """Add the node at a place of which these two follow: the literal there is false, or true."""
        literal, weight = self._terms[place]
        least = max(without.least, with_it.least + weight)
        greatest = min(without.greatest, with_it.greatest + weight)
        new = without.literal
        if with_it.literal != without.literal:
            new = self._fresh()
            if without.literal != TRUE:
                self.clauses.append((-new, without.literal))
            rest = () if with_it.literal == FALSE else (with_it.literal,)
            self.clauses.append((-new, -literal, *rest))
            if self._determined:
                self.clauses.append((new, literal, *((-without.literal,) * (without.literal > 0))))
                self.clauses += [(new, -x) for x in rest]
        insort(self._known[place], _Interval(least, greatest, new))
        self._nodes += 1

    def _node(self, place: int, rest: int) -> _Interval | None:
        known = self._known[place]
        node = known[bisect_right(known, rest, key=lambda node: node.least) - 1]
        return node if node.least <= rest <= node.greatest else None
