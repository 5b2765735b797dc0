"""Counts from one half of the variables, against exhaustion and against all layers."""

from __future__ import annotations

import random
from math import comb
from typing import Any

import numpy as np
import pytest
from support.oracle.brute_force import brute_force

from nqsat import Factor, Placement
from nqsat.counting.running import tally
from nqsat.engines import BacktrackEngine, FrontierEngine, frontier
from nqsat.engines.frontier.mirrored import MirroredPlan, half_program, sum_of_products
from nqsat.engines.frontier.plan import FrontierPlan
from nqsat.engines.plans.plan import Estimate, run_plan
from nqsat.errors import OutOfMemory
from nqsat.modelling import AtMost, Clause, Model
from nqsat.rules import Domination, Maximal, NonAttacking

ORDERS = ["ranks", "files", "colours"]


def mirrored(model: Model, order: str = "ranks", memory: int | None = None) -> MirroredPlan | None:
    """The plan from one half, whether it is worth it or not."""
    engine = FrontierEngine()
    half = engine._half_program(model, order)
    if half is None:
        return None
    _, program = engine._best_program(model, order=order)
    cost = Estimate(0.0, 0, "")
    return MirroredPlan(FrontierPlan(memory, program, cost), half, cost)


def counted(plan: Any) -> int:
    return sum(int(number) for piece in run_plan(plan) for _, number in piece.numbers)


BOARDS = ["3x3", "2x4", "4x3", "3x4", "cylinder:3x4", "torus:3x3", "1x7"]
PIECES = ["K", "W", "N", "F", "Q", "fW", "C"]


@pytest.mark.parametrize("seed", range(60))
def test_random_models_are_counted_from_one_half(seed: int) -> None:
    chance = random.Random(seed)
    kinds = {piece: chance.choice(["any", "any", "..2"]) for piece in chance.sample(PIECES, 1)}
    if chance.random() < 0.3:
        kinds["blocker"] = "any"
    rules: list[Any] = chance.choice([[NonAttacking()], [NonAttacking()], [], [Domination()]])
    if chance.random() < 0.2:
        rules = [*rules, Maximal()]
    board = chance.choice(BOARDS if len(kinds) == 1 else BOARDS[:2])
    model = Placement(board, kinds, rules)
    truth = len(brute_force(model))
    for order in ORDERS:
        plan = mirrored(model, order)
        if plan is not None:
            assert counted(plan) == truth


@pytest.mark.parametrize(
    ("model", "share"),
    [
        (Placement("6x6", {"K": "any"}), 0.75),
        (Placement("5x6", {"W": "any"}), 0.75),
        (Placement("4x7", {"N": "any"}), 0.8),
        (Placement("6x5", {"K": "any"}, [NonAttacking()], ["-@c3", "-@c4"]), 0.75),
        (Factor("4x6", "W", "1"), 0.8),
        (Factor("4x5", "W", "..1"), 0.8),
        (Factor("4x4", "W", "2"), 0.8),
    ],
    ids=repr,
)
def test_a_half_has_fewer_layers_and_counts_the_same(model: Model, share: float) -> None:
    plan = mirrored(model)
    assert plan is not None
    assert len(plan.half.program.layers) <= share * len(plan.plan.program.layers)
    truth = tally(model, BacktrackEngine()).value if isinstance(model, Factor) else None
    assert counted(plan) == counted(plan.committed)
    assert truth in (None, counted(plan))


def test_a_model_without_symmetry_has_no_half() -> None:
    assert mirrored(Placement("4x4", {"K": "any"}, [NonAttacking()], ["K@a1"])) is not None
    assert mirrored(Placement("4x4", {"K": "any"}, [NonAttacking()], ["K@b1"])) is None
    # All squares are in one constraint: nothing separates them.
    assert mirrored(Placement("4x4", {"K": "2"})) is None


def test_a_formula_has_to_be_symmetric_itself() -> None:
    # What is said of a and b alone is no mistake, and yet the halves are not images of one another.
    image = [0, 3, 2, 1]
    fair = [AtMost(1, (1, 2)), AtMost(1, (2, 3))]
    assert half_program(fair, [1, 2, 3], [image]) is not None
    for unfair in ([*fair, Clause((1,))], [*fair, Clause((-1, 2))], fair[:1]):
        assert half_program(unfair, [1, 2, 3], [image]) is None
    assert half_program(fair, [1, 2, 3], [[0, 1, 2, 3], [0, 2, 3, 1]]) is None
    assert half_program([*fair, AtMost(1, (1, 3))], [1, 2, 3], [image]) is None


def test_products_of_states_and_their_images() -> None:
    chance = random.Random(5)
    for words, limbs in ((1, 1), (1, 3), (2, 2), (3, 1)):
        bits = chance.sample(range(64 * words), 6)
        pairs = list(zip(bits, [*bits[1::-1], *bits[2:4], *bits[:3:-1]], strict=True))
        turn = dict(pairs)
        assert all(turn[turn[bit]] == bit for bit in bits)
        states = {
            sum(1 << bit for bit in chance.sample(bits, chance.randrange(7))): chance.choice(
                [0, 1, 2**64 - 1, chance.randrange(2 ** (64 * limbs))]
            )
            % 2 ** (64 * limbs)
            for _ in range(25)
        }
        rows = np.array(
            [
                [*(key >> 64 * w & 2**64 - 1 for w in range(words)),
                 *(number >> 64 * w & 2**64 - 1 for w in range(limbs))]
                for key, number in states.items()
            ],
            np.uint64,
        )  # fmt: skip
        truth = sum(
            number * states.get(sum(1 << turn[bit] for bit in bits if key >> bit & 1), 0)
            for key, number in states.items()
        )
        assert sum_of_products(rows, words, pairs) == truth


def test_it_is_taken_where_it_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Placement("8x8", {"K": "any"})
    monkeypatch.setattr(frontier, "_python_seconds", lambda: 0.0)
    assert isinstance(FrontierEngine().plan(model), FrontierPlan)
    monkeypatch.setattr(frontier, "HALVED", 0.0)
    plan = FrontierEngine().plan(model)
    assert isinstance(plan, MirroredPlan)
    assert plan.prefers_one_part
    assert isinstance(
        plan.committed, FrontierPlan
    )  # jobs and several workers go through all layers
    assert 1.4 * plan.estimate.seconds <= plan.committed.estimate.seconds
    assert counted(plan) == 1355115601
    by_size = FrontierEngine().plan(model, by_size=True)
    assert isinstance(by_size, FrontierPlan)


def test_too_little_memory_is_said_with_the_layer() -> None:
    plan = mirrored(Placement("7x7", {"blocker": "any"}, []), memory=1)
    assert plan is not None
    with pytest.raises(OutOfMemory, match="reached in layer 1 of 49"):
        counted(plan)
    free = mirrored(Placement("3x3", {"blocker": "any"}, []))
    assert free is not None
    assert counted(free) == sum(comb(9, k) for k in range(10))
