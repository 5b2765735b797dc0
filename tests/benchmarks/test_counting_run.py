"""The benchmark of counts runs and counts right; how fast is no matter of a test."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def test_every_contestant_counts_queens_right(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    command = [sys.executable, str(HERE / "counting.py"), "--repeat", "1", "--json", str(file)]
    command += ["--queens", "5", "--any", "4", "--only", "queens nqsat bitboard"]
    command += ["any pure Python, bits", "any clingo"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert "WRONG" not in done.stdout
    assert "failed" not in done.stdout
    rows = json.loads(file.read_text())["rows"]
    assert {"queens nqsat bitboard", "any pure Python, bits"} <= {row["what"] for row in rows}
    assert all(run["count"] == row["right"] for row in rows for run in row["runs"])


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no compiler")
def test_the_c_program_counts_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    import counting_peers

    monkeypatch.setenv(counting_peers.PROGRAM, "")  # so that it is put back
    counting_peers.compile_program(tmp_path)
    assert [counting_peers.queens_in_c(n) for n in range(1, 10)] == [1, 0, 0, 2, 10, 4, 40, 92, 352]
    found = [counting_peers.any_in_c(n) for n in range(1, 8)]
    assert found == [counting_peers.any_in_python(n) for n in range(1, 8)]
    assert found[3] == 87
