"""``frontier`` counts the best solutions only: a state has the greatest value that leads to it."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from support.counts import total
from support.day_subset import seeds
from support.random_models import random_model
from support.random_rules import RandomDraw

import nqsat
from nqsat import Placement
from nqsat.engines.frontier import FrontierEngine
from nqsat.errors import EngineFailure, InvalidModel, UnsupportedByEngine
from nqsat.rules import Connected, Degrees, Domination, Objective, Pieces

ENGINE = FrontierEngine(compiled=True)
LONGEST, LEAST = Objective("maximise", Pieces()), Objective("minimise", Pieces())


def wanting(seed: int) -> Placement | None:
    """A random placement with a random objective; None if there is none of this seed."""
    chance = Random(seed)
    model = random_model(seed, 1)
    if not isinstance(model, Placement):
        return None
    names = tuple(kind.name for kind in model.kinds)
    try:
        wanted = RandomDraw(chance, model.board, names).objective()
        return model.with_objective(None).with_objective(wanted)
    except InvalidModel:
        return None


@seeds(60)
def test_as_many_as_the_reference_lists(seed: int) -> None:
    model = wanting(seed)
    if model is None or model.objective is None:
        return
    measure = model.objective.measure
    plain = model.with_objective(None)
    values = [measure.value(solution) for solution in nqsat.solutions(plain, engine="backtrack")]
    if not values:
        return
    best = max(values) if model.objective.sense == "maximise" else min(values)
    with suppress(UnsupportedByEngine):  # a constraint that it does not know
        assert total(ENGINE, model.with_optimum(best, proved=True)) == values.count(best)


@pytest.mark.parametrize(
    ("model", "best", "number"),
    [
        (Placement("5x5", {"W": "any"}, [Degrees(2), Connected()], objective=LONGEST), 16, 90),
        (Placement("6x6", {"N": "any"}, [Domination()], objective=LEAST), 8, 127),
        (Placement("torus:4x4", {"K": "any"}, objective=LONGEST), 4, 12),
        (Placement("0x0", {"K": "any"}, objective=LONGEST), 0, 1),
    ],
    ids=str,
)
def test_the_best_of_larger_boards(model: Placement, best: int, number: int) -> None:
    answer = nqsat.count(model, engine="frontier/compiled")
    assert (answer.optimum.value, answer.value) == (best, number)  # type: ignore[union-attr]
    assert nqsat.count(model.with_optimum(best), engine="sat").value == number


def test_a_best_value_that_is_none_is_an_error_and_no_number() -> None:
    model = Placement("4x4", {"K": "any"}, objective=LONGEST)
    with pytest.raises(EngineFailure, match="no solution has more than 3"):
        total(ENGINE, model.with_optimum(3, proved=True))
    assert total(ENGINE, model.with_optimum(5, proved=True)) == 0
