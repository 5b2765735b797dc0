"""The mutation runner sees what survives; and of a sample of all mutants, nothing survives unexplained."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from guards import HANG

SCRIPT = Path(__file__).with_name("mutants.py")
TREE = SCRIPT.parents[2]

SMALL = """
def larger(a, b):
    if a >= b:
        return a
    return b
"""

TESTS = """
from small import larger

def test_larger():
    assert [larger(a, b) for a in range(3) for b in range(3)] == [0, 1, 2, 1, 1, 2, 2, 2, 2]
"""


def run(*words: str, folder: Path, timeout: float) -> tuple[int, str, str]:
    command = [sys.executable, str(SCRIPT), *words]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, timeout=timeout, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_a_survivor_and_two_that_are_killed(tmp_path: Path) -> None:
    (tmp_path / "small.py").write_text(SMALL)
    (tmp_path / "test_it.py").write_text(TESTS)
    code, out, err = run("small.py", "--", "test_it.py", folder=tmp_path, timeout=HANG)
    assert (code, err) == (1, "")
    survivor, head, *rows = out.splitlines()
    assert survivor == "survived 1 tests: small.py:3 larger: >= -> >   in: if a >= b:"
    assert head.split() == ["killed", "explained", "survived"]
    assert [row.split() for row in rows] == [["small.py", *"201"], ["all", *"201"]]


@pytest.mark.deep
def test_no_mutant_survives() -> None:
    code, out, err = run("--sample", "160", "--seed", "1", folder=TREE, timeout=3600)
    print(out)
    assert (code, err) == (0, ""), out + err
