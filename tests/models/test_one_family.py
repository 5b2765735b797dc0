"""A family is one function in a file of the catalogue: nothing else is written for it.

The catalogue is copied, with one more function in it, and read in place of the one that is installed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ENVIRONMENT, Done, answered, refused

import nqsat
import nqsat.models

FAMILY = '''

@family(title="kings in the corners", verify="n=2..4", examples={"n=3": 2})
def corner_kings(n: Annotated[int, "side of the board"], k: Annotated[int, "kings"] = 2) -> Placement:
    """Place k kings, none attacking another, in corners of an n × n board, of which a1 is one.

    History: made up for a test.
    """
    outer = (0, n - 1)
    board = Board(n, n)
    corners = [board.name(x) for x in board.squares if x.row in outer and x.column in outer]
    empty = [board.name(x) for x in board.squares if board.name(x) not in corners]
    return Placement(board, {"K": k}, presets=["K@a1", *(f"-@{name}" for name in empty)])
'''

#: The program, with another catalogue.
PROGRAM = """
import sys
import nqsat
nqsat.__path__.insert(0, sys.argv.pop(1))
from nqsat.cli.app import main
main()
"""


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("catalogue")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(nqsat.models.__file__).parent, folder / "models", ignore=ignored)
    path = folder / "models" / "covering.py"
    path.write_text(path.read_text("utf-8") + FAMILY, "utf-8")
    return folder


@pytest.fixture
def run(catalogue: Path, tmp_path: Path) -> Callable[[str], Done]:
    def asked(words: str) -> Done:
        command = [sys.executable, "-c", PROGRAM, str(catalogue), *words.split()]
        return subprocess.run(
            command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False
        )

    return asked


def test_it_is_listed_and_shown(run: Callable[[str], Done]) -> None:
    line = next(x for x in answered(run("list")).splitlines() if x.startswith("corner-kings"))
    assert "kings in the corners" in line
    shown = answered(run("show corner-kings"))
    for words in ("in corners of an n × n board", "side of the board", "n=3 gives 2", "made up"):
        assert words in shown
    assert "corner-kings" in answered(run("list corner"))
    assert "did you mean corner-kings" in refused(run("count corner-kins 4"))
    assert "-p n=" in refused(run("count corner-kings"))


def test_it_is_counted_verified_and_certified(run: Callable[[str], Done], tmp_path: Path) -> None:
    assert answered(run("count corner-kings 4 -q")) == "3 placements\n"
    assert answered(run("count corner king 4 k=4 -q")) == "1 placement\n"
    said = json.loads(answered(run("count corner-kings -p n=4 --json -q")))
    assert (said["model"], said["params"], said["value"]) == ("corner-kings", {"n": 4}, "3")
    assert "agree" in answered(run("verify corner-kings"))
    assert "accepted" in answered(run("certify corner-kings 4 -o it")) + answered(run("check it"))
    (tmp_path / "again.json").write_text(json.dumps(said))
    assert answered(run("count again.json -q")) == "3 placements\n"


def test_it_has_solutions_a_page_and_terms(run: Callable[[str], Done], tmp_path: Path) -> None:
    assert "K" in answered(run("solve corner-kings 4"))
    assert len(answered(run("enumerate corner-kings 4 --format fen")).splitlines()) == 3
    answered(run("view corner-kings 4 -o it.html -q"))
    page = (tmp_path / "it.html").read_text("utf-8")
    assert "in corners of a 4 × 4 board" in page
