"""Errors as values: what they carry."""

from __future__ import annotations

import pickle

import pytest

from nqsat.errors import (
    InvalidModel,
    InvalidNotation,
    MissingPackage,
    NqsatError,
    UnsupportedByEngine,
    WrongSolution,
)


@pytest.mark.parametrize(
    "error",
    [
        InvalidModel(("presets", 0), "is no man"),
        InvalidNotation("piece", "QQ", "is twice", column=2),
        MissingPackage("cairosvg"),
        UnsupportedByEngine("mates", "takes tours only", ("sat",)),
        WrongSolution("sat: a solution twice", {"Q@a1"}),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_comes_out_of_a_process_as_it_was(error: NqsatError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
