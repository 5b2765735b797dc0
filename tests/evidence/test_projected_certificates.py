"""Certificates of projections: accepted if right, and refused for what is wrong when they were altered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.error_asserts import refused
from support.oracle.brute_force import MOST_CANDIDATES, brute_force
from support.random_models import random_model
from support.small_certificates import ARMIES_3X3

import nqsat
from nqsat.compiling import Projection
from nqsat.errors import InvalidModel
from nqsat.evidence import certify, checker
from nqsat.evidence.certificate import splitting
from nqsat.evidence.certificate.facts import facts_in, text_for_checker
from nqsat.modelling import Factor, Placement, Tour


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


@pytest.mark.parametrize("proof", ["list", "list in parts", "recount"])
@pytest.mark.parametrize("seed", range(8))
def test_random_projections(
    seed: int, proof: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if proof == "list in parts":  # every proof is split into cubes
        monkeypatch.setattr(splitting, "CONFLICTS", 0)
    for shown, wanted, place in projections(seed, tmp_path):
        made = certify(shown, place, proof=proof.partition(" ")[0])
        assert (made.count.value, made.count.unit) == (len(wanted), "projections")
        assert (made.cubes == 0) == (proof == "recount")
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
    shown = ARMIES_3X3.project("white:Q")
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
