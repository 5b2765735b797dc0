"""Tours of small blocks, found once by ``sat`` and cached; and the board that is filled with them.

Each square has two moves to its neighbours, numbers from 0 to 7. The board has a border of two unused
squares on every side, so that moves need no bounds check. Blocks are placed one by one, each joined to
those before it: two cycles with the moves a-b and c-d by exchanging these for a-c and b-d, if those are
knight's moves. A path and a cycle are joined to a path in the same way; and a path from c to d takes the
place of the move a-b. (Joining the quadrants of a board like this is an idea of I. Parberry, An efficient
algorithm for the Knight's tour problem, Discrete Applied Mathematics 73 (1997) 251-260; he fixes the moves
at the corners, here they are searched for.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice, pairwise
from typing import NamedTuple, cast

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

_RIM = 2


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
    one = [bytearray([END]) * columns for _ in range(rows)]
    two = [bytearray([END]) * columns for _ in range(rows)]
    pairs = [sorted(pairwise([*order, *order[: int(closed)]])) for order in orders]
    for here, there in chain.from_iterable(pairs):
        two[here[0]][here[1]] = move(here, there)
        one[there[0]][there[1]] = move(there, here)
    return CycleBlock(
        rows, columns, tuple(map(bytes, one)), tuple(map(bytes, two)), tuple(map(tuple, pairs))
    )


class _Exit(NamedTuple):
    """A move out of a block, from c to a; numbers of squares are relative to the block's first."""

    c: int
    d: int
    code: int  # the move from c to d; END if c-d are the ends of a path
    back: int  # from d to c
    k: int  # from c to a


class JoinedBlocks:
    """A board of ``rows`` × ``columns`` squares, numbered row by row including the border."""

    def __init__(self, rows: int, columns: int) -> None:
        self._stride = columns + 2 * _RIM
        self.size = self._stride * (rows + 2 * _RIM)
        self._one = bytearray([EMPTY]) * self.size
        self._two = bytearray([EMPTY]) * self.size
        self._steps = [down * self._stride + right for down, right in MOVES]
        self._codes = {step: code for code, step in enumerate(self._steps)}
        self._exits: dict[CycleBlock, list[list[_Exit]]] = {}

    def number(self, row: int, column: int) -> int:
        """The number of a square."""
        return (row + _RIM) * self._stride + column + _RIM

    def add(self, blocks: Sequence[CycleBlock], row: int, column: int, *, first: bool) -> bool:
        """Place one of these blocks of equal size, with its first square there; return whether it fits.

        The first one that can be joined to the existing blocks; for the ``first`` block any.
        """
        base = self.number(row, column)
        for block in blocks:
            if block not in self._exits:
                self._exits[block] = [self._exits_of(block, pairs) for pairs in block.pairs]
            self._write_block(block, base)
            # Nothing is undone: a block with several cycles has no alternative.
            if first or all(self._join(exits, base) for exits in self._exits[block]):
                return True
        return False

    def _write_block(self, block: CycleBlock, base: int) -> None:
        width = block.columns
        for one, two in zip(block.one, block.two, strict=True):
            self._one[base : base + width] = one
            self._two[base : base + width] = two
            base += self._stride

    def _exits_of(self, block: CycleBlock, pairs: Sequence[Pair]) -> list[_Exit]:
        """The moves out of a block from the first squares of pairs."""
        stride = self._stride
        return [
            _Exit(c[0] * stride + c[1], d[0] * stride + d[1], move(c, d), move(d, c), k)
            for c, d in pairs
            for k, (down, right) in enumerate(MOVES)
            if not (0 <= c[0] + down < block.rows and 0 <= c[1] + right < block.columns)
        ]

    def _join(self, exits: Sequence[_Exit], base: int) -> bool:
        """Exchange a pair of the new cycle and a move of an old one, if possible."""
        one, two, steps = self._one, self._two, self._steps
        for c, d, code, back, k in exits:
            a = base + c + steps[k]
            for i in (one[a], two[a]):
                if i in (END, EMPTY):
                    continue
                b = a + steps[i]
                across = self._codes.get(b - base - d)
                if across is not None:
                    self._replace(base + c, code, k)
                    self._replace(a, i, 7 - k)
                    self._replace(base + d, back, across)
                    self._replace(b, 7 - i, 7 - across)
                    return True
        return False

    def _replace(self, square: int, old: int, new: int) -> None:
        moves = self._one if self._one[square] == old else self._two
        moves[square] = new

    def walk(self, start: int | None, count: int) -> list[int]:
        """At most ``count`` squares in order from this one, an end of a path or any square of a cycle.

        None begins at an end of the path, or in a corner if there is none.
        """
        one, two, steps = self._one, self._two, self._steps
        if start is None:
            ends = (place for place in (one.find(END), two.find(END)) if place >= 0)
            start = next(ends, self.number(0, 0))
        order = [start]
        code = one[start] if one[start] != END else two[start]
        here = start
        for _ in range(count - 1):
            if code == END:
                break
            here += steps[code]
            order.append(here)
            back = 7 - code
            code = one[here]
            if code == back:
                code = two[here]
        return order
