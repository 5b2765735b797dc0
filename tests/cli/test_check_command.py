"""``nqsat check``: what a certificate establishes, or one line and exit code 1."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import Run
from small_certificates import certificate_of, recount_of, sealed, write

from nqsat import Placement


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The certificate of the one orbit of four queens."""
    files = certificate_of(Placement("4x4", {"Q": 4}), symmetric=True, splits=())
    return write(files, tmp_path / "queens4")


def test_accepted(nqsat: Run, folder: Path) -> None:
    done = nqsat("check", "queens4", cwd=folder.parent)
    assert (done.stderr, done.returncode) == ("", 0)
    first, *rest = done.stdout.splitlines()
    assert first == "accepted: exactly 1 placements, modulo symmetry"
    assert {line.split(":")[0] for line in rest} == {"  established", "  trusted"}


def test_as_json(nqsat: Run, folder: Path) -> None:
    said = json.loads(nqsat("check", "queens4", "--json", cwd=folder.parent).stdout)
    assert (said["accepted"], said["value"], said["labelled"]) == (True, "1", "2")
    assert (said["unit"], said["modulo"]) == ("placements", "symmetry")
    assert said["established"]
    assert said["trusted"]


def test_rejected(nqsat: Run, folder: Path) -> None:
    files = {path.name: path.read_text() for path in folder.glob("*.*")}
    files["proofs/0001.lrat"] = "999 0 1 0\n"
    write(sealed(files), folder)
    done = nqsat("check", "queens4", cwd=folder.parent)
    assert done.stderr == (
        "nqsat: rejected: proofs/0001.lrat line 1: does not follow by unit propagation along its hints\n"
    )
    assert (done.stdout, done.returncode) == ("", 1)


def test_more_states_than_it_may_have(nqsat: Run, tmp_path: Path) -> None:
    write(recount_of(Placement("3x3", {"K": "any"}), 35), tmp_path / "kings3")
    done = nqsat("check", "kings3", "--max-states", "9", cwd=tmp_path)
    assert done.stderr.startswith("nqsat: too large: order.txt: takes more than 9 states: ")
    assert (done.stdout, done.stderr.count("\n"), done.returncode) == ("", 1, 3)
    assert nqsat("check", "kings3", "--max-states", "99", cwd=tmp_path).returncode == 0


def test_one_step(nqsat: Run, tmp_path: Path) -> None:
    asked = ("certify", "--board", "3x4", "--tour", "K", "--proof", "layers", "-o", "it", "-q")
    assert nqsat(*asked, cwd=tmp_path).returncode == 0
    done = nqsat("check", "it", "--step", "5", cwd=tmp_path)
    assert done.stdout.startswith("step 5 of 12 is right: ")
    assert "  trusted: layer 4, which step 4 is about\n" in done.stdout
    assert (
        json.loads(nqsat("check", "it", "--step", "12", "--json", cwd=tmp_path).stdout)["step"]
        == 12
    )
    done = nqsat("check", "it", "--step", "13", cwd=tmp_path)
    assert done.stderr == "nqsat: step: there is no step 13: the certificate has 12 layers\n"
    assert (done.stdout, done.returncode) == ("", 2)


def test_no_folder(nqsat: Run, tmp_path: Path) -> None:
    done = nqsat("check", "queens4", cwd=tmp_path)
    assert done.stderr == "nqsat: certificate: 'queens4' is no folder\n"
    assert (done.stdout, done.returncode) == ("", 2)


def test_no_certificate(nqsat: Run, tmp_path: Path) -> None:
    # Another folder was named: nothing was found wrong with a certificate.
    (tmp_path / "queens4").mkdir()
    done = nqsat("check", "queens4", cwd=tmp_path)
    assert done.stderr.startswith("nqsat: certificate: 'queens4' has none: ")
    assert done.stderr.count("\n") == 1
    assert (done.stdout, done.returncode) == ("", 2)
