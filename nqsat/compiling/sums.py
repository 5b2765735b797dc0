"""Constraints read as sums, and written again as small as they get.

    low ≤ Σ weight · literal ≤ high        weights are positive, and no variable comes twice: x + ¬x = 1

Clauses and cardinalities are such sums; a literal that stands in one several times has a weight. Literals
that a sum decides are decided in all of them. Where both bounds allow it weights are divided by what they
have in common, and a weight that is more than is needed is made smaller. Of sums that say the same one is
kept. Over the same variables the assignments that satisfy all of them stay the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from itertools import permutations
from math import gcd
from typing import NamedTuple

from nqsat.compiling.formula import ConstraintGroup, Formula
from nqsat.modelling import AtLeast, AtMost, Clause, Constraint, Exactly

#: The part that says which literals have been decided.
DECIDED = "decided"

#: Of more literals that exclude one another the pairs are not written down.
RIVALS = 200


class Sum(NamedTuple):
    """Bounds on a sum; see the module.

    Args:
        low, high: the bounds.
        terms: literals with their weights, ascending.
    """

    low: int
    high: int
    terms: tuple[tuple[int, int], ...]

    @property
    def total(self) -> int:
        """The sum if all literals are true."""
        return sum(weight for _, weight in self.terms)

    @classmethod
    def clause(cls, literals: Iterable[int]) -> Sum:
        """One of these different literals is true."""
        terms = tuple(sorted((x, 1) for x in literals))
        return cls(1, len(terms), terms)

    @property
    def rivals(self) -> tuple[int, ...]:
        """Literals of which at most one is true, if that is what it says, or a part of it."""
        literals = tuple(x for x, _ in self.terms)
        if self == Sum.clause(literals) and len(literals) == 2:
            return -literals[0], -literals[1]
        return literals if self.high == self.total - len(literals) + 1 == 1 else ()

    def constraints(self) -> Iterator[Constraint]:
        """The sum in the words of the vocabulary."""
        literals = tuple(x for x, weight in self.terms for _ in range(weight))
        if self.low == self.high:
            yield Exactly(self.low, literals)
            return
        if self.low == 1:
            yield Clause(literals)
        elif self.low > 0:
            yield AtLeast(self.low, literals)
        if self.high < len(literals):
            yield AtMost(self.high, literals)


class Impossible(Exception):
    """No assignment satisfies a sum."""


def simplified(
    parts: Iterable[ConstraintGroup], renamed: Callable[[int], int]
) -> tuple[ConstraintGroup, ...]:
    """The parts of a formula without circuits, simplified; the last one says what is decided.

    Args:
        parts: the parts.
        renamed: of each literal, which one takes its place.
    """
    sums = [(part.origin, _sum(one, renamed)) for part in parts for one in part.constraints]
    true: set[int] = set()
    known = -1
    try:
        while known < len(true):
            known = len(true)
            sums = [(origin, _reduced(one, true)) for origin, one in sums]
            sums = _shortened([(origin, one) for origin, one in sums if one.terms])
    except Impossible:
        return (ConstraintGroup(DECIDED, (Clause(()),)),)
    found: dict[str, list[Constraint]] = {}
    for one, origin in _in_cliques({one: origin for origin, one in reversed(sums)}).items():
        found.setdefault(origin, []).extend(one.constraints())
    parts = [ConstraintGroup(origin, tuple(constraints)) for origin, constraints in found.items()]
    if true:
        parts.append(ConstraintGroup(DECIDED, tuple(Clause((x,)) for x in sorted(true, key=abs))))
    return tuple(parts)


def _shortened(sums: list[tuple[str, Sum]]) -> list[tuple[str, Sum]]:
    """The sums, with clauses that say (x or y or …) without x, where another one says (not x, or y).

    So a man between two who may not attack each other is of no help if he may not be attacked himself.
    """
    follows: dict[int, set[int]] = defaultdict(set)
    found = dict(enumerate(sums))
    for place, (origin, one) in sorted(found.items(), key=lambda item: len(item[1][1].terms)):
        literals = [x for x, _ in one.terms]
        if one == Sum.clause(literals):
            for x, _ in one.terms:
                if not follows[x].isdisjoint(literals):
                    literals.remove(x)
            found[place] = (origin, Sum.clause(literals))
        rivals = found[place][1].rivals
        for x, y in permutations(rivals if len(rivals) <= RIVALS else (), 2):
            follows[x].add(-y)
    return [*found.values()]


def _in_cliques(sums: dict[Sum, str]) -> dict[Sum, str]:
    """Sums and their origins, latest first, in their order; pairs that exclude each other in cliques."""
    graph: dict[int, set[int]] = defaultdict(set)
    found: dict[Sum, str] = {}
    where = ""
    for one, origin in reversed(sums.items()):
        pair = one.rivals if len(one.terms) == 2 and one.low < one.high else ()
        if not pair or min(pair) < 0:
            found[one] = origin
        else:
            where = where or origin
            graph[pair[0]].add(pair[1])
            graph[pair[1]].add(pair[0])
    for clique in _cliques(graph):
        found[Sum(0, 1, tuple((x, 1) for x in clique))] = where
    return found


def _cliques(graph: Mapping[int, Set[int]]) -> Iterator[list[int]]:
    """Cliques that cover every edge: each grown by whoever has most edges to it that are not covered yet.

    So the lines of a board come out as they are, and not as squares of four.
    """
    left = {node: set(others) for node, others in graph.items()}
    for node in sorted(graph):
        while left[node]:
            clique, common = [node], set(graph[node])
            while common:
                clique.append(max(common, key=lambda x: (len(left[x].intersection(clique)), -x)))
                common &= graph[clique[-1]]
            for a, b in permutations(clique, 2):
                left[a].discard(b)
            yield sorted(clique)


def _sum(constraint: Constraint, renamed: Callable[[int], int]) -> Sum:
    """What a constraint says, of other literals."""
    counted = Counter(map(renamed, constraint.literals))
    return Sum(*limits(constraint), tuple(sorted(counted.items())))


def limits(constraint: Constraint) -> tuple[int, int]:
    """At least and at most how many literals of a constraint are true, counted as often as they stand.

    Raises:
        ValueError: it is a circuit.
    """
    every = len(constraint.literals)
    match constraint:
        case Clause():
            return 1, every
        case AtMost(bound, _):
            return 0, min(bound, every)
        case AtLeast(bound, _):
            return bound, every
        case Exactly(bound, _):
            return bound, min(bound, every)
        case _:
            raise ValueError("a circuit is no bound on a number of literals")


class Bounds(NamedTuple):
    """At least ``low`` and at most ``high`` of the literals are true; a repeated one counts as often."""

    low: int
    high: int
    literals: tuple[int, ...]


def bounds_of(formula: Formula) -> list[Bounds]:
    """The constraints of a formula as bounds; those that always hold are left out.

    Raises:
        ValueError: a circuit is among them, or a constraint that has a variable and its negation.
    """
    found = [Bounds(*limits(one), one.literals) for one in formula.constraints]
    if any(not {*b.literals}.isdisjoint(-x for x in b.literals) for b in found):
        raise ValueError("a constraint has a variable and its negation")
    return [b for b in found if b.low > 0 or b.high < len(b.literals)]


def _reduced(one: Sum, true: set[int]) -> Sum:
    """A sum with what is decided put in; what it decides itself is added to that.

    Returns:
        one without terms, if it always holds.

    Raises:
        Impossible: it never does.
    """
    low, high, terms = one
    weights: dict[int, int] = {}
    for x, weight in terms:
        done = weight if x in true else min(weights.get(-x, 0), weight)
        low, high = low - done, high - done
        if x in true or -x in true:
            continue
        weights[x] = weight - done
        if done:
            weights[-x] -= done
    weights = {x: weight for x, weight in weights.items() if weight}
    total = sum(weights.values())
    if low > min(high, total) or high < 0:
        raise Impossible
    decided = [-x for x, weight in weights.items() if weight > high]
    decided += [x for x, weight in weights.items() if total - weight < low]
    decided = decided or _by_remainder(low, high, weights)
    if decided:
        true.update(decided)
        return _reduced(Sum(low, high, tuple(weights.items())), true)
    if low <= 0 and high >= total:
        return Sum(0, 0, ())
    if high >= total:
        weights = {x: min(weight, low) for x, weight in weights.items()}
    common = gcd(*weights.values())
    low, high = -(-max(low, 0) // common), min(high, sum(weights.values())) // common
    return Sum(low, high, tuple(sorted((x, weight // common) for x, weight in weights.items())))


def _by_remainder(low: int, high: int, weights: Mapping[int, int]) -> list[int]:
    """What follows where all weights but one have a divisor that the sum, which is given, has not.

    Raises:
        Impossible: whatever that literal is, the sum has another remainder.
    """
    alone = [weight for weight, number in Counter(weights.values()).items() if number == 1]
    for x, weight in weights.items() if low == high else ():
        if weight not in alone:
            continue
        common = gcd(*(other for y, other in weights.items() if y != x))
        fits = [literal for literal, rest in ((x, low - weight), (-x, low)) if rest % common == 0]
        if common > 1 and len(fits) < 2:
            if not fits:
                raise Impossible
            return fits
    return []
