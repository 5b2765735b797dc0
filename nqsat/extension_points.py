"""What an extension adds, and how the rooms of nqsat ask for it.

Each folder in ``nqsat/extensions`` is an extension, and so is each entry point of the group
``nqsat.extensions`` of an installed package. It holds ``EXTENSION``, which says what it adds. ``PLACE``
stands for ``package.module:name`` of a function or a class; it is imported when it is needed, so that
``nqsat --help`` loads nothing heavy.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

GROUP = "nqsat.extensions"

#: The options of a command that say which model is meant, see ``Command.takes``.
MODEL = ("model", "more", "parameter", "board", "reading", "piece", "rule", "preset")


@dataclass(frozen=True)
class Option:
    """An option: how it is typed, what it says of itself, and what it goes with.

    Args:
        words: of its help.
        flags: as it is typed, the usual one last; by its name if there are none.
        metavar: what its value is; None for a switch.
        shown: what help shows as its default.
        names: what completes it, see ``nqsat list``.
        needs: options (or ``MODEL``) of which one must be given, if the command takes any of them.
        without: options that it does not go with, and why.
        type: of its value; an extension reads it by ``options.value(NAME)``.
        default: its value where it is not given.
    """

    words: str
    flags: tuple[str, ...] = ()
    metavar: str | None = None
    shown: str | None = None
    names: str = ""
    needs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    because: str = ""
    type: Any = bool
    default: Any = False


class Argument(NamedTuple):
    """The annotation of a command's argument: ``Annotated[Path, Argument(…)]``."""

    words: str
    metavar: str
    names: str = ""  # what completes it, see Option


@dataclass(frozen=True)
class Command:
    """A command, or what a command that is there takes and says besides.

    Args:
        run: PLACE of a function of the options and its arguments, which returns the exit code; its
            docstring is the help. An argument ``source`` has the models that the options name. Empty if the
            command is there.
        heading: where help lists it.
        takes: the names of options, its own or others.
        says: added to its help.
        examples: of how it is used.
    """

    run: str = ""
    heading: str = "Other programs and this machine"
    takes: tuple[str, ...] = ()
    says: str = ""
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class Format:
    """How solutions are written: in texts, each without its last newline.

    Args:
        endings: of the names of such files, the usual one first.
        write: a function, or its PLACE, of an iterable of solutions and of ``colour``, ``width`` and
            ``look``, see ``nqsat.reporting.lines``; it yields the texts. None: SVG is converted.
        placed: whether it is of placements alone; then the function takes one and returns its text.
    """

    endings: tuple[str, ...]
    write: Callable[..., Any] | str | None = None
    placed: bool = False


@dataclass(frozen=True)
class Panel:
    """A panel of the page of a model; the section of the document that it shows has its name.

    Args:
        data: PLACE of a function of the model, which has no objective, and of ``takes`` by their names. It
            returns the section, as JSON can say it; or None, or words that say why there is none.
        modules: files of JavaScript in the order in which they are joined; the last adds the panel, see
            ``nqsat/reporting/page/panels.js``.
        styles: files of CSS.
        takes: arguments of ``nqsat.view`` that are passed on, and are options of the command as well.
    """

    data: str
    modules: tuple[Path, ...]
    styles: tuple[Path, ...] = ()
    takes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Extension:
    """The additions of an extension.

    Args:
        summary: what it is for, in a line.
        commands: by their names.
        options: by their names.
        formats: of solutions, by their names.
        panels: of the page of a model, by their names.
        engines: PLACE of each class; it says itself what it can, see ``nqsat.engines.Engine``.
        hooks: for a point of a command, as ``certify end``, PLACE of a function that is asked there. What
            it is given, and what its answer means, stands where the command says ``hooked(…)``.
        source: the package that it is from; set where it is found.
    """

    summary: str
    commands: Mapping[str, Command] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)
    formats: Mapping[str, Format] = field(default_factory=dict)
    panels: Mapping[str, Panel] = field(default_factory=dict)
    engines: tuple[str, ...] = ()
    hooks: Mapping[str, str] = field(default_factory=dict)
    source: str = "nqsat"


@cache
def extensions() -> Mapping[str, Extension]:
    """All extensions by their names: those of the folder, then those of installed packages.

    One that cannot be loaded adds nothing, and its summary says why.
    """
    folders = Path(__file__).with_name("extensions").glob("*/__init__.py")
    here = sorted(path.parent.name for path in folders)
    places = [(name, "nqsat", f"{GROUP}.{name}:EXTENSION") for name in here]
    found = dict[str, Extension]()
    for name, source, place in (*places, *_installed()):
        try:
            found.setdefault(name, replace(load(place), source=source))
        except Exception as error:
            reason = f"cannot be loaded: {type(error).__name__}: {error}"
            found.setdefault(name, Extension(reason, source=source))
    return found


def _installed() -> Iterator[tuple[str, str, str]]:
    """The name, the package and the place of each entry point of the group.

    What reads entry points takes longer to import than all else here: it is, if a package has one.
    """
    files = (file for x in sys.path for file in Path(x).glob("*-info/entry_points.txt"))
    if any(map(_has_one, files)):
        from importlib.metadata import entry_points

        for entry in entry_points(group=GROUP):
            yield entry.name, entry.dist.name if entry.dist else "", entry.value


def _has_one(file: Path) -> bool:
    try:
        return f"[{GROUP}]" in file.read_text("utf-8", errors="replace")
    except OSError:
        return False


def added(kind: str, known: Container[str] = ()) -> Iterator[tuple[str, Any]]:
    """The additions of all extensions of a kind, as ``options``, by name, without names already known."""
    for extension in extensions().values():
        yield from (pair for pair in getattr(extension, kind).items() if pair[0] not in known)


def load(place: str) -> Any:
    """The function or class at a place, ``package.module:name``."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def hooked(point: str, *given: Any) -> Any:
    """Ask the extensions at a point of a command; return the first answer that is not None, or None."""
    for name, place in added("hooks"):
        if name == point and (answer := load(place)(*given)) is not None:
            return answer
    return None
