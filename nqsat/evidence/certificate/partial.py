"""A certificate in the making: what is known so far, and its folder.

The folder is written under a temporary name, then renamed when complete.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from glob import escape
from hashlib import sha256
from pathlib import Path

from nqsat.compiling import Projection
from nqsat.counting import Count, Modulo, decimal
from nqsat.engines import Deadline, Reason, block_signals
from nqsat.engines.machine import version_of
from nqsat.errors import InvalidModel
from nqsat.evidence import checker
from nqsat.evidence.checker import FORMAT, HEAD
from nqsat.files import LOCKS, locked_folder, unique_name
from nqsat.modelling import Model

_KEY = "nqsat-certificate"
_FILES = frozenset(
    {HEAD, "model.json", "solutions.txt", "cuts.txt", "cubes.txt", "proofs", "order.txt", "layers"}
)


class Incomplete(Exception):
    """A limit was reached."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


@dataclass
class PartialCertificate:
    """The model to certify, and the results so far.

    Args:
        model: the model.
        text: the same as the certificate has it.
        facts: the checker's facts in this text.
        modulo: ``"symmetry"`` to count orbits.
        clock: the time limit; ``Incomplete`` is raised after it.
        watch: called with the number of solutions found.
        count: the answer so far.
        counted: an engine's answer, if it was asked before.
        labelled: the number of solutions, all images included.
        cubes: the number of cubes of the proof.
        shown: the projection of the model that is certified, if one is.
    """

    model: Model
    text: str
    facts: checker.Model
    modulo: Modulo
    clock: Deadline
    watch: Callable[[int], None]
    count: Count
    counted: Count | None = None
    labelled: int = 0
    cubes: int = 0
    shown: Projection | None = None

    def tick(self) -> None:
        """Report the number of solutions found; raise ``Incomplete`` after the time limit."""
        self.watch(self.count.value)
        if self.clock.expired:
            raise Incomplete("time limit")

    @property
    def common_fields(self) -> dict[str, object]:
        """The fields of certificate.json that every certificate has."""
        return {
            "count": decimal(self.count.value),
            "unit": self.facts.unit,
            "modulo": self.modulo,
            "labelled": decimal(self.labelled),
            "nqsat": version_of("nqsat") or "",
        }


# -- its folder --------------------------------------------------------------------------


def refuse_path_in_use(folder: Path, *, force: bool) -> None:
    """Refuse a file, a folder of other things and, unless ``force`` is true, a certificate."""
    if not folder.parent.is_dir():
        raise InvalidModel("output", f"{folder.parent} is not a folder; make it first")
    if not folder.exists() and not folder.is_symlink():
        return
    if folder.is_symlink() or not folder.is_dir():
        raise InvalidModel("output", f"{folder} is not a folder; choose another name")
    inside = {path.name for path in folder.iterdir()}
    if inside and (HEAD not in inside or not inside <= _FILES):
        reason = f"{folder} is not empty and has no certificate; choose another"
        raise InvalidModel("output", reason)
    if inside and not force:
        reason = f"{folder} has a certificate; --force (force=True) replaces it"
        raise InvalidModel("output", reason)


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder to write to; rename it at the end of the block, or delete it after an error.

    Raises:
        InvalidModel: no folder can be made there. A later failure, as on a full disk, is an ``OSError``.
    """
    making = folder.with_name(f".{folder.name}.{unique_name()}.new")
    try:  # an interrupt may come as soon as the folder exists
        try:
            making.mkdir()
        except OSError as error:
            reason = f"{folder} cannot be written: {error.strerror}"
            raise InvalidModel("output", reason) from None
        with locked_folder("output", making):  # it is at work here: nobody takes it for abandoned
            _delete_abandoned(folder)
            yield making
            with block_signals():
                _move_into_place(making, folder)
                _delete_replaced(folder)
    finally:
        with block_signals():
            shutil.rmtree(making, ignore_errors=True)


def _delete_abandoned(folder: Path) -> None:
    """Delete what killed processes left when they wrote this folder, but not what one has locked."""
    if not LOCKS:  # a folder that is being written looks the same
        return
    for left in _beside(folder, "new"):
        with suppress(InvalidModel, OSError), locked_folder("output", left):
            shutil.rmtree(left)


def _delete_replaced(folder: Path) -> None:
    """Delete what was at this place before, also by writers that were killed before they deleted it.

    A writer that is at work loses nothing by it: a whole folder replaces the old one.
    """
    for left in _beside(folder, "old"):
        shutil.rmtree(left, ignore_errors=True)


def _beside(folder: Path, ending: str) -> Iterator[Path]:
    """Yield the folders that writers of this one have named so."""
    hexadecimal = "[0-9a-f]" * len(unique_name())
    return folder.parent.glob(f".{escape(folder.name)}.{hexadecimal}.{ending}")


def _move_into_place(making: Path, folder: Path) -> None:
    """Rename a folder; an old folder of that name gets another one."""
    if not folder.exists():
        making.rename(folder)
        return
    old = making.with_suffix(".old")
    folder.rename(old)
    try:
        making.rename(folder)
    except OSError:
        old.rename(folder)
        raise


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write a file of ASCII lines."""
    path.parent.mkdir(exist_ok=True)
    with path.open("w", encoding="ascii", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def seal(folder: Path, facts: dict[str, object]) -> int:
    """Write certificate.json: these fields, and the digest of each other file; return the bytes of all."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    digests = {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files
    }
    head = json.dumps({_KEY: FORMAT, **facts, "files": digests}, indent=1)
    write_lines(folder / HEAD, [head])
    return sum(path.stat().st_size for path in files) + len(head) + 1
