"""Boards and tours in a terminal, as they were looked at: ``golden/text.txt`` has all of them.

Run as a program this file writes them anew: look at what changed before you commit it.
"""

from __future__ import annotations

import re
from pathlib import Path as File
from typing import Any

import pytest

from nqsat import Arrangement, Board, InvalidModel, Placement, Square, Tour, solutions
from nqsat.modelling import Factor, Path, Solution
from nqsat.reporting import draw
from nqsat.rules import PlacedPiece

GOLDEN = File(__file__).with_name("golden") / "text.txt"


def queens(columns: list[int]) -> Arrangement:
    model = Placement(f"{len(columns)}x{len(columns)}", {"Q": len(columns)})
    pieces = (PlacedPiece(Square(row, column), "Q") for row, column in enumerate(columns))
    return Arrangement(model.setting, tuple(pieces))


def first(model: Tour | Factor) -> Solution:
    return next(iter(solutions(model, engine="backtrack")))


def walk(rows: int, columns: int, number: int | None = None, **more: Any) -> Path:
    """Squares in the board's order."""
    board = Board(rows, columns)
    return Path(board, board.squares[:number], **{"closed": False, "directed": True, **more})


KINDS = Placement(Board.from_map("..x\n.#.\n...", "torus"), {"white:Q": 1, "black:Q": 1})
TWO = Arrangement(
    KINDS.setting, (PlacedPiece(Square(0, 0), "white:Q"), PlacedPiece(Square(1, 2), "black:Q"))
)
EIGHT = queens([0, 4, 7, 5, 2, 6, 1, 3])
OPEN = first(Tour("5x5", "N", closed=False))
HOLES = Board.from_map("#x....\n......\n......\n......\n......")
NARROW = queens([0, *range(2, 28, 2), *range(1, 28, 2)])

#: By name what is drawn; "colour" in a name shades it.
DRAWN: dict[str, Board | Solution] = {
    "one square": Board(1, 1),
    "no square": Board(0, 5),  # 0x0 has one solution, the empty arrangement: something is printed
    "cylinder": Board(2, 1, "cylinder"),
    "ranks of two digits": Board(10, 2),
    "queens": EIGHT,
    "queens in colour": EIGHT,
    "kinds, a wall and a hole": TWO,  # no blank at the end of a line
    "kinds in colour": TWO,
    "files of two letters": queens(list(range(30))),
    "files of two letters in colour": queens(list(range(30))),
    "hexagon": Board.parse("hex:2"),
    "solid": Board.parse("2x2x2"),
    "graph": Board.of_graph([("x.0", "y_1"), ("y_1", "z")]),
    "open tour": OPEN,
    "open tour in colour": OPEN,
    "closed tour": first(Tour("5x6", "N")),
    "closed tour in colour": first(Tour("5x6", "N")),
    "tour around holes": first(Tour(HOLES, "N")),
    "moves": first(Factor("3x4", "W", 1)),
    "closed and directed": walk(2, 2, closed=True),
    "open and undirected": walk(2, 2, directed=False),
    "wrapped": Path(Board(2, 2, "torus"), Board(2, 2).squares, closed=True, directed=False),
    "partial": walk(2, 2, 2),
    "nowhere": walk(2, 2, 0),
    "three digits": walk(4, 30),
    "wide files": walk(4, 30, 3),
}


def drawn(value: Board | Solution, *, colour: bool = False, width: int | None = None) -> str:
    if isinstance(value, Board):
        return draw(value, colour=colour, width=width)
    return draw(value.board, value, colour=colour, width=width)


def everything() -> str:
    return "".join(
        f"== {name}\n{drawn(value, colour='colour' in name)}\n" for name, value in DRAWN.items()
    )


def strip(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_everything_is_as_it_was_looked_at() -> None:
    assert everything() == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in DRAWN if "colour" in name])
def test_colour_keeps_marks_over_their_files(name: str) -> None:
    value = DRAWN[name]
    plain, shaded = drawn(value).split("\n"), strip(drawn(value, colour=True)).split("\n")
    rows = value.board.rows if not isinstance(value, Board) else value.rows
    for one, other in zip(plain[:rows], shaded[:rows], strict=True):
        assert [x for x in one.split() if x != "."] == other.split()
    if name.startswith("files"):  # their names run downwards
        for row, line in enumerate(shaded[:rows]):
            place = line.index("Q")
            letters = "".join(x[place : place + 1] for x in shaded[rows:]).strip()
            assert letters == plain[rows].split()[row]


def test_a_solution_of_another_board_is_refused() -> None:
    for one, what in ((TWO, "torus:3x3 with 1 wall"), (walk(2, 2), "2x2, not to 3x3")):
        with pytest.raises(InvalidModel, match=f"solution: belongs to {what}"):
            draw(Board(3, 3), one)


def test_cells_get_narrower_until_the_board_fits() -> None:
    # 30 files: names of two letters make wide cells, then they run downwards, then marks touch.
    solution = queens([0, *range(2, 30, 2), *range(1, 30, 2)])
    for colour, sizes in (
        (False, [92, 92, 92, 92, 62, 62, 33, 33]),
        (True, [63, 63, 63, 63, 63, 33, 33, 33]),
    ):
        for width, widest in zip((None, 123, 122, 92, 80, 62, 50, 20), sizes, strict=True):
            text = drawn(solution, colour=colour, width=width)
            assert max(map(len, strip(text).split("\n"))) == widest
    lines = drawn(NARROW, width=40).split("\n")
    assert lines[0] == "28 Q..........................."
    assert lines[-2:] == ["                             aa", "   abcdefghijklmnopqrstuvwxyzab"]


def test_numbers_never_run_into_one_another_without_colour() -> None:
    path = first(Tour("4x5", "N", closed=False))
    assert drawn(path, width=10) == drawn(path)
    shaded = strip(drawn(path, colour=True, width=10)).split("\n")
    assert {len(line) for line in shaded[:4]} == {1 + 1 + 5 * 2}


if __name__ == "__main__":
    GOLDEN.write_text(everything(), encoding="utf-8")


def test_a_legend_of_many_kinds_has_several_lines() -> None:
    kinds = {f"{letter}:blocker": 1 for letter in "abcdefgh"}
    first = next(iter(solutions(Placement("3x3", kinds), engine="backtrack")))
    *_, above, below = draw(first.board, first).splitlines()
    marks = [f"{letter} = {letter.lower()}:blocker" for letter in "ABCDEFGH"]
    assert (above, below) == (", ".join(marks[:5]) + ",", ", ".join(marks[5:]))
