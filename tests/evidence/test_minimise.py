"""Smaller models, and the way down to a smallest one that still fails."""

from __future__ import annotations

from typing import Any

from support.oracle.brute_force import DEEP

from nqsat import Board, Kind, Piece, Placement, Square, Tour
from nqsat.evidence.trials.models import random_model
from nqsat.evidence.trials.smaller import minimise_model, simpler_models, weight
from nqsat.modelling import Model, dumps, loads
from nqsat.rules import RULES, Number, Regions, at_most

LARGE = Placement(
    Board.from_map("....\n.x..\n..#.\n....", "torus"),
    [
        Kind("white:Q", Piece.parse("Q"), Number(1, 3), frozenset({Square(0, 0), Square(3, 3)})),
        Kind("black:N", Piece.parse("N"), Number(0, None)),
    ],
    [*(rule() for rule in RULES if rule.name in ("non-attacking", "armies", "stabiliser"))],
    presets=["white:Q@a4", "-@d4"],
)


def test_smaller_models_are_models() -> None:
    # Less of everything, nothing twice the same way, and each can be written and read.
    for index in range(300 if DEEP else 30):
        model = random_model(3, index)
        found = simpler_models(model)
        assert found == sorted(found, key=weight)
        for one in found:
            assert weight(one) < weight(model), index
            assert loads(dumps(one)) == one, index


def test_a_line_is_cut_out_with_all_that_is_said_of_it() -> None:
    # What stood behind the line moves up; what stood on it is gone.
    model = Placement(
        Board.from_map("..x\n#..\n..."),
        [Kind("W", Piece.of_graph("W", [((0, 0), (2, 2)), ((1, 1), (2, 2))]), Number())],
        [Regions(("ABC", "DEF", "GHI")), at_most(1, "W@a3", "W@b2", "~W@c1")],
        presets=["-@b1"],
    )
    wanted = Placement(
        Board.from_map("..x\n..."),
        [Kind("W", Piece.of_graph("W", [((0, 0), (1, 2))]), Number())],
        [Regions(("ABC", "GHI")), at_most(1, "W@a2", "~W@c1")],
        presets=["-@b1"],
    )
    assert wanted in simpler_models(model)
    assert 2 in {one.board.columns for one in simpler_models(model)}


def test_tours_are_cut_too() -> None:
    said: dict[str, Any] = {"closed": False, "numbers": {"b1": 2}, "through": ["a1-b1"]}
    found = simpler_models(Tour("3x3", "K", start="a3", end="c1", **said))
    assert Tour("2x3", "K", start="a2", end="c1", **said) in found
    assert Tour("3x3", "K", end="c1", **said) in found


def fails_with_two_queens(model: Model) -> bool:
    """As if something went wrong where a queen is given, and another one may stand."""
    assert isinstance(model, Placement)
    given = any(preset.kind == "white:Q" for preset in model.presets)
    high = max((k.number.high or 99 for k in model.kinds if k.name == "white:Q"), default=0)
    return given and high >= 2 and len(model.board.squares) >= 3


def test_nothing_can_be_taken_away_from_the_smallest() -> None:
    # All that the fault does not need is gone, and what it needs is there.
    assert fails_with_two_queens(LARGE)
    small = minimise_model(LARGE, fails_with_two_queens)
    assert isinstance(small, Placement)
    assert fails_with_two_queens(small)
    assert not any(fails_with_two_queens(one) for one in simpler_models(small))
    assert (len(small.board.squares), len(small.kinds), len(small.presets)) == (3, 1, 1)
    assert small.rules == ()
    assert small.board.wrap == "flat"


def test_what_always_fails_becomes_nothing() -> None:
    small = minimise_model(LARGE, lambda model: True)
    assert isinstance(small, Placement)
    assert (small.board.squares, small.kinds, small.rules, small.presets) == ((), (), (), ())
    tour = minimise_model(Tour("5x5", "N", fixed_by="rot90", through=["a1-b3"]), lambda model: True)
    assert isinstance(tour, Tour)
    assert (tour.board.squares, tour.through, tour.fixed_by) == ((), (), None)
    solid = minimise_model(Placement(Board.solid(2, 2, 2), {"Q": "any"}), lambda model: True)
    assert solid.board.squares == ()


def test_a_limit_keeps_what_was_found() -> None:
    assert minimise_model(LARGE, lambda model: True, seconds=0) == LARGE


def test_what_needs_everything_stays() -> None:
    assert minimise_model(LARGE, lambda model: False) == LARGE
