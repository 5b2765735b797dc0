"""Tours in a terminal, against pictures: a matrix is read back by splitting, never by our own code."""

from __future__ import annotations

import re

import pytest

from nqsat import Board, InvalidModel, Square
from nqsat.counting import solve
from nqsat.modelling import Path, Tour
from nqsat.reporting import draw

OPEN = """\
5 25  8 13 18 23
4 14 19 24  5 12
3  9  4  7 22 17
2 20 15  2 11  6
1  3 10 21 16  1
   a  b  c  d  e"""

CLOSED = """\
5  1 18 11 22  3 16
4 10 27  2 17 12 23
3 19 30 21  6 15  4
2 26  9 28 13 24  7
1 29 20 25  8  5 14
   a  b  c  d  e  f
closed"""

# The wall and the hole stand side by side, as cells of the same width as the numbers.
HOLES = """\
5  #     1  6 11 18
4  2  5 24 17 28  7
3 23 16  3 10 19 12
2  4 25 14 21  8 27
1 15 22  9 26 13 20
   a  b  c  d  e  f
closed
# = wall, blank = hole"""


def path(picture: str, tour: Tour) -> Path:
    """The path that a picture shows; a solution of the tour, or the picture is wrong."""
    numbered = {}
    for row in range(tour.board.rows):
        line = picture.split("\n")[row]
        width = (len(line) - 1) // tour.board.columns
        for column in range(tour.board.columns):
            text = line[1 + column * width : 1 + (column + 1) * width].strip()
            if text not in ("", "#"):
                numbered[int(text)] = Square(row, column)
    found = tour.path(square for _, square in sorted(numbered.items()))
    assert tour.holds(found)
    return found


def strip(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.parametrize(
    ("picture", "tour"),
    [
        (OPEN, Tour("5x5", "N", closed=False)),
        (CLOSED, Tour("5x6", "N")),
        (HOLES, Tour(Board.from_map("#x....\n......\n......\n......\n......"), "N")),
    ],
)
def test_golden_pictures(picture: str, tour: Tour) -> None:
    assert draw(tour.board, path(picture, tour)) == picture


def test_what_the_matrix_does_not_show_stands_below() -> None:
    # Open with, closed without direction is what those words mean; only the other two say more.
    board = Board(2, 2)
    squares = board.squares
    notes = {
        (closed, directed): draw(board, Path(board, squares, closed, directed)).split("\n")[3:]
        for closed in (True, False)
        for directed in (True, False)
    }
    assert notes == {
        (True, False): ["closed"],
        (True, True): ["closed, directed"],
        (False, True): [],
        (False, False): ["open, undirected"],
    }


def test_the_wrap_is_said_of_tours_too() -> None:
    solution = solve(Tour("torus:4x4", "N")).solution
    assert isinstance(solution, Path)
    lines = draw(solution.board, solution).split("\n")
    assert lines[-2:] == ["closed", "(torus: edges wrap both ways)"]


def test_squares_that_a_path_does_not_visit_are_empty() -> None:
    # A partial tour is a Path as well; 0 would look like a number.
    board = Board(2, 2)
    partial = Path(board, (Square(0, 0), Square(1, 1)), closed=False, directed=True)
    assert draw(board, partial) == "2 1 .\n1 . 2\n  a b"
    assert draw(board, Path(board, (), closed=False, directed=True)) == "2 . .\n1 . .\n  a b"


def test_numbers_and_files_share_the_wider_width() -> None:
    # Numbers of three digits over names of two letters, and names of two letters over small numbers.
    board = Board(4, 30)
    lines = draw(board, Path(board, board.squares, closed=False, directed=True)).split("\n")
    assert {len(line) for line in lines} == {1 + 30 * 4}
    assert lines[0].startswith("4   1   2   3")
    assert lines[3].endswith(" 119 120")
    assert lines[4].startswith("    a   b")
    assert lines[4].endswith("  ac  ad")
    few = Path(board, board.squares[:3], closed=False, directed=True)
    assert draw(board, few).startswith("4  1  2  3  .")


def test_a_wide_board_is_still_a_matrix() -> None:
    board = Board(2, 80)
    lines = draw(board, Path(board, board.squares, closed=False, directed=True)).split("\n")
    assert [int(word) for line in lines[:2] for word in line.split()[1:]] == [*range(1, 161)]


def test_colour_keeps_the_picture_and_marks_the_ends() -> None:
    # Each cell gets a blank on both sides; what is read must stay the same.
    solution = path(OPEN, Tour("5x5", "N", closed=False))
    text = draw(solution.board, solution, colour=True)
    assert [line.split() for line in strip(text).split("\n")] == [
        line.split() for line in OPEN.split("\n")
    ]
    assert re.findall(r"\x1b\[1;38;5;231;48;5;22m +(\d+) ", text) == ["1"]
    assert re.findall(r"\x1b\[1;38;5;231;48;5;88m +(\d+) ", text) == ["25"]


def test_a_closed_path_has_no_last_square() -> None:
    solution = path(CLOSED, Tour("5x6", "N"))
    text = draw(solution.board, solution, colour=True)
    assert "48;5;22m" in text
    assert "48;5;88m" not in text


def test_a_path_of_another_board_is_refused() -> None:
    board = Board(2, 2)
    with pytest.raises(InvalidModel, match="solution: belongs to 2x2, not to 3x3"):
        draw(Board(3, 3), Path(board, board.squares, closed=True, directed=False))
