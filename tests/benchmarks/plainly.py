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
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

_F = TypeVar("_F", bound=Callable[..., int])


def _compiler(**options: bool) -> Callable[[_F], _F]:
    """numba's, if the extra ``bench`` is installed; without it these counts take hours."""
    if find_spec("numba") is None:
        return lambda function: function
    return cast("Callable[[_F], _F]", import_module("numba").njit(**options))


def compiled(function: _F) -> _F:
    """A function, compiled when it is called first."""
    return _compiler()(function)


def kept(function: _F) -> _F:
    """The same, kept for the next time; not for a function that calls itself."""
    return _compiler(cache=True)(function)


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
    """The digits of a number in base 2^width, from the lowest."""
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
            labelled += len(orbit) * int(_with_pawn(n, row, column))
    fixed = int(_symmetric(n)) if n % 2 else 0
    return {"value": str((labelled + fixed) // 8), "labelled": str(labelled), "fixed": str(fixed)}


@compiled
def _ranks(above: int, below: int, pawn: int, files: int, falling: int, rising: int) -> int:
    """The ways to go on with ``above`` ranks above the pawn's, which is itself one while above >= 0.

    Args:
        above: the ranks before the pawn's; -1 when that is done.
        below: the ranks after it.
        pawn: the bit of the pawn's file.
        files: a bit for each file that is free.
        falling: a bit for each square of this rank that is attacked from above on the left.
        rising: the same, on the right.
    """
    free = files & ~(falling | rising)
    found = 0
    if above == 0:
        if files & pawn:  # there is no queen above the pawn
            return 0
        left = free & (pawn - 1)
        while left:
            a = left & -left
            left ^= a
            right = free & -(pawn << 1)
            while right:
                b = right & -right
                right ^= b
                found += _ranks(
                    -1, below, pawn, (files ^ a ^ b) | pawn,
                    ((falling & ~pawn) | a | b) << 1, ((rising & ~pawn) | a | b) >> 1,
                )  # fmt: skip
        return found
    if above < 0:
        if below == 0:
            return 1
        below -= 1
    else:
        above -= 1
    while free:
        one = free & -free
        free ^= one
        found += _ranks(above, below, pawn, files ^ one, (falling | one) << 1, (rising | one) >> 1)
    return found


@compiled
def _with_pawn(n: int, row: int, column: int) -> int:
    """The placements with the pawn on a square."""
    if row in (0, n - 1):
        return 0  # no queen has room on its other side
    return _ranks(row, n - 1 - row, 1 << column, (1 << n) - 1, 0, 0)


@compiled
def _halves(n: int, row: int, files: int, sums: int, differences: int) -> int:
    """The ways to go on, with each queen its image under half a turn, the pawn in the centre of a board.

    Bits are files, sums r + c and differences r - c + n - 1 that are taken. A queen and its image may share
    a line: it runs through the pawn.
    """
    centre = n // 2
    found = 0
    for column in range(centre if row == centre else n):
        a, b = row + column, row - column + n - 1
        if (files >> column) & 1 or (sums >> a) & 1 or (differences >> b) & 1:
            continue
        if row == centre:
            found += 1
            continue
        last = 2 * (n - 1)
        found += _halves(
            n, row + 1,
            files | 1 << column | 1 << (n - 1 - column),
            sums | 1 << a | 1 << (last - a), differences | 1 << b | 1 << (last - b),
        )  # fmt: skip
    return found


@compiled
def _symmetric(n: int) -> int:
    """The placements that are their own image under half a turn."""
    return _halves(n, 0, 0, 0, 0)


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
    near = np.zeros(rows * columns, np.int64)
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
    number = int(_walks(near, kind == "closed"))
    return {"value": str(number // 2 if kind == "closed" else number)}


@kept
def _walks(near: Any, closed: bool) -> int:
    """The walks that meet each square once: from square 0 back to it, or from any square.

    Sums are modulo 2^64; there are fewer walks. A walk is cut in halves, which meet in a square.
    """
    squares = len(near)
    steps = squares if closed else squares - 1
    total = 0
    there = np.empty(squares, np.int64)
    edges = np.empty((squares, squares), np.int64)
    degree = np.empty(squares, np.int64)
    now, then = np.empty(squares, np.int64), np.empty(squares, np.int64)
    for some in range(1 << squares):
        if closed and not some & 1:
            continue
        size = 0
        for square in range(squares):
            if (some >> square) & 1:
                there[size] = square
                size += 1
        for i in range(size):
            degree[i] = 0
            for j in range(size):
                if (near[there[i]] >> there[j]) & 1:
                    edges[i, degree[i]] = j
                    degree[i] += 1
        for i in range(size):
            now[i] = 0 if closed else 1
            then[i] = 0
        if closed:
            now[0] = 1
        for _ in range(steps - steps // 2):
            for i in range(size):
                then[i] = now[i]
            for i in range(size):
                ways = 0
                for k in range(degree[i]):
                    ways += then[edges[i, k]]
                now[i] = ways
        walks = 0
        for i in range(size):
            walks += now[i] * (then[i] if steps % 2 else now[i])
        total += walks if (squares - size) % 2 == 0 else -walks
    return total


def dominating_queens(n: int) -> dict[str, Any]:
    """Sets of squares from which queens cover an n × n board, by ``dominating.c``, compiled now."""
    source = Path(__file__).with_name("dominating.c")
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/dominating"
        subprocess.run(["cc", "-O3", "-o", program, str(source)], check=True)
        said = subprocess.run([program, str(n)], check=True, capture_output=True, text=True)
    return {"value": said.stdout.strip()}


#: The programs, by their names on the command line.
PROGRAMS: dict[str, Callable[..., dict[str, Any]]] = {
    "knights-by-size": lambda n: knights_by_size(int(n)),
    "dominating-queens": lambda n: dominating_queens(int(n)),
    "queens-and-a-pawn": lambda n: queens_and_a_pawn(int(n)),
    "tours": tours,
}


if __name__ == "__main__":
    print(json.dumps(PROGRAMS[sys.argv[1]](*sys.argv[2:])))
