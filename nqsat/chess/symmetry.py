"""Geometric symmetries of a board, as permutations of its squares.

These are rotations, reflections and, if the board wraps, translations. Each is tested on the board, so
walls and holes reduce the group. Other automorphisms of an attack graph (such as permutations of the rows
of a rook's board) are not symmetries here.

Names: ``identity``, ``rot90`` (a quarter turn clockwise), ``rot180``, ``rot270``,
``flip-rows`` (top ↔ bottom), ``flip-columns`` (left ↔ right), ``transpose`` (about the diagonal from the
top left), ``antitranspose`` (about the other), and if the board wraps ``shift(r,c)`` (r rows
down, c columns right), alone or after one of these: ``rot90+shift(0,2)``.

On a solid board: the signed permutations of the axes that preserve its sizes, 48 for a cube. The name has
the coordinates of the image: ``(-y,x,z)`` has row = the old column (y) reversed, column = the old
row (x), layer = the old layer (z).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import chain, islice
from typing import TypeVar

from nqsat.chess.attack_tables import rays
from nqsat.chess.board import Board
from nqsat.chess.display import brief
from nqsat.chess.geometry import CellMap, orbit_of
from nqsat.chess.piece import Piece
from nqsat.chess.square import Square
from nqsat.errors import InvalidModel

T = TypeVar("T")


@dataclass(frozen=True, slots=True, repr=False)
class Symmetry:
    """A symmetry of a board: a permutation of its squares.

    Args:
        name: see the module; ignored in comparisons.
        matrix: its linear part ``(a, b, c, d)``, empty on a solid board; ignored in comparisons.
        images: the image of each square of the board, in the board's order.
        mapping: the permutation as a dict, never changed; a plain dict, so that it can be pickled.
    """

    name: str = field(compare=False)
    matrix: tuple[int, ...] = field(compare=False, repr=False)
    images: tuple[Square, ...] = field(repr=False)
    mapping: Mapping[Square, Square] = field(compare=False, repr=False)

    def __repr__(self) -> str:
        return brief(f"{type(self).__name__} {self.name}")

    def __call__(self, square: Square) -> Square:
        """Return the image of a square of the board."""
        return self.mapping[square]

    def cycles(self) -> Iterator[tuple[Square, ...]]:
        """Return the cycles of the permutation, including fixed squares, in the board's order."""
        return cycles(self.mapping)


def cycles(permutation: Mapping[T, T]) -> Iterator[tuple[T, ...]]:
    """Yield the cycles of a permutation, each from its first element."""
    seen: set[T] = set()
    for element in permutation:
        cycle: list[T] = []
        while element not in seen:
            seen.add(element)
            cycle.append(element)
            element = permutation[element]  # noqa: PLW2901
        if cycle:
            yield tuple(cycle)


@lru_cache(maxsize=64)
def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """Return the group of the board's geometric symmetries as permutations of its squares.

    The identity comes first. Equal permutations with different names occur once.

    Raises:
        InvalidModel: the board is too large to list the permutations.
    """
    if board.geometry.is_large:
        raise InvalidModel("board", f"{board.title} is too large to look for its symmetries")
    return _distinct_permutations(board, _maps(board))


def rotations(board: Board) -> tuple[Symmetry, ...]:
    """Return the rotations of the board about its centre, the identity first."""
    return _distinct_permutations(board, (cell_map for cell_map in _maps(board) if cell_map.turns))


def translations(board: Board) -> tuple[Symmetry, ...]:
    """Return the translations of a board that wraps, the identity first."""
    return _distinct_permutations(board, (cell_map for cell_map in _maps(board) if cell_map.shifts))


def _distinct_permutations(board: Board, maps: Iterable[CellMap]) -> tuple[Symmetry, ...]:
    """Return each permutation once, with its first name."""
    found: dict[tuple[Square, ...], Symmetry] = {}
    for symmetry in (_permutation_of(board, cell_map) for cell_map in maps):
        found.setdefault(symmetry.images, symmetry)
    return tuple(found.values())


def _permutation_of(board: Board, found: CellMap) -> Symmetry:
    mapping = {square: found.image(square) for square in board.squares}
    return Symmetry(found.name, found.matrix, tuple(mapping.values()), mapping)


@lru_cache(maxsize=256)
def find_symmetry(board: Board, name: str) -> Symmetry:
    """Return the board's symmetry with this name; raise ``InvalidModel`` if there is none."""
    return _permutation_of(board, check_symmetry(board, name))


def check_symmetry(board: Board, name: str) -> CellMap:
    """Return the map with this name, without listing the permutation, for boards of any size.

    On a small board several names may mean the same permutation; all of them are accepted.

    Raises:
        InvalidModel: no symmetry of the board has this name.
    """
    found = board.geometry.find(name)
    if found and _preserves_cells(found, board):
        return found
    names = [cell_map.name for cell_map in islice(_maps(board), 9)]
    shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    reason = f"{name!r} is not a symmetry of board {board.title}; it has {shown}"
    raise InvalidModel("symmetry", reason)


def _maps(board: Board) -> Iterator[CellMap]:
    """Yield the symmetries of the board by all their names; on small boards some are equal."""
    return (cell_map for cell_map in board.geometry.maps() if _preserves_cells(cell_map, board))


def _preserves_cells(found: CellMap, board: Board) -> bool:
    some = (board.drawn_walls, board.holes)
    return all(found.image(cell) in cells for cells in some for cell in cells)


@lru_cache(maxsize=1024)
def subgroup(board: Board, names: tuple[str, ...]) -> tuple[Symmetry, ...]:
    """Return the group that the board's symmetries with these names generate, the identity first.

    Raises:
        InvalidModel: the board has no symmetry with one of the names.
    """
    found = {*orbit_of(board.squares, _moves(find_symmetry(board, name) for name in names))}
    return tuple(symmetry for symmetry in symmetries(board) if symmetry.images in found)


@lru_cache(maxsize=64)
def generators(board: Board) -> tuple[Symmetry, ...]:
    """Return symmetries of which all others are products; none if the board is too large to list them."""
    found: list[Symmetry] = []
    known = {board.squares}
    for symmetry in () if board.geometry.is_large else symmetries(board):
        if symmetry.images not in known:
            found.append(symmetry)
            known = {*orbit_of(board.squares, _moves(found))}
    return tuple(found)


def _moves(some: Iterable[Symmetry]) -> list[Callable[[tuple[Square, ...]], tuple[Square, ...]]]:
    """Return what each symmetry does to the images of all squares."""
    return [partial(_moved, symmetry) for symmetry in some]


def _moved(symmetry: Symmetry, images: tuple[Square, ...]) -> tuple[Square, ...]:
    return tuple(map(symmetry, images))


def transposition(board: Board) -> tuple[Board, Symmetry]:
    """Return a board, which has to be transposable, with ranks and files exchanged; the map of squares."""
    mapping = {square: Square(square.column, square.row) for square in board.squares}
    both = (board.walls, board.holes)
    walls, holes = (frozenset(Square(x.column, x.row) for x in cells) for cells in both)
    geometry = board.geometry.resized(board.columns, board.rows)
    if geometry is None:
        raise InvalidModel("board", f"ranks and files of {board.title} cannot be exchanged")
    turned = replace(board, geometry=geometry, walls=walls, holes=holes)
    return turned, Symmetry("transposition", (0, 1, 1, 0), tuple(mapping.values()), mapping)


def preserves_attacks(
    symmetry: Symmetry,
    seen: tuple[Piece, Board],
    image: tuple[Piece, Board],
    *,
    blocking: bool = False,
) -> bool:
    """Whether a symmetry maps the attacks of a piece to those of its image, each with its board.

    With ``blocking``, for all sets of other pieces: the symmetry must map rays to rays, not only their sets
    of squares. On a torus ``fR`` and ``bR`` attack the same squares of an empty board along different rays.
    """
    (piece, board), there = seen, image[0]
    straight = all(board.geometry.is_straight(ride.step) for ride in piece.rides)
    plain = straight and not piece.graph and not there.graph
    if plain and (not symmetry.matrix or _same_rides(symmetry, piece, there)):
        return True  # the steps are mapped to steps, and the board to the board
    before, after = rays(piece, board), rays(*image)
    for square, ways in before.items():
        moved = {tuple(map(symmetry, ray)) for ray in ways}
        others = set(after[symmetry(square)])
        if moved != others and (blocking or {*chain(*moved)} != {*chain(*others)}):
            return False
    return True


def _same_rides(symmetry: Symmetry, piece: Piece, there: Piece) -> bool:
    a, b, c, d = symmetry.matrix
    steps = ((ride.step, ride) for ride in piece.rides)
    return there.rides == {
        ride._replace(step=(a * x + b * y, c * x + d * y)) for (x, y), ride in steps
    }
