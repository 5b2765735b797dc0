"""``--dimacs``, ``--preset fen:``, ``--board asp:`` and every format of export, through the program."""

from __future__ import annotations

import json
import re
import signal
import sys
from pathlib import Path

import pytest
from conftest import Run
from guards import first_line, started, told
from oracle_cnf import Dimacs
from oracle_pb import Opb

from nqsat.modelling import loads

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture(scope="module")
def folder(nqsat: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("files")
    for n, encoding in ((6, "totalizer"), (8, "auto")):
        words = ("queens", "-p", f"n={n}", "--encoding", encoding, "-o", f"q{n}.cnf")
        assert nqsat("export", *words, cwd=place).returncode == 0
    (place / "small.cnf").write_text("p cnf 4 2\nc p show 1 3 4 0\n1 2 0 -1 -2 0\n")
    (place / "none.cnf").write_text("p cnf 1 2\n1 0 -1 0\n")
    (place / "free.cnf").write_text("p cnf 60 0\n")
    (place / "short.cnf").write_text("p cnf 2 2\n1 0\n")
    (place / "queens.lp").write_text("size(4).\n% a hole\nforbidden(1,1).\nforbidden(2,1).\n")
    (place / "wrong.lp").write_text("size(4).\nforbidden(1..2,1).\n")
    return place


# -- clauses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "number"), [(6, 4), (8, 92)])
def test_count(nqsat: Run, folder: Path, n: int, number: int) -> None:
    done = nqsat("count", "--dimacs", f"q{n}.cnf", cwd=folder)
    assert done.stdout == f"{number} assignments\n"
    assert done.returncode == 0
    assert "sat/cadical195" in done.stderr


def test_count_as_json(nqsat: Run, folder: Path) -> None:
    done = nqsat("count", "--dimacs", "small.cnf", "--json", "--solver", "glucose4", cwd=folder)
    said = json.loads(done.stdout)
    assert said["model"] == "small.cnf"
    assert said["params"] == {"variables": 4, "clauses": 2, "shown": 3}
    assert (said["value"], said["complete"], said["unit"]) == ("8", True, "assignments")
    assert said["engine"] == "sat/glucose4"


def test_enumerate(nqsat: Run, folder: Path) -> None:
    done = nqsat("enumerate", "--dimacs", "small.cnf", cwd=folder)
    lines = done.stdout.splitlines()
    assert set(lines) == {f"{a} {b} {c} 0" for a in (1, -1) for b in (3, -3) for c in (4, -4)}
    assert len(lines) == 8
    assert done.stderr.startswith("8 assignments, ")
    done = nqsat("enumerate", "--dimacs", "small.cnf", "--format", "jsonl", cwd=folder)
    found = {tuple(json.loads(line)["literals"]) for line in done.stdout.splitlines()}
    assert found == {tuple(map(int, line.split()[:-1])) for line in lines}


def test_solve(nqsat: Run, folder: Path) -> None:
    done = nqsat("solve", "--dimacs", "q6.cnf", cwd=folder)
    assert len(done.stdout.split()) == 37
    assert sum(not x.startswith("-") for x in done.stdout.split()) == 7  # six queens and the 0
    done = nqsat("solve", "--dimacs", "none.cnf", cwd=folder)
    assert (done.stdout, done.returncode) == ("no solution\n", 0)
    said = json.loads(nqsat("solve", "--dimacs", "small.cnf", "--json", cwd=folder).stdout)
    assert sorted(map(abs, said["solution"]["literals"])) == [1, 3, 4]


def test_limits(nqsat: Run, folder: Path) -> None:
    assert (
        nqsat("count", "--dimacs", "q6.cnf", "--workers", "2", cwd=folder).stdout
        == "4 assignments\n"
    )
    done = nqsat("count", "--dimacs", "q6.cnf", "--limit", "3", cwd=folder)
    assert (done.stdout, done.returncode) == ("at least 3 assignments (limit)\n", 3)
    done = nqsat("enumerate", "--dimacs", "q6.cnf", "--limit", "1", cwd=folder)
    assert (done.stdout.count("\n"), done.returncode) == (1, 0)
    done = nqsat("count", "--dimacs", "free.cnf", "--time-limit", "0.3", cwd=folder)
    assert done.stdout.startswith("at least ")
    assert re.fullmatch(r"at least \d+ assignments? \(time limit\)\n", done.stdout)
    assert done.returncode == 3


@linux
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM], ids=str)
def test_an_interrupt(program: str, folder: Path, sent: signal.Signals) -> None:
    words = [program, "enumerate", "--dimacs", "free.cnf"]
    with started(*words, cwd=folder) as process:
        first = first_line(process)
        out, err = told(process, sent)
    assert process.returncode == 3
    assert "Traceback" not in err
    assert "(interrupted)" in err
    lines = [first.rstrip(), *out.splitlines()]
    assert len(set(lines)) == len(lines)
    assert all(line.endswith(" 0") and len(line.split()) == 61 for line in lines)


# -- boards and positions --------------------------------------------------------------------


def test_facts(nqsat: Run, folder: Path) -> None:
    words = ("--piece", "Q=4", "--format", "fen", "--engine", "backtrack")
    done = nqsat("enumerate", "--board", "asp:queens.lp", *words, cwd=folder)
    assert done.stdout == "1Q2/3Q/Q3/2Q1\n"  # the other one stands on row 2, column 1
    rooks = ("--piece", "R=4", "--engine", "backtrack")
    done = nqsat("count", "--board", "torus:asp:queens.lp", *rooks, cwd=folder)
    assert done.stdout == "12 placements\n"  # half of 4!: the first file's rook is in rows 3, 4


def test_fen(nqsat: Run) -> None:
    words = ("--board", "6x6", "--piece", "Q=6", "--engine", "backtrack", "--preset")
    assert nqsat("count", *words, "fen:6/6/6/6/6/1Q4").stdout == "1 placement\n"
    assert nqsat("count", *words, "Q@b1").stdout == "1 placement\n"


# -- export ----------------------------------------------------------------------------------

MODELS = ["--board 2x3 --piece white:K=1 --piece black:K=1..2", "--board 3x3 --tour W --open"]


@pytest.mark.parametrize("words", MODELS)
def test_every_format(nqsat: Run, tmp_path: Path, words: str) -> None:
    # Each file says the same: read by somebody else, it has as many solutions as the model.
    counted = int(nqsat("count", *words.split(), "--engine", "backtrack").stdout.split()[0])
    assert counted > 0
    texts = {}
    for form in ("dimacs", "opb", "cpsat", "json"):
        done = nqsat("export", *words.split(), "--format", form)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith("\n")
        assert done.stdout.isascii()
        texts[form] = done.stdout
    opb, dimacs = Opb(texts["opb"].splitlines()), Dimacs(texts["dimacs"].splitlines())
    assert len(set(opb.solutions())) == counted
    assert opb.names == dimacs.names
    (tmp_path / "m.cnf").write_text(texts["dimacs"])
    (tmp_path / "m.json").write_text(texts["json"])
    for source in (["m.json", "--engine", "backtrack"], ["--dimacs", "m.cnf"]):
        assert nqsat("count", *source, cwd=tmp_path).stdout.split()[0] == str(counted)
    assert loads(texts["json"])
    assert all(name in texts["cpsat"] for name in opb.names.values())


def test_an_objective(nqsat: Run, tmp_path: Path) -> None:
    words = ["--board", "3x3", "--piece", "N=any", "--maximise", "men"]
    opb = Opb(nqsat("export", *words, "--format", "opb").stdout.splitlines())
    best = opb.optimal()
    assert {len(true) for true in best} == {5}
    counted = nqsat("count", *words, "--engine", "backtrack")
    assert counted.stdout.startswith(f"{len(best)} placement")
    assert "objective {" in nqsat("export", *words, "--format", "cpsat").stdout
    nqsat("export", *words, "--format", "json", "-o", "m.json", cwd=tmp_path)
    again = nqsat("count", "m.json", "--engine", "backtrack", cwd=tmp_path)
    assert again.stdout == counted.stdout
