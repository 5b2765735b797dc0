"""Help: what has a word is found, in every form of the word; the cheat sheet does what it says."""

from __future__ import annotations

import contextlib
import shlex
from pathlib import Path

import pytest
from conftest import Run, answered, objects, refused
from support.extensions import skip_unless_shown

import nqsat
from nqsat.cli.cheat_sheet import TASKS
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
    assert "polyominoes" in answered(here("list", "tetromino"))  # its explanation has the word
    assert "polyominoes" not in answered(here("list", "pieces"))


def test_a_word_may_name_a_model_and_a_piece(here: Run) -> None:
    assert answered(here("help", "slitherlink")) == answered(here("show", "slitherlink"))
    assert answered(here("show", "queen")).startswith("piece: queen")
    assert answered(here("show", "Queens")).startswith("queens n\n")


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
        assert nqsat.Board.parse(name).squares


def test_what_nothing_has_is_refused(here: Run) -> None:
    for command in ("list", "help"):
        said = refused(here(command, "sudoku"))
        assert said.endswith("no model, rule, piece or board has it; `nqsat list` shows all models")
        assert "no model" not in refused(here(command, "shwo" if command == "help" else "modles"))
    for words in ("list quens", "help quens", "list yeti", "list -", "list "):
        assert "unknown" in refused(here(*words.split(" ")))


def test_what_is_found_can_be_shown_and_read_as_json(here: Run) -> None:
    rows = objects(answered(here("list", "domination", "--json")))
    assert {row["kind"] for row in rows} == {"models", "rules"}
    for row in rows:
        assert row["name"] in answered(here("show", row["name"]))


def test_a_page_has_a_line_of_history_where_there_is_one(here: Run) -> None:
    text = answered(here("show", "queens"))
    assert "History: Max Bezzel asked for eight queens in 1848." in text
    having = [family for family in catalogue() if "History: " in family.documentation]
    assert len(having) >= 5
    for family in having:
        assert answered(here("show", family.name)).count("History: ") == 1


# -- the cheat sheet, and the help of commands and options ---------------------------------

LINES = TASKS.splitlines()


@pytest.mark.parametrize(("command", "python"), [*zip(LINES[::2], LINES[1::2], strict=True)])
def test_command_and_python_do_it(here: Run, tmp_path: Path, command: str, python: str) -> None:
    words = command[command.index("nqsat") :]
    skip_unless_shown(words)
    assert answered(here(*shlex.split(words)[1:], cwd=tmp_path))
    with contextlib.chdir(tmp_path):
        for file in tmp_path.glob("q6"):  # the command has made it
            file.rename(tmp_path / "made")
        eval(python.strip(), {"nqsat": nqsat})


def test_the_help_of_a_command(installed: Run) -> None:
    # In a process of its own, which has loaded this command alone.
    assert answered(installed("help", "view")) == answered(installed("view", "--help"))
    assert "did you mean view?" in refused(installed("help", "vew"))
    assert answered(installed("help", "pieces")) == answered(installed("list", "pieces"))


def test_a_word_may_be_one_of_an_option(here: Run) -> None:
    shown = answered(here("help", "memory")).splitlines()
    assert shown[0] == "--memory GIB:"  # what the option says, then where it is
    assert "    Limit the memory of a count" in shown[1]
    assert shown[-1].split() == ["--memory", "nqsat", "help", "count"]
    torus = answered(here("help", "torus"))
    assert "toroidal-queens" in torus
    assert "--board" in torus
