"""``--dimacs``, ``--preset fen:``, ``--board asp:`` and every format of export, through the program."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from conftest import Run, answered
from support.day_subset import some
from support.oracle.cnf import Dimacs
from support.oracle.pb import Opb
from support.timeouts import first_line, started, told

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
    (place / "queens.lp").write_text("size(4).\n% a hole\nforbidden(1,1).\nforbidden(2,1).\n")
    return place


# -- clauses ---------------------------------------------------------------------------------


@linux
@pytest.mark.parametrize("sent", some([signal.SIGINT, signal.SIGTERM], 2))
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


# -- export ----------------------------------------------------------------------------------

MODELS = ["--board 2x3 --piece white:K=1 --piece black:K=1..2", "--board 3x3 --tour W --open"]


@pytest.mark.parametrize("words", MODELS)
def test_every_format(here: Run, tmp_path: Path, words: str) -> None:
    # Each file says the same: read by somebody else, it has as many solutions as the model.
    reference = ("--engine", "backtrack")
    counted = answered(here("count", *words.split(), *reference))
    texts = {}
    for form in ("dimacs", "opb", "cpsat", "json"):
        done = here("export", *words.split(), "--format", form)
        texts[form] = answered(done)
        assert done.stderr == ""
        assert texts[form].endswith("\n")
        assert texts[form].isascii()
    opb, dimacs = Opb(texts["opb"].splitlines()), Dimacs(texts["dimacs"].splitlines())
    number = len(set(opb.solutions()))
    assert number == len(set(dimacs.solutions())) > 0
    assert opb.names == dimacs.names
    assert all(name in texts["cpsat"] for name in opb.names.values())
    (tmp_path / "m.json").write_text(texts["json"])
    assert counted == answered(here("count", "m.json", *reference))
    assert counted.startswith(f"{number} ")


def test_an_objective(here: Run) -> None:
    words = ("--board", "3x3", "--piece", "N=any", "--maximise", "men")
    opb = Opb(here("export", *words, "--format", "opb").stdout.splitlines())
    best = opb.optimal()
    assert {len(true) for true in best} == {5}
    counted = here("count", *words, "--engine", "backtrack")
    assert counted.stdout.startswith(f"{len(best)} placement")
    assert "objective {" in here("export", *words, "--format", "cpsat").stdout
    here("export", *words, "--format", "json", "-o", "m.json")
    assert here("count", "m.json", "--engine", "backtrack").stdout == counted.stdout
