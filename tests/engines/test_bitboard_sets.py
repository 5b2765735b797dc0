"""``bitboard`` by sets: its kernel against the meaning of its tasks, models against brute force."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest
from support.counts import listed_by, summed
from support.day_subset import seeds
from support.kernel_twins import excluding, parted, sets_of
from support.oracle.brute_force import brute_force

from nqsat import Placement, Run, count, solve
from nqsat.engines import BitboardEngine
from nqsat.engines.bitboard import plan, set_search
from nqsat.engines.bitboard.reading import Quota, Task
from nqsat.engines.bitboard.set_search import SetSearch
from nqsat.engines.bits import bits_of
from nqsat.engines.listing import Listing
from nqsat.engines.plans.plan import MemoryStore
from nqsat.engines.solvers.sat import SatEngine
from nqsat.errors import UnsupportedByEngine
from nqsat.rules import (
    Armies,
    DistinctDifferences,
    Invariant,
    NonAttacking,
    Objective,
    Pieces,
    Regions,
    Rule,
)


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


@seeds(120)
def test_the_search_by_sets(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    task = random_sides(chance) if seed % 4 == 0 else random_task(chance)
    search, wanted = SetSearch(task), sets_of(task)
    sizes = Counter(map(len, wanted))
    listed = listed_by(search)
    assert sorted(map(sorted, listed)) == sorted(map(sorted, wanted))
    assert summed(search.count_slices(by_size=False)) == +Counter({0: len(wanted)})
    slices = list(search.count_slices(by_size=True))
    assert summed(slices) == sizes
    # A call that is good for one node takes the way up after it, or leaves that to the next.
    monkeypatch.setattr(set_search, "BUDGET", 1)
    short = list(search.count_slices(by_size=True))
    assert summed(short) == sizes
    assert sum(one.visited for one in short) == sum(one.visited for one in slices)
    # A few rows at a time.
    few = 1 + 2 * (seed % 2)
    monkeypatch.setattr(set_search, "ROWS", few)
    monkeypatch.setattr(set_search, "BUDGET", 10**6)
    batches = list(search.solution_rows())
    assert listed_by(search) == listed
    assert [len(batch) for batch in batches[:-1]] == [few] * (len(batches) - 1)


# -- models ----------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("model", "parts", "ways"),
    [
        (Placement("torus:5x5", {"Q": 5}), 1, 5),
        (Placement("torus:7x7", {"Q": 7}), 1, 7),
        (Placement("6x6", {"Q": 6}), 3, 6),
        (Placement("5x5", {"Q": 5}), 3, 5),
        (Placement("4x5", {"R": 4}, presets=["R@c2"]), 3, 5),  # only the file's mirror is left
        (Placement("5x5", {"Q": 5}, [NonAttacking(), Invariant("rot180")]), 1, 2),
        (Placement("4x4", {"white:R": 2, "black:R": 2}), 4, 8),
    ],
)
def test_sets_choose_among_equivalent_items_once(
    monkeypatch: pytest.MonkeyPatch, model: Placement, parts: int, ways: int
) -> None:
    monkeypatch.setattr(plan, "level_orders", lambda _: [])
    monkeypatch.setattr(plan, "LONG", -1.0)
    engine, right = BitboardEngine(), len(list(Listing(model, SatEngine())))
    assert summed(engine.count(model)).total() == right
    if not any(isinstance(rule, Invariant) for rule in model.rules):
        assert summed(engine.count(model, by_size=True)) == +Counter({model.largest: right})
    made = engine.plan(model)
    stage = made.stage(1, {})
    assert (len(stage.parts), sum(part.weight for part in stage.parts)) == (parts, ways)
    for part in stage.parts:
        found = summed(made.run(part, made.prepare({}, MemoryStore()))).total()
        restricted = made.restricted_model(part)
        assert restricted is not None
        assert found == len(list(Listing(restricted, SatEngine())))
    assert len(made.stage(ways + 1, {}).parts) > ways  # for more processes


def test_the_largest_equal_armies_are_found_by_the_same_search() -> None:
    pieces: dict[str, int | str] = {"white:Q": "any", "black:Q": "any"}
    largest = Objective("maximise", Pieces(("white:Q",)))
    model = Placement("6x6", pieces, rules=[Armies(equal=True)], objective=largest)
    best = solve(model, engine="bitboard").optimum
    assert best is not None
    assert (best.value, best.proved) == (5, True)
    assert count(model, engine="bitboard").value == 560
    assert (
        count(model, engine="bitboard", modulo="colours", run=Run(method="canonical")).value == 35
    )
