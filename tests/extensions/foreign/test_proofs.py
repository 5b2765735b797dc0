"""Proofs of certificates for other people's checkers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from planted import named
from support.fault_injection import planted
from support.oracle import cpog

import nqsat
from nqsat import InvalidModel, Placement, Tour, certify
from nqsat.errors import Disagreement
from nqsat.evidence.certificate import splitting
from nqsat.extensions.foreign.proofs import foreign_files, foreign_proof, write_foreign
from nqsat.modelling import Model
from nqsat.rules import Degrees, Domination, Objective, Pieces, Unattacked

LISTED = [
    (Placement("6x6", {"Q": 6}), "none"),
    (Placement("3x3", {"K": "any"}), "symmetry"),
    (Tour("4x4", "W"), "symmetry"),
]

FEWEST, WANTED = Objective("minimise", Pieces()), Objective("minimise", Unattacked())

RECOUNTED = [
    (Placement("4x4", {"K": "any"}), "symmetry"),
    (Placement("5x5", {"Q": 5}), "none"),
    (Placement("3x4", {"N": "2..4"}, [Domination()]), "none"),
    (Placement("3x3", {"R": "2", "N": "1.."}), "none"),
    (Placement("3x3", {"Q": "any"}, [Domination()], objective=FEWEST), "none"),
    (Placement("3x3", {"Q": "any"}, [Domination()], objective=WANTED), "none"),
    (Placement("3x3", {"Q": 9}, objective=FEWEST), "none"),
    (Placement("3x3", {"K": "any"}, [Degrees("1..2", blocking=True)]), "symmetry"),
]


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Split whatever there is, into up to 40 parts."""
    monkeypatch.setattr(splitting, "CONFLICTS", 0)
    monkeypatch.setattr(splitting, "MOST", 40)


@pytest.mark.parametrize(("model", "modulo"), RECOUNTED, ids=str)
def test_of_a_recount_the_number_of_all_solutions_is_proved(
    model: Model, modulo: Any, tmp_path: Path
) -> None:
    found = certify(model, tmp_path / "it", modulo=modulo, proof="recount")
    (path,) = write_foreign(tmp_path / "it", tmp_path / "others")
    head, *rest = path.read_text("ascii").splitlines()
    clauses = [tuple(map(int, line.split()[:-1])) for line in rest]
    lines = path.with_suffix(".cpog").read_text("ascii").splitlines()
    assert cpog.models(int(head.split()[2]), clauses, lines) == found.solutions


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize(("model", "modulo"), LISTED, ids=str)
def test_a_verified_checker_accepts_every_part(model: Model, modulo: Any, tmp_path: Path) -> None:
    drup = pytest.importorskip("drup", reason="drup is not installed")
    certify(model, tmp_path / "it", modulo=modulo)
    parts = list(foreign_files(tmp_path / "it"))
    assert parts[-1].name == "cover"
    for part in parts:
        steps = list(part.steps)
        assert steps[-1] == ()
        assert drup.check_proof(part.clauses, steps).outcome is drup.Outcome.VALID
    # And it is awake: with one solution allowed, its part is no contradiction.
    outcomes = set()
    for part in parts:
        allowed = [clause for clause in part.clauses if clause != _forbidding(part)]
        outcomes.add(drup.check_proof(allowed, list(part.steps)).outcome)
    assert drup.Outcome.INVALID in outcomes


def _forbidding(part: Any) -> tuple[int, ...]:
    """A clause that forbids a solution of a part, used by its proof."""
    own = len(part.clauses)
    hints = [line.partition(" 0 ")[2].split()[:-1] for line in part.lrat]
    used = {int(hint) for some in hints for hint in some if int(hint) <= own}
    longest = max(used, key=lambda number: len(part.clauses[number - 1]))
    found: tuple[int, ...] = part.clauses[longest - 1]
    return found


def test_the_files_for_others_stand_alone(tmp_path: Path) -> None:
    certify(Placement("6x6", {"Q": 6}), tmp_path / "it")
    written = write_foreign(tmp_path / "it", tmp_path / "others")
    names = sorted(path.name for path in (tmp_path / "others").iterdir())
    assert names == ["0001.cnf", "0001.drup", "0001.lrat"]
    problem = nqsat.formulas.read_dimacs(str(written[0]))
    assert nqsat.counting.count(problem).value == 0
    assert (tmp_path / "others" / "0001.drup").read_text().endswith("\n0\n")


def test_the_files_for_others_are_all_there_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certify(Placement("6x6", {"Q": 6}), tmp_path / "it")

    def full(path: Path, lines: object) -> None:
        path.write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("nqsat.extensions.foreign.proofs.write_lines", full)
    with pytest.raises(OSError, match="No space"):
        write_foreign(tmp_path / "it", tmp_path / "others")
    assert [path.name for path in tmp_path.iterdir()] == ["it"]


def test_what_is_no_certificate_has_no_files_for_others(tmp_path: Path) -> None:
    with pytest.raises(InvalidModel, match="cannot be read"):
        list(foreign_files(tmp_path))
    certify(Placement("4x4", {"Q": 4}), tmp_path / "it")
    os.truncate(tmp_path / "it" / "model.json", 2**40)  # it takes no place on the disk
    with pytest.raises(InvalidModel, match=r"certificate: .*model.json"):
        list(foreign_files(tmp_path / "it"))


def test_a_wrong_encoding_is_objected_to(tmp_path: Path) -> None:
    # Of those with as many pieces as there may be a count too many would say that there are none.
    certify(Placement("3x4", {"N": "2..5"}, [Domination()]), tmp_path / "it", proof="recount")
    write_foreign(tmp_path / "it", tmp_path / "right")
    with planted(named("counters go one way down")), pytest.raises(Disagreement):
        write_foreign(tmp_path / "it", tmp_path / "wrong")


def test_of_projections_other_checkers_get_lists() -> None:
    shown = Placement("3x3", {"white:Q": 1, "black:Q": 1}, ["armies"]).project("white:Q")
    assert foreign_proof(shown, "none", None) == foreign_proof(shown, "none", "list") == "list"
    with pytest.raises(InvalidModel, match="projections have only lists for other checkers"):
        foreign_proof(shown, "none", "recount")
