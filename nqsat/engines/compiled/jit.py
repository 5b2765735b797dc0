"""Kernels: functions that numba compiles, and whose machine code is kept and called without numba.

To load numba takes longer than many a count, and a kernel needs nothing of it: it allocates no memory, and
what it reads and writes are numbers and arrays. So the object code is kept in a file, and linked by LLVM.
By numba's convention an array is passed as numbers: two for references, which are not counted, its size,
the bytes of an item, where its data is, its shape and its strides; and a tuple as its items. All numbers of
a call are packed, and a function that is compiled with the kernel unpacks them.

A count must not depend on damaged or outdated files, and what they contain is executed. So:

* Code is valid only for the contents of all files of the engines (one kernel may be inlined into another,
  and a kernel reads a tuple by the place of a field, which is written wherever the tuple's class is), for
  this version of numba, and for this kind of processor.
* File names are digests of what the code was made from. Code of older sources is removed.
* Each file has a checksum. A file that does not match is compiled again.
* Code is read only from a folder that belongs to the user and that no other user may write, as ssh treats
  its keys.
* If nothing can be written, kernels are compiled for this process alone.

Kernels release the GIL, so other threads run meanwhile.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import stat
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

from nqsat.engines.compiled.arrays import np
from nqsat.engines.listing.stream import load_library
from nqsat.errors import EngineFailure
from nqsat.files import is_own, unique_name

F = TypeVar("F", bound="Callable[..., Any]")

_DIGEST = hashlib.sha256().digest_size

#: How a file of code is made: for this user alone, and not where something stands already.
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)

#: The folder of the engines; their kernels may be inlined into one another.
_ENGINES = Path(__file__).parents[1]

#: The folder of this user's code, inside a folder that users may share.
OWN = f"kernels-{os.geteuid()}" if hasattr(os, "geteuid") else "kernels"

#: The function that Python calls: it unpacks the numbers of a call.
_ENTRY = "nqsat_entry"

#: Functions of the system's library that LLVM calls on its own account.
_SYSTEM = {"memset", "memcpy", "memmove"}

#: What LLVM makes instructions of, or calls of those functions. Any other might become a call of something
#: that is not linked, which ends the process.
_INTRINSIC = """
    abs assume bitreverse bswap ctlz ctpop cttz experimental fshl fshr lifetime masked memcpy memmove memset
    sadd scmp smax smin ssub uadd ucmp umax umin usub vector
"""

#: What the type of an array says beside the order of its items: whether it is aligned, and may be written.
_FLAGS = 0x500

#: So many tuples of arrays, of so many bytes, are known by their numbers: searches pass the same ones again
#: and again. Larger ones would be kept in memory for nothing.
_KNOWN, _SMALL = 16, 1 << 20

#: Held while a kernel is loaded or compiled.
_lock = threading.RLock()

#: The seconds that were spent on compiling, and when that began which goes on.
_spent, _begun = list[float](), list[float]()


def njit(*, inline: bool = False) -> Callable[[F], F]:
    """Compile a function when it is called, for the types of its arguments.

    It takes and returns integers, arrays and tuples of them, and allocates nothing. A function whose name
    begins with an underscore is called by other kernels only. ``inline`` is for a function with one caller,
    or a small one: its code becomes part of the caller's, and is compiled once instead of twice.
    """

    def compiled(function: F) -> F:
        if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
            return function
        return cast("F", Kernel(function, inline=inline))

    return compiled


def compile_seconds() -> float:
    """The seconds that this process has spent on compiling kernels."""
    return sum(_spent)


def is_compiling() -> bool:
    """Whether some thread of this process is compiling a kernel now."""
    return bool(_begun)


class Kernel:
    """A function that is compiled for the types of its arguments when it is called.

    Attributes:
        signatures: the types for which its code is loaded.
    """

    def __init__(self, function: Callable[..., Any], *, inline: bool) -> None:
        self.py_func, self.name, self._inline = function, function.__name__, inline
        self.signatures: dict[str, Callable[[bytes], Any]] = {}
        self._known: dict[int, tuple[Any, str, bytes]] = {}

    def __call__(self, *arguments: Any) -> Any:
        kinds, numbers = zip(*map(self._packed, arguments), strict=True) if arguments else ((), ())
        types = "".join(kinds)
        code = self.signatures.get(types)
        if code is None:
            with _lock:
                code = self.signatures.get(types) or self._load(types, arguments)
                self.signatures[types] = code
        return code(b"".join(numbers))

    def _packed(self, value: Any) -> tuple[str, bytes]:
        """The type of an argument, and the numbers as which it is passed."""
        if isinstance(value, np.ndarray):
            data, _ = value.__array_interface__["data"]
            flags = value.flags.num & (_FLAGS | 1 if value.flags.c_contiguous else _FLAGS | 2)
            numbers = (0, 0, value.size, value.itemsize, data, *value.shape, *value.strides)
            packed = struct.pack(f"{len(numbers)}q", *numbers)
            return f"{value.dtype.str}{value.ndim}.{flags},", packed
        if isinstance(value, tuple):
            if (known := self._known.get(id(value))) and known[0] is value:
                return known[1:]
            items = [self._packed(one) for one in value]
            names = " ".join(getattr(value, "_fields", ()))  # whose places are in the code
            kind = f"{type(value).__name__}({names};{''.join(kind for kind, _ in items)})"
            every = b"".join(numbers for _, numbers in items)
            if sum(getattr(one, "nbytes", 0) for one in value) <= _SMALL:
                if len(self._known) >= _KNOWN:
                    self._known.clear()
                self._known[id(value)] = value, kind, every  # a tuple's arrays stay where they are
            return kind, every
        if value is None:
            return "none,", bytes(8)
        if isinstance(value, np.unsignedinteger):
            return "u,", struct.pack("Q", value)
        return "i,", struct.pack("q", value)

    # -- for numba, where another kernel calls this one ------------------------------------

    @cached_property
    def _dispatcher(self) -> Any:
        """What numba knows of this function."""
        numba = load_library("numba", "with kernels")
        without = {"no_cfunc_wrapper": True, "no_cpython_wrapper": True, "_nrt": False}
        into = "always" if self._inline else "never"
        return numba.njit(self.py_func, nogil=True, inline=into, **without)

    @property
    def _numba_type_(self) -> Any:
        return self._dispatcher._numba_type_

    @property
    def targetoptions(self) -> Any:
        """The options of numba, which looks for functions to inline."""
        return self._dispatcher.targetoptions

    # -- code ------------------------------------------------------------------------------

    def _load(self, types: str, arguments: Any) -> Callable[[bytes], Any]:
        """Link the code for some types, from its file or as it is compiled."""
        if self.name.startswith("_"):
            raise TypeError(f"{self.name} is called by kernels only")
        path = self.folder and self.folder / self._file_name(_short_digest(types))
        code = path and _read_verified(path)
        if not code:
            _begun.append(time.perf_counter())
            try:
                code = self._compiled(arguments)
            finally:
                _spent.append(time.perf_counter() - _begun.pop())
            if path:
                _keep(path, code, self._sources)
        result, _, objects = code.partition(b"\n")
        return _linked(self.name, objects, result.decode())

    def _compiled(self, arguments: Any) -> bytes:
        """Compile for these arguments: a line with the format of the result, and object code."""
        numba = load_library("numba", "with kernels")
        binding = load_library("llvmlite.binding", "with kernels")
        signature = tuple(map(_numba_type, arguments))
        self._dispatcher.compile(signature)
        code = self._dispatcher.overloads[signature]
        module = binding.parse_assembly(self._dispatcher.inspect_llvm(signature))
        module.link_in(
            binding.parse_assembly(_entry_of(module.get_function(code.fndesc.llvm_func_name)))
        )
        needed = {
            one.name
            for one in (*module.functions, *module.global_variables)
            if one.is_declaration and not _is_intrinsic(one.name)
        }
        if needed - _SYSTEM:
            raise EngineFailure(f"{self.name} is no kernel: it calls {sorted(needed)}")
        returned = code.signature.return_type
        parts = () if returned == numba.types.none else getattr(returned, "types", [returned])
        if any(one.bitwidth != 64 for one in parts):
            raise EngineFailure(f"{self.name} is no kernel: it returns {returned}, not 64 bits")
        result = "".join("q" if one.signed else "Q" for one in parts)
        result += "," * isinstance(returned, numba.types.BaseTuple)
        return f"{result}\n".encode() + bytes(_machine().emit_object(module))

    # -- files -----------------------------------------------------------------------------

    @cached_property
    def folder(self) -> Path | None:
        """Where its code is kept; None if that cannot be written, or it is made inside a function."""
        if self.py_func.__closure__ or "<locals>" in self.py_func.__qualname__:
            return None
        return _folder_of(Path(self.py_func.__code__.co_filename).parent)

    @cached_property
    def _sources(self) -> str:
        return _digest_of_sources(Path(self.py_func.__code__.co_filename).parent)

    def _file_name(self, types: str) -> str:
        place = self.py_func.__code__
        stem = f"{Path(place.co_filename).stem}.{self.name}-{place.co_firstlineno}"
        return f"{stem}.{self._sources}.{_machine_digest()}.{types}.code"

    @property
    def kept(self) -> int:
        """The bytes of its code for this machine, whatever the types; 0 if none is as it was written."""
        paths = [] if self.folder is None else self.folder.glob(self._file_name("*"))
        return sum(len(_read_verified(path) or b"") for path in paths)


def _is_intrinsic(name: str) -> bool:
    """Whether LLVM needs no other library for this function."""
    namespace, _, function = name.partition(".")
    return namespace == "llvm" and function.split(".")[0] in _INTRINSIC.split()


def _numba_type(value: Any) -> Any:
    """The type of an argument as numba knows it: of an integer, that as which it is passed."""
    numba = load_library("numba", "with kernels")
    if isinstance(value, tuple):
        types = [_numba_type(one) for one in value]
        named = hasattr(value, "_fields")
        return numba.types.NamedTuple(types, type(value)) if named else numba.types.Tuple(types)
    if value is None or isinstance(value, np.ndarray):
        return numba.typeof(value)
    return numba.types.uint64 if isinstance(value, np.unsignedinteger) else numba.types.int64


def _entry_of(function: Any) -> str:
    """The code of a function that unpacks numbers, and calls this function with them."""
    types = [str(one.type).replace("ptr", "i8*") for one in function.arguments]
    passed = [f"{types[0]} %result", f"{types[1]} %error"]
    lines = [f"define i32 @{_ENTRY}({', '.join(passed)}, i64* %packed) {{"]
    for place, kind in enumerate(types[2:]):
        lines.append(f"%p{place} = getelementptr i64, i64* %packed, i64 {place}")
        lines.append(f"%q{place} = bitcast i64* %p{place} to {kind}*")
        lines.append(f"%a{place} = load {kind}, {kind}* %q{place}")
        passed.append(f"{kind} %a{place}")
    lines.append(f"%status = call i32 @{function.name}({', '.join(passed)})")
    lines += ["ret i32 %status", "}", f"declare i32 @{function.name}({', '.join(types)})"]
    return "\n".join(lines)


def _linked(name: str, objects: bytes, result: str) -> Callable[[bytes], Any]:
    """The function in object code: it takes packed numbers."""
    binding = load_library("llvmlite.binding", "with kernels")
    # By itself: functions in the code of other kernels may have the same names.
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), _machine())
    engine.add_object_file(binding.ObjectFileRef.from_data(objects))
    engine.finalize_object()
    pointers = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p]
    function = ctypes.CFUNCTYPE(ctypes.c_int32, *pointers)(engine.get_function_address(_ENTRY))
    form, alone = struct.Struct(result.strip(",")), not result.endswith(",")

    def call(packed: bytes, _owner: object = engine) -> Any:
        found, error = ctypes.create_string_buffer(form.size or 1), ctypes.c_void_p()
        if function(ctypes.addressof(found), ctypes.addressof(error), packed):
            raise EngineFailure(f"the kernel {name} failed")
        parts = form.unpack_from(found)
        return (parts[0] if parts else None) if alone else parts

    return call


def _machine() -> Any:
    """This kind of processor, for LLVM."""
    binding = load_library("llvmlite.binding", "with kernels")
    with suppress(RuntimeError):  # newer versions do it by themselves
        binding.initialize()
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten(),
        opt=3,
        codemodel="jitdefault",
        jit=True,
    )


@cache
def _machine_digest() -> str:
    binding = load_library("llvmlite.binding", "with kernels")
    features = binding.get_host_cpu_features().flatten()
    return _short_digest((binding.get_process_triple(), binding.get_host_cpu_name(), features))


def _folder_of(source: Path) -> Path | None:
    """The folder for the code of these kernels: the user owns it, and may write there; None without one."""
    asked = os.environ.get("NUMBA_CACHE_DIR")
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "nqsat")
    shared = f"{source.name}_{_short_digest(source)}"
    for place in (Path(asked, shared),) if asked else (source / "__pycache__", home / shared):
        folder = place / OWN
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if is_own(folder.lstat()) and os.access(folder, os.W_OK):
                return folder
    return None


def _keep(path: Path, code: bytes, sources: str) -> None:
    """Write code to a file, all or nothing; remove code of older sources."""
    making = path.with_name(f"{unique_name()}.new")
    try:  # the disk may be full, or the folder taken away
        with suppress(OSError):
            with os.fdopen(os.open(making, _NEW, 0o600), "wb") as file:
                file.write(hashlib.sha256(code).digest() + code)
            making.replace(path)
            for old in path.parent.glob("*.*"):
                if f".{sources}." not in old.name and not old.name.endswith(".new"):
                    old.unlink(missing_ok=True)
    finally:
        with suppress(OSError):
            making.unlink(missing_ok=True)


def _short_digest(made_of: object) -> str:
    return hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]


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
    """A digest of what compiled code depends on: numba, the files in a folder and those of the engines."""
    numba = find_spec("numba")
    version = (
        Path(numba.origin).with_name("_version.py").read_bytes() if numba and numba.origin else b""
    )
    found = hashlib.sha256(version)
    for path in sorted({*folder.glob("*.py"), *_ENGINES.rglob("*.py"), Path(__file__)}):
        found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]
