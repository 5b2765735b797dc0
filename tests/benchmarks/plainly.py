"""Counts that share no line with nqsat, its engines or its checker: a second way to a number.

    python tests/benchmarks/plainly.py knights-by-size 12
    python tests/benchmarks/plainly.py dominating-queens 6
    python tests/benchmarks/plainly.py queens-and-a-pawn 12
    python tests/benchmarks/plainly.py tours torus:4x5 2 1
    python tests/benchmarks/plainly.py tours cylinder:3x5 2 1 open

Each prints one object of JSON, in the words of ``nqsat count --json``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any


@cache
def compiled(source: str) -> tempfile.TemporaryDirectory[str]:
    """A folder with a program in C, compiled now: its counts would take hours in Python."""
    folder = tempfile.TemporaryDirectory()
    file = Path(__file__).with_name(source)
    subprocess.run(["cc", "-O3", "-o", f"{folder.name}/program", str(file)], check=True)
    return folder


def counted(source: str, *words: object) -> int:
    command = [f"{compiled(source).name}/program", *map(str, words)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def knights_by_size(n: int) -> dict[str, Any]:
    """Peaceful knights on an n × n board, by their number.

    Square by square, row after row. A state is the set of squares to come that a knight attacks, bit 0 the
    next square. A polynomial is kept as one integer: its coefficient of x^k is the digit k in base 2^width.
    """
    width = n * n  # no coefficient has more bits
    near = [0] * n
    for column in range(n):
        for down, right in ((1, -2), (1, 2), (2, -1), (2, 1)):
            if 0 <= column + right < n:
                near[column] |= 1 << (down * n + right)
    states = {0: 1}
    for square in range(n * n):
        attacked = near[square % n] & ((1 << (n * n - square)) - 1)
        layer: dict[int, int] = {}
        for state, number in states.items():
            rest = state >> 1
            layer[rest] = layer.get(rest, 0) + number
            if not state & 1:
                rest |= attacked >> 1
                layer[rest] = layer.get(rest, 0) + (number << width)
        states = layer
    (total,) = states.values()
    sizes = enumerate(_digits(total, width))
    return {"sizes": {str(size): str(number) for size, number in sizes}}


def _digits(number: int, width: int) -> list[int]:
    found = []
    while number:
        found.append(number & ((1 << width) - 1))
        number >>= width
    return found


def queens_and_a_pawn(n: int) -> dict[str, Any]:
    """Ways to place n + 1 queens and a pawn on an n × n board, no queen seeing another, up to symmetry.

    For a pawn of each orbit of squares, all placements are gone through: each rank has one queen, the
    pawn's two, one on each side of it. That is the most, so the same is true of files. A placement on which
    a symmetry acts trivially is its own image; only half a turn can do so (see ``models/NUMBERS.md``), and
    only with the pawn in the centre. Burnside's lemma gives the classes.
    """
    half = (n + 1) // 2
    labelled = 0
    for row in range(half):
        for column in range(row, half):
            orbit = {
                square
                for r, c in ((row, column), (column, row))
                for square in ((r, c), (r, n - 1 - c), (n - 1 - r, c), (n - 1 - r, n - 1 - c))
            }
            labelled += len(orbit) * counted("plainly.c", "pawn", n, row, column)
    fixed = counted("plainly.c", "halves", n) if n % 2 else 0
    return {"value": str((labelled + fixed) // 8), "labelled": str(labelled), "fixed": str(fixed)}


def tours(board: str, longer: str, shorter: str, kind: str = "closed") -> dict[str, Any]:
    """Tours of a leaper on a board of at most 30 squares, by inclusion and exclusion.

    A closed tour is a closed walk of as many steps as there are squares that meets each square; an open
    one is a walk of one step less. The walks on each set of squares, with the sign of how many squares it
    lacks, add up to those that meet all. Closed tours are counted as sets of moves, open ones with their
    direction.

    Reference: R. M. Karp, Dynamic programming meets the principle of inclusion and exclusion, Operations
    Research Letters 1 (1982) 49-51.

    Args:
        board: such as ``torus:4x5``, ``cylinder:4x5`` (columns wrap) or ``4x5``.
        longer: the longer side of a leap.
        shorter: the other one.
        kind: ``closed`` or ``open``.
    """
    wrap, _, size = board.rpartition(":")
    rows, columns = map(int, size.split("x"))
    if rows * columns > 30:
        raise SystemExit("plainly.py: tours are of at most 30 squares")
    near = [0] * (rows * columns)
    a, b = int(longer), int(shorter)
    for row, column in product(range(rows), range(columns)):
        for (down, right), s, t in product({(a, b), (b, a)}, (1, -1), (1, -1)):
            r, c = row + s * down, column + t * right
            if wrap == "torus":
                r %= rows
            if wrap:
                c %= columns
            if 0 <= r < rows and 0 <= c < columns and (r, c) != (row, column):
                near[row * columns + column] |= 1 << (r * columns + c)
    number = counted("plainly.c", "walks", int(kind == "closed"), *near)
    return {"value": str(number // 2 if kind == "closed" else number)}


def dominating_queens(n: int) -> dict[str, Any]:
    """Sets of squares from which queens cover an n × n board, by ``dominating.c``."""
    return {"value": str(counted("dominating.c", n))}


#: The programs, by their names on the command line.
PROGRAMS: dict[str, Callable[..., dict[str, Any]]] = {
    "knights-by-size": lambda n: knights_by_size(int(n)),
    "dominating-queens": lambda n: dominating_queens(int(n)),
    "queens-and-a-pawn": lambda n: queens_and_a_pawn(int(n)),
    "tours": tours,
}


if __name__ == "__main__":
    print(json.dumps(PROGRAMS[sys.argv[1]](*sys.argv[2:])))
