"""Symmetries: the geometric ones of a board, as permutations of its squares.

Rotations and reflections, and translations where the board wraps; found by trying each on the
board itself, so a wall or a hole reduces the group. Other automorphisms of an attack graph (say,
permuting the rows of a rook's board) are never symmetries here.

Names: ``identity``, ``rot90`` (a quarter turn clockwise), ``rot180``, ``rot270``,
``flip-rows`` (top ↔ bottom), ``flip-columns`` (left ↔ right), ``transpose`` (about the diagonal from the
top left), ``antitranspose`` (about the other), and where the board wraps ``shift(r,c)`` (r rows
down, c columns right), alone or after one of these: ``rot90+shift(0,2)``.

On a solid board: the signed permutations of the axes that keep its sizes, 48 of a cube. Each is named
after the coordinates of the image: ``(-y,x,z)`` has row = the old column (y) reversed, column = the old
row (x), layer = the old layer (z).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, islice
from typing import TypeVar

from nqsat.chess.attacks import rays
from nqsat.chess.board import Board
from nqsat.chess.geometry import CellMap
from nqsat.chess.piece import Piece
from nqsat.chess.square import Square
from nqsat.errors import InvalidModel

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A symmetry of a board: where each square goes.

    Args:
        name: see the module; not part of the comparison.
        matrix: its linear part ``(a, b, c, d)``, nothing on a solid board; not part of the comparison.
        images: for each square of the board, in the board's order, its image.
        mapping: the same as a mapping, never changed; a plain one, so that a symmetry can be pickled.
    """

    name: str = field(compare=False)
    matrix: tuple[int, ...] = field(compare=False, repr=False)
    images: tuple[Square, ...] = field(repr=False)
    mapping: Mapping[Square, Square] = field(compare=False, repr=False)

    def __call__(self, square: Square) -> Square:
        """The image of a square of the board."""
        return self.mapping[square]

    def cycles(self) -> Iterator[tuple[Square, ...]]:
        """The cycles of the permutation, fixed squares included, in the board's order."""
        return cycles(self.mapping)


def cycles(permutation: Mapping[T, T]) -> Iterator[tuple[T, ...]]:
    """The cycles of a permutation, each from the member that comes first."""
    seen: set[T] = set()
    for one in permutation:
        cycle: list[T] = []
        while one not in seen:
            seen.add(one)
            cycle.append(one)
            one = permutation[one]  # noqa: PLW2901
        if cycle:
            yield tuple(cycle)


@lru_cache(maxsize=64)
def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """The group of the board's geometric symmetries as permutations of its squares.

    The identity comes first. Symmetries that permute the squares in the same way are one.

    Raises:
        InvalidModel: the board is too large to write the permutations out.
    """
    if board.geometry.is_large:
        raise InvalidModel("board", f"{board.title} is too large to look for its symmetries")
    return _distinct(board, _maps(board))


def rotations(board: Board) -> tuple[Symmetry, ...]:
    """The symmetries that turn the board about its middle, the identity first: no shift, no reflection."""
    return _distinct(board, (each for each in _maps(board) if each.turns))


def translations(board: Board) -> tuple[Symmetry, ...]:
    """The symmetries that shift a board that wraps, the identity first."""
    return _distinct(board, (each for each in _maps(board) if each.shifts))


def _distinct(board: Board, maps: Iterable[CellMap]) -> tuple[Symmetry, ...]:
    """Each permutation once, by its first name."""
    found: dict[tuple[Square, ...], Symmetry] = {}
    for symmetry in (_written_out(board, each) for each in maps):
        found.setdefault(symmetry.images, symmetry)
    return tuple(found.values())


def _written_out(board: Board, found: CellMap) -> Symmetry:
    """The permutation of the squares of the board."""
    mapping = {square: found.image(square) for square in board.squares}
    return Symmetry(found.name, found.matrix, tuple(mapping.values()), mapping)


@lru_cache(maxsize=256)
def find_symmetry(board: Board, name: str) -> Symmetry:
    """The board's symmetry of this name. ``InvalidModel``: the board has no symmetry of that name."""
    return _written_out(board, check_symmetry(board, name))


def check_symmetry(board: Board, name: str) -> CellMap:
    """The map of this name, of which nothing is written out, however large the board is.

    Of several that mean the same on a small board, each has its own.

    Raises:
        InvalidModel: no symmetry of the board has this name.
    """
    found = board.geometry.find(name)
    if found and _keeps(found, board):
        return found
    names = [each.name for each in islice(_maps(board), 9)]
    shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    reason = f"{name!r} is no symmetry of board {board.title}; it has {shown}"
    raise InvalidModel("symmetry", reason)


def _maps(board: Board) -> Iterator[CellMap]:
    """Every name that a symmetry of the board has; on small boards several mean the same one."""
    return (each for each in board.geometry.maps() if _keeps(each, board))


def _keeps(found: CellMap, board: Board) -> bool:
    """Whether a map takes walls to walls, and holes to holes."""
    some = (board.drawn_walls, board.holes)
    return all(found.image(cell) in cells for cells in some for cell in cells)


@lru_cache(maxsize=1024)
def subgroup(board: Board, names: tuple[str, ...]) -> tuple[Symmetry, ...]:
    """The group that the board's symmetries of these names generate, the identity first.

    Raises:
        InvalidModel: the board has no symmetry of one of the names.
    """
    generators = [find_symmetry(board, name) for name in names]
    found = {board.squares}
    todo = [board.squares]
    for images in todo:  # which grows: of a finite group, all members are products of generators
        for generator in generators:
            product_images = tuple(map(generator, images))
            if product_images not in found:
                found.add(product_images)
                todo.append(product_images)
    return tuple(symmetry for symmetry in symmetries(board) if symmetry.images in found)


def transposition(board: Board) -> tuple[Board, Symmetry]:
    """The board with ranks and files exchanged, and where each square goes.

    Args:
        board: one whose geometry is transposable.
    """
    mapping = {square: Square(square.column, square.row) for square in board.squares}
    turned = replace(
        board,
        rows=board.columns,
        columns=board.rows,
        walls=frozenset(Square(cell.column, cell.row) for cell in board.walls),
        holes=frozenset(Square(cell.column, cell.row) for cell in board.holes),
    )
    return turned, Symmetry("transposition", (0, 1, 1, 0), tuple(mapping.values()), mapping)


def carries_sight(
    symmetry: Symmetry,
    seen: tuple[Piece, Board],
    image: tuple[Piece, Board],
    *,
    blocking: bool = False,
) -> bool:
    """Whether a piece on a square attacks a square exactly if its image attacks the image there.

    With ``blocking``, whatever other men stand: the rays have to be carried over, not their squares alone.
    On a torus ``fR`` and ``bR`` attack the same squares of an empty board, past different men.

    Args:
        symmetry: where the squares go.
        seen: a piece and the board of the squares.
        image: the piece and the board of their images.
        blocking: see above.
    """
    piece, board = seen
    there = image[0]
    if (
        not piece.graph
        and not there.graph
        and (not symmetry.matrix or _same_rides(symmetry, piece, there))
    ):
        return True  # the moves themselves are carried over, and the board is
    before, after = rays(piece, board), rays(*image)
    for square, ways in before.items():
        moved = {tuple(map(symmetry, ray)) for ray in ways}
        others = set(after[symmetry(square)])
        if moved != others and (blocking or {*chain(*moved)} != {*chain(*others)}):
            return False
    return True


def _same_rides(symmetry: Symmetry, piece: Piece, there: Piece) -> bool:
    a, b, c, d = symmetry.matrix
    return there.rides == {
        ride._replace(
            step=(a * ride.step[0] + b * ride.step[1], c * ride.step[0] + d * ride.step[1])
        )
        for ride in piece.rides
    }
