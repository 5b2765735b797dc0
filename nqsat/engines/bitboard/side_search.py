"""The search of sides: tables for the kernel, and calls of it for one slice of work after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import comb
from typing import Any

from nqsat.engines.bitboard.levels import WORD
from nqsat.engines.bitboard.reading import Task, bits_of, mask_of
from nqsat.engines.bitboard.side_kernel import (
    Sides,
    SideStack,
    fill_side_choices,
    side_probe,
    side_search,
)
from nqsat.engines.compiled.arrays import np, row, rows
from nqsat.engines.plans.plan import Progress

#: Nodes per call of the kernel: hundredths of a second.
BUDGET = 100_000

#: Solutions per call of the kernel.
ROWS = 1024

#: Random descents for an estimate.
PROBES = 300


class SideSearch:
    """A task that ``has_sides``, compiled for the kernel; immutable."""

    name = "sides one after the other"

    #: Nodes per second, measured on one core of the benchmark machine.
    rate = 3_000_000

    def __init__(self, task: Task) -> None:
        forced = mask_of(cover.bit_length() - 1 for cover in task.covers if cover.bit_count() == 1)
        gone = forced
        for item in bits_of(forced):
            gone |= task.beside[item]
        self._forced = [*bits_of(forced)]
        low = dict.fromkeys(task.covers, 1) | {q.items: q.low for q in task.quotas}
        high = {side: side.bit_count() for side in task.sides} | {
            q.items: q.high for q in task.quotas
        }
        sides = sorted(task.sides, key=lambda side: high[side])
        starts = list(accumulate((-(-x.bit_count() // WORD) for x in sides), initial=0))
        self._words = max(starts[-1], 1)
        self._place = {
            item: WORD * start + number
            for start, side in zip(starts, sides, strict=False)
            for number, item in enumerate(bits_of(side & ~gone))
        }
        self._deep = sum(min(high[side], side.bit_count()) for side in sides) + len(sides) + 1
        self._impossible = any(task.beside[item] & forced for item in self._forced)
        self._sides = Sides(
            field=rows((self._mask(side) for side in sides), self._words),
            keep=self._masks_after(task, sides),
            begun=np.array([(side & forced).bit_count() for side in sides], np.int64),
            low=np.array([low.get(side, 0) for side in sides], np.int64),
            high=np.array([high[side] for side in sides], np.int64),
            equal=bool(task.equal),
        )

    def estimate_nodes(self) -> float:
        """Estimate the nodes of a count."""
        if self._impossible:
            return 0.0
        with np.errstate(over="ignore"):
            return float(side_probe(self._sides, self._stack(), PROBES, 1))

    def count_slices(self, *, by_size: bool) -> Iterator[Progress]:
        """Count the solutions, slice by slice; by the number of men, if ``by_size``."""
        for leaves, _, visited in self._search_slices(np.empty((0, 0), np.int16)):
            found: Counter[int] = Counter()
            for men, left in np.argwhere(leaves).tolist():
                for more in self._last_side_numbers(men, left):
                    found[men + more if by_size else 0] += int(leaves[men, left]) * comb(left, more)
            yield Progress(tuple(sorted(found.items())), visited)

    def solution_rows(self) -> Iterator[Any]:
        """Yield all solutions in batches, possibly empty: rows of items, padded with -1."""
        out = np.empty((ROWS, self._deep), np.int16)
        item = np.full(WORD * self._words + 1, -1, np.int16)
        for one, place in self._place.items():
            item[place] = one
        for _, found, _ in self._search_slices(out):
            always = np.tile(np.array(self._forced, np.int16), (found, 1))
            yield np.concatenate([item[out[:found]], always], axis=1)

    def _last_side_numbers(self, men: int, left: int) -> range:
        """How many of the ``left`` items of the last side may be chosen, if ``men`` are chosen already."""
        begun = int(self._sides.begun[-1])
        low, high = int(self._sides.low[-1]), int(self._sides.high[-1])
        if self._sides.equal:
            each = (men - begun) // (len(self._sides.low) - 1)
            low, high = max(low, each), min(high, each)
        return range(max(low - begun, 0), min(high - begun, left) + 1)

    def _search_slices(self, out: Any) -> Iterator[tuple[Any, int, int]]:
        """Yield slices: the counts of leaves, the number of rows filled, and the nodes visited."""
        stack = self._stack()
        with np.errstate(over="ignore"):
            depth = 0 if fill_side_choices(self._sides, stack, 0) and not self._impossible else -1
        while depth >= 0:
            leaves = np.zeros((self._deep + len(self._forced), WORD * self._words + 1), np.int64)
            with np.errstate(over="ignore"):
                depth, found, left = side_search(self._sides, stack, depth, leaves, out, BUDGET)
            yield leaves, found, BUDGET - left

    # -- tables --------------------------------------------------------------------------

    def _mask(self, items: int) -> int:
        return mask_of(self._place[item] for item in bits_of(items) if item in self._place)

    def _masks_after(self, task: Task, sides: Sequence[int]) -> Any:
        """The mask that remains when an item is chosen, for each place."""
        keep = [(1 << WORD * self._words) - 1] * (WORD * self._words)
        for side in sides:
            here = self._mask(side)
            for item in bits_of(side):
                if item in self._place:
                    place = self._place[item]
                    upto = here & ((1 << place + 1) - 1)
                    keep[place] &= ~(self._mask(task.beside[item]) | upto)
        return rows(keep, self._words)

    def _stack(self) -> SideStack:
        """The stack of a search that has not started."""
        deep, words = self._deep + 1, self._words
        stack = SideStack(
            free=np.zeros((deep, words), np.uint64),
            todo=np.zeros((deep, words), np.uint64),
            side=np.zeros(deep, np.int64),
            number=np.zeros(deep, np.int64),
            ended=np.zeros(deep, np.int8),
            choice=np.zeros(deep, np.int16),
            men=np.zeros(deep, np.int64),
            first=np.zeros(deep, np.int64),
        )
        stack.free[0] = row(mask_of(self._place.values()), words)
        stack.number[0] = stack.men[0] = self._sides.begun[0]
        return stack
