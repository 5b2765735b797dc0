"""Hints: where a search begins. They are honoured where they can be, and never change what is true."""

from __future__ import annotations

from random import Random

import pytest
from support.error_asserts import refused
from support.random_models import random_model

import nqsat
from nqsat import Factor, Placement, Tour, UnsupportedByEngine
from nqsat.engines import SatEngine
from nqsat.formulas import CnfProblem
from nqsat.modelling import Model

QUEENS = Placement("6x6", {"Q": 6})


@pytest.mark.parametrize(
    "model",
    [
        QUEENS,
        Placement("3x3", {"white:K": "any", "black:N": "..1"}, ["armies"]),
        Tour("5x6", "N"),
        Tour("5x5", "N", closed=False, start="a1"),
        Factor("2x4", "W", 1),
    ],
    ids=repr,
)
def test_a_solution_that_is_a_hint_is_found(model: Model) -> None:
    every = [*nqsat.solutions(model, limit=200)]
    for solution in Random(1).sample(every, min(3, len(every))):
        for engine in ("auto", "sat/minisat22"):
            assert nqsat.solve(model, engine=engine, hint=solution).solution == solution
    apart = SatEngine(isolated=True)
    assert nqsat.solve(model, engine=apart, hint=every[-1]).solution == every[-1]


def test_a_part_of_a_solution_is_found_with_all_of_it() -> None:
    for hint in (
        ["d1"],
        ["~b1", "~c1", "queen@e1"],
        [QUEENS.literal("Q@b1"), ~QUEENS.at("Q", "a1")],
    ):
        found = nqsat.solve(QUEENS, hint=hint)
        assert nqsat.solve(QUEENS, assumptions=[*map(_full, hint)]).solution == found.solution
    tour = nqsat.solve(Tour("6x6", "N"), hint=["a1-b3", "c2-a1", "~f6-e4"]).solution
    assert " c2 a1 b3 " in f" {tour} " or " b3 a1 c2 " in f" {tour} " or str(tour).startswith("a1 ")


def _full(literal: object) -> str:
    text = str(literal)
    return text if "@" in text else text.replace("~", "~Q@") if "~" in text else f"Q@{text}"


@pytest.mark.parametrize("engine", ["auto", "sat", "cpsat"])
def test_what_is_true_does_not_depend_on_it(engine: str) -> None:
    for seed in range(12):
        chance = Random(seed)
        model = random_model(48, seed)
        if model.objective is not None:
            continue
        every = {*nqsat.solutions(model, engine="backtrack")}
        literals = [atom.text_on(model.board) for atom in model.atoms]
        hint = [chance.choice(("", "~")) + x for x in literals if chance.random() < 0.5]
        outcome = nqsat.solve(model, engine=engine, hint=hint)
        assert outcome.verdict.value == ("satisfiable" if every else "unsatisfiable")
        assert outcome.solution in (every or {None})


def test_a_bad_hint_is_refused_in_one_line() -> None:
    refused(lambda: nqsat.solve(QUEENS, hint=["Q@z1"]), "hint", "the board has")
    refused(lambda: nqsat.solve(QUEENS, hint=["N@a1"]), "hint", "the model has no 'N'")
    refused(lambda: nqsat.solve(QUEENS, hint=["a1", "~a1"]), "hint", "contradict each other")
    refused(lambda: nqsat.solve(QUEENS, hint=3), "hint", "expected literals")  # type: ignore[arg-type]
    two = Placement("3x3", {"K": 1, "N": 1})
    refused(lambda: nqsat.solve(two, hint=["a1"]), "hint", "PIECE@SQUARE")
    refused(lambda: nqsat.solve(Tour("6x6", "N"), hint=["a1-a2"]), "hint", "no variable 'a1-a2'")
    refused(lambda: nqsat.solve(CnfProblem(1, (), (1,)), hint=["a1"]), "hint", "not for a formula")
    for engine in ("backtrack", "bitboard"):
        with pytest.raises(UnsupportedByEngine, match="cannot use a hint; use sat or cpsat"):
            nqsat.solve(QUEENS, engine=engine, hint=["a1"])
    refused(lambda: nqsat.count(QUEENS, hint="a1"), "hint", "solve has it")


# -- assumptions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "assumed"),
    [
        (Placement("6x6", {"Q": 6}), ["Q@b1", "~Q@a1"]),
        (Placement("3x3", {"K": "any", "N": "..1"}), ["~K@b2", "~N@a1"]),
        (Tour("5x6", "N"), ["a1-b3", "~c3-d5"]),
        (Factor("2x4", "W", 1), ["~a1-b1", "c1-c2"]),
    ],
    ids=repr,
)
def test_they_leave_the_solutions_that_have_them(model: Model, assumed: list[str]) -> None:
    every = nqsat.solutions(model)
    wanted = set()
    for solution in every:
        atoms = {atom.text_on(model.board) for atom in model.atoms_of(solution)}
        atoms |= {"-".join(reversed(move.split("-"))) for move in atoms}  # they have no direction
        if all((text.removeprefix("~") in atoms) != text.startswith("~") for text in assumed):
            wanted.add(solution)
    assert wanted
    assert set(nqsat.solutions(model, assumptions=assumed)) == wanted
    answer = nqsat.count(model, assumptions=assumed)
    assert (answer.value, answer.complete) == (len(wanted), True)
    assert nqsat.solve(model, assumptions=assumed).solution in wanted


def test_they_are_read_as_literals_of_the_model() -> None:
    queens = Placement("6x6", {"Q": 6})
    assert nqsat.count("queens", 6, assumptions=[queens.literal("queen@b1")]).value == 1
    assert nqsat.count("queens", 6, assumptions=~queens.at("Q", "b1")).value == 3  # type: ignore[arg-type]
    refused(lambda: nqsat.count(queens, assumptions=["Q@z1"]), "assumptions", "the board has")
    refused(lambda: nqsat.count(queens, assumptions=["N@a1"]), None, "the model has no 'N'")
    assert nqsat.count(queens, assumptions=["b1", "~a1"]).value == 1  # of the one kind
    refused(lambda: nqsat.count(queens, assumptions=["1a"]), "assumptions", "a file and a rank")
    formula = CnfProblem(1, (), (1,))
    refused(lambda: nqsat.count(formula, assumptions=["Q@a1"]), "assumptions", "not for clauses")
