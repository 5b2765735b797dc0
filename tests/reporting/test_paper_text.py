"""Puzzles as text: what they give, clues between and on squares, loops as lines, shaded cells.

``cli/transcripts/drawn.console`` has one of each.
"""

from collections.abc import Iterator
from dataclasses import replace
from io import TextIOWrapper
from itertools import islice, pairwise
from pathlib import Path as File

import pytest

import nqsat
from nqsat import Board, Placement, Tour
from nqsat.chess import Square
from nqsat.modelling import Model, Path
from nqsat.reporting import drawing, given_text
from nqsat.reporting.model_svg import look_with
from nqsat.reporting.style import PLAIN
from nqsat.rules import Regions
from nqsat.sources import find_family


def drawn(model: Model, *, width: int | None = None) -> str:
    solution = nqsat.solve(model).solution
    return drawing(model.board, solution, look_with(model, PLAIN), width=width)


def clued(name: str, *, width: int | None = None, **parameters: str) -> str:
    return drawn(find_family(name)(**parameters), width=width)


def test_a_narrow_terminal_gets_narrow_cells() -> None:
    lines = clued("slitherlink", clues="..../10../3.31/..2.", width=12).split("\n")
    assert lines[4:6] == ["3 ┌─┐ ┌─┐ .", "  │3│ │3│1"]


def test_a_piece_is_small_where_a_clue_has_its_letter() -> None:
    queen = nqsat.Placement("1x2", {"Q": 1}, presets=["Q@b1"])
    look = replace(PLAIN, clues=(((0, 0), "Q"),))
    assert drawing(queen.board, nqsat.solve(queen).solution, look) == "1 Q q\n  a b"


def test_what_has_no_clues_is_drawn_as_before() -> None:
    model = nqsat.Placement("5x5", {"Q": 5})
    solution = nqsat.solve(model).solution
    assert drawing(model.board, solution, PLAIN) == nqsat.reporting.draw(model.board, solution)
    leaping = nqsat.Tour("3x4", "N", closed=False).with_rules(
        nqsat.rules.Clues((((0.0, 0.0), "x"),))
    )
    tour = nqsat.solve(leaping).solution
    assert tour is not None
    assert "12" in drawing(leaping.board, tour, look_with(leaping, PLAIN))


def read_lines(text: str, rows: int, columns: int) -> Iterator[tuple[Square, Square]]:
    """The moves of a drawing whose squares are four characters and two lines apart."""
    lines = [line.ljust(4 * columns + 2) for line in text.split("\n")]
    squares = [[Square(row, column) for column in range(columns)] for row in range(rows)]
    for row in range(rows):
        for left, right in pairwise(squares[row]):
            if lines[2 * row][4 * left.column + 4] == "─":
                yield left, right
    for upper, lower in pairwise(squares):
        for above, below in zip(upper, lower, strict=True):
            if lines[2 * above.row + 1][4 * above.column + 2] == "│":
                yield above, below


def test_lines_are_the_moves() -> None:
    model = find_family("slitherlink")(clues=".3../..../..1.")
    look, seen = look_with(model, PLAIN), 0
    for loop in islice(nqsat.solutions(model), 40):
        assert isinstance(loop, Path)
        read = read_lines(drawing(model.board, loop, look), 4, 5)
        assert {*read} == {(here, there) for here, there in map(sorted, loop.moves)}
        seen += 1
    assert seen == 40


def test_a_stream_without_these_signs_gets_plain_ones(
    monkeypatch: pytest.MonkeyPatch, tmp_path: File
) -> None:
    with (tmp_path / "plain").open("wb") as file:
        monkeypatch.setattr("sys.stdout", TextIOWrapper(file, encoding="ascii"))
        assert clued("masyu", clues="..W./...W/..../...B").split("\n")[0] == "4 +---O-+"


QUEENS = Placement("4x4", {"Q": 4}, presets=["Q@b4", "-@a1"])
WALK = Tour("3x3", "K", closed=False, numbers={"a1": 1, "b2": 9})


def test_as_text() -> None:
    assert given_text(QUEENS).splitlines() == [
        "4 . Q . .",
        "3 . . . .",
        "2 . . . .",
        "1 x . . .",
        "  a b c d",
    ]
    assert given_text(WALK).splitlines() == ["3 . . .", "2 . 9 .", "1 1 . .", "  a b c"]
    walled = Board.from_map("..#\n.x.\n...")
    model = Placement(walled, {"K": 2}, [Regions(("AA.", "A.B", "BBB"))], presets=["K@a1"])
    assert given_text(model).splitlines() == ["3 A A #", "2 A   B", "1 K B B", "  a b c"]
    twelve = Tour("3x4", "K", closed=False, start="a1", end="d3")
    assert given_text(twelve).splitlines()[0] == "3  .  .  . 12"
