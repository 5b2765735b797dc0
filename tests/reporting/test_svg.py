"""SVG pictures, read back as XML."""

from __future__ import annotations

from collections import Counter
from xml.etree.ElementTree import Element

import pytest
from support.pictures import NS, named, read

from nqsat import Arrangement, Board, InvalidModel, Kind, Piece, Placement, Square
from nqsat.modelling import Path, Setting
from nqsat.reporting import svg
from nqsat.rules import Man, Number


def classes(root: Element, tag: str) -> Counter[str]:
    return Counter(node.get("class", "") for node in root.iter(NS + tag))


def texts(root: Element, name: str) -> list[str]:
    return [node.text or "" for node in named(root, name)]


def men(root: Element) -> list[str]:
    """The figures, each with its colour, and the letters of those who have none."""
    (group,) = named(root, "men")
    names = (node.get("class", "").removeprefix("man ") for node in group.iter(f"{NS}g"))
    figures = [name for name in names if name.endswith((" white", " black"))]
    return figures + texts(group, "man")


def scene(board: str | Board, *pieces: str) -> Arrangement:
    """One man of each kind, in row-major order of the squares."""
    model = Placement(board, dict.fromkeys(pieces, 1))
    men = (
        Man(square, kind.name)
        for square, kind in zip(model.board.squares, model.kinds, strict=False)
    )
    return Arrangement(model.setting, tuple(men))


def queens() -> Arrangement:
    model = Placement("8x8", {"Q": 8})
    rows = enumerate([0, 4, 7, 5, 2, 6, 1, 3])
    return Arrangement(model.setting, tuple(Man(Square(*cell), "Q") for cell in rows))


def test_eight_queens() -> None:
    solution = queens()
    root = read(svg(solution.board, solution))
    assert classes(root, "rect") == {"ground": 1, "light": 32, "dark": 32}
    assert men(root) == ["queen black"] * 8
    assert root.get("role") == "img"
    title = root[0]
    assert title.tag == f"{NS}title"
    assert title.text == "a8 b2 c4 d1 e7 f5 g3 h6 on 8x8"
    coordinates = [node.text for node in root.iter(f"{NS}text") if node.get("class") is None]
    assert coordinates == [*"87654321", *"abcdefgh"]


def test_the_bottom_left_square_is_dark_and_men_stand_in_their_squares() -> None:
    # A picture that is mirrored or upside down still has 8 queens and 64 squares.
    solution = queens()
    root = read(svg(solution.board, solution))
    cells = [node for node in root.iter(f"{NS}rect") if node.get("class") != "ground"]
    assert cells[56].get("class") == "dark"
    figures = [node for node in root.iter(f"{NS}g") if node.get("class") == "man queen black"]
    for man, (square, _) in zip(figures, solution.men, strict=True):
        cell = cells[8 * square.row + square.column]
        corner = f"translate({cell.get('x')} {cell.get('y')})"
        assert man.get("transform", "").startswith(corner)


def test_walls_and_holes() -> None:
    root = read(svg(Board.from_map("..x\n.#.\nx..")))
    assert classes(root, "rect") == {"ground": 1, "light": 4, "dark": 2, "wall": 1, "hole": 2}
    assert len(list(root.iter(f"{NS}path"))) == 2  # hatching, one a hole


NAMES = ("king", "queen", "rook", "bishop", "knight")


@pytest.mark.parametrize(
    ("pieces", "shown", "discs", "marks"),
    [
        ([f"{colour}:{piece}" for piece in "KQRBN" for colour in ("white", "black")],
         [f"{name} {colour}" for name in NAMES for colour in ("white", "black")], 0, 0),
        # WF moves as a king does and RB as a queen; fairy pieces are letters in circles.
        (["WF", "RB", "NN", "(1,4)", "fN"], ["king black", "queen black", "knight black", "G", "F"], 2, 0),
        # Who moves as a knight too is marked.
        (["RN", "white:BN"], ["rook black", "bishop white"], 0, 2),
        # Q and black:Q would both be the black queen, red and blue men have no figure at all.
        (["Q", "black:Q", "red:N", "blue:N", "R"], ["rook black", "Q", "q", "R", "B"], 4, 0),
    ],
)  # fmt: skip
def test_a_piece_is_known_by_its_moves_and_its_colour(
    pieces: list[str], shown: list[str], discs: int, marks: int
) -> None:
    solution = scene("5x5", *pieces)
    root = read(svg(solution.board, solution))
    assert men(root) == shown
    # On the board and in the legend.
    assert classes(root, "circle")["disc"] == 2 * discs
    assert [node.text for node in root.iter(f"{NS}text")].count("N") == 2 * marks


def test_the_board_may_be_empty_or_a_single_square() -> None:
    assert classes(read(svg(Board(0, 0))), "rect") == {"ground": 1}
    assert classes(read(svg(Board(1, 1))), "rect") == {"ground": 1, "dark": 1}


def test_a_large_board_is_scaled_down_but_keeps_its_geometry() -> None:
    small, large = read(svg(Board(64, 64))), read(svg(Board(128, 128)))
    assert float(large.get("width", "")) < 1.01 * float(small.get("width", ""))
    left, top, width, height = map(float, large.get("viewBox", "").split())
    assert (left, top) == (0, 0)
    assert width > 128 * 45
    assert height > 128 * 45


def test_a_title_that_is_hostile_stays_well_formed() -> None:
    # A Kind made by hand may have any printable name; no markup gets through.
    kind = Kind('<b>&"', Piece.parse("Q"), Number.parse(1), None, "Q")
    other = Kind("K", Piece.parse("K"), Number.parse(0))
    board = Board(1, 1)
    text = svg(board, Arrangement(Setting(board, (kind, other)), (Man(Square(0, 0), kind.name),)))
    assert read(text)[0].text == '<b>&"@a1 on 1x1'


def test_strangers_are_refused() -> None:
    with pytest.raises(InvalidModel, match="solution: belongs to 8x8, not to 9x9"):
        svg(Board(9, 9), queens())
    ring = Path(Board(2, 2), Board(2, 2).squares, closed=True, directed=False)
    with pytest.raises(InvalidModel, match="solution: belongs to 2x2, not to torus:2x2"):
        svg(Board(2, 2, "torus"), ring)
