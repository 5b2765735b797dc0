"""Boards: which squares exist, which may be occupied, what stops a rider, where an edge leads.

A board knows nothing of the men on it. Its text form is a map with one line a row, from the
top: ``.`` a square, ``#`` a wall (no square; stops riders), ``x`` a hole (riders see across
it, nobody stands on it).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

from nqsat.chess.square import Square
from nqsat.errors import InvalidModel, InvalidNotation

__all__ = ["MAX_SQUARES", "Board", "Wrap"]

Wrap = Literal["flat", "cylinder", "torus"]

#: No board may have more cells: a million-square tour fits, a slip of the finger does not.
MAX_SQUARES = 10_000_000

_SIZE = re.compile(r"([0-9]{1,12})x([0-9]{1,12})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Board:
    """A board of ``rows`` × ``columns`` cells.

    Args:
        rows, columns: the size; 0 is allowed and leaves no square at all.
        wrap: ``"flat"``; ``"cylinder"``: a step off the left or right edge comes back at the
            other one; ``"torus"``: so do steps off the top and the bottom.
        walls: cells that are no squares and stop riders.
        holes: cells that riders see across but where nobody stands.

    Raises:
        InvalidModel: a size is negative or the board has more than 10 million cells, ``wrap`` is
            unknown, or a wall or hole lies off the board or both are at one place.
    """

    rows: int
    columns: int
    wrap: Wrap = "flat"
    walls: frozenset[Square] = field(default=frozenset())
    holes: frozenset[Square] = field(default=frozenset())

    def __post_init__(self) -> None:
        for name, size in (("rows", self.rows), ("columns", self.columns)):
            if type(size) is not int or size < 0:
                raise InvalidModel(f"board.{name}", f"{size!r} is not a whole number ≥ 0")
        if self.rows * self.columns > MAX_SQUARES:
            raise InvalidModel(
                "board",
                f"{self.rows}x{self.columns} has more than {MAX_SQUARES:,} squares; choose a smaller one",
            )
        if self.wrap not in get_args(Wrap):
            raise InvalidModel("board.wrap", f"{self.wrap!r} is not flat, cylinder or torus")
        for name in ("walls", "holes"):
            cells = frozenset(Square.of(cell, f"board.{name}") for cell in getattr(self, name))
            object.__setattr__(self, name, cells)
            for cell in sorted(cells):
                if not (0 <= cell.row < self.rows and 0 <= cell.column < self.columns):
                    raise InvalidModel(f"board.{name}", f"{tuple(cell)} is off the board")
        if both := self.walls & self.holes:
            raise InvalidModel("board.holes", f"{tuple(min(both))} is a wall already")

    # -- reading and writing -------------------------------------------------------------

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read ``8x8``, ``torus:7x7``, ``cylinder:5x6`` or ``file:map.txt`` (``torus:file:…`` too).

        Raises:
            InvalidNotation: anything else, or a file that cannot be read.
        """
        wrap: Wrap = "flat"
        rest = text
        for name in get_args(Wrap):
            if text.startswith(name + ":"):
                wrap, rest = name, text[len(name) + 1 :]
        if rest.startswith("file:"):
            return cls.from_file(rest[len("file:") :], wrap)
        match = _SIZE.fullmatch(rest)
        if match is None:
            raise InvalidNotation(
                "board", text, "expected ROWSxCOLUMNS, torus:7x7, cylinder:5x6 or file:map.txt"
            )
        return cls(int(match[1]), int(match[2]), wrap)

    @classmethod
    def from_map(cls, text: str, wrap: Wrap = "flat") -> Board:
        """Read a map of ``.`` ``#`` ``x``, one line a row, all lines of one length.

        Raises:
            InvalidNotation: a ragged line or an unknown character, with line and column.
        """
        lines = text.splitlines()
        width = len(lines[0]) if lines else 0
        cells: dict[str, set[Square]] = {"#": set(), "x": set(), ".": set()}
        for row, line in enumerate(lines):
            if len(line) != width:
                raise InvalidNotation(
                    "board",
                    line,
                    f"{len(line)} characters where the first line has {width}",
                    line=row + 1,
                )
            for column, character in enumerate(line):
                if character not in cells:
                    raise InvalidNotation(
                        "board",
                        line,
                        f"unknown character {character!r}; use . (square), # (wall), x (hole)",
                        line=row + 1,
                        column=column + 1,
                    )
                cells[character].add(Square(row, column))
        return cls(len(lines), width, wrap, frozenset(cells["#"]), frozenset(cells["x"]))

    @classmethod
    def from_file(cls, path: str | Path, wrap: Wrap = "flat") -> Board:
        """Read a map (see ``from_map``) from a UTF-8 text file."""
        try:
            if Path(path).stat().st_size > 2 * MAX_SQUARES:
                raise InvalidNotation("board", str(path), "the file is too large for a board map")
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "not a text file"
            raise InvalidNotation("board", str(path), f"cannot be read: {reason}") from None
        return cls.from_map(text, wrap)

    def __str__(self) -> str:
        """The map: ``.`` squares, ``#`` walls, ``x`` holes, one line a row."""
        return "\n".join(
            "".join(self.character(Square(row, column)) for column in range(self.columns))
            for row in range(self.rows)
        )

    def __repr__(self) -> str:
        wrap = "" if self.wrap == "flat" else f", {self.wrap!r}"
        if self.walls or self.holes:
            return f"Board.from_map({str(self)!r}{wrap})"
        return f"Board({self.rows}, {self.columns}{wrap})"

    # -- facts ---------------------------------------------------------------------------

    def character(self, cell: Square) -> str:
        """How the map shows this cell: ``.``, ``#`` or ``x``."""
        return "#" if cell in self.walls else "x" if cell in self.holes else "."

    @property
    def title(self) -> str:
        """A short name: ``8x8``, ``torus:7x7``, ``5x5 with 2 holes``."""
        wrap = "" if self.wrap == "flat" else f"{self.wrap}:"
        parts = [
            f"{len(cells)} {name if len(cells) > 1 else name[:-1]}"
            for name, cells in (("walls", self.walls), ("holes", self.holes))
            if cells
        ]
        return f"{wrap}{self.rows}x{self.columns}" + (" with " + ", ".join(parts) if parts else "")

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares that a man can stand on, row by row from the top left."""
        return _squares(self)

    @property
    def square_set(self) -> frozenset[Square]:
        """The squares that a man can stand on, as a set."""
        return _square_set(self)

    def __contains__(self, cell: object) -> bool:
        """Whether a man can stand there."""
        if not (isinstance(cell, tuple) and len(cell) == 2):
            return False
        row, column = cell
        return (
            type(row) is type(column) is int
            and 0 <= row < self.rows
            and 0 <= column < self.columns
            and cell not in self.walls
            and cell not in self.holes
        )

    def step(self, cell: Square, delta: tuple[int, int]) -> Square | None:
        """The cell that ``delta`` (rows down, columns right) leads to, or None off the board."""
        row, column = cell.row + delta[0], cell.column + delta[1]
        if self.wrap == "torus":
            row %= self.rows
        if self.wrap != "flat":
            column %= self.columns
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return Square(row, column)
        return None

    def parse_square(self, text: str) -> Square:
        """The square with this algebraic name.

        Raises:
            InvalidNotation: not a square's name, or no man can stand there.
        """
        square = Square.parse(text, self.rows)
        if square not in self:
            what = {"#": "is a wall", "x": "is a hole"}.get(self.character(square))
            if square.column >= self.columns:
                what = f"is off the board, which has {self.columns} files"
            raise InvalidNotation("square", text, f"{what}; a man cannot stand there")
        return square


@lru_cache(maxsize=256)
def _squares(board: Board) -> tuple[Square, ...]:
    cells = (Square(row, column) for row in range(board.rows) for column in range(board.columns))
    return tuple(cell for cell in cells if cell in board)


@lru_cache(maxsize=256)
def _square_set(board: Board) -> frozenset[Square]:
    return frozenset(_squares(board))
