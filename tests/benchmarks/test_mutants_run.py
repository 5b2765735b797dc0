"""The mutation runner sees what survives; and of the mistakes of the table none does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cases import STANDARD
from planted import TEXTS
from support.fault_injection import mistake
from support.timeouts import HANG

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
    by_day = {name: value for name, value in os.environ.items() if name != "NQSAT_DEEP"}
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=folder,
        env=by_day,
        timeout=timeout,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_a_survivor_and_two_that_are_killed(tmp_path: Path) -> None:
    (tmp_path / "small.py").write_text(SMALL)
    (tmp_path / "test_it.py").write_text(TESTS)
    code, out, err = run("small.py", "--", "test_it.py", folder=tmp_path, timeout=HANG)
    assert (code, err) == (1, "")
    survivor, head, *rows = out.splitlines()
    assert survivor == "survived 1 tests: small.py:3 larger: >= -> >   in: if a >= b:"
    assert head.split() == ["mutants", "killed", "survived"]
    assert [row.split() for row in rows] == [["small.py", *"321"], ["all", *"321"]]


def test_every_mistake_of_the_table_stands_in_its_file_and_is_python() -> None:
    """Some are planted, and objected to, in ``evidence/test_objections.py``."""
    wrong, names = [], []
    for path, texts in TEXTS.items():
        for text in texts:
            names.append(text[0])
            try:
                mistake(path, *text)
            except (OSError, ValueError) as error:
                wrong.append(str(error))
    assert not wrong
    assert len({*names}) == len(names) >= 140


def test_every_mistake_has_tests_that_should_see_it() -> None:
    sources = [path for case in STANDARD for path in case.sources]
    assert {*TEXTS} <= {*sources}
    assert len({*sources}) == len(sources)
    files = {path for case in STANDARD for path in (*case.sources, *case.tests)}
    assert not [path for path in files if not (TREE / path).exists()]


@pytest.mark.parametrize("at", ["return left", "left, right"])
def test_a_text_that_is_not_there_once_is_said_aloud(at: str, tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text("def larger(left, right):\n    return max(left, right)\n")
    with pytest.raises(ValueError, match="not once"):
        mistake(str(source), "a mistake", at, "right")
    with pytest.raises(ValueError, match="never closed"):
        mistake(str(source), "no Python", "max(left, right)", "max(left")


@pytest.mark.deep
def test_no_mistake_of_the_table_survives() -> None:
    code, out, err = run("--sample", "0", folder=TREE, timeout=3600)
    print(out)
    assert (code, err) == (0, ""), out + err
