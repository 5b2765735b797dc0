"""Streams of solutions, read back by the readers of each format."""

from __future__ import annotations

import csv
import json
from ast import literal_eval
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from xml.etree.ElementTree import fromstring

import pytest
from support.error_asserts import refused

from nqsat import Arrangement, Board, InvalidModel, Placement, Square
from nqsat.counting import solutions, solve
from nqsat.modelling import Path, Solution, Tour
from nqsat.reporting import FORMATS, lines
from nqsat.reporting.formats import TABLE
from nqsat.rules import PlacedPiece

PLACED = [name for name, about in TABLE.items() if about.placed]

MODEL = Placement("2x3", {"white:N": "1", "black:K": "any"})
FIRST = Arrangement(
    MODEL.setting,
    (
        PlacedPiece(Square(1, 0), "white:N"),
        PlacedPiece(Square(0, 2), "black:K"),
        PlacedPiece(Square(1, 2), "black:K"),
    ),
)
SECOND = Arrangement(MODEL.setting, (PlacedPiece(Square(0, 1), "white:N"),))

CLOSED = Tour("3x3", "K")
ONE = CLOSED.path(
    Square(*cell)
    for cell in ((0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (2, 2), (2, 1), (2, 0), (1, 0))
)
OTHER = CLOSED.path(
    Square(*cell)
    for cell in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))
)

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


def test_lines_that_programs_read() -> None:
    first, second = map(json.loads, lines([FIRST, SECOND], "jsonl"))
    assert first == {"squares": {"white:N": ["a1"], "black:K": ["c1", "c2"]}, "fen": "2k/N1k"}
    assert second == {"squares": {"white:N": ["b2"], "black:K": []}, "fen": "1N1/3"}
    rows = list(csv.reader(lines([FIRST, SECOND], "csv")))
    assert rows == [["white:N", "black:K", "fen"], ["a1", "c1 c2", "2k/N1k"], ["b2", "", "1N1/3"]]
    assert list(lines([FIRST, SECOND], "fen")) == [FIRST.fen, SECOND.fen]
    titles = [fromstring(line)[0].text for line in lines([FIRST, SECOND], "svg")]
    assert titles == ["white:N@a1 black:K@c1 black:K@c2 on 2x3", "white:N@b2 on 2x3"]


def test_text_lists_up_to_64_squares_and_counts_more() -> None:
    # A heading of thousands of squares would scroll the matrix away, which says the same.
    for rows, columns, heading in ((8, 8, "1. a8 b8 c8"), (5, 13, "1. 65 squares from a5")):
        board = Board(rows, columns)
        path = Path(board, board.squares, closed=False, directed=True)
        (text,) = lines([path], "text")
        first, *matrix = text.split("\n")
        assert first.startswith(heading)
        assert len(matrix) == rows + 1


@pytest.mark.parametrize("tour", TOURS)
def test_tours_are_read_back(tour: Tour) -> None:
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
    header, *rows = csv.reader(lines([path, path], "csv"))
    assert header == ["squares"]
    assert [read(tour, row[0].split(" ")) for row in rows] == [path, path]


def test_permutations_and_matrices() -> None:
    model = Placement("4x4", {"Q": 4})
    found = [*solutions(model, engine="backtrack")]
    assert [*lines(found, "permutation")] == ["2 4 1 3", "3 1 4 2"]
    matrix = "1 0\n0 2\n"
    two = Placement("2x2", {"B": 1, "R": 1}, [])
    pieces = [PlacedPiece(Square(0, 0), "B"), PlacedPiece(Square(1, 1), "R")]
    assert [*lines([two.solution(pieces)], "matrix")] == [matrix]
    for text in ("perm:3142", "perm:3 1 4 2", "perm: 3,1,4,2"):
        given = model.refined(presets=[text])
        assert [*solutions(given)] == found[1:]
    for text in ("perm:31425", "perm:3152", "perm:3x42", "perm:"):
        assert "preset" in str(refused(partial(Placement, "4x4", {"Q": 4}, presets=[text])))
    with pytest.raises(InvalidModel, match="one piece on each file"):
        list(lines([two.solution(pieces[:1])], "permutation"))


def test_by_ranks_and_in_pairs() -> None:
    # Wirth's first solution of eight queens: x[i] is the file on rank i.
    eight = Placement("8x8", {"Q": 8}, presets=["Q@a1", "Q@e2", "Q@h3", "Q@f4", "Q@c5", "Q@g6"])
    (wirth,) = solutions(eight, engine="backtrack")
    assert [*lines([wirth], "permutation=ranks")] == ["1 5 8 6 3 7 2 4"]
    assert [*lines([wirth], "permutation")] == ["1 7 5 8 2 4 6 3"]
    pairs = [(1, 1), (2, 7), (3, 5), (4, 8), (5, 2), (6, 4), (7, 6), (8, 3)]
    assert [*lines([wirth], "pairs")] == [str(pairs)]
    kinds = {"white:N": [(1, 1)], "black:K": [(3, 1), (3, 2)]}
    assert [literal_eval(line) for line in lines([FIRST, SECOND], "pairs")] == [
        kinds,
        {"white:N": [(2, 2)], "black:K": []},
    ]
    # One piece on each rank, and files without any: a permutation by ranks alone.
    wide = Placement("2x3", {"R": 2})
    aside = wide.solution([PlacedPiece(Square(1, 0), "R"), PlacedPiece(Square(0, 2), "R")])
    assert [*lines([aside], "permutation=ranks")] == ["1 3"]
    refused(lambda: list(lines([aside], "permutation")), said="one piece on each file")
    refused(lambda: list(lines([FIRST], "permutation=ranks")), said="one piece on each rank")


@pytest.mark.parametrize("name", ["pairs", "permutation", "permutation=ranks"])
@pytest.mark.parametrize("board", ["hex:2", "2x2x2"])
def test_boards_without_ranks_and_files_are_refused(name: str, board: str) -> None:
    found = solutions(Placement(board, {"K": 1}), engine="backtrack", limit=1)
    with pytest.raises(InvalidModel, match=f"{name} needs ranks and files, and {board} has none"):
        list(lines(found, name))


@pytest.mark.parametrize("name", sorted({*FORMATS} - {"permutation", "permutation=ranks"}))
def test_none_the_empty_one_and_endlessly_many(name: str) -> None:
    # A csv without a header cannot be read as one; the kinds are unknown without an arrangement.
    assert list(lines([], name)) == (["fen"] if name == "csv" else [])
    # The empty one is the solution for n = 0, so it must be written and be one record.
    empty: list[Solution] = [Arrangement(Placement("0x0", {"Q": 0}).setting, ())]
    if name not in PLACED:
        empty.append(Path(Board(0, 0), (), closed=False, directed=True))
    for one in empty:
        assert len(list(lines([one], name))) == (2 if name == "csv" else 1)
    # An enumeration may be endless for all that a writer knows: it takes one at a time.
    every = Endless(FIRST)
    assert len(list(islice(lines(every, name), 12))) == 12
    assert every.taken <= 12
    for pair in ((FIRST, SECOND), (ONE, OTHER))[: 1 if name in PLACED else 2]:
        written = list(lines(pair, name, colour=True))
        assert name in ("text", "matrix") or all("\n" not in line for line in written)
        assert ("\x1b" in "".join(written)) == (name == "text")


class Endless:
    def __init__(self, one: Solution) -> None:
        self.one, self.taken = one, 0

    def __iter__(self) -> Iterator[Solution]:
        while True:
            self.taken += 1
            yield self.one


def test_what_is_refused_at_once() -> None:
    # Not one by one at the end of a long search: nothing is printed, and nothing more is searched.
    every = Endless(ONE)
    with pytest.raises(
        InvalidModel, match="format: fen is for placements; tours and sets of moves have"
    ):
        next(lines(every, "fen"))
    assert every.taken == 1
    refused(lambda: lines([], "xml"), said="choose from text, jsonl, csv, fen, permutation")
