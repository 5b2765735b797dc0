"""Files: read with a bound, and written whole or not at all, in the format that their names say; streams
on which no text has power.

Every reader of a file that a user names comes here, so that no device, no pipe and no slip of the finger
fills the memory or waits for ever. What is written is written beside its place, then put there.

What stands in files is not trusted. A terminal obeys control characters, so the program prints through
``EscapedStream``, which shows them; only what nqsat has drawn itself goes past it.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

from nqsat.errors import InvalidModel, unknown

#: How the names of files end, by format; the first ending is the usual one.
ENDINGS: Mapping[str, tuple[str, ...]] = {
    "text": (".txt", ".text"),
    "jsonl": (".jsonl", ".ndjson"),
    "json": (".json",),
    "csv": (".csv",),
    "fen": (".fen",),
    "svg": (".svg",),
    "png": (".png",),
    "pdf": (".pdf",),
    "html": (".html", ".htm"),
    "dimacs": (".cnf", ".dimacs"),
    "opb": (".opb",),
    "cpsat": (".pbtxt", ".txtpb"),
}


@contextmanager
def plain_file(field: str, path: str | Path, most: int) -> Iterator[BinaryIO]:
    """A file to read from.

    Raises:
        InvalidModel: it is no plain file, has more than ``most`` bytes, or cannot be read.
    """
    try:
        about = _status(path)
        if not stat.S_ISREG(about.st_mode):
            raise InvalidModel(field, f"{path} cannot be read: it is no plain file")
        if about.st_size > most:
            raise _too_large(field, path, most)
        with Path(path).open("rb") as file:
            yield file
    except OSError as error:
        raise InvalidModel(field, f"{path} cannot be read: {error.strerror}") from None


def read_text(field: str, path: str | Path, most: int) -> str:
    """The text of a UTF-8 file.

    Args:
        field: what it is to be, for messages.
        path: the file.
        most: bytes that it may have.

    Raises:
        InvalidModel: as ``plain_file``, or it is not UTF-8.
    """
    with plain_file(field, path, most) as file:
        data = file.read(most + 1)  # some files say that they have no size, and others grow
    if len(data) > most:
        raise _too_large(field, path, most)
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise InvalidModel(field, f"{path} is not a UTF-8 text file") from None


def _status(path: str | Path) -> os.stat_result:
    try:
        return Path(path).stat()
    except ValueError:
        raise OSError(errno.ENOENT, "no file has such a name") from None


def _too_large(field: str, path: str | Path, most: int) -> InvalidModel:
    return InvalidModel(field, f"{path} has more than {most:,} bytes")


def lines_of(text: str) -> list[str]:
    r"""The lines of a text: ``\n`` and ``\r\n`` end one, and nothing else does."""
    lines = text.replace("\r\n", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


#: The forms of pictures; a file has one of them.
PICTURES = ("svg", "png", "pdf")


def format_of(
    place: Path | None,
    known: Sequence[str],
    *,
    given: str = "",
    default: str = "",
    option: str = "output",
) -> str:
    """In which format a file is written: the one that is given, else as the file is called.

    Args:
        place: the file; None for stdout.
        known: the formats that make sense here.
        given: a format by its name, which no name of a file overrides.
        default: of a file whose name has no ending, and of stdout; nothing if an ending is needed.
        option: that names the file, for messages.

    Raises:
        InvalidModel: the format is unknown here, or the ending is.
    """
    if given:
        if given not in known:
            raise InvalidModel("--format", unknown(given, known))
        return given
    ending = "" if place is None else place.suffix.lower()
    if not ending and default:
        return default
    for form in known:
        if ending in ENDINGS[form]:
            return form
    *most, last = (ENDINGS[form][0] for form in known)
    endings = f"{', '.join(most)} or {last}" if most else last
    reason = f"{place}: its name says no format that is known here; let it end with {endings}"
    raise InvalidModel(option, reason)


def ends_as(place: Path, form: str) -> bool:
    """Whether a file is called as one of this format."""
    return place.suffix.lower() in ENDINGS[form]


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


def make_folder(field: str, place: Path, *, parents: bool = False) -> None:
    """Make a folder, if there is none.

    Raises:
        InvalidModel: there can be none.
    """
    try:
        place.mkdir(parents=parents, exist_ok=True)
    except OSError as error:
        raise InvalidModel(field, f"{place} is no folder: {error.strerror}") from None


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
def writer(
    place: Path | None, *, pictures: str = "", made: Callable[[str], bytes] | None = None
) -> Iterator[Callable[[str], object]]:
    """What takes one text after the other, a line or more each.

    Args:
        place: a file that has them all in the end; None for stdout.
        pictures: a suffix: each goes into a file of its own, ``0001.svg`` and so on, and the place is a
            folder.
        made: what makes a picture of a text; without it a file is the text.

    Raises:
        InvalidModel: nothing can be written there, or pictures would be mixed with other files.
    """
    if place is None:
        yield print
    elif pictures:
        yield _numbered(place, pictures, made or "{}\n".format)
    elif made is not None:
        yield lambda text: write(place, made(text))
    else:
        with written(place) as making, making.open("w", encoding="utf-8") as file:
            yield lambda text: print(text, file=file)


def write(path: Path, data: str | bytes) -> None:
    """Write a file, a text as UTF-8, whole or not at all: see ``written``."""
    with written(path) as making:
        making.write_bytes(data.encode() if isinstance(data, str) else data)


def _numbered(
    folder: Path, suffix: str, made: Callable[[str], str | bytes]
) -> Callable[[str], None]:
    make_folder("output", folder)
    if any(folder.iterdir()):
        raise InvalidModel("output", f"{folder} is not empty; choose another folder")
    numbers = count(1)

    def put(picture: str) -> None:
        write(folder / f"{next(numbers):04}.{suffix}", made(picture))

    return put


def _is_ordinary(path: Path) -> bool:
    """Whether a file is there, or nothing."""
    return path.is_file() or not path.exists()


def is_own(about: os.stat_result) -> bool:
    """Whether a file or folder is the user's own and no other user may write it: its code may be run."""
    mine = not hasattr(os, "geteuid") or about.st_uid == os.geteuid()
    return mine and (os.name == "nt" or not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


# -- streams -----------------------------------------------------------------------------

#: What moves a cursor, colours or hides text, or turns it around; not tabs and the ends of lines.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def shown(text: str) -> str:
    """The text with control characters written as in JSON, where they mean the same as before."""
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


class EscapedStream:
    """A stream that shows control characters instead of sending them.

    Args:
        own: the stream behind it, for what nqsat has drawn itself.
    """

    def __init__(self, own: TextIO) -> None:
        self.own = own

    def write(self, text: str) -> int:
        """Write a text with its control characters escaped, as ``shown`` does; the length of the text."""
        self.own.write(shown(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts one after the other, each as ``write`` does."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.own, name)


def showing(stream: TextIO) -> TextIO:
    """A stream as one that shows control characters."""
    return cast("TextIO", EscapedStream(behind(stream)))


def behind(stream: TextIO) -> TextIO:
    """The stream behind one that shows control characters; another as it is."""
    return stream.own if isinstance(stream, EscapedStream) else stream


def print_drawn(text: str) -> None:
    """Print what nqsat has drawn itself, colours and all: what others wrote in it is ``shown`` already."""
    print(text, file=behind(sys.stdout))
