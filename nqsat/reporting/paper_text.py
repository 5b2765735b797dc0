"""Puzzles as text, drawn as puzzle papers do: clues, loops and paths as lines, shaded cells.

3 ┌───┐   ┌───┐
  │ 3 │   │ 3 │
2 │   └───┘   │
  │     1     │
1 └───────────┘
  a   b   c   d
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from types import MappingProxyType

from nqsat.chess import Board, Square
from nqsat.chess.square import file_name
from nqsat.modelling import Arrangement, Moves, Path, Solution
from nqsat.reporting.pieces import SHADES
from nqsat.reporting.style import PictureStyle
from nqsat.reporting.text import draw

#: The four sides of a cell, as bits: up, right, down, left; and the lines that go to some of them.
_SIDES = {(-1, 0): 1, (0, 1): 2, (1, 0): 4, (0, -1): 8}
_LINES = ".╵╶└╷│┌├╴┘─┴┐┤┬┼"

#: A shaded cell; and what replaces these signs where a stream cannot write them.
_SHADED = "■"
_PLAIN = str.maketrans(
    {**dict.fromkeys("└┌├┘┴┐┤┬┼╵╶╷╴", "+"), **dict.fromkeys("│┃", "|"), "─": "-", "━": "="}
    | {_SHADED: "@", "○": "O", "●": "0", "→": ">", "←": "<", "↑": "^", "↓": "v"}
)


def drawing(
    board: Board,
    solution: Solution | None,
    look: PictureStyle,
    *,
    marks: Mapping[Square, str] = MappingProxyType({}),
    colour: bool = False,
    width: int | None = None,
) -> str:
    """The board of a puzzle with its clues, and perhaps a solution; without clues as ``draw``.

    A loop, and paths from side to side, are lines, unless the clues are numbers of a path's squares.
    """
    moves = tuple(solution.moves) if isinstance(solution, Path | Moves) else ()
    sides = _sides_of(moves)
    on_paper = look.white and board.geometry.has_ranks and board.geometry.is_flat
    if not on_paper or sides is None or is_numbered(solution, look):
        return draw(board, solution, marks=marks, colour=colour, width=width)
    cells = {square: _LINES[bits] for square, bits in sides.items()}
    grey = {*_shaded_by(solution)}
    if look.shades and solution is not None:
        grey |= {*board.squares} - sides.keys()
    clues = {place: mark for place, mark in look.clues if place not in grey}
    sheet = _Sheet(board, clues, width, walled=bool(look.barriers))
    sheet.join(moves)
    sheet.part(look.barriers)
    for square in map(Square._make, product(range(board.rows), range(board.columns))):
        empty = look.regions[square.row][square.column] if look.regions else "."
        nothing = board.character(square).replace("x", " ") if square not in board else empty
        sheet.put(square, _SHADED if square in grey else cells.get(square, nothing))
    pieces = {  # small where a clue has the same letter
        place: mark.lower() if mark in clues.values() else mark
        for place, mark in _pieces_of(solution).items()
    }
    for written in (marks, pieces, clues):
        for place, mark in written.items():
            sheet.put(place, mark)
    return _written("\n".join(sheet.lines()))


class _Sheet:
    """Characters on lines: a few for each square, and what is between squares in the middle."""

    def __init__(
        self,
        board: Board,
        clues: Mapping[tuple[float, float], str],
        width: int | None,
        *,
        walled: bool,
    ) -> None:
        self._board = board
        longest = max(map(len, clues.values()), default=1)
        between = walled or any(column % 1 for _, column in clues)
        self._down = 2 if walled or any(row % 1 for row, _ in clues) else 1
        least = longest + 1 + (between and longest % 2 == 0)
        self._left = len(str(board.rows)) + longest
        wide = max(least, 4)
        fits = width is None or self._left + 1 + wide * (board.columns - 1) <= width
        self._across = wide if between and fits else least
        self._rows = defaultdict[int, dict[int, str]](dict)

    def _at(self, place: tuple[float, float]) -> tuple[int, int]:
        """The line and the column of a place; a longer text ends there."""
        return round(place[0] * self._down), self._left + round(place[1] * self._across)

    def put(self, place: tuple[float, float], text: str) -> None:
        line, end = self._at(place)
        self._rows[line].update(enumerate(text, end + 1 - len(text)))

    def join(self, moves: Iterable[tuple[Square, Square]]) -> None:
        """Draw what of moves lies between their squares."""
        for here, there in moves:
            (top, left), (bottom, right) = self._at(min(here, there)), self._at(max(here, there))
            self._rows[top].update(dict.fromkeys(range(left + 1, right), "─"))
            for line in range(top + 1, bottom):
                self._rows[line][left] = "│"

    def part(self, pairs: Iterable[tuple[Square, Square]]) -> None:
        """Draw a wall between the squares of each pair."""
        for here, there in pairs:
            (top, left), (bottom, right) = self._at(min(here, there)), self._at(max(here, there))
            if top == bottom:
                self._rows[top][(left + right) // 2] = "┃"
            else:
                half = self._across // 2 - 1
                self._rows[top + 1].update(dict.fromkeys(range(left - half, left + half + 1), "━"))

    def lines(self) -> Iterator[str]:
        """The lines from the top, each rank with its number, and the names of the files."""
        rows, columns = self._board.rows, self._board.columns
        for row in range(rows):
            line = self._at((row, 0))[0]
            self._rows[line].update(enumerate(f"{rows - row:>{len(str(rows))}}"))
        for line in range(min(self._rows), max(self._rows) + 1):
            yield _row_text(self._rows[line])
        names = [file_name(column) for column in range(columns)]
        for letters in zip(*(f"{name:>{len(names[-1])}}" for name in names), strict=True):
            ends = (self._at((0, column))[1] for column in range(columns))
            yield _row_text(dict(zip(ends, letters, strict=True)))


def _row_text(row: Mapping[int, str]) -> str:
    return "".join(row.get(column, " ") for column in range(max(row, default=-1) + 1)).rstrip()


def _sides_of(moves: Iterable[tuple[Square, Square]]) -> dict[Square, int] | None:
    """The sides of each square over which moves go, as bits; None if one goes elsewhere."""
    sides = defaultdict[Square, int](int)
    for here, there in moves:
        for start, end in ((here, there), (there, here)):
            side = _SIDES.get((end.row - start.row, end.column - start.column))
            if side is None:
                return None
            sides[start] |= side
    return sides


def is_numbered(solution: Solution | None, look: PictureStyle) -> bool:
    """Whether the clues are numbers of a path's squares, so that the others' are wanted."""
    if not isinstance(solution, Path) or not look.clues:
        return False
    numbers = {square: str(number) for number, square in enumerate(solution.squares, start=1)}
    return all(numbers.get(Square(int(r), int(c))) == mark for (r, c), mark in look.clues)


def _shaded_by(solution: Solution | None) -> Iterator[Square]:
    if isinstance(solution, Arrangement):
        shades = {kind.name for kind in solution.kinds if kind.label in SHADES}
        yield from (square for square, kind in solution.pieces if kind in shades)


def _pieces_of(solution: Solution | None) -> Mapping[Square, str]:
    """The letters of pieces; of none where a kind shades squares: the others are what it leaves."""
    if not isinstance(solution, Arrangement) or any(k.label in SHADES for k in solution.kinds):
        return {}
    return solution.symbols


def _written(text: str) -> str:
    """The text, with plain characters where stdout cannot write the others."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return text.translate(_PLAIN)
    return text
