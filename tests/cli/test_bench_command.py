"""The command that measures: what it prints and writes, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from subprocess import CompletedProcess

Run = Callable[..., CompletedProcess[str]]


def test_tables_and_plot_are_written(nqsat: Run, tmp_path: Path) -> None:
    words = "bench queens -p n=4..5 --engines backtrack --peers Python --repeat 1 --format markdown"
    done = nqsat(*words.split(), "-o", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].count(" cores, ") == 1
    assert [line.split(" | ")[:3] for line in lines if line.startswith("| queens")] == [
        ["| queens n=4", "2", "backtrack"],
        ["| queens n=5", "10", "backtrack"],
    ]
    assert done.stdout.count("| Python ") == 2
    written = {path.name: path for path in (tmp_path / "out").iterdir()}
    plots = {"growth.svg", "growth.png"} if find_spec("matplotlib") else set()
    assert set(written) == {"table.txt", "table.md", "table.csv", "table.json"} | plots
    assert written["table.md"].read_text() == done.stdout
    rows = list(csv.DictReader(io.StringIO(written["table.csv"].read_text())))
    assert [(row["question"], row["contestant"], row["verdict"], row["value"]) for row in rows] == [
        ("queens n=4", "nqsat backtrack", "right", "2"),
        ("queens n=4", "Python", "right", "2"),
        ("queens n=5", "nqsat backtrack", "right", "10"),
        ("queens n=5", "Python", "right", "10"),
    ]
    data = json.loads(written["table.json"].read_text())
    assert [row["answers"] for row in data["rows"]] == ["2", "2", "10", "10"]
    assert all(row["peak_mib"] > 5 for row in data["rows"])
    text = written["table.txt"].read_text()
    assert "queens n=5: 10, by nqsat backtrack, Python, A000170" in text


def test_a_model_in_place_is_measured(nqsat: Run) -> None:
    words = "bench --board 3x3 --piece N=any --engines backtrack --peers none --repeat 1"
    done = nqsat(*words.split(), "--format", "json", "-q")
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)["rows"]
    # One engine alone, and nothing published: nobody can say that it is right.
    assert (row["answers"], row["verdict"], row["value"]) == ("94", "?", None)
