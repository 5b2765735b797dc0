"""Read files up to a size limit, write files atomically, and print text with control characters escaped.

Every file that a user names is read here, so that no device, endless pipe or mistyped name fills the memory
or blocks forever. A file is written to a temporary name in the same folder, then renamed.

The content of files is not trusted. A terminal obeys control characters, so the program prints through
``EscapedStream``, which escapes them; only output that nqsat draws itself bypasses it.
"""

from __future__ import annotations

import bz2
import errno
import gzip
import io
import json
import lzma
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from glob import escape
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

from nqsat.errors import InvalidModel, unknown

#: Differences of Python's texts from JSON: comments, quotes, tuples, a comma at the end, None,
#: numbers as keys.
_PYTHON_IN_JSON = (
    (r"(?m)(?<=\s)(#|//)\s[^\"'\n]{0,200}$", ""),
    ("'", '"'),
    (r"\(", "["),
    (r"\)", "]"),
    (r",\s*([\]}])", r"\1"),
    (r"\bNone\b", "null"),
    (r"(?<=[{,])\s*([0-9]+)\s*:", r'"\1":'),
)


@contextmanager
def plain_file(field: str, path: str | Path, most: int) -> Iterator[BinaryIO]:
    """Open a regular file for reading."""
    try:
        about = _status(path)
        if not stat.S_ISREG(about.st_mode):
            raise InvalidModel(field, f"{path} cannot be read: it is not a plain file")
        if about.st_size > most:
            raise _too_large(field, path, most)
        with Path(path).open("rb") as file:
            yield file
    except OSError as error:
        raise InvalidModel(field, f"{path} cannot be read: {error.strerror}") from None


def read_bytes(field: str, path: str | Path, most: int) -> bytes:
    """Return what is in a file, a pipe or (``-``) standard input; gzip, bzip2 and xz are decompressed.

    Args:
        field: the name of the value that is read, for messages.
        path: the file.
        most: the largest size allowed, in bytes: of the file, and of what it decompresses to.

    Raises:
        InvalidModel: it is larger, is something else, or cannot be read.
    """
    name = "standard input" if str(path) == "-" else path
    with _opened(field, path, most) as file:
        data = file.read(most + 1)  # some files report size 0, and others grow
        if not data and stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
            raise InvalidModel(field, f"{name} cannot be read: nothing is written to this pipe")
    if len(data) <= most:
        data = _decompressed(field, name, data, most)
    if len(data) > most:
        raise _too_large(field, name, most)
    return data


@contextmanager
def _opened(field: str, path: str | Path, most: int) -> Iterator[BinaryIO]:
    """Open what ``read_bytes`` reads. A pipe to which nothing writes is at its end, and blocks nobody."""
    try:
        if str(path) == "-":
            descriptor = os.dup(0)
        elif stat.S_ISFIFO(_status(path).st_mode):
            descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            os.set_blocking(descriptor, True)
        else:
            with plain_file(field, path, most) as file:
                yield file
            return
        with os.fdopen(descriptor, "rb") as file:
            yield file
    except OSError as error:
        raise InvalidModel(field, f"{path} cannot be read: {error.strerror}") from None


#: How compressed data begin, and what opens them; None if the standard library has nothing.
_COMPRESSED: Mapping[str, tuple[bytes, Callable[[Any], Any] | None]] = {
    "gzip": (rb"\x1f\x8b", gzip.open),
    "bzip2": (rb"BZh[1-9](1AY&SY|\x17rE8P\x90)", bz2.open),
    "xz": (rb"\xfd7zXZ\x00", lzma.open),
    "zstd": (rb"\x28\xb5\x2f\xfd", None),
    "zip": (rb"PK\x03\x04", None),
    "7z": (rb"7z\xbc\xaf", None),
    "compress": (rb"\x1f\x9d", None),
    "lz4": (rb"\x04\x22\x4d\x18", None),
}


def _decompressed(field: str, name: object, data: bytes, most: int) -> bytes:
    """Return the data, or the first ``most + 1`` bytes of what they decompress to."""
    for form, (begin, opened) in _COMPRESSED.items():
        if not re.match(begin, data):
            continue
        if opened is None:
            reason = f"is compressed ({form}); unpack it, or use gzip, bzip2 or xz"
            raise InvalidModel(field, f"{name} {reason}")
        try:
            with opened(io.BytesIO(data)) as file:
                return cast("bytes", file.read(most + 1))
        except Exception as error:  # each module has its own errors
            raise InvalidModel(field, f"{name} is damaged ({form}): {error}") from None
    return data


def data_of(text: str) -> Any:
    """Return the data that a text has in JSON or Python; raise ``ValueError`` if it has none."""
    with suppress(ValueError, RecursionError):
        return json.loads(text)
    for written, in_json in _PYTHON_IN_JSON:
        text = re.sub(written, in_json, text)
    if ":" not in text:
        text = text.replace("{", "[").replace("}", "]")  # sets
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("neither JSON nor data of Python") from None


def read_text(field: str, path: str | Path, most: int) -> str:
    """Return the text of a UTF-8 file without its byte order mark; see ``read_bytes``."""
    return as_text(field, path, read_bytes(field, path, most))


def as_text(field: str, path: str | Path, data: bytes) -> str:
    """Return as a text what was read; raise ``InvalidModel`` if it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidModel(field, f"{path} is not a UTF-8 text file") from None


def _status(path: str | Path) -> os.stat_result:
    try:
        return Path(path).stat()
    except ValueError:
        raise OSError(errno.ENOENT, "no file has such a name") from None


def _too_large(field: str, path: object, most: int) -> InvalidModel:
    return InvalidModel(field, f"{path} has more than {most:,} bytes")


def lines_of(text: str) -> list[str]:
    r"""Split a text into lines; only ``\n`` and ``\r\n`` end a line."""
    lines = text.replace("\r\n", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


def format_of(
    place: Path | None,
    known: Mapping[str, Sequence[str]],
    *,
    given: str = "",
    default: str = "",
    option: str = "output",
) -> str:
    """Return the format in which a file is written: ``given`` if set, else by the suffix of its name.

    Args:
        place: the file; None for stdout.
        known: how names end, the usual ending first, by the formats that are possible here.
        given: the name of a format; it overrides the suffix.
        default: the format of stdout and of a file without a suffix; empty if a suffix is required.
        option: the option that names the file, for messages.
    """
    if given:
        if given not in known:
            raise InvalidModel("--format", unknown(given, known))
        return given
    ending = "" if place is None else place.suffix.lower()
    if not ending and default:
        return default
    for form, endings in known.items():
        if ending in endings:
            return form
    *most, last = (endings[0] for endings in known.values())
    ways = f"{', '.join(most)} or {last}" if most else last
    reason = f"{place}: unknown ending; write {ways}"
    raise InvalidModel(option, reason)


def check_place(path: Path) -> None:
    """Raise ``InvalidModel``, before a long computation, if no file can be written at a path."""
    try:
        if path.is_dir():
            raise InvalidModel("output", f"{path} is a folder; give the name of a file")
        if not path.parent.is_dir():
            raise InvalidModel("output", f"{path.parent} is not a folder; make it first")
        if not os.access(path.parent if _is_ordinary(path) else path, os.W_OK):
            raise InvalidModel("output", f"{path} cannot be written; choose another place")
    except OSError as error:  # an invalid file name
        raise InvalidModel("output", f"{path}: {error.strerror}") from None


def make_folder(field: str, place: Path, *, parents: bool = False) -> None:
    """Create a folder unless it exists; raise ``InvalidModel`` if it cannot be created."""
    try:
        place.mkdir(parents=parents, exist_ok=True)
    except OSError as error:
        raise InvalidModel(field, f"{place} is not a folder: {error.strerror}") from None


#: Whether the system can lock a folder; Windows cannot.
LOCKS = find_spec("fcntl") is not None


@contextmanager
def locked_folder(field: str, place: Path) -> Iterator[None]:
    """Create a folder unless it exists, and let no other writer in until the block is left.

    The lock is the system's, so that it ends with this process. Windows has none of this kind: there two
    writers are not kept apart.
    """
    make_folder(field, place)
    if not LOCKS:
        yield
        return
    import fcntl

    try:
        folder = os.open(place, os.O_RDONLY)
    except OSError as error:
        raise InvalidModel(field, f"{place} cannot be locked: {error.strerror}") from None
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            same = os.path.samestat(os.fstat(folder), os.stat(place))  # noqa: PTH116
        except FileNotFoundError:
            same = False
        except BlockingIOError:
            reason = f"another process is writing {place}; wait until it has ended"
            raise InvalidModel(field, reason) from None
        except OSError as error:
            raise InvalidModel(field, f"{place} cannot be locked: {error.strerror}") from None
        if not same:
            raise InvalidModel(field, f"{place} was deleted by another process; try again")
        yield
    finally:
        os.close(folder)


def unique_name() -> str:
    """Return a name that no other writer has, for a file that is being made."""
    return os.urandom(16).hex()


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """Yield a temporary path; rename it to ``path`` if the block succeeds, delete it if the block raises.

    The temporary file has the same suffix. A device or a pipe is written to directly.

    Raises:
        InvalidModel: no file can be written there. A later failure, such as a full disk, is an ``OSError``.
    """
    check_place(path)
    if not _is_ordinary(path):
        yield path
        return
    path = path.resolve()  # a link stays a link
    _delete_abandoned(path)
    with _locked_file(path) as making:
        yield making
        if path.exists():
            making.chmod(path.stat().st_mode & 0o7777)
        making.replace(path)


def _temporary_name(path: Path, writer: str) -> str:
    """Return the name of a file that a writer makes for this path: of 52 characters and the suffix."""
    import hashlib

    target = hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16]
    return f".{target}.{writer}.new{path.suffix}"


@contextmanager
def _locked_file(path: Path) -> Iterator[Path]:
    """Make an empty file next to a path and lock it; unless it is renamed, delete it with the block."""
    while True:
        # A name for this writer alone, and for one try: who opened the file of a try before it was locked
        # may delete by its name what another try has made.
        making = path.with_name(_temporary_name(path, unique_name()))
        try:
            if not LOCKS:
                yield making
                return
            import fcntl

            with making.open("xb") as file:
                with suppress(OSError):  # some file systems have no locks
                    fcntl.flock(file, fcntl.LOCK_EX)
                if making.exists():  # else another writer took it for abandoned
                    yield making
                    return
        finally:
            making.unlink(missing_ok=True)


def _delete_abandoned(path: Path) -> None:
    """Delete what killed writers of a path left next to it, but nothing that a writer has locked."""
    if not LOCKS:  # what is being written looks the same
        return
    import fcntl

    hexadecimal = "[0-9a-f]" * len(unique_name())
    stem = _temporary_name(path, hexadecimal).removesuffix(path.suffix)
    for left in path.parent.glob(stem + escape(path.suffix)):
        with suppress(OSError), left.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            left.unlink()


@contextmanager
def writer(
    place: Path | None, *, pictures: str = "", made: Callable[[str], bytes] | None = None
) -> Iterator[Callable[[str], object]]:
    """Yield a function that writes one text after another, each of one or more lines.

    Args:
        place: the file that gets all texts; None for stdout.
        pictures: a suffix. If given, ``place`` is a folder, and each text gets a file of its own,
            ``0001.svg`` and so on.
        made: converts a text into a picture; without it the file contains the text.
    """
    if place is None:
        yield print
    elif pictures:
        yield _numbered(place, pictures, made or "{}\n".format)
    elif made is not None:
        yield lambda text: write(place, made(text))
    else:
        with atomic_write(place) as making, making.open("w", encoding="utf-8") as file:
            yield lambda text: print(text, file=file)


def write(path: Path, data: str | bytes) -> None:
    """Write a file atomically (see ``atomic_write``); a text is written as UTF-8."""
    with atomic_write(path) as making:
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
    """Whether the path is a regular file or does not exist."""
    return path.is_file() or not path.exists()


def is_own(about: os.stat_result) -> bool:
    """Whether only the user owns and may write a file or folder, so that its code may be run."""
    mine = not hasattr(os, "geteuid") or about.st_uid == os.geteuid()
    return mine and (os.name == "nt" or not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


# -- streams -----------------------------------------------------------------------------

#: Characters that move the cursor, colour, hide or reverse text; tabs and line feeds are not among them.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def escaped(text: str) -> str:
    """Return the text with control characters as JSON escapes, so that JSON keeps its meaning."""
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


class EscapedStream:
    """A stream that escapes control characters."""

    def __init__(self, own: TextIO) -> None:
        self.own = own

    def write(self, text: str) -> int:
        """Write a text with control characters escaped as in ``escaped``; return the text's length."""
        self.own.write(escaped(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write each text with ``write``."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.own, name)


def escaped_stream(stream: TextIO) -> TextIO:
    """Return a stream that escapes control characters and writes to this one."""
    return cast("TextIO", EscapedStream(raw_stream(stream)))


def raw_stream(stream: TextIO) -> TextIO:
    """Return the underlying stream of an ``EscapedStream``; any other stream is returned unchanged."""
    return stream.own if isinstance(stream, EscapedStream) else stream


def wrapped(text: str, width: int = 80, *, indented: bool = True) -> str:
    """Return a line as lines of at most this width, broken at spaces; later ones are indented more."""
    from textwrap import fill

    margin = text[: len(text) - len(text.lstrip())]
    return fill(
        text.strip(),
        width,
        initial_indent=margin,
        subsequent_indent=margin + "  " * indented,
        break_long_words=False,
        break_on_hyphens=False,
    )


def print_note(text: str, stream: TextIO | None = None) -> None:
    """Print a line for people: a terminal gets it in lines that fit, a pipe or a file as it is."""
    stream = stream or sys.stderr
    if stream.isatty():
        from shutil import get_terminal_size

        text = wrapped(text, get_terminal_size().columns)
    print(text, file=stream)


def print_drawn(text: str) -> None:
    """Print output that nqsat draws itself, with its colours; text from files in it is already escaped."""
    print(text, file=raw_stream(sys.stdout))
