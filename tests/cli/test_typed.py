"""What people type is understood: each class of words, in every form in which it may be written."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run, answered, objects

from nqsat.cli.source import Source
from nqsat.errors import InvalidModel
from nqsat.modelling import Family, catalogue

REFERENCE = ("--engine", "backtrack")


@pytest.mark.parametrize("family", catalogue(), ids=lambda one: one.name)
def test_one_parameter_may_go_without_its_name(family: Family) -> None:
    *_, case = family.cases()
    for left in (name for name, value in case.items() if "=" not in str(value)):
        named = [f"{name}={value}" for name, value in case.items() if name != left]
        bare = str(case[left])
        wanted = {name: str(value) for name, value in case.items()}
        for more, given in (([bare, *named], []), ([*named, bare], []), (named, [bare])):
            assert Source(family.name, more=more, parameter=given).parameters == wanted


def test_ranges_and_names_follow_the_model(here: Run) -> None:
    for words in ("queens 4..5", "queens n=4..5", "queens -p 4..5", "queens -p n=4..5"):
        said = answered(here("count", *words.split(), *REFERENCE))
        assert said == "n=4: 2 placements\nn=5: 10 placements\n"


def test_clauses_are_known_by_the_name_of_their_file(nqsat: Run, tmp_path: Path) -> None:
    for name in ("own.cnf", "own.CNF"):
        (tmp_path / name).write_text("p cnf 2 1\n1 2 0\n")
        assert answered(nqsat("count", name, cwd=tmp_path)) == "3 assignments\n"
        assert len(answered(nqsat("enumerate", name, cwd=tmp_path)).splitlines()) == 3
        told = [objects(nqsat("count", *words, name, "--json", cwd=tmp_path).stdout)[0]
                for words in ((), ("--dimacs",))]  # fmt: skip
        assert told[0]["question"] == told[1]["question"]


@pytest.mark.parametrize("family", catalogue(), ids=lambda one: one.name)
def test_a_parameter_below_zero_is_named(family: Family) -> None:
    *_, case = family.cases()
    for name, value in case.items():
        if isinstance(value, int):
            with pytest.raises(InvalidModel) as caught:
                family(**{**case, name: -3})
            assert name in caught.value.field.split(" or ")
            assert "-3" in caught.value.reason
