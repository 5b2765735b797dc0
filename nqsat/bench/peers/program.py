"""The yardstick in C: a program for queens alone, which knows that half of their board is enough."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
from importlib.resources import as_file, files
from itertools import combinations
from pathlib import Path

from nqsat.bench.graphs import Men
from nqsat.errors import UnsupportedByEngine

#: The name in the environment of where the compiled program is.
PROGRAM = "NQSAT_QUEENS_PROGRAM"

#: The program's masks have no room for more.
LARGEST = 30


def compiler() -> str | None:
    """The C compiler, if there is one."""
    return shutil.which("gcc") or shutil.which("cc")


def compile_program(folder: Path) -> dict[str, str]:
    """Compile the program into a folder.

    Returns:
        what a process that runs it needs in its environment; if it cannot be compiled, its runs fail.
    """
    program = folder / "queens"
    with as_file(files(__package__).joinpath("queens.c")) as source:
        subprocess.run([str(compiler()), "-O2", "-o", str(program), str(source)], check=False)
    return {PROGRAM: str(program)}


def men(asked: Men) -> int:
    """As many queens as ranks by half a board, or any number of them by the whole board.

    Raises:
        UnsupportedByEngine: the graph is not that of queens, or so many were not asked for.
    """
    n = math.isqrt(asked.size)
    if not 1 <= n <= LARGEST or asked.edges != _queens(n):
        raise UnsupportedByEngine("C", "the program knows queens on square boards only")
    if not asked.free and not asked.low == asked.high == n:
        raise UnsupportedByEngine("C", "the program knows n queens and any number of them only")
    command = [os.environ[PROGRAM], str(n), *(["any"] if asked.free else [])]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def _queens(n: int) -> tuple[tuple[int, int], ...]:
    squares = enumerate((r, c) for r in range(n) for c in range(n))
    return tuple(
        (x, y)
        for (x, (r, c)), (y, (s, d)) in combinations(squares, 2)
        if r == s or c == d or abs(r - s) == abs(c - d)
    )
