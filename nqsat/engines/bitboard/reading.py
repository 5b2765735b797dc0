"""A formula, read for a search with bit masks: who excludes whom, what must be hit, what is counted.

Items are the variables that can be true at all, as bits of Python integers. Every constraint becomes one of

    an exclusion    of these items at most one is chosen (a *clique*: any two exclude each other);
    a cover         of these items at least one is chosen;
    a quota         of these items at least ``low`` and at most ``high`` are chosen;
    pairs           of these pairs of items at most one is chosen whole;

an exactly-one is an exclusion and a cover. That of a line at most two items are chosen is a quota, which
says that of its pairs at most one is; other pairs come from auxiliary variables that stand for them. What
items that are *not* chosen would allow (an implication) cannot be said with these and is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from nqsat.compiling import Formula
from nqsat.compiling.sums import sums_of
from nqsat.modelling import Sum


class Quota(NamedTuple):
    """At least ``low`` and at most ``high`` of the items are chosen."""

    low: int
    high: int
    items: int


#: Pairs of items, the lower one first.
PairClass = tuple[tuple[int, int], ...]

_AUXILIARY = "a rule of this model needs auxiliary variables"

#: No pairs are looked at where there are more items, or more pairs.
MOST_PAIRED, MOST_PAIRS = 400, 300_000


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be searched; item ``i`` is the variable ``i + 1``.

    Args:
        items: those that may be chosen.
        beside: for each item, the others that it excludes.
        cliques: sets of items that exclude one another, as the formula has them.
        covers: sets of which something must be chosen.
        quotas: the numbers.
        pairs: classes of pairs, of each of which at most one pair is chosen.
        gated: whether pairs say what quotas do not.
        hopeless: something cannot be met, whatever is chosen.
    """

    items: int
    beside: tuple[int, ...]
    cliques: tuple[int, ...]
    covers: tuple[int, ...]
    quotas: tuple[Quota, ...]
    hopeless: bool
    pairs: tuple[PairClass, ...] = ()
    gated: bool = False


def bits_of(mask: int) -> Iterator[int]:
    """The places of the ones, ascending."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def mask_of(places: Iterable[int]) -> int:
    """The number with ones in these places."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def read(formula: Formula) -> Task:
    """The task that a formula sets.

    Raises:
        ValueError: the formula has auxiliary variables, a circuit, or a constraint on literals of
            both signs or on some that count more often than others; the text says which.
    """
    sums, variables = sums_of(formula.constraints), len(formula.projection)
    gated = formula.variables > variables
    classes, sums = _gated(sums, variables) if gated else ([], sums)
    quotas = [_positive(one) for one in sums]
    items = (1 << variables) - 1
    for quota in quotas:
        if quota.high == 0:
            items &= ~quota.items
    left = _merged(quota._replace(items=quota.items & items) for quota in quotas)
    hopeless = any(q.low > min(q.high, q.items.bit_count()) for q in left)
    cliques = dict.fromkeys(q.items for q in left if q.high == 1 and q.items.bit_count() > 1)
    covers = dict.fromkeys(q.items for q in left if q.low == 1)
    for quota in left:
        if quota.low == quota.items.bit_count() > 1:
            covers.update((1 << item, None) for item in bits_of(quota.items))
    many = [q for q in left if not _said_by_masks(q)]
    lines = _of_lines(many, items)
    if gated and lines is None:  # pairs alone would say less than the model
        raise ValueError(_AUXILIARY)
    return Task(
        items,
        _beside(variables, cliques),
        tuple(cliques),
        tuple(covers),
        tuple(many),
        hopeless,
        (*classes, *(lines or ())),
        gated,
    )


def _of_lines(quotas: Sequence[Quota], items: int) -> list[PairClass] | None:
    """The pairs of every set of which at most two are chosen; None where pairs do not say all."""
    capped = [q for q in quotas if q.high < q.items.bit_count() and q.items != items]
    if any(q.high != 2 for q in capped) or items.bit_count() > MOST_PAIRED:
        return None
    if sum(q.items.bit_count() ** 2 // 2 for q in capped) > MOST_PAIRS:
        return None
    return [tuple(combinations(bits_of(q.items), 2)) for q in capped]


def _gated(sums: Iterable[Sum], variables: int) -> tuple[list[PairClass], list[Sum]]:
    """Classes of pairs whose auxiliary variables exclude one another, and the sums without these.

    Raises:
        ValueError: an auxiliary variable is something else than *both of these items*, or two of
            them are the same.
    """
    ends: dict[int, set[int]] = {}
    closed: dict[int, set[int]] = {}
    groups, others = list[tuple[int, ...]](), list[Sum]()
    for one in sums:
        gates = [x for x in one.literals if abs(x) > variables]
        items = [x for x in one.literals if abs(x) <= variables]
        if not gates:
            others.append(one)
        elif one == Sum(0, 1, tuple(gates)) and min(gates) > 0:
            groups.append(tuple(gates))
        elif one.is_clause and len(gates) == len(items) == 1 and gates[0] < 0 < items[0]:
            ends.setdefault(-gates[0], set()).add(items[0] - 1)
        elif one.is_clause and len(gates) == 1 and gates[0] > 0 > max(items, default=0):
            if gates[0] in closed:
                raise ValueError(_AUXILIARY)
            closed[gates[0]] = {-1 - x for x in items}
        else:
            raise ValueError(_AUXILIARY)
    pairs = {gate: (min(some), max(some)) for gate, some in ends.items() if len(some) == 2}
    named = [gate for group in groups for gate in group]
    distinct = len({*named}) == len(named) and len({*pairs.values()}) == len(pairs)
    if not distinct or not {*named} <= pairs.keys() or ends != closed or variables > MOST_PAIRED:
        raise ValueError(_AUXILIARY)
    return [tuple(pairs[gate] for gate in group) for group in groups], others


def _positive(one: Sum) -> Quota:
    """The bounds on how many variables are true, where all literals have the same sign."""
    size = len(one.literals)
    if len({*one.literals}) < size:
        raise ValueError("a number of this model counts men who stand together")
    items = mask_of(abs(literal) - 1 for literal in one.literals)
    if all(literal > 0 for literal in one.literals):
        return Quota(max(one.low, 0), one.most, items)
    if all(literal < 0 for literal in one.literals):
        # So many are false: the others are true. Numbers that nothing meets stay out of reach.
        return Quota(max(size - one.most, 0), size - max(one.low, 0), items)
    raise ValueError("a rule of this model says what follows where a man does not stand")


def _merged(quotas: Iterable[Quota]) -> list[Quota]:
    """One quota for each set of items."""
    found: dict[int, Quota] = {}
    for low, high, items in quotas:
        other = found.get(items, Quota(0, items.bit_count(), items))
        found[items] = Quota(max(low, other.low), min(high, other.high), items)
    return list(found.values())


def _said_by_masks(quota: Quota) -> bool:
    """Whether exclusions and covers say all that the quota says."""
    size = quota.items.bit_count()
    above = quota.high >= size or quota.high == 1
    below = quota.low <= 1 or quota.low == size
    return above and below


def _beside(variables: int, cliques: Iterable[int]) -> tuple[int, ...]:
    beside = [0] * variables
    for clique in cliques:
        for item in bits_of(clique):
            beside[item] |= clique
    return tuple(others & ~(1 << item) for item, others in enumerate(beside))
