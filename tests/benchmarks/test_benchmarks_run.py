"""The benchmarks run and count right; how fast is no matter of a test."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def _script(name: str, *arguments: str) -> str:
    command = [sys.executable, str(HERE / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_contestant_counts_five_queens_right(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    said = _script("placements.py", "--n", "5", "--repeat", "1", "--json", str(file))
    assert "WRONG" not in said
    assert "failed" not in said
    rows = json.loads(file.read_text())["rows"]
    # Optional peers may be missing; what nqsat itself depends on may not.
    assert {"nqsat sat", "nqsat cpsat", "nqsat backtrack", "CP-SAT, 1 worker"} <= {
        row["what"] for row in rows
    }
    assert all(run["count"] == 10 for row in rows for run in row["runs"])


def test_every_contestant_lists_and_finds_tours(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    asked = ["--list", "5x6", "--first", "6", "--repeat", "1", "--json", str(file), "--only"]
    lists = ("nqsat sat", "nqsat cpsat", "nqsat backtrack", "clingo", "CP-SAT")
    firsts = ("nqsat sat", "nqsat construct", "nqsat warnsdorff, seed 0", "clingo", "CP-SAT")
    asked += [*(f"list {who}" for who in lists), *(f"first {who}" for who in firsts)]
    said = _script("tours.py", *asked)
    assert "WRONG" not in said
    assert "failed" not in said
    rows = json.loads(file.read_text())["rows"]
    assert {"list nqsat sat", "list nqsat cpsat", "list CP-SAT", "first nqsat construct"} <= {
        row["what"] for row in rows
    }
    assert all(run["count"] == row["right"] for row in rows for run in row["runs"])
    assert {row["right"] for row in rows} == {8, 1}


def test_what_meets_its_limit_is_marked_and_not_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    import tours
    from measuring import interleaved

    task = tours.TASKS["list nqsat backtrack"]
    first, second = interleaved(tours.__file__, [task], [9862, 44202], 1, 1.0)
    assert first.failure == "† stopped at 1 s"
    assert (second.failure or "").startswith("not tried")
    assert "† stopped at 1 s" in tours.report("list", 9862, {(task.name, 9862): first})


def test_a_missing_peer_is_named_and_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    from measuring import Task, interleaved

    absent = Task("absent", lambda n: n, ("no_such_module_anywhere.at_all",))
    assert not absent.installed
    assert list(interleaved("nowhere.py", [absent], [1], 1, 1.0)) == []


def test_a_wrong_count_is_shown_as_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    # A fast wrong answer must not look like a win.
    monkeypatch.syspath_prepend(str(HERE))
    from measuring import Run, Tally
    from placements import TASKS, claims, report

    task = TASKS["nqsat sat"]
    base = TASKS[task.against or ""]
    tallies = {
        (task.name, 12): Tally(task, 12, [Run(count=14199, seconds=0.1, cpu=0.1)]),
        (base.name, 12): Tally(base, 12, [Run(count=14200, seconds=1.0, cpu=1.0)]),
    }
    assert "WRONG [14199]" in report(12, tallies)
    first = claims(tallies, 1)[0]
    assert first.holds is False
    assert "the count is wrong" in str(first)
