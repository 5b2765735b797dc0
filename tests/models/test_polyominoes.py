"""Tilings by polyominoes beside exact cover in plain Python, which shares nothing with the rule."""

from __future__ import annotations

from random import Random

import pytest
from support.oracle.polyominoes import Cells, places

import nqsat
from nqsat.modelling.rules.shapes import POLYOMINOES
from nqsat.models import polyominoes
from nqsat.reporting.model_svg import drawn_model


def tilings(left: Cells, tiles: list[str], sides: tuple[int, int] | None) -> int:
    """How many ways the tiles, one after the other, cover what is left; ``sides``: of a torus."""
    if not tiles:
        return int(not left)
    lying = places(tiles[0], left, *(sides or ()))
    return sum(tilings(left - place, tiles[1:], sides) for place in lying)


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
    wanted = tilings(board, tiles, (rows, columns) if wraps else None)
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


def test_the_twelve_have_a_name_and_what_is_no_tile_is_refused() -> None:
    letters = "FILNPTUVWXYZ"
    twelve = ",".join(f"{letter}5" for letter in letters)
    assert polyominoes("6x10", "pentominoes") == polyominoes("6x10", twelve) == polyominoes("6x10")
    with pytest.raises(nqsat.InvalidModel, match=r"^pieces: 'FILN': write rows of X"):
        polyominoes("4x5", "FILN")


def test_tiles_are_drawn_as_regions_and_colours_as_pieces() -> None:
    solution = nqsat.solve("polyominoes", board="3x5", pieces="L5,P5,V5").solution
    assert solution is not None
    drawn = solution.svg()
    assert 'class="regions"' in drawn
    assert 'class="pieces"' not in drawn
    assert [drawn.count(f">{letter}<") for letter in "LPV"] == [1, 1, 1]
    assert "blocker" not in drawn.partition("</title>")[2] + solution.draw()
    begun = nqsat.Placement(
        "2x2", {"a:blocker": "any", "b:blocker": "any"}, presets=["a:blocker@a1"]
    )
    # On the board, and twice in the legend.
    assert drawn_model(begun).count('<use class="piece tile"') == 3
    red = nqsat.solve(nqsat.Placement("2x2", {"red:blocker": 2, "blue:blocker": 2})).solution
    assert red is not None
    assert 'class="regions"' not in red.svg()
    assert "red:blocker" in red.draw()
