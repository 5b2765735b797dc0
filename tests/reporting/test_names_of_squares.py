"""A square of a solid board has one name, wherever it is shown; what is between its layers has none."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from nqsat import Arrangement, Board, Placement, Square
from nqsat.chess.square import file_name
from nqsat.reporting import draw, svg
from nqsat.reporting.heat import heat
from nqsat.reporting.text import grid
from nqsat.rules import PlacedPiece

SHAPES = [
    (2, 2, 2), (4, 4, 4), (3, 1, 2), (1, 3, 4), (2, 3, 5), (1, 1, 1), (3, 3, 9), (2, 2, 2, 2), (1, 2, 3, 3),
    (0, 2, 2),
]  # fmt: skip


def named_in_text(picture: str, board: Board) -> dict[Square, str]:
    """Where a terminal shows a mark, by the names at the edges: file below, rank at the left."""
    lines = picture.split("\n")[: board.rows + 1]
    files = {match.start(): match[0] for match in re.finditer(r"\S+", lines[-1])}
    found = {}
    for row, line in enumerate(lines[:-1]):
        if rank := re.match(r" *([0-9]+)", line):
            for at, name in files.items():
                if line[at : at + len(name)].strip():
                    column = next(x for x in range(board.columns) if file_name(x) == name)
                    found[Square(row, column)] = f"{name}{rank[1]}"
    return found


def named_in_svg(text: str) -> set[str]:
    """The names at the edges of a picture."""
    root = ET.fromstring(text)
    group = next((x for x in root.iter() if x.get("class") == "coordinates"), None)
    return set() if group is None else {"".join(x.itertext()) for x in group}


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_one_name_in_every_place(shape: tuple[int, ...]) -> None:
    board = Board.solid(*shape)
    names = {square: square.name(board.rows) for square in board.squares}
    assert len({*names.values()}) == len(names)
    assert {board.parse_square(name): name for name in names.values()} == names
    model = Placement(board, {"K": "any"})
    picture = draw(board)
    assert "#" not in picture
    if board.columns <= 26:
        assert named_in_text(picture, board) == names
    edges = {f for f, _ in map(split, names.values())} | {r for _, r in map(split, names.values())}
    if max(board.rows, board.columns) < 20:  # else there is room for some only
        assert named_in_svg(svg(board)) == edges
    assert "#" not in next(
        iter(heat(model, {PlacedPiece(s, "K"): 1 for s in names}, 1, "text")), ""
    )
    for square, name in names.items():
        one = Arrangement(model.setting, (PlacedPiece(square, "K"),))
        assert (str(one), one.to_json()["squares"]) == (name, {"K": [name]})
        row = draw(board, one).split("\n")[square.row]
        assert row.lstrip().startswith(name.lstrip("abcdefghijklmnopqrstuvwxyz"))
        assert "K" in row


def split(name: str) -> tuple[str, str]:
    file = name.rstrip("0123456789")
    return file, name.removeprefix(file)


def test_walls_of_a_flat_board_are_shown() -> None:
    board = Board.from_map(".#.\n...")
    assert draw(board).startswith("2 . # .\n1 . . .\n  a b c")
    assert grid(board, {}) == "2 . # .\n1 . . .\n  a b c"
