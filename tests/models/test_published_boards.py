"""Grid puzzles as they were published: each has one solution, cell by cell the published one.

``published_boards.jsonl`` has a board a line, with its source. The boards of janko.at, and most of the
others, are those of the collection SmilingWayne/puzzlekit-dataset. Only clues and solutions were taken.

In a picture ``#`` is a shaded cell, a cell of the sea, a lamp, a star, or a cell inside the loop of
Slitherlink. Other loops and paths are drawn as lines from cell to cell. Numbers are numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import nqsat
from nqsat import Board, Square
from nqsat.engines import SatEngine
from nqsat.sources import find_family

BOARDS: list[dict[str, Any]] = [
    json.loads(line)
    for line in Path(__file__).with_name("published_boards.jsonl").read_text("utf-8").splitlines()
]

#: The ways that a line leaves a cell, up, down, right and left, and how it is drawn.
LINES = dict(
    zip(["ns", "ew", "ne", "nw", "se", "sw", "n", "s", "e", "w"], "│─└┘┌┐╵╷╶╴", strict=True)
)
WAYS = {(-1, 0): "n", (1, 0): "s", (0, 1): "e", (0, -1): "w"}

Steps = list[tuple[Square, Square]]


def steps_of(solution: Any) -> Steps:
    """From each square to those beside it on a line, in both directions."""
    pairs = list(pairwise(squares)) if (squares := getattr(solution, "squares", ())) else []
    pairs += [(squares[-1], squares[0])] if squares and solution.closed else []
    pairs += [] if squares else [(move.here, move.there) for move in solution.moves]
    return pairs + [(there, here) for here, there in pairs]


def drawn_lines(board: Board, steps: Steps, other: str) -> list[list[str]]:
    ways: dict[tuple[int, int], str] = {}
    for here, there in steps:
        way = WAYS[there.row - here.row, there.column - here.column]
        ways[here[:2]] = "".join(sorted(ways.get(here[:2], "") + way, key="nsew".index))
    return [
        [
            LINES[ways[r, c]] if (r, c) in ways else other if (r, c) in board else "."
            for c in range(board.columns)
        ]
        for r in range(board.rows)
    ]


def drawn_inside(board: Board, steps: Steps) -> list[list[str]]:
    """The cells between the squares of a board: those to the left of which the loop was crossed."""
    down = {here[:2] for here, there in steps if there.row == here.row + 1}
    rows = []
    for r in range(board.rows - 1):
        crossed = [sum((r, i) in down for i in range(c + 1)) for c in range(board.columns - 1)]
        rows.append(["#" if number % 2 else "." for number in crossed])
    return rows


def picture(genre: str, solution: Any) -> str:
    board, comma = solution.board, ""
    if genre == "slitherlink":
        cells = drawn_inside(board, steps_of(solution))
    elif genre in ("numbrix", "hidato"):
        numbers = {square[:2]: str(i) for i, square in enumerate(solution.squares, start=1)}
        cells = [[numbers[r, c] for c in range(board.columns)] for r in range(board.rows)]
        comma = ","
    elif genre in ("masyu", "yajilin", "simple-loop", "numberlink", "zip-path"):
        cells = drawn_lines(board, steps_of(solution), "#" if genre == "yajilin" else ".")
    else:
        shaded = {x.square[:2] for x in solution.pieces if x.kind[0] not in "io"}  # islands are not
        cells = [
            ["#" if (r, c) in shaded else "." for c in range(board.columns)]
            for r in range(board.rows)
        ]
    return "/".join(map(comma.join, cells))


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board['genre']} {board['source']}")
def test_a_published_board_has_the_published_solution(board: dict[str, Any]) -> None:
    model = find_family(board["genre"])(**board["parameters"])
    answer = nqsat.unique(model, engine=SatEngine())
    assert answer.verdict == "unique"
    assert picture(board["genre"], *answer.found) == board["solution"]


def test_there_are_boards_of_every_genre() -> None:
    numbers = Counter(board["genre"] for board in BOARDS)
    assert min(numbers.values()) >= 3
    assert len(numbers) == 13
    assert len({json.dumps(board["parameters"]) for board in BOARDS}) == len(BOARDS)
