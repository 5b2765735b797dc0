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

import hashlib
import os
import pickle
import stat
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from nqsat.engines.listing.stream import load_library
from nqsat.files import is_own, unique_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numba
    from numba.core import event
    from numba.core.caching import FunctionCache
    from numba.core.runtime import nrt
    from numba.core.serialize import dumps
else:
    names = ("numba", "numba.core.caching", "numba.core.event", "numba.core.runtime.nrt")
    numba, caching, event, nrt = (load_library(name, "with kernels") for name in names)
    FunctionCache, dumps = caching.FunctionCache, caching.dumps

F = TypeVar("F", bound="Callable[..., Any]")

_DIGEST = hashlib.sha256().digest_size

#: How a file of code is made: for this user alone, and not where something stands already.
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)

#: The folder of the engines; their kernels may be inlined into one another.
_ENGINES = Path(__file__).parents[1]

#: The folder of this user's code, inside the folder that numba chooses, which users may share.
OWN = f"kernels-{os.geteuid()}" if hasattr(os, "geteuid") else "kernels"

#: Adds up the seconds in which a kernel, with the kernels that it calls, is compiled.
_compiling = event.TimingListener()
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
    return bool(_compiling._depth)


def cached_code(sources: Iterable[Path]) -> tuple[int, int, tuple[str, ...], int]:
    """Describe the cached code of the kernels of some imported files; see ``health.Kernels``.

    Returns:
        how many kernels there are, how many of them are compiled for this machine and this source, the
        folders where the code is kept, and its bytes.
    """
    files = {str(source) for source in sources}
    mine = [kernel for kernel in _kernels if kernel.py_func.__code__.co_filename in files]
    cached = [kernel for kernel in mine if isinstance(kernel._cache, _Cache)]
    return (
        len(mine),
        sum(kernel._cache.has(kernel) for kernel in cached),
        tuple(dict.fromkeys(kernel._cache.cache_path for kernel in cached)),
        sum(file.stat().st_size for kernel in cached for file in kernel._cache.files()),
    )


class _Cache(FunctionCache):
    """The code of one kernel: a file for each machine and types of arguments, with its checksum."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._folder = Path(self._cache_path, OWN)
        if _is_folder_misnamed() or (
            os.path.lexists(self._folder) and not is_own(self._folder.lstat())
        ):
            raise RuntimeError("no folder of the user's own")
        self._cache_path = str(self._folder)
        self._sources = _digest_of_sources(Path(function.__code__.co_filename).parent)
        self._cache_file: Any = self  # numba loads from it and saves to it

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """As numba's, which first loads all that it can compile: compiled code needs none of it."""
        nrt.rtsys.initialize(target_context)
        return self._load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # the disk is full, or the folder was taken away
            super().save_overload(sig, data)

    def save(self, key: Any, data: Any) -> None:
        """Write code to the file of its key, all or nothing; remove code of older sources."""
        code = dumps(data)
        self._folder.mkdir(mode=0o700, exist_ok=True)
        if not is_own(self._folder.lstat()):
            return
        making = self._folder / f"{unique_name()}.new"
        try:
            with os.fdopen(os.open(making, _NEW, 0o600), "wb") as file:
                file.write(hashlib.sha256(code).digest() + code)
            making.replace(self._path(key))
        finally:
            making.unlink(missing_ok=True)
        for path in self._folder.glob("*.nb[ci]"):
            if f".{self._sources}." not in path.name:
                path.unlink(missing_ok=True)

    def load(self, key: Any) -> Any:
        """The code of a key; None if there is none as it was written."""
        code = _read_verified(self._path(key))
        return None if code is None else pickle.loads(code)

    def has(self, kernel: Any) -> bool:
        """Whether there is code for this machine, whatever the types, as it was written."""
        machine = self._index_key(None, kernel.targetctx.codegen())[1:]
        return any(_read_verified(path) is not None for path in self.files(machine))

    def files(self, machine: Any = None) -> list[Path]:
        """The files of this kernel, of one machine or of all."""
        which = "*" if machine is None else _short_digest(machine)
        return [*self._folder.glob(f"{self._impl.filename_base}.{self._sources}.{which}.*.nbc")]

    def _path(self, key: Any) -> Path:
        """Where the code for a key is, which begins with the types; machine and byte code follow."""
        digests = f"{self._sources}.{_short_digest(key[1:])}.{_short_digest(key[0])}"
        return self._folder / f"{self._impl.filename_base}.{digests}.nbc"


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
    """A digest of what compiled code depends on: numba, this file, the kernels here and of all engines."""
    here = Path(__file__)
    found = hashlib.sha256(numba.__version__.encode() + here.read_bytes())
    for path in sorted({*folder.glob("*.py"), *_ENGINES.rglob("*.py")} - {here}):
        text = path.read_bytes()
        if b"@njit" in text:
            found.update(path.name.encode() + b"\0" + text + b"\0")
    return found.hexdigest()[:16]
