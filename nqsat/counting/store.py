"""Arrays that parts make for later stages, in files that every runner maps into memory."""

from __future__ import annotations

import json
import os
import shutil
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from nqsat.engines.plans.plan import Store
from nqsat.errors import EngineFailure

#: The file with the checksums of the others.
_SUMS = "sums.json"


class Damaged(EngineFailure):
    """Stored arrays are damaged; they have been removed, and can be made again."""


class Folder(Store):
    """Arrays by name, each in a folder that is written elsewhere and renamed when complete.

    Args:
        path: the parent folder.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sound: set[str] = set()

    def save(self, name: str, arrays: Mapping[str, Any]) -> None:
        from nqsat.engines.compiled.arrays import np

        place, making = self._place(name), self._path / f".{uuid4().hex}"
        if place.exists():  # the same part makes the same arrays
            return
        making.mkdir(parents=True)
        try:
            sums = {}
            for key, array in arrays.items():
                with (making / f"{quote(key, safe='')}.npy").open("wb") as file:
                    np.save(file, array, allow_pickle=False)
                    file.flush()
                    os.fsync(file.fileno())
                sums[key] = _sum(making / f"{quote(key, safe='')}.npy")
            (making / _SUMS).write_text(json.dumps(sums), encoding="utf-8")
            with suppress(OSError):  # another runner was faster
                making.rename(place)
        finally:
            shutil.rmtree(making, ignore_errors=True)

    def load(self, name: str) -> Mapping[str, Any]:
        from nqsat.engines.compiled.arrays import np

        place = self._place(name)
        if not place.exists():
            raise KeyError(name)
        try:
            if name not in self._sound and (wrong := _find_damaged_file(place)):
                raise Damaged(f"{wrong}: the file is damaged; the arrays are made again")
            self._sound.add(name)
            # Not mode "r": numba would compile kernels again for read-only arrays.
            return {
                key: np.load(file, mmap_mode="c", allow_pickle=False) for key, file in _files(place)
            }
        except FileNotFoundError:  # another runner has just removed it
            raise KeyError(name) from None
        except Damaged:
            self.delete(name)
            raise

    def delete(self, name: str) -> None:
        """Remove arrays that are no longer needed, or that are damaged and must be made again."""
        self._sound.discard(name)
        shutil.rmtree(self._place(name), ignore_errors=True)

    def clear(self) -> None:
        """Remove all arrays."""
        shutil.rmtree(self._path, ignore_errors=True)

    def _place(self, name: str) -> Path:
        words = quote(name, safe="")
        if not words.strip("."):  # "." and ".." are not usable as names
            words = f"{len(words)} dots"
        return self._path / words


def _files(place: Path) -> Iterator[tuple[str, Path]]:
    sums = json.loads((place / _SUMS).read_text(encoding="utf-8"))
    for key in sums:
        yield key, place / f"{quote(key, safe='')}.npy"


def _find_damaged_file(place: Path) -> Path | None:
    """Return a damaged file, after reading all of them; None if there is none."""
    try:
        sums = json.loads((place / _SUMS).read_text(encoding="utf-8"))
        return next((file for key, file in _files(place) if _sum(file) != sums[key]), None)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return place / _SUMS


def _sum(path: Path) -> int:
    found = 0
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            found = zlib.crc32(block, found)
    return found
