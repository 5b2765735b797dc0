"""The commands about the numbers of solutions: what they print, and what they refuse in one line."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from conftest import Run, answered, objects, refused

from nqsat.counting.ranking.numbering import ListNumbering
from nqsat.errors import Undecided
from nqsat.modelling import Solution

#: Who needs no kernel and no other process: numbers do not depend on the engine.
REFERENCE = ("--engine", "backtrack")

SEVENTH = "a2 b5 c7 d1 e3 f8 g6 h4"


def test_draws_without_a_seed_say_theirs(here: Run) -> None:
    assert "seed " in here("sample", "--board", "4x4", "--piece", "K=any", *REFERENCE).stderr


def test_solutions_by_square_in_every_form(here: Run, tmp_path: Path) -> None:
    asked = ("count", "--by", "square", "--board", "4x4", "--piece", "Q=4", *REFERENCE)
    assert here(*asked).stdout == "4 0 1 1 0\n3 1 0 0 1\n2 1 0 0 1\n1 0 1 1 0\n  a b c d\n"
    (answer,) = objects(here(*asked, "--json").stdout)
    assert answer == {"total": "2", "men": {"Q": dict.fromkeys(answer["men"]["Q"], "1")}}
    answered(here(*asked, "-o", "it.csv"))
    rows = list(csv.reader((tmp_path / "it.csv").open()))
    assert rows[0] == ["kind", "square", "solutions"]
    assert len(rows) == 9
    answered(here(*asked, "-o", "it.svg"))
    ET.parse(tmp_path / "it.svg")
    moves = ("count", "--by", "square", "--board", "3x4", "--tour", "K")
    assert here(*moves).stdout.splitlines()[0].startswith("a3-b3  97")
    answered(here(*moves, "-o", "moves.svg"))
    ET.parse(tmp_path / "moves.svg")


@pytest.mark.parametrize("words", ["sample -n 5 --seed 1", "enumerate --at 1..5"])
@pytest.mark.parametrize(
    ("error", "why"), [(Undecided("late"), "time limit"), (KeyboardInterrupt(), "interrupted")]
)
def test_what_was_found_before_an_end_is_kept(
    here: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    error: BaseException,
    why: str,
) -> None:
    found, left = ListNumbering.at, iter(range(3))

    def at(every: ListNumbering, number: int) -> Solution:
        if next(left, None) is None:
            raise error
        return found(every, number)

    monkeypatch.setattr(ListNumbering, "at", at)
    command, *rest = words.split()
    eight = ("queens", "-p", "n=8", "--engine", "backtrack", "--format", "fen", "-o", "it")
    done = here(command, *eight, *rest)
    assert (done.returncode, done.stdout) == (3, "")
    assert f"3 of 5 wanted ({why})" in done.stderr
    assert len((tmp_path / "it").read_text().split()) == 3


#: Nobody counts these in a moment.
LONG = ["queens", "-p", "n=12", "--engine", "backtrack", "--time-limit", "0.05"]


@pytest.mark.parametrize("command", ["sample", "count --by square", "enumerate --at 1"])
def test_numbers_are_stated_of_all_solutions_or_not_at_all(here: Run, command: str) -> None:
    first, *more = command.split()
    assert "time limit" in refused(here(first, *LONG, *more), 3)
