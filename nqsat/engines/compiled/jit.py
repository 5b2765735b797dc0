"""Compile kernels with numba, and cache the code on disk under rules stricter than numba's.

Numba caches compiled code in files, in ``__pycache__`` beside the source or in a folder of the user. A
count must not depend on damaged or outdated files, and cached code is executed. So this cache differs in
five ways:

* Code is valid only for the contents of all kernel files of all engines (one kernel may be inlined into
  another) and of this file. Numba checks only the time stamp of the kernel's own file.
* File names are digests of what the code was made from. Numba numbers files and keeps an index, which a
  killed process may leave pointing to old code. Code of older sources is removed.
* Each file has a checksum. A file that does not match is compiled again.
* Code is read only from a folder that belongs to the user and that no other user may write, as ssh treats
  its keys. A folder that only a ``.numba_config.yaml`` in the current folder names is not used.
* If nothing can be written, kernels are compiled for this process alone.

Kernels release the GIL, so other threads run meanwhile.
"""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
import stat
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from nqsat.engines.listing.stream import call_in_thread
from nqsat.files import is_own

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numba
    from numba.core import event
    from numba.core.caching import FunctionCache, IndexDataCacheFile
else:
    # In a thread, where no Ctrl-C is raised: a process that was torn at this import is spoiled for good.
    names = ("numba", "numba.core.caching", "numba.core.event")
    numba, caching, event = call_in_thread(lambda: [*map(import_module, names)])
    FunctionCache, IndexDataCacheFile = caching.FunctionCache, caching.IndexDataCacheFile

F = TypeVar("F", bound="Callable[..., Any]")

_DIGEST = hashlib.sha256().digest_size

#: The folder of the engines; their kernels may be inlined into one another.
_ENGINES = Path(__file__).parents[1]

#: The folder of this user's code, inside the folder that numba chooses, which users may share.
OWN = f"kernels-{os.geteuid()}" if hasattr(os, "geteuid") else "kernels"


#: Garbage is looked for after this many more objects than usual while kernels are compiled: numba makes
#: millions that live until a kernel is done, and going through them took a tenth of the time.
_COLLECT = 50_000


class _CompileClock(event.TimingListener):
    """Adds up the seconds in which a kernel, with the kernels that it calls, is compiled."""

    _threshold = gc.get_threshold()

    def on_start(self, event: event.Event) -> None:
        """Begin to compile."""
        if not self._depth:
            self._threshold = gc.get_threshold()
            gc.set_threshold(max(_COLLECT, self._threshold[0]), *self._threshold[1:])
        super().on_start(event)

    def on_end(self, event: event.Event) -> None:
        """A kernel is compiled."""
        super().on_end(event)
        if not self._depth:
            gc.set_threshold(*self._threshold)

    @property
    def running(self) -> bool:
        """Whether a kernel is being compiled now."""
        return bool(self._depth)


_compiling = _CompileClock()
event.register("numba:compile", _compiling)

#: Every kernel that has been defined in this process, in order.
_kernels: list[Any] = []


def njit(*, cache: bool, inline: bool = False, allocates: bool = True) -> Callable[[F], F]:
    """Compile as ``numba.njit`` does, with the cache of this module.

    A kernel whose name begins with an underscore is called by other kernels only: code with which Python
    could call it took an eighth of all compiling.

    ``inline`` is for a function with one caller, or a small one: its code becomes part of the caller's, and
    is compiled once instead of twice. A kernel that does not ``allocate`` arrays counts no references to
    those that it is given; that took up to nine tenths of the time of a search with many arrays.
    """

    def compiled(function: F) -> F:
        inner = function.__name__.startswith("_")
        wrappers: Any = {"no_cfunc_wrapper": True, "no_cpython_wrapper": inner, "_nrt": allocates}
        into: Any = "always" if inline else "never"
        kernel: Any = numba.njit(function, nogil=True, inline=into, **wrappers)
        if kernel is function or inline:  # with NUMBA_DISABLE_JIT, or without code of its own
            return kernel  # type: ignore[no-any-return]
        if inner:
            kernel.add_overload = partial(_add_inner, kernel)
            kernel._compile_for_args = partial(_refuse, kernel)
        if cache:
            with suppress(RuntimeError):  # no folder can be written
                kernel._cache = _Cache(function)
        _kernels.append(kernel)
        return kernel  # type: ignore[no-any-return]

    return compiled


def _add_inner(kernel: Any, code: Any) -> None:
    """As ``Dispatcher.add_overload`` for code that Python cannot call: to insert it would be a crash."""
    kernel.overloads[tuple(code.signature.args)] = code


def _refuse(kernel: Any, *_args: object) -> Any:
    raise TypeError(f"{kernel.__name__} is called by kernels only")


def compile_seconds() -> float:
    """The seconds that this process has spent on compiling kernels."""
    return float(_compiling.duration) if _compiling.done else 0.0


def is_compiling() -> bool:
    """Whether some thread of this process is compiling a kernel now."""
    return _compiling.running


def cached_code(sources: Iterable[Path]) -> tuple[int, int, tuple[str, ...], int]:
    """Describe the cached code of the kernels of some imported files; see ``health.Kernels``.

    Returns:
        how many kernels there are, how many of them are compiled for this machine and this source, the
        folders where the code is kept, and its bytes.
    """
    files = {str(source) for source in sources}
    mine = [kernel for kernel in _kernels if kernel.py_func.__code__.co_filename in files]
    caches = [(kernel, kernel._cache) for kernel in mine if isinstance(kernel._cache, _Cache)]
    folders = {str(own.cache_path): own for _, own in caches}
    for own in folders.values():
        own.remove_damaged()
    found = {file for _, own in caches for file in own.files()}
    return (
        len(mine),
        sum(own.has(kernel) for kernel, own in caches),
        tuple(folders),
        sum(file.stat().st_size for file in found),
    )


class _Files(IndexDataCacheFile):
    """The code of one kernel: a file for each machine and types of arguments, with its checksum."""

    def __init__(self, folder: str, name: str, stamp: str) -> None:
        super().__init__(folder, name, stamp)
        self._name = name

    def save(self, key: Any, data: Any) -> None:
        code = self._dump(data)
        folder = Path(self._cache_path)
        folder.mkdir(mode=0o700, exist_ok=True)
        if not is_own(folder.lstat()):
            return
        with self._open_for_write(self._path(key)) as file:
            if hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), 0o600)
            file.write(hashlib.sha256(code).digest() + code)
        for path in folder.glob("*.nb[ci]"):
            if f".{self._source_stamp}." not in path.name:  # of an older source
                path.unlink(missing_ok=True)

    def load(self, key: Any) -> Any:
        code = _read_verified(Path(self._path(key)))  # of the user's own, and as it was written
        return None if code is None else pickle.loads(code)

    def has(self, key: Any) -> bool:
        """Whether there is code for this machine, whatever the types, as it was written."""
        here = Path(self._cache_path).glob(f"{self._name}{_short_digest(key[1:])}.*.nbc")
        return any(_read_verified(path) is not None for path in here)

    def paths(self) -> list[Path]:
        """All code of the folder that was made from the same source as this."""
        return list(Path(self._cache_path).glob(f"*.{self._source_stamp}.*.nbc"))

    def _path(self, key: Any) -> str:
        """Where the code for a key is, which begins with the types; machine and byte code follow."""
        return str(
            self._data_path(f"{self._name}{_short_digest(key[1:])}.{_short_digest(key[0])}.nbc")
        )


class _Cache(FunctionCache):
    """The cache of one kernel."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        folder = Path(self._cache_path, OWN)
        if _is_folder_misnamed() or (os.path.lexists(folder) and not is_own(folder.lstat())):
            raise RuntimeError("no folder of the user's own")
        self._cache_path = str(folder)
        made_from = _digest_of_sources(Path(function.__code__.co_filename).parent)
        self._name = f"{self._impl.filename_base}.{made_from}."
        self._code_files = _Files(self._cache_path, self._name, made_from)
        self._cache_file = self._code_files

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # the disk is full, or the folder was taken away
            super().save_overload(sig, data)

    def has(self, kernel: Any) -> bool:
        """Whether there is code of this kernel for this machine."""
        return self._code_files.has(self._index_key(None, kernel.targetctx.codegen()))

    def files(self) -> list[Path]:
        """The files that exist."""
        return [path for path in self._code_files.paths() if path.name.startswith(self._name)]

    def remove_damaged(self) -> None:
        """Remove all code of the folder if any file is damaged: code that contains the damaged code would
        otherwise never be compiled again.
        """
        if any(_read_verified(path) is None for path in self._code_files.paths()):
            for path in self._code_files.paths():
                with suppress(OSError):  # of a folder that has become another user's
                    path.unlink()


def _short_digest(made_of: object) -> str:
    return hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]


def _is_folder_misnamed() -> bool:
    """Whether a file of the current folder, which may come from anywhere, names the cache folder."""
    told = vars(numba.config).get("CACHE_DIR") and "NUMBA_CACHE_DIR" not in os.environ
    return bool(told) and Path(".numba_config.yaml").exists()


def _read_verified(path: Path) -> bytes | None:
    """The code in a file; None if its checksum is wrong, or another user may have written it."""
    try:
        flags = os.O_RDONLY | getattr(os, "O_BINARY", 0)  # no link is followed, no pipe waited for
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with os.fdopen(os.open(path, flags), "rb") as file:
            about = os.fstat(file.fileno())
            if not (is_own(path.parent.lstat()) and is_own(about) and stat.S_ISREG(about.st_mode)):
                return None
            kept = file.read()
    except OSError:
        return None
    code = kept[_DIGEST:]
    return code if hashlib.sha256(code).digest() == kept[:_DIGEST] else None


@cache
def _digest_of_sources(folder: Path) -> str:
    """A digest of everything that compiled code depends on: numba, this file, and all files with kernels in
    the folder and in every engine.
    """
    here = Path(__file__)
    found = hashlib.sha256(numba.__version__.encode() + here.read_bytes())
    for path in sorted({*folder.glob("*.py"), *_ENGINES.rglob("*.py")} - {here}):
        text = path.read_bytes()
        if b"@njit" in text:
            found.update(path.name.encode() + b"\0" + text + b"\0")
    return found.hexdigest()[:16]
