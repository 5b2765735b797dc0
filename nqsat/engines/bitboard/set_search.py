"""The search by sets: tables for the kernel, and calls of it for one slice of work after the other."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from itertools import combinations
from math import comb
from typing import Any

from nqsat.engines.arrays import np, row, rows, to_int
from nqsat.engines.bitboard.level_search import SearchSize
from nqsat.engines.bitboard.levels import WORD, largest_family, places_of
from nqsat.engines.bitboard.reading import Quota, Task, has_sides
from nqsat.engines.bits import bits_of, mask_of
from nqsat.engines.kernels import Kernel, record, room
from nqsat.engines.plans.plan import Progress

#: Nodes per call of the kernel: hundredths of a second.
BUDGET = 100_000

#: Solutions per call of the kernel.
ROWS = 4096

#: Random ways down for an estimate.
PROBES = 100

#: Probes between two looks at limits and Ctrl-C.
TOGETHER = 10

#: So few quotas are looked ahead for, and so few lines are counted as quotas are: more take longer.
FEW = 3

#: What is known of a node, as in ``kernels/sets.c``: that it branches on a set of which one item must be
#: chosen; or on one of which none may be.
MUST, MAY = 2, 3

#: Nodes per second, of options and others: measured on one core of the benchmark machine.
OPTIONS, OTHERS = 3_500_000, 10_000_000

#: It counts, or lists.
_search = Kernel("set_search")


class SetSearch:
    """A task compiled for the kernel; immutable."""

    name = "the set with the fewest items left"

    def __init__(self, task: Task) -> None:
        self._task = task
        self._lines = task.lines if len(task.lines) > FEW else ()
        self._fields = _partition(task, self._lines)
        self._place, self._width = _place_items(task, self._fields)
        self._item = {place: item for item, place in self._place.items()}
        self._words = 1 + max(self._item, default=0) // WORD
        self._covers, self._quotas = _requirements(task, self._fields, self._lines)
        self._pieces = min(
            [sum(self._fields.values())] + [q.high for q in task.quotas if q.items == task.items]
        )
        self._sets = self._tables()
        self.rate = OPTIONS if task.options else OTHERS

    def estimated(self) -> Generator[Progress, None, SearchSize]:
        """Return an estimate of the nodes of a count: the mean over random ways down.

        A node stands for as many as the probability says with which the way led there (D. E. Knuth,
        Estimating the efficiency of backtrack programs, 1975).
        """
        chance, nodes = random.Random(1), 0.0
        out = np.empty((1, 4), np.int16)
        for number in range(PROBES):
            if number % TOGETHER == 0:
                yield Progress()
            stack, weight, depth, node = self._stack(), 1.0, 0, 0
            while weight:
                done = _search(
                    task=self._sets, stack=stack, depth=depth, listing=0, out=out, budget=1
                )
                depth = done.depth
                nodes += weight * (1 - done.budget)
                if depth != node:
                    break
                ways = [*bits_of(to_int(stack.todo[node]))]
                choices = len(ways) + int(stack.mode[node] == MAY)
                weight *= choices
                pick = chance.randrange(choices) if choices else 0
                stack.free[node] &= ~row(mask_of(ways[:pick]), self._words)
                stack.todo[node] = row(mask_of(ways[pick : pick + 1]), self._words)
                if pick < len(ways):
                    stack.mode[node] = MUST
                    node += 1
        return SearchSize(nodes / PROBES, nodes / PROBES)

    def count_slices(self, *, by_size: bool) -> Iterator[Progress]:
        """Count the solutions, slice by slice; by the number of pieces, if ``by_size``."""
        for some, visited in self._search_slices(np.empty((BUDGET, 4), np.int16), listing=0):
            found: Counter[int] = Counter()
            kinds, numbers = np.unique(some.view(np.int64), return_counts=True)
            for kind, number in zip(
                kinds.view(np.int16).reshape(-1, 4).tolist(), numbers.tolist(), strict=True
            ):
                pieces, left, low, high = kind
                for more in range(low, high + 1):
                    found[pieces + more if by_size else 0] += number * comb(left, more)
            yield Progress(tuple(sorted(found.items())), visited)

    def solution_rows(self) -> Iterator[Any]:
        """Yield all solutions in batches, possibly empty: rows of items, padded with -1."""
        item = np.array([self._item.get(place, -1) for place in range(WORD * self._words)] + [-1])
        for some, _ in self._search_slices(np.empty((ROWS, self._pieces), np.int16), listing=1):
            yield item[some]

    def _search_slices(self, out: Any, *, listing: int) -> Iterator[tuple[Any, int]]:
        """Yield slices: the rows of the kernel, and the nodes visited."""
        stack, depth = self._stack(), 0
        while depth >= 0:
            done = _search(
                task=self._sets, stack=stack, depth=depth, listing=listing, out=out, budget=BUDGET
            )
            depth = done.depth
            yield out[: done.found], BUDGET - done.budget

    # -- tables --------------------------------------------------------------------------

    def _mask(self, items: int) -> int:
        if self._task.options:
            return items & self._task.items
        return mask_of(self._place[item] for item in bits_of(items & self._task.items))

    def _stack(self) -> Any:
        """The stack of a search that has not started."""
        words, hit = self._words, self._sets.missed.shape[1]
        stack = room(
            "SetStack", deep=self._pieces + 1, words=words, hit=hit, quotas=len(self._quotas),
            width=self._width,
        )  # fmt: skip
        stack.low[:], stack.high[:] = self._sets.low, self._sets.high
        stack.free[0] = row(self._mask(self._task.items), words)
        stack.unhit[0] = row((1 << len(self._covers)) - 1, hit)
        return stack

    def _tables(self) -> Any:
        task, words = self._task, self._words
        places = WORD * words
        keep, missed = [(1 << places) - 1] * places, [(1 << len(self._covers)) - 1] * places
        for item, place in self._place.items():
            keep[place] &= ~self._mask(task.beside[item] | 1 << item)
            for number, cover in enumerate(self._covers):
                if cover >> item & 1:
                    missed[place] &= ~(1 << number)
        fields, quota = [0] * places, np.full(places, -1)
        number_of = {q.items: number for number, q in enumerate(self._quotas)}
        tops = 0
        for items, number in self._fields.items():
            here = self._mask(items)
            for place in bits_of(here):
                fields[place] = here
                quota[place] = number_of.get(items, -1)
            if number > 1 or self._width or task.options:  # not adjacent
                tops |= here
            else:
                for first in range(0, places, WORD):
                    part = here >> first & (1 << WORD) - 1
                    tops |= (1 << part.bit_length() >> 1) << first
        pair, both = self._line_masks(places)
        counted = 0
        for q in self._quotas:
            counted |= q.items
        whole = [number_of[task.items]] if task.items in number_of else [-1]
        return record("Sets")(
            keep=rows(keep, words),
            field=rows(fields, words),
            quota=quota,
            most=row(self._mask(task.items) & ~tops, words),
            tops=row(tops, words),
            covers=rows(map(self._mask, self._covers), words),
            missed=rows(missed, 1 + len(self._covers) // WORD),
            quotas=rows((self._mask(q.items) for q in self._quotas), words),
            low=np.array([q.low for q in self._quotas], np.int64),
            high=np.array([q.high for q in self._quotas], np.int64),
            counted=row(self._mask(counted), words),
            whole=whole[0],
            equal=task.equal,
            ahead=1 < len(self._quotas) <= FEW,
            pair=pair,
            both=rows(both, words),
            width=self._width,
        )

    def _line_masks(self, places: int) -> tuple[Any, list[int]]:
        """For each pair of places, the index of the mask that their lines leave; and these masks."""
        both, known = [(1 << places) - 1], {0: 0}
        if not self._lines:
            return np.empty((0, 0), np.int32), both
        gone = dict[tuple[int, int], int]()
        for line in self._lines:
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


def _partition(task: Task, lines: Collection[int]) -> dict[int, int]:
    """A partition of the items into fields, and how many items of each may be chosen; ranks come first."""
    if has_sides(task):
        high = {q.items: q.high for q in task.quotas}
        most = {side: high.get(side, side.bit_count()) for side in task.sides if side}
        return dict(sorted(most.items(), key=lambda one: one[1]))
    most = dict.fromkeys(task.cliques, 1)
    for quota in task.quotas if lines or task.numbers else ():
        if quota.items != task.items and quota.high < quota.items.bit_count():
            most.setdefault(quota.items, quota.high)
    best = largest_family(most, task.items)
    best += [1 << item for item in bits_of(task.items & ~sum(best))]
    return {items: most.get(items, 1) for items in sorted(best, key=lambda items: items & -items)}


def _requirements(
    task: Task, fields: Mapping[int, int], lines: Iterable[int]
) -> tuple[list[int], list[Quota]]:
    """The covers and the quotas of a search: those of the task, and of the fields if all must be full."""
    covers, quotas = dict.fromkeys(task.covers), {q.items: q for q in task.quotas}
    if task.items in quotas and quotas[task.items].low == sum(fields.values()):
        del quotas[task.items]
        covers = dict.fromkeys(items for items in fields if fields[items] == 1) | covers
        quotas |= {items: Quota(n, n, items) for items, n in fields.items() if n > 1}
    for line in lines:  # their masks say that at most two are chosen
        if line in quotas and quotas[line].low <= 1:
            del quotas[line]
    if task.equal:
        quotas = {side: Quota(0, side.bit_count(), side) for side in task.sides} | quotas
    return [*covers], [*quotas.values()]


def _place_items(task: Task, fields: Collection[int]) -> tuple[dict[int, int], int]:
    """The place of each item, and the number of places per square; 0 if differences are unrestricted.

    With differences, items of one square are adjacent. Empty places separate squares, enough that the
    difference of two places determines the difference of their squares. Else those of a field are
    adjacent, in one word if there are few enough. Options stay in their order.
    """
    if task.options:
        return {item: item for item in bits_of(task.items)}, 0
    if not task.numbers:
        return places_of(fields, map(int.bit_count, fields))[1], 0
    place: dict[int, int] = {}
    seen = Counter(task.numbers)
    width = max(seen.values(), default=1)
    before = Counter[int]()
    for item, number in enumerate(task.numbers):
        if task.items >> item & 1:
            place[item] = (2 * width - 1) * number + before[number]
        before[number] += 1
    return place, width
