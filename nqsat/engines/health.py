"""The state of this installation: versions of packages, and which kernels are compiled.

Facts only; the caller decides how to present them. No solver is started here.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from importlib import import_module, metadata
from typing import NamedTuple

from nqsat.engines import COUNTERS
from nqsat.engines.listing.stream import IN_LINE, Deadline, iterate_in_thread, load_library
from nqsat.engines.machine import version_of
from nqsat.errors import NqsatError

#: The engines with kernels.
_COMPILED = [engine for engine in COUNTERS if engine.kernels]

#: What a browser does without, as there are no such packages for it.
_WITHOUT = {
    "numba": "not in a browser: no bitboard, no mates; frontier counts what is small, in Python",
    "numpy": "not in a browser: no local search, no counts by large arrays",
    "ortools": "not in a browser: no cpsat",
}

#: Extras of the package that only its developers need.
PRIVATE = frozenset({"dev"})

_REQUIREMENT = re.compile(r"([\w.-]+)[^;]*(?:;.*extra\s*==\s*[\"']([\w-]+)[\"'])?")


class Package(NamedTuple):
    """A package that nqsat uses.

    Args:
        name: its name.
        version: the version installed; None if it is missing.
        needed: whether nqsat needs it to work.
        install: how to install it, if it is missing; else empty.
    """

    name: str
    version: str | None
    needed: bool
    install: str = ""


class Library(NamedTuple):
    """The library of kernels.

    Args:
        path: its file.
        platform: for which it was built.
        words: what is wrong, and how to build it; empty if it works.
    """

    path: str
    platform: str = ""
    words: str = ""


class Kernels(NamedTuple):
    """The compiled kernels of an engine.

    Args:
        engine: its name.
        number: number of kernels.
        compiled: how many of them are compiled already.
        folders: where they are cached; none if no folder is writable.
        size: their size in bytes.
        words: the error if they cannot be examined, or empty.
    """

    engine: str
    number: int
    compiled: int
    folders: tuple[str, ...]
    size: int
    words: str = ""


def packages() -> Iterator[Package]:
    """Python, nqsat, and the requirements of nqsat, with the installed versions."""
    yield Package("Python", platform.python_version(), needed=True)
    own = version_of("nqsat")
    yield Package("nqsat", own or "not installed as a package", needed=True)
    for requirement in (metadata.requires("nqsat") if own else None) or ():
        found = _REQUIREMENT.match(requirement)
        if found is None or found[2] in PRIVATE:
            continue
        name, extra = found[1], found[2]
        version = version_of(name)
        wanted = requirement.partition(";")[0].strip()
        install = "" if version else f"pip install '{wanted}'"
        missed = _WITHOUT.get(name, "") if IN_LINE else ""
        yield Package(name, version, extra is None and not missed, missed or install)


def kernels() -> Iterator[Kernels]:
    """For each engine with kernels, which of them are compiled. Nothing is compiled here."""
    for engine in () if IN_LINE else _COMPILED:
        try:
            load_library("numba", "with kernels")
            names = (name.split(":") for name in engine.kernels)
            found = [getattr(import_module(module), name) for module, name in names]
        except Exception as error:  # numba is broken, or does not support this Python
            yield Kernels(engine.name, 0, 0, (), 0, f"{type(error).__name__}: {error}")
        else:
            folders = tuple(dict.fromkeys(str(one.folder) for one in found if one.folder))
            sizes = [one.kept for one in found]
            number = sum(map(bool, sizes))
            yield Kernels(engine.name, len(found), number, folders, sum(sizes))


def library() -> Library:
    """The library of kernels."""
    from nqsat.engines import kernels as here

    try:
        return Library(str(here.FOLDER / here.LIBRARY), here.platform())
    except NqsatError as error:
        return Library(str(here.FOLDER / here.LIBRARY), words=getattr(error, "reason", str(error)))


def compile_kernels() -> Iterator[tuple[str, float]]:
    """Compile all kernels that are not compiled yet, by solving small problems that need each of them.

    Yields the name of each engine and the seconds that it took.
    """
    for engine in _COMPILED:
        clock = Deadline()
        for _ in iterate_in_thread(engine().exercise):
            continue
        yield engine.name, clock.seconds
