"""What people type is understood: each class of words, in every form in which it may be written."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest
from conftest import Run, answered, objects, refused
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


FAMILIES = [
    ("--board {n}x{n} --piece (1,4)=any -p n=2..3", "--board {0}x{0} --piece (1,4)=any", (2, 3)),
    ("--board torus:{n}x{n+1} --piece Q={n-1} -p 3..4", "--board torus:{0}x{1} --piece Q={2}", (3, 4)),
    ("--board {n} --piece Q={n} --rule non-attacking --rule invariant=rot180 -p 4..5",
     "--board {0} --piece Q={0} --rule non-attacking --rule invariant=rot180", (4, 5)),
    ("--board 4x4 --piece Q=2 --preset Q@a{n} -p n=1..2",
     "--board 4x4 --piece Q=2 --preset Q@a{0}", (1, 2)),
    ("--board 3x{n} --tour N --open --from a{n-3} -p n=4", "--board 3x{0} --tour N --open --from a1", (4,)),
    ("--board 3x{n} --tour N --open --unit undirected -p n=4",
     "--board 3x{0} --tour N --open --unit undirected", (4,)),
]  # fmt: skip


@pytest.mark.parametrize(("words", "single", "values"), FAMILIES)
def test_a_family_in_place_is_its_models(
    here: Run, words: str, single: str, values: tuple[int, ...]
) -> None:
    family = objects(answered(here("count", *words.split(), "--json", *REFERENCE)))
    for row, n in zip(family, values, strict=True):
        one = single.format(n, n + 1, n - 1)
        (alone,) = objects(answered(here("count", *one.split(), "--json", *REFERENCE)))
        assert (row["question"], row["value"]) == (alone["question"], alone["value"])
        assert row["params"] == {"n": n}
        assert row["model"].startswith("--board ")


def test_a_family_in_place_goes_wherever_a_family_goes(nqsat: Run, tmp_path: Path) -> None:
    words = ("--board", "{n}x{n}", "--piece", "K={n}")
    for _ in range(2):
        said = answered(nqsat("table", *words, "-p", "2..3", "--keep", "kept", cwd=tmp_path))
        assert [line.split()[:2] for line in said.splitlines()] == [["n=2", "0"], ["n=3", "8"]]
    # Terms that were kept are no other family's.
    other = nqsat(
        "table", "--board", "{n}", "--piece", "K={n}", "-p", "2", "--keep", "kept", cwd=tmp_path
    )
    assert "holds terms of another family" in refused(other)
    assert "agree" in answered(nqsat("verify", *words, "-p", "2..3", cwd=tmp_path))
    made = nqsat("count", *words, "-p", "n=3", "-q", "--job", "made", cwd=tmp_path)
    assert answered(made) == "8 placements\n"
    assert "3x3 K=3" in answered(nqsat("show", *words, "-p", "3", cwd=tmp_path))


@pytest.mark.parametrize(
    ("model", "more"),
    [("--board 3x3 --piece Q=2", "--rule domination"), ("--board 3x3 --piece Q=2", "--preset Q@a1"),
     ("--board 3x3 --tour K", "--open"), ("--board 3x3 --factor W --degree ..1", "--maximal"),
     ("--board {n}x3 -p n=2 --factor W", "--degree 1")],
)  # fmt: skip
def test_kept_terms_are_of_all_that_is_asked(here: Run, model: str, more: str) -> None:
    words = f"table {model} --keep kept --engine backtrack".split()
    answered(here(*words))
    assert "holds terms of another family" in refused(here(*words, *more.split()))


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


ASKED = [
    ("A000170 -p n=6", "queens -p n=6"),
    ("A002562 6", "queens 6 --modulo symmetry"),
    ("A032522 5", "queens 5 --fixed-by rot180"),
    ("A201861 4", "ferses n=4 k=4"),
    ("A063443 4", "kings-any 3"),
    ("A007705 2", "toroidal-queens 5"),
    ("A144084 n=3 k=2", "rooks-k rows=3 columns=3 k=2"),
    ("A260320 5", "queens-by-stabiliser n=5 group=identity --modulo symmetry"),
]


@pytest.mark.parametrize(("number", "words"), ASKED)
def test_a_number_is_the_question_that_it_names(here: Run, number: str, words: str) -> None:
    told = [objects(answered(here("count", *some.split(), "--json", *REFERENCE)))[0]
            for some in (number, words)]  # fmt: skip
    for row in told:
        row.pop("seconds")
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("number", "words", "value"),
    [("A357357 4", "longest-induced-cycles board=4x4 piece=W", 12),
     ("A165143 3", "longest-induced-cycles board=3x3 piece=N", 8),
     ("A331968 3", "longest-induced-paths board=3x3 piece=W", 7),
     ("A357500 3", "longest-induced-paths board=3x3 piece=N", 7)],
)  # fmt: skip
def test_a_number_that_is_a_best_value_asks_for_it(
    here: Run, number: str, words: str, value: int
) -> None:
    told = [objects(answered(here("solve", *some.split(), "--json")))[0]
            for some in (number, words)]  # fmt: skip
    assert [row["value"] for row in told] == [str(value)] * 2
    assert told[0]["question"] == told[1]["question"]
    # How many solutions have that value, or whether it is one alone, is another question.
    for asked in ("count {}", "table {}", "verify {}", "enumerate {}", "solve {} --unique"):
        hint = f"or nqsat solve {number.split(maxsplit=1)[0]}"
        assert hint in refused(here(*asked.format(number).split()))


def test_commands_that_ask_less_than_a_number_refuse_it(here: Run, tmp_path: Path) -> None:
    for words in ("table {}", "view {}", "solve {}", "verify {}", "certify {} -o out", "export {}",
                  "sample {}"):  # fmt: skip
        refused(here(*words.format("A002562 4").split()))
    assert list(tmp_path.iterdir()) == []
    said = answered(here("table", "A201861", "3..4", *REFERENCE, "-q"))
    assert "n=4 k=4" in said
    assert "agrees with A201861" in said
    assert answered(here("show", "A063443", "4")) == answered(here("show", "kings-any", "3"))


def test_none_is_no_rule(here: Run) -> None:
    said = answered(here("count", *["--board", "8x8", "--piece", "Q=any", "--rule", "none"]))
    assert said == f"{2**64} placements\n"
