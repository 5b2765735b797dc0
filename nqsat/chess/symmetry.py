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

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain, combinations, islice, permutations, product
from typing import NamedTuple, TypeVar

from nqsat.chess.attacks import rays
from nqsat.chess.board import Board
from nqsat.chess.layout import coordinates_of
from nqsat.chess.piece import Piece
from nqsat.chess.square import Square
from nqsat.errors import InvalidModel

T = TypeVar("T")

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

#: Squares times translations; beyond it the group is not written out.
_LARGEST = 100_000

#: Squares of a solid board times signed permutations of its axes.
_LARGEST_SOLID = 1_000_000


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


class _Map(NamedTuple):
    """A symmetry before it is written out: its name and linear part, and where it takes a cell."""

    name: str
    matrix: tuple[int, ...]
    image: Callable[[Square], Square]

    def on(self, board: Board) -> Symmetry:
        """The permutation of the squares of the board."""
        mapping = {square: self.image(square) for square in board.squares}
        return Symmetry(self.name, self.matrix, tuple(mapping.values()), mapping)


@lru_cache(maxsize=64)
def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """The group of the board's geometric symmetries, the identity first, each permutation once.

    Raises:
        InvalidModel: the board is too large to write them out.
    """
    if board.shape:
        size, largest = (
            len(board.squares) * sum(1 for _ in _signed_turns(board.shape)),
            _LARGEST_SOLID,
        )
    else:
        down, right = _shifts(board)
        size, largest = board.rows * board.columns * len(down) * len(right), _LARGEST
    if size > largest:
        raise InvalidModel("board", f"{board.title} is too large to look for its symmetries")
    return _distinct(board, _maps(board))


def rotations(board: Board) -> tuple[Symmetry, ...]:
    """The symmetries that turn the board about its middle, the identity first: no shift, no reflection."""
    if board.shape:
        turns = [
            name for name, axes, back in _signed_turns(board.shape) if _is_rotation(axes, back)
        ]
    else:
        turns = ["identity", "rot90", "rot180", "rot270"]
    return _distinct(board, (each for each in _maps(board) if each.name in turns))


def translations(board: Board) -> tuple[Symmetry, ...]:
    """The symmetries that shift a board that wraps, the identity first."""
    return _distinct(
        board, (each for each in _maps(board) if each.matrix == _POINT_GROUP["identity"])
    )


def _distinct(board: Board, maps: Iterable[_Map]) -> tuple[Symmetry, ...]:
    """Each permutation once, by its first name."""
    found: dict[tuple[Square, ...], Symmetry] = {}
    for symmetry in (each.on(board) for each in maps):
        found.setdefault(symmetry.images, symmetry)
    return tuple(found.values())


@lru_cache(maxsize=256)
def find_symmetry(board: Board, name: str) -> Symmetry:
    """The board's symmetry of this name. ``InvalidModel``: the board has no symmetry of that name."""
    return check_symmetry(board, name).on(board)


def check_symmetry(board: Board, name: str) -> _Map:
    """The map of this name, of which nothing is written out, however large the board is.

    Of several that mean the same on a small board, each has its own.

    Raises:
        InvalidModel: no symmetry of the board has this name.
    """
    candidates = _maps(board) if board.shape else filter(None, [_map_named(board, name)])
    for found in candidates:
        if found.name == name:
            return found
    names = [each.name for each in islice(_maps(board), 9)]
    shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    reason = f"{name!r} is no symmetry of board {board.title}; it has {shown}"
    raise InvalidModel("symmetry", reason)


def _maps(board: Board) -> Iterator[_Map]:
    """Every name that a symmetry of the board has; on small boards several mean the same one."""
    if board.shape:
        for name, sources, reverse in _signed_turns(board.shape):
            yield _Map(name, (), partial(_solid_image, board, sources, reverse))
        return
    down, right = _shifts(board)
    for name in _POINT_GROUP:
        for shift in product(down, right):
            found = _map(board, name, shift)
            if found is not None:
                yield found


def _shifts(board: Board) -> tuple[range, range]:
    """By how much the board can be moved down and to the right."""
    down = max(board.rows, 1) if board.wrap == "torus" else 1
    right = 1 if board.wrap == "flat" else max(board.columns, 1)
    return range(down), range(right)


def _map_named(board: Board, name: str) -> _Map | None:
    """The map of a flat board that has this name, if there is one."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    shift = (int(match[2] or 0), int(match[3] or 0))
    down, right = _shifts(board)
    inside = shift[0] in down and shift[1] in right
    return _map(board, match[1] or "identity", shift) if inside else None


def _map(board: Board, name: str, shift: tuple[int, int]) -> _Map | None:
    """This affine map, or None where the shape of the board, its walls or its holes forbid it."""
    a, b, c, d = matrix = _POINT_GROUP[name]
    if a == 0 and (board.rows != board.columns or board.wrap == "cylinder"):
        return None
    # A negative entry reverses an axis of the image: 0…n-1 becomes 0…-(n-1); move it back.
    row_offset = (board.rows - 1 if a + b < 0 else 0) + shift[0]
    column_offset = (board.columns - 1 if c + d < 0 else 0) + shift[1]

    def image(cell: Square) -> Square:
        row = a * cell.row + b * cell.column + row_offset
        column = c * cell.row + d * cell.column + column_offset
        return Square(row % board.rows, column % board.columns)

    for cells in (board.walls, board.holes):
        if any(image(cell) not in cells for cell in cells):
            return None
    moved = f"shift({shift[0]},{shift[1]})" if shift != (0, 0) else ""
    title = "+".join(part for part in ("" if name == "identity" else name, moved) if part)
    return _Map(title or "identity", matrix, image)


def _signed_turns(shape: Sequence[int]) -> Iterator[tuple[str, tuple[int, ...], tuple[bool, ...]]]:
    """The rotations and reflections of a box: the signed permutations of its axes.

    Yields:
        a name; for each axis, which coordinate becomes this one; and whether it is reversed. The
        name has them in the same order: in ``(-y,x,z)`` the new row is the old column, reversed. The
        identity comes first.
    """
    dimensions = len(shape)
    for sources in permutations(range(dimensions)):
        if any(shape[source] != size for source, size in zip(sources, shape, strict=True)):
            continue
        for reverse in product((False, True), repeat=dimensions):
            parts = (
                "-" * back + _AXES[source] for source, back in zip(sources, reverse, strict=True)
            )
            name = f"({','.join(parts)})"
            plain = list(sources) == sorted(sources) and not any(reverse)
            yield "identity" if plain else name, sources, reverse


def _is_rotation(sources: Sequence[int], reverse: Sequence[bool]) -> bool:
    """Whether a signed permutation turns a box and does not reflect it: its determinant is 1."""
    crossed = sum(a > b for a, b in combinations(sources, 2))
    return (crossed + sum(reverse)) % 2 == 0


def _solid_image(
    board: Board, sources: tuple[int, ...], reverse: tuple[bool, ...], square: Square
) -> Square:
    """Where a signed permutation of the axes of a solid board takes a square."""
    here = coordinates_of(board.shape, square)
    parts = zip(board.shape, sources, reverse, strict=True)
    return board.at(
        *(size - 1 - here[source] if back else here[source] for size, source, back in parts)
    )


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
        board: neither a cylinder nor solid.
    """
    mapping = {square: Square(square.column, square.row) for square in board.squares}
    turned = Board(
        board.columns,
        board.rows,
        board.wrap,
        frozenset(Square(cell.column, cell.row) for cell in board.walls),
        frozenset(Square(cell.column, cell.row) for cell in board.holes),
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

    With ``blocking``, whoever else stands: then the rays have to be carried over, not their squares alone.
    On a torus ``fR`` and ``bR`` attack the same squares of an empty board, past different men.

    Args:
        symmetry: where the squares go.
        seen: a piece and the board of the squares.
        image: the piece and the board of their images.
        blocking: see above.
    """
    piece, board = seen
    there = image[0]
    if not piece.graph and not there.graph and (board.shape or _same_rides(symmetry, piece, there)):
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
