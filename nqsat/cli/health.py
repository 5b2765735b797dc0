"""The state of this installation: versions of packages, and the library of kernels.

Facts only; the caller decides how to present them. No solver is started here.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from importlib import metadata
from typing import NamedTuple

from nqsat.engines.machine import version_of
from nqsat.engines.stream import IN_LINE
from nqsat.errors import NqsatError, how_to_install

#: Packages that a browser lacks, each with the consequence.
_WITHOUT = {
    "numpy": "not in a browser: no bitboard, no mates; frontier counts what is small, in Python",
    "ortools": "not in a browser: no cpsat",
}

#: Extras of the package that only its developers need.
PRIVATE = frozenset({"dev"})

_REQUIREMENT = re.compile(r"([\w.-]+)[^;]*(?:;.*extra\s*==\s*[\"']([\w-]+)[\"'])?")


class Package(NamedTuple):
    """A package that nqsat uses: its version, None if missing; ``install`` then says how to get it."""

    name: str
    version: str | None
    needed: bool
    install: str = ""


class Library(NamedTuple):
    """The library of kernels; ``words`` say what is wrong and how to build it, empty if it works."""

    path: str
    platform: str = ""
    words: str = ""


def packages() -> Iterator[Package]:
    """Python, nqsat, and the requirements of nqsat, with the installed versions."""
    yield Package("Python", platform.python_version(), needed=True)
    own = version_of("nqsat")
    yield Package("nqsat", own or "not installed as a package", needed=True)
    for requirement in (metadata.requires("nqsat") if own else None) or ():
        matched = _REQUIREMENT.match(requirement)
        if matched is None or matched[2] in PRIVATE:
            continue
        name, extra = matched[1], matched[2]
        version = version_of(name)
        named = requirement.partition(";")[0].strip()
        install = "" if version else "not in a browser" if IN_LINE else how_to_install(f"'{named}'")
        missed = _WITHOUT.get(name, "") if IN_LINE else ""
        yield Package(name, version, extra is None and not missed, missed or install)


def library() -> Library:
    """The library of kernels."""
    from nqsat.engines import kernels as here

    try:
        return Library(str(here.library_path()), here.platform())
    except NqsatError as error:
        return Library(str(here.library_path()), words=getattr(error, "reason", str(error)))
