"""Recounts: the checker counts as brute force does, and refuses what was not claimed rightly."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from small_certificates import Written, recount_of, sealed, write

import nqsat
from nqsat import Board, InvalidModel, Piece, Placement, Tour, certify
from nqsat.chess import attacks
from nqsat.errors import CertificateRejected, Interrupted, Undecided, UnsupportedByEngine
from nqsat.evidence import checker
from nqsat.evidence.certificate import recounted
from nqsat.modelling import Model
from nqsat.rules import Armies, Degrees, Domination, Men, Objective, Unattacked

#: Pieces that the checker knows: without directions.
PIECES = ["Q", "R", "B", "K", "N", "NN", "W2", "F", "R3", "WF", "(1,3)", "BN", "blocker"]
WANTED = [
    Objective(sense, measure)
    for sense in ("maximise", "minimise")
    for measure in (Men(), Unattacked(), Unattacked(blocking=True))
]


# -- what is counted -------------------------------------------------------------------------


@strategies.thorough(100)
@given(st.data())
def test_assignments_are_counted(data: st.DataObject) -> None:
    """Any bounds with any weights: some cannot be met, some always are, some force values."""
    names = range(1, data.draw(st.integers(1, 7)) + 1)
    weight, limit = st.integers(-3, 3).filter(bool), st.integers(-5, 6)
    terms = st.dictionaries(st.sampled_from(names), weight, min_size=1)
    bounds = data.draw(st.lists(st.tuples(terms, limit, limit), max_size=5))
    right = sum(
        all(
            low <= sum(w * true[x - 1] for x, w in some.items()) <= high
            for some, low, high in bounds
        )
        for true in product((0, 1), repeat=len(names))
    )
    order = data.draw(st.permutations(names))
    opened: dict[int, list[checker.Bound]] = {x: [] for x in order}
    for some, low, high in bounds:
        placed = sorted(some.items(), key=lambda term: order.index(term[0]))
        opened[placed[0][0]].append((tuple(placed), low, high))
    assert checker.Recount(1000).assignments(opened) == right


@pytest.fixture
def plain_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategies, "PIECES", st.sampled_from(PIECES).map(Piece.parse))


@pytest.mark.usefixtures("plain_pieces")
@strategies.thorough(30)
@given(
    strategies.ruled_models(), st.none() | st.sampled_from(WANTED), st.randoms(), st.integers(-1, 1)
)
def test_random_models_are_recounted(
    tmp_path_factory: pytest.TempPathFactory,
    model: Placement,
    wanted: Objective | None,
    chance: random.Random,
    off: int,
) -> None:
    """Under every order the number of solutions and of orbits is accepted, and no other one is."""
    model, more = model.with_objective(wanted), dict[str, Any]()
    try:
        names = list(checker.read_model(nqsat.modelling.dumps(model)).names)
    except checker.Rejected:
        return  # some rules and fields are not known to it
    found = frozenset(brute_force(model.with_objective(None)))
    if wanted is not None:
        values = {one: wanted.measure.value(one) for one in found}
        best = max if wanted.sense == "maximise" else min
        more["best"] = best(values.values()) if found else None
        found = frozenset(one for one in found if values[one] == more["best"])
    orbits = len({one.canonical(model.symmetries()) for one in found})
    chance.shuffle(names)
    folder = tmp_path_factory.mktemp("some")

    def accepted(value: int, modulo: str) -> bool:
        given_files = recount_of(model, value, len(found), modulo, names=names, **more)
        try:
            checker.check(write(given_files, folder))
        except checker.Rejected as no:
            if "certificate.json: count should be " not in str(no):
                raise
            return False
        return True

    assert accepted(orbits + off, "symmetry") == (off == 0)
    assert accepted(len(found), "none")


TOURS = [
    *(Tour(Board.from_map(text), "K") for text in ("...\n.#.\n...", "....\n.x..\n....", "..", ".")),
    *(
        Tour(size, piece)
        for size, piece in (("3x4", "W"), ("torus:3x3", "W"), ("2x3", "K"), ("3x3", "N"))
    ),
    Tour(Board.from_map("...\n.x.\n..."), "N"),
]


@pytest.mark.parametrize("tour", TOURS, ids=repr)
def test_tours_are_recounted(tour: Tour, tmp_path: Path) -> None:
    """Closed and open ones, in both units, with ends and moves given, in any order of the squares."""
    chance, board = random.Random(1), tour.board
    names = [square.name(board.rows) for square in board.squares]
    ends = [{}, {"start": names[0]}, {"end": names[-1]}, {"start": names[0], "end": names[-1]}]
    kinds: list[dict[str, Any]] = [
        {},
        {"unit": "directed"},
        {"closed": False, "unit": "undirected"},
    ]
    kinds += [{"closed": False, **some} for some in (ends if len(names) > 1 else ends[:2])]
    for kind, moves in product(kinds, [{}, some_given(tour, chance)]):
        asked = Tour(board, tour.piece, **kind, **moves)
        right = nqsat.count(asked, engine="backtrack").value
        chance.shuffle(names)
        write(recount_of(asked, right, names=names), tmp_path)
        assert nqsat.check(tmp_path).value == right
        assert refused(recount_of(asked, right + 1, names=names), tmp_path).endswith(f"be {right}")


@pytest.mark.parametrize(
    "moves", [["a1-a2", "a2-b1", "a1-b1"], ["a1-b1", "b1-c1", "b1-b2"]], ids=["ring", "three"]
)
def test_moves_that_no_ring_has_leave_nothing(moves: list[str], tmp_path: Path) -> None:
    # All other squares could form a ring of their own.
    write(recount_of(Tour("3x4", "K", through=moves), 0), tmp_path)
    assert nqsat.check(tmp_path).value == 0


def some_given(tour: Tour, chance: random.Random) -> dict[str, Any]:
    """Moves that are to be made, now and then too many, and others that are not."""
    rows, reached = tour.board.rows, attacks(tour.piece, tour.board)
    pairs = {frozenset((a.name(rows), b.name(rows))) for a in reached for b in reached[a]}
    moves = sorted("-".join(sorted(pair)) for pair in pairs)
    some = chance.sample(moves, min(len(moves), chance.choice((1, 2, 4))))
    through = chance.randrange(len(some) + 1)
    return {"through": some[:through], "avoiding": some[through:]}


# -- what is written -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "modulo"),
    [
        (Placement("6x6", {"K": "any"}), "symmetry"),
        (Placement("4x4", {"Q": "any"}, [Domination()], objective=WANTED[3]), "none"),
        (Placement("3x3", {"Q": 9}, objective=WANTED[0]), "none"),
        (Placement("4x4", {"white:Q": "any", "black:Q": "any"}, [Armies(equal=True)]), "none"),
        (Placement("3x4", {"K": "any"}, [Degrees("1..2", blocking=True)]), "symmetry"),
        (Tour("4x4", "K", closed=False, start="a1", end="d4"), "none"),
        (Tour("5x4", "N", closed=False), "none"),
    ],
    ids=repr,
)
def test_what_is_recounted_has_no_list(model: Model, modulo: Any, tmp_path: Path) -> None:
    found = certify(model, tmp_path / "it", modulo=modulo, proof="recount")
    assert (found.cubes, "a recount" in str(found)) == (0, True)
    accepted = nqsat.check(tmp_path / "it")
    assert accepted.value == found.count.value == nqsat.count(model, modulo=modulo).value
    assert len(list((tmp_path / "it").iterdir())) == 3  # the model, the order, and what is claimed


def test_it_is_chosen_by_the_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Placement("4x4", {"Q": 4})
    assert certify(model, tmp_path / "list").cubes == 1
    assert certify(model, tmp_path / "recount", proof="recount").cubes == 0
    monkeypatch.setattr(recounted, "LONG", 1)
    assert certify(model, tmp_path / "long").cubes == 0
    assert certify(model, tmp_path / "wanted", proof="list").cubes == 1
    assert certify(Tour("3x4", "K"), tmp_path / "orbits", modulo="symmetry").cubes > 0


@pytest.mark.parametrize(
    ("model", "question", "said"),
    [
        (Tour("3x4", "N", closed=False), {"proof": "list"}, "proof: such tours cannot be listed"),
        (
            Tour("3x4", "K"),
            {"proof": "recount", "modulo": "symmetry"},
            "modulo: tours are recounted",
        ),
        (Placement("2x2", {"K": 1}), {"proof": "guess"}, "proof: 'guess': choose from list"),
    ],
)
def test_what_cannot_be_is_refused(
    model: Model, question: dict[str, Any], said: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidModel) as caught:
        certify(model, tmp_path / "it", **question)
    assert str(caught.value).startswith(said)
    assert list(tmp_path.iterdir()) == []


def test_who_may_have_more_states_is_told_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker.check, "__defaults__", (20, None))
    model = Placement("4x4", {"K": "any"})
    with pytest.raises(
        UnsupportedByEngine, match=r"more than 20 states: .*; write it with --no-check"
    ):
        certify(model, tmp_path / "it", proof="recount")
    assert list(tmp_path.iterdir()) == []
    assert certify(model, tmp_path / "it", proof="recount", check=False).labelled == 314


def test_limits_and_interrupts_leave_nothing(tmp_path: Path) -> None:
    found = certify(Placement("24x24", {"Q": 24}), tmp_path / "it", proof="recount", time_limit=0.3)
    assert (found.folder, found.count.complete, found.count.reason) == (None, False, "time limit")

    def watch(_found: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        certify(Placement("8x8", {"Q": 8}), tmp_path / "it", proof="recount", watch=watch)
    assert str(stopped.value.answer).endswith("no certificate")
    assert list(tmp_path.iterdir()) == []


# -- layers of tours ---------------------------------------------------------------------------


def judged(folder: Path) -> set[int]:
    """The steps that are refused, each in one line about a layer; 0 for the whole."""
    found = {}
    for step in range(len(json.loads((folder / HEAD).read_text())["layers"]) + 1):
        try:
            checker.check(folder, step=step or None)
        except checker.Rejected as no:
            found[step] = str(no)
    assert all("layer" in text and text.isprintable() for text in found.values())
    return {*found}


@pytest.mark.parametrize("closed", TOURS, ids=repr)
def test_layers_are_right_step_by_step(closed: Tour, tmp_path: Path) -> None:
    whole = closed.board, closed.piece
    for number, tour in enumerate((closed, Tour(*whole, closed=False, unit="undirected"))):
        made = certify(tour, tmp_path / str(number), proof="layers")
        assert made.count.value == nqsat.count(tour, engine="backtrack").value
        assert judged(tmp_path / str(number)) == set()


def test_a_forged_layer_is_seen_by_its_steps_and_by_the_whole(tmp_path: Path) -> None:
    """A state is left out, comes oftener, or is another one; everything is sealed again."""
    folder, chance = tmp_path / "it", random.Random(2)
    certify(Tour("3x4", "K"), folder, proof="layers")
    claim = json.loads((folder / HEAD).read_text())
    for place in range(1, 12):
        file = folder / checker.layer_name(place)
        right = file.read_text()
        lines = [line.split() for line in right.splitlines()]
        which = chance.randrange(len(lines))
        state, often = lines[which]
        twisted = state[:-4] + state[-2:] + state[-4:-2]
        for forged in (
            [],
            [[state, str(int(often) + 1)]],
            [[twisted, often]],
            [["ff" * 12, often]],
        ):
            others = [*lines[:which], *forged, *lines[which + 1 :]]
            text = "".join(f"{a} {b}\n" for a, b in sorted(others))
            if text == right:
                continue
            file.write_text(text)
            layers, files = [*claim["layers"]], {**claim["files"]}
            layers[place - 1] = f"{len(others)} {sum(int(often) for _, often in others)}"
            files[checker.layer_name(place)] = sha256(text.encode()).hexdigest()
            (folder / HEAD).write_text(
                json.dumps({**claim, "layers": layers, "files": files}) + "\n"
            )
            found = judged(folder)
            assert {0, place} <= found <= {0, place, place + 1}
        file.write_text(right)
    (folder / HEAD).write_text(json.dumps(claim) + "\n")
    assert judged(folder) == set()


def test_what_is_no_layer_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "it"
    certify(Tour("3x4", "K"), folder, proof="layers")
    file = folder / checker.layer_name(5)
    first = file.read_text().splitlines()[0]
    for text in ("", "x", first, first.upper() + "\n", "0" * 24 + " 1\n", "ff" * 12 + " 1\n"):
        file.write_text(text)
        with pytest.raises(CertificateRejected, match="layer"):
            nqsat.check(folder, step=6)
        nqsat.check(folder, step=5)  # which does not read it
    file.write_text(first + "\n")  # as it stands it is a layer, but not that of the certificate
    with pytest.raises(CertificateRejected, match="layer 5 should have"):
        nqsat.check(folder, step=6)
    file.unlink()
    with pytest.raises(CertificateRejected, match="cannot be read"):
        nqsat.check(folder, step=6)
    assert checker.verdict([str(folder), "--step", "4"])[0] == 0
    assert checker.verdict([str(folder), "--step", "4", "--max-states", "3"])[0] == 3
    for step in ("0", "13", "-1", "x"):
        assert checker.verdict([str(folder), "--step", step])[0] == 2
    with pytest.raises(InvalidModel, match="there is no step 13: the certificate has 12 layers"):
        nqsat.check(folder, step=13)
    facts = json.loads((folder / HEAD).read_text())
    for layers in (facts["layers"][:-1], [*facts["layers"], "1 1"], "12", [1] * 12):
        (folder / HEAD).write_text(json.dumps({**facts, "layers": layers}) + "\n")
        with pytest.raises(CertificateRejected):
            nqsat.check(folder)


# -- forgeries -------------------------------------------------------------------------------


def refused(files: Written, folder: Path) -> str:
    """Why the checker refuses them, on one line."""
    with pytest.raises(CertificateRejected) as caught:
        nqsat.check(write(files, folder))
    assert str(caught.value).isprintable()
    return str(caught.value).removeprefix("rejected: ")


PLAIN = recount_of(Placement("3x3", {"K": "any"}), 35)
BEST = recount_of(Placement("3x3", {"K": "any"}, objective=Objective("maximise", Men())), 1, best=4)
NONE = recount_of(Placement("2x2", {"Q": 9}, objective=Objective("minimise", Men())), 0, best=None)
ORBITS = recount_of(Placement("3x3", {"K": "any"}), 11, 35, "symmetry")
CLOSED = recount_of(Tour("3x4", "K"), 120)
OPEN = recount_of(Tour("3x4", "N", closed=False, start="a1"), 2)


def claims(**more: object) -> Any:
    """Other facts in certificate.json; None takes one away."""

    def change(files: Written) -> Written:
        facts = {**json.loads(files["certificate.json"]), **more}
        facts = {key: value for key, value in facts.items() if value != "gone"}
        return {**files, "certificate.json": json.dumps(facts)}

    return change


def text(name: str, old: str, new: str) -> Any:
    """Another text in a file."""

    def change(files: Written) -> Written:
        assert old in files[name]
        return {**files, name: files[name].replace(old, new, 1)}

    return change


HEAD, MODEL, ORDER = "certificate.json", "model.json", "order.txt"

FORGERIES: list[tuple[Written, Any, str]] = [
    *((PLAIN, claims(count=str(n), labelled=str(n)), HEAD + ": count should be 35") for n in
      (0, 1, 34, 36, 70, -35, 2**64 + 35)),
    *((PLAIN, claims(count=value), HEAD + ": count should be 35") for value in
      (35, None, 35.0, "35.", "035", " 35", "35\n", [35], True)),
    (PLAIN, claims(labelled="36"), HEAD + ": labelled should be 35"),
    (PLAIN, claims(unit="tours"), HEAD + ": unit should be placements"),
    (PLAIN, claims(best=3), HEAD + ": best is for an objective only"),
    (PLAIN, claims(best=None), HEAD + ": best is for an objective only"),
    (PLAIN, claims(modulo="symmetry"), HEAD + ": count should be 11"),
    *((PLAIN, claims(modulo=mode), HEAD + ": modulo is neither") for mode in ("colours", "", "None", "1")),
    *((PLAIN, claims(proof=p), HEAD + ": proof is not known here") for p in ("list", None, "", 1)),
    (PLAIN, claims(proof="gone"), HEAD + ": the field 'engine' is not known"),
    (PLAIN, claims(engine="gone"), HEAD + ": engine is missing"),
    (PLAIN, claims(cubes=1), HEAD + ": the field 'cubes' is not known"),
    (PLAIN, claims(more=1), HEAD + ": the field 'more' is not known"),
    *((PLAIN, claims(**{"nqsat-certificate": n}), HEAD + ": is not of format 2") for n in
      (2, True, "1", None)),
    (PLAIN, text(ORDER, "K@b2\n", ""), "order.txt: 'K@b2' is missing"),
    (PLAIN, text(ORDER, "K@b2", "K@b1"), "order.txt line 8: 'K@b1' comes twice"),
    (PLAIN, text(ORDER, "K@a3\n", "K@a3\nK@a3\n"), "order.txt line 2: 'K@a3' comes twice"),
    *((PLAIN, text(ORDER, "K@b2", name), f"order.txt line 5: {name!r} is not of the model") for name in
      ("K@d4", "Q@b2", "", "5", "k@b2", "K@b2 ", "~K@b2", "b2")),
    (PLAIN, text(ORDER, "K@c1\n", "K@c1"), "order.txt: is not ASCII text in lines"),
    (PLAIN, lambda files: {**files, "order.txt": ""}, "order.txt: 'K@a3' is missing"),
    (PLAIN, lambda files: {**files, "cubes.txt": "0\n"}, HEAD + ": 'cubes.txt' is missing or"),
    (PLAIN, lambda files: {**files, "proofs/0001.lrat": ""}, HEAD + ": 'proofs/0001.lrat' is missing"),
    (PLAIN, lambda f: {k: f[k] for k in f if k != "order.txt"}, HEAD + ": 'order.txt' is missing"),
    (PLAIN, text(MODEL, '"flat"', '"torus"'), HEAD + ": count should be 10"),
    (PLAIN, text(MODEL, '"K"', '"N"'), "order.txt line 1: 'K@a3' is not of the model"),
    (PLAIN, text(MODEL, '"high": null', '"high": 3'), HEAD + ": count should be 34"),
    (PLAIN, text(MODEL, '"low": 0', '"low": 1'), HEAD + ": count should be 34"),
    (PLAIN, text(MODEL, '"presets": []', '"presets": ["K@b2"]'), HEAD + ": count should be 1"),
    (PLAIN, text(MODEL, '"non-attacking"', '"armies"'), MODEL + ": rule 'armies': is of one colour"),
    (PLAIN, text(MODEL, '"non-attacking"', '"degrees"'), MODEL + ": rule 'degrees': is no number"),
    (PLAIN, text(MODEL, '"non-attacking"', '"amount"'), MODEL + ": rule 'amount': has a measure that is"),
    (PLAIN, text(MODEL, '"non-attacking"', '"stabiliser"'), MODEL + ": rule 'stabiliser': is not known"),
    (PLAIN, text(MODEL, '"non-attacking"', '"no-three-in-line"'), HEAD + ": count should be"),
    *((BEST, claims(best=n), HEAD + ": best: there is a better one") for n in (0, 1, 3)),
    (BEST, claims(best=5), HEAD + ": best: no solution has it"),
    (BEST, claims(best=5, count="0", labelled="0"), HEAD + ": best: no solution has it"),
    (BEST, claims(best=None), HEAD + ": best: no solution has it"),
    (BEST, claims(best="gone"), HEAD + ": best is for an objective only"),
    *((BEST, claims(best=n), HEAD + ": best: is no number from 0 to") for n in (-4, "4", 4.0, True)),
    (BEST, claims(count="2", labelled="2"), HEAD + ": count should be 1"),
    (BEST, text(MODEL, '"maximise"', '"minimise"'), HEAD + ": best: there is a better one"),
    (BEST, text(MODEL, '"maximise"', '"largest"'), MODEL + ": placement: objective: the field"),
    (BEST, text(MODEL, '"men"', '"queens"'), MODEL + ": placement: has a measure that is not known"),
    (BEST, text(MODEL, '"maximise": "men"', ""), MODEL + ": placement: the objective is neither"),
    *((NONE, claims(best=n), HEAD + ": best: no solution has it") for n in (0, 9)),
    (ORBITS, claims(count="10"), HEAD + ": count should be 11"),
    (ORBITS, claims(count="12"), HEAD + ": count should be 11"),
    (ORBITS, claims(labelled="36"), HEAD + ": labelled should be 35"),
    (ORBITS, claims(modulo="none"), HEAD + ": count should be 35"),
    (ORBITS, text(MODEL, '"presets": []', '"presets": ["-@a1"]'), HEAD + ": count should be"),
    *((CLOSED, claims(count=n, labelled=n), HEAD + ": count should be") for n in
      ("0", "119", "121", "240", "60")),
    (CLOSED, claims(modulo="symmetry"), HEAD + ": modulo: tours are recounted without symmetry"),
    (CLOSED, claims(unit="directed closed tours"), HEAD + ": unit should be undirected closed tours"),
    (CLOSED, claims(best=1), HEAD + ": best is for an objective only"),
    (CLOSED, text(ORDER, "b2\n", ""), "order.txt: 'b2' is missing"),
    (CLOSED, text(ORDER, "b2", "a1"), "order.txt line 9: 'a1' comes twice"),
    (CLOSED, text(ORDER, "b2", "a1-b2"), "order.txt line 6: 'a1-b2' is not of the model"),
    (CLOSED, text(MODEL, '"closed": true', '"closed": false'), HEAD + ": count should be"),
    (CLOSED, text(MODEL, '"closed": true', '"closed": 1'), MODEL + ": tour: closed is neither"),
    (CLOSED, text(MODEL, '"undirected"', '"directed"'), HEAD + ": count should be"),
    (CLOSED, text(MODEL, '"undirected"', '"both"'), MODEL + ": tour: is of an unknown unit"),
    (OPEN, claims(count="1", labelled="1"), HEAD + ": count should be"),
    (OPEN, text(MODEL, '"a1"', '"e9"'), MODEL + ": 'e9' is no square of the board"),
    (OPEN, text(MODEL, '"start": "a1"', '"start": "a1", "end": "a1"'), MODEL + ": tour: has ends"),
    (OPEN, text(MODEL, '"directed"', '"undirected"'), MODEL + ": tour: has ends that it cannot"),
    (OPEN, text(MODEL, '"closed": false', '"closed": true'), MODEL + ": tour: has ends that it"),
    (OPEN, text(MODEL, '"start"', '"numbers"'), MODEL + ": tour: the field 'numbers' is not known"),
    (CLOSED, text(MODEL, '"closed"', '"through": ["a1-b2"], "closed"'), HEAD + ": count should be"),
    (CLOSED, text(MODEL, '"closed"', '"avoiding": ["a1-b2"], "closed"'), HEAD + ": count should be"),
    (CLOSED, text(MODEL, '"closed"', '"through": ["a1-c3"], "closed"'), MODEL + ": tour: through: has"),
    (CLOSED, text(MODEL, '"closed"', '"through": ["a1"], "closed"'), MODEL + ": tour: through: has"),
    (CLOSED, text(MODEL, '"closed"', '"avoiding": ["a1-z9"], "closed"'), MODEL + ": 'z9' is no square"),
]  # fmt: skip


@pytest.mark.parametrize("place", range(len(FORGERIES)))
def test_a_forgery_is_refused_for_what_it_is(place: int, tmp_path: Path) -> None:
    files, change, said = FORGERIES[place]
    assert refused(sealed(change(files)), tmp_path).startswith(said)


def test_what_was_forged_was_right_before(tmp_path: Path) -> None:
    for files in (PLAIN, BEST, NONE, ORBITS, CLOSED):
        nqsat.check(write(files, tmp_path))
    assert len(FORGERIES) >= 100


def test_more_states_than_allowed_are_no_verdict(tmp_path: Path) -> None:
    """Right or wrong: nothing is said about it, and the exit code is that of what is not finished."""
    for files in (PLAIN, claims(count="7")(PLAIN), CLOSED):
        folder = write(sealed(files), tmp_path)
        with pytest.raises(Undecided, match=r"takes more than 20 states: .* neither accepted nor"):
            nqsat.check(folder, max_states=20)
        code, said = checker.verdict([str(folder), "--max-states", "20"])
        assert (code, said.startswith("too large: order.txt: takes more than 20 states")) == (
            3,
            True,
        )
    assert checker.verdict([str(tmp_path), "--max-states", "10000"])[0] == 0


@pytest.mark.parametrize(
    "option", [["--max-states"], ["--max-states", "-1"], ["20"], ["--max", "2"]]
)
def test_options_of_the_program(option: list[str], tmp_path: Path) -> None:
    assert checker.verdict([str(write(PLAIN, tmp_path)), *option])[0] == 2


def test_nor_are_they_under_optimisation() -> None:
    """Verdicts are exceptions: without assertions they are the same."""
    command = [sys.executable, "-O", __file__]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (run.stdout, run.returncode) == ("[]\n", 0), run.stderr


def accepted() -> Iterator[int]:
    """The forgeries, by number, that are not refused for what they are."""
    with TemporaryDirectory() as name:
        for place, (files, change, said) in enumerate(FORGERIES):
            try:
                checker.check(write(sealed(change(files)), Path(name)))
            except checker.Rejected as no:
                if str(no).startswith(said):
                    continue
            yield place


if __name__ == "__main__":
    print([*accepted()])
