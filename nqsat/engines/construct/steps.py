"""The knight's moves as small numbers, and what two moves of one cycle and another can be exchanged for.

Arithmetic on numbers from 0 to 7; nothing of boards. ``MOVES`` is sorted, so 7 − k is the move back.
"""

from __future__ import annotations

#: (rows down, columns right) of move 0 to 7.
MOVES = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))

#: The number of each move.
CODE = {move: code for code, move in enumerate(MOVES)}

#: In place of a move: the tour ends here; no tour comes here yet.
END = 8
EMPTY = 9


def _closing(k: int, i: int, j: int) -> int:
    delta = tuple(MOVES[k][x] + MOVES[i][x] - MOVES[j][x] for x in (0, 1))
    return CODE.get((delta[0], delta[1]), END)


#: Let c, d follow one another on one cycle and a, b on another. Where a is move k from c, b is move i
#: from a and d is move j from c: the move from d to b, at 64k + 8i + j; END if there is none.
EXCHANGE = bytes(_closing(k, i, j) for k in range(8) for i in range(8) for j in range(8))
