"""Searching pairs: the tables for the kernel, and the calls, one slice of work after the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from nqsat.compiling.formula import disjoint_cover
from nqsat.engines.bitboard.levels import WORD
from nqsat.engines.bitboard.pair_kernel import Pairs, PairStack, begin, pair_probe, pair_search
from nqsat.engines.bitboard.reading import Task, bits_of
from nqsat.engines.compiled.arrays import np, row, rows
from nqsat.engines.plans.plan import Progress

#: Nodes for one call of the kernel: hundredths of a second.
BUDGET = 200_000

#: Solutions for one call of the kernel.
ROWS = 4096

#: Random ways down for an estimate.
PROBES = 300


class _Level(NamedTuple):
    """Items of which at most ``most`` are chosen, and at least ``least``."""

    items: int
    least: int
    most: int


class PairSearch:
    """A task made ready for the kernel; nothing of it changes. An item's place is its number."""

    name = "pairs of men"

    #: Nodes in a second, measured on one core of the machine of the benchmarks.
    rate = 4_000_000

    def __init__(self, task: Task) -> None:
        self._task = task
        self._places = max(task.items.bit_length(), 1)
        self._words = 1 + (self._places - 1) // WORD
        self._levels = _levels(task)
        self._decisions = sum(level.most for level in self._levels)
        self._pairs = self._tables()

    def nodes(self) -> float:
        """About how many nodes the search has."""
        with np.errstate(over="ignore"):
            return float(pair_probe(self._pairs, self._stack(), PROBES, 1))

    def counted(self, *, by_size: bool) -> Iterator[Progress]:
        """How many solutions there are, slice by slice; with how many men each, if ``by_size``."""
        for sizes, _, visited in self._searched(np.empty((0, 0), np.int16)):
            some = [(men, int(sizes[men])) for men in np.flatnonzero(sizes).tolist()]
            total = ((0, sum(number for _, number in some)),)
            yield Progress(tuple(some) if by_size else total, visited)

    def lines(self) -> Iterator[Any]:
        """All solutions, some at a time, also none: rows of items, filled up with -1."""
        out = np.empty((ROWS, self._decisions), np.int16)
        for _, found, _ in self._searched(out):
            yield out[:found].copy()

    def _searched(self, out: Any) -> Iterator[tuple[Any, int, int]]:
        """Slices: solutions by size, how many rows have been filled, and nodes visited."""
        stack, depth = self._stack(), 0
        with np.errstate(over="ignore"):
            begin(self._pairs, stack, 0)
        while depth >= 0:
            sizes = np.zeros(self._decisions + 1, np.int64)
            with np.errstate(over="ignore"):
                depth, found, left = pair_search(self._pairs, stack, depth, sizes, out, BUDGET)
            yield sizes, found, BUDGET - left

    # -- tables --------------------------------------------------------------------------

    def _stack(self) -> PairStack:
        """The stack of a search that has not begun."""
        deep, words = self._decisions + 1, self._words
        stack = PairStack(
            free=np.zeros((deep, words), np.uint64),
            todo=np.zeros((deep, words), np.uint64),
            counts=np.zeros((deep, len(self._needed)), np.int64),
            decision=np.zeros(deep, np.int64),
            left=np.zeros(deep, np.int8),
            choice=np.zeros(deep, np.int16),
            men=np.zeros(deep, np.int64),
            used=np.zeros(len(self._task.pairs) + 1, np.int8),
        )
        stack.free[0] = row(self._task.items, words)
        return stack

    @cached_property
    def _needed(self) -> list[tuple[int, int]]:
        """Sets of which at least so many are chosen."""
        found = dict.fromkeys(self._task.covers, 1)
        found |= {level.items: level.least for level in self._levels if level.least}
        found |= {quota.items: quota.low for quota in self._task.quotas if quota.low}
        return [*found.items()]

    def _tables(self) -> Pairs:
        task, places, words = self._task, self._places, self._words
        every = (1 << places) - 1
        keep = [every] * places
        for item in bits_of(task.items):
            keep[item] &= ~(task.beside[item] | 1 << item)
        field, optional, after = list[int](), list[int](), list[int]()
        for level in self._levels:
            end = len(field) + level.most
            for number in range(level.most):
                field.append(level.items)
                optional.append(number >= level.least)
                after.append(end)
            for item in bits_of(level.items):
                keep[item] &= ~(level.items & ((1 << item) - 1))
        pair = np.zeros((places, places), np.int32)
        kind = np.full((places, places), -1, np.int32)
        both = [every]
        known, gone = {0: 0}, dict[tuple[int, int], int]()
        for number, some in enumerate(task.pairs):
            near: dict[int, int] = {}
            for a, b in some:
                near[a] = near.get(a, 0) | 1 << b
                near[b] = near.get(b, 0) | 1 << a
            for a, b in some:
                gone[a, b] = gone.get((a, b), 0) | (near[a] | near[b]) & ~(1 << a | 1 << b)
            if _has_strangers(some):
                for a, b in some:
                    kind[a, b] = kind[b, a] = number
        for (a, b), others in gone.items():
            if others not in known:
                known[others] = len(both)
                both.append(every & ~others)
            pair[a, b] = pair[b, a] = known[others]
        if kind.max() < 0:
            kind = np.empty((0, 0), np.int32)
        low = [number for _, number in self._needed]
        return Pairs(
            field=rows(field, words),
            optional=np.array(optional, np.int8),
            after=np.array(after, np.int64),
            keep=rows(keep, words),
            pair=pair,
            both=rows(both, words),
            kind=kind,
            sets=rows((items for items, _ in self._needed), words),
            low=np.array(low, np.int64),
            most=min((q.high for q in task.quotas if q.items == task.items), default=places),
        )


def _has_strangers(pairs: tuple[tuple[int, int], ...]) -> bool:
    """Whether two pairs of a class share nobody, and nobody is in pairs of the class with all four.

    Of all pairs of a line, what two of them exclude says it already.
    """
    nodes = {node for pair in pairs for node in pair}
    return 2 * len(pairs) < len(nodes) * (len(nodes) - 1)


def _levels(task: Task) -> list[_Level]:
    """The items in disjoint sets of which at most one, or at most two, are chosen; ranks come first."""
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
        if number == 8:  # noqa: PLR2004: ranks, files and diagonals come first
            break
    sets = best + [1 << item for item in bits_of(task.items & ~sum(best))]
    least = dict.fromkeys(task.covers, 1) | {q.items: q.low for q in task.quotas}
    levels = [_Level(items, least.get(items, 0), most.get(items, 1)) for items in sets]
    lacking = max((q.low for q in task.quotas if q.items == task.items), default=0)
    if sum(level.most for level in levels) == lacking:
        levels = [level._replace(least=level.most) for level in levels]
    return sorted(levels, key=lambda level: level.items & -level.items)
