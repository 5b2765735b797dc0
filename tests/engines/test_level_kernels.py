"""The kernels of ``bitboard`` that decide level after level, against the same search with sets.

The twin counts its nodes too: what is cut off too late, or is counted one by one where it need not be,
changes no number of solutions.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from support.counts import listed_by, summed
from support.day_subset import seeds
from support.kernel_twins import Ways, excluding, parted

from nqsat.engines.bitboard import level_search
from nqsat.engines.bitboard.level_search import LevelSearch
from nqsat.engines.bitboard.levels import Level, LevelOrder
from nqsat.engines.bitboard.reading import Task, bits_of, mask_of

if TYPE_CHECKING:
    from collections.abc import Iterator

Chosen = tuple[int, ...]

#: For each of the first levels the item that is chosen, or nobody.
Way = tuple[int | None, ...]


class Naive:
    """Level after level, with sets of items."""

    def __init__(self, task: Task, plan: LevelOrder) -> None:
        self.task, self.plan, self.nodes = task, plan, 0

    def options(self, level: int, gone: int) -> list[int | None]:
        here: list[int | None] = list(bits_of(self.plan.levels[level].items & ~gone))
        return here if self.plan.levels[level].must else [*here, None]

    def gone(self, choices: Way) -> int:
        """What is excluded by what has been chosen."""
        mask = 0
        for item in choices:
            mask |= 0 if item is None else self.task.beside[item]
        return mask

    def left(self, level: int, gone: int) -> list[int]:
        """Of this level and the later ones, what is left; a zero for one that needs a man and has none."""
        here = [(one.items & ~gone, one.must) for one in self.plan.levels[level:]]
        return [items for items, must in here if must or items]

    def musts(self, level: int) -> int:
        return sum(one.must for one in self.plan.levels[level:])

    def count(self, choices: Way) -> int:
        """Whatever the number of men, all of the last level at once."""
        level, found = len(choices), 0
        for option in self.options(level, self.gone(choices)):
            self.nodes += 1
            more = (*choices, option)
            gone = self.gone(more)
            if 0 in self.left(level + 1, gone):
                continue
            if level + 2 == len(self.plan.levels):
                found += len(self.options(level + 1, gone))
            else:
                found += self.count(more)
        return found

    def walk(self, choices: Way, *, listing: bool) -> Iterator[Chosen]:
        level, high = len(choices), self.plan.high
        below = level + 1
        for option in self.options(level, self.gone(choices)):
            self.nodes += 1
            more = (*choices, option)
            men = tuple(item for item in more if item is not None)
            left, musts = self.left(below, self.gone(more)), self.musts(below)
            if len(men) + musts > high or 0 in left:
                continue
            if len(men) + len(left) < self.plan.low:
                continue
            if below == len(self.plan.levels) or len(men) == high:
                yield men
            elif not listing and (
                below + 1 == len(self.plan.levels) or (len(men) == high - 1 and not musts)
            ):
                if len(men) >= self.plan.low and not musts:
                    yield men
                for items in left:
                    yield from ((*men, item) for item in bits_of(items))
            else:
                yield from self.walk(more, listing=listing)


def random_search(chance: random.Random) -> tuple[Task, LevelOrder]:
    """Levels of all sizes, whole words among them, in which nearly all excludes nearly all."""
    sizes = chance.choice(
        [
            [64, 63, 40],
            [3, 40, 64, 30],
            [63, 1, 64, 2],
            [30, 40, 2, 50, 3],
            [2, 1, 3, 2],
            [40, 40, 40],
        ]
    )
    few = chance.choice([0.1, 0.4])
    levels = [
        Level(items, items.bit_count() == 64 or chance.random() < few)
        for items in parted(sizes, chance)
    ]
    chance.shuffle(levels)
    items = sum(level.items for level in levels)
    density = chance.choice([0.9, 0.94, 0.97]) if items.bit_length() > 9 else 0.2
    beside = excluding([level.items for level in levels], density, chance)
    low = chance.randint(0, 2)
    high = chance.randint(max(low, 1), len(levels))
    if chance.random() < 0.3:
        low, high = 0, len(levels)
    return Task(items, beside, (), (), (), False), LevelOrder("random", tuple(levels), low, high)


def ways_of(naive: Naive, depth: int) -> list[Way]:
    """The first levels decided in all ways."""
    ways: list[Way] = [()]
    for level in range(depth):
        ways = [(*way, item) for way in ways for item in naive.options(level, naive.gone(way))]
    return ways


@seeds(30)
def test_levels(seed: int, kernels: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    task, plan = random_search(chance)
    naive = Naive(task, plan)
    search = LevelSearch(task, plan)
    wanted = list(naive.walk((), listing=True))
    assert listed_by(search) == wanted
    sizes = Counter(map(len, wanted))
    assert summed(search.count_slices((), by_size=False)) == +Counter({0: len(wanted)})
    assert summed(search.count_slices((), by_size=True)) == sizes
    assert Counter(map(len, naive.walk((), listing=False))) == sizes
    # As many calls as nodes, if a call is good for one.
    monkeypatch.setattr(level_search, "BUDGET", 1)
    naive.nodes = 0
    list(naive.walk((), listing=False))
    slices = list(search.count_slices((), by_size=True))
    assert len(slices) == max(naive.nodes, 1)
    assert sum(piece.visited for piece in slices) == naive.nodes
    free = Naive(task, replace(plan, low=0, high=len(plan.levels)))  # whatever the number of men
    slices = list(LevelSearch(task, free.plan).count_slices(by_size=False))
    assert summed(slices).total() == free.count(())
    assert len(slices) == sum(piece.visited for piece in slices) == free.nodes
    # A few searches at a time.
    monkeypatch.setattr(level_search, "MANY", chance.choice([1, 5, 100]))
    assert listed_by(search) == wanted
    # With enough searches followed, an estimate is no estimate.
    monkeypatch.setattr(level_search, "FEW", 10**6)
    assert search.estimate().solutions == len(wanted)
    assert search.estimate().nodes == naive.nodes


@seeds(12)
def test_levels_with_the_first_ones_decided(seed: int, kernels: Ways) -> None:
    task, plan = random_search(random.Random(seed))
    naive, search = Naive(task, plan), LevelSearch(task, plan)
    for depth in range(len(plan.levels) + 1):
        for way in ways_of(naive, depth)[:50]:
            men = len(way) - way.count(None)
            if depth == len(plan.levels):
                wanted = Counter([men] if plan.low <= men <= plan.high else [])
            elif men > plan.high:
                wanted = Counter()
            else:
                wanted = Counter(map(len, naive.walk(way, listing=True)))
            assert summed(search.count_slices(way, by_size=True)) == wanted
            assert summed(search.count_slices(way, by_size=False)) == +Counter({0: wanted.total()})


@seeds(4)
def test_levels_of_few_items(seed: int, kernels: Ways) -> None:
    """With all bounds on the number of men: rows that end early, and ways down that have too few."""
    chance = random.Random(seed)
    levels = [Level(items, chance.random() < 0.5) for items in parted([2, 1, 3, 2], chance)]
    beside = excluding([level.items for level in levels], 0.2, chance)
    task = Task(255, beside, (), (), (), False)
    for low, high in combinations(range(len(levels) + 1), 2):
        naive = Naive(task, LevelOrder("random", tuple(levels), low, high))
        search = LevelSearch(task, naive.plan)
        wanted = list(naive.walk((), listing=True))
        assert listed_by(search) == wanted


def test_a_man_who_strikes_out_whole_words(kernels: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    # Full words: men of the first level leave nothing of the second and the third, or nothing of the
    # last, or one of each; the first word's topmost bit is a level of its own.
    top, items = 1 << 63, [sum(1 << x for x in range(64 * i, 64 * i + 64)) for i in range(4)]
    gone = [items[1] | items[2], items[3], sum(items[1:]) & ~(1 << 99 | 1 << 150 | 1 << 200)]
    beside = [items[0] & ~top & ~(1 << a) | gone[a // 21] for a in range(63)] + [0]
    for part in items[1:]:
        beside += [
            part & ~(1 << b) | mask_of(a for a in range(63) if beside[a] >> b & 1)
            for b in bits_of(part)
        ]
    levels = [Level(part, True) for part in (items[0] & ~top, top, *items[1:])]
    task = Task(sum(items), tuple(beside), (), (), (), False)
    naive = Naive(task, LevelOrder("whole words", tuple(levels), 5, 5))
    assert naive.count(()) == 21
    monkeypatch.setattr(level_search, "BUDGET", 1)
    search = LevelSearch(task, naive.plan)
    slices = list(search.count_slices((), by_size=False))
    assert len(slices) == naive.nodes == 63 + 3 * 21
    assert summed(slices).total() == 21


def test_nothing_to_decide(kernels: Ways) -> None:
    task = Task(0, (), (), (), (), False)
    for low, wanted in ((0, 1), (1, 0)):
        search = LevelSearch(task, LevelOrder("none", (), low, 2))
        assert search.estimate().nodes == 0
        assert summed(search.count_slices((), by_size=False)).total() == wanted
        assert len(listed_by(search)) == wanted
    assert mask_of(()) == 0
