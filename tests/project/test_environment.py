"""What is green on one machine is green on the next: nothing depends on what an environment sets.

Where there is no POSIX commands run without what it has; nothing was tried on Windows itself.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.extensions import skip_unless_shown

ROOT = Path(__file__).parents[2]

#: What the machines of some set, and those of others do not.
ODD = {
    "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1", "PYTHONHASHSEED": "7",
    "PYTHONOPTIMIZE": "1", "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "40",
}  # fmt: skip

BARE = {name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ}

#: Loads a file as the tests do, in this process and in one that it starts.
LOADS = """
import os, subprocess, sys
sys.path[:0] = [sys.argv[1], ""]
import conftest, here
subprocess.run([sys.executable, "-c", "import there"], check=True)
subprocess.run([sys.executable, "-c", "import known"], check=True, env=conftest.ENVIRONMENT)
print(*(name for name in os.environ if name.startswith("PYTHON")))
"""


@pytest.mark.parametrize("given", [BARE, {**BARE, **ODD}], ids=["bare", "odd"])
def test_tests_find_what_python_does_unasked(given: dict[str, str], tmp_path: Path) -> None:
    for name in ("here", "there", "known"):
        (tmp_path / f"{name}.py").touch()
    command = [sys.executable, "-c", LOADS, str(ROOT / "tests")]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env=given, check=True
    )
    assert done.stdout.split() == []
    compiled = {path.name.partition(".")[0] for path in tmp_path.glob("__pycache__/*")}
    assert compiled == {"here", "there", "known"}


def test_ci_starts_without_what_python_was_told(tmp_path: Path) -> None:
    # The command that it runs is the one of its README; this one looks at what it finds.
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci")
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "README.md").write_text(
        "python3 -m venv -h >help && env >seen && exit 7 # /pytest\n"
    )
    given = {**os.environ, **ODD}
    done = subprocess.run(
        ["bash", ".ci/run"], capture_output=True, cwd=tmp_path, env=given, check=False
    )
    assert done.returncode == 7, done.stderr
    seen = {line.partition("=")[0] for line in (tmp_path / "seen").read_text().splitlines()}
    assert "COLUMNS" in seen
    assert not [name for name in seen if name.startswith("PYTHON")]


# -- where there is no POSIX -------------------------------------------------------------------


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
