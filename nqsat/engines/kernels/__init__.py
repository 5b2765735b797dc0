"""Kernels: C functions of one library, which ctypes calls with numbers and arrays, and without the GIL.

What a kernel takes and returns is declared once, in C, as structures. Their declarations are read here:
a tuple is packed by the *names* of their fields, whatever their order, and each array is checked for its
type, its size in each dimension, its order, and whether it may be written. A wrong argument is a TypeError.

The library is built from the sources beside this file (``build.py``), whose digest it has: a library that
is older than its sources is refused. Where there is none, the engines that need kernels say so.
"""

from __future__ import annotations

import ctypes
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any, NamedTuple

from nqsat.engines.kernels.build import FOLDER, LIBRARY, digest_of, sources_of
from nqsat.errors import EngineFailure, UnsupportedByEngine

#: How to have a library.
BUILD = "python -m nqsat.engines.kernels.build"

#: The types of items of the arrays that C knows.
_ITEMS = {"u64s": "u8", "i64s": "i8", "i32s": "i4", "i16s": "i2", "bools": "b1", "ints": "i4 i8"}

#: An array is four numbers: where it is, its rows, its columns, the bytes of an item.
_ARRAY = struct.Struct("4q")

#: So many tuples of arrays, of so many bytes, are known by their numbers: searches pass the same ones again
#: and again. Larger ones would be kept in memory for nothing.
_KNOWN, _SMALL = 16, 1 << 20

#: The sizes and numbers of a call by name, and what they must fulfil.
Sizes = Mapping[str, int]


@cache
def library() -> Any:
    """The library.

    Raises:
        UnsupportedByEngine: there is none for this machine.
        EngineFailure: it was built from other sources.
    """
    path = library_path()
    if not path.exists():
        reason = f"needs the library of kernels, which is not built: {BUILD}"
        raise UnsupportedByEngine("with kernels", reason, ("sat", "backtrack"))
    try:
        found = ctypes.CDLL(str(path))
    except OSError as error:
        reason = f"cannot load the library of kernels ({error}); build it again: {BUILD}"
        raise UnsupportedByEngine("with kernels", reason, ("sat", "backtrack")) from None
    if _text(found, "nqsat_digest") != digest_of(FOLDER):
        raise EngineFailure(f"{path} was built from other sources; build it again: {BUILD}")
    return found


def platform() -> str:
    """The platform for which the library was built. Raises as ``library``."""
    return _text(library(), "nqsat_platform")


def are_loaded() -> bool:
    """Whether this process has loaded the library."""
    return library.cache_info().currsize > 0


def are_missing() -> bool:
    """Whether kernels cannot be used: there is no library, or no NumPy for their arrays."""
    with suppress(UnsupportedByEngine):
        return library() is None or find_spec("numpy") is None
    return True


def library_path() -> Path:
    """Where the library is, or would be."""
    return FOLDER / LIBRARY


def _text(of: ctypes.CDLL, name: str) -> str:
    where = ctypes.addressof(ctypes.c_char.in_dll(of, name))
    return ctypes.string_at(where).decode()


class Kernel:
    """A function of the library; called with the fields of its arguments by name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, **arguments: Any) -> SimpleNamespace:
        """Call it.

        Returns:
            the fields of its result, which are integers.

        Raises:
            TypeError: an argument is not of its type, or not of its size.
        """
        function, structure, names = _function(self.name)
        try:
            packed, sizes, later = structure.pack(arguments.__getitem__)
            if len(arguments) != len(structure.fields):
                raise TypeError(f"{sorted(arguments)} are not {structure.names}")
            for one in later:
                one.check(sizes)
        except (KeyError, AttributeError, TypeError) as error:
            raise TypeError(f"{self.name}: {error}") from None
        result = (ctypes.c_int64 * len(names))()
        function(packed, ctypes.addressof(result))
        return SimpleNamespace(**dict(zip(names, result, strict=True)))


@cache
def _function(name: str) -> tuple[Callable[[bytes, int], None], _Structure, list[str]]:
    """A function, its arguments, and the names of what it fills in."""
    function = getattr(library(), name)
    function.argtypes, function.restype = (ctypes.c_char_p, ctypes.c_void_p), None
    arguments, result = _declarations().kernels[name]
    return function, _structure(arguments), [one.name for one in _structure(result).fields]


# -- declarations ------------------------------------------------------------------------


class _Declarations(NamedTuple):
    """What is declared in C: the texts of structures, and the structures that a kernel takes and fills."""

    structures: Mapping[str, str]
    kernels: Mapping[str, tuple[str, str]]


@cache
def _declarations() -> _Declarations:
    text = "".join(path.read_text("utf-8") for path in sources_of(FOLDER))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    structures = re.findall(r"typedef struct \{([^}]*)\} (\w+);", text)
    kernels = re.findall(r"KERNEL void (\w+)\(const (\w+) \*\w+, (\w+) \*\w+\)", text)
    return _Declarations(
        {name: fields for fields, name in structures},
        {name: (arguments, result) for name, arguments, result in kernels},
    )


class _Condition:
    """What sizes and numbers must fulfil."""

    def __init__(self, text: str) -> None:
        self._text, self._code = text, _expression(text)

    def check(self, sizes: Sizes) -> None:
        if not eval(self._code, {"__builtins__": {}}, sizes):  # a text of this folder
            here = {name: sizes[name] for name in self._code.co_names if name in sizes}
            raise TypeError(f"{self._text} does not hold of {here}")


class _Dimension(_Condition):
    """The size of an array in one dimension must have this value."""

    def __init__(self, name: str, text: str, size: int) -> None:
        super().__init__(f"({text}) == {size}")
        self._name = name

    def check(self, sizes: Sizes) -> None:
        try:
            super().check(sizes)
        except TypeError as error:
            raise TypeError(f"size of {self._name}: {error}") from None


#: What was packed: the numbers, the sizes by name, and what is to be checked when all are known.
_Packed = tuple[bytes, dict[str, int], list[_Condition]]


class _Field(NamedTuple):
    """A field of a structure: its name, its type in C, and the sizes of an array in each dimension."""

    name: str
    type: str
    sizes: tuple[str, ...] = ()

    def pack(self, value: Any) -> _Packed:
        """Pack a value; raise TypeError if it is not of this type."""
        if self.type in ("i64", "u64"):
            return *self._number(value), []
        if self.type in _declarations().structures:
            return _structure(self.type).pack_tuple(value)
        return self._array(value)

    def _number(self, value: Any) -> tuple[bytes, dict[str, int]]:
        number = value.__index__()
        try:
            return struct.pack("q" if self.type == "i64" else "Q", number), {self.name: number}
        except struct.error:
            raise TypeError(f"{self.name} is {number}, no {self.type}") from None

    def _array(self, array: Any) -> _Packed:
        if not hasattr(array, "__array_interface__"):
            raise TypeError(f"{self.name} is no array but {type(array).__name__}")
        items, _, written = self.type.partition("_")
        if array.dtype.str[1:] not in _ITEMS[items].split() or not array.dtype.isnative:
            raise TypeError(f"{self.name} has items of {array.dtype}, not {_ITEMS[items]}")
        if array.ndim != len(self.sizes):
            raise TypeError(f"{self.name} has {array.ndim} dimensions, not {len(self.sizes)}")
        flags = array.flags
        if not flags.c_contiguous or not flags.aligned:
            raise TypeError(f"{self.name} is not in C order")
        if written and not flags.writeable:
            raise TypeError(f"{self.name} cannot be written")
        shape, named, later = array.shape, dict[str, int](), list[_Condition]()
        for text, size in zip(self.sizes, shape, strict=True):
            if text.isidentifier() and named.setdefault(text, size) == size:
                continue
            later.append(_Dimension(self.name, text, size))
        columns = shape[1] if len(shape) > 1 else 1
        where = array.__array_interface__["data"][0]
        return _ARRAY.pack(where, shape[0], columns, array.itemsize), named, later


class _Structure:
    """A structure of C: values are packed by the names of its fields."""

    def __init__(self, text: str) -> None:
        conditions = [_Condition(one) for one in re.findall(r"^\s*REQUIRE\((.*)\)$", text, re.M)]
        self._conditions = conditions
        self.fields = tuple(_fields_of(re.sub(r"^\s*REQUIRE\(.*\)$", "", text, flags=re.M)))
        self._known: dict[int, tuple[Any, _Packed]] = {}

    @property
    def names(self) -> list[str]:
        """The names of the fields."""
        return sorted(one.name for one in self.fields)

    def pack(self, value_of: Callable[[str], Any]) -> _Packed:
        """Pack the values that are found by name."""
        packed, sizes, later = list[bytes](), dict[str, int](), [*self._conditions]
        for one in self.fields:
            numbers, named, more = one.pack(value_of(one.name))
            packed.append(numbers)
            later += more
            for name, size in named.items():
                if sizes.setdefault(name, size) != size:
                    raise TypeError(f"{name} is {size} in {one.name}, {sizes[name]} before")
        return b"".join(packed), sizes, later

    def pack_tuple(self, value: Any) -> _Packed:
        """Pack a named tuple."""
        known = self._known.get(id(value))
        if known and known[0] is value:
            return known[1]
        if not hasattr(value, "_fields"):
            raise TypeError(f"a named tuple is needed, not {type(value).__name__}")
        if sorted(value._fields) != self.names:
            raise TypeError(f"the fields of {type(value).__name__} are not {self.names}")
        packed = self.pack(lambda name: getattr(value, name))
        if sum(getattr(one, "nbytes", 0) for one in value) <= _SMALL:
            if len(self._known) >= _KNOWN:
                self._known.clear()
            self._known[id(value)] = value, packed  # a tuple's arrays stay where they are
        return packed


def _fields_of(text: str) -> Iterator[_Field]:
    """The fields that are declared: ``u64s keep OF(64 * words, words); i64 depth, budget;``."""
    for declared in text.split(";"):
        match = re.fullmatch(r"\s*(\w+) (\w+) OF\((.*)\)\s*", declared, re.DOTALL)
        if match:
            yield _Field(match[2], match[1], tuple(map(str.strip, match[3].split(","))))
        elif declared.strip():
            kind, _, names = declared.strip().partition(" ")
            yield from (_Field(name.strip(), kind) for name in names.split(","))


@cache
def _structure(name: str) -> _Structure:
    return _Structure(_declarations().structures[name])


@cache
def _expression(text: str) -> CodeType:
    """An expression of C, of integers that are not negative where it divides, for Python."""
    text = text.replace("/", "//").replace("&&", " and ").replace("||", " or ")
    return compile(text, "<declaration>", "eval")
