"""Random models: the same ones for a seed, of every feature that there is, and small."""

from __future__ import annotations

from typing import Any

import pytest

from nqsat import Factor, Placement, Tour, solutions
from nqsat.modelling import Model, dumps, loads
from nqsat.rules import RULES
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


def test_every_feature_of_placements_occurs(models: list[Model]) -> None:
    placements = [model for model in models if isinstance(model, Placement)]
    rules = [rule for model in placements for rule in model.rules]
    assert {type(rule) for rule in rules} == set(RULES)
    for field in ("blocking", "minimal", "equal", "between", "kinds", "of", "others"):
        values = [getattr(rule, field) for rule in rules if hasattr(rule, field)]
        assert any(values), field
        assert not all(values), field
    assert {len(model.kinds) for model in placements} == {1, 2, 3}
    kinds = [kind for model in placements for kind in model.kinds]
    assert any(kind.squares is not None for kind in kinds)
    assert any(kind.piece.graph for kind in kinds)
    assert {preset.kind is None for model in placements for preset in model.presets} == {
        True,
        False,
    }
    senses = {model.objective.sense for model in placements if model.objective is not None}
    assert senses == {"maximise", "minimise"}
    numbers = {(kind.number.low > 0, kind.number.high is None) for kind in kinds}
    assert len(numbers) == 4


def test_every_feature_of_boards_and_tours_occurs(models: list[Model]) -> None:
    boards = [model.board for model in models]
    assert {board.wrap for board in boards if not board.shape} == {"flat", "cylinder", "torus"}
    assert any(board.walls and not board.shape for board in boards)
    assert any(board.holes for board in boards)
    assert {len(board.shape) for board in boards} == {0, 3, 4}
    for kind in (Placement, Tour, Factor):
        kept = [model.board for model in models if isinstance(model, kind)]
        assert any(board.hexagon for board in kept), kind
        assert any(board.graph is not None for board in kept), kind
    assert any(board.graph.is_directed for board in boards if board.graph is not None)
    tours = [model for model in models if isinstance(model, Tour)]
    assert {(tour.closed, tour.directed) for tour in tours} == {
        (closed, directed) for closed in (True, False) for directed in (True, False)
    }
    for name in ("start", "end", "through", "avoiding", "numbers", "fixed_by"):
        assert any(getattr(tour, name) for tour in tours), name
    assert any(not tour.two_way for tour in tours)


def test_every_feature_of_factors_occurs(models: list[Model]) -> None:
    factors = [model for model in models if isinstance(model, Factor)]
    for name in ("through", "avoiding", "maximal", "fixed_by"):
        assert any(getattr(factor, name) for factor in factors), name
    assert len({factor.degree for factor in factors}) > 6


def test_the_reference_answers_soon() -> None:
    # Few of them have many solutions, and not nearly all have none: an empty set proves little.
    found = [len(_listed(random_model(2, index))) for index in range(60)]
    assert max(found) <= 4_096
    assert sum(number > 0 for number in found) > 24


def _listed(model: Any) -> set[Any]:
    if isinstance(model, Placement):
        model = model.with_objective(None)
    return set(solutions(model, engine="backtrack"))
