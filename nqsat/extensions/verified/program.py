"""Build the verified program once, and run it.

The program is cached like compiled kernels: in a folder of the user's own that no other user can write to,
named after a hash of its sources, and with its checksum. If it cannot be cached it is built again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nqsat.errors import EngineFailure, InvalidModel, Undecided
from nqsat.extensions.verified.bound_system import BoundSystem
from nqsat.extensions.verified.problem import Problem
from nqsat.files import atomic_write, is_own, write

HERE = Path(__file__).parent

_TOO_LARGE = 3  # the exit code of driver.ml

#: The source files; and those with the arithmetic of Zarith, which has to be trusted then.
_SOURCES = ("verified.mli", "verified.ml", "numbers.ml", "driver.ml")
_WITH_ZARITH = ("verified.mli", "verified.ml", "numbers_zarith.ml", "driver.ml")


def count_with_program(
    asked: BoundSystem | Problem, seconds: float | None = None, *, zarith: bool = False
) -> int:
    """Return the number of solutions, by the verified program.

    Args:
        asked: the problem.
        seconds: the time limit; None for no limit.
        zarith: whether Zarith does the arithmetic, which is faster for long numbers.

    Raises:
        InvalidModel: the program is not here, and OCaml or Zarith is missing to build it.
        Undecided: it exceeds the memory or time limit.
        EngineFailure: it failed.
    """
    return _run_program(asked, seconds, zarith=zarith)[0]


def count_orbits_with_program(
    asked: BoundSystem | Problem, *, zarith: bool = False
) -> tuple[int, int]:
    """Return the numbers of orbits and of solutions, by the verified program."""
    numbers = _run_program(asked, None, zarith=zarith)
    return numbers[-1], numbers[0]


def _run_program(asked: BoundSystem | Problem, seconds: float | None, *, zarith: bool) -> list[int]:
    said = _run_command(
        [str(_program_path(zarith=zarith))], input=f"{asked.line}\n", timeout=seconds
    )
    return [int(number) for number in said.split()]


def _run_command(command: list[str], **how: Any) -> str:
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, **how)
    except subprocess.TimeoutExpired:
        raise Undecided("the verified program takes longer") from None
    except OSError as error:
        raise EngineFailure(f"{command[0]} does not run: {error.strerror}") from None
    if done.returncode == _TOO_LARGE:
        raise Undecided("the verified program takes more memory than it may; nothing is decided")
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise EngineFailure(f"{Path(command[0]).name} failed: {last}")
    return str(done.stdout)


def _cached_path(*, zarith: bool = False) -> Path:
    """Return the path of the cached program; its name has the hash of its sources."""
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "nqsat")
    own = f"verified-{os.geteuid()}" if hasattr(os, "geteuid") else "verified"
    sources = _WITH_ZARITH if zarith else _SOURCES
    made_of = sha256(b"".join((HERE / name).read_bytes() for name in sources)).hexdigest()[:16]
    return root / own / f"recount-{'zarith-' * zarith}{made_of}"


@cache
def _program_path(*, zarith: bool) -> Path:
    path = _cached_path(zarith=zarith)
    if _is_intact(path):
        return path
    compiler = shutil.which("ocamlopt")
    if compiler is None:
        raise InvalidModel("verified", "needs ocamlopt to build: apt-get install ocaml-nox")
    making = TemporaryDirectory(prefix="nqsat-verified-")
    _building.append(making)  # keeps the folder until this process ends
    folder = Path(making.name)
    library = ["-I", str(_zarith_folder(compiler)), "zarith.cmxa"] if zarith else []
    for name, source in zip(_SOURCES, _WITH_ZARITH if zarith else _SOURCES, strict=True):
        shutil.copy(HERE / source, folder / name)
    options = ["-unsafe", "-inline", "100", "-w", "-a", *library]
    _run_command([compiler, *options, *_SOURCES, "-o", "recount"], cwd=folder)
    built = folder / "recount"
    return path if _store_in_cache(built, path) else built


_building: list[TemporaryDirectory[str]] = []


def _zarith_folder(compiler: str) -> Path:
    """Return the folder of the library Zarith; raise ``InvalidModel`` if it is not installed."""
    places = [Path(_run_command([compiler, "-where"]).strip(), "zarith")]
    if finder := shutil.which("ocamlfind"):
        query = [finder, "query", "zarith"]
        said = subprocess.run(query, capture_output=True, encoding="utf-8", check=False).stdout
        places += map(Path, said.split())
    for place in places:
        if (place / "zarith.cmxa").exists():
            return place
    raise InvalidModel("zarith", "is not installed: apt-get install libzarith-ocaml-dev")


def _store_in_cache(built: Path, path: Path) -> bool:
    """Store the program in the cache, safely against concurrent processes; return whether this worked."""
    folder, digest = path.parent, path.with_suffix(".sha256")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        if not is_own(folder.lstat()):
            return False
        with atomic_write(path) as making:
            shutil.copy(built, making)
            making.chmod(0o700)
        write(digest, sha256(built.read_bytes()).hexdigest())
    except (InvalidModel, OSError):
        return False
    return _is_intact(path)


def _is_intact(path: Path) -> bool:
    """Return whether the program belongs to the user, and has its checksum."""
    digest = path.with_suffix(".sha256")
    try:
        own = all(is_own(file.lstat()) for file in (path.parent, path, digest))
        plain = not any(file.is_symlink() for file in (path, digest))
        return own and plain and sha256(path.read_bytes()).hexdigest() == digest.read_text("ascii")
    except (OSError, UnicodeDecodeError):
        return False
