"""Reference programs in C, each for one question: compiled once, and run as separate processes."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from importlib.resources import as_file, files
from itertools import combinations
from pathlib import Path

from bench.graphs import SetQuestion
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, catalogue

#: The prefix of the environment variables with the paths of the compiled programs.
PROGRAM = "NQSAT_PROGRAM_"

#: The strongest optimisation: the program runs on the machine that compiles it.
FAST = ("-O3", "-march=native")

#: The largest board side, because of the programs' bit masks.
LARGEST = 30


def compiler() -> str | None:
    """Return the path of a C compiler, or None."""
    return shutil.which("gcc") or shutil.which("cc")


def compiled(name: str, folder: Path) -> dict[str, str]:
    """Compile a program of this package into a folder.

    Returns:
        the environment variable for processes that run it; if the compilation fails, its runs fail.
    """
    program = folder / name
    with as_file(files(__package__).joinpath(f"{name}.c")) as source:
        subprocess.run([str(compiler()), *FAST, "-o", str(program), str(source)], check=False)
    return {PROGRAM + name.upper(): str(program)}


def queens(asked: SetQuestion) -> int:
    """Count n queens by half of the board, or any number of queens by the whole board.

    Raises:
        UnsupportedByEngine: the graph is not that of queens, or the number of pieces is another one.
    """
    n = _side(asked)
    if not asked.free and not asked.low == asked.high == n:
        raise UnsupportedByEngine("C", "the program knows n queens and any number of them only")
    return _run("queens", n, *(["any"] if asked.free else []))


def queens_symmetric(asked: SetQuestion) -> int:
    """Count n queens, using all eight symmetries.

    Raises:
        UnsupportedByEngine: see ``queens``.
    """
    n = _side(asked)
    if not asked.low == asked.high == n:
        raise UnsupportedByEngine("C", "the program knows n queens only")
    return _run("queens_symmetric", n)


def of_family(name: str, program: str, model: Model) -> Callable[[], int]:
    """Return the run of a program for one family of the catalogue.

    Raises:
        UnsupportedByEngine: the model is not of this family.
    """
    (family,) = (one for one in catalogue() if one.name == name)
    n = model.board.rows
    if not 1 < n <= LARGEST or family(n=n) != model:
        raise UnsupportedByEngine("C", f"the program knows {name} only")
    return partial(_run, program, n)


def _run(program: str, *words: object) -> int:
    command = [os.environ[PROGRAM + program.upper()], *map(str, words)]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def _side(asked: SetQuestion) -> int:
    n = math.isqrt(asked.size)
    if not 1 <= n <= LARGEST or asked.edges != _queens(n):
        raise UnsupportedByEngine("C", "the program knows queens on square boards only")
    return n


def _queens(n: int) -> tuple[tuple[int, int], ...]:
    squares = enumerate((r, c) for r in range(n) for c in range(n))
    return tuple(
        (x, y)
        for (x, (r, c)), (y, (s, d)) in combinations(squares, 2)
        if r == s or c == d or abs(r - s) == abs(c - d)
    )
