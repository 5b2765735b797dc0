"""The scripts run, and what they find is right; how fast is no matter of a test."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import foretold
import pytest
from guards import HANG

SCRIPT = Path(__file__).with_name("finding.py")


def test_every_contestant_finds_a_tour_and_an_encoding_queens() -> None:
    sets = ("--set", "tours", "queens", "--n", "6", "--repeat", "1", "--json")
    only = ("--only", "nqsat construct", "clingo", "CP-SAT", "sat/ladder", "sat/bitwise")
    command = [sys.executable, str(SCRIPT), *sets, *only]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False)
    assert done.returncode == 0, done.stderr
    tours, queens = (json.loads(line)["rows"] for line in done.stdout.splitlines())
    records = {record["contestant"]: record for record in tours + queens}
    # Optional peers may be missing; what nqsat itself depends on may not.
    assert {"nqsat construct", "CP-SAT", "sat/ladder"} <= {*records}
    assert {record["value"] for record in records.values()} == {"1"}


def test_what_is_foretold_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        foretold.main(["--help"])
    assert "--engine {sat,bitboard,frontier,mates}" in capsys.readouterr().out
