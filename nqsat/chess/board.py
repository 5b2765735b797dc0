"""Boards: which squares exist, which may be occupied, what stops a rider, where an edge leads.

A board does not contain pieces. Its text form is a map with one line for each row, from the top:
``.`` a square, ``#`` a wall (no square; stops riders), ``x`` a hole (riders pass over it, no piece
stands on it). Its ``geometry`` defines steps, coordinates, symmetries and the drawing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import prod
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from nqsat.chess.cells import Cells, Read, cells_of, usual_meaning
from nqsat.chess.display import LONGEST_REPR, Drawable, brief
from nqsat.chess.geometry import Geometry
from nqsat.chess.grid import Grid, read_grid, text_of_grid
from nqsat.chess.square import Square
from nqsat.chess.surfaces import SURFACES, Surface
from nqsat.errors import InvalidModel, InvalidNotation, blaming, integer
from nqsat.files import read_text

#: The largest number of cells: enough for 10,000 queens, too few for a typing error.
MAX_SQUARES = 100_000_000

#: The largest number of cells whose squares are listed: enough for a tour of a million squares.
MAX_LISTED = 10_000_000

_BY = " *[xX×*] *"
_SIZE = re.compile(rf"([0-9]{{1,12}})(?:{_BY}([0-9]{{1,12}}))?", re.ASCII)
_WORD = re.compile(r"([a-z]+):(.*)", re.ASCII | re.DOTALL)
_HEXAGON = re.compile(r"hex:([0-9]{1,12})", re.ASCII)
_SOLID = re.compile(rf"[0-9]{{1,12}}({_BY}[0-9]{{1,12}}){{2,}}", re.ASCII)


@dataclass(frozen=True, init=False)
class Board(Drawable):
    """A board of ``rows`` × ``columns`` cells.

    Args:
        rows, columns: the size; 0 is allowed and gives a board without squares. Alone, the first may be
            what ``Board.of`` takes: ``Board("torus:7x7")``, ``Board(8)``.
        wrap: which edges are glued, by the word of a ``Surface``: ``"flat"``; ``"cylinder"``: a step off
            the left or right edge continues at the opposite edge; ``"torus"``: the top and bottom edges
            wrap too; ``"klein"``: as a torus, but mirrored over top and bottom; ``"projective"``: over
            all edges.
        walls: cells that stop riders and are not squares: ``(row, column)`` from the top left, or ``"a1"``.
        holes: cells that riders pass over but where no piece can stand.
        geometry: in place of rows, columns and wrap: a board of any geometry.
        read: what was taken from the grid or the file of a graph that the board is from; else None.

    Raises:
        InvalidModel: a size is negative, the board has more than 100 million cells, ``wrap`` is
            unknown, a wall or hole is off the board, a cell is both, or a board other than a surface has
            walls or holes.
    """

    geometry: Geometry
    walls: frozenset[Square]
    holes: frozenset[Square]
    read: Read | None = field(repr=False, compare=False)

    def __init__(
        self,
        rows: object = None,
        columns: object = None,
        wrap: object = "flat",
        walls: Iterable[tuple[int, int] | str] = (),
        holes: Iterable[tuple[int, int] | str] = (),
        *,
        geometry: Geometry | None = None,
        read: Read | None = None,
    ) -> None:
        if geometry is None and columns is None and rows is not None:
            like = Board.of(rows)  # as Board("torus:7x7") or Board(8)
            geometry, read = like.geometry, like.read
            walls, holes = like.walls | {*walls}, like.holes | {*holes}
        geometry = _surface_of(rows, columns, wrap) if geometry is None else geometry
        if not isinstance(geometry, Geometry):
            raise InvalidModel(("board", "geometry"), f"{geometry!r} is not a Geometry")
        cells = {
            "walls": _cells(geometry, "walls", walls),
            "holes": _cells(geometry, "holes", holes),
        }
        if geometry.gaps:
            missing = geometry.missing  # worked out again each time
            if cells["walls"] - missing or cells["holes"]:
                reason = f"{geometry.title} has no other walls, and no holes; leave them out"
                raise InvalidModel(("board", "walls"), reason)
            cells["walls"] = missing
        if both := cells["walls"] & cells["holes"]:
            raise InvalidModel(("board", "holes"), f"{tuple(min(both))} is a wall already")
        for name, value in {"geometry": geometry, **cells, "read": read}.items():
            object.__setattr__(self, name, value)

    @property
    def rows(self) -> int:
        """The number of rows of the layout."""
        return self.geometry.rows

    @property
    def columns(self) -> int:
        """The number of columns of the layout."""
        return self.geometry.columns

    # -- reading and writing -------------------------------------------------------------

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read ``8x8``, ``torus:7x7``, ``cylinder:5x6`` or ``file:map.txt`` (``torus:file:…`` too).

        ``8 x 8``, ``8×8``, ``8*8`` and ``8`` are ``8x8``. ``4x4x4`` and ``3x3x3x3`` are solid boards,
        ``hex:6`` is a hexagonal board of side 6; ``graph:FILE`` has the nodes of a graph as squares, see
        ``read_graph``.

        Raises:
            InvalidNotation: the text has none of these forms.
            InvalidModel: the file cannot be read.
        """
        if text.startswith("graph:"):
            from nqsat.chess.graph_files import read_graph

            graph = read_graph(text.removeprefix("graph:"))
            return cls(geometry=graph, read=Read(graph.facts))
        wrap, rest = _split_wrap(text)
        if rest.startswith("file:"):
            return cls.from_file(rest[len("file:") :], wrap)
        if hexagon := _HEXAGON.fullmatch(text):
            return cls.hexagonal(int(hexagon[1]))
        if _SOLID.fullmatch(rest):
            if rest != text:
                raise InvalidNotation("board", text, "a solid board does not wrap; leave that out")
            return cls.solid(*map(int, re.findall("[0-9]+", rest)))
        match = _SIZE.fullmatch(rest)
        if match is None:
            wanted = "expected 8x8, torus:7x7, hex:6, 4x4x4, file:… or graph:…"
            raise InvalidNotation("board", text, wanted)
        return cls(int(match[1]), int(match[2] or match[1]), wrap)

    @classmethod
    def begins(cls, text: str) -> bool:
        """Whether the first word of a text is, or is meant to be, a board."""
        word = _split_wrap(text.split(maxsplit=1)[0])[1] if text.strip() else ""
        kinds = ("hex:", "file:", "graph:")
        return word.startswith(kinds) or bool(re.fullmatch("[0-9]+x[0-9x]+", word, re.ASCII))

    @classmethod
    def of(cls, value: object) -> Board:
        """Return a board unchanged, or the one that a text, a size or a graph of networkx says.

        >>> Board.of(8) == Board.of((8, 8)) == Board.of("8x8")
        True

        Raises:
            InvalidModel: the value is none of these.
        """
        if isinstance(value, Board):
            return value
        if isinstance(value, str):
            return cls.parse(value)
        if sizes := _sizes(value):
            return cls(*sizes)
        if is_graph(value):
            return cls.of_graph(value)
        reason = f"{value!r} is neither a Board, nor text such as '8x8', nor a size, nor a graph"
        raise InvalidModel("board", reason)

    @classmethod
    def solid(cls, *shape: int) -> Board:
        """Return a solid board with these sizes: rows, columns, layers and, in 4D, blocks of layers.

        Its layout is flat: layers side by side with walls between them, blocks below one another.

        Raises:
            InvalidModel: there are not three or four sizes ≥ 0, or more than 200,000 cells.
        """
        from nqsat.chess.solid import Solid

        return cls(geometry=Solid.of(shape))

    @classmethod
    def hexagonal(cls, side: int) -> Board:
        """A hexagon with ``side`` cells on each side: ``Board.hexagonal(6)`` is Gliński's, 91 squares.

        Its files are vertical, and ranks are counted from the bottom of each: ``f6`` is the centre.

        Raises:
            InvalidModel: the side is not from 1 to 200.
        """
        from nqsat.chess.hexagon import Hexagon

        return cls(geometry=Hexagon.of(side))

    @classmethod
    def of_graph(cls, graph: object, symmetries: Iterable[object] = ()) -> Board:
        """Return a board whose squares are the nodes of a graph; its one piece, W, moves along the edges.

        >>> Board.of_graph([("a", "b"), ("b", "c")]).title
        'graph of 3 nodes and 2 edges'

        Args:
            graph: a graph of networkx, or a list of edges: pairs of nodes. The name of a node is its text,
                with up to 40 letters, digits, ``_`` and ``.``; blanks become ``_``.
            symmetries: permutations that generate the board's symmetries, called ``g1``, ``g2``, …: each a
                mapping of nodes, a list of the images of all nodes in order, or cycles such as
                ``"(a b c)(d e)"`` or ``[("a", "b", "c"), ("d", "e")]``.

        Raises:
            InvalidModel: it is neither, a name is invalid, an edge is a loop, a symmetry maps an edge to no
                edge, or the symmetries times the nodes are more than 500,000.
        """
        from nqsat.chess.network import network_of

        return cls(geometry=network_of(graph, symmetries))

    from_graph = of_graph

    @classmethod
    def from_map(cls, text: str, wrap: str = "flat") -> Board:
        """Read a map of ``.`` ``#`` ``x``, one line for each row, all rows of the same length.

        Other forms are those of ``read_grid``.

        Raises:
            InvalidNotation: a row has another length, or a cell is none of these; with line and column.
        """
        rows = read_grid("board", text)
        board, content = _position(cells_of(rows), wrap)
        if content:
            (row, column), mark = next(iter(content.items()))
            line = rows[row]
            reason = f"unknown character {mark!r}; use . (square), # (wall), x (hole) only"
            reason += "; a model reads pieces, or numbers of a tour, from its board's file"
            raise InvalidNotation("board", line.text, reason, line=line.line, column=column + 1)
        return board

    @classmethod
    def from_file(cls, path: str | Path, wrap: str = "flat") -> Board:
        """Read a map (see ``from_map``) from a UTF-8 text file; an empty map is an error."""
        return _require_cells(cls.from_map(read_text("board", path, 2 * MAX_LISTED), wrap), path)

    def __str__(self) -> str:
        """The map: ``.`` squares, ``#`` walls, ``x`` holes, one line for each row."""
        return "\n".join(
            "".join(self.character(Square(row, column)) for column in range(self.columns))
            for row in range(self.rows)
        )

    def __repr__(self) -> str:
        call = self._call
        return call if len(call) <= LONGEST_REPR else brief(f"Board {self.title}")

    @property
    def _call(self) -> str:
        """The call that makes it."""
        if not isinstance(self.geometry, Surface):
            return self.geometry.call
        wrap = "" if self.geometry.word == "flat" else f", {self.geometry.word!r}"
        if self.walls or self.holes:
            return f"Board.from_map({str(self)!r}{wrap})"
        return f"Board({self.rows}, {self.columns}{wrap})"

    # -- facts ---------------------------------------------------------------------------

    def character(self, cell: Square) -> str:
        """Return the character of a cell in the map: ``.``, ``#`` or ``x``."""
        return "#" if cell in self.walls else "x" if cell in self.holes else "."

    @property
    def title(self) -> str:
        """A short name: ``8x8``, ``torus:7x7``, ``4x4x4``, ``hex:6``, ``5x5 with 2 holes``."""
        return self.geometry.title + self.cells_left_out

    @property
    def cells_left_out(self) -> str:
        """How many walls and holes it has, in words: `` with 2 holes``; else empty."""
        parts = [
            f"{len(cells)} {name if len(cells) > 1 else name[:-1]}"
            for name, cells in (("walls", self.drawn_walls), ("holes", self.holes))
            if cells
        ]
        return " with " + ", ".join(parts) if parts else ""

    @property
    def side(self) -> int:
        """Its largest size."""
        return max(self.geometry.sizes)

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares that a piece can stand on, row by row from the top left.

        Raises:
            InvalidModel: the board has more than 10 million cells.
        """
        return _squares(self)

    @property
    def places(self) -> Mapping[Square, int]:
        """The index of each square in ``squares``, from 0."""
        return _square_indices(self)

    def __contains__(self, cell: object) -> bool:
        """Whether a piece can stand there."""
        if not (isinstance(cell, tuple) and len(cell) == 2):
            return False
        row, column = cell
        if not type(row) is type(column) is int and None in (integer(row), integer(column)):
            return False
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return inside and cell not in self.walls and cell not in self.holes

    def coordinates(self, square: Square) -> tuple[int, ...]:
        """Return the coordinates of a square: (row, column), on a solid board (row, column, layer, …).

        Raises:
            InvalidModel: no piece can stand there.
        """
        if square not in self:
            raise InvalidModel("square", f"no piece can stand on {tuple(square)}")
        return tuple(self.geometry.coordinates(square))

    def at(self, *coordinates: int) -> Square:
        """Return the square with these coordinates: the inverse of ``coordinates``.

        Raises:
            InvalidModel: there is no such square, or no piece can stand there.
        """
        square = self.geometry.cell(coordinates)
        if square is not None and square in self:
            return square
        raise InvalidModel("square", f"no piece can stand on {coordinates} of {self.title}")

    def step(self, cell: Square, delta: tuple[int, ...]) -> Square | None:
        """Return the cell at offset ``delta`` (rows down, columns right; on a solid board layers, blocks).

        None if it is off the board.
        """
        stride = self.geometry.step(cell, delta)
        return stride and stride[0]

    @property
    def drawn_walls(self) -> frozenset[Square]:
        """The walls to draw: none on a solid or hexagonal board, whose walls are gaps of the layout."""
        return frozenset() if self.geometry.gaps else self.walls

    def name(self, cell: Square) -> str:
        """Return the name of a cell: ``a1`` at the lower left."""
        return self.geometry.name(cell if type(cell) is Square else self.geometry.square(cell))

    def parse_square(self, text: str) -> Square:
        """Return the square with this name.

        Raises:
            InvalidNotation: it is not the name of a square, or no piece can stand there.
        """
        if not self.geometry.has_ranks:
            if (found := _squares_by_name(self).get("_".join(text.split()))) is None:
                raise InvalidNotation("square", text, f"is not a square of {self.title}")
            return found
        square = Square.parse(text, self.rows)
        if square not in self:
            if square.column >= self.columns:
                raise InvalidNotation("square", text, f"the board has {self.columns} files")
            what = "wall" if self.character(square) == "#" else "hole"
            raise InvalidNotation("square", text, f"is a {what}; a piece cannot stand there")
        return square


def board_with_content(
    value: object, key: str, word: str | None = None
) -> tuple[Board, Cells | None]:
    """As ``Board.of``, together with the cells of a grid.

    Args:
        value: as for ``Board.of``; or a grid, see ``text_of_grid``.
        key: the kind of model that reads it.
        word: what the marks mean to it, see ``READ_AS``; None for the usual meaning.

    Raises:
        as ``Board.of``, ``usual_meaning`` and ``read_position``.
    """
    meaning, usual = usual_meaning(key, word), usual_meaning(key, None)
    wrap, rest = _split_wrap(value) if isinstance(value, str) else ("flat", "")
    asked = rest if isinstance(value, str) else value
    text = None if _sizes(value) or is_graph(value) else text_of_grid("board", asked)
    if text is None:
        if word is not None:
            raise InvalidModel("as", "says what the cells of a grid mean: --board file:map.txt")
        return Board.of(value), None
    cells = cells_of(read_grid("board", text), meaning, usual)
    board, _ = _position(cells, wrap)
    return _require_cells(board, value), cells


class GraphLike(Protocol):
    """A graph of networkx, or one like it."""

    @property
    def nodes(self) -> Any: ...
    @property
    def edges(self) -> Any: ...


#: Values accepted for a board; see ``Placement``.
GivenBoard = Board | Grid | int | tuple[int, int] | GraphLike


def _sizes(value: object) -> tuple[object, object] | None:
    """The rows and columns that a value says: ``(8, 9)``, or ``8`` for both; None for another value."""
    sizes = value if isinstance(value, tuple) else (value, value)
    return sizes if len(sizes) == 2 and None not in map(integer, sizes) else None


def is_graph(value: object) -> bool:
    """Whether a value is a graph of networkx, or one like it: it has nodes and edges."""
    return hasattr(value, "nodes") and hasattr(value, "edges")


def _surface_of(rows: object, columns: object, wrap: object) -> Surface:
    sizes = []
    for name, size in (("rows", rows), ("columns", columns)):
        number = integer(size)
        if number is None or number < 0:
            raise InvalidModel(("board", name), f"{size!r} is not an integer ≥ 0")
        sizes.append(number)
    if prod(sizes) > MAX_SQUARES:
        reason = f"{sizes[0]}x{sizes[1]} has more than {MAX_SQUARES:,} squares"
        raise InvalidModel("board", reason)
    if not isinstance(wrap, str) or wrap not in SURFACES:
        *others, last = SURFACES
        reason = f"{wrap!r} is not {', '.join(others)} or {last}"
        raise InvalidModel(("board", "wrap"), reason)
    return SURFACES[wrap](*sizes)


def _cells(geometry: Geometry, name: str, given: object) -> frozenset[Square]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidModel(("board", name), f"{given!r} is not a set of squares")
    cells = frozenset(_cell(geometry, name, cell) for cell in given)
    for cell in sorted(cells):
        if not (0 <= cell.row < geometry.rows and 0 <= cell.column < geometry.columns):
            raise InvalidModel(("board", name), f"{tuple(cell)} is off the board")
    return cells


def _cell(geometry: Geometry, name: str, given: object) -> Square:
    """Read a wall or a hole: ``(row, column)``, or ``a1`` where ranks and files have names."""
    if isinstance(given, str) and geometry.has_ranks and len(geometry.sizes) == 2:
        with blaming("board", name):
            return Square.parse(given, geometry.rows)
    return Square.of(given, ("board", name))


def _split_wrap(text: str) -> tuple[str, str]:
    """Split ``torus:7x7`` into what wraps and the rest."""
    match = _WORD.match(text)
    return (match[1], match[2]) if match and match[1] in SURFACES else ("flat", text)


def _require_cells(board: Board, path: object) -> Board:
    if not board.rows * board.columns:
        raise InvalidNotation("board", str(path), "is empty; a map has . # x, one line per row")
    return board


def read_position(text: str, wrap: str = "flat") -> tuple[Board, Mapping[Square, str]]:
    """Read a grid as a board and its content: the mark of each square that is not empty."""
    return _position(cells_of(read_grid("board", text)), wrap)


def _position(cells: Cells, wrap: str) -> tuple[Board, Mapping[Square, str]]:
    board = Board(cells.rows, cells.columns, wrap, cells.walls, cells.holes, read=cells.read)
    return board, cells.marks


@lru_cache(maxsize=256)
def _squares(board: Board) -> tuple[Square, ...]:
    if board.rows * board.columns > MAX_LISTED:
        reason = f"{board.title} has too many squares to list them, more than {MAX_LISTED:,}"
        raise InvalidModel("board", reason)
    cells, missing = product(range(board.rows), range(board.columns)), board.walls | board.holes
    return tuple(Square(*cell) for cell in cells if cell not in missing)


@lru_cache(maxsize=256)
def _squares_by_name(board: Board) -> Mapping[str, Square]:
    return MappingProxyType({board.name(square): square for square in _squares(board)})


@lru_cache(maxsize=256)
def _square_indices(board: Board) -> Mapping[Square, int]:
    return MappingProxyType({square: place for place, square in enumerate(_squares(board))})
