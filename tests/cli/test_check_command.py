"""``nqsat check``: what a certificate establishes, or one line and exit code 1."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import Run, answered, objects, refused
from support.jobs import begun
from support.small_certificates import certificate_of, recount_of, sealed, write

import nqsat
from nqsat import Placement
from nqsat.counting import Question, answer
from nqsat.counting.job import open_job


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The certificate of the one orbit of four queens."""
    files = certificate_of(Placement("4x4", {"Q": 4}), symmetric=True, splits=())
    return write(files, tmp_path / "queens4")


def test_rejected(here: Run, folder: Path) -> None:
    files = {path.name: path.read_text() for path in folder.glob("*.*")}
    files["proofs/0001.lrat"] = "999 0 1 0\n"
    write(sealed(files), folder)
    place = "rejected: proofs/0001.lrat line 1"
    assert refused(here("check", "queens4"), 1) == (
        f"nqsat: {place}: does not follow by unit propagation along its hints"
    )


def test_more_states_than_it_may_have(here: Run, tmp_path: Path) -> None:
    write(recount_of(Placement("3x3", {"K": "any"}), 35), tmp_path / "kings3")
    said = refused(here("check", "kings3", "--max-states", "9"), 3)
    assert said.startswith("nqsat: too large: order.txt: takes more than 9 states: ")
    answered(here("check", "kings3", "--max-states", "99"))


def test_no_certificate(here: Run, tmp_path: Path) -> None:
    # Another folder was named: nothing was found wrong with a certificate.
    (tmp_path / "queens4").mkdir()
    said = refused(here("check", "queens4"))
    assert said.startswith("nqsat: certificate: 'queens4' has none: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_refused_at_once(here: Run, tmp_path: Path, folder: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refused(here("check", "pipe")) == "nqsat: certificate: 'pipe' is not a folder"
    (folder / "model.json").unlink()
    os.mkfifo(folder / "model.json")
    assert "model.json: is not a plain file" in refused(here("check", "queens4"), 1)
    job = begun(tmp_path / "job", Question("count", Placement("4x4", {"Q": 4}), "backtrack"))
    for ending in ("-journal", "-wal"):
        os.mkfifo(tmp_path / f"job{ending}")
        assert f"job{ending} is not a plain file" in refused(here("check", str(job)))
        (tmp_path / f"job{ending}").unlink()


@pytest.mark.parametrize(
    ("state", "code"), [("new", 3), ("begun", 3), ("done", 0), ("begun, forged", 1), ("forged", 1)]
)
def test_of_a_job_the_exit_code_says_whether_it_is_whole_and_right(
    state: str, code: int, here: Run, tmp_path: Path
) -> None:
    question = Question("count", Placement("4x4", {"Q": 4}), "backtrack")
    job = begun(tmp_path / "job", question)
    if state != "new":
        answer(question, run=nqsat.Run(job=job, parts=range(1, 2) if "begun" in state else None))
    if "forged" in state:
        opened = open_job(job)
        opened.ledger.write("0123456789abcdef", {"all": {}})
        opened.close()
    whole, right = state in ("done", "forged"), "forged" not in state
    text = here("check", str(job))
    assert (text.returncode, "at least" in text.stdout) == (code, not whole)
    data = here("check", str(job), "--json")
    (said,) = objects(data.stdout)
    assert (data.returncode, said["accepted"], said["complete"]) == (code, right, whole)
    assert bool(said["faults"]) != right
    assert here("job", "verify", str(job)).returncode == (0 if right else 1)
