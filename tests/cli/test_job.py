"""Long counts on the command line: what they print, their exit codes, and what they refuse in one line."""

from __future__ import annotations

import shutil
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import Run, refused
from support.day_subset import some
from support.jobs import begun as begin_job
from support.jobs import flip
from support.timeouts import started, told, until

from nqsat import Placement
from nqsat.counting import Question
from nqsat.counting.job import result

QUEENS = ("count", "queens", "-p", "n=8", "--engine", "bitboard")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    question = Question("count", Placement("8x8", {"Q": 8}), "bitboard")
    return begin_job(tmp_path_factory.mktemp("jobs") / "job.db", question, parts=20)


@pytest.fixture
def job(begun: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(begun, tmp_path / "job.db"))


def test_before_the_first_part_nothing_is_known(nqsat: Run, job: Path) -> None:
    before = nqsat("job", "result", str(job))
    parts = result(job).parts
    assert (before.returncode, before.stdout) == (
        3,
        f"at least 0 placements (0 of {parts} parts)\n",
    )
    assert "left: of unknown length" in nqsat("job", "status", str(job)).stdout


def test_what_is_damaged_is_refused_by_every_command(nqsat: Run, job: Path) -> None:
    nqsat(*QUEENS, "--job", str(job), "-q")
    flip(job)
    for command in (["job", "status"], ["job", "result"], [*QUEENS, "--job"]):
        assert "is damaged: the row of" in refused(nqsat(*command, str(job)))
    for command in (["job", "verify"], ["check"]):
        done = nqsat(*command, str(job))
        assert (done.returncode, "is damaged: the row of" in done.stdout) == (1, True)


def test_a_cluster_that_is_not_there_is_refused(
    here: Run, job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nqsat.cli.cluster.PATIENCE", 1)
    done = here(*QUEENS, "--job", str(job), "--dask", "tcp://127.0.0.1:1")
    missing = "distributed is not installed: pip install distributed"
    gone = "dask: no scheduler answers at tcp://127.0.0.1:1"
    assert (gone if find_spec("distributed") else missing) in refused(done)
    assert result(job).done == 0


@pytest.mark.skipif(sys.platform != "linux", reason="signals")
@pytest.mark.parametrize("engine", some(["backtrack", "bitboard"], 2))
def test_ctrl_c_leaves_what_is_done(program: str, tmp_path: Path, engine: str) -> None:
    job = tmp_path / "job"
    n = {"bitboard": 17, "backtrack": 12}[engine]
    words = ("count", "queens", "-p", f"n={n}", "--engine", engine, "--job", str(job))
    with started(program, *words, "--workers", "2", "-q") as process:
        assert until(lambda: job.exists() and job.stat().st_size > 0 and result(job).done > 0)
        out, err = told(process, signal.SIGINT)
    assert process.returncode == 3
    assert out.startswith("at least ")
    assert out.endswith("(interrupted)\n")
    assert err == ""
    found = result(job)
    assert 0 < found.done < found.parts
