"""The scripts run, and what they find is right; how fast is no matter of a test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import turns
import whole
from bench import loops
from support.timeouts import HANG

import nqsat

SCRIPT = Path(__file__)


@pytest.mark.deep
def test_all_certificates_of_the_table_are_made_and_accepted(tmp_path: Path) -> None:
    """With the counts that the script has from engines of another kind; else it ends with an error."""
    command = [sys.executable, str(SCRIPT.with_name("certificates.py")), "--keep", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    rows = done.stdout.splitlines()[2:]
    assert len(rows) == len(list(tmp_path.iterdir())) - 1 == 13  # and the board with holes


def test_auto_is_measured_beside_the_best_single_engine() -> None:
    names = [question.name for question in turns.questions()]
    assert len({*names}) == len(names) > 140
    asked = next(question for question in turns.questions() if question.name == "queens n=8")
    row = turns.measured(asked, "sat", 10)
    assert (row.by, row.value, row.refused) == ("sat/cadical195", "92", "")
    slow = row._replace(engine="auto", taken=9.0)
    lines = [*turns.summary([row, slow])]
    assert "auto within 3 × of the best single engine: 0 of 1" in lines
    assert sum(str(slow) in line for line in lines) == 1
    assert any(
        "differ: queens n=8" in one for one in turns.summary([row, slow._replace(value="91")])
    )
    assert "auto within 1.5 × of the best single engine: 1 of 1" in turns.summary(
        [row, row._replace(engine="auto")]
    )


def test_whole_processes_are_measured_in_turns_and_compared(
    capsys: pytest.CaptureFixture[str],
) -> None:
    kings = (
        """
import nqsat
found = lambda: nqsat.count(nqsat.Placement("3x3", {"K": "any"})).value"""
        + whole.TIMED
    )
    row = whole.Row(
        "kings",
        (
            whole.nqsat("count --board 3x3 --piece K=any -q"),
            whole.python("library", kings, inner=True),
            whole.python("wrong", "print(0.5); print(34)", inner=True),
            whole.python("broken", "import nothing_of_this_name"),
        ),
        "100 s",
    )
    missed, told = whole.line(row, 1)
    name, own, others, ratio, goal, reached = told.strip("| ").split(" | ")
    assert missed == pytest.approx(float(own) / 100, rel=0.1)
    assert (name, goal, reached) == ("kings", "100 s", "yes")
    assert "library" in others
    assert "wrong 0.5" in others
    assert "broken" not in others
    assert float(own) > 0 < float(ratio)
    err = capsys.readouterr().err
    assert "kings: broken: " in err
    assert "kings: answers differ: " in err
    assert "'35'" in err


def test_rows_of_contestants_ask_the_same_question() -> None:
    pytest.importorskip("clingo")
    entries = whole.contestants("queens", 6, "nqsat sat", "nqsat bitboard", "clingo")
    answers = [whole.run(entry) for entry in entries]
    assert [answer for _, answer in answers] == ["4"] * 3
    assert all(seconds > 0 for seconds, _ in answers)


@pytest.mark.parametrize(
    ("code", "module"), [(whole.RC2, "pysat"), (whole.CLINGO_FEWEST, "clingo")]
)
def test_programs_without_nqsat_find_the_fewest_knights(code: str, module: str) -> None:
    pytest.importorskip(module)
    assert "nqsat" not in code
    assert whole.run(whole.python(module, code))[1].split() == ["14"]


def test_loops_of_both_are_as_many() -> None:
    pytest.importorskip("clingo")
    for rows in (("3.", ".."), ("2222", "2..2"), loops.ROWS):
        found = nqsat.unique(loops.model(rows)).found
        assert len(found) == loops.clingo_loops(rows)
