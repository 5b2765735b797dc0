"""The engine ``frontier``: counts against brute force, against ``sat``, and beyond every machine word."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given, settings
from support.counts import sizes, total
from support.oracle.brute_force import DEEP, brute_force
from support.strategies import ruled_models

from nqsat import Placement, UnsupportedByEngine
from nqsat.engines.frontier import FrontierEngine, prediction
from nqsat.engines.frontier.program import compile_program
from nqsat.engines.layered.run import TooWide, count_layers
from nqsat.errors import OutOfMemory
from nqsat.modelling import Sum

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
