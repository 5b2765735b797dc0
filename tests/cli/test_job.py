"""The commands of jobs: what they print, their exit codes, and what they refuse in one line."""

from __future__ import annotations

import json
import shutil
import signal
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from conftest import Run, refused
from support.day_subset import some
from support.jobs import append
from support.timeouts import started, told, until

from nqsat.counting.job import open_job, result, status
from nqsat.counting.job.ledger import LedgerReader


@pytest.fixture(scope="module")
def begun(nqsat: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("jobs") / "job"
    words = ["queens", "-p", "n=8", "--engine", "bitboard", "--parts", "20"]
    done = nqsat("job", "new", str(folder), *words)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{folder}: {result(folder).parts} parts by bitboard\n"
    assert "estimate" in done.stderr
    return folder


@pytest.fixture
def job(begun: Path, tmp_path: Path) -> Path:
    return shutil.copytree(begun, tmp_path / "job")


def test_from_the_beginning_to_the_end(nqsat: Run, job: Path) -> None:
    parts = result(job).parts
    before = nqsat("job", "result", str(job))
    assert before.stdout == f"at least 0 placements (0 of {parts} parts)\n"
    assert before.returncode == 3
    done = nqsat("job", "run", str(job), "--workers", "2")
    assert (done.returncode, done.stdout, done.stderr) == (0, "92 placements\n", "")
    after = nqsat("job", "result", str(job))
    assert (after.returncode, after.stdout) == (0, "92 placements\n")
    assert f"{parts} of {parts} parts, 0 audited; cover by weights" in after.stderr
    checked = nqsat("job", "verify", str(job))
    assert checked.returncode == 0
    assert checked.stdout.endswith("nothing is wrong\n92 placements\n")
    established = nqsat("check", str(job))
    assert established.returncode == 0
    assert f"established: {parts} of {parts} parts are done" in established.stdout
    assert f"trusted: bitboard, of the {parts} parts counted once" in established.stdout
    data = json.loads(nqsat("job", "result", str(job), "--json").stdout)
    assert (data["value"], data["complete"], data["parts"]) == ("92", True, parts)


def test_one_part_and_a_limit(nqsat: Run, job: Path) -> None:
    part = status(job).heaviest[0].id
    done = nqsat("job", "run", str(job), "--part", part)
    assert done.returncode == 0  # that was what had been asked for
    assert result(job).done == 1
    done = nqsat("job", "run", str(job), "--time-limit", "0.000001")
    assert done.returncode == 3
    assert "parts, time limit)" in done.stdout


def test_status_fits_a_terminal(nqsat: Run, job: Path) -> None:
    before = nqsat("job", "status", str(job))
    assert "of unknown length" in before.stdout
    parts = [part.id for part in status(job).heaviest]
    nqsat("job", "run", str(job), *(word for part in parts[:5] for word in ("--part", part)))
    done = nqsat("job", "status", str(job))
    assert done.returncode == 0
    assert f"5 of {len(parts)} parts done" in done.stdout
    assert "give or take" in done.stdout
    assert f"heaviest: {parts[5]}, {parts[6]}, {parts[7]}, …" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_sizes(nqsat: Run, tmp_path: Path) -> None:
    folder = str(tmp_path / "job")
    words = ["--board", "3x3", "--piece", "K=any", "--by", "size"]
    nqsat("job", "new", folder, *words)
    assert nqsat("count", *words, "--job", folder).stdout == nqsat("count", *words).stdout
    done = nqsat("job", "result", folder)
    assert done.stdout == "0 1\n1 9\n2 16\n3 8\n4 1\n35 placements\n"
    data = json.loads(nqsat("job", "result", folder, "--json").stdout)
    assert data["sizes"] == {"0": "1", "1": "9", "2": "16", "3": "8", "4": "1"}


def test_a_key(nqsat: Run, job: Path, tmp_path: Path) -> None:
    key, empty = tmp_path / "key", tmp_path / "empty"
    key.write_text("secret")
    empty.write_text("")
    assert nqsat("job", "run", str(job), "--sign", str(key)).returncode == 0
    assert nqsat("job", "result", str(job), "--only-signed", str(key)).stdout == "92 placements\n"
    assert nqsat("job", "verify", str(job), "--sign", str(key)).returncode == 0
    key.write_text("another")
    assert nqsat("job", "result", str(job), "--only-signed", str(key)).returncode == 3
    assert nqsat("job", "verify", str(job), "--sign", str(key)).returncode == 1
    done = nqsat("job", "run", str(job), "--sign", str(empty))
    assert refused(done) == f"nqsat: key: {empty} is empty"


def test_what_is_wrong_is_named(nqsat: Run, job: Path) -> None:
    nqsat("job", "run", str(job))
    (path,) = (job / "ledger").iterdir()
    data = bytearray(path.read_bytes())
    data[data.index(b"\n") + 30] ^= 4
    path.write_bytes(data)
    done = nqsat("job", "verify", str(job))
    assert done.returncode == 1
    assert f"{path.name}:2: the line is damaged; its row does not count\n" in done.stdout
    again = nqsat("job", "run", str(job))
    assert (again.returncode, again.stdout) == (0, "92 placements\n")
    assert f"{path.name}:2: the line is damaged" in again.stderr


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"numbers": [[0, "-22"]]}, 'numbers has "-22", which is no number of solutions'),
        ({"numbers": [[0, "1E999999"]]}, 'numbers has "1E999999", which is no number'),
        ({"visited": None}, "visited is null, not a whole number from 0 on"),
        ({"kind": "product", "product": 5, "numbers": None}, "stage count sums: it has no product"),
        ({"engine": ["\x1b[31m"]}, 'engine is ["\\u001b[31m"], not a text'),
    ],
)
def test_a_forged_row_is_named_by_every_command(
    nqsat: Run, job: Path, changed: dict[str, Any], reason: str
) -> None:
    nqsat("job", "run", str(job), "-q")
    (path,) = (job / "ledger").iterdir()
    rows = [dict(row.data) for row in LedgerReader(job / "ledger", open_job(job).id).fresh()]
    path.unlink()
    forged = {key: value for key, value in {**rows[3], **changed}.items() if value is not None}
    if changed == {"visited": None}:
        forged["visited"] = None
    append(job, *rows[:3], forged, *rows[4:])
    said = f"z-1.jsonl:4: the row does not count: {reason}"
    for words in (["job", "verify"], ["check"]):
        done = nqsat(*words, str(job))
        assert (done.returncode, said in done.stdout) == (1, True)
        assert "nothing is wrong" not in done.stdout
    for words, code in ((["result"], 3), (["result", "--json"], 3), (["status"], 0), (["run"], 0)):
        done = nqsat("job", words[0], str(job), *words[1:])
        assert (done.returncode, said in done.stderr) == (code, True)
    assert done.stdout == "92 placements\n"


def test_six_queens_are_one_part(nqsat: Run, tmp_path: Path) -> None:
    for words, parts in (([], 1), (["--parts", "9"], 9)):
        folder = tmp_path / str(parts)
        nqsat("job", "new", str(folder), "queens", "-p", "n=6", *words)
        assert nqsat("job", "run", str(folder)).stdout == "4 placements\n"
        assert (parts == 1) == (result(folder).parts == 1)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "{job}", "--workers", "0"], "--workers: 0 is not an integer above 0"),
        (["run", "{job}", "--part", "x"], "--part: 'x' is none of stage count: "),
        (["run", "{job}", "--time-limit", "-1"], "--time-limit: "),
        (["run", "{job}", "--audit", "2"], "--audit: '2' is no share; write it as 2%"),
        (["run", "{job}", "--audit", "200%"], "--audit: 2 is no share of the parts, between"),
        (["run", "{job}", "--sign", "{job}"], "key: {job} cannot be read: it is no plain file"),
        (["run", "{job}/ledger"], "job: {job}/ledger holds no job: it has no head.json"),
        (["status", "{job}/nothing"], "job: {job}/nothing is no folder; nqsat job new"),
        (["result", "{job}/head.json"], "job: {job}/head.json is no folder"),
        (["verify", "{job}/claims"], "job: {job}/claims holds no job"),
        (["new", "{job}", "queens", "-p", "n=8"], "job: {job} is there already; nqsat job run"),
        (["new", "{job}2", "queens", "-p", "n=4..8"], "-p: a range makes no sense here"),
        (["new", "{job}2", "queens", "-p", "n=8", "--parts", "0"], "--parts: 0 is not an integer"),
        (["new", "{job}2", "queens", "-p", "n=8", "--time-limit", "3"], "--time-limit: is no part"),
        (["new", "{job}2", "nobody"], "model: "),
        (["new", "{job}2"], "model: say which"),
        (["new", "{job}/a/b", "queens", "-p", "n=4"], "job: {job}/a is no folder; make it first"),
        (["new", "{job}2", "--board", "30x30", "--piece", "Q=30", "--engine", "mates"], "engine"),
    ],
)
def test_what_is_refused(nqsat: Run, job: Path, words: list[str], message: str) -> None:
    before = sorted(path for path in job.parent.rglob("*"))
    done = nqsat("job", *(word.format(job=job) for word in words))
    assert refused(done).startswith(f"nqsat: {message.format(job=job)}")
    assert sorted(path for path in job.parent.rglob("*")) == before


def test_a_cluster_that_is_not_there_is_refused(nqsat: Run, job: Path) -> None:
    done = nqsat("job", "run", str(job), "--dask", "tcp://127.0.0.1:1")
    missing = "distributed is not installed: pip install 'nqsat[cluster]'"
    gone = "dask: no scheduler answers at tcp://127.0.0.1:1"
    assert (gone if find_spec("distributed") else missing) in refused(done)
    assert result(job).done == 0


class TestACountInAFolder:
    def test_is_begun_and_gone_on_with(self, nqsat: Run, tmp_path: Path) -> None:
        folder = str(tmp_path / "job")
        words = ["count", "queens", "-p", "n=8", "--engine", "bitboard", "--job", folder]
        done = nqsat(*words, "--time-limit", "0.000001")
        assert (done.returncode, done.stdout) == (3, "at least 0 placements (time limit)\n")
        done = nqsat(*words)
        assert (done.returncode, done.stdout) == (0, "92 placements\n")
        again = nqsat(*words, "--json")
        assert json.loads(again.stdout)["value"] == "92"
        assert nqsat("job", "result", folder).stdout == "92 placements\n"

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["-p", "n=7"], "--job: {job} asks another question: its model is not the same"),
            (
                ["-p", "n=8", "--modulo", "symmetry"],
                "--job: {job} asks another question: its modulo",
            ),
            (["-p", "n=8", "--limit", "5"], "--job: {job} asks another question: its limit"),
            (["-p", "n=7..8"], "-p: a range makes no sense here"),
            (
                ["-p", "n=8", "--engine", "sat"],
                "--engine: the job is counted by bitboard, not by sat",
            ),
            (["-p", "n=8", "--method", "canonical"], "--method: {job} has another: none, and not"),
        ],
    )
    def test_has_one_question(self, nqsat: Run, job: Path, words: list[str], message: str) -> None:
        done = nqsat("count", "queens", *words, "--job", str(job))
        assert refused(done).startswith(f"nqsat: {message.format(job=job)}")


@pytest.mark.skipif(sys.platform != "linux", reason="signals")
@pytest.mark.parametrize("engine", some(["backtrack", "bitboard"], 2))
def test_ctrl_c_leaves_what_is_done(program: str, nqsat: Run, tmp_path: Path, engine: str) -> None:
    folder = tmp_path / "job"
    n = {"bitboard": 17, "backtrack": 12}[engine]
    nqsat("job", "new", str(folder), "queens", "-p", f"n={n}", "--engine", engine)
    with started(program, "job", "run", str(folder), "--workers", "2") as process:
        assert until(lambda: sum(share.working for share in status(folder).shares) == 2)
        out, err = told(process, signal.SIGINT)
    assert process.returncode == 3
    assert out.startswith("at least ")
    assert out.endswith("parts, interrupted)\n")
    assert err == ""
    assert not list((folder / "claims").iterdir())
