"""What has a word is found: models, rules, pieces and boards, in every form of the word."""

from __future__ import annotations

import pytest
from conftest import Run, answered, objects, refused

from nqsat.chess import Board
from nqsat.cli.completion import found
from nqsat.sources import Family, catalogue


@pytest.mark.parametrize("family", catalogue(), ids=lambda one: one.name)
def test_each_model_is_found_by_its_name(family: Family) -> None:
    name = family.name
    for words in (name, name.replace("-", " "), name.title(), name.replace("-", "_")):
        assert name in dict(found(words)["models"])


def test_a_word_is_found_in_names_and_in_what_they_are(here: Run) -> None:
    text = answered(here("list", "knight"))
    assert text == answered(here("help", "knight"))
    for name in ("knights-tours ", "queens-and-knights ", "knights-domination ", "  knight "):
        assert name in text
    assert "bishops-any" not in text
    for name in ("models:", "queens-domination", "rules:", "  domination"):
        assert name in answered(here("list", "domination"))
    assert "knights-tours" in answered(here("list", "tour", "closed"))
    assert "open-knights-tours" not in answered(here("list", "tour", "closed"))


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("tile", "polyominoes"), ("tiled", "dominoes"), ("dominate", "dominating"),
        ("dominating", "queens-domination"), ("attacked", "queens-total-domination"), ("king", "kings"),
    ],
)  # fmt: skip
def test_the_forms_of_a_word_are_one_word(word: str, name: str) -> None:
    assert name in dict(found(word)["models"])


def test_boards_are_found_and_each_row_is_one(here: Run) -> None:
    assert "Klein bottle" in answered(here("help", "klein"))
    assert answered(here("help", "boards")) == answered(here("list", "boards"))
    names = [row["name"] for row in objects(answered(here("list", "boards", "--json")))]
    drawn = [name for name in names if not name.endswith("FILE")]
    assert {"8x8", "hex:6", "4x4x4"} < {*drawn} < {*names}
    for name in drawn:
        assert Board.parse(name).squares


def test_what_nothing_has_is_said_so(here: Run) -> None:
    for command in ("list", "help"):
        said = refused(here(command, "sudoku"))
        assert said.endswith("no model, rule, piece or board has it; `nqsat list` shows all models")
        assert "no model" not in refused(here(command, "shwo" if command == "help" else "modles"))


def test_what_is_found_can_be_shown_and_read_as_json(here: Run) -> None:
    rows = objects(answered(here("list", "domination", "--json")))
    assert {row["kind"] for row in rows} == {"models", "rules"}
    for row in rows:
        assert row["name"] in answered(here("show", row["name"]))


def test_what_is_not_found_is_refused(here: Run) -> None:
    for words in (("list", "quens"), ("help", "quens"), ("list", ""), ("list", "-")):
        assert "unknown" in refused(here(*words))


def test_a_page_has_a_line_of_history_where_there_is_one(here: Run) -> None:
    text = answered(here("show", "queens"))
    assert "History: Max Bezzel asked for eight queens in 1848." in text
    having = [family for family in catalogue() if "History: " in family.documentation]
    assert len(having) >= 5
    for family in having:
        assert answered(here("show", family.name)).count("History: ") == 1
