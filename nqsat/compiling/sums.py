"""Constraints read as sums, and written again as small as they get.

    low ≤ Σ weight · literal ≤ high        weights are positive, and no variable comes twice: x + ¬x = 1

A literal has as much weight as often as it stands in a ``Sum``. Literals that a sum decides are decided in
all of them. Where both bounds allow it weights are divided by what they have in common, and a weight that
is more than is needed is made smaller. Of sums that say the same one is kept. Over the same variables the
assignments that satisfy all of them stay the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from itertools import permutations
from math import gcd

from nqsat.compiling.formula import ConstraintGroup
from nqsat.modelling import AtMost, Clause, Constraint, OneComponent, Sum

#: The part that says which literals have been decided.
DECIDED = "decided"

#: Of more literals that exclude one another the pairs are not written down.
RIVALS = 200


def rivals(one: Sum) -> tuple[int, ...]:
    """Literals of which at most one is true, if that is what it says, or a part of it."""
    literals = tuple(dict.fromkeys(one.literals))
    if one == Clause(literals) and len(literals) == 2:
        return -literals[0], -literals[1]
    return literals if one.most == len(one.literals) - len(literals) + 1 == 1 else ()


class Impossible(Exception):
    """No assignment satisfies a sum."""


def simplified(
    parts: Iterable[ConstraintGroup], renamed: Callable[[int], int]
) -> tuple[ConstraintGroup, ...]:
    """The parts of a formula without circuits, simplified; the last one says what is decided.

    What is said of components is renamed, and else left as it is.

    Args:
        parts: the parts.
        renamed: of each literal, which one takes its place.
    """
    sums: list[tuple[str, Sum]] = []
    components: list[tuple[str, OneComponent]] = []
    for origin, constraints in parts:
        for constraint in constraints:
            if isinstance(constraint, OneComponent):
                literals = tuple(map(renamed, constraint.literals))
                components.append((origin, constraint._replace(literals=literals)))
            else:
                one = _sum(constraint)
                sums.append((origin, one._replace(literals=tuple(map(renamed, one.literals)))))
    true: set[int] = set()
    known = -1
    try:
        while known < len(true):
            known = len(true)
            sums = [(origin, _reduced(one, true)) for origin, one in sums]
            sums = _shortened([(origin, one) for origin, one in sums if one.literals])
    except Impossible:
        return (ConstraintGroup(DECIDED, (Clause(()),)),)
    found: dict[str, list[Constraint]] = {}
    for one, origin in _in_cliques({one: origin for origin, one in reversed(sums)}).items():
        found.setdefault(origin, []).append(one)
    for origin, component in components:
        found.setdefault(origin, []).append(component)
    parts = [ConstraintGroup(origin, tuple(constraints)) for origin, constraints in found.items()]
    if true:
        parts.append(ConstraintGroup(DECIDED, tuple(Clause((x,)) for x in sorted(true, key=abs))))
    return tuple(parts)


def _shortened(sums: list[tuple[str, Sum]]) -> list[tuple[str, Sum]]:
    """The sums, with clauses that say (x or y or …) without x, where another one says (not x, or y).

    So a man does not help as a shield between two others if they may not attack him either.
    """
    follows: dict[int, set[int]] = defaultdict(set)
    found = dict(enumerate(sums))
    for place, (origin, one) in sorted(found.items(), key=lambda item: len({*item[1][1].literals})):
        if one.is_clause:
            literals = list(one.literals)
            for x in one.literals:
                if not follows[x].isdisjoint(literals):
                    literals.remove(x)
            found[place] = (origin, Clause(tuple(literals)))
        apart = rivals(found[place][1])
        for x, y in permutations(apart if len(apart) <= RIVALS else (), 2):
            follows[x].add(-y)
    return [*found.values()]


def _in_cliques(sums: dict[Sum, str]) -> dict[Sum, str]:
    """Sums and their origins, latest first, in their order; pairs that exclude each other in cliques."""
    graph: dict[int, set[int]] = defaultdict(set)
    found: dict[Sum, str] = {}
    where = ""
    for one, origin in reversed(sums.items()):
        pair = rivals(one) if len({*one.literals}) == 2 and one.low != one.high else ()
        if not pair or min(pair) < 0:
            found[one] = origin
        else:
            where = where or origin
            graph[pair[0]].add(pair[1])
            graph[pair[1]].add(pair[0])
    for clique in _cliques(graph):
        found[AtMost(1, tuple(clique))] = where
    return found


def _cliques(graph: Mapping[int, Set[int]]) -> Iterator[list[int]]:
    """Cliques that cover every edge: each grown by the node with most edges to it that are not covered yet.

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


def sums_of(constraints: Iterable[Constraint]) -> list[Sum]:
    """Constraints as sums; those that always hold are left out.

    Raises:
        ValueError: there is a constraint on circuits or components, or one that has a variable and its
            negation.
    """
    found = list(map(_sum, constraints))
    if any(not {*one.literals}.isdisjoint(-x for x in one.literals) for one in found):
        raise ValueError("a constraint has a variable and its negation")
    return [one for one in found if one.low > 0 or one.most < len(one.literals)]


def _sum(constraint: Constraint) -> Sum:
    if not isinstance(constraint, Sum):
        what = "components" if isinstance(constraint, OneComponent) else "circuits"
        raise ValueError(f"a constraint on {what} is no bound on a number of literals")
    return constraint


def _reduced(one: Sum, true: set[int]) -> Sum:
    """A sum with what is decided put in; what it decides itself is added to that.

    Returns:
        one without literals, if it always holds.

    Raises:
        Impossible: it never does.
    """
    low, high = one.low, one.most
    weights: dict[int, int] = {}
    for x, weight in sorted(Counter(one.literals).items()):
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
        return _reduced(Sum(low, high, _repeated(weights)), true)
    if low <= 0 and high >= total:
        return Sum(0, None, ())
    if high >= total:
        weights = {x: min(weight, low) for x, weight in weights.items()}
    common = gcd(*weights.values())
    weights = {x: weight // common for x, weight in weights.items()}
    low, high = -(-max(low, 0) // common), high // common
    return Sum(low, high if high < sum(weights.values()) else None, _repeated(weights))


def _repeated(weights: Mapping[int, int]) -> tuple[int, ...]:
    """Each literal as often as it counts, ascending."""
    return tuple(x for x in sorted(weights) for _ in range(weights[x]))


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
