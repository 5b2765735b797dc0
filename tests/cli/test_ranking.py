"""The commands about the numbers of solutions: what they print, and what they refuse in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import Run, refused

from nqsat.counting.ranking.numbering import ListNumbering

#: Who needs no kernel and no other process: numbers do not depend on the engine.
REFERENCE = ("--engine", "backtrack")


def test_draws_without_a_seed_say_theirs(here: Run) -> None:
    assert "seed " in here("sample", "--board", "4x4", "--piece", "K=any", *REFERENCE).stderr


@pytest.mark.parametrize("words", ["sample -n 5 --seed 1", "enumerate --at 1..5"])
def test_what_was_found_before_an_end_is_kept(
    here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    found, left = ListNumbering.at, iter(range(3))

    def at(every: ListNumbering, number: int) -> Any:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return found(every, number)

    monkeypatch.setattr(ListNumbering, "at", at)
    command, *rest = words.split()
    eight = ("queens", "-p", "n=8", "--engine", "backtrack", "--format", "fen", "-o", "it")
    done = here(command, *eight, *rest)
    assert (done.returncode, done.stdout) == (3, "")
    assert "3 of 5 wanted (interrupted)" in done.stderr
    assert len((tmp_path / "it").read_text().split()) == 3


#: Nobody counts these in a moment.
LONG = ["queens", "-p", "n=12", "--engine", "backtrack", "--time-limit", "0.05"]


@pytest.mark.parametrize("command", ["sample", "count --by square", "enumerate --at 1"])
def test_numbers_are_stated_of_all_solutions_or_not_at_all(here: Run, command: str) -> None:
    first, *more = command.split()
    assert "time limit" in refused(here(first, *LONG, *more), 3)


def test_a_picture_names_the_symmetry_that_fixes_the_solutions(here: Run, tmp_path: Path) -> None:
    here("count", "queens", "4", "--by", "square", "--fixed-by", "rot180", "-o", "it.svg")
    assert ">fixed by rot180<" in (tmp_path / "it.svg").read_text()
