"""Boards: maps and sizes, names of squares, and what is refused."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.error_asserts import refused

from nqsat import Board, Square
from nqsat.chess.board import MAX_SQUARES
from nqsat.errors import InvalidNotation

MAPS = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.text(alphabet=".#x", min_size=width, max_size=width), min_size=1, max_size=6
    ).map("\n".join)
)


@given(MAPS, st.sampled_from(["flat", "cylinder", "torus"]))
def test_map_round_trip(text: str, wrap: Any) -> None:
    board = Board.from_map(text, wrap)
    assert str(board) == text
    assert Board.from_map(str(board), wrap) == board == eval(repr(board), {"Board": Board})
    dots = [
        (row, column)
        for row, line in enumerate(text.split("\n"))
        for column, character in enumerate(line)
        if character == "."
    ]
    assert list(board.squares) == dots  # row by row from the top left
    assert all(cell in board for cell in dots)


@given(MAPS, st.data())
def test_empty_lines_at_the_ends_and_comments_are_no_rows(text: str, data: st.DataObject) -> None:
    comments = st.sampled_from(["# a comment", "# 8x8 x", "#\t: é", "# !"])
    empty = st.sampled_from(["", " ", "\t"])
    rows = text.split("\n")
    for _ in range(data.draw(st.integers(0, 3))):
        rows.insert(data.draw(st.integers(0, len(rows))), data.draw(comments))
    before, behind = data.draw(st.lists(empty | comments)), data.draw(st.lists(empty | comments))
    ends = data.draw(st.sampled_from(["\n", "\r\n", " \n"]))
    assert Board.from_map(ends.join([*before, *rows, *behind])) == Board.from_map(text)


def test_a_row_of_walls_is_no_comment() -> None:
    assert Board.from_map("###\n#.x\n").rows == 2
    for text in ("# #\n...", "#.y\n...", "# .\n...", "#a comment\n...", "# \n"):
        refused(partial(Board.from_map, text + "..."))


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("...\n...\n..\n...", 3, None),
        ("\n# rows\n..\n..o", 4, None),
        ("\n# rows\n..\n.o", 4, 2),
        ("..\n\n..", 2, None),  # a blank line must not be skipped: it would move the rows below
        *((f"...\n.{character}.", 2, 2) for character in "X* o1é"),
        ("...\n.\t.", 2, None),
    ],
)
def test_maps_that_are_none(text: str, line: int, column: int | None) -> None:
    error: Any = refused(lambda: Board.from_map(text), "board")
    assert (error.line, error.column) == (line, column)


def test_empty() -> None:
    assert Board.from_map("") == Board(0, 0)
    assert Board(0, 0).squares == Board(0, 5).squares == Board(5, 0).squares == ()


#: Arguments that are refused. bool is an int in Python: True must not pass for a size of 1. And what
#: exists is valid: half a cell is no cell, and a wall that is none would split equal boards.
REFUSED: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    *(("board.rows", (size, 3), {}) for size in (-1, True, False, 2.0, "3", None)),
    *(("board.columns", (3, size), {}) for size in (-1, True, False, 2.0, "3")),
    *(("board", sizes, {}) for sizes in ((10**9, 10**9), (1, MAX_SQUARES + 1))),
    *((f"board.{name}", (3, 3), {name: frozenset([cell])})
      for name in ("walls", "holes")
      for cell in ((-1, 0), (0, -1), (3, 0), (0, 3), (0.5, 1), (0,), (0, 1, 2), ("a", 1), 5)),
    *(("board.holes", (3, 3), {"holes": [name]}) for name in ("a4", "d1", "A1", "a", "")),
    ("board.holes", (), {"geometry": Board.parse("hex:3").geometry, "holes": ["a1"]}),
    ("board.holes", (3, 3), {"walls": frozenset([(1, 1)]), "holes": frozenset([(1, 1)])}),
    ("board.wrap", (3, 3, "moebius"), {}),
]  # fmt: skip


@pytest.mark.parametrize(("field", "arguments", "cells"), REFUSED)
def test_refused(field: str, arguments: tuple[Any, ...], cells: dict[str, Any]) -> None:
    refused(lambda: Board(*arguments, **cells), field)


def test_walls_and_holes_by_their_names() -> None:
    named = Board("4x5", walls=["a1"], holes=["e4", (1, 1)])
    assert named == Board(4, 5, walls=[(3, 0)], holes=[(0, 4), (1, 1)])


def test_the_largest_board() -> None:
    assert Board(1, MAX_SQUARES).columns == MAX_SQUARES
    refused(lambda: Board.parse("999999999999x999999999999"), "board")


def test_contains_takes_cells_only() -> None:
    board = Board(3, 3)
    assert (0, 0) in board
    assert (2, 2) in board
    for other in ((3, 0), (0, 3), (-1, 0), (0, -1), (0,), "ab", None, (0.5, 1)):
        assert other not in board


def test_parse() -> None:
    assert Board.parse("4x7") == Board(4, 7)  # rows first
    assert Board.parse("torus:4x7") == Board(4, 7, "torus")
    assert Board.parse("cylinder:4x7") == Board(4, 7, "cylinder")
    assert Board.parse("0x0") == Board(0, 0)
    # A cross as it is on the keyboard, or as a printer has it; one number is a square board.
    for wrap in ("", "torus:", "cylinder:"):
        for cross in "xX×":
            assert Board.parse(f"{wrap}4{cross}7") == Board.parse(f"{wrap}4x7")
        assert Board.parse(f"{wrap}12") == Board.parse(f"{wrap}12x12")
    assert Board.parse("2X3×4") == Board.parse("2x3x4") == Board.solid(2, 3, 4)


@pytest.mark.parametrize(
    "text",
    ["", "8x", "x8", "8x8x", "-8x8", "torus:4x4x", "8x8 ", "8x8\n", "moebius:8x8", "٣x٣",
     "torus:", "torus:torus:3x3", "8.0x8", "torus 3x3"],
)  # fmt: skip
def test_parse_refuses(text: str) -> None:
    assert isinstance(refused(lambda: Board.parse(text), "board"), InvalidNotation)


def test_files(tmp_path: Any) -> None:
    path = tmp_path / "map.txt"
    path.write_text("..#\nx..\n", encoding="utf-8")
    board = Board.parse(f"file:{path}")
    assert str(board) == "..#\nx.."
    assert Board.parse(f"torus:file:{path}") == Board.from_map("..#\nx..", "torus")
    path.write_bytes("\r\n".join(["..#", "x.."]).encode())  # written on Windows
    assert Board.parse(f"file:{path}") == board
    path.write_text("..\n.", encoding="utf-8")
    error: Any = refused(lambda: Board.parse(f"file:{path}"))
    assert error.line == 2
    path.write_bytes(b"\xff\xfe\x00")
    for bad in (path, tmp_path / "none.txt", tmp_path, "", "\0"):
        refused(partial(Board.parse, f"file:{bad}"), "board")


def test_titles() -> None:
    assert Board(8, 8).title == "8x8"
    assert Board(7, 5, "torus").title == "torus:7x5"
    assert Board.from_map("x#\nx.").title == "2x2 with 1 wall, 2 holes"


def test_values() -> None:
    # Frozen values: equal boards are one key.
    assert Board(2, 2) == Board.from_map("..\n..")
    assert len({Board(2, 2), Board.from_map("..\n.."), Board(2, 2, "torus")}) == 2
    with pytest.raises(AttributeError):
        Board(2, 2).rows = 3  # type: ignore[misc]


# -- squares: names both ways ---------------------------------------------------------------------


# Files go a … z, aa, ab …: the step from z to aa is where base 26 without a zero goes wrong.
FILES = {0: "a", 1: "b", 25: "z", 26: "aa", 27: "ab", 51: "az", 52: "ba", 701: "zz", 702: "aaa"}


@pytest.mark.parametrize(("column", "letters"), FILES.items())
def test_files_have_letters(column: int, letters: str) -> None:
    assert Square(0, column).name(1) == f"{letters}1"
    assert Square.parse(f"{letters}1", 1) == (0, column)


def test_ranks_count_from_the_bottom() -> None:
    # A board drawn upside down is still a board: only a fixed example notices.
    assert Square(0, 2).name(8) == "c8"
    assert Square(7, 0).name(8) == "a1"
    assert Square.parse("c4", 8) == (4, 2)
    assert Square.parse("a10", 10) == (0, 0)


@given(st.integers(1, 10**8), st.integers(0, 10**7), st.data())
def test_round_trip(rows: int, column: int, data: st.DataObject) -> None:
    square = Square(data.draw(st.integers(0, rows - 1)), column)
    assert Square.parse(square.name(rows), rows) == square


# Each is one slip: no rank, no file, rank 0, sign, space, capital, too high, not ASCII, empty.
@pytest.mark.parametrize(
    "text", ["c", "4", "c0", "c-1", "c04", " c4", "c4 ", "c4\n", "C4", "c9", "c٤", "é1", "", "a1b"]
)
def test_what_names_no_square(text: str) -> None:
    error = refused(lambda: Square.parse(text, 8), "square")
    assert isinstance(error, InvalidNotation)
    assert error.text == text


# A name that is a name but not of a square here says why: wall, hole, or off the board.
@pytest.mark.parametrize(
    ("text", "why"), [("a1", "wall"), ("b1", "hole"), ("d1", "the board has 3 files")]
)
def test_of_a_board(text: str, why: str) -> None:
    board = Board.from_map("...\n#x.")
    assert board.parse_square("c1") == (1, 2)
    refused(lambda: board.parse_square(text), "square", why)
