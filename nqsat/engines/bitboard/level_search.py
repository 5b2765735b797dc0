"""Searching levels: the calls of the kernels, one slice of work after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from nqsat.engines.arrays import np, row
from nqsat.engines.bitboard.level_kernel import Stack, count, probe, walk
from nqsat.engines.bitboard.level_lists import LevelLists
from nqsat.engines.plan import Slice

#: Nodes for one call of the kernel: hundredths of a second. What is found on the way is far below 2^63.
BUDGET = 2_000_000

#: Random ways down for an estimate.
PROBES = 1000

#: Nodes in a second by ``count``, and by ``walk``: on one core of the machine of the benchmarks.
COUNTED, WALKED = 45_000_000, 25_000_000

#: How the first levels are decided: for each, the item that is chosen; None for nobody.
Choices = Sequence["int | None"]


class LevelSearch(LevelLists):
    """Levels made ready for the kernels too, which count them."""

    @property
    def rate(self) -> int:
        """Nodes in a second."""
        return WALKED if self._plan.bounded else COUNTED

    def nodes(self, choices: Choices = (), probes: int = PROBES) -> float:
        """About how many nodes the search has after the choices of the first levels."""
        if len(choices) >= len(self._plan.levels):
            return 0.0
        with np.errstate(over="ignore"):
            stack = self._stack(choices)
            low, high = self._plan.low, self._plan.high
            return float(probe(self._levels, stack, len(choices), low, high, probes, 1))

    def counted(self, choices: Choices, *, by_size: bool) -> Iterator[Slice]:
        """How many solutions make these choices at the first levels, slice by slice.

        With how many men each, if ``by_size``.
        """
        deep = len(choices) < len(self._plan.levels) - 1
        if by_size or self._plan.bounded or not deep:
            for sizes, visited in self._walked(choices):
                yield Slice(tuple(sizes.items()) if by_size else ((0, sizes.total()),), visited)
            return
        levels, stack = self._levels, self._stack(choices)
        first = depth = len(choices)
        tables = (levels.word, levels.field, levels.keep, levels.most, levels.needed)
        while depth >= first:
            with np.errstate(over="ignore"):
                depth, found, left = count(*tables, stack.free, stack.todo, first, depth, BUDGET)
            yield Slice(((0, int(found)),), BUDGET - left)

    def _walked(self, choices: Choices) -> Iterator[tuple[Counter[int], int]]:
        """Slices: what is counted by size, and nodes visited."""
        low, high = self._plan.low, self._plan.high
        first, men = len(choices), men_of(choices)
        depth = first
        if men > high:
            return
        if first == len(self._plan.levels):  # there is nothing to decide
            yield Counter({men: int(men >= low)}), 0
            return
        stack = self._stack(choices)
        while depth >= first:
            sizes = np.zeros(len(self._plan.levels) + 2, np.int64)
            with np.errstate(over="ignore"):
                depth, left = walk(self._levels, stack, first, depth, low, high, sizes, BUDGET)
            some = np.flatnonzero(sizes).tolist()
            yield Counter({size: int(sizes[size]) for size in some}), BUDGET - left

    def _stack(self, choices: Choices) -> Stack:
        """The stack of a search in which the first levels are decided."""
        first, end = len(choices), len(self._plan.levels)
        free = self._all()
        for item in choices:
            if item is not None:
                free &= self._kept[self._place[item]]
        stack = Stack(
            np.zeros((end + 1, self._words), np.uint64),
            np.zeros(end + 1, np.uint64),
            np.zeros(end + 1, np.int64),
        )
        stack.free[first] = row(free, self._words)
        stack.men[first] = men_of(choices)
        if first < end:
            stack.todo[first] = (
                stack.free[first, self._levels.word[first]] & self._levels.field[first]
            )
        return stack


def men_of(choices: Choices) -> int:
    """How many items are chosen."""
    return sum(item is not None for item in choices)
