"""Ledgers: files of rows that are only ever appended to, and tell what happened to them.

Every runner has a file of its own, which no other writes. A row is an object of JSON on a line:

    {"kind": "part", …, "chain": "…", "crc": "…"}

``chain`` is a hash of the row and of the chain before it: a row that is taken out, moved or altered by
hand is noticed by the next one. ``crc`` is of the line and of the job: a row of another job is none here.
A line has to be, byte for byte, what would be written for the object that it holds: so no bit of it can
change unnoticed. A row is written whole and brought to the disk before the next one; a process that is
killed while it writes leaves a last line without an end, which does not count.

What is cut off at the end of a line leaves no trace. So nothing follows from a row that is not there.
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

#: What stands at the end of each row, in this order.
_SEALS = ("sign", "chain", "crc")


class Row(NamedTuple):
    """A row as it was found.

    Args:
        place: its file and the number of its line: ``node7-4711.jsonl:12``.
        data: what it says.
        signed: whether it was signed with the key that was asked for.
    """

    place: str
    data: Mapping[str, Any]
    signed: bool = False

    @property
    def kind(self) -> str:
        """What kind of row it is."""
        return str(self.data.get("kind"))

    @property
    def seconds(self) -> float:
        """The seconds that its part took."""
        return float(self.data["seconds"])


class Fault(NamedTuple):
    """Something about a job that is not as it should be.

    Args:
        place: where.
        words: what.
        wrong: False where it belongs to life: a line that a killed process has not finished.
    """

    place: str
    words: str
    wrong: bool = True

    def __str__(self) -> str:
        return f"{self.place}: {self.words}"


class Ledger:
    """The file that a runner writes; it is made with the first row.

    Args:
        path: where; there must be no file yet.
        job: the job's id.
        key: signs each row.
    """

    def __init__(self, path: Path, job: str, key: bytes | None = None) -> None:
        self._path, self._job, self._key = path, job, key
        self._chain = _start(job)
        self._file: int | None = None

    def append(self, data: Mapping[str, Any]) -> None:
        """Write a row, and wait until it is on the disk.

        Raises:
            OSError: it is not, as on a full disk; what had been written of it is taken back.
        """
        if self._file is None:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
            self._file = os.open(self._path, flags, 0o644)
        chain = _chained(self._chain, data)
        line = _line(self._job, _signed(self._job, self._key, data) | {"chain": chain})
        before = os.fstat(self._file).st_size
        try:
            _write(self._file, line)
            os.fsync(self._file)
        except BaseException:
            with suppress(OSError):
                os.ftruncate(self._file, before)
            raise
        self._chain = chain  # not before all of it is there

    def close(self) -> None:
        """Write no more."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


class LedgerReader:
    """The rows of all ledgers of a folder, as they come.

    Args:
        folder: where they are.
        job: the job's id.
        key: of signatures.

    Attributes:
        faults: what was wrong so far with lines that have an end.
    """

    def __init__(self, folder: Path, job: str, key: bytes | None = None) -> None:
        self._folder, self._job, self._key = folder, job, key
        self._files: dict[str, _Reading] = {}
        self._odd: set[str] = set()
        self.faults: list[Fault] = []

    def fresh(self) -> Iterator[Row]:
        """The rows that have been written since it was last asked."""
        for path in sorted(self._folder.glob(f"*{SUFFIX}")):
            if not path.is_file():  # a FIFO would be for ever
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
        """The files whose last line has no end: it is being written, or its writer was killed."""
        return [
            Fault(f"{name}:{one.line + 1}", "the last line is torn, and ignored", wrong=False)
            for name, one in self._files.items()
            if one.rest
        ]

    def _read(self, place: str, reading: _Reading, line: bytes) -> Row | None:
        """The row of a line, unless there is something wrong with it."""
        data = _parsed(self._job, line)
        before, reading.chain = reading.chain, None
        if data is None:
            self.faults.append(Fault(place, "the line is damaged; its row does not count"))
            return None
        reading.chain = data["chain"]
        row = {name: value for name, value in data.items() if name not in _SEALS}
        if before is not None and data["chain"] != _chained(before, row):
            self.faults.append(Fault(place, "a row before it is gone; neither counts"))
            return None
        signed = {**row, "sign": data.get("sign")}
        return Row(place, row, signed == _signed(self._job, self._key, row))


class _Reading:
    """How far a file has been read.

    Attributes:
        chain: of the last row; None if that was damaged.
        rest: bytes behind the last whole line.
    """

    def __init__(self, chain: str) -> None:
        self.chain: str | None = chain
        self.offset = self.line = self.rest = 0


def _start(job: str) -> str:
    return hashlib.sha256(job.encode()).hexdigest()[:16]


def _text(data: Mapping[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


def _chained(before: str, data: Mapping[str, Any]) -> str:
    return hashlib.sha256(f"{before}{_text(data)}".encode()).hexdigest()[:16]


def _signed(job: str, key: bytes | None, data: Mapping[str, Any]) -> dict[str, Any]:
    if key is None:
        return dict(data)
    text = f"{job}{_text(data)}".encode()
    return {**data, "sign": hmac.new(key, text, hashlib.sha256).hexdigest()}


def _line(job: str, data: Mapping[str, Any]) -> bytes:
    crc = zlib.crc32(f"{job}{_text(data)}".encode())
    return f"{_text({**data, 'crc': f'{crc:08x}'})}\n".encode()


def _parsed(job: str, line: bytes) -> dict[str, Any] | None:
    """What a line says; None if it is not just what is written for it."""
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
