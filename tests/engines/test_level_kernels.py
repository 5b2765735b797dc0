"""The kernels of ``bitboard`` that decide level after level, against the meaning of their tasks."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from math import inf

import pytest
from support.counts import listed_by, summed
from support.day_subset import seeds
from support.kernel_twins import excluding, parted, sets_of

from nqsat.engines.bitboard import level_search
from nqsat.engines.bitboard.level_search import LevelSearch
from nqsat.engines.bitboard.levels import Level, LevelOrder
from nqsat.engines.bitboard.reading import Quota, Task
from nqsat.engines.bits import bits_of, mask_of


def allowed(task: Task, plan: LevelOrder) -> list[tuple[int, ...]]:
    """The pieces of each solution, level after level; the lists in the order in which they are found."""
    musts = tuple(level.items for level in plan.levels if level.must)
    found = sets_of(replace(task, covers=musts, quotas=(Quota(plan.low, plan.high, task.items),)))

    def way(pieces: frozenset[int]) -> list[float]:
        return [next((x for x in pieces if level.items >> x & 1), inf) for level in plan.levels]

    return [tuple(int(x) for x in one if x < inf) for one in sorted(map(way, found))]


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


@seeds(30)
def test_levels(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    task, plan = random_search(chance)
    search, wanted = LevelSearch(task, plan), allowed(task, plan)
    assert listed_by(search) == wanted
    sizes = Counter(map(len, wanted))
    assert summed(search.count_slices(by_size=False)) == +Counter({0: len(wanted)})
    slices = list(search.count_slices(by_size=True))
    assert summed(slices) == sizes
    free = replace(plan, low=0, high=len(plan.levels))  # whatever the number of pieces
    whole = list(LevelSearch(task, free).count_slices(by_size=False))
    assert summed(whole).total() == len(allowed(task, free))
    # As many calls as nodes, if a call is good for one.
    monkeypatch.setattr(level_search, "BUDGET", 1)
    short = list(search.count_slices(by_size=True))
    assert summed(short) == sizes
    nodes = sum(piece.visited for piece in slices)
    assert (len(short), sum(piece.visited for piece in short)) == (max(nodes, 1), nodes)
    short = list(LevelSearch(task, free).count_slices(by_size=False))
    assert summed(short) == summed(whole)
    assert len(short) == sum(piece.visited for piece in whole)
    # A few searches at a time.
    monkeypatch.setattr(level_search, "MANY", chance.choice([1, 5, 100]))
    assert listed_by(search) == wanted
    # With enough searches followed, an estimate is no estimate.
    monkeypatch.setattr(level_search, "FEW", 10**6)
    assert search.estimate().solutions == len(wanted)
    assert search.estimate().nodes == nodes


def test_a_man_who_strikes_out_whole_words(monkeypatch: pytest.MonkeyPatch) -> None:
    # Full words: pieces of the first level leave nothing of the second and the third, or nothing of the
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
    plan = LevelOrder("whole words", tuple(levels), 5, 5)
    monkeypatch.setattr(level_search, "BUDGET", 1)
    slices = list(LevelSearch(task, plan).count_slices(by_size=False))
    assert len(slices) == 63 + 3 * 21
    assert summed(slices).total() == 21


def test_nothing_to_decide() -> None:
    task = Task(0, (), (), (), (), False)
    for low, wanted in ((0, 1), (1, 0)):
        search = LevelSearch(task, LevelOrder("none", (), low, 2))
        assert search.estimate().nodes == 0
        assert summed(search.count_slices(by_size=False)).total() == wanted
        assert len(listed_by(search)) == wanted
    assert mask_of(()) == 0
