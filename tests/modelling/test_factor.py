"""Factors: sets of moves with a given number at every square. What they mean, and what all rooms do."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from support.error_asserts import refused

import nqsat
from nqsat import Factor, InvalidModel, Moves, UnsupportedByEngine
from nqsat.chess import attacks
from nqsat.compiling import lower
from nqsat.engines import make_engine
from nqsat.engines.plans.cubes import cubes
from nqsat.extensions import extensions
from nqsat.modelling import dumps, loads
from nqsat.modelling.model import read_solution
from nqsat.modelling.path import Move
from nqsat.rules import AtMost, Links, Rule, Setting
from nqsat.sources import parse

TAKE = (
    "sat",
    "cpsat",
    "backtrack",
    *(["sharpsat"] * ("sharpsat" in extensions())),
    "frontier",
    "auto",
)
REFUSE = ("bitboard", "mates", "construct", "warnsdorff")

MODELS = {
    Factor("3x3", "W", "..1"): 131,
    Factor("2x4", "W", 1): 5,
    Factor("3x4", "N", "..1"): 461,
    Factor("3x3", "W", "1..2"): 258,
    Factor("2x3", "W", "any"): 128,
    Factor("2x3", "W", 2, avoiding=["a1-b1"]): 0,
    Factor("2x5", "W", 2, through=["a1-b1"]): 3,
    Factor("2x4", "W", "..1", fixed_by="rot180"): 9,
    Factor("0x3", "W", 2): 1,
    Factor("1x1", "W", 1): 0,
    Factor("3x3", "N", "..1", maximal=True): 10,  # of a cycle of 8, the eighth of Perrin's numbers
    Factor("3x3", "W", "..2", maximal=True): 33,
    Factor("2x3", "W", "1..", maximal=True): 1,
    Factor("3x3", "W", "..1", maximal=True, avoiding=["a1-b1"], fixed_by="rot180"): 1,
    Factor("3x3", "W", "..1", moves=3): 56,
    Factor("2x4", "W", "..2", moves="..2"): 56,
    Factor("2x3", "W", "..1", moves="4.."): 0,
}

#: The best number of moves, and how many sets of moves have it.
BEST = {
    Factor("3x3", "W", "..1", objective="maximise moves"): (4, 18),
    Factor("3x3", "K", "..1", objective="maximise pieces", avoiding=["a1-b2"]): (4, 48),
    Factor("2x4", "W", "1..2", objective="minimise moves"): (4, 5),
    Factor("3x3", "W", "..1", maximal=True, objective="minimise moves"): (3, 4),
    Factor("2x3", "W", "..2", moves="..4", objective="maximise moves"): (4, 27),
    Factor("2x3", "W", 2, avoiding=["a1-b1"], objective="maximise moves"): (None, 0),
}


def brute_force(model: Factor) -> set[Moves]:
    ways = attacks(model.piece, model.board)
    every = sorted({Move.of(here, there) for here in ways for there in ways[here]})
    sets = (some for size in range(len(every) + 1) for some in combinations(every, size))
    return {found for some in sets if model.holds(found := Moves(model.board, some))}


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_engines_find_what_holds(model: Factor) -> None:
    wanted = brute_force(model)
    assert len(wanted) == MODELS[model]
    for name in TAKE:
        assert nqsat.count(model, engine=name).value == len(wanted), name
        if make_engine(name).lists:
            assert set(nqsat.solutions(model, engine=name)) == wanted, name
    for name in REFUSE:
        with pytest.raises(UnsupportedByEngine):
            nqsat.count(model, engine=name)


@pytest.mark.parametrize("model", BEST, ids=str)
def test_the_most_or_fewest_moves(model: Factor) -> None:
    value, number = BEST[model]
    assert model.objective is not None
    every = brute_force(model)
    choose = max if model.objective.sense == "maximise" else min
    assert choose(map(len, every), default=None) == value
    best = {one for one in every if len(one) == value}
    assert len(best) == number
    for engine in ("auto", "sat", "cpsat", "backtrack", "frontier"):
        found = nqsat.solve(model, engine=engine)
        assert (found.solution in best) is bool(best), engine
        assert found.optimum is not None
        assert (found.optimum.value, found.optimum.proved) == (value, True)
        assert nqsat.count(model, engine=engine).value == number, engine
    assert set(nqsat.solutions(model)) == best
    assert loads(dumps(model)) == model
    assert parse(model.text) == model
    orbits = {one.canonical(model.symmetries()) for one in best}
    assert nqsat.count(model, modulo="symmetry").value == len(orbits)


def test_maximum_matchings_of_kings() -> None:
    model = Factor("5x5", "K", "..1", objective="maximise moves")  # A243510
    assert str(nqsat.count(model)) == "170985 matchings with 12 moves, the maximum"
    assert nqsat.count(Factor("5x5", "K", "..1", moves=12), engine="frontier").value == 170985
    assert str(nqsat.optimise(model)) == "12 moves, the maximum"
    with pytest.raises(InvalidModel, match="choose from moves"):
        model.with_objective(None).with_objective(maximise="unattacked")
    with pytest.raises(InvalidModel, match="moves is of a factor; this is a placement"):
        nqsat.Placement("2x2", {"K": 1}, objective=model.objective)
    with pytest.raises(InvalidModel, match="the model already has one: maximise moves"):
        model.refined(minimise="moves")


def test_orbits_parts_and_verification() -> None:
    model = Factor("4x4", "W", 1)
    for method in ("canonical", "blocking", "burnside"):
        assert nqsat.count(model, modulo="symmetry", run=nqsat.Run(method=method)).value == 9
    assert sum(nqsat.count(part).value for part in cubes(model)) == 36
    assert nqsat.count(model, fixed_by="rot180").value == sum(
        one.image(model.symmetries()[2]) == one for one in nqsat.solutions(model)
    )
    report = nqsat.verify(Factor("2x4", "W", "..1"))
    assert report.result.value == "agree", report


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_json_and_words(model: Factor) -> None:
    assert loads(dumps(model)) == model
    for one in list(nqsat.solutions(model))[:5]:
        assert read_solution(model, str(one)) == one
        reader = lower(model).reader
        true = reader.variables(one)
        assert true is not None
        assert reader.decode(true) == one
        assert one.svg().startswith("<svg")
        assert len(one.draw().splitlines()) == model.board.rows + 1


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ({"piece": "fW"}, "piece"),
        ({"degree": "x"}, "degree"),
        ({"through": ["a1-a1"]}, "through"),
        ({"through": ["a1-a2"], "avoiding": ["a1-a2"]}, "avoiding"),
        ({"fixed_by": "spin"}, "fixed_by"),
        ({"rules": ["non-attacking"]}, "rules"),
    ],
)
def test_refused(words: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidModel) as error:
        Factor(**{"board": "4x4", "piece": "W", **words})
    assert error.value.path[0] == field


def test_what_it_has_not() -> None:
    model = Factor("4x4", "W", 1)
    for ask in (
        lambda: nqsat.optimise(model),
        lambda: nqsat.count(model, modulo="colours"),
    ):
        refused(ask)


class FewAcross(Rule):
    """At most two moves along a rank."""

    name = "few-across"
    about = "factor"

    def holds(self, moves: Moves) -> bool:
        return sum(here.row == there.row for here, there in moves.moves) <= 2

    def lower(self, setting: Setting, links: Links) -> Any:
        ranks = (x for here, there, x in links.moves() if here and there and here.row == there.row)
        yield AtMost(2, tuple(ranks))


def test_a_rule_of_a_users_own() -> None:
    model = Factor("4x4", "W", 1, rules=[FewAcross()])
    wanted = {one for one in nqsat.solutions(Factor("4x4", "W", 1)) if FewAcross().holds(one)}
    for name in ("sat", "backtrack"):
        assert set(nqsat.solutions(model, engine=name)) == wanted
    assert str(nqsat.count(model, engine="frontier").note).endswith("on all 36 sets of moves")
    refused(lambda: dumps(model), said="JSON has no code")


def test_why_not() -> None:
    crossing = Factor("4x4", "W", 1, through=["a1-b1", "a1-a2", "d4-d3"])
    assert [str(one) for one in nqsat.why_not(crossing).requirements] == [
        "1 move of W at every square of 4x4", "through a2-a1", "through a1-b1",
    ]  # fmt: skip


def test_where_no_move_is_allowed_none_is_missing() -> None:
    # A random trial found it: the encoding asked for a counter of none.
    model = Factor("2x2", "W", "0", maximal=True)
    assert [str(one) for one in nqsat.solutions(model, engine="sat")] == ["(empty)"]
    for engine in ("backtrack", "sat", "cpsat", "frontier"):
        assert nqsat.count(model, engine=engine).value == 1
