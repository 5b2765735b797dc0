"""Searching levels: the tables for the kernel, and the calls, one slice of work after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from nqsat.engines.bitboard.bits import row, rows
from nqsat.engines.bitboard.level_kernel import Levels, Stack, count, probe, walk
from nqsat.engines.bitboard.levels import WORD, size_of, slots_of
from nqsat.engines.bitboard.reading import bits_of, mask_of
from nqsat.engines.jit import np
from nqsat.engines.plan import Slice

if TYPE_CHECKING:
    from nqsat.engines.bitboard.levels import Plan
    from nqsat.engines.bitboard.reading import Task

#: Nodes for one call of the kernel: hundredths of a second. What is found on the way is far below 2^63.
BUDGET = 2_000_000

#: Solutions for one call of the kernel.
ROWS = 4096

#: Random ways down for an estimate.
PROBES = 1000

#: Nodes in a second by ``count``, and by ``walk``: on one core of the machine of the benchmarks.
COUNTED, WALKED = 45_000_000, 25_000_000

#: How the first levels are decided: for each, the item that is chosen; None for nobody.
Choices = Sequence["int | None"]


class LevelSearch:
    """A plan made ready for the kernel; nothing of it changes.

    Args:
        task: what is searched.
        plan: the levels.
    """

    def __init__(self, task: Task, plan: Plan) -> None:
        self._plan = plan
        slots = slots_of(map(size_of, plan.levels))
        self._words = 1 + max((word for word, _ in slots), default=0)
        self._starts = [WORD * word + first for word, first in slots]
        self._place = {
            item: start + index
            for start, level in zip(self._starts, plan.levels, strict=True)
            for index, item in enumerate(bits_of(level.items))
        }
        self._item = {place: item for item, place in self._place.items()}
        self._levels = self._tables(task)

    @property
    def name(self) -> str:
        """What the order of the levels is called."""
        return f"{len(self._plan.levels)} levels {self._plan.name}"

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
            nothing = np.empty((0, len(self._plan.levels)), np.int16)
            for sizes, _, visited in self._walked(choices, nothing):
                yield Slice(tuple(sizes.items()) if by_size else ((0, sizes.total()),), visited)
            return
        levels, stack = self._levels, self._stack(choices)
        first = depth = len(choices)
        tables = (levels.word, levels.field, levels.keep, levels.most, levels.needed)
        while depth >= first:
            with np.errstate(over="ignore"):
                depth, found, left = count(*tables, stack.free, stack.todo, first, depth, BUDGET)
            yield Slice(((0, int(found)),), BUDGET - left)

    def solutions(self) -> Iterator[list[list[int]]]:
        """All solutions as lists of items, batch by batch."""
        out = np.empty((ROWS, len(self._plan.levels)), np.int16)
        for _, found, _ in self._walked((), out):
            yield [
                [self._item[place] for place in line if place >= 0] for line in out[:found].tolist()
            ]

    def _walked(self, choices: Choices, out: Any) -> Iterator[tuple[Counter[int], int, int]]:
        """Slices: what is counted by size, how many rows have been filled, and nodes visited."""
        low, high = self._plan.low, self._plan.high
        first, men = len(choices), men_of(choices)
        depth = first
        if men > high:
            return
        if first == len(self._plan.levels):  # there is nothing to decide
            enough = int(men >= low)
            yield Counter({men: enough}), enough, 0
            return
        stack = self._stack(choices)
        while depth >= first:
            sizes = np.zeros(len(self._plan.levels) + 2, np.int64)
            with np.errstate(over="ignore"):
                depth, found, left = walk(
                    self._levels, stack, first, depth, low, high, sizes, out, BUDGET
                )
            some = np.flatnonzero(sizes).tolist()
            yield Counter({size: int(sizes[size]) for size in some}), found, BUDGET - left

    # -- tables --------------------------------------------------------------------------

    def _stack(self, choices: Choices) -> Stack:
        """The stack of a search in which the first levels are decided."""
        first, end = len(choices), len(self._plan.levels)
        free = self._mask(self._place) | self._blanks()
        for item in choices:
            if item is not None:
                free &= self._kept[self._place[item]]
        stack = Stack(
            np.zeros((end + 1, self._words), np.uint64),
            np.zeros(end + 1, np.uint64),
            np.zeros(end + 1, np.int64),
            np.full(end + 1, -1, np.int16),
        )
        stack.free[first] = row(free, self._words)
        stack.men[first] = men_of(choices)
        if first < end:
            stack.todo[first] = (
                stack.free[first, self._levels.word[first]] & self._levels.field[first]
            )
        return stack

    def _mask(self, items: Any) -> int:
        return mask_of(self._place[item] for item in items)

    def _blanks(self) -> int:
        return mask_of(
            start + level.items.bit_count()
            for start, level in zip(self._starts, self._plan.levels, strict=True)
            if not level.must
        )

    def _tables(self, task: Task) -> Levels:
        levels, words = self._plan.levels, self._words
        every = (1 << (WORD * words)) - 1
        self._kept = [every] * (WORD * words)
        for item, place in self._place.items():
            self._kept[place] = every & ~self._mask(bits_of(task.beside[item] & task.items))
        fields = [self._mask(bits_of(level.items)) for level in levels]
        tops = [1 << (field.bit_length() - 1) for field in fields]
        full = [
            field | (0 if level.must else 2 * top)
            for level, field, top in zip(levels, fields, tops, strict=True)
        ]
        needed = [top if level.must else 0 for level, top in zip(levels, tops, strict=True)]
        later = range(len(levels) + 1)
        return Levels(
            word=np.array([start // WORD for start in self._starts], np.uint64),
            field=np.array(
                [bits >> (WORD * (s // WORD)) for bits, s in zip(full, self._starts, strict=True)],
                np.uint64,
            ),
            keep=rows(self._kept, words),
            real=row(sum(fields), words),
            most=row(sum(fields) - sum(tops), words),
            tops=rows([sum(tops[i:]) for i in later], words),
            needed=rows([sum(needed[i:]) for i in later], words),
            rest=rows([sum(fields[i:]) for i in later], words),
            musts=np.array([sum(level.must for level in levels[i:]) for i in later], np.int64),
        )


def men_of(choices: Choices) -> int:
    """How many items are chosen."""
    return sum(item is not None for item in choices)
