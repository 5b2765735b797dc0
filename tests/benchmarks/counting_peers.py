"""The peers: how many ways there are to place queens.

Nothing here uses nqsat. The C program is for queens only and knows their half board.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import clingo

__all__ = [
    "COMPILER",
    "PROGRAM",
    "any_in_c",
    "any_in_clingo",
    "any_in_python",
    "compile_program",
    "queens_in_c",
]

#: None where there is none: then the C program is left out.
COMPILER = shutil.which("gcc") or shutil.which("cc")

#: The name in the environment of where the compiled program is.
PROGRAM = "NQSAT_QUEENS_PROGRAM"


def compile_program(folder: Path) -> None:
    """Compile the C program, and tell the processes that are started from here where it is."""
    program = folder / "queens"
    source = Path(__file__).with_name("queens.c")
    subprocess.run([str(COMPILER), "-O2", "-o", str(program), str(source)], check=True)
    os.environ[PROGRAM] = str(program)


def queens_in_c(n: int) -> int:
    """n queens, by half a board."""
    return _program(str(n))


def any_in_c(n: int) -> int:
    """Any number of queens."""
    return _program(str(n), "any")


def _program(*words: str) -> int:
    command = [os.environ[PROGRAM], *words]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def any_in_python(n: int) -> int:
    """Any number of queens in plain Python, with three masks of attacked squares."""
    full = (1 << n) - 1

    def extend(ranks: int, files: int, left: int, right: int) -> int:
        free = full & ~(files | left | right)
        if ranks == 1:
            return 1 + free.bit_count()
        found = extend(ranks - 1, files, left << 1, right >> 1)
        while free:
            bit = free & -free
            free ^= bit
            found += extend(ranks - 1, files | bit, (left | bit) << 1, (right | bit) >> 1)
        return found

    return extend(n, 0, 0, 0) if n else 1


_ANY = """
{ queen(1..n, 1..n) }.
:- queen(R, C), queen(R, D), C < D.
:- queen(R, C), queen(S, C), R < S.
:- queen(R, C), queen(S, D), R < S, |R-S| = |C-D|.
"""


def any_in_clingo(n: int) -> int:
    """Any number of queens, listed by clingo."""
    import clingo

    control = clingo.Control(["--models=0", f"--const=n={n}"])
    control.add("base", [], _ANY)
    control.ground([("base", [])])
    found = 0

    def collect(_model: clingo.Model) -> None:
        nonlocal found
        found += 1

    result = control.solve(on_model=collect)
    if not result.exhausted:
        raise RuntimeError(str(result))
    return found
