"""Streams of solutions, read back by the readers of each format."""

from __future__ import annotations

import csv
import json
from itertools import islice
from typing import TYPE_CHECKING
from xml.etree.ElementTree import fromstring

import pytest

import nqsat.reporting
from nqsat import Arrangement, Board, InvalidModel, Placement, Square
from nqsat.counting import solve
from nqsat.modelling import Path, Solution, Tour
from nqsat.reporting import FORMATS, lines
from nqsat.rules import Man

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MODEL = Placement("2x3", {"white:N": "1", "black:K": "any"})
FIRST = Arrangement(
    MODEL.setting,
    (Man(Square(1, 0), "white:N"), Man(Square(0, 2), "black:K"), Man(Square(1, 2), "black:K")),
)
SECOND = Arrangement(MODEL.setting, (Man(Square(0, 1), "white:N"),))

CLOSED = Tour("3x3", "K")
ONE = CLOSED.path(
    Square(*cell)
    for cell in ((0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (2, 2), (2, 1), (2, 0), (1, 0))
)
OTHER = CLOSED.path(
    Square(*cell)
    for cell in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))
)

TEXT = """\
1. white:N@a1 black:K@c1 black:K@c2
2 . . k
1 N . k
  a b c
N = white:N, k = black:K

2. white:N@b2
2 . N .
1 . . .
  a b c
N = white:N, k = black:K"""

TOUR_TEXT = """\
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


def test_names_are_sorted_and_are_no_modules() -> None:
    # svg and progress are modules too; what the package gives must be the function.
    names = nqsat.reporting.__all__
    assert names == sorted(names)
    assert all(callable(getattr(nqsat.reporting, name)) for name in names if name != "FORMATS")


def test_the_formats_and_their_order() -> None:
    assert FORMATS == ("text", "jsonl", "csv", "fen", "svg")
    assert CLOSED.holds(ONE)
    assert CLOSED.holds(OTHER)


@pytest.mark.parametrize(("pair", "text"), [((FIRST, SECOND), TEXT), ((ONE, OTHER), TOUR_TEXT)])
def test_text_numbers_the_boards_and_parts_them_by_a_blank_line(
    pair: tuple[Solution, Solution], text: str
) -> None:
    assert "\n".join(lines(pair, "text")) == text


def solution(tour: Tour) -> Path:
    found = solve(tour).solution
    assert isinstance(found, Path)
    return found


def read(tour: Tour, names: Sequence[str]) -> Path:
    return tour.path(map(tour.board.parse_square, names))


def test_jsonl() -> None:
    first, second = map(json.loads, lines([FIRST, SECOND], "jsonl"))
    assert first == {"squares": {"white:N": ["a1"], "black:K": ["c1", "c2"]}, "fen": "2k/N1k"}
    assert second == {"squares": {"white:N": ["b2"], "black:K": []}, "fen": "1N1/3"}


def test_csv() -> None:
    rows = list(csv.reader(lines([FIRST, SECOND], "csv")))
    assert rows == [["white:N", "black:K", "fen"], ["a1", "c1 c2", "2k/N1k"], ["b2", "", "1N1/3"]]


def test_fen_is_the_fen_of_the_arrangement() -> None:
    assert list(lines([FIRST, SECOND], "fen")) == [FIRST.fen, SECOND.fen]


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


@pytest.mark.parametrize(
    ("pair", "titles"),
    [
        ((FIRST, SECOND), ["white:N@a1 black:K@c1 black:K@c2 on 2x3", "white:N@b2 on 2x3"]),
        (
            (ONE, OTHER),
            ["a3 b3 c3 c2 b2 c1 b1 a1 a2 a3 on 3x3", "a3 b3 c3 b2 c2 c1 b1 a1 a2 a3 on 3x3"],
        ),
    ],
)
def test_svg_is_one_document_a_line(pair: tuple[Solution, Solution], titles: list[str]) -> None:
    assert [fromstring(line)[0].text for line in lines(pair, "svg")] == titles


def test_fen_is_refused_at_the_first_tour() -> None:
    # Not one by one at the end of a long search: nothing is printed, and nothing more is searched.
    taken = 0

    def endless() -> Iterator[Path]:
        nonlocal taken
        while True:
            taken += 1
            yield ONE

    with pytest.raises(InvalidModel, match="format: fen is for placements; tours have text, jsonl"):
        next(lines(endless(), "fen"))
    assert taken == 1


@pytest.mark.parametrize("name", FORMATS)
def test_no_arrangement_at_all(name: str) -> None:
    # A csv without a header cannot be read as one; the kinds are unknown without an arrangement.
    assert list(lines([], name)) == (["fen"] if name == "csv" else [])


@pytest.mark.parametrize("name", FORMATS)
def test_the_empty_solution_of_no_squares(name: str) -> None:
    # It is the one solution for n = 0, so it must be written and be one record.
    empty: list[Solution] = [Arrangement(Placement("0x0", {"Q": 0}).setting, ())]
    if name != "fen":
        empty.append(Path(Board(0, 0), (), closed=False, directed=True))
    for one in empty:
        assert len(list(lines([one], name))) == {"text": 2, "csv": 2}.get(name, 1)


@pytest.mark.parametrize("name", FORMATS)
def test_writers_stream(name: str) -> None:
    # An enumeration may be endless for all that a writer knows: it takes one at a time.
    taken = 0

    def endless() -> Iterator[Arrangement]:
        nonlocal taken
        while True:
            taken += 1
            yield FIRST

    assert len(list(islice(lines(endless(), name), 12))) == 12
    assert taken <= 12


@pytest.mark.parametrize(
    ("name", "pair"),
    [
        *((name, (FIRST, SECOND)) for name in FORMATS),
        *((name, (ONE, OTHER)) for name in FORMATS if name != "fen"),
    ],
)
def test_lines_hold_no_newline_and_colour_is_for_text(
    name: str, pair: tuple[Solution, Solution]
) -> None:
    written = list(lines(pair, name, colour=True))
    assert all("\n" not in line for line in written)
    assert ("\x1b" in "".join(written)) == (name == "text")


def test_an_unknown_format_is_refused_before_the_first_line() -> None:
    with pytest.raises(InvalidModel, match="choose from text, jsonl, csv, fen, svg"):
        lines([], "xml")
