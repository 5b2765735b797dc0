"""Tilings by polyominoes beside exact cover in plain Python, which shares nothing with the rule."""

from __future__ import annotations

from random import Random

import pytest

import nqsat
from nqsat.modelling.rules.shapes import POLYOMINOES
from nqsat.models import polyominoes

Cells = frozenset[tuple[int, int]]


def turned(text: str) -> set[Cells]:
    """A shape in all its positions, its least row and column 0."""
    rows = POLYOMINOES.get(text, text).split("/")
    shape = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X"}
    found = set()
    for _ in range(2):
        for _ in range(4):
            shape = {(c, -r) for r, c in shape}
            top, left = min(r for r, _ in shape), min(c for _, c in shape)
            found.add(frozenset((r - top, c - left) for r, c in shape))
        shape = {(r, -c) for r, c in shape}
    return found


def tilings(left: Cells, tiles: list[str], board: Cells, sides: tuple[int, int] | None) -> int:
    """How many ways the tiles, one after the other, cover what is left; ``sides``: of a torus."""
    if not tiles:
        return int(not left)
    places = set()
    for shape in turned(tiles[0]):
        for row, column in board:
            cells = [(row + r, column + c) for r, c in shape]
            if sides is not None:
                cells = [(r % sides[0], c % sides[1]) for r, c in cells]
            if len({*cells}) == len(cells) and left.issuperset(cells):
                places.add(frozenset(cells))
    return sum(tilings(left - place, tiles[1:], board, sides) for place in places)


@pytest.mark.parametrize("seed", range(12))
def test_tilings_are_counted_as_by_plain_python(seed: int) -> None:
    chance = Random(seed)
    rows, columns = chance.choice([(2, 4), (3, 4), (3, 5), (4, 4), (2, 6)])
    wraps = chance.random() < 0.3
    board = frozenset((r, c) for r in range(rows) for c in range(columns))
    small = ["X", "XX", "XXX", "XX/.X", *(name for name in POLYOMINOES if name[1] == "4")]
    tiles: list[str] = []
    while (left := len(board) - sum(POLYOMINOES.get(x, x).count("X") for x in tiles)) > 0:
        fitting = [x for x in [*small, "P5", "L5"] if POLYOMINOES.get(x, x).count("X") <= left]
        tiles.append(chance.choice(fitting[-6:]))
    model = polyominoes(f"{'torus:' * wraps}{rows}x{columns}", ",".join(tiles))
    wanted = tilings(board, tiles, board, (rows, columns) if wraps else None)
    assert nqsat.count(model, engine="sat").value == wanted


def test_the_twelve_pentominoes_on_3_by_20() -> None:
    assert nqsat.count("polyominoes", board="3x20", modulo="symmetry", engine="sat").value == 2


@pytest.mark.deep
@pytest.mark.parametrize(("holes", "number"), [(True, 65), (False, 2339)])
def test_the_twelve_pentominoes_as_published(holes: bool, number: int) -> None:
    rows = ["........"] * 3 + ["...xx..."] * 2 + ["........"] * 3
    board = nqsat.Board.from_map("\n".join(rows)) if holes else "6x10"
    model = polyominoes("6x10")
    if holes:
        model = nqsat.Placement(
            board, dict.fromkeys((k.name for k in model.kinds), "any"), model.rules
        )
    assert nqsat.count(model, modulo="symmetry", engine="sat").value == number


def test_a_shape_lies_on_a_grid_only() -> None:
    with pytest.raises(nqsat.InvalidModel, match="has no grid in which a shape lies"):
        nqsat.Placement("hex:3", {"blocker": "any"}, ["shape=L4"])
