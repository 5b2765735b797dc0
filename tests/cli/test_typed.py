"""What people type is understood: each class of words, in every form in which it may be written."""

from __future__ import annotations

import re
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


def test_a_file_needs_no_word_before_it(here: Run, tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text("#...\n....\n....\n...#\n")
    (tmp_path / "steps.grid").write_text("1 . 3\n. . .\n. . 9\n")
    ways = ("--board map.txt --piece Q=4", "tours map.txt K", "hidato steps.grid",
            "numbrix numbers=steps.grid")  # fmt: skip
    for words in ways:
        named = re.sub(r"(map|steps)\.", r"file:\1.", words)
        done = here("count", *words.split(), cwd=tmp_path)
        assert done.stdout == here("count", *named.split(), cwd=tmp_path).stdout != ""
    said = refused(here("count", "hidato", "nothere.txt", cwd=tmp_path))
    assert "nothere.txt cannot be read" in said
    said = refused(here("count", "queens", "map.txt", cwd=tmp_path))
    assert "'map.txt' is not an integer" in said
    assert here("count", "masyu", "..W./B.BB").returncode == 0  # clues, and no file is there


def test_a_model_on_another_board_is_said_in_words(here: Run, tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text("#...\n....\n....\n...#\n")
    for words, wanted in (
        ("dominoes --board map.txt", "file:map.txt factor W degree 1"),
        ("queens 5 --board torus:5x5", "torus:5x5 Q=5 non-attacking"),
        ("knights-tours --board 6x6", "6x6 tour N"),
    ):
        said = refused(here("count", *words.split(), cwd=tmp_path))
        assert said.endswith(f"; write '{wanted}' in place of both")
        assert here("count", wanted, cwd=tmp_path).returncode == 0
    for words in ("queens", "star-battle", "nothing"):  # how many, and which clues, is not known
        said = refused(here("count", words, "--board", "4x4"))
        assert "write --piece, --tour or --factor" in said
    said = refused(here("count", "--board", "4x4", "--piece", "Q=1", "R=1"))
    assert said.endswith("; write --piece R=1")


def test_what_was_understood_is_said_unless_it_was_typed_so(here: Run) -> None:
    assert "read: queens n=5\n" in here("count", "5-queens").stderr
    assert "read:" not in here("count", "queens", "5").stderr
    assert "read:" not in here("count", "5-queens", "-q").stderr


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


def test_a_board_and_numbers_of_pieces_in_every_shape(here: Run) -> None:
    for size in (["4x4"], ["4 x 4"], ["4*4"], ["4", "x", "4"]):
        for piece in ("Q=2..3", "Q=2-3"):
            assert here("count", "--board", *size, "--piece", piece).stdout == "68 placements\n"
    for name in ("non_attacking", "Non-Attacking", "nonattacking"):
        done = here("count", "--board", "4x4", "--piece", "Q=4", "--rule", name)
        assert done.stdout == "2 placements\n"
    said = refused(here("count", "--board", "4x4", "--piece", "Q=min", "--rule", "domination"))
    assert "--piece Q=any --minimise pieces=Q" in said
    words = ("--piece", "Q=any", "--minimise", "pieces=Q", "--rule", "domination")
    assert here("count", "--board", "4x4", *words).stdout.startswith("12 placements")


def test_a_number_is_the_size_of_a_grid(here: Run) -> None:
    done = here("count", "masyu", "3")
    assert done.stdout == here("count", "masyu", "3x3").stdout
    assert "read: clues=3x3" in done.stderr
    assert "1x1" in here("show", "masyu", "-p", "clues=.").stdout  # one cell is written so
    assert here("count", "zip", "3").stdout == here("count", "zip-path", "numbers=3x3").stdout


def test_a_name_may_be_one_word(here: Run) -> None:
    regions = "regions=AABB/AABB/CCDD/CCDD"
    assert here("count", "starbattle", regions, "stars=1").stdout == "2 placements\n"


def test_a_hyphen_is_standard_output(here: Run, tmp_path: Path) -> None:
    words = ("enumerate", "queens", "4", "--format", "fen")
    assert here(*words, "-o", "-", cwd=tmp_path).stdout == here(*words).stdout
    assert [*tmp_path.iterdir()] == []


def test_open_tours_of_any_piece_are_said_in_words(here: Run, tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text("...\n...\n..#\n")
    for words in ("tours N 5x5", "tours K map.txt", "kings-tours 3"):
        said = refused(here("count", *words.split(), "--open", cwd=tmp_path))
        text = said.partition("; write ")[2].strip("'")
        board, piece = text.split()[0], text.split()[2]
        wanted = here("count", "--board", board, "--tour", piece, "--open", cwd=tmp_path).stdout
        assert here("count", text, cwd=tmp_path).stdout == wanted
        assert "directed open tours" in wanted
    for words in ("dominoes 4", "queens 4"):
        assert "needs --tour" in refused(here("count", *words.split(), "--open"))
