"""Levels: a partition of the items into cliques, decided one after the other.

At most one item of a clique is chosen. If one is required (a rank of eight queens), its items are the
choices of the level; otherwise there is one more choice, a *blank*, which excludes nothing. So the search
chooses exactly one of the remaining bits at every level. No other cover has to be checked if the cliques in
which an item is required are the only covers, or imply the others: with L pieces on L levels, every family
of L disjoint cliques that contains all items has one piece in each (if each of eight ranks has a queen, so
has each file).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from nqsat.compiling.formula import disjoint_cover
from nqsat.engines.bitboard.reading import Task
from nqsat.engines.bits import bits_of, mask_of

WORD = 64

#: Maximum number of families of disjoint cliques considered: ranks, files and diagonals come first.
FAMILIES = 8


class Level(NamedTuple):
    """A clique, and whether one of its items must be chosen."""

    items: int
    must: bool


@dataclass(frozen=True, slots=True)
class LevelOrder:
    """Levels in the order in which they are decided, and the bounds on the number of pieces."""

    name: str  # name of the order
    levels: tuple[Level, ...]  # a partition of the items
    #: low and high: minimum and maximum number of pieces
    low: int
    high: int
    #: cliques that are decided before the levels, see `lines`; they may share items
    lines: tuple[Level, ...] = ()

    @property
    def bounded(self) -> bool:
        """Whether the levels alone do not ensure the bounds on the number of pieces."""
        musts = sum(level.must for level in self.levels)
        return self.low > musts or self.high < len(self.levels)

    @property
    def line_items(self) -> int:
        """The items on the lines."""
        found = 0
        for line in self.lines:
            found |= line.items
        return found

    @property
    def open_levels(self) -> tuple[Level, ...]:
        """The levels without the items on the lines, omitting empty ones."""
        if not self.lines:
            return self.levels
        inside = self.line_items
        some = (Level(level.items & ~inside, level.must) for level in self.levels)
        return tuple(level for level in some if level.items)

    def undecided_levels(self, choices: Sequence[int | None]) -> list[int]:
        """The indices of the open levels that remain when the lines, or the first levels, are decided."""
        if not self.lines:
            return [*range(len(choices), len(self.levels))]
        pieces = mask_of(item for item in choices if item is not None)
        taken = [level.items & ~self.line_items for level in self.levels if level.items & pieces]
        return [i for i, level in enumerate(self.open_levels) if level.items not in taken]


def level_orders(task: Task) -> list[LevelOrder]:
    """The orders of levels worth considering; none if levels cannot express all constraints."""
    other = task.numbers or task.equal or task.options
    if other or any(quota.items != task.items for quota in task.quotas):
        return []
    low = max((quota.low for quota in task.quotas), default=0)
    high = min((quota.high for quota in task.quotas), default=task.items.bit_count())
    found: dict[tuple[Level, ...], str] = {}
    shapes = {tuple((size_of(x), x.must) for x in levels): levels for levels in _partitions(task)}
    for levels in shapes.values():
        if all(size_of(level) <= WORD for level in levels) and _covers_hold(task, levels):
            for name, order in _ORDERS.items():
                found.setdefault(tuple(order(levels)), name)
    return [LevelOrder(name, levels, low, high) for levels, name in found.items()]


def size_of(level: Level) -> int:
    """Bits that the level takes, including the blank."""
    return level.items.bit_count() + (not level.must)


def places_of(sets: Iterable[int], sizes: Iterable[int]) -> tuple[tuple[int, ...], dict[int, int]]:
    """Place sets of items in fields of these sizes, across words only if a field is longer than a word.

    Returns the first place of each field, and the place of each item; 64 places are a word.
    """
    starts: list[int] = []
    place: dict[int, int] = {}
    end = 0
    for items, size in zip(sets, sizes, strict=True):
        if end % WORD + size > WORD:
            end += -end % WORD
        starts.append(end)
        place |= {item: end + index for index, item in enumerate(bits_of(items))}
        end += size
    return tuple(starts), place


# -- partitions --------------------------------------------------------------------------


def _partitions(task: Task) -> list[list[Level]]:
    """Partitions of the items into levels: families of covers, completed by families of cliques.

    Members of a family are disjoint, so their union is their sum.
    """
    cliques = set(task.cliques)
    musts = [c for c in task.covers if c in cliques or c.bit_count() == 1]
    found = []
    for family in disjoint_families(musts, task.items, most=None):
        rest = task.items & ~sum(family)
        here = [Level(items, must=True) for items in family]
        other = largest_family((c & rest for c in task.cliques), rest)
        here += [Level(items, must=False) for items in other]
        here += [Level(1 << item, must=False) for item in bits_of(rest & ~sum(other))]
        found.append(sorted(here, key=lambda level: level.items & -level.items))
    return found


def disjoint_families(
    sets: Iterable[int], universe: int, most: int | None = FAMILIES
) -> list[list[int]]:
    """Families of disjoint sets, from ``disjoint_cover``; at least one, which may be empty."""
    groups = dict.fromkeys(tuple(bits_of(items)) for items in sets if items)
    families = islice(disjoint_cover(groups, list(bits_of(universe))), most)
    return [[mask_of(group) for group in family] for family in families] or [[]]


def largest_family(sets: Iterable[int], universe: int) -> list[int]:
    """The family that makes the fewest fields, if each item that it lacks is a field by itself."""
    families = disjoint_families(sets, universe)
    return min(families, key=lambda family: len(family) - sum(family).bit_count())


def _covers_hold(task: Task, levels: Sequence[Level]) -> bool:
    """Whether every cover is a level, or follows from the levels.

    If each level has one piece, so has each clique of a family of as many cliques with all items.
    """
    own = {level.items for level in levels if level.must}
    others = set(task.covers) - own
    if others and len(own) == len(levels):
        for family in disjoint_families(task.cliques, task.items):
            if len(family) == len(levels) and sum(family) == task.items:
                others.difference_update(family)
    return not others


# -- orders ------------------------------------------------------------------------------


def _middle_first(levels: list[Level]) -> list[Level]:
    last = len(levels) - 1
    places = sorted(range(len(levels)), key=lambda i: (abs(2 * i - last), i))
    return [levels[i] for i in places]


#: Orders of levels that are given sorted by their first item.
_ORDERS: dict[str, Callable[[list[Level]], list[Level]]] = {
    "from the middle outwards": _middle_first,
    "in order": lambda levels: levels,
    "the smallest first": lambda levels: sorted(levels, key=size_of),
}
