"""Tours of small blocks, found once by the engine ``sat`` and cached, as two moves for every square.

Moves are numbers from 0 to 7. This module calls that engine; it is independent of block positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice, pairwise
from typing import cast

from nqsat.chess import Board, Square
from nqsat.engines.proof import why_no_tour
from nqsat.engines.solvers.sat import SatEngine
from nqsat.modelling import Path, Tour

#: Number of tours found for a block; with their mirror images they are the candidates for a seam.
TOURS = 3

#: (rows down, columns right) of move 0 to 7, sorted: 7 − k is the move back.
MOVES = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))

#: The number of each move.
CODE = {move: code for code, move in enumerate(MOVES)}

#: Instead of a move: the tour ends here; the square is not used yet.
END = 8
EMPTY = 9

Cell = tuple[int, int]
Cells = tuple[Cell, ...]

#: Two squares of a cycle whose move may be exchanged; or the ends of a path.
Pair = tuple[Cell, Cell]


@dataclass(frozen=True, slots=True, eq=False)
class CycleBlock:
    """Cycles (or one path) through every square of a rectangle."""

    #: rows and columns: its size
    rows: int
    columns: int
    #: one and two: for every row, the moves from its squares to their two neighbours on the cycle
    one: tuple[bytes, ...]
    two: tuple[bytes, ...]
    #: for every cycle (or path), the pairs of squares by which it can be joined to another
    pairs: tuple[tuple[Pair, ...], ...]


def move(here: Cell, there: Cell) -> int:
    """The number of the move from a square to another; END if there is none."""
    return CODE.get((there[0] - here[0], there[1] - here[1]), END)


@lru_cache(maxsize=512)
def block_tours(rows: int, columns: int, start: Cell | None = None) -> tuple[CycleBlock, ...]:
    """Some tours of a block, closed if there are any: a few from the solver, and their mirror images.

    With a given start there are open tours, and no mirror images.
    """
    closed = start is None and why_no_tour(Tour(Board(rows, columns), "N")) is None
    begin = start
    if begin is None and not closed and min(rows, columns) >= 5:
        begin = (0, 0)  # the solver needs 0.1 s for 9 x 9 if the corner is given, 6 s if none is
    square = None if begin is None else Square(*begin)
    tour = Tour(Board(rows, columns), "N", closed=closed, start=square)
    orders = dict.fromkeys(
        order
        for path in islice(_solve(tour), TOURS)
        for order in ([path.squares] if start else _mirror_images(rows, columns, path.squares))
    )
    return tuple(_block(rows, columns, [order], closed=closed) for order in orders)


@lru_cache(maxsize=1)
def hexagons() -> tuple[CycleBlock, ...]:
    """4 x 3 as two cycles of six squares, mirror images of each other.

    No closed tour of a block with four rows exists, and open tours of such blocks cannot be concatenated
    either: the knight moves from an outer row only to an inner one, and both have equally many squares; so
    a tour alternates between them, except for one move from inner to inner, and begins and ends in an outer
    row. Before that move all its squares in outer rows have one colour, after it the other. However, cycles
    through these two halves of a block can each be joined to the corresponding half of the tour.
    """
    upper = ((0, 0), (2, 1), (0, 2), (1, 0), (3, 1), (1, 2))
    lower = tuple((3 - row, column) for row, column in upper)
    return (_block(4, 3, [upper, lower], closed=True),)


@lru_cache(maxsize=1)
def insertions() -> tuple[CycleBlock, ...]:
    """3 x 4 with open tours that take the place of a move.

    With three rows, adjacent cycles cannot be joined by an exchange. There are two moves whose two squares
    both have moves into the next block, from the corners of the last column to the opposite ends of the
    column before; from there a knight reaches only the middle of the next block's first column, which is on
    no such move of that block. (Schwenk extends his boards by 3 x 4 as well.)
    """
    orders = sorted(path.squares for path in _solve(Tour(Board(3, 4), "N", closed=False)))
    blocks = (_block(3, 4, [order], closed=False) for order in orders)
    ends = ((order[0], order[-1]) for order in orders)
    return tuple(replace(block, pairs=((pair,),)) for block, pair in zip(blocks, ends, strict=True))


def _solve(tour: Tour) -> Iterator[Path]:
    search = cast("Iterator[Path | None]", SatEngine(solver="cadical153").search(tour))
    return (path for path in search if path is not None)


def _mirror_images(rows: int, columns: int, order: Sequence[Cell]) -> list[Cells]:
    """The order and its images under the two reflections and their product."""
    return [
        tuple((abs(down - row), abs(right - column)) for row, column in order)
        for down in (0, rows - 1)
        for right in (0, columns - 1)
    ]


def _block(rows: int, columns: int, orders: Sequence[Cells], *, closed: bool) -> CycleBlock:
    """Convert orders of squares to moves."""
    one = [bytearray([END]) * columns for _ in range(rows)]
    two = [bytearray([END]) * columns for _ in range(rows)]
    pairs = [sorted(pairwise([*order, *order[: int(closed)]])) for order in orders]
    for here, there in chain.from_iterable(pairs):
        two[here[0]][here[1]] = move(here, there)
        one[there[0]][there[1]] = move(there, here)
    return CycleBlock(
        rows, columns, tuple(map(bytes, one)), tuple(map(bytes, two)), tuple(map(tuple, pairs))
    )
