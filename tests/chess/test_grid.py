"""Grids as people write them: many texts of one grid, and what is none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.error_asserts import refused

from nqsat import Board, Factor, Placement, Square, Tour, solve
from nqsat.chess.board import read_position
from nqsat.chess.grid import read_grid
from nqsat.errors import InvalidNotation
from nqsat.reporting import draw
from nqsat.rules import Regions

ROWS = [[".", "Q", ".", "#"], [".", ".", "x", "."], ["Q", ".", ".", "."]]

WRITTEN = {
    "characters": ".Q.#\n..x.\nQ...\n",
    "blanks": ". Q . #\n. . x .\nQ . . .\n",
    "wide blanks": "  .  Q . #\n. . x  .\nQ . . .  \n",
    "commas": ".,Q,.,#\n.,.,x,.\nQ,.,.,.",
    "empty between commas": ",Q,,#\n,,x,\nQ,,,",
    "tabs": ".\tQ\t.\t#\n.\t.\tx\t.\nQ\t.\t.\t.",
    "a table": "+---+---+\n| . | Q | . | # |\n+---+---+\n| . | . | x | . |\n| Q | . | . | . |\n+---+\n",
    "comments": "# four queens\n\n. Q . #\n// half\n. . x .\n% more\nQ . . .\n\n",
    "JSON": json.dumps(ROWS),
    "JSON of texts": json.dumps(["".join(row) for row in ROWS]),
    "JSON with null": '[[null,"Q",null,"#"],[null,null,"x",null],["Q",null,null,null]]',
    "Python": repr(tuple(map(tuple, ROWS))),
    "Python with a comma at the end": "[\n['.', 'Q', '.', '#'],  # a\n['.', '.', 'x', '.'],\n"
    "['Q', '.', '.', '.'],\n]",
    "Python with None": "[[None, 'Q', None, '#'], [None, None, 'x', None], ['Q', None, None, None]]",
    "a list with a name": f"const board = {json.dumps(ROWS)};\n",
    "a field of JavaScript": f"  regions: {json.dumps(ROWS)},\n",
    "rows without brackets around": "".join(f"{json.dumps(row)},\n" for row in ROWS),
    "drawn": "3 . Q . #\n2 . .   .\n1 Q . . .\n  a b c d\n(# = wall)\n",
    "FEN": "1Q1*/2x1/Q3\n",
    "a whole FEN": "# of a variant\n1Q1*/2x1/Q3 w KQkq - 0 1",
    "an answer": "1. a1 b3\n3 . Q . #\n2 . .   .\n1 Q . . .\n  a b c d\n# = wall, blank = hole\n",
    "windows": ".Q.#\r\n..x.\r\nQ...\r\n",
}  # fmt: skip


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_every_way_to_write_a_grid(text: str) -> None:
    rows = [list(row.cells) for row in read_grid("board", text)]
    assert [["." if cell == "" else cell for cell in row] for row in rows] == ROWS
    board, content = read_position(text)
    assert board == Board.from_map("...#\n..x.\n....")
    assert content == {Square(0, 1): "Q", Square(2, 0): "Q"}


def test_what_is_drawn_is_read() -> None:
    holed = Board.from_map("..x\n.#.\nx..")
    for model in (
        Placement("5x6", {"Q": 5}), Placement(holed, {"K": "2.."}), Tour("3x10", "N", closed=False),
        Tour("12x12", "N"), Placement("1x1", {"Q": 1}),
    ):  # fmt: skip
        found: Any = solve(model).solution
        board, content = read_position(draw(model.board, found))
        assert board == model.board
        if isinstance(model, Tour):
            numbers = {square: int(mark) for square, mark in content.items()}
            assert [*sorted(numbers, key=numbers.__getitem__)] == [*found.squares]
        else:
            assert content == found.symbols


@given(st.text(st.sampled_from(".#xQ 12,\t|[]'\"\n-+ab/%"), max_size=40))
def test_a_grid_is_a_rectangle_or_refused(text: str) -> None:
    try:
        rows = read_grid("board", text)
    except InvalidNotation:
        return
    assert len({len(row.cells) for row in rows}) <= 1


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("..\n...\n", 2, "3 cells where the first row has 2"),
        (". .\n\n. . .\n", 2, "an empty line between rows; leave it out"),
        (". .\n. . .\n", 2, "3 cells"),
        ("[[1, 2], [3]]", 2, "1 cells"),
        ("8/7 w - - 0 1", 1, "7 cells where the first row has 8"),
        ("[[1, 2", None, "expected a list of rows"),
        ("a = [[1, 2]]\nb = [[3, 4]]", None, "expected a list of rows: neither JSON nor data of"),
        ("[['.' 'Q']\n ['.' '.']]", None, "expected a list of rows"),  # as numpy prints
        ("[[0 1]\n [1 0]]", None, "expected a list of rows"),
        ('{"..": 1, "..": 2}', None, "a row is a list or a text"),
        ("2 . 2\n\n1 1 .\n  a b", 1, "a line is between ranks"),
        ("2 . Q\n1 . .\n  a b\n\n2 Q .\n1 . .\n  a b", 5, "2 boards are drawn; leave one"),
        ("[1, 2]", None, "expected a list of rows"),
    ],
)
def test_what_is_no_grid(text: str, line: int | None, reason: str) -> None:
    with pytest.raises(InvalidNotation, match=reason) as caught:
        read_grid("board", text)
    assert caught.value.line == line


def test_a_model_has_what_stands_on_its_board(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    board = f"file:{file}"
    file.write_text(WRITTEN["drawn"])
    model = Placement(board, {"Q": "2", "R": "any"}, [], ["R@d1"])
    assert [preset.text_on(model.board) for preset in model.presets] == ["Q@b3", "Q@a1", "R@d1"]
    refused(lambda: Placement(board, {"R": 1}), said="expected . # x or a piece of the model: R")
    refused(lambda: Tour(board, "W"), said="expected . # x or a number")
    assert [pair.text_on(model.board) for pair in Factor(board, "W").ends] == ["b3-a1"]
    refused(lambda: Board.parse(board), said="a model reads pieces")
    file.write_text("0 0 3\n# numbers\n1 0 0\n")
    refused(lambda: Factor(board, "W"), said="is on both ends of a path")
    tour = Tour(board, "W", closed=False, numbers={"c1": 4}, read_as="steps")
    assert tour.numbers == ((Square(0, 2), 3), (Square(1, 0), 1), (Square(1, 2), 4))
    for grid in (Path(file), "0 0 3\n1 0 0", [[0, 0, 3], [1, 0, 0]]):
        assert Tour(grid, "W", closed=False, numbers={"c1": 4}, read_as="steps") == tour
    for text in ("", "\n\n"):
        file.write_text(text)
        refused(lambda: Placement(board, {"R": 1}), said="is empty")


def regions_of(value: Any) -> tuple[str, ...]:
    """The map of regions that a value says."""
    return Regions(value).map


def test_regions_are_grids(tmp_path: Path) -> None:
    file = tmp_path / "regions"
    wanted = Regions(("AAB", "ACB", "CCB"))
    for text in (
        "AAB\nACB\nCCB",
        "# a puzzle\nA A B\n\nA C B\n#A.\nC C B\n#\n",
        "\ufeff\n \nAAB\r\nACB \nCCB\n\n",
        "A,A,B\nA,C,B\nC,C,B",
        '["AAB","ACB","CCB"]',
    ):
        file.write_text(text)
        assert Regions.parse(f"file:{file}") == wanted
    for text in (
        '{"x": [[0, 0], [0, 1], [1, 0]], "y": [[0, 2], [1, 2], [2, 2]], "z": [[1, 1], [2, 0], [2, 1]]}',
        "[{(1, 1), (1, 2), (2, 1)},  # red\n {(1, 3), (2, 3), (3, 3)}, {(2, 2), (3, 1), (3, 2)}]",
        "red,red,blue\nred,green,blue\ngreen,green,blue",
        "red red blue\nred green blue\ngreen green blue",
        ",0,1,2\n0,A,A,B\n1,A,C,B\n2,C,C,B\n",
        "AAB/ACB/CCB",
        "001 021 221",
        "🟥🟥🟦\n🟥🟩🟦\n🟩🟩🟦\n",
    ):
        file.write_text(text)
        found = Regions.parse(f"file:{file}")
        assert {*found.sets(Board(3, 3))} == {*wanted.sets(Board(3, 3))}
        assert regions_of(file) == found.map
        if "\n" in text or text[0] == "{":
            assert regions_of(text) == found.map
    assert regions_of([[1, 1, 2], [1, 3, 2], [3, 3, 2]]) == ("112", "132", "332")
    refused(lambda: Regions.from_json({"map": f"file:{file}"}), said="got ':'")
    for text, said in (
        ("", "is empty"), ("# nothing\n\n", "is empty"), ("[]", "is empty"), ("AB\nA-\n", "got '-'"),
        ("[[-1]]", "got '-'"), ("[" * 100_000, "expected a list of rows"),
        (f"[{[*range(63)]}]", "63 regions"), ('{"x": [[0, 0], [99, 99]]}', "half of the cells"),
    ):  # fmt: skip
        file.write_text(text)
        refused(lambda: Regions.parse(f"file:{file}"), said=said)
    file.write_text("0 10 1\n0 0 1")
    assert Regions.parse(f"file:{file}") == Regions(("0a1", "001"))


def test_blanks_in_columns_are_holes() -> None:
    """Hidato as it is pasted; beside another mark of empty squares a point is none."""
    board, content = read_position(" __ 33 __\n __ __  9 40\n        1 __\n")
    assert board == Board.from_map("...x\n....\nxx..")
    assert content == {Square(0, 1): "33", Square(1, 2): "9", Square(1, 3): "40", Square(2, 2): "1"}
    board, content = read_position("__ 33 __  .\n__ __  9 40\n .  .  1 __\n")
    assert board == Board.from_map("...x\n....\nxx..")
    board, _ = read_position(". 0 1\n0 0 .\n")
    assert board == Board.from_map("x..\n..x")


def test_numbers_of_a_closed_tour_begin_where_1_is() -> None:
    tour = Tour("1 2 3 4\n12 9 8 5\n11 10 7 6", "W")
    assert tour.start == Square(0, 0)
    assert solve(tour).solution is not None
    wrong = "1 2 3 4\n12 9 8 5\n11 10 6 7"
    assert solve(Tour(wrong, "W", read_as="steps")).solution is None
    refused(lambda: Tour(wrong, "W"), "board", "c1 cannot be step 6, 1 move after d2")
    refused(lambda: Tour("0 1 2\n5 4 3", "W"), said="numbers from 0")
    refused(lambda: Tour(". 2 3\n6 5 4", "W"), said="also give that")


def test_a_matrix_is_given() -> None:
    matrix = [[0, 1, 0], [0, 0, 0], [0, 0, 1]]
    wanted = Placement("3x3", {"K": "any"}, presets=["K@b3", "K@c1"])
    assert Placement(matrix, {"K": "any"}) == wanted
    assert Placement("3x3", {"K": "any"}, presets=[matrix]) == wanted
    refused(lambda: Placement("4x4", {"K": 1}, presets=[matrix]), said="has 3x3 cells")
    refused(lambda: Placement("3x3", {"K": 1}, presets=["file:x"]), said="expected PIECE@SQUARE")
