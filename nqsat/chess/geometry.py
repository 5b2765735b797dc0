"""Geometries: what a board is made of. Cells, steps, piece moves, symmetries and drawings.

A board has one geometry and defines which squares exist; no other code depends on the type of board.
``Geometry`` is the contract. What it does not know of a subclass it does not guess: a subclass that
defines only ``step`` is not flat, its lines are walked to see if they are straight, and it has no symmetry
but the identity.
Subclasses: ``Surface`` (rows and columns, whose edges may be glued), ``Solid``, ``Hexagon``, ``Network``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar, Literal, NamedTuple, Self, TypeVar

from nqsat.chess.piece import Piece, Ride, opposite
from nqsat.chess.square import Square, file_name
from nqsat.errors import InvalidModel

T = TypeVar("T")

#: One component for each coordinate: rows down, columns to the right, and so on.
Direction = tuple[int, ...]

#: A cell and the direction in which a ride continues from it.
Stride = tuple[Square, Direction]


#: A point of a drawing, (down, right), and a straight line between two of them.
Point = tuple[float, float]
Line = tuple[Point, Point]

#: A map (a, b, c, d, e, f) of a drawing: (right, down) to (a·right + c·down + e, b·right + d·down + f).
Affine = tuple[float, float, float, float, float, float]


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


class Seam(NamedTuple):
    """Two opposite edges that are one and the same.

    Args:
        axis: the coordinate that goes round: 0, upper and lower edge; 1, left and right edge.
        twisted: whether one edge meets the other in reverse.
    """

    axis: int
    twisted: bool = False


class Caption(NamedTuple):
    """A text above a part of a drawing: its first row and column, its numbers of rows and columns."""

    row: int
    column: int
    height: int
    width: int
    text: str


class Label(NamedTuple):
    """A text next to a cell: at its left, or below it."""

    cell: Square
    side: Literal["left", "below"]
    text: str


@dataclass(frozen=True, slots=True)
class Geometry(ABC):
    """The contract of a geometry, which is laid out in rows and columns of cells.

    Args:
        rows, columns: the numbers of rows and columns of the layout.
    """

    #: Whether walls are only gaps of the layout: they are not drawn, and no symmetry need preserve them.
    gaps: ClassVar[bool] = False

    #: Whether squares that differ in only one coordinate form a line: a rank or a file.
    has_ranks: ClassVar[bool] = True
    has_rotations: ClassVar[bool] = True

    #: Whether its cells are drawn as a list in text: they have no places in rows.
    is_list: ClassVar[bool] = False

    #: Whether a step adds its components to the coordinates, or leaves the board: lines are straight.
    is_flat: ClassVar[bool] = False

    #: The edges that are glued to one another; a ride continues behind them.
    seams: ClassVar[tuple[Seam, ...]] = ()

    rows: int
    columns: int

    @property
    @abstractmethod
    def title(self) -> str:
        """Its text, from which ``Board.parse`` reads it: ``8x8``, ``torus:7x7``, ``hex:6``."""

    def to_json(self) -> dict[str, object]:
        """Return its fields in JSON; by default its text, which ``Board.parse`` has to know."""
        return {"text": self.title}

    def element(self, cell: Square) -> Any:
        """Return what stands for a square where a solution is iterated over: by default the square."""
        return cell

    @property
    def knows_symmetries(self) -> bool:
        """Whether its symmetries are known; those of a graph have to be given, others are ``maps``."""
        return type(self).maps is not Geometry.maps

    def square(self, element: object) -> Square:
        """Return the square for which this stands, as ``element`` says: by default a pair (row, column).

        Raises:
            InvalidModel: it stands for none.
        """
        return Square.of(element, "square")

    @property
    def call(self) -> str:
        """The call in Python that makes an empty board of it."""
        return f"Board(geometry={self!r})"

    @property
    def words(self) -> str:
        """It in words, without an article: ``8 × 8 board``."""
        return self.title

    @property
    def is_twisted(self) -> bool:
        """Whether an edge meets another in reverse: there a ride may turn."""
        return any(seam.twisted for seam in self.seams)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of values of each coordinate."""
        return self.rows, self.columns

    @property
    def note(self) -> str:
        """A remark that explains a drawing; may be empty."""
        return ""

    @property
    def missing(self) -> frozenset[Square]:
        """The cells of the layout that are gaps."""
        return frozenset()

    def resized(self, rows: int, columns: int) -> Self | None:
        """Return the same kind of geometry with another layout; None if it has one layout alone."""
        return None

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

    def drawn_move(self, here: Square, there: Square) -> tuple[Line, ...]:
        """Return a move as lines between (down, right): one, or where it leaves over an edge, several.

        What lies off the board of these lines is not seen.
        """
        return (((here.row, here.column), (there.row, there.column)),)

    def copies(self) -> Iterator[Affine]:
        """Yield where copies of the board lie around it, across its seams."""
        return iter(())

    def labels(self, cells: Sequence[Square]) -> Iterator[Label]:
        """Return the labels next to cells; a board with ranks and files has them at its edges instead."""
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

    def cells(self) -> Iterator[Square]:
        """The cells, row by row."""
        every, missing = product(range(self.rows), range(self.columns)), self.missing
        return (Square(*cell) for cell in every if cell not in missing)

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

    @abstractmethod
    def step(self, cell: Square, direction: Direction) -> Stride | None:
        """Return the cell after a step, and the direction in which a ride continues; None off the board."""

    def is_straight(self, direction: Direction) -> bool:
        """Whether rides in a direction, and in the opposite one, never turn and lead back."""
        if self.is_flat:
            return True
        both = (direction, opposite(direction))
        strides = ((x, on, self.step(x, on)) for x in self.cells() for on in both)
        return all(
            stride is None
            or (stride[1] == on and self.step(stride[0], opposite(on)) == (x, opposite(on)))
            for x, on, stride in strides
        )

    # -- moves -----------------------------------------------------------------------------

    def rides(self, piece: Piece) -> frozenset[Ride]:
        """Return the rides of a piece; a step has one component for each coordinate.

        Raises:
            InvalidModel: the piece has no unique meaning in this geometry.
        """
        return piece.rides

    def longest(self, ride: Ride) -> int:
        """Return an upper bound on the number of squares of a ride, over all starts."""
        long = max(self.sizes) if self.is_flat else self.rows * self.columns
        return min(ride.reach or long, long)

    # -- symmetries ------------------------------------------------------------------------

    @property
    def translations(self) -> int:
        """The number of translations of the cells onto themselves."""
        return 1

    @property
    def most_maps(self) -> int:
        """An upper bound on the number of symmetries."""
        return 1

    @property
    def is_large(self) -> bool:
        """Whether the symmetries are too large to be listed as permutations."""
        return False

    @property
    def is_transposable(self) -> bool:
        """Whether there is the same geometry with rows and columns exchanged."""
        return False

    def maps(self) -> Iterator[CellMap]:
        """Yield the symmetries by all their names; on small boards some are equal."""
        yield CellMap("identity", (), lambda cell: cell, turns=True, shifts=True)

    def find(self, name: str) -> CellMap | None:
        """Return the symmetry with this name; None if there is none."""
        return next((symmetry for symmetry in self.maps() if symmetry.name == name), None)


def rides_by_name(
    piece: Piece, meanings: Mapping[str, tuple[Iterable[tuple[int, ...]], int]], board: str
) -> frozenset[Ride]:
    """Return the rides of a piece where only some have a meaning: their steps, and how often."""
    if not piece.rides:
        return frozenset()  # a blocker, or a graph alone
    for notation, (steps, reach) in meanings.items():
        if piece.rides == Piece.parse(notation).rides:
            return frozenset(Ride(step, reach) for step in steps)
    reason = f"{piece} is not defined on {board}; write {', '.join(meanings)}"
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
