"""What an earlier version wrote is read, continued and checked: names on disk and in JSON do not change.

``made_by_8edb749`` holds certificates and answers, as that commit wrote them with ``--proof`` and
``--json`` on small models.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from conftest import Run, answered, refused

import nqsat

MADE = Path(__file__).with_name("made_by_8edb749")

CERTIFICATES = {
    "list": "exactly 10 placements",
    "list-orbits": "exactly 2 placements, modulo symmetry",
    "recount": "exactly 6427 placements",
    "recount-orbits": "exactly 51 placements, modulo symmetry",
    "tours-list": "exactly 16 undirected closed tours",
    "tours-recount": "exactly 8 undirected closed tours",
    "tours-layers": "exactly 16 directed open tours",
    "best": "exactly 6 placements",
}


def test_every_artefact_is_asked_for() -> None:
    assert {one.name for one in (MADE / "certificates").iterdir()} == {*CERTIFICATES}


@pytest.fixture
def made(tmp_path: Path) -> Path:
    return Path(shutil.copytree(MADE, tmp_path / "made"))


@pytest.mark.parametrize("name", CERTIFICATES)
def test_certificates_are_checked(name: str, made: Path, here: Run) -> None:
    first = answered(here("check", str(made / "certificates" / name))).splitlines()[0]
    assert first == f"accepted: {CERTIFICATES[name]}"


@pytest.mark.parametrize(
    "path", sorted((MADE / "answers").glob("*.json")), ids=lambda path: path.stem
)
def test_answers_are_asked_again(path: Path, here: Run) -> None:
    text = (
        path.read_text(encoding="utf-8").replace(' men"', ' pieces"').replace('"men"', '"pieces"')
    )
    then = json.loads(text)  # placed pieces were called men then
    command = "solve" if then["question"]["ask"] == "solve" else "count"
    if path.stem == "fixed":  # asks what the rule stabiliser asks now
        assert "is not a symmetry of board" in refused(here(command, str(path)))
        return
    code = 3 if then.get("reason") == "limit" else 0
    now = json.loads(answered(here(command, str(path), "--json", "-q"), code))
    changing = {"seconds", "model", "params", "solutions", "engine", "method"}
    assert set(then) == set(now)
    assert {k: v for k, v in then.items() if k not in changing} == {
        k: v for k, v in now.items() if k not in changing
    }


def test_solutions_are_ranked(here: Run) -> None:
    lines = (MADE / "answers" / "enumerate.jsonl").read_text(encoding="utf-8").splitlines()
    boards = [json.loads(line)["fen"] for line in lines]
    assert sorted(nqsat.rank("queens", board, n=4) for board in boards) == [1, 2]
