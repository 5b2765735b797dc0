"""What people type is understood: each class of words, in every form in which it may be written."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest
from conftest import Run, refused
from typer.main import get_command

from nqsat.cli import typed
from nqsat.cli.app import commands
from nqsat.cli.definition import OTHER_WORDS, Options
from nqsat.cli.question import read_words
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel
from nqsat.evidence.known import known_counts
from nqsat.models.sequences import SEQUENCES
from nqsat.sources import Family, catalogue, find_sequence

COUNT: Any = cast("Any", get_command(cast("Any", commands("count")))).commands["count"]

#: The options of count that have a long name and take a value.
OPTIONS = [one.opts[-1] for one in COUNT.params
           if one.param_type_name == "option" and len(one.opts[-1]) > 4 and not one.hidden]  # fmt: skip


def parameters(name: str, more: list[str], given: list[str] | None = None) -> dict[str, str]:
    """The parameters of a model, as words behind it and after -p say."""
    return Source(read_words(Options(model=name, more=more, parameter=given))).parameters


@pytest.mark.parametrize("family", catalogue(), ids=lambda one: one.name)
def test_one_parameter_may_go_without_its_name(family: Family) -> None:
    *_, case = family.cases()
    for left in (name for name, value in case.items() if str(value).count("=") != 1):
        named = [f"{name}={value}" for name, value in case.items() if name != left]
        bare = str(case[left])
        wanted = {name: str(value) for name, value in case.items()}
        for more, given in (([bare, *named], []), ([*named, bare], []), (named, [bare])):
            assert parameters(family.name, more, given) == wanted


@pytest.mark.parametrize("family", catalogue(), ids=lambda one: one.name)
def test_parameters_without_names_come_in_the_declared_order(family: Family) -> None:
    *_, case = family.cases()
    wanted = {name: str(case[name]) for name in family.parameters if name in case}
    if not any(word.count("=") == 1 for word in wanted.values()):
        assert parameters(family.name, list(wanted.values())) == wanted


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("star-battle 2 10x10", {"stars": "2", "regions": "10x10"}),
        ("star-battle 8 2", {"regions": "8x8", "stars": "2"}),
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
        with pytest.raises(InvalidModel, match="cannot be asked by its number; write"):
            find_sequence(number)


def written(name: str) -> list[list[str]]:
    parts = name.split("-")
    singular = [
        part.removesuffix("s") if part.endswith(("ns", "ts", "ks")) else part for part in parts
    ]
    apostrophe = " ".join([*parts[:-1], parts[-1]]).replace("knights ", "knight's ")
    return [
        [name.title()], [name.upper()], [name.replace("-", "_")], [name.replace("-", " ")], parts,
        ["-".join(singular)], singular, [apostrophe],
    ]  # fmt: skip


@pytest.mark.parametrize("family", catalogue(), ids=lambda one: one.name)
def test_a_name_is_understood_in_every_shape(family: Family) -> None:
    for words in written(family.name):
        assert typed.spelled(words, catalogue()) == [family.name]
        last = typed.spelled([*words, "7"], catalogue())
        assert typed.spelled(["7", *words], catalogue()) == last


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("Queens n=8", "queens n=8"),
        ("8queens", "queens n=8"),
        *((words, "queens n=6") for words in ("n-queens 6", "6-queens", "6 queens", "n=6 queens")),
        *(
            (words, "queens n=6")
            for words in ("queens 6x6", "queens 6 x 6", "queens 6*6", "6X6 queens")
        ),
        ("queens 4-6", "queens n=4..6"),
        ("queens n=4-6", "queens n=4..6"),
        ("queens 1k", "queens n=1000"),
        ("k queens 6 3", "queens-k n=6 k=3"),
        ("any queens 6", "queens-any n=6"),
        ("knight tour 6", "knights-tours rows=6 columns=6"),
        ("knight's tours 5x6", "knights-tours rows=5 columns=6"),
        ("nqueens 6", "queens n=6"),
        ("tours knight 8x8", "tours piece=knight board=8x8"),
        ("rooks-k 8 k=3", "rooks-k k=3 rows=8 columns=8"),
        ("star_battle 8x8 1", "star-battle regions=8x8 stars=1"),
        ("connected N 3-4 hex:4", "connected piece=N k=3..4 board=hex:4"),
        # A size is never a number of pieces.
        ("3 knights 8x8", "knights n=8 k=3"),
        ("knights 3 8 x 8", "knights n=8 k=3"),
        ("8x8 kings 16", "kings n=8 k=16"),
        ("queens-k k=5 8x8", "queens-k n=8 k=5"),
    ],
)
def test_words_in_any_order_and_shape(words: str, wanted: str) -> None:
    first, *more = words.split()
    options = read_words(Options(model=first, more=more))
    found = " ".join(f"{name}={value}" for name, value in Source(options).parameters.items())
    assert f"{options.model} {found}" == wanted


@pytest.mark.parametrize(
    ("option", "words", "wanted"),
    [
        ("--time-limit", "90s", 90), ("--time-limit", "2m", 120), ("--time-limit", "1h30m", 5400),
        ("--time-limit", "1.5", 1.5), ("--time-limit", "inf", float("inf")), ("--time-limit", "2 min", 120),
        ("--memory", "2G", 2), ("--memory", "512MB", 0.5), ("--memory", "1GiB", 1),
        ("--limit", "1k", 1000), ("--limit", "1,000", 1000),
        ("--limit", "1_000", 1000), ("--limit", "7", 7),
    ],
)  # fmt: skip
def test_numbers_with_units(option: str, words: str, wanted: float) -> None:
    found = next(one for one in COUNT.params if option in one.opts)
    assert found.type_cast_value(None, words) == wanted


def test_a_hyphen_is_standard_output(here: Run, tmp_path: Path) -> None:
    words = ("enumerate", "queens", "4", "--format", "fen")
    assert here(*words, "-o", "-", cwd=tmp_path).stdout == here(*words).stdout
    assert [*tmp_path.iterdir()] == []
