"""The search of covers: tables for the kernel, and calls of it for one slice of work after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb
from typing import Any

from nqsat.engines.bitboard.cover_kernel import UNSETTLED, Covers, CoverStack, probe, search
from nqsat.engines.bitboard.levels import WORD, clique_partition, slots_of
from nqsat.engines.bitboard.reading import Task, bits_of, mask_of
from nqsat.engines.compiled.arrays import np, row, rows
from nqsat.engines.plans.plan import Progress

#: Nodes per call of the kernel: hundredths of a second. The counts of a call are far below 2^63.
BUDGET = 100_000

#: Solutions per call of the kernel.
ROWS = 4096

#: Random descents for an estimate.
PROBES = 300


class CoverSearch:
    """A task compiled for the kernel; immutable."""

    #: Nodes per second, measured on one core of the benchmark machine.
    rate = 2_250_000

    def __init__(self, task: Task) -> None:
        self._task = task
        self._cliques = clique_partition(task)
        slots = slots_of(clique.bit_count() for clique in self._cliques)
        self._words = 1 + max((word for word, _ in slots), default=0)
        self._place = {
            item: WORD * word + first + index
            for (word, first), clique in zip(slots, self._cliques, strict=True)
            for index, item in enumerate(bits_of(clique))
        }
        self._item = {place: item for item, place in self._place.items()}
        self._covers = self._tables()

    @property
    def name(self) -> str:
        """The branching rule, for display."""
        return "the cover with the fewest items left" if self._task.covers else "cliques"

    def estimate_nodes(self) -> float:
        """Estimate the nodes of the search."""
        with np.errstate(over="ignore"):
            stack = self._stack()
            return float(probe(self._covers, stack, stack.free[0].copy(), PROBES, 1))

    def count_slices(self, *, by_size: bool) -> Iterator[Progress]:
        """Count the solutions, slice by slice; by the number of men, if ``by_size``."""
        for leaves, _, visited in self._search_slices(np.empty((0, len(self._cliques)), np.int16)):
            found: Counter[int] = Counter()
            for men, either in np.argwhere(leaves).tolist():
                for more in range(either + 1):
                    size = men + more if by_size else 0
                    found[size] += int(leaves[men, either]) * comb(either, more)
            yield Progress(tuple(sorted(found.items())), visited)

    def solution_rows(self) -> Iterator[Any]:
        """Yield all solutions in batches, possibly empty: rows of items, padded with -1."""
        out = np.empty((ROWS, len(self._cliques)), np.int16)
        item = np.array([self._item.get(place, -1) for place in range(WORD * self._words)] + [-1])
        for _, found, _ in self._search_slices(out):
            yield item[out[:found]]

    def _search_slices(self, out: Any) -> Iterator[tuple[Any, int, int]]:
        """Yield slices: the counts of leaves, the number of rows filled, and the nodes visited."""
        stack = self._stack()
        depth = 0
        while depth >= 0:
            leaves = np.zeros((len(self._cliques) + 2, len(self._place) + 1), np.int64)
            with np.errstate(over="ignore"):
                depth, found, left = search(self._covers, stack, depth, leaves, out, BUDGET)
            yield leaves, found, BUDGET - left

    # -- tables --------------------------------------------------------------------------

    def _mask(self, items: int) -> int:
        return mask_of(self._place[item] for item in bits_of(items & self._task.items))

    def _stack(self) -> CoverStack:
        """The stack of a search that has not started."""
        deep, words = len(self._cliques) + 2, self._words
        hit = self._covers.missed.shape[1]
        stack = CoverStack(
            free=np.zeros((deep, words), np.uint64),
            unhit=np.zeros((deep, hit), np.uint64),
            todo=np.zeros((deep, words), np.uint64),
            counts=np.zeros((deep, len(self._task.quotas)), np.int64),
            either=np.zeros(deep, np.int64),
            mode=np.full(deep, UNSETTLED, np.int64),
            choice=np.zeros(deep, np.int16),
        )
        stack.free[0] = row(self._mask(self._task.items), words)
        stack.unhit[0] = row((1 << len(self._task.covers)) - 1, hit)
        return stack

    def _tables(self) -> Covers:
        task, words = self._task, self._words
        places = WORD * words
        keep = [(1 << places) - 1] * places
        field = [0] * places
        missed = [(1 << len(task.covers)) - 1] * places
        for item, place in self._place.items():
            keep[place] &= ~self._mask(task.beside[item] | 1 << item)
            for number, cover in enumerate(task.covers):
                if cover >> item & 1:
                    missed[place] &= ~(1 << number)
        fields = [self._mask(clique) for clique in self._cliques]
        for bits in fields:
            for place in bits_of(bits):
                field[place] = bits >> (place - place % WORD)
        tops = [1 << (bits.bit_length() - 1) for bits in fields]
        counted = 0
        for quota in task.quotas:
            counted |= quota.items
        whole = [i for i, quota in enumerate(task.quotas) if quota.items == task.items]
        return Covers(
            keep=rows(keep, words),
            field=np.array(field, np.uint64),
            most=row(sum(fields) - sum(tops), words),
            tops=row(sum(tops), words),
            covers=rows(map(self._mask, task.covers), words),
            missed=rows(missed, 1 + len(task.covers) // WORD),
            quotas=rows((self._mask(quota.items) for quota in task.quotas), words),
            low=np.array([quota.low for quota in task.quotas], np.int64),
            high=np.array([quota.high for quota in task.quotas], np.int64),
            counted=row(self._mask(counted), words),
            whole=whole[0] if whole else -1,
        )
