"""The table of certificates is made, every one of them accepted, and the counts are right."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from guards import HANG

SCRIPT = Path(__file__).with_name("certificates.py")


@pytest.mark.deep
def test_all_certificates_of_the_table_are_made_and_accepted(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "--keep", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split(" | ") for line in done.stdout.splitlines()[2:]]
    assert [int(row[1].replace(",", "")) for row in rows][:7] == [2, 10, 4, 40, 92, 352, 724]
    assert [row[1] for row in rows][7:] == ["12", "1,392", "440", "4", "16", "9,862"]
    names = {row[5].split()[-2].strip("`") for row in rows}
    assert {path.name for path in tmp_path.iterdir()} == {"holes.txt", *names}
