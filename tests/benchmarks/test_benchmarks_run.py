"""The scripts run, and what they find is right; how fast is no matter of a test."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from guards import HANG

HERE = Path(__file__).parent


def _script(name: str, *arguments: str) -> str:
    command = [sys.executable, str(HERE / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_contestant_finds_a_tour(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    only = ("--only", "nqsat construct", "clingo", "CP-SAT")
    said = _script("finding.py", "--n", "6", "--repeat", "1", "--json", str(file), *only)
    assert "failed" not in said
    rows = json.loads(file.read_text())
    # Optional peers may be missing; what nqsat itself depends on may not.
    assert {"nqsat construct", "CP-SAT"} <= {row["what"] for row in rows}
    assert all(run["count"] == 1 for row in rows for run in row["runs"])


def test_the_choices_can_be_asked_for() -> None:
    assert "--section {lines,first,loop,memory,any}" in _script("choices.py", "--help")


def test_what_is_foretold_can_be_asked_for() -> None:
    assert "--engine {sat,bitboard,frontier,mates}" in _script("foretold.py", "--help")


def test_what_meets_its_limit_is_marked_and_not_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    import finding
    from measuring import Task, interleaved

    slow = Task("nqsat cpsat", lambda n: n)  # the child runs the task of this name
    first, second = interleaved(finding.__file__, [slow], [50, 60], 1, 1.0)
    assert first.failure == "† 1 s"
    assert second.failure == "not tried († 1 s)"


def test_a_missing_peer_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    from measuring import Task, interleaved

    absent = Task("absent", lambda n: n, ("no_such_module_anywhere.at_all",))
    assert not absent.installed
    assert list(interleaved("nowhere.py", [absent], [1], 1, 1.0)) == []
