"""Tilings by polyominoes beside exact cover in plain Python, which shares nothing with the rule."""

from __future__ import annotations

from random import Random

import pytest
from support.oracle.polyominoes import Cells, places

import nqsat
from nqsat import Board, Placement, count
from nqsat.modelling.rules import Domination, Shape
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


# -- why shapes do not cover a board --------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "pieces", "words"),
    [
        ("4x5", "I4,L4,O4,S4,T4", "it has 10 and 10 squares"),
        ("3x4", "I4,L4,L4", None),
        ("3x4", "I4,O4", "the shapes have 8 squares, and the board has 12"),
        ("2x4", "T4,T4", None),  # two of them have no imbalance
        ("3x3", "I4,L5", None),
        ("torus:2x2", "T4", None),  # the colours of an odd torus mean nothing
    ],
)
def test_an_obstacle_is_an_argument(board: str, pieces: str, words: str | None) -> None:
    model = polyominoes(board, pieces)
    obstacle = model.obstacle
    assert (obstacle is None) == (words is None)
    assert model.contradiction is None  # so it may be asked, and a search agrees
    found = count(model, engine="sat")
    assert found.complete
    if words is not None:
        assert words in str(obstacle)
        assert found.value == 0
        assert found.note == obstacle


def test_nothing_is_said_of_what_need_not_be_covered_or_attacks() -> None:
    shapes = [Shape("O4", ("a:blocker",))]
    assert Placement("3x3", {"a:blocker": "any"}, shapes).obstacle is None
    kings = Placement("3x3", {"K": "any"}, [Domination(), Shape("O4", ("K",))])
    assert kings.obstacle is None
    assert count(kings).value == 4


@pytest.mark.parametrize(("text", "obstacle"), [("x..\n...\n...", False), (".x.\n...\n...", True)])
def test_holes_change_the_colours(text: str, obstacle: bool) -> None:
    kinds = {"a:blocker": "any", "b:blocker": "any"}
    rules = [Domination(), Shape("L4", ("a:blocker",)), Shape("O4", ("b:blocker",))]
    model = Placement(Board.from_map(text), kinds, rules)
    assert ("5 and 3 squares" in (model.obstacle or "")) == obstacle
    assert (count(model).value == 0) >= obstacle
