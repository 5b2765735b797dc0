"""Recounts: the checker counts as brute force does, and refuses what was not claimed rightly."""

from __future__ import annotations

import json
import os
import random
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.error_asserts import raised
from support.oracle.brute_force import DEEP
from support.small_certificates import (
    HEAD,
    KINGS,
    Written,
    files_of,
    recount_of,
    refused_steps,
    sealed,
    write,
)

import nqsat
from nqsat import Board, InvalidModel, Placement, Tour, certify
from nqsat.errors import CertificateRejected, Undecided, UnsupportedByEngine
from nqsat.evidence import checker
from nqsat.evidence.certificate import writing
from nqsat.modelling import Model
from nqsat.rules import Armies, Degrees, Domination

# -- what is counted -------------------------------------------------------------------------


@settings(max_examples=100)
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


@pytest.mark.parametrize(
    ("model", "right", "states"),
    [
        (Placement("3x4", {"K": "2..3"}), 71, (81, 12, 129)),
        (
            Placement("2x3", {"white:R": "any", "black:N": "any"}, [Armies(equal=True)]),
            9,
            (85, 13, 146),
        ),
        (Placement("3x3", {"R": "any"}, [Degrees("1..2", blocking=True)]), 213, (959, 80, 1113)),
        (Placement("3x4", {"N": "..4"}, [Domination()]), 15, (273, 71, 338)),
        (Tour("3x4", "N", closed=False), 16, (249, 84, 249)),
        (Tour("3x4", "K", through=["a1-b2"]), 55, (139, 28, 139)),
    ],
    ids=repr,
)
def test_as_many_states_are_one_as_can_be(
    model: Model, right: int, states: tuple[int, int, int]
) -> None:
    # Limits are drawn in and forced values told apart for this alone: any other number is as right.
    facts, recount = checker.read_model(nqsat.modelling.dumps(model)), checker.Recount(2_000)
    assert recount.solutions(facts, [*range(len(facts.decided))]) == right
    assert (recount.states, recount.widest, recount.spent // checker.LOOKS) == states


def test_what_is_left_of_bounds_counts_as_states_do() -> None:
    """Where each sum is another one there are as many residuals as states, and as much to look at."""
    for n in range(4, 13):
        terms = tuple((x, 2 ** (x - 1)) for x in range(1, n + 1))
        opened: dict[int, list[checker.Bound]] = {x: [] for x in range(1, n + 1)}
        opened[1] = [(terms, 2**n // 3, 2**n - 2**n // 3)]
        recount = checker.Recount(10**6)
        assert recount.assignments(opened) == 2**n - 2 * (2**n // 3) + 1
        spent = recount.spent // checker.LOOKS
        assert spent > 1.7 * recount.states  # the last of its residuals says itself what is forced
        with pytest.raises(checker.TooLarge, match="takes more than"):
            checker.Recount(spent - 1).assignments(opened)
        assert checker.Recount(spent + 1).assignments(opened) > 0


@pytest.mark.parametrize(("number", "right"), [("any", 1), ("0", 1), ("1..", 0), ("1", 0)])
def test_where_nobody_can_stand(number: str, right: int, tmp_path: Path) -> None:
    write(recount_of(Placement("0x3", {"Q": number}), right), tmp_path)
    assert nqsat.check(tmp_path).value == right


TOURS = [
    *(Tour(Board.from_map(text), "K") for text in ("...\n.#.\n...", "...\n.x.", "..", ".")),
    *(Tour("3x4", "W"), Tour("torus:2x3", "W"), Tour("2x3", "K"), Tour("3x3", "N")),
    Tour(Board.from_map("...\n.x.\n..."), "N"),
]


@pytest.mark.parametrize(
    "moves",
    [["a1-a2", "a2-b1", "a1-b1"], ["a1-b1", "b1-c1", "b1-b2"], ["b3-c3", "b2-b3", "b3-c2"]],
    ids=["ring", "three", "three that begin there"],
)
def test_moves_that_no_ring_has_leave_nothing(moves: list[str], tmp_path: Path) -> None:
    # All other squares could form a ring of their own.
    write(recount_of(Tour("3x4", "K", through=moves), 0), tmp_path)
    assert nqsat.check(tmp_path).value == 0


# -- what is written -------------------------------------------------------------------------


def test_it_is_chosen_by_the_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Placement("4x4", {"Q": 4})
    assert certify(model, tmp_path / "list").cubes == 1
    assert certify(model, tmp_path / "recount", proof="recount").cubes == 0
    monkeypatch.setattr(writing, "LONG", 1)
    assert certify(model, tmp_path / "long").cubes == 0
    assert certify(model, tmp_path / "wanted", proof="list").cubes == 1
    assert certify(Tour("3x4", "K"), tmp_path / "orbits", modulo="symmetry").cubes > 0


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
    assert certify(model, tmp_path / "it", proof="recount", check=False).solutions == 314


# -- layers of tours ---------------------------------------------------------------------------


def judged(folder: Path) -> set[int]:
    """The steps that are refused, each in one line about a layer; 0 for the whole."""
    found = refused_steps(folder)
    assert all("layer" in text and text.isprintable() for text in found.values())
    return {*found}


@pytest.mark.parametrize("closed", TOURS, ids=repr)
def test_layers_are_right_step_by_step(closed: Tour, tmp_path: Path) -> None:
    whole = closed.board, closed.piece
    for number, tour in enumerate((closed, Tour(*whole, closed=False, unit="undirected"))):
        made = certify(tour, tmp_path / str(number), proof="layers")
        assert made.count.value == nqsat.count(tour, engine="backtrack").value
        assert judged(tmp_path / str(number)) == set()


@pytest.fixture(scope="module")
def layered(tmp_path_factory: pytest.TempPathFactory) -> Written:
    folder = tmp_path_factory.mktemp("layered") / "it"
    certify(Tour("3x4", "K"), folder, proof="layers")
    return files_of(folder)


def layers_of(files: Written) -> list[str]:
    return list(json.loads(files[HEAD])["layers"])


def claiming(files: Written, layers: object, folder: Path) -> Path:
    """A folder with these files, in which such layers are claimed."""
    claim = json.dumps({**json.loads(files[HEAD]), "layers": layers})
    return write(sealed({**files, HEAD: claim}), folder)


def test_layers_are_those_of_format_2(layered: Written, tmp_path: Path) -> None:
    """States that lead nowhere are no part of them."""
    folder, said = write(layered, tmp_path), layers_of(layered)
    ways = ["3 3", "8 8", "6 9", "10 19", "13 33", "6 46", "9 93", "11 160", "3 120"]
    assert said == [*ways, "2 120", "1 120", "1 120"]
    # As many states as the larger of two layers has are enough for the step between them, and no fewer.
    sizes = [1, *(int(one.split()[0]) for one in said)]
    for step, most in enumerate(map(max, sizes, sizes[1:]), start=1):
        nqsat.check(folder, most, step=step)
        with pytest.raises(Undecided):
            nqsat.check(folder, most - 1, step=step)


def test_a_forged_layer_is_seen_by_its_steps_and_by_the_whole(
    layered: Written, tmp_path: Path
) -> None:
    """A state is left out, comes oftener, or is another one; everything is sealed again."""
    chance = random.Random(2)
    for place in range(1, 12, 1 if DEEP else 3):
        name = checker.layer_name(place)
        lines = [line.split() for line in layered[name].splitlines()]
        state, often = lines.pop(chance.randrange(len(lines)))
        other = state[:-4] + state[-2:] + state[-4:-2]
        more = [state, str(int(often) + 1)]
        for forged in ([], [more], [[other, often]], [["ff" * 12, often]]):
            others = sorted([*lines, *forged])
            text = "".join(f"{a} {b}\n" for a, b in others)
            if text == layered[name]:
                continue
            layers = layers_of(layered)
            layers[place - 1] = f"{len(others)} {sum(int(often) for _, often in others)}"
            found = judged(claiming({**layered, name: text}, layers, tmp_path))
            assert {0, place} <= found <= {0, place, place + 1}
    assert judged(claiming(layered, layers_of(layered), tmp_path)) == set()


def test_what_is_no_layer_is_refused(layered: Written, tmp_path: Path) -> None:
    folder = write(layered, tmp_path)
    file = folder / checker.layer_name(5)
    first = file.read_text().splitlines()[0]
    for text in ("", "x", first, first.upper() + "\n", "0" * 24 + " 1\n", "ff" * 12 + " 1\n"):
        file.write_text(text)
        raised(CertificateRejected, lambda: nqsat.check(folder, step=6), "layer")
        nqsat.check(folder, step=5)  # which does not read it
    file.write_text(first + "\n")  # as it stands it is a layer, but not that of the certificate
    raised(CertificateRejected, lambda: nqsat.check(folder, step=6), "layer 5 should have")
    file.unlink()
    raised(CertificateRejected, lambda: nqsat.check(folder, step=6), "cannot be read")
    assert checker.verdict([str(folder), "--step", "4"])[0] == 0
    assert checker.verdict([str(folder), "--step", "4", "--max-states", "3"])[0] == 3
    for step in ("0", "13", "-1", "x"):
        assert checker.verdict([str(folder), "--step", step])[0] == 2
    with pytest.raises(InvalidModel, match="there is no step 13: the certificate has 12 layers"):
        nqsat.check(folder, step=13)


HEADS = (
    *("count", "labelled", "unit", "modulo", "best", "proof", "layers", "files", "engine", "nqsat"),
    *("nqsat-certificate", "cubes", "more"),
)
VALUES: tuple[object, ...] = (
    *(
        "none", "symmetry", None, True, 0, 5, "5", "60", "120", "121", [], ["1 120"], {}, "recount",
        "2",
    ),
    *("undirected closed tours", "directed closed tours", "gone"),
)  # fmt: skip


@pytest.mark.parametrize("name", HEADS)
def test_a_step_looks_at_the_head_as_the_whole_does(
    name: str, layered: Written, tmp_path: Path
) -> None:
    """Of any change of it that has nothing to do with one layer: all say the same, in the same words."""
    for value in VALUES:
        claim = {**json.loads(layered[HEAD]), name: value}
        if value == "gone":
            del claim[name]
        write({**layered, HEAD: json.dumps(claim) + "\n"}, tmp_path)
        said = {verdict_of(tmp_path, step) for step in (None, 1, 6, 12)}
        assert len(said) == 1, (value, said)
    for value in ("1 1", "", "3", "x y", "3 -1", "3  3"):  # of one layer, whichever
        layers = layers_of(layered)
        layers[4] = value
        whole = verdict_of(claiming(layered, layers, tmp_path), None)
        assert whole != ""
        assert whole in {verdict_of(tmp_path, step) for step in (5, 6)}


def verdict_of(folder: Path, step: int | None) -> str:
    """Why the whole, or a step, is refused; nothing if it is not."""
    try:
        checker.check(folder, step=step)
    except (checker.Rejected, checker.NoStep) as no:
        return str(no)
    return ""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_layer_is_a_plain_file(layered: Written, tmp_path: Path) -> None:
    """What is none is not read: a FIFO would be for ever."""
    folder = write(layered, tmp_path)
    place = folder / checker.layer_name(5)
    place.unlink()
    for make in (os.mkfifo, Path.mkdir, lambda place: place.symlink_to("/dev/zero")):
        make(place)
        for step in (None, 4, 5, 6):
            assert verdict_of(folder, step) == "layers/0005.txt: is not a plain file"
        (Path.rmdir if place.is_dir() else Path.unlink)(place)


def test_layers_that_are_not_those_of_the_tour_are_seen(layered: Written, tmp_path: Path) -> None:
    said = layers_of(layered)
    for layers in (said[:-1], [*said, "1 1"], "12", [1] * 12):
        with pytest.raises(CertificateRejected):
            nqsat.check(claiming(layered, layers, tmp_path))
    # One more, where all others are right, with the hash that is claimed: nobody would look at it.
    more = {**layered, checker.layer_name(13): layered[checker.layer_name(12)]}
    folder = claiming(more, [*said, "1 120"], tmp_path)
    for step in (None, 1, 12, 13):
        with pytest.raises(CertificateRejected, match="layers should be 12"):
            nqsat.check(folder, step=step)


@pytest.mark.parametrize("model", [Tour("1x1", "W", closed=False), KINGS], ids=repr)
def test_where_there_are_no_steps_none_is_checked(model: Model, tmp_path: Path) -> None:
    # Too few squares for a ring, or pieces, though a layer is claimed.
    layer = {checker.layer_name(1): "00 1\n"}
    files = recount_of(model, 1, layers=["1 1"])
    folder = write(sealed({**files, **layer}), tmp_path)
    with pytest.raises(InvalidModel, match="there is no step 1: the certificate has 1 layers"):
        nqsat.check(folder, step=1)
