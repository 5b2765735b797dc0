"""Levels: the items cut into cliques, decided one after the other.

At most one item of a clique is chosen. Where one must be (a rank of eight queens), the level is decided
by which; elsewhere "nobody" is one choice more, a *blank* that excludes nothing. So the search chooses
just one of the bits that are left at every level. This is all there is to know if the cliques where
something must be chosen are the only covers, or the others follow: with L men on L levels, every family
of L disjoint cliques that has all items has one man in each (eight ranks with a queen each: so has every
file).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from nqsat.compiling.formula import disjoint_cover
from nqsat.engines.bitboard.reading import Task, bits_of, mask_of

WORD = 64

#: So many families of disjoint cliques are looked at: ranks, files and diagonals come first.
FAMILIES = 8


class Level(NamedTuple):
    """A clique, and whether one of it must be chosen."""

    items: int
    must: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """Levels in the order in which they are decided, and the bounds on the number of men.

    Args:
        name: what the order is called.
        levels: a partition of the items.
        low, high: at least and at most so many men.
    """

    name: str
    levels: tuple[Level, ...]
    low: int
    high: int

    @property
    def bounded(self) -> bool:
        """Whether the levels alone do not keep the number of men within its bounds."""
        musts = sum(level.must for level in self.levels)
        return self.low > musts or self.high < len(self.levels)


def plans(task: Task) -> list[Plan]:
    """The plans that are worth a try; none where levels do not say all."""
    if any(quota.items != task.items for quota in task.quotas):
        return []
    low = max((quota.low for quota in task.quotas), default=0)
    high = min((quota.high for quota in task.quotas), default=task.items.bit_count())
    found: dict[tuple[Level, ...], str] = {}
    shapes = {tuple((size_of(x), x.must) for x in levels): levels for levels in _partitions(task)}
    for levels in shapes.values():
        if all(size_of(level) <= WORD for level in levels) and _complete(task, levels):
            for name, order in _ORDERS.items():
                found.setdefault(tuple(order(levels)), name)
    return [Plan(name, levels, low, high) for levels, name in found.items()]


def size_of(level: Level) -> int:
    """How many bits the level takes, the blank included."""
    return level.items.bit_count() + (not level.must)


def cut(task: Task) -> list[int]:
    """All items in disjoint cliques of at most a word."""
    levels = min(_partitions(task), key=len)
    return [part for level in levels for part in _words(level.items)]


def slots_of(sizes: Iterable[int]) -> list[tuple[int, int]]:
    """Where fields of these sizes lie, none across words: the word and the first bit of each."""
    found, word, place = [], 0, 0
    for size in sizes:
        if place + size > WORD:
            word, place = word + 1, 0
        found.append((word, place))
        place += size
    return found


def _words(items: int) -> Iterator[int]:
    places = list(bits_of(items))
    for start in range(0, len(places), WORD):
        yield mask_of(places[start : start + WORD])


# -- partitions --------------------------------------------------------------------------


def _partitions(task: Task) -> list[list[Level]]:
    """Ways to cut the items into levels: families of covers, filled up with families of cliques.

    Members of a family are disjoint, so that their union is their sum.
    """
    cliques = set(task.cliques)
    musts = [c for c in task.covers if c in cliques or c.bit_count() == 1]
    found = []
    for family in [*_families(musts, task.items)] or [[]]:
        rest = task.items & ~sum(family)
        here = [Level(items, must=True) for items in family]
        some = islice(_families((c & rest for c in task.cliques), rest), FAMILIES)
        others = [*some] or [[]]
        other = min(others, key=lambda family: _levels(family, rest))
        here += [Level(items, must=False) for items in other]
        here += [Level(1 << item, must=False) for item in bits_of(rest & ~sum(other))]
        found.append(sorted(here, key=lambda level: level.items & -level.items))
    return found


def _levels(family: Sequence[int], rest: int) -> int:
    """How many levels there are if what the family leaves over is single."""
    return len(family) + (rest & ~sum(family)).bit_count()


def _families(sets: Iterable[int], universe: int) -> Iterator[list[int]]:
    """Families of disjoint sets, as ``disjoint_cover`` has them."""
    groups = dict.fromkeys(tuple(bits_of(items)) for items in sets if items)
    for family in disjoint_cover(groups, list(bits_of(universe))):
        yield [mask_of(group) for group in family]


def _complete(task: Task, levels: Sequence[Level]) -> bool:
    """Whether every cover is a level, or follows from the levels."""
    own = {level.items for level in levels if level.must}
    others = set(task.covers) - own
    if others and len(own) == len(levels):
        for family in islice(_families(task.cliques, task.items), FAMILIES):
            if len(family) == len(levels) and sum(family) == task.items:
                others.difference_update(family)
    return not others


# -- orders ------------------------------------------------------------------------------


def _from_the_middle(levels: list[Level]) -> list[Level]:
    last = len(levels) - 1
    places = sorted(range(len(levels)), key=lambda i: (abs(2 * i - last), i))
    return [levels[i] for i in places]


#: Orders of levels that come sorted by their first item.
_ORDERS: dict[str, Callable[[list[Level]], list[Level]]] = {
    "from the middle outwards": _from_the_middle,
    "in order": lambda levels: levels,
    "the smallest first": lambda levels: sorted(levels, key=size_of),
}
