"""Arrays that parts make for later stages, in files that every worker maps into memory."""

from __future__ import annotations

import json
import os
import shutil
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from nqsat.engines.plans.plan import Store
from nqsat.errors import EngineFailure
from nqsat.files import unique_name

#: The file with the checksums of the others.
_SUMS = "sums.json"


class Folder(Store):
    """Arrays by name, each in a folder that is written elsewhere and renamed when complete."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sound: set[str] = set()

    def save(self, name: str, arrays: Mapping[str, Any]) -> None:
        from nqsat.engines.arrays import np

        place, making = self._place(name), self._path / unique_name()
        if place.exists():  # the same part makes the same arrays
            return
        making.mkdir(parents=True)
        try:
            sums = {}
            for key, array in arrays.items():
                with _file(making, key).open("wb") as file:
                    np.save(file, array, allow_pickle=False)
                    file.flush()
                    os.fsync(file.fileno())
                sums[key] = _sum(_file(making, key))
            (making / _SUMS).write_text(json.dumps(sums), encoding="utf-8")
            with suppress(OSError):  # another worker was faster
                making.rename(place)
        finally:
            shutil.rmtree(making, ignore_errors=True)

    def load(self, name: str) -> Mapping[str, Any]:
        from nqsat.engines.arrays import np

        place = self._place(name)
        if not place.exists():
            raise KeyError(name)
        try:
            sums = json.loads((place / _SUMS).read_text(encoding="utf-8"))
            files = {key: _file(place, key) for key in sums}
            if name not in self._sound and sums != {key: _sum(files[key]) for key in files}:
                raise ValueError
            self._sound.add(name)
            return {key: np.load(files[key], mmap_mode="r", allow_pickle=False) for key in files}
        except (OSError, ValueError, TypeError):
            self.delete(name)
            reason = f"{place}: a file is damaged; the arrays are made again"
            raise EngineFailure(reason) from None

    def delete(self, name: str) -> None:
        """Remove arrays that are no longer needed, or that are damaged and must be made again."""
        self._sound.discard(name)
        shutil.rmtree(self._place(name), ignore_errors=True)

    def clear(self) -> None:
        """Remove all arrays."""
        shutil.rmtree(self._path, ignore_errors=True)

    def _place(self, name: str) -> Path:
        return self._path / f"arrays-{quote(name, safe='')}"


def _file(place: Path, key: str) -> Path:
    return place / f"{quote(key, safe='')}.npy"


def _sum(path: Path) -> int:
    found = 0
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            found = zlib.crc32(block, found)
    return found
