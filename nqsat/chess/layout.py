"""Solid boards: three or four dimensions, laid out flat.

A cell of a solid board has coordinates (row, column, layer) or (row, column, layer, block). Layers lie
side by side, from left to right, with a column of walls between them; blocks of layers lie below one
another, with a row of walls between them. So every cell has a square, hence a name and a place in a
drawing; what is beside it is decided by its coordinates, never by the drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from nqsat.chess.square import Square
from nqsat.errors import InvalidModel, integer

#: No solid board may have more cells: its walls are written out.
MAX_CELLS = 200_000


def check_shape(given: object) -> tuple[int, ...]:
    """The sizes of a solid board, if they are some.

    Raises:
        InvalidModel: not three or four whole numbers ≥ 0, or too many cells.
    """
    sizes = [integer(n) for n in given] if isinstance(given, tuple | list) else [None]
    shape = tuple(n for n in sizes if n is not None and n >= 0)
    if len(shape) < len(sizes):
        raise InvalidModel(("board", "shape"), f"{given!r} is no list of whole numbers ≥ 0")
    if len(shape) not in (3, 4):
        raise InvalidModel(
            ("board", "shape"), f"a solid board has 3 or 4 dimensions, not {len(shape)}"
        )
    if prod(shape) > MAX_CELLS:
        text = "x".join(map(str, shape))
        reason = f"{text} has more than {MAX_CELLS:,} cells; choose a smaller one"
        raise InvalidModel("board", reason)
    return shape


def flat_layout(shape: Sequence[int]) -> tuple[int, int, frozenset[Square]]:
    """The rows and columns of the flat layout, and its walls."""
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


def square_at(shape: Sequence[int], coordinates: Sequence[int]) -> Square | None:
    """The square of a cell; None outside the board."""
    if not all(0 <= x < size for x, size in zip(coordinates, shape, strict=True)):
        return None
    row, column, layer, block = (*coordinates, 0)[:4]
    return Square(block * (shape[0] + 1) + row, layer * (shape[1] + 1) + column)


def coordinates_of(shape: Sequence[int], square: Square) -> tuple[int, ...]:
    """The coordinates of a square of the board (of a square that is no wall)."""
    block, row = divmod(square.row, shape[0] + 1)
    layer, column = divmod(square.column, shape[1] + 1)
    return (row, column, layer, block)[: len(shape)]
