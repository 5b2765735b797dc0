"""Shapes as the checker has them, beside plain Python, and certificates of tilings."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from support.oracle.polyominoes import places

import nqsat
from nqsat import Board, Placement
from nqsat.evidence import certify, checker
from nqsat.evidence.certificate.facts import facts_of
from nqsat.modelling.rules import Shape
from nqsat.models import polyominoes

BOARDS = {
    "3x4": (0, 0),
    "cylinder:2x5": (0, 5),
    "cylinder:4x2": (0, 2),
    "torus:3x3": (3, 3),
    "torus:2x4": (2, 4),
    "....\n.x#.\n....": (0, 0),
}


@pytest.mark.parametrize("shape", ["X", "XX", "X.X", "XX/.X", "L4", "S4", "P5", ".X/", "XXXXXX"])
@pytest.mark.parametrize("text", BOARDS)
def test_every_set_of_squares(text: str, shape: str) -> None:
    board = Board.from_map(text) if "\n" in text else Board.parse(text)
    facts = facts_of(Placement(board, {"blocker": "any"}, [Shape(shape)]))
    squares = [(square.row, square.column) for square in board.squares]
    wanted = places(shape, frozenset(squares), *BOARDS[text])
    for size in range(len(squares) + 1):
        for some in combinations(range(len(squares)), size):
            lies = frozenset(squares[x] for x in some) in wanted
            assert (not facts.violation([x + 1 for x in some])) == lies


PACKINGS = {
    "tiles": (polyominoes("3x5", "L5,P5,V5"), 4, 1),
    "hole": (Placement(Board.from_map("...\n.x.\n..."), {"a:W": "any", "b:W": "any"}, [
        Shape("V5", ("a:W",)), Shape("XX/.X", ("b:W",))]), 4, 1),
    "room": (Placement("2x4", {"a:W": "any", "b:W": "any"}, [
        Shape("XX/.X", ("a:W",)), Shape("XXX", ("b:W",))]), 4, 1),
    "torus": (Placement("torus:2x3", {"a:W": "any", "b:W": "any"}, [
        Shape("XX", ("a:W",)), Shape("XXX", ("b:W",))]), 6, 1),
    "both": (Placement("2x3", {"W": "any", "K": "1"}, [Shape("XX/X")]), 24, 6),
}  # fmt: skip


@pytest.mark.parametrize("proof", ["list", "recount"])
@pytest.mark.parametrize("name", PACKINGS)
def test_packings(name: str, proof: str, tmp_path: Path) -> None:
    model, labelled, orbits = PACKINGS[name]
    asked: dict[str, Any] = {"proof": proof, "force": True}
    assert nqsat.count(model, engine="sat").value == labelled
    assert certify(model, tmp_path / name, **asked).count.value == labelled
    assert certify(model, tmp_path / name, modulo="symmetry", **asked).count.value == orbits
    assert checker.check(tmp_path / name)[::3] == (orbits, labelled, "accepted")


@pytest.mark.deep
def test_the_twelve_pentominoes(tmp_path: Path) -> None:
    made = certify(polyominoes("3x20"), tmp_path / "twelve", modulo="symmetry")
    assert (made.count.value, made.solutions) == (2, 8)
