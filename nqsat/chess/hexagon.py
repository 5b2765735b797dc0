"""Hexagonal boards: a hexagon of hexagonal cells with vertical files, as in Gliński's chess.

The layout of a board of side n has 2n - 1 rows and columns: each column is a file, which ends in the last
row, and the cells above the shorter files are gaps. Ranks are counted from the bottom of each file, as
Gliński does, and no file is called j.

A cell has axial coordinates (down, right): the step to the next cell below is (1, 0), to the next cell at
the lower right (0, 1) and at the upper right (-1, 1). In these coordinates lines are straight and every
symmetry is linear about the centre, (n - 1, n - 1).
Reference: https://www.redblobgames.com/grids/hexagons/
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import sqrt
from typing import ClassVar

from nqsat.chess.geometry import (
    CellMap,
    Direction,
    Geometry,
    Label,
    Stride,
    orbit_of,
    rides_by_name,
)
from nqsat.chess.piece import Piece, Ride
from nqsat.chess.square import Square, file_name
from nqsat.errors import InvalidModel, integer

#: The largest side n of a hexagonal board, which has 3n² - 3n + 1 squares.
MAX_SIDE = 200

_LETTERS = "abcdefghiklmnopqrstuvwxyz"

_SHORT, _LONG = 1 / (2 * sqrt(3)), 1 / sqrt(3)

#: The corners of a cell relative to its centre, (down, right), from the upper left.
_CORNERS = (
    (-0.5, -_SHORT), (-0.5, _SHORT), (0.0, _LONG), (0.5, _SHORT), (0.5, -_SHORT), (0.0, -_LONG),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hexagon(Geometry):
    """A hexagon of side ``side``; see the module.

    Its symmetries are named ``rot60`` to ``rot300``, clockwise, and ``mirror0`` to ``mirror150``: about the
    line through the centre at that angle in degrees, anticlockwise from the horizontal.
    """

    gaps: ClassVar[bool] = True
    has_ranks: ClassVar[bool] = False
    is_flat: ClassVar[bool] = True
    side: int = 0

    @classmethod
    def of(cls, side: object) -> Hexagon:
        """Return the geometry with this side. Raises as ``Board.hexagonal``."""
        number = integer(side)
        if number is None or not 1 <= number <= MAX_SIDE:
            reason = f"{side!r} is not an integer from 1 to {MAX_SIDE}"
            raise InvalidModel(("board", "hexagon"), reason)
        return cls(2 * number - 1, 2 * number - 1, number)

    @property
    def title(self) -> str:
        return f"hex:{self.side}"

    def to_json(self) -> dict[str, object]:
        return {"hexagon": self.side}

    @property
    def words(self) -> str:
        return f"hexagonal board of side {self.side}"

    @property
    def missing(self) -> frozenset[Square]:
        return frozenset(
            Square(row, column)
            for column in range(self.columns)
            for row in range(abs(column - self.side + 1))
        )

    @property
    def call(self) -> str:
        return f"Board.hexagonal({self.side})"

    @property
    def note(self) -> str:
        return f"hexagon of side {self.side}"

    # -- cells -----------------------------------------------------------------------------

    def file(self, column: int) -> str:
        return file_name(column, _LETTERS)

    def coordinates(self, cell: Square) -> tuple[int, ...]:
        right = cell.column
        return cell.row - max(0, right - self.side + 1), right

    def cell(self, coordinates: Sequence[int]) -> Square | None:
        if len(coordinates) != 2:
            return None
        down, right = coordinates
        cell = Square(down + max(0, right - self.side + 1), right)
        highest = abs(right - self.side + 1)
        return cell if 0 <= right < self.columns and highest <= cell.row < self.rows else None

    def step(self, cell: Square, direction: Direction) -> Stride | None:
        down, right = self.coordinates(cell)
        there = self.cell((down + direction[0], right + direction[1]))
        return there and (there, direction)

    def rides(self, piece: Piece) -> frozenset[Ride]:
        return _rides(piece)

    # -- symmetries ------------------------------------------------------------------------

    @property
    def most_maps(self) -> int:
        return 12

    def maps(self) -> Iterator[CellMap]:
        a, b, c, d = 1, 0, 0, 1
        for turn in range(0, 360, 60):
            name = f"rot{turn}" if turn else "identity"
            yield CellMap(name, (), partial(self._image, (a, b, c, d)), turns=True, shifts=not turn)
            a, b, c, d = a + c, b + d, -a, -b  # composed with a sixth of a turn clockwise
        a, b, c, d = -1, -1, 0, 1
        for angle in range(0, 180, 30):
            image = partial(self._image, (a, b, c, d))
            yield CellMap(f"mirror{angle}", (), image, turns=False, shifts=False)
            a, b, c, d = -c, -d, a + c, b + d  # composed with one anticlockwise

    def _image(self, matrix: tuple[int, int, int, int], cell: Square) -> Square:
        middle = self.side - 1
        down, right = (x - middle for x in self.coordinates(cell))
        a, b, c, d = matrix
        image = self.cell((a * down + b * right + middle, c * down + d * right + middle))
        return cell if image is None else image  # a gap is mapped to itself

    # -- pictures --------------------------------------------------------------------------

    @property
    def extent(self) -> tuple[float, float]:
        return self.rows, (self.columns - 1) * 3 * _SHORT + 2 * _LONG

    def centre_at(self, row: float, column: float) -> tuple[float, float]:
        across = column * 3 * _SHORT + _LONG - 0.5
        return row - abs(column - self.side + 1) / 2, across

    @property
    def outline(self) -> tuple[tuple[float, float], ...]:
        return _CORNERS

    def cells_across(self, cell: Square) -> tuple[Square | None, ...]:
        steps = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))
        beside = (self.step(cell, step) for step in steps)
        return tuple(stride and stride[0] for stride in beside)

    def labels(self, cells: Sequence[Square]) -> Iterator[Label]:
        first = {cell.row: cell for cell in reversed(cells)}
        yield from (Label(cell, "left", str(self.rows - row)) for row, cell in first.items())
        last = {cell.column: cell for cell in cells}
        yield from (Label(cell, "below", self.file(column)) for column, cell in last.items())

    def shade(self, cell: Square) -> int:
        down, right = self.coordinates(cell)
        return (down - right + 2) % 3


@lru_cache(maxsize=64)
def _rides(piece: Piece) -> frozenset[Ride]:
    """Return the rides of a piece: a rook leaves a cell through a side, a bishop through a corner."""
    # A knight goes to the 12 nearest cells that no queen can reach, as in Gliński's variant:
    # https://en.wikipedia.org/wiki/Hexagonal_chess
    turns: list[Callable[[tuple[int, int]], tuple[int, int]]] = [
        lambda step: (step[0] + step[1], -step[0]),
        lambda step: (step[1], step[0]),
    ]
    side, corner, leap = (frozenset(orbit_of((a, b), turns)) for a, b in ((0, 1), (1, 1), (1, 2)))
    meanings = {"Q": (side | corner, 0), "R": (side, 0), "B": (corner, 0), "N": (leap, 1)}
    meanings |= {"K": (side | corner, 1), "W": (side, 1), "F": (corner, 1)}
    return rides_by_name(piece, meanings, "a hexagonal board")
