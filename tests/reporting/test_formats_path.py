"""Streams of tours, read back into the paths that they were written from."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING
from xml.etree.ElementTree import fromstring

import pytest

from nqsat import Board, InvalidModel, Square
from nqsat.counting import solve
from nqsat.modelling import Path, Tour
from nqsat.reporting import FORMATS, lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CLOSED = Tour("3x3", "K")
FIRST = CLOSED.path(
    Square(*cell)
    for cell in ((0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (2, 2), (2, 1), (2, 0), (1, 0))
)
SECOND = CLOSED.path(
    Square(*cell)
    for cell in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))
)

TEXT = """\
1. a3 b3 c3 c2 b2 c1 b1 a1 a2 a3
3 1 2 3
2 9 5 4
1 8 7 6
  a b c
closed

2. a3 b3 c3 b2 c2 c1 b1 a1 a2 a3
3 1 2 3
2 9 4 5
1 8 7 6
  a b c
closed"""

TOURS = (
    Tour("5x6", "N"),
    Tour("5x5", "N", closed=False),
    Tour("5x5", "N", closed=False, unit="undirected"),
    Tour("5x6", "N", start="c3"),
    Tour("torus:4x4", "N"),
    Tour(Board.from_map("#x....\n......\n......\n......\n......"), "N"),
)


def solution(tour: Tour) -> Path:
    found = solve(tour).solution
    assert isinstance(found, Path)
    return found


def read(tour: Tour, names: Sequence[str]) -> Path:
    return tour.path(map(tour.board.parse_square, names))


def test_the_examples_are_tours() -> None:
    assert CLOSED.holds(FIRST)
    assert CLOSED.holds(SECOND)


def test_text_numbers_the_tours_and_parts_them_by_a_blank_line() -> None:
    assert "\n".join(lines([FIRST, SECOND], "text")) == TEXT


def test_text_lists_up_to_64_squares_and_counts_more() -> None:
    # A heading of thousands of squares would scroll the matrix away, which says the same.
    for rows, columns, heading in ((8, 8, "1. a8 b8 c8"), (5, 13, "1. 65 squares from a5")):
        board = Board(rows, columns)
        path = Path(board, board.squares, closed=False, directed=True)
        first, *matrix = lines([path], "text")
        assert first.startswith(heading)
        assert len(matrix) == rows + 1


@pytest.mark.parametrize("tour", TOURS)
def test_jsonl_is_read_back(tour: Tour) -> None:
    path = solution(tour)
    (line,) = lines([path], "jsonl")
    data = json.loads(line)
    assert list(data) == ["squares", "closed", "directed", "numbers"]
    assert read(tour, data["squares"]) == path
    assert (data["closed"], data["directed"]) == (tour.closed, tour.directed)
    # The matrix says the same as the list, for readers that want the one or the other.
    numbered = {
        number: Square(row, column)
        for row, numbers in enumerate(data["numbers"])
        for column, number in enumerate(numbers)
        if number
    }
    assert [numbered[index] for index in range(1, len(path) + 1)] == list(path.squares)


@pytest.mark.parametrize("tour", TOURS)
def test_csv_is_read_back(tour: Tour) -> None:
    path = solution(tour)
    header, *rows = csv.reader(lines([path, path], "csv"))
    assert header == ["squares"]
    assert [read(tour, row[0].split(" ")) for row in rows] == [path, path]


def test_svg_is_one_document_a_line() -> None:
    titles = [fromstring(line)[0].text for line in lines([FIRST, SECOND], "svg")]
    assert titles == [
        "a3 b3 c3 c2 b2 c1 b1 a1 a2 a3 on 3x3",
        "a3 b3 c3 b2 c2 c1 b1 a1 a2 a3 on 3x3",
    ]


def test_fen_is_refused_at_the_first_tour() -> None:
    # Not one by one at the end of a long search: nothing is printed, and nothing more is searched.
    taken = 0

    def endless() -> Iterator[Path]:
        nonlocal taken
        while True:
            taken += 1
            yield FIRST

    with pytest.raises(InvalidModel, match="format: fen is for placements; tours have text, jsonl"):
        next(lines(endless(), "fen"))
    assert taken == 1


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "fen"])
def test_a_path_of_no_squares_is_one_record(name: str) -> None:
    board = Board(0, 0)
    written = list(lines([Path(board, (), closed=False, directed=True)], name))
    assert len(written) == {"text": 2, "csv": 2}.get(name, 1)


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "fen"])
def test_lines_hold_no_newline_and_colour_is_for_text(name: str) -> None:
    written = list(lines([FIRST, SECOND], name, colour=True))
    assert all("\n" not in line for line in written)
    assert ("\x1b" in "".join(written)) == (name == "text")
