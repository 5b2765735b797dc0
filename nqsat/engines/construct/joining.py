"""The board while it is filled: blocks are placed one by one, each joined to those before it.

Each square has two bytes, its moves to its two neighbours; independent of solvers and models. The board has
a border of two unused squares on every side, so that moves need no bounds check.

Two cycles with the moves a-b and c-d are joined by exchanging these for a-c and b-d, if those are knight's
moves. A path and a cycle are joined to a path in the same way. (Joining the quadrants of a board like this
is an idea of I. Parberry, An efficient algorithm for the Knight's tour problem, Discrete Applied
Mathematics 73 (1997) 251-260; he fixes the moves at the corners, here they are searched for.)
"""

from __future__ import annotations

from collections.abc import Sequence

from nqsat.engines.construct.blocks import CODE, EMPTY, END, MOVES, Cell, CycleBlock

_RIM = 2

#: Triples: a square of a block, relative to the block's first; a move out of the block; and its target.
Seam = tuple[tuple[int, int, int], ...]


def _closing_move(k: int, i: int, j: int) -> int:
    delta = tuple(MOVES[k][x] + MOVES[i][x] - MOVES[j][x] for x in (0, 1))
    return CODE.get((delta[0], delta[1]), END)


#: Let c, d be adjacent on one cycle and a, b on another. If a is move k from c, b is move i from a, and d
#: is move j from c, index 64k + 8i + j has the move from d to b; END if there is none.
EXCHANGE = bytes(_closing_move(k, i, j) for k in range(8) for i in range(8) for j in range(8))


class JoinedBlocks:
    """A board of ``rows`` × ``columns`` squares, numbered row by row including the border."""

    def __init__(self, rows: int, columns: int) -> None:
        self._stride = columns + 2 * _RIM
        size = self._stride * (rows + 2 * _RIM)
        self._one = bytearray([EMPTY]) * size
        self._two = bytearray([EMPTY]) * size
        self._steps = [down * self._stride + right for down, right in MOVES]
        self._seams: dict[tuple[int, int, frozenset[Cell]], Seam] = {}
        self.size = size

    def number(self, row: int, column: int) -> int:
        """The number of a square."""
        return (row + _RIM) * self._stride + column + _RIM

    def add(self, blocks: Sequence[CycleBlock], row: int, column: int, *, first: bool) -> bool:
        """Place one of these blocks of equal size, with its first square there; return whether it fits.

        The first one that can be joined to the existing blocks; for the ``first`` block any.
        """
        base = self.number(row, column)
        for block in blocks:
            if block.path is not None and not first:
                if self._insert(block, block.path, base):
                    return True
                continue
            self._write_block(block, base)
            # Nothing is undone: a block with several cycles has no alternative.
            if first or all(self._join(seam, base) for seam in self._seams_of(block)):
                return True
        return False

    def _write_block(self, block: CycleBlock, base: int) -> None:
        width = block.columns
        for one, two in zip(block.one, block.two, strict=True):
            self._one[base : base + width] = one
            self._two[base : base + width] = two
            base += self._stride

    def _seams_of(self, block: CycleBlock) -> list[Seam]:
        """For each cycle of the block, the moves out of the block."""
        found = []
        for cycle in block.cycles:
            key = (block.rows, block.columns, cycle)
            if key not in self._seams:
                self._seams[key] = self._seam(*key)
            found.append(self._seams[key])
        return found

    def _seam(self, rows: int, columns: int, cycle: frozenset[Cell]) -> Seam:
        return tuple(
            (row * self._stride + column, code, self._steps[code])
            for row, column in sorted(cycle)
            for code, (down, right) in enumerate(MOVES)
            if not (0 <= row + down < rows and 0 <= column + right < columns)
        )

    def _join(self, seam: Seam, base: int) -> bool:
        """Exchange a move of the new cycle with one of an old one, if possible."""
        one, two = self._one, self._two
        for offset, k, step in seam:
            a = base + offset + step
            if one[a] == EMPTY:
                continue
            c = base + offset
            for i in (one[a], two[a]):
                if i == END:
                    continue
                for j in (one[c], two[c]):
                    if j != END and EXCHANGE[k << 6 | i << 3 | j] != END:
                        self._exchange(c, k, i, j)
                        return True
        return False

    def _insert(self, block: CycleBlock, endpoints: tuple[Cell, Cell], base: int) -> bool:
        """Replace a move a-b by the block's path, from p to q, if a-p and b-q are moves."""
        steps = self._steps
        p, q = (base + row * self._stride + column for row, column in endpoints)
        for k, step in enumerate(steps):
            a = p + step
            for i in (self._one[a], self._two[a]):
                if i >= END or a + steps[i] - q not in steps:
                    continue
                m = steps.index(a + steps[i] - q)
                self._write_block(block, base)
                self._replace(a, i, 7 - k)
                self._replace(a + steps[i], 7 - i, 7 - m)
                self._replace(p, END, k)
                self._replace(q, END, m)
                return True
        return False

    def _exchange(self, c: int, k: int, i: int, j: int) -> None:
        """Exchange moves; the names are those of ``EXCHANGE``."""
        a, d = c + self._steps[k], c + self._steps[j]
        b = a + self._steps[i]
        across = EXCHANGE[k << 6 | i << 3 | j]
        self._replace(c, j, k)
        self._replace(a, i, 7 - k)
        self._replace(d, 7 - j, across)
        self._replace(b, 7 - i, 7 - across)

    def _replace(self, square: int, old: int, new: int) -> None:
        moves = self._one if self._one[square] == old else self._two
        moves[square] = new

    def path_end(self) -> int | None:
        """A square where a path ends; None if there are only cycles."""
        found = self._one.find(END)
        found = self._two.find(END) if found < 0 else found
        return None if found < 0 else found

    def walk(self, start: int, count: int) -> list[int]:
        """At most ``count`` squares in order from this one, an end of a path or any square of a cycle."""
        one, two, steps = self._one, self._two, self._steps
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
