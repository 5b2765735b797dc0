"""Degrees against brute force and the kernels of ``frontier``; which models are such counts."""

from __future__ import annotations

from itertools import product
from math import comb, factorial
from random import Random

import pytest
from support.counts import summed, total

from nqsat import Board, Factor, Placement, Square
from nqsat.engines import FrontierEngine
from nqsat.engines.frontier import degrees, planning
from nqsat.engines.frontier.degrees import DegreesCount, degrees_count
from nqsat.modelling import Sum
from nqsat.rules import NonAttacking, Permutation


def degrees_of(
    model: Placement | Factor, engine: FrontierEngine | None = None, *, by_size: bool = False
) -> DegreesCount | None:
    """The count in an array of all states, if the engine takes it at once; its total is checked."""
    engine = engine or FrontierEngine()
    found = engine.planner._degrees(engine.planner.task(model, by_size=by_size))
    return found if found is not None and found.cost.seconds < planning.SOON else None


@pytest.fixture
def _few_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(degrees, "LEAST_STATES", 1)


def test_numbers_that_need_more_than_a_word() -> None:
    plan = degrees_of(Placement("20x20", {"R": 20}))
    assert isinstance(plan, DegreesCount)
    assert summed(plan.run()).total() == factorial(20)
    plan = degrees_of(Placement("10x21", {"R": 10}))
    assert isinstance(plan, DegreesCount)
    assert summed(plan.run()).total() == comb(21, 10) * factorial(10)


@pytest.mark.usefixtures("_few_states")
def test_random_graphs_against_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(degrees, "_LIMB", 2)  # numbers need several limbs
    monkeypatch.setattr(degrees, "_WORD", 8)
    chance, seen = Random(7), set[tuple[int, ...]]()
    for _ in range(250):
        nodes, size = chance.randint(1, 6), chance.randint(1, 11)
        order = chance.sample(range(1, size + 1), size)
        ends = {
            x: chance.sample(range(nodes), chance.choice([0, 1, *[2] * 6]) % (nodes + 1))
            for x in order
        }
        groups = [tuple(x for x in sorted(order) if node in ends[x]) for node in range(nodes)]
        sums = []
        for group in filter(None, groups):
            low = chance.randint(0, min(3, len(group)))
            sums.append(Sum(low, chance.choice([None, low, low + 1, 3]), group))
        sums = [one for one in sums if not one.is_impossible]
        if chance.random() < 0.2:
            sums.append(
                Sum(chance.randint(0, 3), chance.choice([None, 3, 5]), tuple(sorted(order)))
            )
        plan = degrees_count(sums, order, None)
        expected = sum(
            all(one.low <= sum(chosen[x - 1] for x in one.literals) <= one.most for one in sums)
            for chosen in product((0, 1), repeat=size)
        )
        if plan is None:
            continue
        found = summed(plan.run()).total()
        assert found == expected, (sums, order)
        seen.add((plan.base, plan.axes, min(expected, 2)))
    assert len(seen) > 20, seen


ROWS = ("..x....x..", "x..x.x....", "....x..x.x", ".x........", "...xx.x..x")
HOLED = Board.from_map("\n".join(ROWS * 2))


@pytest.mark.parametrize(
    ("model", "number"),
    [
        # P. W. Kasteleyn's formula; the others are by the kernels of ``frontier``.
        (Factor("16x16", "W", 1), 2444888770250892795802079170816),
        (Factor(Board(10, 12, holes=frozenset({Square(2, 3), Square(7, 8)})), "W", 1), None),
        (Factor("10x10", "W", "..1"), None),
        (Factor("torus:4x10", "W", 2), None),
        (Factor("6x6", "N", 1), None),
        (Factor("4x10", "K", "1..2"), None),
        (Placement("10x10", {"R": 20}, [Permutation(2)]), None),
        # Permutations that avoid some squares; rooks are such a count by their attacks, too.
        (Placement(HOLED, {"R": 10}, [Permutation()]), None),
        (Placement(HOLED, {"R": 10}, [NonAttacking()]), None),
    ],
)
def test_boards(model: Placement | Factor, number: int | None) -> None:
    plan = degrees_of(model)
    assert isinstance(plan, DegreesCount)
    if number is None:
        number = total(FrontierEngine(compiled=True), model)
    assert summed(plan.run()).total() == number
