"""What people type is understood: each class of words, in every form in which it may be written."""

from __future__ import annotations

from itertools import product
from typing import Any, cast

import pytest
from conftest import Run, refused
from typer.main import get_command

from nqsat.cli.app import commands
from nqsat.cli.definition import OTHER_WORDS, Options
from nqsat.cli.source import Source, read_words
from nqsat.errors import InvalidModel
from nqsat.evidence.known import known_counts
from nqsat.modelling import Family, catalogue, find_sequence
from nqsat.models.sequences import SEQUENCES

COUNT: Any = cast("Any", get_command(cast("Any", commands("count")))).commands["count"]

#: The options of count that have a long name and take a value.
OPTIONS = [one.opts[-1] for one in COUNT.params
           if one.param_type_name == "option" and len(one.opts[-1]) > 4 and not one.hidden]  # fmt: skip
REFERENCE = ("--engine", "backtrack")


def parameters(name: str, more: list[str], given: list[str] | None = None) -> dict[str, str]:
    """The parameters of a model, as words behind it and after -p say."""
    return Source(read_words(Options(model=name, more=more, parameter=given))).parameters


@pytest.mark.parametrize("family", catalogue(), ids=lambda one: one.name)
def test_one_parameter_may_go_without_its_name(family: Family) -> None:
    *_, case = family.cases()
    for left in (name for name, value in case.items() if "=" not in str(value)):
        named = [f"{name}={value}" for name, value in case.items() if name != left]
        bare = str(case[left])
        wanted = {name: str(value) for name, value in case.items()}
        for more, given in (([bare, *named], []), ([*named, bare], []), (named, [bare])):
            assert parameters(family.name, more, given) == wanted


@pytest.mark.parametrize("family", catalogue(), ids=lambda one: one.name)
def test_parameters_without_names_come_in_the_declared_order(family: Family) -> None:
    *_, case = family.cases()
    wanted = {name: str(case[name]) for name in family.parameters if name in case}
    if not any("=" in word for word in wanted.values()):
        assert parameters(family.name, list(wanted.values())) == wanted


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("star-battle 2 10x10", {"stars": "2", "regions": "10x10"}),
        ("star-battle 2 AABB/AABB/CCDD/CCDD", {"stars": "2", "regions": "AABB/AABB/CCDD/CCDD"}),
        ("tours 5x6 N", {"board": "5x6", "piece": "N"}),
        ("connected N 3..4 hex:4", {"piece": "N", "k": "3..4", "board": "hex:4"}),
        ("knights-tours-from a1 5 6", {"start": "a1", "rows": "5", "columns": "6"}),
        ("rooks-k 3 rows=4 2", {"rows": "4", "columns": "3", "k": "2"}),
    ],
)
def test_a_value_that_fits_one_parameter_only_is_that_one(
    words: str, wanted: dict[str, str]
) -> None:
    name, *more = words.split()
    assert parameters(name, more) == wanted


def test_an_option_in_the_plural_is_the_option(here: Run) -> None:
    for option in OPTIONS:
        said = refused(here("count", "queens", "8", f"{option}s", "1"))
        assert said == f"nqsat: {option}s: no such option; did you mean {option}?"


def test_the_beginning_of_one_option_is_that_option(here: Run) -> None:
    for option in OPTIONS:
        for begun in (option[:end] for end in (-2, -1) if len(option) > 6):
            meant = [one for one in OPTIONS if one.startswith(begun)]
            if len(meant) == 1 and begun not in OTHER_WORDS:
                assert f"did you mean {option}?" in refused(here("count", "queens", "8", begun))


@pytest.mark.parametrize("family", catalogue(), ids=lambda one: one.name)
def test_a_parameter_below_zero_is_named(family: Family) -> None:
    *_, case = family.cases()
    for name, value in case.items():
        if isinstance(value, int):
            with pytest.raises(InvalidModel) as caught:
                family(**{**case, name: -3})
            assert name in caught.value.field.split(" or ")
            assert "-3" in caught.value.reason


@pytest.mark.parametrize("number", SEQUENCES)
def test_a_number_of_oeis_asks_its_own_question(number: str) -> None:
    sequence = find_sequence(number)
    assert number in sequence.family.oeis
    # Whatever is published under the number is a term of it, and asked as it asks.
    for row in known_counts(sequence.family.name):
        if row.oeis == number and row.question.get("unit") is None:
            assert row.question == sequence.asked
            own = [
                dict(zip(sequence.parameters, values, strict=True))
                for values in product(range(17), repeat=len(sequence.parameters))
            ]
            assert row.params in [*map(sequence.of, own)] or max(map(int, row.params.values())) > 16


def test_numbers_that_name_a_part_of_a_question_say_which() -> None:
    numbers = {number for family in catalogue() for number in family.oeis}
    for number in numbers - set(SEQUENCES):
        with pytest.raises(InvalidModel, match="names only a part of a question; name the model"):
            find_sequence(number)
