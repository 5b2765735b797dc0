"""Where there is no POSIX commands run without what it has; nothing was tried on Windows itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.extensions import skip_unless_shown

ELSEWHERE = Path(__file__).parents[1] / "support" / "elsewhere"


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ELSEWHERE)},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        # In a process of its own, which is ended: by a limit, and because there is no more.
        ("count queens -p n=6 --engine sat", "4 placements"),
        ("count queens -p n=9 --engine sat --limit 3", "at least 3 placements"),
        ("count queens -p n=6 --engine cpsat", "4 placements"),
        pytest.param(
            "count queens -p n=6 --engine bitboard --job six.db --parts 4 --workers 2",
            "4 placements",
            marks=pytest.mark.deep,  # the kernels are compiled for somebody else
        ),
        ("certify queens -p n=4..5 --evidence terms", "2 terms, 2 with a certificate"),
    ],
)
def test_a_command_runs_without_what_is_posix_alone(
    tmp_path: Path, words: str, expected: str
) -> None:
    skip_unless_shown(words)
    done = run(tmp_path, "nqsat", *words.split())
    assert done.returncode in (0, 3), done.stderr
    assert expected in done.stdout
    assert "Error" not in done.stderr


def test_nothing_of_it_is_there(tmp_path: Path) -> None:
    # Else the tests above say nothing.
    done = run(tmp_path, "resource")
    assert "ModuleNotFoundError" in done.stderr or "No module" in done.stderr
