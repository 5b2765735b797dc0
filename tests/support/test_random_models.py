"""Random models: the same ones for a seed, of every feature that there is, and small."""

from __future__ import annotations

from typing import Any

import pytest

from nqsat import Factor, Placement, Tour, solutions
from nqsat.modelling import Model, dumps, loads
from nqsat.rules import RULES
from support.boards import graph_of, is_hexagon, is_solid, wrap_of
from support.random_models import random_model
from support.random_rules import RANDOM_RULES

#: Enough for everything to occur.
MANY = 800


@pytest.fixture(scope="module")
def models() -> list[Model]:
    return [random_model(1, index) for index in range(MANY)]


def test_a_seed_and_a_number_name_a_model() -> None:
    # Whatever was drawn before: the model of a report can be made again from its two numbers.
    again = [random_model(5, index) for index in (3, 0, 3)]
    assert again[0] == again[2]
    assert again[0] != again[1]
    assert random_model(6, 3) != again[0]


def test_json_carries_them_all(models: list[Model]) -> None:
    assert all(loads(dumps(model)) == model for model in models)


def test_every_rule_can_be_drawn() -> None:
    # A rule that is new and has no line here would never be tried.
    assert set(RANDOM_RULES) == set(RULES)


def test_every_feature_occurs(models: list[Model]) -> None:
    placements = [model for model in models if isinstance(model, Placement)]
    rules = [rule for model in placements for rule in model.rules]
    assert {type(rule) for rule in rules} == set(RULES)
    for field in ("blocking", "minimal", "equal", "between", "kinds", "of", "others"):
        assert {bool(getattr(rule, field)) for rule in rules if hasattr(rule, field)} == {
            True,
            False,
        }
    kinds = [kind for model in placements for kind in model.kinds]
    tours = [model for model in models if isinstance(model, Tour)]
    factors = [model for model in models if isinstance(model, Factor)]
    boards = [model.board for model in models]
    for seen, all_there_is in (
        ({len(model.kinds) for model in placements}, 3),
        ({(kind.number.low > 0, kind.number.high is None) for kind in kinds}, 4),
        ({kind.squares is None for kind in kinds}, 2),
        ({bool(kind.piece.graph) for kind in kinds}, 2),
        ({preset.kind is None for model in placements for preset in model.presets}, 2),
        ({model.objective and model.objective.sense for model in placements}, 3),
        ({(tour.closed, tour.directed, tour.two_way) for tour in tours}, 6),
        ({wrap_of(board) for board in boards if not is_solid(board)}, 5),
        ({len(board.geometry.sizes) for board in boards if graph_of(board) is None}, 3),
        ({(bool(board.walls), bool(board.holes)) for board in boards if not is_solid(board)}, 4),
        ({(type(x), is_hexagon(x.board), graph_of(x.board) is not None) for x in models}, 9),
        ({graph.is_directed for board in boards if (graph := graph_of(board)) is not None}, 2),
    ):
        assert len(seen) == all_there_is, seen
    for some, names in (
        (
            tours,
            ("start", "end", "through", "avoiding", "visit", "visiting", "numbers", "fixed_by"),
        ),
        (factors, ("through", "avoiding", "maximal", "ends", "fixed_by")),
    ):
        for name in names:
            assert any(getattr(one, name) for one in some), name
    assert len({factor.degree for factor in factors}) > 6


def test_the_reference_answers_soon() -> None:
    # Few of them have many solutions, and not nearly all have none: an empty set proves little.
    models: list[Any] = [random_model(2, index) for index in range(60)]
    plain = (x.with_objective(None) if isinstance(x, Placement) else x for x in models)
    found = [len(set(solutions(model, engine="backtrack"))) for model in plain]
    assert max(found) <= 4_096
    assert sum(number > 0 for number in found) > 24
