"""Optima: proved by two solvers and by exhaustion, and all optimal solutions counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.error_asserts import refused
from support.faulty_engine import Spoilt
from support.oracle.brute_force import DEEP, best_of
from support.random_models import random_model

import nqsat
from nqsat import Arrangement, InvalidModel, Placement, UnsupportedByEngine
from nqsat.counting import Modulo
from nqsat.engines import CpSatEngine, Engine, Listing, SatEngine, Verdict, optimiser
from nqsat.engines.optimiser import Optimiser
from nqsat.engines.solvers import core_guided
from nqsat.engines.solvers.sat import STOPPABLE
from nqsat.errors import WrongSolution
from nqsat.rules import Domination, NonAttacking, Objective, Pieces, Unattacked

ENGINES = ["sat", "cpsat", "backtrack"]
SENSES = ["maximise", "minimise"]


MODELS = [
    Placement("3x3", {"N": "any"}, objective=Objective("maximise", Pieces())),
    Placement("3x3", {"N": "2.."}, objective=Objective("minimise", Pieces())),
    Placement("3x4", {"Q": 2}, [], objective=Objective("maximise", Unattacked())),
    Placement("3x3", {"Q": "..3"}, [], objective=Objective("minimise", Unattacked())),
    Placement("2x3", {"Q": "any", "N": "any"}, objective=Objective("maximise", Pieces(("N",)))),
    Placement("torus:3x3", {"K": "any"}, objective=Objective("maximise", Pieces())),
    Placement("2x2", {"Q": 3}, objective=Objective("maximise", Pieces())),  # no solution
    Placement("0x0", {"Q": "any"}, objective=Objective("maximise", Pieces())),
    Placement("3x3", {"Q": "any"}, [NonAttacking()], ["Q@b2"], Objective("maximise", Pieces())),
    Placement("3x3", {"K": "any"}, objective="maximise sum=4*K@b2,K@a1,K@a3,K@c1,K@c3,2*~K@b1"),
]


def test_an_objective_is_a_sum_as_python_writes_it() -> None:
    plain = Placement("4x4", {"R": "any", "N": "..2"})
    names = [plain.board.name(square) for square in plain.board.squares]
    a, b, c, *_ = (plain.at(kind, x) for kind, x in zip("RNRNRR", names, strict=False))
    total = (
        3 * a - 2 * b + sum(place * plain.at("R", x) for place, x in enumerate(names)) + 4 - 2 * ~c
    )

    def value(found: Arrangement) -> int:
        there = {f"{kind}@{plain.board.name(square)}" for square, kind in found.pieces}
        gains = sum(place * (f"R@{x}" in there) for place, x in enumerate(names))
        return 3 * (str(a) in there) - 2 * (str(b) in there) + gains + 4 - 2 * (str(c) not in there)

    values = Counter(value(found) for found in nqsat.solutions(plain, engine="backtrack"))
    for engine in [*ENGINES, "frontier"]:
        most = nqsat.count(plain.with_objective(maximise=total), engine=engine)
        assert most.optimum is not None
        assert (most.optimum.value, most.value) == (max(values), values[max(values)])
        least = nqsat.solve(plain.with_objective(minimise=total), engine=engine).optimum
        assert least is not None
        assert (least.value, least.proved) == (min(values), True)


def test_a_sum_that_is_no_objective_is_refused_in_one_line() -> None:
    model = Placement("3x3", {"K": "any"})
    a, b = model.at("K", "a1"), model.at("K", "c3")
    refused(lambda: model.with_objective(maximise=a - b), "objective", "is at least -1; add 1")
    refused(lambda: model.with_objective(minimise=a + 2), "objective", "is at least 2; subtract 2")
    refused(lambda: model.with_objective(minimise=a, maximise=b), "objective", "one only")
    refused(lambda: model.with_objective(minimise=3), "objective", "such as Pieces()")
    refused(lambda: nqsat.solve(model, maximise="x"), "maximise", "'x' is unknown")
    assert nqsat.solve(model, minimize=a).status == "optimal"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_an_optimum_is_the_best_there_is(model: Placement, engine: str) -> None:
    value, arrangements = best_of(model)
    outcome = nqsat.solve(model, engine=engine)
    assert outcome.optimum is not None
    assert outcome.optimum.proved
    assert outcome.optimum.value == outcome.optimum.bound == value
    assert outcome.verdict is (Verdict.UNSATISFIABLE if value is None else Verdict.SATISFIABLE)
    assert (outcome.solution is None) is (value is None)
    assert outcome.solution is None or outcome.solution in arrangements
    assert set(nqsat.solutions(model, engine=engine)) == arrangements
    answer = nqsat.count(model, engine=engine)
    assert (answer.value, answer.complete) == (len(arrangements), True)
    assert answer.optimum is not None
    assert answer.optimum.value == value


@pytest.mark.parametrize("modulo", ["symmetry", "none"])
def test_an_engine_that_only_counts_counts_the_optimal_ones(modulo: Modulo) -> None:
    # It cannot find the optimum: who did is said.
    model = Placement(
        "3x3", {"K": "any"}, [Domination()], objective=Objective("minimise", Pieces())
    )
    answer = nqsat.count(model, engine="frontier", modulo=modulo)
    assert (answer.value, answer.complete, answer.engine) == (1, True, "frontier")
    assert answer.optimum is not None
    assert answer.optimum.value == 1
    assert (answer.note or "").endswith("the optimum by sat/cadical195")


@settings(max_examples=300 if DEEP else 20)
@given(
    st.sampled_from(["3x3", "2x4", "torus:2x4", "cylinder:3x3"]),
    st.sampled_from(["Q", "R", "B", "N", "K", "W", "fW"]),
    st.sampled_from(["any", "..3", "1.."]),
    st.sampled_from(SENSES),
    st.sampled_from([[], [NonAttacking()], [Domination()], [Domination(), NonAttacking()]]),
    st.sampled_from([Pieces(), Unattacked(), Unattacked(blocking=True)]),
    st.sampled_from(["cadical195", "cadical103", "glucose4", "minisat22"]),
    st.sampled_from([-1, 1, core_guided.PATIENCE]),
    st.sampled_from([60.0, -1.0]),
)
def test_cores_find_the_best_and_halving_goes_on_where_they_end(
    board: str,
    piece: str,
    number: str,
    sense: str,
    rules: list[Any],
    measure: Pieces | Unattacked,
    solver: str,
    patience: int,
    longest: float,
) -> None:
    # Without patience cores leave a best and a bound; cadical103 names no cores. ``bitboard`` goes on, or
    # never does.
    model = Placement(board, {piece: number}, rules, objective=Objective(sense, measure))  # type: ignore[arg-type]
    value, arrangements = best_of(model)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core_guided, "PATIENCE", patience)
        patch.setattr(core_guided, "CONFLICTS", max(1, patience))
        patch.setattr(optimiser, "LONGEST", longest)
        engines = SatEngine(solver=solver), Optimiser(SatEngine(solver=solver))
        found = [nqsat.optimise(model, engine=engine) for engine in engines]
    for optimum in found:
        assert (optimum.value, optimum.proved, optimum.bound) == (value, True, value)
        assert optimum.solution is None or optimum.solution in arrangements
    assert found[0].engine == engines[0].title
    for engine in ENGINES:
        assert nqsat.count(model, engine=engine).value == len(arrangements)
    asked = found[1].engine.removeprefix(engines[0].title)
    assert asked in ({"", " + bitboard"} if longest > 0 else {""})


@pytest.mark.parametrize("method", nqsat.counting.METHODS)
def test_orbits_of_optimal_solutions(method: nqsat.counting.Method) -> None:
    model = Placement("4x4", {"N": "any"}, objective=Objective("maximise", Pieces()))
    assert nqsat.count(model).value == 6
    assert nqsat.count(model, modulo="symmetry", run=nqsat.Run(method=method)).value == 3


def test_fixed_by_means_optimal_solutions_that_are_fixed() -> None:
    """Not the best of the fixed ones: the optimum is the model's."""
    model = Placement("4x4", {"Q": "any"}, objective=Objective("maximise", Pieces()))
    assert nqsat.count(model).value == 2
    assert nqsat.count(model, fixed_by="rot90").value == 2
    assert nqsat.count(model, fixed_by="transpose").value == 0
    outcome = nqsat.solve(model, fixed_by="transpose")
    assert outcome.verdict is Verdict.UNSATISFIABLE
    assert outcome.optimum is not None
    assert outcome.optimum.value == 4


def test_what_a_count_and_an_optimum_say() -> None:
    model = Placement("4x4", {"N": "any"}, objective=Objective("maximise", Pieces()))
    assert str(nqsat.count(model)) == "6 placements with 8 pieces, the maximum"
    assert str(nqsat.optimise(model, engine=SatEngine())) == "8 pieces, the maximum"
    model = Placement("3x3", {"Q": "1.."}, [], objective=Objective("minimise", Pieces()))
    assert str(nqsat.optimise(model, engine=CpSatEngine())) == "1 piece, the minimum"


HARD = Placement("9x9", {"Q": 9}, [], objective=Objective("maximise", Unattacked()))


@pytest.mark.parametrize("engine", [SatEngine(isolated=True), CpSatEngine()], ids=["sat", "cpsat"])
def test_a_limit_leaves_the_best_found_and_no_count(engine: Engine) -> None:
    optimum = nqsat.optimise(HARD, engine=engine, time_limit=0.3)
    assert not optimum.proved
    assert optimum.reason == "time limit"
    assert optimum.status in ("best found", "unknown")
    answer = nqsat.count(HARD, engine=engine, time_limit=0.2)
    assert (answer.value, answer.complete, answer.reason) == (0, False, "time limit")
    listing = nqsat.solutions(HARD, engine=engine, time_limit=0.2)
    assert list(listing) == []
    assert (listing.complete, listing.reason) == (False, "time limit")


@dataclass(frozen=True)
class Liar(Spoilt):
    """Says that one piece, then none, is the most."""

    def improve(self, model: Any) -> Iterator[Arrangement | int | None]:
        piece = nqsat.rules.PlacedPiece(nqsat.Square(0, 0), "Q")
        yield Arrangement(model.setting, (piece,))
        yield Arrangement(model.setting, ())


def test_an_engine_that_gets_worse_is_caught() -> None:
    for number, said in (("any", "no better"), ("2", "breaks a rule")):
        model = Placement("3x3", {"Q": number}, objective=Objective("maximise", Pieces()))
        with pytest.raises(WrongSolution, match=said):
            nqsat.optimise(model, engine=Liar(lambda found, model: found))


# -- all optima, by the solver that proves them ---------------------------------------------------


def some_objective(chance: Random, model: Placement) -> Objective:
    measure = chance.choice([Pieces(), Pieces((model.kinds[0].name,)), Unattacked()])
    return Objective("maximise" if chance.random() < 0.5 else "minimise", measure)


def test_all_optima_of_random_models_are_listed() -> None:
    compared = empty = 0
    for index in range(1_000 if DEEP else 250):
        model, chance = random_model(77, index), Random(index)
        if not isinstance(model, Placement) or not model.kinds:
            continue
        if (len(model.kinds) + 1) ** len(model.board.squares) > 20_000:
            continue
        asked = model.with_objective(some_objective(chance, model))
        try:
            found = [one for one in SatEngine(solver=STOPPABLE).optima(asked) if one is not None]
        except UnsupportedByEngine:  # no core can be found, or not soon
            continue
        _, expected = best_of(asked)
        assert len(found) == len(expected), asked
        assert set(found) == expected, asked
        compared, empty = compared + 1, empty + (not expected)
    assert compared > 60
    assert empty < compared / 2


def test_an_objective_is_settled_before_anything_is_listed() -> None:
    model = Placement("3x3", {"Q": "any"}, objective=Objective("maximise", Pieces()))
    refused(lambda: Listing(model, SatEngine()), said="objective")
    with pytest.raises(InvalidModel, match="the model has none"):
        nqsat.optimise(model.with_objective(None), engine=SatEngine())
