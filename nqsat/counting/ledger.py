"""The ledger of long work: one SQLite file, which says what was asked and what each part has found.

Only the coordinator writes it, and each write is on the disk, whole, before the next one begins: so a
process may be killed at any moment. Every row has a digest of its own; a file in which one does not fit, or
that SQLite finds damaged, is refused: nothing is concluded from it, and nothing is added to it.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from stat import S_ISREG
from typing import Any

from nqsat.counting.answers import decimal
from nqsat.engines.plans.plan import PartResult, Weight
from nqsat.errors import Disagreement, EngineFailure, InvalidModel

#: The format of the file, the first thing in its head.
FORMAT = "nqsat job 2"

_TABLE = (
    "CREATE TABLE rows (stage TEXT, id TEXT, data TEXT, digest TEXT, PRIMARY KEY (stage, id)) "
    "WITHOUT ROWID"
)

#: No row has more bytes than this, and no writer waits longer (seconds) for another one.
_LARGEST, _PATIENCE = 2**26, 60.0

#: Errors of SQLite that say nothing about the file: the disk is full, or fails.
_OF_THE_DISK = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}

#: Endings of the files that SQLite may have in addition.
_BESIDE = ("-journal", "-wal", "-shm")

Head = Mapping[str, Any]

#: No number in a ledger has more digits.
_DIGITS = 100_000


def is_job(path: Path) -> bool:
    """Return whether a path is a job."""
    if not path.is_file():  # a pipe would never end
        return False
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


class Ledger:
    """The rows of a file, by stage and id: values that JSON can represent.

    ``head`` says what the file is about: it is written into a new file; the head of an old one stays.
    Without it the file must exist. InvalidModel: there is no such file, or it is damaged. EngineFailure:
    the disk is full, or fails.
    """

    def __init__(self, path: str | Path, head: Head | None = None) -> None:
        self.path = Path(path)
        if self.path.is_dir():
            raise InvalidModel("job", f"{path} is a folder; name a file")
        if head is None and not self.path.exists():
            reason = f"{path} does not exist; nqsat count MODEL --job {path} begins it"
            raise InvalidModel("job", reason)
        for ending in ("", *_BESIDE):  # SQLite also reads these, and a pipe would never end
            place = self.path.with_name(f"{self.path.name}{ending}")
            if _is_other(place):
                raise InvalidModel("job", f"{place} is not a plain file")
        with self._sound("cannot be opened"):
            # Written by the thread that counts, and read by the one that waits for it.
            self._db = sqlite3.connect(
                self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
        try:
            with self._sound("is damaged, or not a job"):
                for pragma in ("synchronous=FULL", "trusted_schema=OFF", "cell_size_check=ON"):
                    self._db.execute(f"PRAGMA {pragma}")
                self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST)
                if head is not None and not self._tables():
                    self._begin({"format": FORMAT, **head})
                # The quick check overlooks rows out of order, which are never found and always done again.
                sound = self._db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                if self._tables() != [_TABLE] or not sound:
                    raise sqlite3.DatabaseError
            self.head: Head = self.read("").get("head") or {}
            if self.head.get("format") != FORMAT:
                raise InvalidModel("job", f"{self.path} has another format than {FORMAT!r}")
        except BaseException:
            self.close()
            raise

    def _tables(self) -> list[str]:
        return [sql for (sql,) in self._db.execute("SELECT sql FROM sqlite_master WHERE sql > ''")]

    def _begin(self, head: Head) -> None:
        """Make the table with the head, or nothing."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            if not self._tables():  # else another process was faster
                self._db.execute(_TABLE)
                self._db.execute("INSERT INTO rows VALUES (?, ?, ?, ?)", _row("", "head", head))

    @contextmanager
    def _sound(self, words: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, sqlite3.Warning, UnicodeError) as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_THE_DISK:
                raise EngineFailure(f"{self.path} cannot be written to: {error}") from None
            detail = f": {error}" if isinstance(error, sqlite3.OperationalError) else ""
            raise InvalidModel("job", f"{self.path} {words}{detail}") from None

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def stages(self) -> set[str]:
        """Return the stages that have rows, except the head's."""
        with self._sound("is damaged"):
            return {name for (name,) in self._db.execute("SELECT DISTINCT stage FROM rows")} - {""}

    def read(self, stage: str) -> dict[str, Any]:
        """Return the rows of a stage by their ids; raise ``InvalidModel`` if one of them is damaged."""
        found: dict[str, Any] = {}
        with self._sound("is damaged"):
            rows = self._db.execute("SELECT * FROM rows WHERE stage = ?", (stage,))
            for _, id_, data, digest in rows:
                if digest != _digest(stage, id_, data):
                    which = f"the row of {id_[:60]!r} is not as it was written"
                    raise InvalidModel("job", f"{self.path} is damaged: {which}")
                found[id_] = json.loads(data)
        return found

    def write(self, stage: str, rows: Mapping[str, Any], *, replace: bool = False) -> None:
        """Write rows, all or none. A row that is there stays, and has to be the same but for its seconds.

        Raises:
            Disagreement: another run has found something else.
            EngineFailure: the file cannot be written to, as on a full disk.
        """
        there = "SELECT data FROM rows WHERE stage = ? AND id = ?"
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                for id_, data in rows.items():
                    (known,) = self._db.execute(there, (stage, id_)).fetchone() or (None,)
                    if known is None or replace:
                        text = "INSERT OR REPLACE INTO rows VALUES (?, ?, ?, ?)"
                        self._db.execute(text, _row(stage, id_, data))
                    elif _essence(json.loads(known)) != _essence(data):
                        raise Disagreement(f"{self.path}: two runs differ about {id_}")
        except sqlite3.Error as error:
            raise EngineFailure(f"{self.path} cannot be written to: {error}") from None


def _is_other(path: Path) -> bool:
    """Whether something is there that is no plain file. One look: SQLite removes its own files."""
    try:
        return not S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def _row(stage: str, id_: str, data: Any) -> tuple[str, str, str, str]:
    text = json.dumps(data)
    return stage, id_, text, _digest(stage, id_, text)


def _digest(stage: str, id_: str, text: str) -> str:
    return hashlib.sha256(f"{stage}\n{id_}\n{text}".encode()).hexdigest()[:32]


def _essence(data: Any) -> Any:
    """Return a row without what may differ between two runs."""
    return {**data, "seconds": None} if isinstance(data, dict) else data


def row_of(result: PartResult) -> dict[str, Any]:
    """Return a result as a row of a ledger; numbers are decimal text of any length."""
    numbers = [[pieces, decimal(number)] for pieces, number in result.numbers]
    found = {"numbers": numbers} if result.product is None else {"product": result.product}
    return {**found, "visited": result.visited, "seconds": round(result.seconds, 3)}


def result_of(data: Any) -> PartResult:
    """Return the result of a row; a ValueError, TypeError or KeyError if it is not a row of a part."""
    visited, seconds = data["visited"], data["seconds"]
    numbers = tuple((pieces, _number(text)) for pieces, text in data.get("numbers", ()))
    sizes = [pieces for pieces, _ in numbers]
    sound = all(type(number) is int and number >= 0 for number in (visited, *sizes))
    if not (sound and type(seconds) in (int, float) and 0 <= seconds < 1e12):
        raise ValueError
    if sizes != sorted(set(sizes)) or ("product" in data) == ("numbers" in data):
        raise ValueError
    return PartResult(numbers, visited, data.get("product"), seconds)


def _number(text: str) -> Weight:
    if len(text) > _DIGITS or re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", text, re.ASCII) is None:
        raise ValueError
    above, _, below = text.partition("/")
    found = int(Decimal(above))
    return Fraction(found, int(Decimal(below))) if below else found
