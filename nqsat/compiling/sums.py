"""Simplify constraints as weighted sums of literals.

    low ≤ Σ weight · literal ≤ high        weights are positive, and no variable occurs twice: x + ¬x = 1

The weight of a literal is the number of its occurrences in a ``Sum``. A literal that one sum fixes is fixed
in all of them. Weights are divided by their greatest common divisor, and a weight larger than the lower
bound is reduced to it if there is no upper bound. Large weights of few literals are scaled down. Duplicate
sums are removed. The set of satisfying assignments over the same variables does not change.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from itertools import permutations
from math import gcd

from nqsat.compiling.formula import ConstraintGroup
from nqsat.formulas.waiting import while_waiting
from nqsat.formulas.weighted import scaled_down
from nqsat.modelling import AtMost, Clause, Constraint, OneComponent, Sum

#: The origin of the unit clauses for fixed literals.
DECIDED = "decided"

#: At-most-one groups with more literals than this are not expanded into pairs.
RIVALS = 200


def at_most_one_literals(bound: Sum) -> tuple[int, ...]:
    """Return literals of which the sum implies that at most one is true; empty if there are none."""
    literals = tuple(dict.fromkeys(bound.literals))
    if bound == Clause(literals) and len(literals) == 2:
        return -literals[0], -literals[1]
    return literals if bound.most == len(bound.literals) - len(literals) + 1 == 1 else ()


class Impossible(Exception):
    """No assignment satisfies a sum."""


def simplify(
    parts: Iterable[ConstraintGroup], rename: Callable[[int], int]
) -> tuple[ConstraintGroup, ...]:
    """Simplify the parts of a formula without circuits; the last part has the fixed literals.

    Component constraints are renamed only.

    Args:
        parts: the parts.
        rename: maps each literal to its replacement.
    """
    sums: list[tuple[str, Sum]] = []
    components: list[tuple[str, OneComponent]] = []
    for origin, constraints in parts:
        for constraint in while_waiting(constraints):
            if isinstance(constraint, OneComponent):
                literals = tuple(map(rename, constraint.literals))
                components.append((origin, constraint._replace(literals=literals)))
            else:
                bound = _require_sum(constraint)
                sums.append((origin, bound._replace(literals=tuple(map(rename, bound.literals)))))
    true: set[int] = set()
    known = -1
    try:
        while known < len(true):
            known = len(true)
            sums = [(origin, reduce_sum(bound, true)) for origin, bound in while_waiting(sums)]
            sums = _shorten_clauses([(origin, bound) for origin, bound in sums if bound.literals])
    except Impossible:
        return (ConstraintGroup(DECIDED, (Clause(()),)),)
    found: dict[str, list[Constraint]] = {}
    latest_first = {bound: origin for origin, bound in reversed(sums)}
    for bound, origin in _merge_into_cliques(latest_first).items():
        found.setdefault(origin, []).append(bound)
    for origin, component in components:
        found.setdefault(origin, []).append(component)
    parts = [ConstraintGroup(origin, tuple(constraints)) for origin, constraints in found.items()]
    if true:
        parts.append(ConstraintGroup(DECIDED, tuple(Clause((x,)) for x in sorted(true, key=abs))))
    return tuple(parts)


def _shorten_clauses(sums: list[tuple[str, Sum]]) -> list[tuple[str, Sum]]:
    """Shorten clauses by self-subsuming resolution: (x or y or …) loses x if there is (not x or y)."""
    # A possible blocker between two pieces leaves their clause if one of them must not attack it.
    follows: dict[int, set[int]] = defaultdict(set)
    found = dict(enumerate(sums))
    by_length = sorted(found.items(), key=lambda item: len({*item[1][1].literals}))
    for place, (origin, bound) in while_waiting(by_length):
        if bound.is_clause:
            literals = list(bound.literals)
            for x in bound.literals:
                if not follows[x].isdisjoint(literals):
                    literals.remove(x)
            found[place] = (origin, Clause(tuple(literals)))
        apart = at_most_one_literals(found[place][1])
        for x, y in permutations(apart if len(apart) <= RIVALS else (), 2):
            follows[x].add(-y)
    return [*found.values()]


def _merge_into_cliques(sums: dict[Sum, str]) -> dict[Sum, str]:
    """Reverse the sums, given latest first, and merge pairs that exclude each other into cliques."""
    graph: dict[int, set[int]] = defaultdict(set)
    found: dict[Sum, str] = {}
    where = ""
    for bound, origin in while_waiting(reversed(sums.items())):
        pair = at_most_one_literals(bound)
        if len({*bound.literals}) != 2 or bound.low == bound.high or min(pair, default=-1) < 0:
            found[bound] = origin
        else:
            where = where or origin
            graph[pair[0]].add(pair[1])
            graph[pair[1]].add(pair[0])
    for clique in _cliques(graph):
        found[AtMost(1, tuple(clique))] = where
    return found


def _cliques(graph: Mapping[int, Set[int]]) -> Iterator[list[int]]:
    """Yield cliques that cover every edge: the lines of a board rather than 2 × 2 blocks."""
    left = {node: set(others) for node, others in graph.items()}
    for node in while_waiting(sorted(graph)):
        while left[node]:
            clique, common = [node], set(graph[node])
            while common:
                clique.append(max(common, key=lambda x: (len(left[x].intersection(clique)), -x)))
                common &= graph[clique[-1]]
            for a, b in permutations(clique, 2):
                left[a].discard(b)
            yield sorted(clique)


def sums_of(constraints: Iterable[Constraint]) -> list[Sum]:
    """Return the constraints as sums, without those that always hold.

    Raises:
        ValueError: there is a constraint on circuits or components, or one that has a variable and its
            negation.
    """
    found = list(map(_require_sum, constraints))
    if any(not {*bound.literals}.isdisjoint(-x for x in bound.literals) for bound in found):
        raise ValueError("a constraint has a variable and its negation")
    return [bound for bound in found if bound.low > 0 or bound.most < len(bound.literals)]


def _require_sum(constraint: Constraint) -> Sum:
    if not isinstance(constraint, Sum):
        what = "components" if isinstance(constraint, OneComponent) else "circuits"
        raise ValueError(f"a constraint on {what} is not a bound on a number of literals")
    return constraint


def reduce_sum(bound: Sum, true: set[int]) -> Sum:
    """Simplify a sum under the fixed literals ``true``, to which those that it fixes are added."""
    low, high = bound.low, bound.most
    weights: dict[int, int] = {}
    for x, weight in sorted(Counter(bound.literals).items()):
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
    decided = decided or _fixed_by_divisibility(low, high, weights)
    if decided:
        true.update(decided)
        return reduce_sum(Sum(low, high, _repeat_literals(weights)), true)
    if low <= 0 and high >= total:
        return Sum(0, None, ())
    if high >= total:
        weights = {x: min(weight, low) for x, weight in weights.items()}
    common = gcd(*weights.values())
    weights = {x: weight // common for x, weight in weights.items()}
    low, high = -(-max(low, 0) // common), high // common
    if low > high:  # no multiple of the divisor is between the bounds
        raise Impossible
    if smaller := scaled_down(low, high, weights):
        low, high, weights = smaller
        return reduce_sum(Sum(low, high, _repeat_literals(weights)), true)
    return Sum(low, high if high < sum(weights.values()) else None, _repeat_literals(weights))


def _repeat_literals(weights: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(x for x in sorted(weights) for _ in range(weights[x]))


def _fixed_by_divisibility(low: int, high: int, weights: Mapping[int, int]) -> list[int]:
    """Return a literal fixed by divisibility: all other weights of an equation have a common divisor."""
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
