"""The commands about the numbers of solutions: what they print, and what they refuse in one line."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET
from io import StringIO
from pathlib import Path

import pytest
from conftest import Run, answered, objects, refused

from nqsat.counting.ranking.numbering import ListNumbering
from nqsat.errors import Undecided
from nqsat.modelling import Solution

#: Who needs no kernel and no other process: numbers do not depend on the engine.
REFERENCE = ("--engine", "backtrack")

SEVENTH = "a2 b5 c7 d1 e3 f8 g6 h4"


def test_a_solution_and_its_number(here: Run) -> None:
    eight = ("queens", "-p", "n=8", *REFERENCE)
    number = here("rank", *eight, *SEVENTH.split())
    assert "of 92, square by square from the top left" in number.stderr
    assert SEVENTH in here("enumerate", *eight, "--at", answered(number).strip()).stdout
    some = here("enumerate", *eight, "--at", "3..5", "--format", "fen")
    assert len(set(some.stdout.split())) == 3
    words = ("--board", "8x8", "--piece", "Q=8", *REFERENCE)
    (answer,) = objects(here("rank", *words, "--json", some.stdout.split()[1]).stdout)
    assert (answer["number"], answer["total"]) == ("4", "92")


def test_draws_are_those_of_their_seed(here: Run) -> None:
    words = ["--board", "4x4", "--piece", "K=any", "-n", "4", "--format", "jsonl", *REFERENCE]
    first, again = (here("sample", *words, "--seed", "3") for _ in range(2))
    assert first.stdout == again.stdout
    assert len(first.stdout.splitlines()) == 4
    assert "4 of 314 at random, seed 3" in first.stderr
    assert "seed " in here("sample", *words).stderr


def test_heat_in_every_form(here: Run, tmp_path: Path) -> None:
    asked = ("heat", "--board", "4x4", "--piece", "Q=4", *REFERENCE)
    assert here(*asked).stdout == "4 0 1 1 0\n3 1 0 0 1\n2 1 0 0 1\n1 0 1 1 0\n  a b c d\n"
    (answer,) = objects(here(*asked, "--format", "json").stdout)
    assert answer == {"total": "2", "men": {"Q": dict.fromkeys(answer["men"]["Q"], "1")}}
    rows = list(csv.reader(StringIO(here(*asked, "--format", "csv").stdout)))
    assert rows[0] == ["kind", "square", "solutions"]
    assert len(rows) == 9
    ET.fromstring(here(*asked, "--format", "svg").stdout)
    two = ("--board", "3x3", "--piece", "Q=1", "--piece", "N=1", "--format", "svg", *REFERENCE)
    answered(here("heat", *two, "-o", "two"))
    assert len(list((tmp_path / "two").iterdir())) == 2
    moves = here("heat", "--board", "3x4", "--tour", "K")
    assert moves.stdout.splitlines()[0].startswith("a3-b3  97")
    ET.fromstring(here("heat", "--board", "3x4", "--tour", "K", "--format", "svg").stdout)


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


#: Nobody counts these in a moment; the last is one of them.
LONG = ["queens", "-p", "n=12", "--engine", "backtrack", "--time-limit", "0.05"]
STAIRS = "/".join(f"{c or ''}Q{11 - c or ''}" for c in (*range(1, 12, 2), *range(0, 12, 2)))


@pytest.mark.parametrize("command", ["sample", "heat", "enumerate --at 1", f"rank {STAIRS}"])
def test_numbers_are_stated_of_all_solutions_or_not_at_all(here: Run, command: str) -> None:
    first, *more = command.split()
    assert "time limit" in refused(here(first, *LONG, *more), 3)
