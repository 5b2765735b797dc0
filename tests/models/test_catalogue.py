"""The catalogue: every family builds, is documented, and gives the counts that are published."""

import ast
import doctest
import re
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
from support.error_asserts import refused

import nqsat
from nqsat import Placement
from nqsat.modelling import Model
from nqsat.sources import Family

# mypy finds nqsat/ on the path but not models/ under its installed name; so it is not a plain import.
CATALOGUE = import_module("nqsat.models")
FAMILIES: tuple[Family, ...] = CATALOGUE.FAMILIES
BY_NAME = {family.name: family for family in FAMILIES}

FOLDER = Path(__file__).parents[2] / "models"

every_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)


# -- the list ------------------------------------------------------------------------------


def test_the_installed_catalogue_is_the_one_in_the_tree() -> None:
    # An editable install that points elsewhere would let these tests pass on old files.
    assert CATALOGUE.__file__ is not None
    assert Path(CATALOGUE.__file__).parent.resolve() == FOLDER.resolve()


def test_every_family_of_every_file_is_listed_and_can_be_imported_by_its_name() -> None:
    # A function that is written and then forgotten in FAMILIES would never be verified.
    written = []
    for path in FOLDER.glob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.decorator_list:
                written.append(node.name)
                assert getattr(CATALOGUE, node.name).build.__name__ == node.name
    assert sorted(family.name.replace("-", "_") for family in FAMILIES) == sorted(written)
    assert len(BY_NAME) == len(FAMILIES)
    # A file named after a family would hide it.
    assert not {path.stem for path in FOLDER.glob("*.py")} & {*written}


def test_queens_come_first() -> None:
    # People read `nqsat list` from the top.
    assert FAMILIES[0].name == "queens"
    assert FAMILIES[0].verify == ("n=1..10",)


@every_family
def test_every_verify_case_builds_a_model_and_no_negative_one_does(family: Family) -> None:
    # `nqsat verify` with no argument runs exactly these; a typo in a range would stop it half-way.
    cases = list(family.cases())
    assert cases
    for case in cases:
        assert isinstance(family(**case), Model)
    # A negative size must be an InvalidModel that names a field, never a count of 0.
    for name, parameter in family.parameters.items():
        if parameter.annotation is int:
            refused(partial(family, **{**cases[0], name: -1}))


@pytest.mark.parametrize(
    "family",
    [family for family in FAMILIES if family.parameters.keys() <= {"n", "k"}],
    ids=lambda family: family.name,
)
def test_the_empty_board_has_one_empty_arrangement(family: Family) -> None:
    # n = 0 is where conventions differ: 1 everywhere, but five given pieces do not fit on no square.
    zero = dict.fromkeys(family.parameters, 0)
    expected = 0 if family.name == "one-of-each" else 1
    assert nqsat.count(family(**zero), engine="backtrack").value == expected


@pytest.mark.parametrize("text", ["Q", "=2", "Q=2,,N=1", "Q=1,Q=2", "Q=1,queen=2", "Q=many"])
def test_peaceful_refuses_what_it_cannot_read(text: str) -> None:
    # A kind that is named twice must not silently overwrite the first number.
    refused(lambda: BY_NAME["peaceful"](board="4x4", pieces=text))


def test_peaceful_reads_a_leap_with_a_comma() -> None:
    # The comma of (1,4) is part of the piece and separates nothing.
    model = BY_NAME["peaceful"](board="4x5", pieces="(1,4)=2, W=1")
    assert model == Placement("4x5", {"(1,4)": 2, "W": 1})
    assert BY_NAME["peaceful"](board="4x5", pieces="") == Placement("4x5", {})


# -- the documentation ---------------------------------------------------------------------


@every_family
def test_the_documentation_says_what_is_counted_and_where_it_is_published(family: Family) -> None:
    # The first line is printed by `nqsat list`; the rest by `nqsat show`.
    text = family.documentation
    summary, blank, *_ = text.splitlines()
    assert family.summary == summary
    assert summary.endswith(".")
    assert blank == ""
    assert text == family.__doc__
    assert "count separately" in text or "\nCounted are " in text
    for name in family.parameters:
        assert re.search(rf"^    {name}: .", text, re.MULTILINE)
    for number in family.oeis:
        assert re.fullmatch(r"A[0-9]{6}", number)
        assert f"    https://oeis.org/{number}\n" in f"{text}\n"
    assert max(map(len, text.splitlines())) <= 108
    assert family.examples


@pytest.mark.parametrize(
    ("family", "case", "value"),
    [(family, case, value) for family in FAMILIES for case, value in family.examples],
    ids=lambda part: part.name if isinstance(part, Family) else str(part),
)
def test_an_example_gives_what_is_said(family: Family, case: str, value: int) -> None:
    parameters = dict(word.split("=", 1) for word in case.split())
    assert nqsat.count(family(**parameters)).value == value


def test_the_doctest_of_the_catalogue_itself() -> None:
    assert doctest.testmod(CATALOGUE).failed == 0
