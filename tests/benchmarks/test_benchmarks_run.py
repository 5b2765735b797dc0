"""The scripts run, and what they find is right; how fast is no matter of a test."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from guards import HANG

HERE = Path(__file__).parent


def _script(name: str, *arguments: str) -> str:
    command = [sys.executable, str(HERE / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_contestant_finds_a_tour() -> None:
    only = ("--only", "nqsat construct", "clingo", "CP-SAT")
    found = json.loads(_script("finding.py", "--n", "6", "--repeat", "1", "--json", *only))
    records = {record["contestant"]: record for record in found["rows"]}
    # Optional peers may be missing; what nqsat itself depends on may not.
    assert {"nqsat construct", "CP-SAT"} <= {*records}
    assert {record["value"] for record in records.values()} == {"1"}


def test_the_choices_can_be_asked_for() -> None:
    found = json.loads(
        _script("choices.py", "--set", "loop", "--n", "5", "--repeat", "1", "--json")
    )
    assert {record["value"] for record in found["rows"]} == {"10"}
    assert len(found["rows"]) == 7


def test_what_is_foretold_can_be_asked_for() -> None:
    assert "--engine {sat,bitboard,frontier,mates}" in _script("foretold.py", "--help")


def test_what_cores_are_worth_can_be_asked_for() -> None:
    assert "queens17,queens13,tours" in _script("cores.py", "--help")
