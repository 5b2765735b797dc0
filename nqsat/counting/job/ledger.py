"""Ledgers: append-only files of rows, in which damage and changes are detected.

Every runner has a file of its own, which no other runner writes. A row is a JSON object on one line:

    {"kind": "part", …, "chain": "…", "crc": "…"}

``chain`` is a hash of the row and of the previous chain value: so the next row detects a row that was
removed, moved or altered by hand. ``crc`` is a checksum of the job's id and the line, so a row of another
job is invalid here. A line must equal, byte for byte, the serialisation of its object, so no changed bit
goes unnoticed. Each row is written and synced to the disk before the next one; a process that is killed
while it writes leaves a last line without a newline, which does not count.

Rows that are removed at the end of a file are not detected. So nothing is concluded from a missing row.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

SUFFIX = ".jsonl"

#: The last keys of each row, in this order.
_SEALS = ("sign", "chain", "crc")


class Row(NamedTuple):
    """A row that was read.

    Args:
        place: its file and line number: ``node7-4711.jsonl:12``.
        data: its fields, without chain, checksum and signature.
        signed: whether it is signed with the reader's key.
    """

    place: str
    data: Mapping[str, Any]
    signed: bool = False

    @property
    def kind(self) -> str:
        """The kind of the row: ``part``, ``split``, ``audit``, …."""
        return str(self.data.get("kind"))

    @property
    def seconds(self) -> float:
        """The seconds that the part took."""
        return float(self.data["seconds"])


class Fault(NamedTuple):
    """A fault in the files of a job.

    Args:
        place: where it is.
        words: what is wrong.
        wrong: False if it is harmless: a line that a killed process did not finish.
    """

    place: str
    words: str
    wrong: bool = True

    def __str__(self) -> str:
        return f"{self.place}: {self.words}"


class Ledger:
    """The file that a runner writes; it is created with the first row.

    Args:
        path: the file, which must not exist yet.
        job: the job's id.
        key: the key that signs each row, or None.
    """

    def __init__(self, path: Path, job: str, key: bytes | None = None) -> None:
        self._path, self._job, self._key = path, job, key
        self._chain = _start(job)
        self._file: int | None = None

    def append(self, data: Mapping[str, Any]) -> None:
        """Write a row, and wait until it is on the disk.

        Raises:
            OSError: it cannot be written, as on a full disk; a partial row is truncated.
        """
        if self._file is None:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
            self._file = os.open(self._path, flags, 0o644)
        chain = _chain_digest(self._chain, data)
        line = _line(self._job, _with_signature(self._job, self._key, data) | {"chain": chain})
        before = os.fstat(self._file).st_size
        try:
            _write(self._file, line)
            os.fsync(self._file)
        except BaseException:
            with suppress(OSError):
                os.ftruncate(self._file, before)
            raise
        self._chain = chain  # only after the whole row is written

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


class LedgerReader:
    """Read the rows of all ledgers of a folder, incrementally.

    Args:
        folder: the folder of the ledgers.
        job: the job's id.
        key: the key of the signatures, or None.

    Attributes:
        faults: the faults found so far in complete lines.
    """

    def __init__(self, folder: Path, job: str, key: bytes | None = None) -> None:
        self._folder, self._job, self._key = folder, job, key
        self._files: dict[str, _Reading] = {}
        self._odd: set[str] = set()
        self.faults: list[Fault] = []

    def fresh(self) -> Iterator[Row]:
        """Yield the rows that were written since the last call."""
        for path in sorted(self._folder.glob(f"*{SUFFIX}")):
            if not path.is_file():  # reading a FIFO would block forever
                if path.name not in self._odd:
                    self._odd.add(path.name)
                    self.faults.append(Fault(path.name, "is no file, and is not read"))
                continue
            reading = self._files.setdefault(path.name, _Reading(_start(self._job)))
            with path.open("rb") as file:
                file.seek(reading.offset)
                data = file.read()
            whole, end, rest = data.rpartition(b"\n")
            reading.offset += len(whole) + len(end)
            reading.rest = len(rest)
            for line in whole.split(b"\n") if end else ():
                reading.line += 1
                if row := self._read(f"{path.name}:{reading.line}", reading, line):
                    yield row

    @property
    def torn(self) -> list[Fault]:
        """The files whose last line is incomplete: it is being written, or its writer was killed."""
        return [
            Fault(f"{name}:{one.line + 1}", "the last line is torn, and ignored", wrong=False)
            for name, one in self._files.items()
            if one.rest
        ]

    def _read(self, place: str, reading: _Reading, line: bytes) -> Row | None:
        """Return the row of a line; record a fault and return None if something is wrong with it."""
        data = _parse_line(self._job, line)
        before, reading.chain = reading.chain, None
        if data is None:
            self.faults.append(Fault(place, "the line is damaged; its row does not count"))
            return None
        reading.chain = data["chain"]
        row = {name: value for name, value in data.items() if name not in _SEALS}
        if before is not None and data["chain"] != _chain_digest(before, row):
            self.faults.append(Fault(place, "a row before it is gone; neither counts"))
            return None
        signed = {**row, "sign": data.get("sign")}
        return Row(place, row, signed == _with_signature(self._job, self._key, row))


class _Reading:
    """The position of the reader in a file.

    Attributes:
        chain: the chain value of the last row; None if that row was damaged.
        rest: the number of bytes after the last complete line.
    """

    def __init__(self, chain: str) -> None:
        self.chain: str | None = chain
        self.offset = self.line = self.rest = 0


def _start(job: str) -> str:
    return hashlib.sha256(job.encode()).hexdigest()[:16]


def _text(data: Mapping[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


def _chain_digest(before: str, data: Mapping[str, Any]) -> str:
    return hashlib.sha256(f"{before}{_text(data)}".encode()).hexdigest()[:16]


def _with_signature(job: str, key: bytes | None, data: Mapping[str, Any]) -> dict[str, Any]:
    if key is None:
        return dict(data)
    text = f"{job}{_text(data)}".encode()
    return {**data, "sign": hmac.new(key, text, hashlib.sha256).hexdigest()}


def _line(job: str, data: Mapping[str, Any]) -> bytes:
    crc = zlib.crc32(f"{job}{_text(data)}".encode())
    return f"{_text({**data, 'crc': f'{crc:08x}'})}\n".encode()


def _parse_line(job: str, line: bytes) -> dict[str, Any] | None:
    """Return the object of a line; None if the line is not exactly its serialisation."""
    try:
        data = json.loads(line)
        rest = {name: value for name, value in data.items() if name != "crc"}
        sound = type(rest["chain"]) is str and _line(job, rest) == line + b"\n"
    except (ValueError, AttributeError, KeyError, RecursionError):
        return None
    return rest if sound else None


def _write(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]
