"""The search of levels: compiled for counts, and with arrays for lists.

A list advances many partial solutions by one level at a time, in the order of a depth-first search: at each
level the choices in the order of their bits, then none. No kernel has to be loaded; returning a solution
takes longer than finding it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from nqsat.engines.arrays import np, row, rows
from nqsat.engines.bitboard.levels import WORD, LevelOrder, places_of, size_of
from nqsat.engines.bitboard.reading import Task
from nqsat.engines.bits import bits_of, mask_of
from nqsat.engines.kernels import Kernel, record, room
from nqsat.engines.plans.plan import Progress

#: Nodes per call of the kernel: hundredths of a second. The counts of a call are far below 2^63.
BUDGET = 2_000_000

#: Nodes per second of ``_count``, and of ``_count_sizes``: on one core of the benchmark machine.
COUNTED, WALKED = 67_500_000, 37_500_000

#: They count, whatever the number of pieces and by it.
_count, _count_sizes = Kernel("level_count"), Kernel("level_sizes")

#: The choices at the first levels: an item each, or None for a blank.
Choices = Sequence["int | None"]

#: Seconds of a list: to import NumPy, for each partial solution, and for each solution.
BEGUN, NODE, SOLUTION = 0.1, 1e-7, 5e-6

#: About how many searches advance together in a list; and in an estimate.
MANY, FEW = 1 << 17, 256


class _Front(NamedTuple):
    """Searches that have reached the same level."""

    free: dict[int, Any]  # for each word still in use, the free bits of each search
    pieces: Any  # how many pieces each has chosen
    chosen: Any  # for each level above, the place that each has chosen

    def select(self, indices: Any) -> _Front:
        free = {word: left[indices] for word, left in self.free.items()}
        return _Front(free, self.pieces[indices], self.chosen[:, indices])


class SearchSize(NamedTuple):
    """The estimated size of a search, from a sample."""

    nodes: float  # the nodes of a count, about
    listed: float  # the partial solutions of a list, of all levels
    solutions: float | None = None  # the solutions; None if the sample does not say that

    def listing_seconds(self, limit: int | None = None) -> float:
        """The seconds to list the solutions, at most ``limit`` of them, about."""
        solutions = self.solutions or 0.0
        part = 1.0 if limit is None else min(1.0, limit / max(solutions, 1.0))
        return BEGUN + part * (NODE * self.listed + SOLUTION * solutions)


class LevelSearch:
    """A task with an order of levels, compiled; immutable."""

    def __init__(self, task: Task, order: LevelOrder) -> None:
        self._task, self._order, self._open = task, order, order.open_levels
        levels = (level.items for level in self._open)
        self._starts, self._place = places_of(levels, map(size_of, self._open))
        self._words = 1 + max(self._starts, default=0) // WORD
        self._item = np.full(WORD * self._words, -1, np.int16)  # -1 for blanks
        every = (1 << WORD * self._words) - 1
        #: For each item, the mask that remains when it is chosen.
        self._after = {
            item: every & ~self._mask(task.beside[item] & task.items)
            for item in bits_of(task.items)
        }
        keep = [every] * (WORD * self._words)
        for item, place in self._place.items():
            self._item[place] = item
            keep[place] = self._after[item]
        self._keep = rows(keep, self._words)
        blanks = [
            start + level.items.bit_count()
            for start, level in zip(self._starts, self._open, strict=True)
            if not level.must
        ]
        self._places = mask_of([*self._place.values(), *blanks])
        self._undecided_tables: dict[tuple[int, ...], Any] = {}

    @property
    def name(self) -> str:
        """Name of the search, with the order of the levels."""
        after = f" after {len(self._order.lines)} lines" * bool(self._order.lines)
        return f"{len(self._open)} levels {self._order.name}{after}"

    @property
    def rate(self) -> int:
        """Nodes per second, for predictions."""
        return WALKED if self._order.bounded else COUNTED

    def count_slices(self, choices: Choices = (), *, by_size: bool) -> Iterator[Progress]:
        """Count the solutions with these choices at the first levels, slice by slice.

        By the number of pieces, if ``by_size``.
        """
        levels, pieces = self._levels_after(choices), number_chosen(choices)
        low, high, end = self._order.low, self._order.high, len(levels.word)
        if pieces > high or not end:
            yield Progress(((pieces * by_size, int(low <= pieces <= high)),))
            return
        stack, depth = self._stack(choices, levels), 0
        plain = end > 1 and not (by_size or self._order.bounded)
        while depth >= 0:
            sizes = np.zeros(pieces + end + 2, np.int64)
            where = {"levels": levels, "stack": stack, "depth": depth, "budget": BUDGET}
            if plain:
                done = _count(**where)
                sizes[0] = done.found
            else:
                done = _count_sizes(**where, low=low, high=high, sizes=sizes)
            depth = done.depth
            found = {size: int(sizes[size]) for size in np.flatnonzero(sizes).tolist()}
            numbers = tuple(found.items()) if by_size else ((0, sum(found.values())),)
            yield Progress(numbers, BUDGET - done.budget)

    def solution_rows(self) -> Iterator[Any]:
        """Yield all solutions in batches, possibly empty: a row each, with an item or -1 for each level."""
        levels, todo = self._levels_after(()), [self._front(())]
        end = len(levels.word)
        if not end and self._order.low <= 0:
            yield np.empty((1, 0), np.int16)
        while todo and end:
            front = self._advance(levels, todo.pop())
            if len(front.chosen) == end:
                yield self._item[front.chosen.T]
                continue
            width = max(1, MANY // size_of(self._open[len(front.chosen)]))
            starts = range(0, len(front.pieces), width)
            todo += [front.select(slice(start, start + width)) for start in reversed(starts)]
            yield np.empty((0, end), np.int16)

    def estimate(self, choices: Choices = ()) -> SearchSize:
        """Estimate the search after the choices of the first levels, from a sample of its nodes."""
        levels, front = self._levels_after(choices), self._front(choices)
        end, high = len(levels.word), self._order.high
        nodes, listed, each = 0.0, 0.0, 1.0
        for level, musts in enumerate(levels.musts[:end].tolist()):
            # Below its root a count takes the last piece at once, and the last level.
            at_once = (level > 0) & ((front.pieces >= high - (musts == 0)) | (level + 1 == end))
            todo = front.free[int(levels.word[level])][~at_once] & levels.field[level]
            nodes += each * sum(map(int.bit_count, todo.tolist()))
            front = self._advance(levels, front)
            number = len(front.pieces)
            listed += each * number
            if number > FEW:
                front = front.select(np.arange(FEW) * number // FEW)
                each *= number / FEW
        return SearchSize(nodes, listed, each * len(front.pieces))

    def _levels_after(self, choices: Choices) -> Any:
        which = tuple(self._order.undecided_levels(choices))
        if which not in self._undecided_tables:
            self._undecided_tables[which] = self._tables(which)
        return self._undecided_tables[which]

    def _stack(self, choices: Choices, levels: Any) -> Any:
        """The stack of a search of the levels that these choices leave undecided."""
        end = len(levels.word)
        stack = room("LevelStack", levels=end, words=self._words)
        stack.free[0] = self._free(choices)
        stack.pieces[0] = number_chosen(choices)
        if end:
            stack.todo[0] = stack.free[0, levels.word[0]] & levels.field[0]
        return stack

    # -- in arrays -----------------------------------------------------------------------

    def _front(self, choices: Choices) -> _Front:
        free = {word: bits[None] for word, bits in enumerate(self._free(choices))}
        return _Front(free, np.array([number_chosen(choices)]), np.empty((0, 1), np.int16))

    def _advance(self, levels: Any, front: _Front) -> _Front:
        """Advance the searches by one level, each once for every choice that may have solutions."""
        level = len(front.chosen)
        below, word = level + 1, int(levels.word[level])
        bits = [*bits_of(int(levels.field[level]))]
        open_ = np.empty((len(front.pieces), len(bits)), bool)
        for number, bit in enumerate(bits):
            np.not_equal(front.free[word] & np.uint64(1 << bit), 0, out=open_[:, number])
        whose, which = np.nonzero(open_)
        place = (WORD * word + np.array(bits, np.int64))[which]
        pieces = front.pieces[whose] + (self._item[place] >= 0)
        first = int(levels.word[below]) if below < len(levels.word) else self._words
        words = range(first, self._words)
        free = {i: front.free[i][whose] & levels.keep[:, i][place] for i in words}
        alive = np.flatnonzero(self._may_have_solutions(levels, below, free, pieces))
        chosen = np.concatenate([front.chosen[:, whose], place[None].astype(np.int16)])
        return _Front(free, pieces, chosen).select(alive)

    def _may_have_solutions(
        self, levels: Any, below: int, free: dict[int, Any], pieces: Any
    ) -> Any:
        """Which searches may have solutions, by the free bits of each later level."""
        order = self._order
        good = pieces + int(levels.musts[below]) <= order.high
        possible = pieces.copy()
        for word, left in free.items():
            live = ((left & levels.most[word]) + levels.most[word]) | left
            good &= (~live & levels.needed[below, word]) == 0
            if order.bounded:
                for top in bits_of(int(levels.tops[below, word])):
                    possible += (live & np.uint64(1 << top)) != 0
        return good & (possible >= order.low) if order.bounded else good

    # -- tables --------------------------------------------------------------------------

    def _mask(self, items: int) -> int:
        return mask_of(self._place[item] for item in bits_of(items) if item in self._place)

    def _free(self, choices: Choices) -> Any:
        """The places, with the blanks, that remain after these choices."""
        free = self._places
        for item in choices:
            free &= free if item is None else self._after[item]
        return row(free, self._words)

    def _tables(self, indices: Sequence[int]) -> Any:
        words = self._words
        levels = [self._open[i] for i in indices]
        starts = [self._starts[i] for i in indices]
        fields = [self._mask(level.items) for level in levels]
        tops = [1 << (field.bit_length() - 1) for field in fields]
        needed = [top * level.must for level, top in zip(levels, tops, strict=True)]
        full = [
            field | 2 * top * (not level.must)
            for level, field, top in zip(levels, fields, tops, strict=True)
        ]
        later = range(len(levels) + 1)
        return record("Levels")(
            word=np.array([start // WORD for start in starts], np.uint64),
            field=np.array(
                [bits >> (WORD * (s // WORD)) for bits, s in zip(full, starts, strict=True)],
                np.uint64,
            ),
            keep=self._keep,
            real=row(sum(fields), words),
            most=row(sum(fields) - sum(tops), words),
            tops=rows([sum(tops[i:]) for i in later], words),
            needed=rows([sum(needed[i:]) for i in later], words),
            rest=rows([sum(fields[i:]) for i in later], words),
            musts=np.array([sum(level.must for level in levels[i:]) for i in later], np.int64),
        )


def number_chosen(choices: Choices) -> int:
    """How many items are chosen; one item may be on two lines."""
    return len({*choices} - {None})
