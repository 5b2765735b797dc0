"""Files that are there whole or not at all: written beside their place, then put there."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["check_place", "writer", "written"]


def check_place(path: Path) -> None:
    """Refuse a place where no file can be written, so that it is said before the work.

    Raises:
        InvalidModel: so it is.
    """
    try:
        if path.is_dir():
            raise InvalidModel("output", f"{path} is a folder; give the name of a file")
        if not path.parent.is_dir():
            raise InvalidModel("output", f"{path.parent} is no folder; make it first")
        if not os.access(path.parent if _is_ordinary(path) else path, os.W_OK):
            raise InvalidModel("output", f"{path} cannot be written; choose another place")
    except OSError as error:  # a name that no file can have
        raise InvalidModel("output", f"{path}: {error.strerror}") from None


@contextmanager
def written(path: Path) -> Iterator[Path]:
    """Where to write a file: it takes its place if the block comes to its end, and is gone if not.

    The suffix is the same. A device or a pipe has no beside: it is written to as it is.

    Raises:
        InvalidModel: no file can be written there. What fails later, as on a full disk, is an ``OSError``.
    """
    check_place(path)
    if not _is_ordinary(path):
        yield path
        return
    path = path.resolve()  # a link stays a link
    making = path.with_name(f".{os.getpid()}.new{path.suffix}")
    try:
        yield making
        if path.exists():
            shutil.copymode(path, making)
        making.replace(path)
    finally:
        making.unlink(missing_ok=True)


@contextmanager
def writer(place: Path | None, *, pictures: bool = False) -> Iterator[Callable[[str], object]]:
    """What takes one text after the other, a line or more each.

    Args:
        place: a file that has them all in the end; None for stdout.
        pictures: each goes into a file of its own, ``0001.svg`` and so on, and the place is a folder.

    Raises:
        InvalidModel: nothing can be written there, or pictures would be mixed with other files.
    """
    if place is None:
        yield print
    elif pictures:
        yield _numbered(place)
    else:
        with written(place) as making, making.open("w", encoding="utf-8") as file:
            yield lambda text: print(text, file=file)


def _numbered(folder: Path) -> Callable[[str], None]:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InvalidModel("output", f"{folder} is no folder: {error.strerror}") from None
    if any(folder.iterdir()):
        raise InvalidModel("output", f"{folder} is not empty; choose another folder")
    numbers = count(1)

    def put(picture: str) -> None:
        with written(folder / f"{next(numbers):04}.svg") as making:
            making.write_text(f"{picture}\n", encoding="utf-8")

    return put


def _is_ordinary(path: Path) -> bool:
    """Whether a file is there, or nothing."""
    return path.is_file() or not path.exists()
