"""Assumptions: literals that a question adds to its model."""

from __future__ import annotations

import pytest
from support.error_asserts import refused

import nqsat
from nqsat import Factor, Placement, Tour
from nqsat.formulas import CnfProblem
from nqsat.modelling import Model


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
    refused(lambda: nqsat.count(queens, assumptions=["Q@z1"]), "assumptions", "off the board")
    refused(lambda: nqsat.count(queens, assumptions=["N@a1"]), None, "the model has no 'N'")
    assert nqsat.count(queens, assumptions=["b1", "~a1"]).value == 1  # of the one kind
    refused(lambda: nqsat.count(queens, assumptions=["1a"]), "assumptions", "a file and a rank")
    refused(lambda: nqsat.count(CnfProblem(1, (), (1,)), assumptions=["Q@a1"]), "model")
