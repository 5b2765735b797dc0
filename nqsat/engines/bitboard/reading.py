"""A formula, read for a search with bit masks: exclusions, sets to be hit, numbers.

Items are the variables that can be true at all, as bits of Python integers. Every constraint becomes one of

    an exclusion    of these items at most one is chosen (a *clique*: any two exclude each other);
    a cover         of these items at least one is chosen;
    a quota         of these items at least ``low`` and at most ``high`` are chosen;

an exactly-one is an exclusion and a cover. A quota of at most two is a *line* as well: what two items of it
exclude can be struck out. What items that are *not* chosen would allow (an implication) cannot be said with
these and is refused. Distinct differences would be a gate for each two squares and are not lowered: the
task has numbers of the squares instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from nqsat.compiling import Formula, lower
from nqsat.compiling.atoms import AtomReader
from nqsat.compiling.sums import sums_of
from nqsat.modelling import Placement, Sum
from nqsat.modelling.rules import DistinctDifferences


class Quota(NamedTuple):
    """At least ``low`` and at most ``high`` of the items are chosen."""

    low: int
    high: int
    items: int


#: No lines are looked at where there are more items, or more pairs on them.
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
        hopeless: something cannot be met, whatever is chosen.
        lines: of the quotas the sets of which at most two are chosen; none where there are too many.
        numbers: for each item a number; the differences of two that are chosen are distinct, up to their
            sign. Empty where no rule asks for that.
    """

    items: int
    beside: tuple[int, ...]
    cliques: tuple[int, ...]
    covers: tuple[int, ...]
    quotas: tuple[Quota, ...]
    hopeless: bool
    lines: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()


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


def formula_of(model: Placement) -> tuple[Formula, tuple[int, ...]]:
    """The formula of a model but for its differences, and the numbers of the items where it has these.

    Raises:
        ValueError: differences are distinct where men stand together, or of too many men.
    """
    other = tuple(rule for rule in model.rules if type(rule) is not DistinctDifferences)
    if other == model.rules:
        return lower(model), ()
    formula = lower(model.changed(rules=other))
    reader = cast("AtomReader", formula.reader)
    if any(len(orbit) > 1 for orbit in reader.orbits) or len(reader.orbits) > MOST_PAIRED:
        raise ValueError("the differences of this model are of too many men, or of men together")
    number = DistinctDifferences.numbers(model.board)
    return formula, tuple(number[man.square] for (man,) in reader.orbits)


def read(formula: Formula, numbers: tuple[int, ...] = ()) -> Task:
    """The task that a formula sets, and numbers of its items.

    Raises:
        ValueError: the formula has auxiliary variables, a circuit, or a constraint on literals of
            both signs or on some that count more often than others; the text says which.
    """
    variables = len(formula.projection)
    if formula.variables > variables:
        raise ValueError("a rule of this model needs auxiliary variables")
    quotas = [_positive(one) for one in sums_of(formula.constraints)]
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
    return Task(
        items,
        _beside(variables, cliques),
        tuple(cliques),
        tuple(covers),
        tuple(many),
        hopeless,
        _lines(many, items),
        numbers,
    )


def _lines(quotas: Sequence[Quota], items: int) -> tuple[int, ...]:
    """The sets of which at most two are chosen; none where they have too many pairs."""
    found = [q.items for q in quotas if q.high == 2 < q.items.bit_count() and q.items != items]
    pairs = sum(line.bit_count() ** 2 // 2 for line in found)
    return tuple(found) if items.bit_count() <= MOST_PAIRED and pairs <= MOST_PAIRS else ()


def _positive(one: Sum) -> Quota:
    """The bounds on how many variables are true, where all literals have the same sign."""
    size = len(one.literals)
    if len({*one.literals}) < size:
        raise ValueError("a number of this model counts pairs of men")
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
