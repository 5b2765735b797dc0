"""The kernels of ``bitboard`` that hit covers, against the same search with sets; its nodes too."""

from __future__ import annotations

import random
from collections import Counter
from math import comb
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from support.counts import listed_by, summed
from support.day_subset import seeds
from support.fault_injection import interpreted
from support.kernel_twins import Ways, excluding, parted, random_numbers

from nqsat.engines.bitboard import cover_kernel, cover_search
from nqsat.engines.bitboard.cover_search import CoverSearch
from nqsat.engines.bitboard.levels import clique_partition
from nqsat.engines.bitboard.reading import Quota, Task, bits_of, mask_of
from nqsat.engines.compiled.arrays import row, rows

if TYPE_CHECKING:
    from collections.abc import Iterator


class Node(NamedTuple):
    """A node, and what it becomes."""

    free: int
    chosen: tuple[int, ...] = ()
    either: tuple[int, ...] = ()


class Naive:
    """Hit the cover that has the fewest items left, then choose freely."""

    def __init__(self, task: Task, *, listing: bool) -> None:
        self.task, self.listing, self.nodes = task, listing, 0
        self.cliques = clique_partition(task)

    def sorted(self, items: int) -> list[int]:
        return [item for clique in self.cliques for item in bits_of(clique & items)]

    def settled(self, node: Node) -> tuple[str, Node, int]:
        """What becomes of a node, what is free in it then, and its branches."""
        free, chosen, either = node
        task = self.task
        men = [sum(quota.items >> item & 1 for item in chosen) for quota in task.quotas]
        for quota, number in zip(task.quotas, men, strict=True):
            if number == quota.high:
                free &= ~quota.items
        for quota, number in zip(task.quotas, men, strict=True):
            live = sum((clique & free & quota.items) != 0 for clique in self.cliques)
            if number < quota.low and number + live < quota.low:
                return "lost", node, 0
        whole = [
            number == quota.high - 1
            for quota, number in zip(task.quotas, men, strict=True)
            if quota.items == task.items
        ]
        last = bool(whole) and whole[0]
        unhit = [cover for cover in task.covers if not any(cover >> item & 1 for item in chosen)]
        if unhit:
            todo = free & min(unhit, key=lambda cover: (cover & free).bit_count())
            if not todo:
                return "lost", node, 0
            for cover in unhit if last else ():
                todo &= cover
            return "cover", node._replace(free=free), todo
        if last and not self.listing and len(task.quotas) == 1:
            return "last", node._replace(free=free), 0
        counted = 0
        for quota in task.quotas:
            counted |= quota.items
        for item in self.sorted(free):
            if self.listing or counted >> item & 1 or task.beside[item] & free:
                clique = next(clique for clique in self.cliques if clique >> item & 1)
                return "free", Node(free, chosen, either), free & clique
            free &= ~(1 << item)
            either = (*either, item)
        return "leaf", Node(free, chosen, either), 0

    def branches(self, node: Node, todo: int) -> list[Node]:
        found = []
        free = node.free
        for item in self.sorted(todo):
            free &= ~(1 << item)
            kept = free & ~self.task.beside[item]
            found.append(Node(kept, (*node.chosen, item), node.either))
        return found

    def solutions(self, node: Node) -> Iterator[tuple[int, ...]]:
        self.nodes += 1
        outcome, node, todo = self.settled(node)
        if outcome == "leaf":
            ways = [node.chosen]
            for item in node.either:
                ways += [(*way, item) for way in ways]
            yield from ways
        elif outcome == "last":
            if len(node.chosen) >= self.task.quotas[0].low:
                yield node.chosen
            yield from ((*node.chosen, item) for item in bits_of(node.free))
        for branch in self.branches(node, todo):
            yield from self.solutions(branch)
        if outcome == "free":
            yield from self.solutions(node._replace(free=node.free & ~todo))

    def estimate(self, times: int) -> float:
        """About how many nodes there are, by random ways down."""
        numbers, nodes = random_numbers(), 0.0
        whole = [quota.high for quota in self.task.quotas if quota.items == self.task.items]
        for _ in range(times):
            weight, node = 1.0, Node(self.task.items)
            while True:
                nodes += weight
                outcome, node, todo = self.settled(node)
                branches = self.branches(node, todo)
                if not branches:
                    break
                part = 1.0
                if outcome == "free":
                    part = len(branches) / (len(branches) + 1)
                    live = sum((clique & node.free) != 0 for clique in self.cliques)
                    part = min([part, *((high - len(node.chosen)) / live for high in whole[:1])])
                if next(numbers) < part * 2**31:
                    weight *= len(branches) / part
                    node = branches[next(numbers) % len(branches)]
                else:
                    weight /= 1 - part
                    node = node._replace(free=node.free & ~todo)
        return nodes / times


def random_task(chance: random.Random) -> Task:
    """Up to three words of items and of covers, and few that go together."""
    small = chance.random() < 0.5
    large = [[64, 40, 2], [3, 50, 30, 64], [1, 1, 60, 20]]
    sizes = [1, 2, 1, 3, 2] if small else chance.choice(large)
    density = chance.choice([0.5, 0.3, 0.1]) if small else chance.choice([0.9, 0.95])
    cliques = parted(sizes, chance)
    size = sum(sizes)
    items = (1 << size) - 1

    def some(part: float) -> int:
        return sum(1 << item for item in range(size) if chance.random() < part)

    number = chance.choice([0, 1, 3, 70, 64, 130])
    covers = [some(chance.choice([0.4, 0.6, 0.8])) for _ in range(number)]
    if small:
        covers = covers[:3]
    quotas = []
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        low = chance.randint(0, 3 if small else 2)
        quotas.append(Quota(low, chance.randint(max(low, 1), 4), chance.choice([items, some(0.5)])))
    return Task(
        items,
        excluding(cliques, density, chance),
        tuple(cliques),
        tuple(covers),
        tuple(quotas),
        False,
    )


@seeds(50)
def test_covers(seed: int, kernels: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    task = random_task(random.Random(seed))
    listed = Naive(task, listing=True)
    counted = Naive(task, listing=False)
    search = CoverSearch(task)
    wanted = list(listed.solutions(Node(task.items)))
    sizes = Counter(map(len, counted.solutions(Node(task.items))))
    assert sizes == Counter(map(len, wanted))
    assert listed_by(search) == wanted
    assert summed(search.count_slices(by_size=True)) == sizes
    assert summed(search.count_slices(by_size=False)) == +Counter({0: len(wanted)})
    # A call that is good for one node takes the way up after it, or leaves that to the next.
    monkeypatch.setattr(cover_search, "BUDGET", 1)
    calls = sum(1 for _ in search.solution_rows())
    assert calls - listed.nodes in (0, 1)
    slices = list(search.count_slices(by_size=True))
    assert len(slices) - counted.nodes in (0, 1)
    assert sum(piece.visited for piece in slices) == counted.nodes
    # A few rows at a time.
    few = 1 + 2 * (seed % 2)
    monkeypatch.setattr(cover_search, "ROWS", few)
    monkeypatch.setattr(cover_search, "BUDGET", 10**6)
    batches = list(search.solution_rows())
    assert listed_by(search) == wanted
    assert [len(batch) for batch in batches[:-1]] == [few] * (len(batches) - 1)


@seeds(12)
def test_covers_are_foretold(seed: int, kernels: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    task = random_task(random.Random(seed))
    monkeypatch.setattr(cover_search, "PROBES", 20)
    wanted = Naive(task, listing=False).estimate(20)
    assert CoverSearch(task).estimate_nodes() == pytest.approx(wanted)


def test_a_cover_of_all_places(kernels: Ways) -> None:
    items = (1 << 64) - 1
    beside = tuple(items & ~(1 << item) for item in range(64))
    search = CoverSearch(Task(items, beside, (items,), (items,), (), False))
    assert summed(search.count_slices(by_size=False)).total() == 64


def test_nothing_excludes_anything(kernels: Ways) -> None:
    items = [1, 2, 4, 8]
    search = CoverSearch(Task(15, (0,) * 4, tuple(items), (), (), False))
    assert summed(search.count_slices(by_size=True)) == {men: comb(4, men) for men in range(5)}
    assert search.estimate_nodes() == 1


def test_ways_down_that_end_early_or_take_nobody(
    kernels: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cover_search, "PROBES", 20)
    # One man at most, and two covers that have nothing in common.
    apart = CoverSearch(Task(3, (0, 0), (1, 2), (1, 2), (Quota(0, 1, 3),), False))
    assert apart.estimate_nodes() == 1
    assert summed(apart.count_slices(by_size=False)).total() == 0
    # Nobody of the first clique; the second one is a whole word.
    cliques = [3, (1 << 66) - 4]
    task = Task(sum(cliques), excluding(cliques, 0, random.Random(1)), (*cliques,), (), (), False)
    assert CoverSearch(task).estimate_nodes() == pytest.approx(
        Naive(task, listing=False).estimate(20)
    )


def test_an_item_that_excludes_nothing_that_is_left() -> None:
    chance = random.Random(1)
    with interpreted():
        for _ in range(300):
            place = chance.randrange(192)
            free, kept = 1 << place, (1 << 192) - 1
            for other in chance.sample(range(place % 64, 192, 64), 2) + chance.sample(
                range(192), 1
            ):
                free |= chance.choice([0, 1]) << other
                kept &= ~(chance.choice([0, 1]) << other)
            keep = rows([0] * place + [kept], 3)
            alone = not free & ~kept & ~(1 << place)
            assert (
                cover_kernel._excludes_nothing(SimpleNamespace(keep=keep), row(free, 3), place)
                == alone
            )


@pytest.mark.parametrize("seed", range(30))
def test_covers_of_several_words(seed: int) -> None:
    chance = random.Random(seed)
    covers = [chance.getrandbits(192) & chance.getrandbits(192) for _ in range(130)]
    free = chance.getrandbits(192) & chance.getrandbits(192)
    unhit = mask_of(chance.randrange(130) for _ in range(chance.choice([0, 1, 3])))
    here = list(bits_of(unhit))
    task = SimpleNamespace(covers=rows(covers, 3))
    best, fewest = -1, 64 * 3 + 1
    for number in here:
        if (covers[number] & free).bit_count() < fewest:
            best, fewest = number, (covers[number] & free).bit_count()
    todo = row(free, 3)
    with interpreted():
        assert cover_kernel._choose_cover(task, row(free, 3), row(unhit, 3)) == (best, fewest)
        cover_kernel._keep_common_items(task, todo, row(unhit, 3))
    for number in here:
        free &= covers[number]
    assert todo.tolist() == row(free, 3).tolist()


@pytest.mark.parametrize("seed", range(30))
def test_quotas_of_several_words(seed: int) -> None:
    chance = random.Random(seed)
    sizes = [64, 60, 2, 1, 40]
    cliques = [sum(1 << x for x in bits_of(part)) for part in parted(sizes, chance)]
    items = (1 << sum(sizes)) - 1
    some = [chance.getrandbits(sum(sizes)) & chance.choice([items, *cliques]) for _ in range(3)]
    quotas = [
        Quota(low, low + chance.randint(1, 2), each)
        for each, low in zip(some, (0, 2, 3), strict=True)
    ]
    search = CoverSearch(
        Task(items, excluding(cliques, 0, chance), tuple(cliques), (), tuple(quotas), False)
    )
    counts = [chance.randint(0, quota.high) for quota in quotas]
    free = chance.choice([items, chance.getrandbits(sum(sizes)), chance.choice(cliques)])
    left = row(search._mask(free), search._words)
    with interpreted():
        enough = cover_kernel._quotas_suffice(search._covers, left, np.array(counts, np.int64))
    for quota, number in zip(quotas, counts, strict=True):
        if number == quota.high:
            free &= ~quota.items
    assert left.tolist() == row(search._mask(free), search._words).tolist()
    assert enough == all(
        number + sum((clique & free & quota.items) != 0 for clique in cliques) >= quota.low
        for quota, number in zip(quotas, counts, strict=True)
    )
