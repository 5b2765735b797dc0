"""What ``compare.py`` prints and writes, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.timeouts import HANG

SCRIPT = Path(__file__).with_name("compare.py")


def compare(words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *words.split()]
    return subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False)


def test_tables_are_written(tmp_path: Path) -> None:
    words = "queens -p n=4..5 --engines backtrack --peers Python --repeat 1 --format markdown"
    done = compare(f"{words} -o {tmp_path / 'out'}")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].count(" cores, ") == 1
    assert [line.split(" | ")[:3] for line in lines if line.startswith("| queens")] == [
        ["| queens n=4", "2", "backtrack"],
        ["| queens n=5", "10", "backtrack"],
    ]
    assert done.stdout.count("| Python ") == 2
    written = {path.name: path for path in (tmp_path / "out").iterdir()}
    assert set(written) == {"table.txt", "table.md", "table.csv", "table.json"}
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


def test_a_model_in_place_is_measured() -> None:
    words = "--board 3x3 --piece N=any --engines backtrack --peers none --repeat 1"
    done = compare(f"{words} --format json -q")
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)["rows"]
    # One engine alone, and nothing published: nobody can say that it is right.
    assert (row["answers"], row["verdict"], row["value"]) == ("94", "?", None)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--set everything", "set: 'everything' is unknown"),
        ("queens -p n=4 --set short", "--set: stands in place of a model"),
        ("queens -p n=4 --engines none --peers none", "engines: none is left"),
        ("queens -p n=4 --repeat 0", "--repeat: 0 is no number of runs"),
        ("queens -p n=4 --memory -1", "--memory: -1 is no limit"),
    ],
)
def test_bad_input_is_one_line(words: str, said: str) -> None:
    done = compare(words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"nqsat: {said}")
    assert done.stderr.count("\n") == 1
