"""The board while it is filled: blocks are placed one by one, each joined to those before it.

Each square has two bytes, its moves to its two neighbours; independent of solvers and models. The board has
a border of two unused squares on every side, so that moves need no bounds check.

Two cycles with the moves a-b and c-d are joined by exchanging these for a-c and b-d, if those are knight's
moves. A path and a cycle are joined to a path in the same way; and a path from c to d takes the place of
the move a-b. (Joining the quadrants of a board like this is an idea of I. Parberry, An efficient algorithm
for the Knight's tour problem, Discrete Applied Mathematics 73 (1997) 251-260; he fixes the moves at the
corners, here they are searched for.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nqsat.engines.construct.blocks import EMPTY, END, MOVES, CycleBlock, Pair, move

_RIM = 2


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
            ends = (found for found in (one.find(END), two.find(END)) if found >= 0)
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
