"""Geometries: steps, coordinates, piece moves, symmetries and drawings of a board.

A board has one geometry and defines which squares exist; no other code depends on the type of board.
``Geometry`` is rows and columns, whose edges may wrap; other types are subclasses that ``Board`` selects.
A solid board, with three or four dimensions, has a flat layout: a cell has coordinates (row, column, layer)
or (row, column, layer, block). Layers are side by side, left to right, separated by a column of walls;
blocks of layers are below one another, separated by a row of walls. So every cell has a square, with a name
and a place in a drawing; its neighbours follow from its coordinates, never from the drawing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, permutations, product
from math import gcd, lcm, prod
from typing import ClassVar, Literal, NamedTuple, TypeVar

from nqsat.chess.piece import Piece, Ride
from nqsat.chess.square import Square, file_name
from nqsat.errors import InvalidModel, integer

#: The largest number of cells of a solid board: its walls are listed.
MAX_CELLS = 200_000

#: The largest product of cells and translations for which the symmetries are listed.
_LARGEST = 300_000

#: The same limit for a solid board: cells times signed permutations of its axes.
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


T = TypeVar("T")


class CellMap(NamedTuple):
    """A symmetry of a geometry; it need not preserve the walls and holes of a board.

    Args:
        name: see ``symmetry``.
        matrix: its linear part ``(a, b, c, d)``, empty on a solid board.
        image: maps a cell to its image.
        turns, shifts: whether it is a rotation about the centre; whether it is a translation.
    """

    name: str
    matrix: tuple[int, ...]
    image: Callable[[Square], Square]
    turns: bool
    shifts: bool


class Caption(NamedTuple):
    """A text above a part of a drawing, with the first row, first column and width of that part."""

    row: int
    column: int
    width: int
    text: str


class Label(NamedTuple):
    """A text beside a cell: at its left, or below it."""

    cell: Square
    side: Literal["left", "below"]
    text: str


@dataclass(frozen=True, slots=True)
class Geometry:
    """Rows and columns, flat or with edges that wrap.

    Args:
        rows, columns: their numbers.
        around: the axes along which edges wrap: rows (0) and columns (1) on a torus, columns on a
            cylinder.
    """

    #: Whether walls are only gaps of the layout: they are not drawn, and no symmetry need preserve them.
    gaps: ClassVar[bool] = False

    #: Whether squares that differ in only one coordinate form a line: a rank or a file.
    has_ranks: ClassVar[bool] = True
    has_rotations: ClassVar[bool] = True

    rows: int
    columns: int
    around: tuple[int, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of values of each coordinate."""
        return self.rows, self.columns

    @property
    def note(self) -> str:
        """A remark that explains a drawing; may be empty."""
        notes = ("", "cylinder: left and right edges wrap", "torus: edges wrap both ways")
        return notes[len(self.around)]

    # -- pictures --------------------------------------------------------------------------

    @property
    def extent(self) -> tuple[float, float]:
        """The height and width of a drawing; the side of a square is 1."""
        return self.rows, self.columns

    def centre_at(self, row: float, column: float) -> tuple[float, float]:
        """Return the position (down, right) of the centre of a cell; the first cell is at (0, 0)."""
        return row, column

    @property
    def outline(self) -> tuple[tuple[float, float], ...]:
        """The corners of a cell relative to its centre, (down, right), clockwise."""
        return (-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5)

    def cells_across(self, cell: Square) -> tuple[Square | None, ...]:
        """Return the cell across each side of a cell, in order, from the side after the first corner."""
        row, column = cell
        above, below = Square(row - 1, column), Square(row + 1, column)
        return above, Square(row, column + 1), below, Square(row, column - 1)

    def shade(self, cell: Square) -> int:
        """Return the shade of a cell: 0 dark, as at the lower left, 1 light, 2 medium."""
        return (self.rows - 1 - cell.row + cell.column) % 2

    def drawn_edges(self) -> Iterator[tuple[Square, Square]]:
        """Return pairs of cells between which a line is drawn."""
        return iter(())

    def labels(self, cells: Sequence[Square]) -> Iterator[Label]:
        """Return the labels beside cells; a board with ranks and files has them at its edges instead."""
        return iter(())

    def captions(self) -> Iterator[Caption]:
        """Return the captions of the parts of a drawing, if it has parts."""
        return iter(())

    # -- cells -----------------------------------------------------------------------------

    def file(self, column: int) -> str:
        """Return the name of a file."""
        return file_name(column)

    def name(self, cell: Square) -> str:
        """Return the name of a cell: its file, and its rank counted from the bottom."""
        return f"{self.file(cell.column)}{self.rows - cell.row}"

    def coordinates(self, cell: Square) -> tuple[int, ...]:
        """Return the coordinates of a cell."""
        return cell

    def cell(self, coordinates: Sequence[int]) -> Square | None:
        """Return the cell with these coordinates; None if there is none."""
        inside = len(coordinates) == len(self.sizes) and all(
            0 <= x < size for x, size in zip(coordinates, self.sizes, strict=True)
        )
        return self._place(coordinates) if inside else None

    def _place(self, coordinates: Sequence[int]) -> Square:
        row, column = coordinates
        return Square(row, column)

    def step(self, cell: Square, delta: tuple[int, ...]) -> Square | None:
        """Return the cell after a step, which has a component for each coordinate; None off the board."""
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
        """Return the rides of a piece; a step has one component for each coordinate.

        Raises:
            InvalidModel: the piece has no unique meaning in this geometry.
        """
        return piece.rides

    def longest(self, ride: Ride) -> int:
        """Return an upper bound on the number of squares of a ride, over all starts.

        On a torus it is the order of the step: lcm(rows, columns) for a diagonal.
        """
        long = max(self.sizes)
        if len(self.around) == 2 and self.rows and self.columns:
            sides = zip(self.sizes, ride.step, strict=True)
            long = lcm(*(side // gcd(side, part) for side, part in sides))
        return min(ride.reach or long, long)

    # -- symmetries ------------------------------------------------------------------------

    @property
    def translations(self) -> int:
        """The number of translations of the cells onto themselves."""
        down, right = self._shifts
        return len(down) * len(right)

    @property
    def most_maps(self) -> int:
        """An upper bound on the number of symmetries."""
        return len(_POINT_GROUP) * self.translations

    @property
    def is_large(self) -> bool:
        """Whether the symmetries are too large to be listed as permutations."""
        return prod(self.sizes) * self.translations > _LARGEST

    @property
    def is_transposable(self) -> bool:
        """Whether rows and columns can be exchanged: on a cylinder only one of them wraps."""
        return len(self.around) != 1

    def maps(self) -> Iterator[CellMap]:
        """Yield the symmetries by all their names; on small boards some are equal."""
        for name, down, right in product(_POINT_GROUP, *self._shifts):
            if found := self._map(name, down, right):
                yield found

    def find(self, name: str) -> CellMap | None:
        """Return the symmetry with this name; None if there is none."""
        match = _NAME.fullmatch(name)
        if match is None:
            return None
        down, right = int(match[2] or 0), int(match[3] or 0)
        inside = down in self._shifts[0] and right in self._shifts[1]
        found = self._map(match[1] or "identity", down, right) if inside else None
        return found if found and found.name == name else None

    @property
    def _shifts(self) -> tuple[range, range]:
        """The possible translations down and to the right."""
        down = max(self.rows, 1) if 0 in self.around else 1
        right = max(self.columns, 1) if 1 in self.around else 1
        return range(down), range(right)

    def _map(self, name: str, down: int, right: int) -> CellMap | None:
        """Return a rotation or reflection followed by a translation; None if the sizes do not allow it."""
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
class IrregularGeometry(Geometry):
    """A geometry of another kind, whose cells are laid out in rows and columns with gaps between them."""

    gaps: ClassVar[bool] = True

    @property
    def is_transposable(self) -> bool:
        return False  # the axes are not those of the drawing

    def find(self, name: str) -> CellMap | None:
        return next((found for found in self.maps() if found.name == name), None)


@dataclass(frozen=True, slots=True)
class Solid(IrregularGeometry):
    """Three or four dimensions with a flat layout; see the module. ``shape`` has their sizes.

    Its symmetries are the signed permutations of the axes that preserve the sizes, 48 for a cube.
    """

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

    def _image(self, sources: Sequence[int], reverse: Sequence[bool], cell: Square) -> Square:
        """Return the image of a cell: ``sources`` and ``reverse`` give the source of each coordinate."""
        here = self.coordinates(cell)
        parts = zip(self.shape, sources, reverse, strict=True)
        return self._place(
            [size - 1 - here[source] if back else here[source] for size, source, back in parts]
        )


def check_shape(given: object) -> tuple[int, ...]:
    """Read the sizes of a solid board.

    Raises:
        InvalidModel: they are not three or four integers ≥ 0, or there are too many cells.
    """
    sizes = given if isinstance(given, tuple | list) else [given]
    shape: list[int] = []
    for size in sizes:
        number = integer(size)
        if number is None or number < 0:
            raise InvalidModel(("board", "shape"), f"{size!r} is not an integer ≥ 0")
        shape.append(number)
    if len(shape) not in (3, 4):
        reason = f"a solid board has 3 or 4 dimensions, not {len(shape)}"
        raise InvalidModel(("board", "shape"), reason)
    if prod(shape) > MAX_CELLS:
        text = "x".join(map(str, shape))
        reason = f"{text} has more than {MAX_CELLS:,} cells; choose a smaller one"
        raise InvalidModel("board", reason)
    return tuple(shape)


def flat_layout(shape: Sequence[int]) -> tuple[int, int, frozenset[Square]]:
    """Return the rows, columns and walls of the flat layout of a solid board."""
    if 0 in shape:
        return 0, 0, frozenset()
    height, width, layers, blocks = (*shape, 1)[:4]
    rows, columns = blocks * (height + 1) - 1, layers * (width + 1) - 1
    cells = (Square(*cell) for cell in product(range(rows), range(columns)))
    walls = (x for x in cells if x.row % (height + 1) == height or x.column % (width + 1) == width)
    return rows, columns, frozenset(walls)


@lru_cache(maxsize=64)
def _solid_rides(piece: Piece, dimensions: int) -> frozenset[Ride]:
    """Return the rides of a piece that has one meaning in every dimension."""
    # Not the bishop: authors differ on whether its step changes two coordinates or all of them.
    cube = [step for step in product((-2, -1, 0, 1, 2), repeat=dimensions) if any(step)]
    lengths = {step: sorted(map(abs, step)) for step in cube}
    every = [step for step in cube if lengths[step][-1] == 1]
    axial = [step for step in every if sum(lengths[step]) == 1]
    leaps = [step for step in cube if lengths[step][-2:] == [1, 2] and sum(lengths[step]) == 3]
    meanings = {"Q": (every, 0), "R": (axial, 0), "N": (leaps, 1), "K": (every, 1), "W": (axial, 1)}
    return rides_by_name(piece, meanings, "a solid board")


def rides_by_name(
    piece: Piece, meanings: Mapping[str, tuple[Iterable[tuple[int, ...]], int]], board: str
) -> frozenset[Ride]:
    """Return the rides of a piece where only some have a meaning: their steps, and how often.

    Raises:
        InvalidModel: the piece is none of these.
    """
    if not piece.rides:
        return frozenset()  # a blocker, or a graph alone
    for notation, (steps, reach) in meanings.items():
        if piece.rides == Piece.parse(notation).rides:
            return frozenset(Ride(step, reach) for step in steps)
    reason = f"{piece} has no one meaning on {board}; there are {', '.join(meanings)} and graphs"
    raise InvalidModel("piece", reason)


def orbit_of(start: T, moves: Sequence[Callable[[T], T]]) -> Iterator[T]:
    """Yield what these lead to from a start, itself first, in the order of the number of moves."""
    found = dict.fromkeys([start])
    todo = [start]
    for element in todo:  # grows; all elements of a finite group are products of its generators
        yield element
        for new in (move(element) for move in moves):
            if new not in found:
                found[new] = None
                todo.append(new)
