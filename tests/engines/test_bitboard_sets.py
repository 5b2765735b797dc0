"""``bitboard`` by sets: its kernel against the same search on integers, models against brute force."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.bit_tasks import listed_once, task_of
from support.counts import listed_by, summed
from support.day_subset import seeds
from support.kernel_twins import Ways, excluding, parted
from support.oracle.brute_force import brute_force

from nqsat import Board, Kind, Piece, Placement, count, solutions, solve
from nqsat.engines import BitboardEngine
from nqsat.engines.bitboard import set_search
from nqsat.engines.bitboard.reading import (
    Quota,
    Task,
    bits_of,
    has_sides,
    mask_of,
)
from nqsat.engines.bitboard.set_search import FEW, SetSearch
from nqsat.engines.plans.plan import run_plan
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling.kinds import Number
from nqsat.rules import (
    Amount,
    Armies,
    DistinctDifferences,
    Domination,
    Invariant,
    Men,
    NonAttacking,
    NoThreeInLine,
    Objective,
    Permutation,
    Regions,
    Rule,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


class Node(NamedTuple):
    """The items chosen, and those that are free."""

    chosen: tuple[int, ...]
    free: int


class Naive:
    """The search of the kernel, with its sets but without its words."""

    def __init__(self, search: SetSearch, *, listing: bool) -> None:
        self.task, self.listing, self.nodes = search._task, listing, 0
        self.fields, self.lines = search._fields, search._lines
        self.covers, self.quotas, self.place = search._covers, search._quotas, search._place

    def sorted(self, items: int) -> list[int]:
        return sorted(bits_of(items), key=self.place.__getitem__)

    def size(self, items: int, chosen: tuple[int, ...]) -> int:
        return sum(items >> item & 1 for item in chosen)

    def bounds(self, node: Node) -> list[Quota]:
        """The quotas, with as many of each as others have where all are equal."""
        if not self.task.equal:
            return self.quotas
        counts = [self.size(quota.items, node.chosen) for quota in self.quotas]
        most = [
            n + (q.items & node.free).bit_count() for n, q in zip(counts, self.quotas, strict=True)
        ]
        return [Quota(max(q.low, *counts), min(q.high, *most), q.items) for q in self.quotas]

    def possible(self, items: int) -> int:
        """How many of some items may be chosen: one of each clique."""
        found = 0
        for field, most in self.fields.items():
            here = field & items
            found += here != 0 if most == 1 and not self.task.numbers else here.bit_count()
        return found

    def fresh(self, chosen: tuple[int, ...], items: int) -> int:
        """The items that are apart from every chosen one by a difference that is not in use."""
        number = self.task.numbers
        if not number:
            return items
        used = {abs(number[a] - number[b]) for a, b in combinations(chosen, 2)}
        return mask_of(
            x for x in bits_of(items) if not any(abs(number[x] - number[c]) in used for c in chosen)
        )

    def settled(self, node: Node) -> tuple[str, int, int, tuple[int, int, int]]:
        """What becomes of a node, what is free in it then, its branches, and the rest that is counted."""
        chosen, free = node
        quotas, nothing = self.bounds(node), (0, 0, 0)
        counts = [self.size(quota.items, chosen) for quota in quotas]
        open_ = [*zip(counts, quotas, strict=True)]
        for item in self.sorted(free) if 1 < len(quotas) <= FEW else ():
            kept = free & ~self.task.beside[item] & ~(1 << item)
            if any(
                n + (q.items >> item & 1) + (kept & q.items).bit_count() < q.low
                for n, q in open_
                if n + (q.items >> item & 1) < q.low
            ):
                free &= ~(1 << item)
        if any(number > quota.high for number, quota in open_):
            return "lost", free, 0, nothing
        for number, quota in open_:
            if number == quota.high:
                free &= ~quota.items
        if any(n + self.possible(free & q.items) < q.low for n, q in open_ if n < q.low):
            return "lost", free, 0, nothing
        unhit = [cover for cover in self.covers if not self.size(cover, chosen)]
        last = any(q.items == self.task.items and n == q.high - 1 for n, q in open_)
        for cover in unhit if last else ():
            free &= cover
        if not self.listing and (last or not unhit):
            mine = [(n, q) for n, q in open_ if free & q.items == free]
            others = [(n, q) for n, q in open_ if free & ~q.items]
            left = free.bit_count()
            low = max([bool(unhit), *(q.low - n for n, q in mine)])
            high = min(
                [left, *((min(q.low, q.high) if self.task.equal else q.high) - n for n, q in mine)]
            )
            exclude = self.lines or any(self.task.beside[item] & free for item in bits_of(free))
            if not (
                any(free & q.items or n < q.low for n, q in others)
                or (left and self.task.numbers)
                or (high > 1 and exclude)
            ):
                return "rest", free, 0, (left, low, high)
        if unhit:
            cover = (
                unhit[0] if self.task.numbers else min(unhit, key=lambda x: (x & free).bit_count())
            )
            todo = self.fresh(chosen, cover & free)
            return "must", free & ~cover | todo, todo, nothing
        for item in self.sorted(free):
            counted = any(q.items >> item & 1 for q in quotas)
            apart = not (self.lines or self.task.numbers or self.task.beside[item] & free)
            if self.listing or counted or not apart:
                field = next(field for field in self.fields if field >> item & 1)
                todo = self.fresh(chosen, field & free)
                must = any(q.items == field and n < q.low for n, q in open_)
                return "must" if must else "may", free & ~field | todo, todo, nothing
        return "rest", 0, 0, nothing

    def branches(self, chosen: tuple[int, ...], free: int, todo: int) -> Iterator[Node]:
        number = self.task.numbers
        for item in self.sorted(todo):
            free &= ~(1 << item)
            apart = [abs(number[item] - number[c]) for c in chosen if number]
            if len({*apart}) < len(apart):
                continue
            kept = free & ~self.task.beside[item]
            for line in self.lines:
                if line >> item & 1 and self.size(line, chosen):
                    kept &= ~line
            yield Node((*chosen, item), kept)

    def solutions(self, node: Node) -> Iterator[tuple[int, ...]]:
        """Solutions; in a count those of a rest by any names."""
        self.nodes += 1
        outcome, free, todo, (left, low, high) = self.settled(node)
        if outcome == "rest":
            some = [*bits_of(free)]
            assert self.listing or left == len(some)
            for more in range(low, high + 1):
                yield from ((*node.chosen, *others) for others in combinations(some, more))
        for branch in self.branches(node.chosen, free, todo):
            yield from self.solutions(branch)
        if outcome == "may":
            yield from self.solutions(Node(node.chosen, free & ~todo))


def random_task(chance: random.Random) -> Task:
    """Up to three words of items and of covers, and few that go together."""
    small = chance.random() < 0.6
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
    quotas = {}
    for _ in range(chance.choice([0, 1, 1, 2, 3, 5])):
        low = chance.randint(0, 3 if small else 2)
        quota = Quota(low, chance.randint(max(low, 1), 4), chance.choice([items, some(0.5)]))
        quotas[quota.items] = quota
    lines = [x for x in (some(0.5) for _ in range(chance.choice([0, 2, 6]))) if x.bit_count() > 2]
    quotas |= {line: Quota(0, 2, line) for line in lines}
    numbers = chance.sample(range(2 * size), size) if small and chance.random() < 0.3 else []
    if numbers and chance.random() < 0.5:  # the items of a clique are on one square
        for clique in cliques:
            for item in bits_of(clique):
                numbers[item] = numbers[clique.bit_length() - 1]
    return Task(
        items,
        excluding(cliques, density, chance),
        tuple(cliques),
        tuple(dict.fromkeys(covers)),
        tuple(quotas.values()),
        False,
        tuple(dict.fromkeys(lines)),
        tuple(numbers),
    )


def random_sides(chance: random.Random) -> Task:
    """Two or three sides, also of more than a word, that are at war; with bounds or equal."""
    sizes = chance.choice([[3, 4], [5, 2], [2, 3, 3], [2, 66], [65, 1, 1]])
    sides = parted(sizes, chance)
    beside = [0] * sum(sizes)
    for a, b in combinations(sides, 2):
        for x, y in product(bits_of(a), bits_of(b)):
            if chance.random() < (0.4 if sum(sizes) < 10 else 0.9):
                beside[x] |= 1 << y
                beside[y] |= 1 << x
    quotas, covers = [], [side for side in sides if chance.random() < 0.3]
    covers += [1 << chance.randrange(sum(sizes))] * (chance.random() < 0.2)
    equal = chance.random() < 0.5
    for side in sides:
        few = min(2 if sum(sizes) > 20 else 5, side.bit_count())
        low = chance.randint(0, min(2, few))
        if few == 2 or chance.random() < 0.7:
            quotas.append(Quota(low, chance.randint(max(low, 2), max(few, 2)), side))
    if equal:  # as ``read_task`` has it
        low, high = (
            max([0, *(q.low for q in quotas)]),
            min([2 if sum(sizes) > 20 else 4, *(q.high for q in quotas)]),
        )
        quotas = [Quota(low, max(low, high), side) for side in sides]
    every = (1 << sum(sizes)) - 1
    return Task(
        every, tuple(beside), (), tuple(covers), tuple(quotas), False, (), (), tuple(sides), equal
    )


@seeds(160)
def test_the_search_by_sets(seed: int, kernels: Ways, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    task = random_sides(chance) if seed % 4 == 0 else random_task(chance)
    search = SetSearch(task)
    listed, counted = Naive(search, listing=True), Naive(search, listing=False)
    wanted = list(listed.solutions(Node((), task.items)))
    sizes = Counter(map(len, counted.solutions(Node((), task.items))))
    assert sizes == Counter(map(len, wanted))
    assert listed_by(search) == wanted
    assert summed(search.count_slices(by_size=True)) == sizes
    assert summed(search.count_slices(by_size=False)) == +Counter({0: len(wanted)})
    # A call that is good for one node takes the way up after it, or leaves that to the next.
    monkeypatch.setattr(set_search, "BUDGET", 1)
    calls = sum(1 for _ in search.solution_rows())
    assert calls - listed.nodes in (0, 1)
    slices = list(search.count_slices(by_size=True))
    assert summed(slices) == sizes
    assert sum(piece.visited for piece in slices) == counted.nodes
    # A few rows at a time.
    few = 1 + 2 * (seed % 2)
    monkeypatch.setattr(set_search, "ROWS", few)
    monkeypatch.setattr(set_search, "BUDGET", 10**6)
    batches = list(search.solution_rows())
    assert listed_by(search) == wanted
    assert [len(batch) for batch in batches[:-1]] == [few] * (len(batches) - 1)


@pytest.mark.parametrize("seed", range(12))
def test_the_nodes_are_foretold(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    task = random_task(random.Random(seed))
    search = SetSearch(task)
    counted = Naive(search, listing=False)
    assert sum(1 for _ in counted.solutions(Node((), task.items))) >= 0
    monkeypatch.setattr(set_search, "PROBES", 2000)
    assert search.estimate().nodes == pytest.approx(counted.nodes, rel=0.35)


def test_a_cover_of_all_places(kernels: Ways) -> None:
    items = (1 << 64) - 1
    beside = tuple(items & ~(1 << item) for item in range(64))
    search = SetSearch(Task(items, beside, (items,), (items,), (), False))
    assert summed(search.count_slices(by_size=False)).total() == 64


def test_a_side_that_has_enough_has_no_more_than_the_others() -> None:
    # One of each side, or none: the second of the first side would leave the other without any.
    first, other = 0b11, 0b11100
    beside = (0, other, 0b10, 0b10, 0b10)
    quotas = (Quota(0, 2, first), Quota(0, 2, other))
    search = SetSearch(Task(31, beside, (), (), quotas, False, (), (), (first, other), True))
    assert summed(search.count_slices(by_size=True)) == {0: 1, 2: 3}


def test_nothing_excludes_anything(kernels: Ways) -> None:
    items = [1, 2, 4, 8]
    search = SetSearch(Task(15, (0,) * 4, tuple(items), (), (), False))
    assert summed(search.count_slices(by_size=True)) == {men: comb(4, men) for men in range(5)}
    assert search.estimate().nodes == 1


# -- lines and differences -------------------------------------------------------------------------

HOLES = Board.from_map("..#\nx..\n...")  # a wall and a hole
BOARDS: tuple[Board | str, ...] = ("3x3", "2x4", "2x5", "1x7", "2x2x2", "hex:2", HOLES)
MAPS: dict[Board | str, list[tuple[str, ...]]] = {
    "3x3": [("AAB", "ABB", "..C")],
    # Two maps that share squares: the levels of a search can be one of them only.
    "2x5": [("AAAAB", "AABBB"), ("AABBB", "AAABB")],
    HOLES: [("AA.", ".BB", "BBA"), ("AB.", ".AB", "..A")],
}


@st.composite
def paired_models(draw: st.DrawFn) -> Placement:
    """Small ones of these rules, with others."""
    board = draw(st.sampled_from(BOARDS))
    rules: list[Rule] = draw(
        st.lists(
            st.sampled_from([NoThreeInLine(), DistinctDifferences(), NonAttacking(), Domination()]),
            min_size=1, max_size=3, unique_by=type,
        )
    )  # fmt: skip
    numbers = st.sampled_from(["..1", "..2", "1", "1..", "1..3", "..3", "2"])
    rules += [Regions(one, draw(numbers)) for one in MAPS.get(board, []) if draw(st.booleans())]
    if board != "hex:2" and draw(st.integers(0, 2)) == 0:
        rules.append(Permutation(draw(st.sampled_from(["..1", "1", "..2"]))))
    if draw(st.integers(0, 3)) == 0:
        rules.append(Amount(Men(), draw(st.sampled_from(["2..", "..4", "1..3"]))))
    number = draw(st.sampled_from(["any", "2", "3", "..3", "2..4"]))
    kinds = [Kind.parse("K", number)]
    squares = Board.of(board).squares
    if len(squares) < 11 and draw(st.booleans()):
        few = squares[::2] if draw(st.booleans()) else None
        kinds.append(
            Kind(
                "N",
                Piece.parse("N"),
                Number(0, draw(st.sampled_from([1, 2]))),
                frozenset(few) if few else None,
            )
        )
    presets = draw(st.sampled_from([[], [], ["-@a1"], ["K@b1"]])) if board != "hex:2" else []
    return Placement(board, kinds, rules=rules, presets=presets)


@given(paired_models())
def test_pairs_are_counted_and_listed_as_brute_force_does(model: Placement) -> None:
    check(model)


def check(model: Placement) -> None:
    """The search by sets, and the one that the engine takes, find what brute force does."""
    task = task_of(model)
    if task is None:
        return
    wanted = brute_force(model)
    if task.hopeless:
        assert not wanted
        return
    search = SetSearch(task)
    assert summed(search.count_slices(by_size=True)) == Counter(map(len, wanted))
    assert listed_once(search, model) == {*wanted}
    assert count(model, engine="bitboard").value == len(wanted)
    assert sum(1 for _ in solutions(model, engine="bitboard")) == len(wanted)


@pytest.mark.parametrize(("n", "number"), [(5, 40), (7, 200), (8, 444)])
def test_costas_arrays(n: int, number: int) -> None:
    model = Placement(f"{n}x{n}", {"K": n}, rules=[DistinctDifferences(), Permutation()])
    plan = BitboardEngine().plan(model)
    assert "by the set with the fewest items left" in plan.estimate.words
    assert len(plan.stage(20, {}).parts) >= 20
    assert summed(run_plan(plan)).total() == summed(run_plan(plan, 20)).total() == number


@pytest.mark.parametrize(("n", "number"), [(4, 11), (5, 32), (6, 50), (7, 132)])
def test_no_three_in_line(n: int, number: int) -> None:
    model = Placement(f"{n}x{n}", {"K": 2 * n}, rules=[NoThreeInLine()])
    assert count(model, engine="bitboard").value == number
    assert count(model, engine="bitboard", workers=2).value == number


@pytest.mark.parametrize(
    "rules",
    [
        [Regions(("AAAA", "AABB", "BBBB"), "..3"), Regions(("AABB", "AABB", "AABB"), "..3")],
        [Regions(("AAAA", "AABB", "BBBB"), "2"), Regions(("AABB", "AABB", "AABB"), "1..3")],
        [Regions(("AAA.", "A.B.", "BBBB"), "2"), Regions(("ABBB", "ABBB", "AABB"), "..4")],
    ],
)
def test_numbers_that_are_no_level_are_kept_beside_differences(rules: list[Rule]) -> None:
    # Two maps of 3x5 were once counted as 2041 for 1832: the numbers of the second were dropped.
    model = Placement("3x4", {"W": "any"}, rules=[DistinctDifferences(), *rules])
    assert "by the set with the fewest items left" in BitboardEngine().plan(model).estimate.words
    assert count(model, engine="bitboard").value == len(brute_force(model)) > 0


def test_differences_of_men_who_stand_together_are_refused() -> None:
    model = Placement("4x4", {"K": "any"}, rules=[DistinctDifferences(), Invariant("rot180")])
    with pytest.raises(UnsupportedByEngine, match="share a variable"):
        BitboardEngine().plan(model)


@pytest.mark.parametrize("board", ["3x4", "1x9", "2x2x3", "hex:3"])
def test_numbers_of_squares_have_the_differences_of_vectors(board: str) -> None:
    numbers = DistinctDifferences.numbers(Board.of(board))
    vectors: dict[int, set[tuple[int, ...]]] = {}
    for a, b in product(numbers, repeat=2):
        points = map(Board.of(board).coordinates, (a, b))
        vector = tuple(y - x for x, y in zip(*points, strict=True))
        vectors.setdefault(numbers[b] - numbers[a], set()).add(vector)
    assert all(len(some) == 1 for some in vectors.values())
    assert len(vectors) == len(set.union(*vectors.values()))


# -- armies ----------------------------------------------------------------------------------------

THREE = "3x2"  # here there are three armies
FIELDS: list[Board | str] = ["2x3", "1x6", "torus:2x3", HOLES, "hex:2", THREE]
NUMBERS = ["any", "1", "2", "..2", "1..3", "2.."]


@st.composite
def armed_models(draw: st.DrawFn) -> Placement:
    """Armies on small boards, sometimes with what is no matter of sides."""
    board: Board | str = draw(st.sampled_from(FIELDS))
    colours = ["white", "black", "red"][: 3 if board == THREE else 2]
    squares = Board.of(board).squares
    piece = st.sampled_from("KR" if board == "hex:2" else "QKNRW")
    kinds = []
    for colour in colours:
        few = frozenset(squares[::2]) if draw(st.integers(0, 4)) == 0 else None
        notation = draw(piece)
        number = Number.parse(draw(st.sampled_from(NUMBERS)))
        kinds.append(Kind(f"{colour}:{notation}", Piece.parse(notation), number, few))
    if board == HOLES and draw(st.booleans()):
        kinds.append(Kind("N", Piece.parse("N"), Number(0, 1)))  # of no army
    rules: list[Rule] = [Armies(equal=draw(st.booleans()))]
    if board == "2x3":
        others = [
            NonAttacking(frozenset({(kinds[0].name, kinds[0].name)})),
            Regions(("AAB", ".BB"), "..2"),
            Permutation("..2"),
            DistinctDifferences(),
            Amount(Men(), "2..4"),
            Amount(Men((kinds[1].name,)), "1..2"),
        ]
        rules += draw(st.lists(st.sampled_from(others), max_size=1))
    presets = []
    if board != "hex:2" and draw(st.booleans()):
        presets = draw(st.sampled_from([["-@a1"], [f"{kinds[0].name}@b1"]]))
        if kinds[0].squares is not None:
            presets = ["-@b1"]
    return Placement(board, kinds, rules=rules, presets=presets)


@given(armed_models())
def test_armies_are_counted_and_listed_as_brute_force_does(model: Placement) -> None:
    check(model)


def _queens(n: int, k: int, colours: int = 2) -> Placement:
    pieces: dict[str, int | str] = {
        f"{colour}:Q": k for colour in ("white", "black", "red")[:colours]
    }
    return Placement(f"{n}x{n}", pieces, rules=[Armies()])


@pytest.mark.parametrize(
    ("model", "number"),
    [(_queens(5, 4), 18), (_queens(6, 5), 560), (_queens(5, 1, 3), 1224), (_queens(6, 6), 0)],
)
def test_armies_of_queens(model: Placement, number: int) -> None:
    assert count(model, engine="bitboard").value == number
    assert count(model, engine="bitboard", workers=2).value == number  # in parts: with presets


def test_the_largest_equal_armies_are_found_by_the_same_search() -> None:
    pieces: dict[str, int | str] = {"white:Q": "any", "black:Q": "any"}
    largest = Objective("maximise", Men(("white:Q",)))
    model = Placement("6x6", pieces, rules=[Armies(equal=True)], objective=largest)
    best = solve(model, engine="bitboard").optimum
    assert best is not None
    assert (best.value, best.proved) == (5, True)
    assert count(model, engine="bitboard").value == 560
    assert count(model, engine="bitboard", modulo="colours", method="canonical").value == 35


def test_equal_armies_of_a_given_number_need_no_search_of_sides() -> None:
    model = Placement("4x4", {"white:Q": "2", "black:Q": "any"}, [Armies(equal=True)])
    task = task_of(model)
    assert task is not None
    assert has_sides(task)
    assert not task.equal
