"""Geometries: how squares lie: where a step leads, how a piece moves, what is symmetric, what is drawn.

A board has one, and says which squares exist; no other code asks what kind of board it is. ``Geometry`` is
rows and columns, whose edges may be joined. What lies differently is a class below it that ``Board``
chooses. So a solid board, of three or four dimensions, is laid out flat: a cell has coordinates (row,
column, layer) or (row, column, layer, block). Layers lie side by side, left to right, a column of walls
between them; blocks of layers lie below one another, with a row of walls between them. So every cell has a
square, hence a name and a place in a drawing; what is beside it is decided by its coordinates, never by the
drawing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, permutations, product
from math import gcd, lcm, prod
from typing import ClassVar, Literal, NamedTuple

from nqsat.chess.piece import Piece, Ride
from nqsat.chess.square import Square, file_name
from nqsat.errors import InvalidModel, integer

#: No solid board may have more cells: its walls are written out.
MAX_CELLS = 200_000

#: Cells times translations; beyond it the symmetries are not written out.
_LARGEST = 100_000

#: Cells of a solid board times signed permutations of its axes.
_LARGEST_SOLID = 1_000_000

# (row, column) -> (a·row + b·column, c·row + d·column), moved back onto the board.
_POINT_GROUP = {
    "identity": (1, 0, 0, 1),
    "rot90": (0, 1, -1, 0),
    "rot180": (-1, 0, 0, -1),
    "rot270": (0, -1, 1, 0),
    "flip-rows": (-1, 0, 0, 1),
    "flip-columns": (1, 0, 0, -1),
    "transpose": (0, 1, 1, 0),
    "antitranspose": (0, -1, -1, 0),
}

_NAME = re.compile(
    rf"({'|'.join(_POINT_GROUP)})?\+?(?:shift\(([0-9]{{1,8}}),([0-9]{{1,8}})\))?", re.ASCII
)

#: The axes of a solid board in the names of its symmetries: row, column, layer, block.
_AXES = "xyzw"


class CellMap(NamedTuple):
    """A symmetry of a geometry; whether it keeps the walls and holes of a board is not said.

    Args:
        name: see ``symmetry``.
        matrix: its linear part ``(a, b, c, d)``, nothing on a solid board.
        image: where it takes a cell.
        turns, shifts: whether it only turns the board about its middle; whether it only shifts it.
    """

    name: str
    matrix: tuple[int, ...]
    image: Callable[[Square], Square]
    turns: bool
    shifts: bool


class Caption(NamedTuple):
    """Words above a part of a drawing: the first row of it, its first column, and its width."""

    row: int
    column: int
    width: int
    text: str


class Label(NamedTuple):
    """A word beside a cell: at its left, or below it."""

    cell: Square
    side: Literal["left", "below"]
    text: str


@dataclass(frozen=True, slots=True)
class Geometry:
    """Rows and columns, flat or joined at the edges.

    Args:
        rows, columns: how many.
        around: the axes along which a step off the edge comes back at the other one: of a torus rows (0)
            and columns (1), of a cylinder columns.
    """

    #: Whether walls are but gaps of the layout: nothing is drawn there, and no map need keep them.
    gaps: ClassVar[bool] = False

    #: Whether squares that differ in one coordinate only lie on one line, a rank or a file.
    has_ranks: ClassVar[bool] = True

    rows: int
    columns: int
    around: tuple[int, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many values each coordinate of a cell has."""
        return self.rows, self.columns

    @property
    def note(self) -> str:
        """How a drawing is to be read, if one has to be told."""
        return ("", "cylinder: left and right edges wrap", "torus: edges wrap both ways")[
            len(self.around)
        ]

    # -- pictures --------------------------------------------------------------------------

    @property
    def extent(self) -> tuple[float, float]:
        """How high and how wide a drawing is; the sides of a square are 1."""
        return self.rows, self.columns

    def drawn_at(self, row: float, column: float) -> tuple[float, float]:
        """How far down and to the right the middle of a cell is, if that of the first one is at (0, 0)."""
        return row, column

    @property
    def outline(self) -> tuple[tuple[float, float], ...]:
        """How far from its middle the corners of a cell are, (down, right), clockwise."""
        return (-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5)

    def beside(self, cell: Square) -> tuple[Square | None, ...]:
        """What is drawn across each side of a cell, the first of which begins at its first corner."""
        row, column = cell
        above, below = Square(row - 1, column), Square(row + 1, column)
        return above, Square(row, column + 1), below, Square(row, column - 1)

    def shade(self, cell: Square) -> int:
        """The colour of a cell: 0 dark, as at the lower left, 1 light, 2 between them."""
        return (self.rows - 1 - cell.row + cell.column) % 2

    def joined(self) -> Iterator[tuple[Square, Square]]:
        """Cells between which lines are drawn."""
        return iter(())

    def labels(self, cells: Sequence[Square]) -> Iterator[Label]:
        """The words beside cells; of a board that has ranks and files they stand at its edges instead."""
        return iter(())

    def captions(self) -> Iterator[Caption]:
        """What stands above the parts of a drawing, if it has any."""
        return iter(())

    # -- cells -----------------------------------------------------------------------------

    def file(self, column: int) -> str:
        """The name of a file."""
        return file_name(column)

    def name(self, cell: Square) -> str:
        """The name of a cell: its file, and its rank counted from the bottom."""
        return f"{self.file(cell.column)}{self.rows - cell.row}"

    def coordinates(self, cell: Square) -> tuple[int, ...]:
        """The coordinates of a cell."""
        return cell

    def cell(self, coordinates: Sequence[int]) -> Square | None:
        """The cell with these coordinates; None if there is none."""
        inside = len(coordinates) == len(self.sizes) and all(
            0 <= x < size for x, size in zip(coordinates, self.sizes, strict=True)
        )
        return self._place(coordinates) if inside else None

    def _place(self, coordinates: Sequence[int]) -> Square:
        row, column = coordinates
        return Square(row, column)

    def step(self, cell: Square, delta: tuple[int, ...]) -> Square | None:
        """The cell that a step leads to, with a component for each coordinate; None off the board."""
        row, column = cell.row + delta[0], cell.column + delta[1]
        if 0 in self.around:
            row %= self.rows
        if 1 in self.around:
            column %= self.columns
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return Square(row, column)
        return None

    # -- moves -----------------------------------------------------------------------------

    def rides(self, piece: Piece) -> frozenset[Ride]:
        """The rides of a piece, whose steps have a component for each coordinate.

        Raises:
            InvalidModel: the piece has no one natural meaning here.
        """
        return piece.rides

    def longest(self, ride: Ride) -> int:
        """At least as many squares as a ride passes, from wherever it starts.

        On a torus a line is as long as its step takes to come back: lcm(rows, columns) for a diagonal.
        """
        long = max(self.sizes)
        if len(self.around) == 2 and self.rows and self.columns:
            sides = zip(self.sizes, ride.step, strict=True)
            long = lcm(*(side // gcd(side, part) for side, part in sides))
        return min(ride.reach or long, long)

    # -- symmetries ------------------------------------------------------------------------

    @property
    def translations(self) -> int:
        """How many shifts carry the cells onto themselves."""
        down, right = self._shifts
        return len(down) * len(right)

    @property
    def most_maps(self) -> int:
        """At least as many as there are symmetries."""
        return len(_POINT_GROUP) * self.translations

    @property
    def is_large(self) -> bool:
        """Whether the symmetries are too large to be written out."""
        return prod(self.sizes) * self.translations > _LARGEST

    @property
    def is_transposable(self) -> bool:
        """Whether rows and columns can be exchanged: a cylinder wraps one way only."""
        return len(self.around) != 1

    def maps(self) -> Iterator[CellMap]:
        """The symmetries by all their names; on small boards several mean the same one."""
        for name, down, right in product(_POINT_GROUP, *self._shifts):
            if found := self._map(name, down, right):
                yield found

    def find(self, name: str) -> CellMap | None:
        """The symmetry of this name, if there is one."""
        match = _NAME.fullmatch(name)
        if match is None:
            return None
        down, right = int(match[2] or 0), int(match[3] or 0)
        inside = down in self._shifts[0] and right in self._shifts[1]
        found = self._map(match[1] or "identity", down, right) if inside else None
        return found if found and found.name == name else None

    @property
    def _shifts(self) -> tuple[range, range]:
        """By how much the board can be moved down and to the right."""
        down = max(self.rows, 1) if 0 in self.around else 1
        right = max(self.columns, 1) if 1 in self.around else 1
        return range(down), range(right)

    def _map(self, name: str, down: int, right: int) -> CellMap | None:
        """A rotation or reflection, and then a shift; None where the sizes forbid it."""
        a, b, c, d = matrix = _POINT_GROUP[name]
        if a == 0 and not (self.rows == self.columns and self.is_transposable):
            return None
        # A negative entry reverses an axis of the image: 0…n-1 becomes 0…-(n-1); move it back.
        row_offset = (self.rows - 1 if a + b < 0 else 0) + down
        column_offset = (self.columns - 1 if c + d < 0 else 0) + right

        def image(cell: Square) -> Square:
            row = a * cell.row + b * cell.column + row_offset
            column = c * cell.row + d * cell.column + column_offset
            return Square(row % self.rows, column % self.columns)

        moved = f"shift({down},{right})" if down or right else ""
        title = "+".join(part for part in ("" if name == "identity" else name, moved) if part)
        turns = not moved and a * d - b * c == 1
        return CellMap(title or "identity", matrix, image, turns, name == "identity")


@dataclass(frozen=True, slots=True)
class Solid(Geometry):
    """Three or four dimensions, laid out flat; see the module. ``shape`` has their sizes.

    Its symmetries are the signed permutations of the axes that keep the sizes, 48 of a cube.
    """

    gaps: ClassVar[bool] = True
    shape: tuple[int, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.shape

    @property
    def note(self) -> str:
        blocks = ", blocks of layers below one another" if len(self.shape) > 3 else ""
        return f"{'x'.join(map(str, self.shape))}: layers side by side{blocks}"

    def captions(self) -> Iterator[Caption]:
        height, width, layers, blocks = (*self.shape, 1)[:4]
        for block, layer in product(range(blocks), range(layers)):
            text = f"layer {layer + 1}" + (f", block {block + 1}" if len(self.shape) > 3 else "")
            yield Caption(block * (height + 1), layer * (width + 1), width, text)

    def coordinates(self, cell: Square) -> tuple[int, ...]:
        block, row = divmod(cell.row, self.shape[0] + 1)
        layer, column = divmod(cell.column, self.shape[1] + 1)
        return (row, column, layer, block)[: len(self.shape)]

    def _place(self, coordinates: Sequence[int]) -> Square:
        row, column, layer, block = (*coordinates, 0)[:4]
        return Square(block * (self.shape[0] + 1) + row, layer * (self.shape[1] + 1) + column)

    def step(self, cell: Square, delta: tuple[int, ...]) -> Square | None:
        here = self.coordinates(cell)
        return self.cell([x + y for x, y in zip(here, delta, strict=True)])

    def rides(self, piece: Piece) -> frozenset[Ride]:
        return _solid_rides(piece, len(self.shape))

    @property
    def most_maps(self) -> int:
        return prod(2 * axis for axis in range(1, len(self.shape) + 1))

    @property
    def is_large(self) -> bool:
        return prod(self.shape) * sum(1 for _ in self.maps()) > _LARGEST_SOLID

    @property
    def is_transposable(self) -> bool:
        return False  # the axes are not those of the drawing

    def maps(self) -> Iterator[CellMap]:
        axes = range(len(self.shape))
        for sources in permutations(axes):
            if any(self.shape[source] != self.shape[axis] for axis, source in enumerate(sources)):
                continue
            crossed = sum(a > b for a, b in combinations(sources, 2))
            for reverse in product((False, True), repeat=len(axes)):
                signed = zip(sources, reverse, strict=True)
                name = ",".join("-" * back + _AXES[source] for source, back in signed)
                name = "identity" if not crossed and not any(reverse) else f"({name})"
                turns = (crossed + sum(reverse)) % 2 == 0  # its determinant is 1
                yield CellMap(name, (), partial(self._image, sources, reverse), turns, shifts=False)

    def find(self, name: str) -> CellMap | None:
        return next((found for found in self.maps() if found.name == name), None)

    def _image(self, sources: Sequence[int], reverse: Sequence[bool], cell: Square) -> Square:
        """For each axis, which coordinate becomes this one, and whether it is reversed."""
        here = self.coordinates(cell)
        parts = zip(self.shape, sources, reverse, strict=True)
        return self._place(
            [size - 1 - here[source] if back else here[source] for size, source, back in parts]
        )


def check_shape(given: object) -> tuple[int, ...]:
    """The sizes of a solid board, if they are some.

    Raises:
        InvalidModel: not three or four whole numbers ≥ 0, or too many cells.
    """
    sizes = given if isinstance(given, tuple | list) else [given]
    shape: list[int] = []
    for size in sizes:
        number = integer(size)
        if number is None or number < 0:
            raise InvalidModel(("board", "shape"), f"{size!r} is not an integer ≥ 0")
        shape.append(number)
    if len(shape) not in (3, 4):
        raise InvalidModel(
            ("board", "shape"), f"a solid board has 3 or 4 dimensions, not {len(shape)}"
        )
    if prod(shape) > MAX_CELLS:
        text = "x".join(map(str, shape))
        reason = f"{text} has more than {MAX_CELLS:,} cells; choose a smaller one"
        raise InvalidModel("board", reason)
    return tuple(shape)


def flat_layout(shape: Sequence[int]) -> tuple[int, int, frozenset[Square]]:
    """The rows and columns of the flat layout of a solid board, and its walls."""
    if 0 in shape:
        return 0, 0, frozenset()
    height, width, layers, blocks = (*shape, 1)[:4]
    rows, columns = blocks * (height + 1) - 1, layers * (width + 1) - 1
    walls = (
        Square(row, column)
        for row in range(rows)
        for column in range(columns)
        if row % (height + 1) == height or column % (width + 1) == width
    )
    return rows, columns, frozenset(walls)


@lru_cache(maxsize=64)
def _solid_rides(piece: Piece, dimensions: int) -> frozenset[Ride]:
    """There are the pieces with one natural meaning in any dimension d.

        queen, king    steps {-1, 0, 1}^d, not all 0
        rook, wazir    steps along one axis
        knight         2 along one axis and 1 along another

    A bishop is refused: its step may change two coordinates or all of them, and authors differ.
    """
    every = [step for step in product((-1, 0, 1), repeat=dimensions) if any(step)]
    axial = [step for step in every if sum(map(abs, step)) == 1]
    leaps = set(permutations((2, 1, *[0] * (dimensions - 2))))
    signed = {
        tuple(a * b for a, b in zip(leap, signs, strict=True))
        for leap in leaps
        for signs in product((-1, 1), repeat=dimensions)
    }
    meanings = {
        "Q": (every, 0),
        "K": (every, 1),
        "R": (axial, 0),
        "W": (axial, 1),
        "N": (signed, 1),
    }
    if not piece.rides:
        return frozenset()  # a blocker, or a graph alone
    for notation, (steps, reach) in meanings.items():
        if piece.rides == Piece.parse(notation).rides:
            return frozenset(Ride(step, reach) for step in steps)
    reason = f"{piece} has no one meaning on a solid board; there are Q, R, N, K, W and graphs"
    raise InvalidModel("piece", reason)
