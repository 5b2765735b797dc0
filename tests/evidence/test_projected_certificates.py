"""Certificates of projections: accepted if right, and refused for what is wrong when they were altered."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.error_asserts import refused
from support.oracle.brute_force import MOST_CANDIDATES, brute_force
from support.random_models import random_model
from support.small_certificates import HEAD

import nqsat
from nqsat.compiling import Projection
from nqsat.errors import InvalidModel
from nqsat.evidence import certify, checker
from nqsat.evidence.certificate import splitting
from nqsat.evidence.certificate.facts import facts_in, facts_of, text_for_checker
from nqsat.evidence.certificate.listed import true_variables
from nqsat.evidence.certificate.partial import seal
from nqsat.modelling import Factor, Placement, Tour

ARMIES = Placement("3x3", {"white:Q": "1..2", "black:Q": "1..2"}, ["armies"])


def certifiable(seed: int) -> Placement:
    """A random placement that a certificate can list."""
    for place in range(200):
        model = random_model(7, seed * 1000 + place)
        if isinstance(model, Placement) and model.objective is None and model.board.squares:
            contents = (1 + len(model.kinds)) ** len(model.board.squares)
            if contents <= MOST_CANDIDATES and not model.filtered:
                try:
                    certifies(model.project("squares"))
                except InvalidModel:
                    continue
                return model
    raise AssertionError(seed)


def certifies(shown: Projection) -> None:
    """Refuse a projection whose model the checker does not take, or not in a list."""
    if facts_in(text_for_checker(shown)).unlisted:
        raise InvalidModel("model", "cannot be listed")


def projections(seed: int, folder: Path) -> Iterator[tuple[Projection, set[tuple[int, ...]], Path]]:
    """Projections of a random placement, what each shows by brute force, and a place for a certificate."""
    model, chance = certifiable(seed), Random(seed)
    kind, name = model.kinds[0].name, model.board.name(chance.choice(model.board.squares))
    for words in ((kind,), (name,), ("squares",), (kind, name)):
        shown = model.project(*words)
        wanted = {shown.shown(solution).literals for solution in brute_force(model)}
        yield shown, wanted, folder / "-".join(words).replace(":", "")


@pytest.mark.parametrize("conflicts", [4000, 0])
@pytest.mark.parametrize("seed", range(8))
def test_random_projections(
    seed: int, conflicts: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(splitting, "CONFLICTS", conflicts)  # 0: every proof is split into cubes
    for shown, wanted, place in projections(seed, tmp_path):
        made = certify(shown, place)
        assert (made.count.value, made.count.unit) == (len(wanted), "projections")
        assert checker.check(place).value == len(wanted)


def test_moves_that_are_shown(tmp_path: Path) -> None:
    tour = Tour("6x6", "N")
    made = certify(tour.project("c1-d3", "a3-b1"), tmp_path / "tour")
    assert made.count.value == nqsat.count(tour.project("c1-d3", "a3-b1")).value == 4
    factor = Factor("3x3", "K", degree="0..1")
    squares = {
        frozenset(square for move in solution.atoms for square in move[:2] if square)
        for solution in nqsat.solutions(factor, engine="backtrack")
    }
    assert certify(factor.project("squares"), tmp_path / "factor").count.value == len(squares)


def test_what_is_not_certified(tmp_path: Path) -> None:
    place = tmp_path / "none"
    shown = ARMIES.project("white:Q")
    refused(lambda: certify(shown, place, modulo="symmetry"), "modulo", "one by one; leave it out")
    refused(lambda: certify(shown, place, proof="layers"), "proof", "layers are only for tours")
    together = Placement("3x3", {"K": 3}, ["connected"]).project("K")
    refused(lambda: certify(together, place, proof="list"), "proof", "--proof recount")
    whole = "of tours of all squares only a list is certified, and only of undirected closed ones"
    tour = Tour("6x6", "N").project("c1-d3")
    refused(lambda: certify(tour, place, proof="recount"), "show", whole)
    open_tour = Tour("3x4", "N", closed=False, unit="undirected")
    refused(lambda: certify(open_tour.project("a1-b3"), place), "show", whole)
    refused(
        lambda: certify(Tour("3x4", "N", closed=False).project("squares"), place), "show", whole
    )
    path = Tour("3x3", "W", closed=False, visit="some")  # of which the checker knows no direction
    refused(
        lambda: certify(path.project("a1>a2"), place), "certificate", "a literal of no variable"
    )
    assert not place.exists()


def _shows(change: Callable[[Any], Any]) -> Callable[[str], str]:
    """What is shown, as ``change`` makes it, in the text of model.json."""
    return lambda old: (
        json.dumps({**json.loads(old), "show": change(json.loads(old)["show"])}) + "\n"
    )


def _with_another_completion(old: str) -> str:
    """The list with a second solution that shows the same as the first."""
    facts = facts_of(ARMIES)
    lines = [tuple(map(int, line.split())) for line in old.splitlines()]
    every = true_variables(facts, [*nqsat.solutions(ARMIES)])
    white = {x for x, name in enumerate(facts.names, start=1) if name.startswith("white")}
    twins = (x for x in every if x not in lines and white & {*x} in [white & {*y} for y in lines])
    return "".join(" ".join(map(str, true)) + "\n" for true in sorted([*lines, next(twins)]))


ALTERED: tuple[tuple[str, str, Callable[[str], str], dict[str, object], str], ...] = (
    ("fewer", "solutions.txt", lambda old: old.split("\n", 1)[1], {}, "unit propagation"),
    (
        "twice",
        "solutions.txt",
        _with_another_completion,
        {},
        "shows the same as solutions.txt line",
    ),
    ("all", "model.json", _shows(lambda _: []), {}, "show is empty"),
    ("unknown", "model.json", _shows(lambda _: [["Q@a1"]]), {}, "has a literal of no variable"),
    ("again", "model.json", _shows(lambda x: [[*x[0], *x[0]]]), {}, "has a variable twice"),
    ("text", "model.json", _shows(lambda x: ["white:Q@a1"]), {}, "show is not a list of list"),
    ("deep", "model.json", _shows(lambda x: [[["a"]]]), {}, "has a literal of no variable"),
    ("more", "model.json", _shows(lambda x: [*x, ["black:Q@a1"]]), {}, "unit propagation"),
    ("orbits", HEAD, str, {"modulo": "symmetry"}, "modulo: not of projections"),
    ("unit", HEAD, str, {"unit": "placements"}, "unit should be projections"),
)


@pytest.mark.parametrize(
    ("name", "file", "change", "claims", "why"), ALTERED, ids=lambda x: str(x)[:8]
)
def test_what_was_altered_is_refused(
    name: str,
    file: str,
    change: Callable[[str], str],
    claims: dict[str, object],
    why: str,
    tmp_path: Path,
) -> None:
    place = tmp_path / name
    certify(ARMIES.project("white:Q"), place)
    head = json.loads((place / HEAD).read_text())
    if file != HEAD:
        (place / file).write_text(change((place / file).read_text()))
    (place / HEAD).unlink()
    facts = {key: head[key] for key in head if key not in ("nqsat-certificate", "files")}
    seal(place, {**facts, **claims})
    with pytest.raises(checker.Rejected, match=why):
        checker.check(place)


@pytest.mark.parametrize("seed", range(8))
def test_random_projections_are_recounted(seed: int, tmp_path: Path) -> None:
    for shown, wanted, place in projections(seed, tmp_path):
        made = certify(shown, place, proof="recount")
        assert (made.count.value, made.count.unit, made.cubes) == (len(wanted), "projections", 0)
        assert checker.check(place).value == len(wanted)


CONNECTED = Placement("3x3", {"K": 3}, ["connected"])
UNLISTED = {
    "connected": (CONNECTED, ("a1", "b2", "c3")),
    "empty": (Placement("3x3", {"K": 4, "W": 1}, ["connected=of=empty,by=W"]), ("W",)),
    "cycles": (Tour("3x3", "K", visit="some"), ("squares",)),
    "paths": (Tour("3x3", "W", closed=False, visit="some"), ("a1", "b2", "c3")),
    "ends": (Factor("3x3", "W", degree="..2", ends=["a1-c1", "a3-c3"]), ("squares",)),
    "factor": (Factor("3x3", "K", degree="..1"), ("squares",)),
}


@pytest.mark.parametrize("name", UNLISTED)
def test_what_is_not_listed_is_recounted(name: str, tmp_path: Path) -> None:
    model, words = UNLISTED[name]
    shown, place = model.project(*words), tmp_path / name
    every = nqsat.solutions(model, engine="backtrack")
    wanted = {shown.shown(solution).literals for solution in every}
    made = certify(shown, place, proof="recount")
    assert made.count.value == checker.check(place).value == len(wanted) > 1


def _recount(tmp_path: Path, show: object, claims: dict[str, object]) -> Path:
    """A recount of what is shown of armies, altered and sealed again."""
    place = tmp_path / "recount"
    certify(ARMIES.project("white:Q"), place, proof="recount")
    model, head = (json.loads((place / name).read_text()) for name in ("model.json", HEAD))
    (place / "model.json").write_text(json.dumps({**model, "show": show}) + "\n")
    (place / HEAD).unlink()
    left = {key: head[key] for key in head if key not in ("nqsat-certificate", "files")}
    seal(place, {**left, **claims})
    return place


WHITE = [[f"white:Q@{file}{rank}"] for file in "abc" for rank in "123"]


@pytest.mark.parametrize(
    ("show", "claims", "why"),
    [
        (WHITE[1:], {}, "count should be"),
        ([["white:Q@a1"]], {}, "count should be 2"),
        (WHITE, {"modulo": "symmetry"}, "show: no recount of tours of all squares, or modulo"),
        (WHITE, {"count": "7"}, "count should be"),
    ],
)
def test_an_altered_recount_is_refused(
    show: object, claims: dict[str, object], why: str, tmp_path: Path
) -> None:
    place = _recount(tmp_path, show, claims)
    with pytest.raises(checker.Rejected, match=why):
        checker.check(place)
