"""Boards: maps and sizes, and what is refused."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqsat import Board, InvalidModel, Square
from nqsat.chess.board import MAX_SQUARES
from nqsat.errors import InvalidNotation

MAPS = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.text(alphabet=".#x", min_size=width, max_size=width), min_size=1, max_size=6
    ).map("\n".join)
)


@given(MAPS)
def test_map_round_trip(text: str) -> None:
    board = Board.from_map(text)
    assert str(board) == text
    assert Board.from_map(str(board)) == board
    dots = [
        (row, column)
        for row, line in enumerate(text.split("\n"))
        for column, character in enumerate(line)
        if character == "."
    ]
    assert list(board.squares) == dots  # row by row from the top left
    assert [cell for cell in dots if cell not in board] == []


@given(MAPS, st.sampled_from(["flat", "cylinder", "torus"]))
def test_repr_is_python(text: str, wrap: Any) -> None:
    board = Board.from_map(text, wrap)
    assert eval(repr(board), {"Board": Board}) == board


def test_a_map_may_end_in_a_newline() -> None:
    # Editors put one there; it is not a row.
    assert Board.from_map("..\n..\n") == Board(2, 2)


def test_ragged_line_is_named() -> None:
    with pytest.raises(InvalidNotation) as error:
        Board.from_map("...\n...\n..\n...")
    assert (error.value.field, error.value.line) == ("board", 3)


def test_empty_line_is_ragged() -> None:
    # A blank line in the middle must not be skipped: it would move the rows below.
    with pytest.raises(InvalidNotation) as error:
        Board.from_map("..\n\n..")
    assert error.value.line == 2


@pytest.mark.parametrize("character", ["X", "*", " ", "o", "1", "é", "\t"])
def test_unknown_character_is_named(character: str) -> None:
    with pytest.raises(InvalidNotation) as error:
        Board.from_map(f"...\n.{character}.")
    assert (error.value.line, error.value.column) == (2, 2)


def test_empty() -> None:
    assert Board.from_map("") == Board(0, 0)
    assert Board(0, 0).squares == Board(0, 5).squares == Board(5, 0).squares == ()


# bool is an int in Python: True must not pass for a size of 1.
@pytest.mark.parametrize("size", [-1, True, False, 2.0, "3", None])
def test_bad_sizes(size: Any) -> None:
    for arguments, name in (((size, 3), "board.rows"), ((3, size), "board.columns")):
        with pytest.raises(InvalidModel) as error:
            Board(*arguments)
        assert error.value.field == name


def test_huge_sizes_are_refused_before_anything_is_built() -> None:
    with pytest.raises(InvalidModel) as error:
        Board(10**9, 10**9)
    assert error.value.field == "board"
    with pytest.raises(InvalidModel):
        Board.parse("999999999999x999999999999")
    assert Board(1, MAX_SQUARES).columns == MAX_SQUARES  # just allowed
    with pytest.raises(InvalidModel):
        Board(1, MAX_SQUARES + 1)  # just not


def test_cells_off_the_board_or_twice() -> None:
    for name in ("walls", "holes"):
        for cell in ((-1, 0), (0, -1), (3, 0), (0, 3)):
            with pytest.raises(InvalidModel) as error:
                Board(3, 3, **{name: frozenset([Square(*cell)])})  # type: ignore[arg-type]
            assert error.value.field == f"board.{name}"
    with pytest.raises(InvalidModel) as error:
        Board(3, 3, walls=frozenset([Square(1, 1)]), holes=frozenset([Square(1, 1)]))
    assert error.value.field == "board.holes"


# What exists is valid: half a cell is no cell, and a wall that is none would split equal boards.
@pytest.mark.parametrize("cell", [(0.5, 1), (0,), (0, 1, 2), ("a", 1), 5])
@pytest.mark.parametrize("name", ["walls", "holes"])
def test_cells_that_are_none(name: str, cell: Any) -> None:
    with pytest.raises(InvalidModel) as error:
        Board(3, 3, **{name: frozenset([cell])})  # type: ignore[arg-type]
    assert error.value.field == f"board.{name}"


def test_contains_takes_cells_only() -> None:
    board = Board(3, 3)
    assert (0, 0) in board
    assert (2, 2) in board
    for other in ((3, 0), (0, 3), (-1, 0), (0, -1), (0,), "ab", None, (0.5, 1)):
        assert other not in board


def test_wrap_is_checked() -> None:
    with pytest.raises(InvalidModel) as error:
        Board(3, 3, "klein")  # type: ignore[arg-type]
    assert error.value.field == "board.wrap"


def test_parse() -> None:
    assert Board.parse("4x7") == Board(4, 7)  # rows first
    assert Board.parse("torus:4x7") == Board(4, 7, "torus")
    assert Board.parse("cylinder:4x7") == Board(4, 7, "cylinder")
    assert Board.parse("0x0") == Board(0, 0)


@pytest.mark.parametrize(
    "text",
    ["", "8", "8x", "x8", "8x8x", "-8x8", "8 x 8", "8X8", "8x8 ", "8x8\n", "klein:8x8", "٣x٣",
     "torus:", "torus:torus:3x3", "8.0x8", "torus 3x3"],
)  # fmt: skip
def test_parse_refuses(text: str) -> None:
    with pytest.raises(InvalidNotation) as error:
        Board.parse(text)
    assert error.value.field == "board"


@given(st.text(max_size=12))
def test_parse_random_text(text: str) -> None:
    if "file:" in text:
        return
    with suppress(InvalidModel):
        Board.parse(text)


def test_files(tmp_path: Any) -> None:
    path = tmp_path / "map.txt"
    path.write_text("..#\nx..\n", encoding="utf-8")
    board = Board.parse(f"file:{path}")
    assert str(board) == "..#\nx.."
    assert Board.parse(f"torus:file:{path}") == Board.from_map("..#\nx..", "torus")
    path.write_bytes("\r\n".join(["..#", "x.."]).encode())  # written on Windows
    assert Board.parse(f"file:{path}") == board
    path.write_text("..\n.", encoding="utf-8")
    with pytest.raises(InvalidNotation) as error:
        Board.parse(f"file:{path}")
    assert error.value.line == 2
    path.write_bytes(b"\xff\xfe\x00")
    for bad in (path, tmp_path / "none.txt", tmp_path, "", "\0"):
        with pytest.raises(InvalidModel, match=r"^board: "):
            Board.parse(f"file:{bad}")


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
