"""Boards and tours in a terminal, against pictures drawn by hand."""

from __future__ import annotations

import re

import pytest

from nqsat import Arrangement, Board, InvalidModel, Placement, Square, Tour, solutions
from nqsat.modelling import Path
from nqsat.reporting import draw
from nqsat.rules import Man

QUEENS = """\
8 Q . . . . . . .
7 . . . . Q . . .
6 . . . . . . . Q
5 . . . . . Q . .
4 . . Q . . . . .
3 . . . . . . Q .
2 . Q . . . . . .
1 . . . Q . . . .
  a b c d e f g h"""

TWO_KINDS = """\
3 Q .
2 . # q
1 . . .
  a b c
(torus: edges wrap both ways)
Q = white:Q, q = black:Q, # = wall, blank = hole"""


def arrange(model: Placement, *men: tuple[int, int, int]) -> Arrangement:
    """Men as (row, column, index of the kind)."""
    placed = (Man(Square(row, column), model.kinds[kind].name) for row, column, kind in men)
    return Arrangement(model.setting, tuple(placed))


def queens(solution: list[int]) -> Arrangement:
    size = len(solution)
    model = Placement(f"{size}x{size}", {"Q": size})
    return arrange(model, *((row, column, 0) for row, column in enumerate(solution)))


def two_kinds() -> Arrangement:
    board = Board.from_map("..x\n.#.\n...", "torus")
    return arrange(Placement(board, {"white:Q": 1, "black:Q": 1}), (0, 0, 0), (1, 2, 1))


def strip(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.parametrize(
    ("board", "drawn"),
    [
        (Board(1, 1), "1 .\n  a"),
        (Board(2, 1, "cylinder"), "2 .\n1 .\n  a\n(cylinder: left and right edges wrap)"),
        (Board(10, 2), "\n".join(["10 . .", *(f" {n} . ." for n in range(9, 0, -1)), "   a b"])),
        # 0x0 has one solution, the empty arrangement; something has to be printed for it.
        *((Board(*sides), "(no squares)") for sides in ((0, 0), (0, 5), (5, 0))),
    ],
)
def test_boards(board: Board, drawn: str) -> None:
    assert draw(board) == drawn
    if not board.squares:
        assert draw(board, colour=True) == drawn


def test_queens_and_walls_holes_wrap_and_a_legend() -> None:
    # The hole is at the end of its rank: a trailing blank would be invisible, so there is none.
    for solution, drawn in ((queens([0, 4, 7, 5, 2, 6, 1, 3]), QUEENS), (two_kinds(), TWO_KINDS)):
        assert draw(solution.board, solution) == drawn


def test_two_digit_ranks_and_two_letter_files_stay_aligned() -> None:
    # Column 26 is the first whose name has two letters, rank 9 the last with one digit.
    solution = queens(list(range(30)))
    lines = draw(solution.board, solution).split("\n")
    assert len(lines) == 31
    assert {len(line) for line in lines} == {2 + 30 * 3}
    assert lines[0].startswith("30  Q  .  .")
    assert lines[21].startswith(" 9  .  .")
    assert lines[30].startswith("    a  b  c")
    assert lines[30].endswith(" z aa ab ac ad")
    for row, line in enumerate(lines[:30]):
        assert line[2:].index("Q") == 3 * row + 2


@pytest.mark.parametrize("size", [1, 8, 30])
def test_colour_keeps_letters_over_their_files(size: int) -> None:
    # Leading blanks inside and outside the shading add up; once they did not.
    solution = queens(list(range(size)))
    lines = draw(solution.board, solution, colour=True).split("\n")
    files = [strip(line) for line in lines[size:]]  # names of two letters run downwards
    for row, line in enumerate(lines[:size]):
        place = strip(line).index("Q")
        name = solution.squares_of("Q")[row].rstrip("0123456789")
        assert "".join(letters[place : place + 1] for letters in files).strip() == name
        assert {letters[place + 1 : place + 2] for letters in files} <= {"", " "}


def test_colour_shades_squares_and_men_but_no_holes() -> None:
    solution = two_kinds()
    text = draw(solution.board, solution, colour=True)
    rank = text.split("\n")[0]
    assert rank.startswith("3 \x1b[1;38;5;231;48;5;94m Q\x1b[0m\x1b[48;5;137m  \x1b[0m")
    assert rank.endswith("\x1b[0m")  # the hole c3 has no ground, so the line ends at b3
    assert "\x1b[1;38;5;16;48;5;137m q\x1b[0m" in text
    assert "#" in strip(text)


def test_a_solution_of_another_board_is_refused() -> None:
    path = Path(Board(2, 2), Board(2, 2).squares, closed=True, directed=False)
    for one, what in ((two_kinds(), "torus:3x3 with 1 wall"), (path, "2x2, not to 3x3")):
        with pytest.raises(InvalidModel, match=f"solution: belongs to {what}"):
            draw(Board(3, 3), one)


# -- windows ------------------------------------------------------------------------------


def test_cells_get_narrower_until_the_board_fits() -> None:
    # 30 files: names of two letters make wide cells, then they run downwards, then marks touch.
    solution = queens([0, *range(2, 30, 2), *range(1, 30, 2)])
    for colour, sizes in (
        (False, [92, 92, 92, 92, 62, 62, 33, 33]),
        (True, [63, 63, 63, 63, 63, 33, 33, 33]),
    ):
        for width, widest in zip((None, 123, 122, 92, 80, 62, 50, 20), sizes, strict=True):
            text = draw(solution.board, solution, colour=colour, width=width)
            assert max(map(len, strip(text).split("\n"))) == widest


def test_a_narrow_board() -> None:
    solution = queens([0, *range(2, 28, 2), *range(1, 28, 2)])
    lines = draw(solution.board, solution, width=40).split("\n")
    assert lines[0] == "28 Q..........................."
    assert lines[-2:] == ["                             aa", "   abcdefghijklmnopqrstuvwxyzab"]
    assert len(lines) == 28 + 2


def test_numbers_never_run_into_one_another_without_colour() -> None:
    path = next(iter(solutions(Tour("4x5", "N", closed=False), engine="backtrack")))
    assert draw(path.board, path, width=10) == draw(path.board, path)
    shaded = strip(draw(path.board, path, colour=True, width=10)).split("\n")
    assert {len(line) for line in shaded[:4]} == {1 + 1 + 5 * 2}


# -- tours: a matrix is read back by splitting, never by our own code ------------------------

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
    board = Board(2, 2, "torus")
    lines = draw(board, Path(board, board.squares, closed=True, directed=False)).split("\n")
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


def test_colour_keeps_the_picture_and_marks_the_ends() -> None:
    # What is read must stay the same; a closed path has no last square.
    for drawn, tour, last in (
        (OPEN, Tour("5x5", "N", closed=False), ["25"]),
        (CLOSED, Tour("5x6", "N"), []),
    ):
        solution = path(drawn, tour)
        text = draw(solution.board, solution, colour=True)
        assert [line.split() for line in strip(text).split("\n")] == [
            line.split() for line in drawn.split("\n")
        ]
        assert re.findall(r"\x1b\[1;38;5;231;48;5;22m +(\d+)\x1b", text) == ["1"]
        assert re.findall(r"\x1b\[1;38;5;231;48;5;88m +(\d+)\x1b", text) == last
