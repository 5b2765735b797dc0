"""Text files that a user names: plain ones, of a bounded size, in lines that end as everywhere.

Every reader of such a file comes here, so that no device, no pipe and no slip of the finger fills the
memory or waits for ever.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["lines_of", "plain_file", "read_text"]


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
