"""The search of pairs: tables for the kernel, and calls of it for one slice of work after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from nqsat.compiling.formula import disjoint_cover
from nqsat.engines.bitboard.levels import WORD, full_families
from nqsat.engines.bitboard.pair_kernel import (
    Pairs,
    PairStack,
    fill_choices,
    pair_probe,
    pair_search,
)
from nqsat.engines.bitboard.reading import Quota, Task, bits_of, mask_of
from nqsat.engines.compiled.arrays import np, row, rows
from nqsat.engines.plans.plan import Progress

#: Nodes per call of the kernel: hundredths of a second.
BUDGET = 200_000

#: Solutions per call of the kernel.
ROWS = 4096

#: Random descents for an estimate.
PROBES = 300


class _Level(NamedTuple):
    """A set of items of which at least ``least`` and at most ``most`` are chosen."""

    items: int
    least: int
    most: int


class PairSearch:
    """A task compiled for the kernel; immutable."""

    name = "pairs of pieces"

    #: Nodes per second, measured on one core of the benchmark machine.
    rate = 7_000_000

    def __init__(self, task: Task) -> None:
        self._task = task
        self._place, self._width = _place_items(task)
        places = 1 + max((self._place[item] for item in bits_of(task.items)), default=0)
        self._words = 1 + (places - 1) // WORD
        self._levels = _partition_levels(task)
        self._decisions = sum(level.most for level in self._levels)
        self._sets = self._bounded_sets()
        self._pairs = self._tables(places)

    def estimate_nodes(self) -> float:
        """Estimate the nodes of the search."""
        with np.errstate(over="ignore"):
            return float(pair_probe(self._pairs, self._stack(), PROBES, 1))

    def count_slices(self, *, by_size: bool) -> Iterator[Progress]:
        """Count the solutions, slice by slice; by the number of men, if ``by_size``."""
        for sizes, _, visited in self._search_slices(np.empty((0, 0), np.int16)):
            some = [(men, int(sizes[men])) for men in np.flatnonzero(sizes).tolist()]
            total = ((0, sum(number for _, number in some)),)
            yield Progress(tuple(some) if by_size else total, visited)

    def solution_rows(self) -> Iterator[Any]:
        """Yield all solutions in batches, possibly empty: rows of items, padded with -1."""
        out = np.empty((ROWS, self._decisions), np.int16)
        item = np.full(WORD * self._words + 1, -1, np.int16)
        for one in bits_of(self._task.items):
            item[self._place[one]] = one
        for _, found, _ in self._search_slices(out):
            yield item[out[:found]]

    def _search_slices(self, out: Any) -> Iterator[tuple[Any, int, int]]:
        """Yield slices: solutions by size, the number of rows filled, and the nodes visited."""
        stack, depth = self._stack(), 0
        with np.errstate(over="ignore"):
            fill_choices(self._pairs, stack, 0)
        while depth >= 0:
            sizes = np.zeros(self._decisions + 1, np.int64)
            with np.errstate(over="ignore"):
                depth, found, left = pair_search(self._pairs, stack, depth, sizes, out, BUDGET)
            yield sizes, found, BUDGET - left

    # -- tables --------------------------------------------------------------------------

    def _mask(self, items: int) -> int:
        return mask_of(self._place[item] for item in bits_of(items))

    def _stack(self) -> PairStack:
        """The stack of a search that has not started."""
        deep, words = self._decisions + 1, self._words
        stack = PairStack(
            free=np.zeros((deep, words), np.uint64),
            todo=np.zeros((deep, words), np.uint64),
            used=np.zeros((deep, (2 * words + 1) * bool(self._width)), np.uint64),
            counts=np.zeros((deep, len(self._sets)), np.int64),
            decision=np.zeros(deep, np.int64),
            left=np.zeros(deep, np.int8),
            choice=np.zeros(deep, np.int16),
            men=np.zeros(deep, np.int64),
            placed=np.zeros(deep, np.uint64),
            squares=np.zeros(deep, np.uint64),
        )
        stack.free[0] = row(self._mask(self._task.items), words)
        return stack

    def _bounded_sets(self) -> list[Quota]:
        """The sets that are counted: all bounds that nothing else enforces, and some for look-ahead."""
        task, levels = self._task, self._levels
        said = {level.items: level.most for level in levels} | dict.fromkeys(task.lines, 2)
        follows: set[int] = set()
        if all(level.least == level.most == 1 for level in levels):
            follows.update(full_families(task, len(levels)))
        found = {cover: Quota(1, cover.bit_count(), cover) for cover in task.covers}
        found |= {one.items: one for one in task.quotas if one.low or one.items != task.items}
        if task.lines or not {*task.cliques} <= follows | {*said}:
            found |= {one.items: Quota(one.least, one.most, one.items) for one in levels}
        else:  # then only the next level can remove all remaining items of a level
            follows.update(said)
        return [
            one
            for one in found.values()
            if one.items not in follows
            and (one.low or one.high < said.get(one.items, one.items.bit_count()))
        ]

    def _tables(self, places: int) -> Pairs:
        task, words = self._task, self._words
        every = (1 << places) - 1
        keep = [every] * places
        for item in bits_of(task.items):
            keep[self._place[item]] &= ~self._mask(task.beside[item] & task.items | 1 << item)
        field, optional, after = list[int](), list[int](), list[int]()
        for level in self._levels:
            end, here = len(field) + level.most, self._mask(level.items)
            for number in range(level.most):
                field.append(here)
                optional.append(number >= level.least)
                after.append(end)
            for place in bits_of(here):
                keep[place] &= ~(here & ((1 << place) - 1))
        fields = rows(field, words)
        pair, both = self._line_masks(places)
        return Pairs(
            field=fields,
            first=np.array([((x & -x).bit_length() - 1) // WORD for x in field], np.int64),
            last=np.array([-(-x.bit_length() // WORD) for x in field], np.int64),
            optional=np.array(optional, np.int8),
            after=np.array(after, np.int64),
            keep=rows(keep, words),
            pair=pair,
            both=rows(both, words),
            width=self._width,
            sets=rows((self._mask(one.items) for one in self._sets), words),
            low=np.array([one.low for one in self._sets], np.int64),
            high=np.array([one.high for one in self._sets], np.int64),
            most=min((q.high for q in task.quotas if q.items == task.items), default=places),
        )

    def _line_masks(self, places: int) -> tuple[Any, list[int]]:
        """For each pair of places, the index of the mask that their lines leave; and these masks."""
        both, known = [(1 << places) - 1], {0: 0}
        if not self._task.lines:
            return np.empty((0, 0), np.int32), both
        gone = dict[tuple[int, int], int]()
        for line in self._task.lines:
            here = self._mask(line)
            for a, b in combinations(bits_of(here), 2):
                gone[a, b] = gone.get((a, b), 0) | here & ~(1 << a | 1 << b)
        pair = np.zeros((places, places), np.int32)
        for (a, b), others in gone.items():
            if others not in known:
                known[others] = len(both)
                both.append(both[0] & ~others)
            pair[a, b] = pair[b, a] = known[others]
        return pair, both


def _place_items(task: Task) -> tuple[list[int], int]:
    """The place of each item, and the number of places per square; 0 if differences are unrestricted.

    Items of one square are adjacent. Empty places separate squares, enough that the difference of two
    places determines the difference of their squares.
    """
    if not task.numbers:
        return [*range(len(task.beside))], 0
    seen = Counter[int]()
    index = []
    for number in task.numbers:
        index.append(seen[number])
        seen[number] += 1
    width = max(seen.values(), default=1)
    each = 2 * width - 1
    return [each * x + i for x, i in zip(task.numbers, index, strict=True)], width


def _partition_levels(task: Task) -> list[_Level]:
    """Partition the items into sets of which at most one, or at most two, are chosen; ranks come first."""
    most = dict.fromkeys(task.cliques, 1)
    for quota in task.quotas:
        if quota.items != task.items and quota.high < quota.items.bit_count():
            most.setdefault(quota.items, quota.high)
    groups = {tuple(bits_of(items)): items for items in most}
    best: list[int] = []
    fewest = task.items.bit_count() + 1
    for number, family in enumerate(disjoint_cover(dict.fromkeys(groups), [*bits_of(task.items)])):
        some = [groups[group] for group in family]
        here = len(some) + (task.items & ~sum(some)).bit_count()
        if here < fewest:
            best, fewest = some, here
        if number == 8:
            break
    sets = best + [1 << item for item in bits_of(task.items & ~sum(best))]
    least = dict.fromkeys(task.covers, 1) | {q.items: q.low for q in task.quotas}
    levels = [_Level(items, least.get(items, 0), most.get(items, 1)) for items in sets]
    lacking = max((q.low for q in task.quotas if q.items == task.items), default=0)
    if sum(level.most for level in levels) == lacking:
        levels = [level._replace(least=level.most) for level in levels]
    return sorted(levels, key=lambda level: level.items & -level.items)
