"""Certificates: made for whatever the checker knows, accepted by it, refused by name for all else."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from support.day_subset import some
from support.error_asserts import Own, refused
from support.small_certificates import MORE

import nqsat
from nqsat import Factor, InvalidModel, Piece, Placement, Square, Tour, certify, rules
from nqsat.errors import EngineFailure, Interrupted
from nqsat.evidence import checker
from nqsat.evidence.certificate import listed, splitting, writing
from nqsat.evidence.certificate.facts import facts_of
from nqsat.evidence.certificate.writing import Proof
from nqsat.modelling import Kind, Model, Number
from nqsat.rules import Domination, NonAttacking, Objective, Pieces

SIX = ("AAABBB", "AAABBB", "AACCBB", "DDCCEE", "DDDEEE", "FFFFEE")
STARS = [NonAttacking(), rules.Permutation(), rules.Regions(SIX)]


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Split whatever there is, into up to 40 parts."""
    monkeypatch.setattr(splitting, "CONFLICTS", 0)
    monkeypatch.setattr(splitting, "MOST", 40)


QUEENS = Placement("4x4", {"Q": 4})

#: Larger ones than those of ``small_certificates``, whose proofs have some length; and moves, which
#: ``test_random_certificates.py`` does not draw. The last have no solution.
LARGER: dict[str, tuple[Model, str]] = {
    "6 queens": (Placement("6x6", {"Q": 6}), "none"),
    "7 queens up to symmetry": (Placement("7x7", {"Q": 7}), "symmetry"),
    "any number": (Placement("3x4", {"N": "any"}), "none"),
    "at least": (Placement("4x4", {"R": "3.."}), "symmetry"),
    "two kinds": (Placement("4x4", {"Q": 1, "R": 2}), "none"),
    "domination": (Placement("4x4", {"Q": 2}, [Domination()]), "none"),
    "star battle": (Placement("6x6", {"K": "any"}, STARS), "none"),
    "tours of a wazir": (Tour("4x4", "W"), "symmetry"),
    "dominoes": (Factor("4x4", "W", 1), "symmetry"),
    "2-factors": (Factor("4x4", "W", 2, through=["a1-b1"], avoiding=["b2-c2"]), "none"),
    "maximal matchings": (Factor("3x4", "N", "..1", maximal=True), "symmetry"),
    "tours, none": (Tour("5x5", "N"), "none"),
    "no matching": (Factor("3x3", "W", 1), "none"),
    "no squares": (Factor("0x0", "W", 1), "none"),
}


def certified(
    model: Model, modulo: Any, place: Path, proof: Proof = "list"
) -> nqsat.evidence.Certificate:
    """A certificate that the checker accepted, of the number that the reference counts."""
    found = certify(model, place, modulo=modulo, proof=proof)
    right = nqsat.count(model, engine="backtrack", modulo=modulo)
    assert found.count.value == right.value
    assert found.solutions == nqsat.count(model, engine="backtrack").value
    assert found.count.complete
    assert found.checked is not None
    accepted = nqsat.check(place)
    assert (accepted.value, accepted.unit) == (right.value, model.unit)
    return found


EVERY = [*product(MORE, ("none", "symmetry"))]


@pytest.mark.parametrize("case", [*some(EVERY, 5), *LARGER.values()])
def test_a_certificate_is_accepted(case: tuple[Model, str], tmp_path: Path) -> None:
    certified(*case, tmp_path / "it")


RECOUNTED: list[tuple[Model, str]] = [
    (Placement("4x4", {"K": "any"}), "symmetry"),
    (Placement("3x4", {"N": "2..4"}, [Domination()]), "none"),
    (Placement("3x3", {"Q": 9}, objective=Objective("minimise", Pieces())), "none"),
    (Tour("3x4", "K", closed=False, start="a1", end="d3"), "none"),
    (Tour("3x4", "N", closed=False), "none"),
    (Factor("3x4", "W", "..1"), "none"),
    (Factor("cylinder:2x3", "W", "1.."), "none"),
]


@pytest.mark.parametrize("case", RECOUNTED, ids=str)
def test_what_is_recounted_has_no_list(case: tuple[Model, str], tmp_path: Path) -> None:
    found = certified(*case, tmp_path / "it", "recount")
    assert (found.cubes, "a recount" in str(found)) == (0, True)
    assert len(list((tmp_path / "it").iterdir())) == 3  # the model, the order, and what is claimed


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize(
    "name", ["6 queens", "any number", "at least", "two kinds", "domination", "tours of a wazir"]
)
def test_one_in_cubes_is_accepted(name: str, tmp_path: Path) -> None:
    # By the pieces of exactly-one groups, and by variables where there are none; the cover is proved.
    found = certified(*LARGER[name], tmp_path / "it")
    assert found.cubes > 1
    cubes = (tmp_path / "it" / "cubes.txt").read_text().splitlines()
    assert (sum("-" in cube for cube in cubes) < len(cubes) / 2) == (name == "6 queens")
    proofs = sorted(path.name for path in (tmp_path / "it" / "proofs").iterdir())
    assert proofs == [*(f"{n:04}.lrat" for n in range(1, len(cubes) + 1)), "cover.lrat"]


@pytest.mark.usefixtures("small_parts")
def test_a_part_that_takes_too_long_is_split(tmp_path: Path) -> None:
    # No solution says where to split, and no conflict is allowed before a part is split again.
    model = Placement("6x6", {"Q": 6}, presets=["Q@a1"])
    assert certified(model, "none", tmp_path / "it").cubes > 20


def test_many_solutions_are_no_reason_to_split(tmp_path: Path) -> None:
    # A clause for each of the squares refutes it at once; it was a proof for each.
    assert certify(Placement("12x12", {"K": 1}), tmp_path / "it").cubes == 1


# -- the files ---------------------------------------------------------------------------


def test_the_files_say_what_they_should(tmp_path: Path) -> None:
    found = certify(QUEENS, tmp_path / "it")
    head = json.loads((tmp_path / "it" / "certificate.json").read_text())
    files = [path for path in (tmp_path / "it").rglob("*") if path.is_file()]
    names = {path.relative_to(tmp_path / "it").as_posix() for path in files}
    assert set(head["files"]) == names - {"certificate.json"}
    assert (head["count"], head["labelled"], head["cubes"]) == ("2", "2", 1)
    assert (head["unit"], head["modulo"], head["nqsat-certificate"]) == ("placements", "none", "2")
    assert found.size == sum(path.stat().st_size for path in files)
    assert nqsat.modelling.loads((tmp_path / "it" / "model.json").read_text()) == QUEENS
    assert (tmp_path / "it" / "solutions.txt").read_text() == "2 8 9 15\n3 5 12 14\n"
    assert (tmp_path / "it" / "cubes.txt").read_text() == "0\n"


def test_the_same_model_has_the_same_certificate(tmp_path: Path) -> None:
    for name in ("one", "two"):
        certify(Placement("6x6", {"Q": 6}), tmp_path / name)
    one, two = (
        {p.name: p.read_bytes() for p in (tmp_path / name).rglob("*") if p.is_file()}
        for name in ("one", "two")
    )
    assert one == two


# -- what is refused ---------------------------------------------------------------------


THE_CHECKER = "the checker cannot judge this: model.json: "

#: What the checker says of a model.
REFUSED: list[tuple[Callable[[], Model], str]] = [
    (lambda: Placement("4x4", {"Q": 2}, [Domination(minimal=True)]),
        "rule 'domination': the field 'minimal' is not known"),
    (lambda: Placement("4x4", {"Q": 2}, [Domination(blocking=True)]),
        "rule 'domination': the field 'blocking' is not known"),
    (lambda: Placement("4x4", {"Q": 2}, [rules.Maximal(blocking=True)]),
        "rule 'maximal': the field 'blocking' is not known"),
    (lambda: Placement("3x3x3", {"R": 9}, [rules.Permutation()]),
        "rule 'permutation': is of a board that has no ranks"),
    (lambda: Placement("klein:2x4", {"blocker": "any"}, [rules.Shape("XX/.XX")]),
        "rule 'shape': is of a board that has no ranks"),
    (lambda: Placement("4x4", {"fN": 2}), "the piece 'fN' is not known"),
    (lambda: Placement("4x4", [Kind("N", Piece.parse("fN"), Number(2, 2))]),
        "the piece 'fN' is not known"),
    (lambda: Placement("2x2", [Kind.of(_graph(), 1)]), "the piece {'notation': 'X', "),
    (lambda: Tour("6x6", "N", closed=False, start="a1", numbers={"b3": 2}), "tour: the field"),
    (lambda: Tour("6x6", "N", fixed_by="rot180"), "tour: the field"),
    # What is only more than the checker takes.
    (lambda: Placement("65x65", {"W": 0}), "board: has more than 4096 cells"),
    (lambda: Placement("40x40", {"W": 0, "N": 0, "F": 0}), "has more than 4096 variables"),
    (lambda: Placement("torus:12x12", {"W": 0}), "is too large for this checker"),
    (lambda: Placement("2x2", {"Q": "..99999999999"}), "placement: is not a number from 0 to 1000000000"),
]  # fmt: skip


def _graph() -> Piece:
    return Piece("X", frozenset(), frozenset({(Square(0, 0), Square(0, 1))}))


@pytest.mark.parametrize(("make", "said"), REFUSED)
def test_what_the_checker_does_not_know_is_refused(
    make: Callable[[], Model], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker, "MOST_WORK", 100_000)
    refused(lambda: facts_of(make()), "certificate", THE_CHECKER + said)


FIXED = Factor("4x4", "W", "1", fixed_by="rot180")

REQUESTS: list[tuple[Model, dict[str, Any], str, str]] = [
    (FIXED, {}, "certificate", "'fixed_by' is not known to this checker; leave that out, or"),
    (Placement("4x4", {"Q": 4}, [Own()]), {}, "rules.own", "is a rule of your own"),
    (Tour("3x4", "K"), {"proof": "recount", "modulo": "symmetry"}, "modulo", "tours are recounted"),
]


@pytest.mark.parametrize(("model", "question", "field", "said"), REQUESTS)
def test_a_request_that_cannot_be_met_is_refused(
    model: Model, question: dict[str, Any], field: str, said: str, tmp_path: Path
) -> None:
    refused(lambda: certify(model, tmp_path / "it", **question), field, said)
    assert list(tmp_path.iterdir()) == []


# -- lists that are not whole ------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "modulo", "enough"),
    [
        (Placement("6x6", {"Q": 6}), "none", 3),
        (Placement("5x5", {"Q": 5}), "symmetry", 1),  # of two orbits
        (Tour("4x4", "W"), "none", 5),
        (Placement("4x4", {"Q": 4}), "none", 0),
    ],
)
def test_a_list_that_lacks_a_solution_cannot_be_certified(
    model: Model, modulo: Any, enough: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # An engine whose stream ends too early, and says that it is complete.
    whole = nqsat.engines.SatEngine.batches

    def batches(self: Any, model: Any, orbit: Any = ()) -> Iterator[Any]:
        found = (one for batch in whole(self, model, orbit) for one in batch)
        return ([one] for one in islice(found, enough))

    monkeypatch.setattr(nqsat.engines.SatEngine, "batches", batches)
    with pytest.raises(EngineFailure, match="that the list does not have"):
        certify(model, tmp_path / "it", modulo=modulo)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("proof", ["list", "recount"])
def test_a_limit_leaves_what_was_there(proof: Proof, tmp_path: Path) -> None:
    certify(QUEENS, tmp_path / "it")
    large = Placement("16x16", {"Q": 16})
    found = certify(large, tmp_path / "it", proof=proof, force=True, time_limit=0.1)
    assert (found.folder, found.count.complete, found.count.reason) == (None, False, "time limit")
    assert str(found).startswith("at least ")
    assert re.search(r"\(time limit\)(; about .* in all.*)?: no certificate$", str(found))
    assert nqsat.check(tmp_path / "it").value == 2
    assert [path.name for path in tmp_path.iterdir()] == ["it"]


def test_a_list_that_is_too_long_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listed, "MOST_SOLUTIONS", 1)
    found = certify(QUEENS, tmp_path / "it", proof="list")
    assert (found.folder, found.count.value, found.count.reason) == (None, 1, "limit")


@pytest.mark.parametrize(
    ("engine", "number", "value"), [("sat", 1, 1), ("sat", 10, 10), ("bitboard", 3, 10)]
)
def test_ctrl_c_leaves_nothing(
    engine: str, number: int, value: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In the middle of the count; once all 10 solutions are known and their end is being proved; and in the
    # list, where an engine has counted all at once.
    monkeypatch.setattr(writing, "count", partial(nqsat.count, engine=engine))

    def watch(found: int) -> None:
        if found == number:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        certify(Placement("5x5", {"Q": 5}), tmp_path / "it", watch=watch)
    found = stopped.value.answer
    counted = found.count
    assert (counted.value, counted.complete, counted.reason) == (value, False, "interrupted")
    assert found.folder is None
    assert str(found).endswith("no certificate")
    assert list(tmp_path.iterdir()) == []


# -- the place ---------------------------------------------------------------------------


def test_a_place_that_is_taken_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "certificate.json").write_text("{}")
    (tmp_path / "folder" / "mine.txt").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    before = sorted(path.name for path in tmp_path.rglob("*"))
    for name, reason in {
        "file": "is not a folder",
        "folder": "is not empty and has no certificate",
        "link": "is not a folder",
        "missing/it": "make it first",
    }.items():
        with pytest.raises(InvalidModel, match=reason):
            certify(QUEENS, tmp_path / name, force=True)
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


def test_an_old_certificate_is_replaced_if_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "it").mkdir()  # an empty folder is as good as none
    certify(QUEENS, tmp_path / "it")
    with pytest.raises(InvalidModel, match=r"\(force=True\) replaces it"):
        certify(Placement("5x5", {"Q": 5}), tmp_path / "it")
    assert nqsat.check(tmp_path / "it").value == 2
    certify(Placement("5x5", {"Q": 5}), tmp_path / "it", force=True)
    assert nqsat.check(tmp_path / "it").value == 10
    assert [path.name for path in tmp_path.iterdir()] == ["it"]


# -- what others write there --------------------------------------------------------------


def test_what_was_replaced_is_deleted_by_the_next_writer(tmp_path: Path) -> None:
    # A process may be killed between renaming the old folder, and deleting it.
    code = (
        "import os, sys, pathlib\n"
        "from nqsat.evidence.certificate import partial\n"
        "partial._delete_replaced = lambda _: os._exit(9)\n"
        "with partial.new_folder(pathlib.Path(sys.argv[1])) as making:\n"
        "    pass\n"
    )
    model, place = Placement("4x4", {"Q": 4}), tmp_path / "it"
    certify(model, place)
    subprocess.run([sys.executable, "-c", code, str(place)], check=False)
    assert len([*tmp_path.iterdir()]) == 2
    certify(model, place, force=True)
    assert [*tmp_path.iterdir()] == [place]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such lock")
def test_what_a_killed_process_left_is_deleted_and_what_is_at_work_stays(tmp_path: Path) -> None:
    code = (
        "import sys, time, pathlib\n"
        "from nqsat.evidence.certificate.partial import new_folder\n"
        "with new_folder(pathlib.Path(sys.argv[1])) as making:\n"
        "    print(making, flush=True)\n"
        "    time.sleep(600)\n"
    )
    others = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path / "it")], stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    try:
        places = [Path(other.stdout.readline().strip()) for other in others if other.stdout]
        others[0].kill()
        others[0].wait()
        assert [place.is_dir() for place in places] == [True, True]
        certify(Placement("4x4", {"Q": 4}), tmp_path / "it")
        assert [place.is_dir() for place in places] == [False, True]
    finally:
        for other in others:
            other.kill()
            other.communicate()


def test_a_count_of_labelled_pieces_is_no_claim(tmp_path: Path) -> None:
    counted = nqsat.count("queens", 4, labelled=True)
    assert counted.value == 48
    with pytest.raises(InvalidModel, match="counted: counts labelled pieces"):
        nqsat.certify(Placement("4x4", {"Q": 4}), tmp_path / "c", counted=counted)
