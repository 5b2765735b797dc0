"""Forecasts by smaller boards, compared with the states that there are."""

from __future__ import annotations

import pytest

from nqsat import Board, Factor, Kind, Piece, Placement, Square
from nqsat.counting.planning import planned
from nqsat.counting.question import Question
from nqsat.engines import FrontierEngine
from nqsat.engines.frontier.prediction import count_states
from nqsat.engines.frontier.program import Program
from nqsat.engines.frontier.scaling import forecast_by_scaling
from nqsat.modelling import Model
from nqsat.rules import Domination, Maximal, NonAttacking, Permutation, Regions

ENGINE = FrontierEngine()


def compiled(model: Model) -> Program:
    return ENGINE._best_program(model, order="ranks")[1]


@pytest.mark.parametrize(
    "model",
    [
        Placement("13x13", {"K": "any"}, [NonAttacking(), Domination()]),
        Placement("8x8", {"N": "any"}, [NonAttacking(), Maximal()]),
        Placement("13x13", {"K": "any"}, [Domination()]),
        Placement("10x10", {"N": "any"}),
        Placement("9x12", {"W": "any"}),
        Placement("cylinder:9x9", {"K": "any"}),
        Factor("8x9", "W", "1"),
    ],
    ids=repr,
)
def test_states_are_foretold_by_smaller_boards(model: Model) -> None:
    told, truth = forecast_by_scaling(model, compiled), count_states(compiled(model), 10**7)
    assert told is not None
    assert truth is not None
    assert truth.every / 4 < told.every < 4 * truth.every
    assert truth.widest / 4 < told.widest < 4 * truth.widest


@pytest.mark.parametrize(
    "model",
    [
        Placement(Board.from_map("....\n.#..\n....\n...."), {"K": "any"}),
        Placement("6x6", {"K": "any"}, presets=["K@a1"]),
        Placement("6x6", {"Q": 6}),
        Placement("6x6", {"K": "any"}, [Permutation()]),
        Placement("3x3", {"K": "any"}, [Regions(("AAB", "ABB", "CCC"))]),
        Placement("6x6", [Kind.parse("K", "any", frozenset([Square(0, 0), Square(3, 3)]))]),
        Factor("6x6", "W", "1", through=["a1-a2"]),
        Placement("6x6", [Kind.of(Piece.of_graph("net", [((0, 0), (5, 5))]), "any")]),
        Placement("5x5", {"K": "any"}),  # there is too little below it
    ],
    ids=repr,
)
def test_boards_that_are_not_alike_foretell_nothing(model: Model) -> None:
    assert forecast_by_scaling(model, compiled) is None


def test_what_takes_two_seconds_is_not_refused() -> None:
    # Of the first layers alone it was foretold to take 146 GiB.
    model = Placement("17x17", {"K": "any"}, [NonAttacking(), Domination()])
    estimate = ENGINE.plan(model).estimate
    assert estimate.seconds < 10
    assert estimate.memory < 2**27


def test_larger_boards_take_longer() -> None:
    def seconds(size: int) -> float:
        return ENGINE.plan(
            Placement(f"{size}x{size}", {"K": "any"}, [Domination()])
        ).estimate.seconds

    found = [seconds(size) for size in (14, 18, 22)]
    assert found == sorted(found)


def test_a_count_by_size_is_foretold_to_take_longer() -> None:
    # Each state counts every number of men apart; the states are the same.
    model = Placement("12x12", {"K": "any"}, [Domination()])
    alone, by_size = (
        FrontierEngine(compiled=True).plan(model, by_size=sizes).estimate for sizes in (False, True)
    )
    assert alone.words == by_size.words
    assert 5 * alone.seconds < by_size.seconds
    assert 5 * alone.memory < by_size.memory
    told = planned(Question("count", model, FrontierEngine(compiled=True))).to_json()
    low, high = told["seconds_range"]
    assert low <= told["seconds"] <= high
