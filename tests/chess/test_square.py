"""Squares: names both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.error_asserts import refused

from nqsat import Board, Square
from nqsat.errors import InvalidNotation

# Files go a … z, aa, ab …: the step from z to aa is where base 26 without a zero goes wrong.
FILES = {0: "a", 1: "b", 25: "z", 26: "aa", 27: "ab", 51: "az", 52: "ba", 701: "zz", 702: "aaa"}


@pytest.mark.parametrize(("column", "letters"), FILES.items())
def test_files(column: int, letters: str) -> None:
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
def test_refused(text: str) -> None:
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
