"""Long counts on the command line: what they print, their exit codes, and what they refuse in one line."""

from __future__ import annotations

import json
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


def test_from_the_beginning_to_the_end(nqsat: Run, job: Path) -> None:
    parts = result(job).parts
    before = nqsat("job", "result", str(job))
    assert before.stdout == f"at least 0 placements (0 of {parts} parts)\n"
    assert before.returncode == 3
    assert "left: of unknown length" in nqsat("job", "status", str(job)).stdout
    some = nqsat(*QUEENS, "--job", str(job), "--parts", "1..5")
    assert some.returncode == 0  # that was what had been asked for
    assert "(parts left)\n" in some.stdout
    assert f"5 of {parts} parts are done" in some.stderr
    half = nqsat("job", "status", str(job))
    assert f"5 of {parts} parts done" in half.stdout
    assert "left: about " in half.stdout
    done = nqsat(*QUEENS, "--job", str(job), "--workers", "2")
    assert (done.returncode, done.stdout) == (0, "92 placements\n")
    after = nqsat("job", "result", str(job))
    assert (after.returncode, after.stdout) == (0, "92 placements\n")
    assert f"{parts} of {parts} parts, 0 audited; cover by weights" in after.stderr
    checked = nqsat("job", "verify", str(job))
    assert (checked.returncode, checked.stdout) == (0, "nothing is wrong\n92 placements\n")
    audited = nqsat("job", "verify", str(job), "--audit", "10%").stdout
    assert "audited: " in audited
    established = nqsat("check", str(job))
    assert established.returncode == 0
    assert f"established: {parts} of {parts} parts are done" in established.stdout
    assert "trusted: bitboard, of the " in established.stdout
    data = json.loads(nqsat("job", "result", str(job), "--json").stdout)
    assert (data["value"], data["complete"], data["parts"]) == ("92", True, parts)
    again = nqsat("count", "queens", "8", "--job", str(job), "--json")
    assert json.loads(again.stdout)["value"] == "92"


def test_parts_that_were_done_apart(nqsat: Run, tmp_path: Path) -> None:
    for name, parts in (("a", "1..300"), ("b", "301..9999")):
        done = nqsat(*QUEENS, "--job", name, "--parts", parts, cwd=tmp_path)
        assert done.returncode == 0
    assert nqsat("job", "merge", "all", "a", "b", cwd=tmp_path).stdout.startswith("all: ")
    assert nqsat("job", "result", "all", cwd=tmp_path).stdout == "92 placements\n"


def test_a_question_in_a_file_is_begun(nqsat: Run, tmp_path: Path) -> None:
    asked = json.loads(nqsat(*QUEENS, "--json").stdout)["question"]
    (tmp_path / "asked.json").write_text(json.dumps(asked))
    done = nqsat("count", "asked.json", "--job", "job.db", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "92 placements\n")


def test_sizes(nqsat: Run, tmp_path: Path) -> None:
    job = str(tmp_path / "job")
    words = ["--board", "3x3", "--piece", "K=any", "--by", "size"]
    assert nqsat("count", *words, "--job", job).stdout == nqsat("count", *words).stdout
    done = nqsat("job", "result", job)
    assert done.stdout == "0 1\n1 9\n2 16\n3 8\n4 1\n35 placements\n"
    data = json.loads(nqsat("job", "result", job, "--json").stdout)
    assert data["sizes"] == {"0": "1", "1": "9", "2": "16", "3": "8", "4": "1"}


def test_what_is_damaged_is_refused_by_every_command(nqsat: Run, job: Path) -> None:
    nqsat(*QUEENS, "--job", str(job), "-q")
    flip(job)
    for command in (["job", "status"], ["job", "result"], [*QUEENS, "--job"]):
        assert "is damaged: the row of" in refused(nqsat(*command, str(job)))
    for command in (["job", "verify"], ["check"]):
        done = nqsat(*command, str(job))
        assert (done.returncode, "is damaged: the row of" in done.stdout) == (1, True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("count queens 8 --job {job} --parts x", "--parts: 'x': write about how many"),
        ("count queens 8 --job {job} --parts 5..2", "--parts: '5..2': write about how many"),
        ("count queens 8 --job {job} --parts 90000..90001", "--parts: 90000 is too large"),
        ("count queens 8 --job {job} --parts 7", "--parts: {job} was begun with 20, and not 7"),
        ("count queens 8 --job {job}2 --parts 0", "--parts: 0 is not an integer"),
        ("count queens 8 --parts 7", "--parts: goes with --job or --dask"),
        ("count queens 7 --job {job}", "--job: {job} asks another question: its model is not"),
        ("count queens -p n=7..8 --job {job}", "-p: a range makes no sense here"),
        ("count queens 8 --plan --job {job}", "--plan: does not go with --job"),
        ("count queens 8 --job {job}/a/b", "--job: {job}/a is no folder; make it first"),
        ("job verify {job} --audit 2", "--audit: '2' is no share; write it as 2%"),
        ("job verify {job} --audit 200%", "--audit: 2 is no share of the parts, between"),
        ("job status {job}.none", "job: {job}.none is not there; nqsat count MODEL --job"),
        ("job merge {job} {job}.none", "job: {job}.none is not there"),
        (
            "job new {job}2 queens -p n=8 --parts 5",
            "job new: is gone: nqsat count MODEL --job FILE",
        ),
        ("job run {job} --part 5 --workers 2", "job run: is gone: nqsat count MODEL --job FILE"),
        ("job run", "job run: is gone"),
    ],
)
def test_what_is_refused(nqsat: Run, job: Path, words: str, message: str) -> None:
    before = sorted(path for path in job.parent.rglob("*"))
    done = nqsat(*words.format(job=job).split())
    assert refused(done).startswith(f"nqsat: {message.format(job=job)}")
    assert sorted(path for path in job.parent.rglob("*")) == before


def test_a_cluster_that_is_not_there_is_refused(nqsat: Run, job: Path) -> None:
    done = nqsat(*QUEENS, "--job", str(job), "--dask", "tcp://127.0.0.1:1")
    missing = "distributed is not installed: pip install 'nqsat[cluster]'"
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
