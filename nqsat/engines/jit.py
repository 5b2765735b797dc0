"""Compiling kernels, and keeping them compiled: numba's cache on disk with what a count needs besides.

Numba keeps compiled code in files, ``__pycache__`` beside the source or a folder of the user's. A number
must not depend on these files, whatever happened to them, so four things are added here:

* Code is good for the contents of all kernel files of the folder, as a function of one may be part of the
  code of another. Numba looks at the time of each file alone.
* Files are named after what they were made of. Numba numbers them and writes the index first, so a process
  killed in between would leave a new index that points to old code. Code of an older source is removed.
* What cannot be read, however it was damaged, is compiled again.
* Where nothing can be written, kernels are compiled for the process alone.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Kept", "kept", "njit"]

F = TypeVar("F", bound="Callable[..., Any]")

#: Every kernel that has been defined in this process, in order.
_kernels: list[Any] = []


class Kept(NamedTuple):
    """What is on disk of the kernels of one file.

    Args:
        source: the file.
        kernels: how many there are.
        compiled: how many of these are compiled for this machine and this source.
        folder: where the code is kept; None where nothing can be written.
        size: bytes that the files take.
    """

    source: Path
    kernels: int
    compiled: int
    folder: Path | None
    size: int


def njit(*, cache: bool) -> Callable[[F], F]:
    """As ``numba.njit``, with a cache that can be relied upon."""

    def compiled(function: F) -> F:
        kernel: Any = numba.njit(function)
        if kernel is function:  # NUMBA_DISABLE_JIT
            return function
        if cache:
            with suppress(RuntimeError):  # no folder can be written
                kernel._cache = _Cache(function)
        _kernels.append(kernel)
        return kernel  # type: ignore[no-any-return]

    return compiled


def kept(source: Path) -> Kept:
    """What is on disk of the kernels of a file that has been imported."""
    mine = [kernel for kernel in _kernels if Path(kernel.py_func.__code__.co_filename) == source]
    caches = [kernel._cache for kernel in mine if isinstance(kernel._cache, _Cache)]
    files = {file for one in caches for file in one.files()}
    return Kept(
        source,
        len(mine),
        sum(kernel._cache.has(kernel) for kernel in mine if kernel._cache in caches),
        Path(caches[0].cache_path) if caches else None,
        sum(file.stat().st_size for file in files),
    )


class _Files(IndexDataCacheFile):
    """An index and the code it leads to."""

    def save(self, key: Any, data: Any) -> None:
        made_of = hashlib.sha256(repr(key).encode()).hexdigest()
        base = self._index_name.removesuffix(".nbi")
        names = {**self._load_index(), key: f"{base}.{made_of[:16]}.nbc"}
        self._save_data(names[key], data)
        self._save_index(names)
        for file in Path(self._cache_path).glob("*.nb[ci]"):
            if f".{self._source_stamp}." not in file.name:  # of an older source
                file.unlink(missing_ok=True)

    def load(self, key: Any) -> Any:
        with suppress(Exception):  # damaged files raise anything; there are others to be had
            return super().load(key)
        return None

    def _load_index(self) -> dict[Any, str]:
        with suppress(Exception):
            return dict(super()._load_index())
        return {}


class _Cache(FunctionCache):
    """What is kept of one kernel."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        made_from = _contents(Path(function.__code__.co_filename).parent)
        self._name = f"{self._impl.filename_base}.{made_from}"
        self._cache_file = _Files(self._cache_path, self._name, made_from)

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # the disk is full, or the folder was taken away
            super().save_overload(sig, data)

    def has(self, kernel: Any) -> bool:
        """Whether there is code of this kernel for this machine."""
        _, *made_of = self._index_key(None, kernel.targetctx.codegen())
        return any(list(key[1:]) == made_of for key in self._cache_file._load_index())

    def files(self) -> set[Path]:
        """The files that are there."""
        return set(Path(self._cache_path).glob(f"{self._name}.*"))


@cache
def _contents(folder: Path) -> str:
    """A fingerprint of the files of a folder that have kernels."""
    found = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        text = path.read_bytes()
        if b"@njit" in text:
            found.update(path.name.encode() + b"\0" + text + b"\0")
    return found.hexdigest()[:16]
