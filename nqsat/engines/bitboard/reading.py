"""Read a formula as a task for a search with bit masks: exclusions, covers, quotas.

Items are the variables that can be true, as bits of Python integers. Every constraint becomes one of

    an exclusion    at most one of these items is chosen (a *clique*: any two exclude each other);
    a cover         at least one of these items is chosen;
    a quota         at least ``low`` and at most ``high`` of these items are chosen;

an exactly-one constraint is an exclusion and a cover. A quota of at most two is also a *line*: two chosen
items remove the others. Constraints on items that are *not* chosen (implications) cannot be expressed, and
are refused. Distinct differences would need an auxiliary variable for each pair of squares and are not
lowered: the task has numbers of the squares instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from nqsat.compiling import Formula, lower
from nqsat.compiling.atoms import AtomReader
from nqsat.compiling.sums import sums_of
from nqsat.engines.bitboard.options import AUXILIARY, with_options
from nqsat.engines.bits import bits_of, mask_of
from nqsat.engines.contract import Engine
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, Placement, Sum
from nqsat.modelling.rules import Armies, DistinctDifferences
from nqsat.modelling.rules.armies import armies_of


class Quota(NamedTuple):
    """At least ``low`` and at most ``high`` of the items are chosen."""

    low: int
    high: int
    items: int


#: Maximum number of possible pieces: squares times kinds; and of options. Larger boards are refused not for
#: lack of bits, but because this kind of search does not finish there.
MOST_ITEMS, MOST_OPTIONS = 1024, 8192

#: Lines are ignored if there are more items, or more pairs on them.
MOST_PAIRED, MOST_PAIRS = 400, 300_000


@dataclass(frozen=True, slots=True)
class Task:
    """A search problem; item ``i`` is the variable ``i + 1``."""

    items: int  # those that may be chosen
    beside: tuple[int, ...]  # for each item, the others that it excludes
    cliques: tuple[int, ...]  # sets of items that exclude one another, as in the formula
    covers: tuple[int, ...]  # sets of which at least one item is chosen
    quotas: tuple[Quota, ...]  # bounds on the numbers of items chosen
    hopeless: bool  # some constraint cannot be satisfied at all
    #: the sets of quotas with at most two items chosen; none if there are too many
    lines: tuple[int, ...] = ()
    #: a number for each item; the differences of any two chosen items are distinct, up to their
    #: sign. Empty if no rule requires that.
    numbers: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()  # the items of each army, if a rule keeps armies at peace
    #: whether equally many items are chosen of each side, if quotas do not enforce it
    equal: bool = False
    options: bool = False  # whether a piece may be in several items, see ``options``


def formula_and_task(engine: Engine, model: Model) -> tuple[Formula, Task]:
    """Read a model as a task; refuse it if this engine cannot search it.

    The formula is without the model's differences and the sizes of its armies; the task has these.
    """
    engine.accept(model)
    try:
        return _read(engine, cast("Placement", model))
    except ValueError as error:
        raise UnsupportedByEngine(engine.name, str(error), ("sat",)) from None


def _read(engine: Engine, model: Placement) -> tuple[Formula, Task]:
    armies = [rule for rule in model.rules if type(rule) is Armies and not rule.blocking]
    apart = [rule for rule in model.rules if type(rule) is DistinctDifferences]
    rules = [
        rule.no_mutual_attacks(model.setting)
        if isinstance(rule, Armies) and rule in armies
        else rule
        for rule in model.rules
        if rule not in apart
    ]
    formula = lower(model.changed(rules=rules) if armies or apart else model)
    options = formula.variables > len(formula.projection)
    if options and not armies and not apart:
        formula = with_options(formula)
    items, board = len(formula.projection), model.board.title
    if items > (most := MOST_OPTIONS if options else MOST_ITEMS):
        what = "options" if options else "pieces"
        reason = f"board {board} has room for {items:,} {what}; the limit is {most:,}"
        raise UnsupportedByEngine(engine.name, reason, ("frontier", "sat"))
    if not armies and not apart:
        return formula, replace(read_task(formula), options=options)
    orbits = cast("AtomReader", formula.reader).orbits
    if any(len(orbit) > 1 for orbit in orbits):
        raise ValueError("a rule of this model counts pieces that share a variable")
    if apart and len(orbits) > MOST_PAIRED:
        raise ValueError(f"the differences of this model are of more than {MOST_PAIRED} pieces")
    number = DistinctDifferences.numbers(model.board) if apart else {}
    numbers = tuple(number[piece.square] for (piece,) in orbits if apart)
    names = [{kind.name for kind in army} for army in armies_of(model.kinds).values() if armies]
    sides = [
        mask_of(i for i, (piece,) in enumerate(orbits) if piece.kind in army) for army in names
    ]
    equal = any(rule.equal for rule in armies)
    return formula, read_task(formula, numbers, tuple(sides), equal=equal)


def read_task(
    formula: Formula,
    numbers: tuple[int, ...] = (),
    sides: tuple[int, ...] = (),
    *,
    equal: bool = False,
) -> Task:
    """The task of a formula, with the numbers and the sides of the model: see ``Task``.

    Raises:
        ValueError: the formula has auxiliary variables, a circuit, or a constraint on literals of
            both signs or on repeated literals, or there is no search for it; the message says which.
    """
    variables = len(formula.projection)
    if formula.variables > variables:
        raise ValueError(AUXILIARY)
    quotas = [_quota_of(bound) for bound in sums_of(formula.constraints)]
    items = (1 << variables) - 1
    if equal:
        bounds = {side: Quota(0, side.bit_count(), side) for side in sides}
        bounds |= {q.items: q for q in _merge_quotas(quotas) if q.items in bounds}
        low, high = max(q.low for q in bounds.values()), min(q.high for q in bounds.values())
        quotas += [Quota(low, high, side) for side in sides]
        equal = low < high
    for quota in quotas:
        if quota.high == 0:
            items &= ~quota.items
    left = _merge_quotas(quota._replace(items=quota.items & items) for quota in quotas)
    hopeless = any(q.low > min(q.high, q.items.bit_count()) for q in left)
    cliques = dict.fromkeys(q.items for q in left if q.high == 1 and q.items.bit_count() > 1)
    covers = dict.fromkeys(q.items for q in left if q.low == 1)
    for quota in left:
        if quota.low == quota.items.bit_count() > 1:
            covers.update((1 << item, None) for item in bits_of(quota.items))
    many = [q for q in left if not _is_expressed_by_masks(q)]
    task = Task(
        items,
        _exclusions(variables, cliques),
        tuple(cliques),
        tuple(covers),
        tuple(many),
        hopeless,
        _two_item_lines(many, items),
        numbers,
        tuple(side & items for side in sides),
        equal,
    )
    if equal and not (hopeless or has_sides(task)):
        raise ValueError("has no search for this model")
    return task


def has_sides(task: Task) -> bool:
    """Whether a task only bounds the numbers chosen of its sides, and excludes items of different sides.

    Single items may be required.
    """
    sets = [cover for cover in task.covers if cover.bit_count() > 1] + [
        q.items for q in task.quotas
    ]
    return (
        len(task.sides) > 1
        and sum(task.sides) == task.items
        and not task.numbers
        and all(some in task.sides for some in sets)
        and not any(task.beside[item] & side for side in task.sides for item in bits_of(side))
    )


def _two_item_lines(quotas: Sequence[Quota], items: int) -> tuple[int, ...]:
    """The sets of which at most two are chosen; none if they have too many pairs."""
    found = [q.items for q in quotas if q.high == 2 < q.items.bit_count() and q.items != items]
    pairs = sum(line.bit_count() ** 2 // 2 for line in found)
    return tuple(found) if items.bit_count() <= MOST_PAIRED and pairs <= MOST_PAIRS else ()


def _quota_of(one: Sum) -> Quota:
    """The bounds on the number of true variables; all literals must have the same sign."""
    size = len(one.literals)
    if len({*one.literals}) < size:
        raise ValueError("a number of this model counts pieces that share a variable")
    items = mask_of(abs(literal) - 1 for literal in one.literals)
    if all(literal > 0 for literal in one.literals):
        return Quota(max(one.low, 0), one.most, items)
    if all(literal < 0 for literal in one.literals):
        # The other items are true. Unsatisfiable bounds remain unsatisfiable.
        return Quota(max(size - one.most, 0), size - max(one.low, 0), items)
    raise ValueError("a rule of this model has a condition on a square without a piece")


def _merge_quotas(quotas: Iterable[Quota]) -> list[Quota]:
    found: dict[int, Quota] = {}
    for low, high, items in quotas:
        other = found.get(items, Quota(0, items.bit_count(), items))
        found[items] = Quota(max(low, other.low), min(high, other.high), items)
    return list(found.values())


def _is_expressed_by_masks(quota: Quota) -> bool:
    """Whether exclusions and covers express the whole quota."""
    size = quota.items.bit_count()
    above = quota.high >= size or quota.high == 1
    below = quota.low <= 1 or quota.low == size
    return above and below


def _exclusions(variables: int, cliques: Iterable[int]) -> tuple[int, ...]:
    beside = [0] * variables
    for clique in cliques:
        for item in bits_of(clique):
            beside[item] |= clique
    return tuple(others & ~(1 << item) for item, others in enumerate(beside))
