"""``frontier`` counts the best solutions only, and leaves out states from which none of them can come."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from support.counts import summed, total
from support.day_subset import seeds
from support.random_models import random_model
from support.random_rules import RandomDraw

import nqsat
from nqsat import Placement
from nqsat.engines.frontier import FrontierEngine, planning
from nqsat.engines.frontier.ranked import LEFT, RankedPlan
from nqsat.engines.plans.at_work import run_plan
from nqsat.engines.plans.plan import MemoryStore, Part
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


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """All counts are ranked and pruned, however small; the number of states up to which they are not."""
    most = planning.FEW
    monkeypatch.setattr(planning, "FEW", 0)
    return most


@seeds(60)
def test_as_many_as_the_reference_lists(
    seed: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = wanting(seed)
    if model is None or model.objective is None:
        return
    measure = model.objective.measure
    plain = model.with_objective(None)
    values = [measure.value(one) for one in nqsat.solutions(plain, engine="backtrack")]
    if not values:
        return
    best = max(values) if model.objective.sense == "maximise" else min(values)
    for most in (0, few):
        monkeypatch.setattr(planning, "FEW", most)
        try:
            found = total(ENGINE, model.with_optimum(best, proved=True))
        except UnsupportedByEngine:
            return  # a constraint that it does not know
        assert found == values.count(best)


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


def test_what_is_left_is_no_less_than_any_best_solution_has() -> None:
    model = Placement("5x4", {"N": "any"}, [Domination()], objective=LEAST)
    best = nqsat.optimise(model).value
    plan = ENGINE.plan(model.with_optimum(best, proved=True))
    assert isinstance(plan, RankedPlan)
    (left,) = [
        one.product for one in plan.run(Part(LEFT), plan.prepare({}, MemoryStore())) if one.product
    ]
    order = [layer.variable for layer in plan.forward.layers]
    squares = model.board.squares
    for solution in nqsat.solutions(model.with_optimum(best)):
        empty = [
            squares[x - 1] not in {piece.square for piece in solution.pieces}
            for x in order
            if x <= 20
        ]
        assert all(sum(empty[t:]) <= left[t] for t in range(21))
    assert left[10] < 10  # which no counting of squares says
    assert plan.stage(1, {LEFT: left}).sums
    for wrong in ([99, *left[1:]], left[1:], "left"):
        with pytest.raises(InvalidModel, match="cannot have made"):
            plan.stage(1, {LEFT: wrong})


def test_a_best_value_that_is_none_is_an_error_and_no_number(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Placement("4x4", {"K": "any"}, objective=LONGEST)
    with pytest.raises(EngineFailure, match="no solution has more than 3"):
        total(ENGINE, model.with_optimum(3, proved=True))
    assert total(ENGINE, model.with_optimum(5, proved=True)) == 0
    monkeypatch.setattr(planning, "FEW", few)
    with pytest.raises(EngineFailure, match="no solution has more than 3"):
        total(ENGINE, model.with_optimum(3, proved=True))


def test_orbits_and_parts_and_little_known_of_what_is_left() -> None:
    model = Placement("6x6", {"N": "any"}, [Domination("independent")], objective=LONGEST)
    orbits = nqsat.count(
        model, modulo="symmetry", method="burnside", engine="frontier/compiled"
    ).value
    assert orbits == nqsat.count(model, modulo="symmetry", engine="sat").value
    best = nqsat.optimise(model).value
    wanted = nqsat.count(model, engine="sat").value
    plan = ENGINE.plan(model.with_optimum(best, proved=True))
    assert isinstance(plan, RankedPlan)
    assert summed(run_plan(plan, wanted=3)) == {0: wanted}
    little = replace(plan, most=-1)  # of the first layer alone
    assert summed(run_plan(little, wanted=3)) == {0: wanted}
