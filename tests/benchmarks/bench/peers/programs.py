"""Reference programs in C, each for one question: compiled once, and run as separate processes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

#: The strongest optimisation: the program runs on the machine that compiles it.
FAST = ("-O3", "-march=native")


def compiler() -> str | None:
    return shutil.which("gcc") or shutil.which("cc")


def compiled(name: str, folder: Path) -> Path:
    """Compile a program of this package into a folder; if that fails, its runs fail."""
    program, source = folder / name, Path(__file__).with_name(f"{name}.c")
    subprocess.run([str(compiler()), *FAST, "-o", str(program), str(source)], check=False)
    return program
