"""The symmetries of a board by formulas, each as a map of cells; the groups that they generate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from nqsat import Board, Piece, Square
from nqsat.chess import attacks, carries_sight, symmetries
from support.oracle.brute_force import cells_of

Cell = tuple[int, int]
Move = dict[Cell, Cell]

BASES = [
    "identity", "rot90", "rot180", "rot270",
    "flip-rows", "flip-columns", "transpose", "antitranspose",
]  # fmt: skip


def point_map(base: str, row: int, column: int, rows: int, columns: int) -> Cell:
    down, right = rows - 1 - row, columns - 1 - column
    return {
        "identity": (row, column),
        "rot90": (column, down),  # clockwise: the top row becomes the right file
        "rot180": (down, right),
        "rot270": (right, row),
        "flip-rows": (down, column),
        "flip-columns": (row, right),
        "transpose": (column, row),
        "antitranspose": (right, down),
    }[base]


def move(board: Board, base: str, shift: Cell = (0, 0)) -> Move | None:
    """A base and then a shift, of all cells; None if it is no symmetry of the board."""
    moved = {}
    for row in range(board.rows):
        for column in range(board.columns):
            down, right = point_map(base, row, column, board.rows, board.columns)
            image = Square((down + shift[0]) % board.rows, (right + shift[1]) % board.columns)
            if board.character(image) != board.character(Square(row, column)):
                return None
            moved[row, column] = (image.row, image.column)
    return {cell: moved[cell] for cell in cells_of(board)}


def named(board: Board, name: str) -> Move:
    """The symmetry of this name."""
    base, _, shift = name.partition("+") if "+" in name else (name, "", "")
    if name.startswith("shift"):
        base, shift = "identity", name
    numbers = [int(x) for x in re.findall(r"\d+", shift)] or [0, 0]
    found = move(board, base, (numbers[0], numbers[1]))
    assert found is not None
    return found


def every_move(board: Board) -> list[Move]:
    """The board's whole group, each map of its squares once."""
    square = board.rows == board.columns and board.wrap != "cylinder"
    bases = BASES if square else ["identity", "rot180", "flip-rows", "flip-columns"]
    down = range(board.rows if board.wrap == "torus" else 1)
    right = range(board.columns if board.wrap != "flat" else 1)
    found: list[Move] = []
    for base in bases:
        for a in down:
            for b in right:
                one = move(board, base, (a, b))
                if one is not None and one not in found:
                    found.append(one)
    return found


def generated(board: Board, names: Iterable[str]) -> list[Move]:
    """All products of the named symmetries: products of two, again and again until none is new."""
    cells = cells_of(board)
    found = [{cell: cell for cell in cells}, *(named(board, name) for name in names)]
    while True:
        products = [{cell: g[h[cell]] for cell in cells} for g in found for h in found]
        new = []
        for one in products:
            if one not in found and one not in new:
                new.append(one)
        if not new:
            return [one for i, one in enumerate(found) if one not in found[:i]]
        found += new


def fixes(one: Move, content: Mapping[Cell, str]) -> bool:
    """Whether the image of an arrangement is the arrangement."""
    return {one[cell]: kind for cell, kind in content.items()} == content


def check_carried_sight(piece: Piece, board: Board) -> None:
    """What ``carries_sight`` says of a piece under every symmetry is so pair by pair."""
    table = attacks(piece, board)
    for symmetry in symmetries(board):
        wanted = all(
            (b in table[a]) == (symmetry(b) in table[symmetry(a)])
            for a in board.squares
            for b in board.squares
        )
        assert carries_sight(symmetry, (piece, board), (piece, board)) == wanted, symmetry.name
