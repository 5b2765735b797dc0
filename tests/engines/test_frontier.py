"""The engine ``frontier``: counts against brute force, against ``sat``, and beyond every machine word."""

from __future__ import annotations

import math
from math import comb

import pytest
from hypothesis import given, settings
from support.counts import sizes, total
from support.oracle.brute_force import DEEP, brute_force
from support.strategies import ruled_models

from nqsat import Placement, UnsupportedByEngine
from nqsat.engines.frontier import FrontierEngine, prediction
from nqsat.engines.frontier.plain import count_if_small
from nqsat.engines.frontier.prediction import forecast_states
from nqsat.engines.frontier.program import compile_program
from nqsat.engines.layered.run import TooWide, count_layers
from nqsat.engines.listing.stream import value_of
from nqsat.errors import OutOfMemory
from nqsat.modelling import Sum
from nqsat.rules import Domination, Irredundant

ENGINE, KERNELS = FrontierEngine(), FrontierEngine(compiled=True)


@pytest.mark.parametrize(
    ("board", "piece", "number"),
    [
        ("8x8", "Q", 118969),
        ("8x8", "K", 1355115601),
        ("8x8", "N", 101693175442),
        ("5x5", "B", 9918),
        ("6x6", "R", 13327),
        ("5x5", "W", 55447),
        ("12x12", "K", 69645620389200894313),  # more than 2⁶³; CUDD and PySDD get it wrong
    ],
)
def test_published_counts_of_any_number(board: str, piece: str, number: int) -> None:
    for engine in (ENGINE, KERNELS):
        assert total(engine, Placement(board, {piece: "any"})) == number


def test_numbers_are_exact_far_beyond_a_machine_word() -> None:
    """Pieces that never attack: 2^cells arrangements, and binomial coefficients by size."""
    model = Placement("12x14", {"blocker": "any"})
    for engine in (ENGINE, KERNELS):
        assert total(engine, model) == 2**168
        assert sizes(engine, model) == {k: comb(168, k) for k in range(169)}


def test_what_it_cannot_count_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prediction, "SAMPLED", 20_000)
    with pytest.raises(UnsupportedByEngine, match=r"states in the widest of 784 layers.*GiB"):
        ENGINE.plan(Placement("28x28", {"Q": "any"}))
    with pytest.raises(UnsupportedByEngine, match="cannot list"):
        ENGINE.search(Placement("3x3", {"Q": 1}))


def test_a_layer_that_grows_too_wide_stops_with_its_place() -> None:
    small = FrontierEngine(memory=300_000)
    with pytest.raises(OutOfMemory, match=r"0.286 MiB reached in layer \d+ of 64"):
        total(small, Placement("8x8", {"Q": "any"}))
    with pytest.raises(
        UnsupportedByEngine, match=r"states in the widest of 64 layers.*KiB are allowed"
    ) as early:
        total(FrontierEngine(memory=100_000), Placement("8x8", {"Q": "any"}))
    assert not isinstance(early.value, OutOfMemory)  # even the low end is too much: it is not begun
    program = compile_program([Sum(0, 2, (1, 2, 3))], [1, 2, 3])
    with pytest.raises(TooWide):
        list(count_layers(program, 64))


def test_estimates_are_orders_of_magnitude() -> None:
    kings = ENGINE.plan(Placement("8x8", {"K": "any"})).estimate
    # Exact: it is small.
    assert kings.words == "about 48 states in the widest of 64 layers, by ranks"
    queens = ENGINE.plan(Placement("9x9", {"Q": "any"})).estimate
    assert 10_000 < int(queens.words.split()[1].replace(",", "")) < 1_000_000  # 104,917
    assert kings.memory < queens.memory < 2**30


def test_a_small_board_with_many_auxiliaries_has_few_states() -> None:
    # 93 auxiliaries: decided among the pieces they had five million states to keep apart.
    model = Placement("cylinder:3x3", {"N": 2}, [Domination("independent", minimal=True)])
    said = ENGINE.plan(model).estimate.words
    assert said == "about 16 states in the widest of 102 layers, by pieces first"
    assert total(ENGINE, model) == 0


@pytest.mark.parametrize(
    "model",
    [
        Placement("8x8", {"N": "any"}),
        Placement("8x8", {"Q": "any"}),
        Placement("12x12", {"K": 12}),
        Placement("12x12", {"R": "any"}),
        Placement("torus:8x8", {"CN": 8}),
        Placement("8x8", {"NN": "any"}),
        Placement("10x10", {"Q": 10}),
        Placement("6x6", {"Q": "any"}, [Domination()]),
    ],
    ids=repr,
)
def test_states_that_were_not_run_are_foretold(
    model: Placement, monkeypatch: pytest.MonkeyPatch
) -> None:
    # From the first states to all of them, roughly. Knights on 12x12 were said to take 47 times too long.
    (_, _, bits), program = ENGINE.planner.task(model).first
    monkeypatch.setattr(prediction, "SAMPLED", 30_000)
    told = value_of(forecast_states(program, bits))
    monkeypatch.setattr(prediction, "SAMPLED", 10**9)
    truth = value_of(forecast_states(program, bits))
    assert told != truth
    assert truth.every / 6 < told.every < 6 * truth.every
    assert truth.widest / 9 < told.widest < 9 * truth.widest


@settings(max_examples=200 if DEEP else 25)
@given(ruled_models())
def test_every_order_counts_the_same(model: Placement) -> None:
    # The order with the fewest states by samples is taken, though it has not the fewest bits.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prediction, "MANY", 0.0)
        patch.setattr(prediction, "FEWER", 1.0)
        patch.setattr(prediction, "SAMPLED", 10)
        try:
            assert total(KERNELS, model) == len(brute_force(model))
        except UnsupportedByEngine:
            return
    every = list(KERNELS.planner.task(model).programs())
    assert sorted(max(one.bits, default=0.0) for one, _ in every) == [
        max(one.bits, default=0.0) for one, _ in every
    ]


@pytest.mark.parametrize("piece", ["B", "C", "F"])
def test_men_that_keep_their_colour_are_decided_colour_by_colour(piece: str) -> None:
    # There is no greedy order on boards of this size; by ranks camels were foretold to take an hour.
    model = Placement("13x13", {piece: "any"})
    plan = KERNELS.plan(model)
    assert "by colours" in plan.estimate.words
    assert plan.estimate.seconds < 10
    orders = [one for one, _ in KERNELS.planner.task(model).programs()]
    first, by_ranks = orders[0], next(one for one in orders if one.name == "ranks")
    assert max(first.bits) < max(by_ranks.bits)


@pytest.mark.parametrize("board", ["5x6", "torus:4x6", "3x9"])
@pytest.mark.parametrize("piece", ["B", "C", "Q"])
def test_the_order_by_colours_counts_as_that_by_ranks_does(board: str, piece: str) -> None:
    model = Placement(board, {piece: "any"})
    every = {
        order.name: (order, program) for order, program in KERNELS.planner.task(model).programs()
    }
    (colours, one), (ranks, other) = every["colours"], every["ranks"]
    assert colours.variables != ranks.variables
    assert sorted(colours.variables) == sorted(ranks.variables)
    found = [
        value_of(count_if_small(each, math.inf, math.inf, by_size=False)) for each in (one, other)
    ]
    assert len({small.numbers for small in found if small}) == 1
    assert None not in found


def test_an_order_is_chosen_by_states_and_not_by_bits() -> None:
    # Irredundant kings on 4x4: the auxiliaries last have the fewest bits, and 25 times the states of ranks.
    model = Placement("4x4", {"K": "any"}, [Irredundant()])
    first, *others = KERNELS.planner.task(model).programs()
    assert (first[0].name, others[0][0].name) == ("pieces first", "ranks")
    assert "by ranks" in KERNELS.plan(model).estimate.words
    assert total(KERNELS, model) == 647  # as backtrack finds, and sat
    # Where samples say nearly the same, bits decide: plans of older versions stay as they were.
    knights = Placement("11x11", {"N": "any"})
    assert "by ranks" in KERNELS.plan(knights).estimate.words
