"""Kernels: C functions of one library, which ctypes calls with numbers and arrays, and without the GIL.

What a kernel takes and returns is declared and described once, in C, as structures. Their declarations are
read here: ``record`` makes tuples of them. These are packed by the *names* of the fields, whatever their
order, and each array is checked for its type, its size in each dimension, its order, and whether it may be
written. A wrong argument is a TypeError.

The library is built from the sources in this folder (``build.py``), whose digest it has: a library that
is older than its sources is refused. Where there is none, the engines that need kernels say so.
"""

from __future__ import annotations

import ctypes
import re
import struct
import sys
from collections import namedtuple
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

#: The same as NumPy calls them on this machine.
_NATIVE = {
    name: {
        ("|" if item == "b1" else "<" if sys.byteorder == "little" else ">") + item
        for item in items.split()
    }
    for name, items in _ITEMS.items()
}

#: An array is four numbers: where it is, its rows, its columns, the bytes of an item.
_ARRAY, _SIGNED, _UNSIGNED = struct.Struct("4q"), struct.Struct("q"), struct.Struct("Q")

#: The most tuples of arrays, and their bytes, that are known by numbers: searches pass the same ones again
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
        browser = sys.platform == "emscripten"
        why = "a browser does not run" if browser else f"are not built: {BUILD}"
        reason = f"needs the C kernels, which {why}"
        raise UnsupportedByEngine("engine in C", reason, ("sat", "backtrack"))
    try:
        found = ctypes.CDLL(str(path))
    except OSError as error:
        reason = f"cannot load the C kernels ({error}); build them again: {BUILD}"
        raise UnsupportedByEngine("engine in C", reason, ("sat", "backtrack")) from None
    if _text(found, "nqsat_digest") != digest_of(FOLDER):
        raise EngineFailure(f"{path} was built from other sources; build it again: {BUILD}")
    return found


def require_library(engine: str) -> None:
    """Refuse in the name of an engine if there is no library; otherwise as ``library``."""
    try:
        library()
    except UnsupportedByEngine as error:
        raise UnsupportedByEngine(engine, error.reason, error.instead) from None


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
        """Call it; return the fields of its result. TypeError: an argument is not of its type or size."""
        function, structure, names = _function(self.name)
        try:
            packed, sizes, rules = structure.pack(arguments.__getitem__)
            if len(arguments) != len(structure.fields):
                raise TypeError(f"{sorted(arguments)} are not {structure.names}")
            for rule in rules:
                rule.check(sizes)
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
    return function, _structure(arguments), [field.name for field in _structure(result).fields]


@cache
def record(structure: str) -> Any:
    """Return the class of tuples for a structure of C, which says what its fields are."""
    return namedtuple(structure, [field.name for field in _structure(structure).fields])


def room(structure: str, **sizes: int) -> Any:
    """Return a tuple for a structure of arrays, all zeros, given its sizes by name."""
    from nqsat.engines.arrays import np

    arrays = (field for field in _structure(structure).fields if isinstance(field, _Array))
    return record(structure)(**{
        array.name: np.zeros(
            [x if isinstance(x, int) else _value(x, sizes) for x in array.sizes], _ITEMS[array.items]
        )
        for array in arrays
    })  # fmt: skip


# -- declarations ------------------------------------------------------------------------


class _Declarations(NamedTuple):
    """The declarations in C: the texts of structures, and the structures that a kernel takes and fills."""

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


class _Rule(NamedTuple):
    """A condition on sizes and numbers: an expression, which is true, or the size of an array."""

    text: str
    value: int = True
    array: str = ""

    def check(self, sizes: Sizes) -> None:
        """Raise TypeError if these sizes and numbers break the rule."""
        if _value(self.text, sizes) != self.value:
            names = _expression(self.text).co_names
            here = {name: sizes[name] for name in names if name in sizes}
            said = f"size of {self.array}: ({self.text}) == {self.value}"
            raise TypeError(f"{said if self.array else self.text} does not hold of {here}")


#: No names but sizes and numbers are known in expressions.
_NOTHING = {"__builtins__": dict[str, Any]()}


class _Packed(NamedTuple):
    """Arguments as C reads them; sizes and numbers by name, and what they must fulfil."""

    packed: bytes
    sizes: dict[str, int]
    rules: list[_Rule]


def _bind(sizes: dict[str, int], name: str, size: int, where: str) -> None:
    """Note a size or a number; raise TypeError if there is another one of this name."""
    if sizes.setdefault(name, size) != size:
        raise TypeError(f"{name} is {size} in {where}, {sizes[name]} before")


class _Number(NamedTuple):
    name: str
    type: str

    def pack(self, value: Any, sizes: dict[str, int], _: list[_Rule]) -> bytes:
        number = value.__index__()
        _bind(sizes, self.name, number, self.name)
        try:
            return (_SIGNED if self.type == "i64" else _UNSIGNED).pack(number)
        except struct.error:
            raise TypeError(f"{self.name} is {number}, no {self.type}") from None


class _Array(NamedTuple):
    """A field that is an array: its items, whether it is written, and its size in each dimension.

    A size is a number, a name, or an expression of names.
    """

    name: str
    items: str
    written: bool
    sizes: tuple[int | str, ...]

    def pack(self, array: Any, sizes: dict[str, int], rules: list[_Rule]) -> bytes:
        """Pack an array, and note its sizes; raise TypeError if it is not of this type."""
        name = self.name
        try:
            dtype, shape, flags = array.dtype, array.shape, array.flags
        except AttributeError:
            raise TypeError(f"{name} is not an array but {type(array).__name__}") from None
        if dtype.str not in _NATIVE[self.items]:
            raise TypeError(f"{name} has items of {dtype}, not {_ITEMS[self.items]}")
        if len(shape) != len(self.sizes):
            raise TypeError(f"{name} has {len(shape)} dimensions, not {len(self.sizes)}")
        if not flags.c_contiguous or not flags.aligned:
            raise TypeError(f"{name} is not in C order")
        if self.written and not flags.writeable:
            raise TypeError(f"{name} cannot be written")
        for expected, size in zip(self.sizes, shape, strict=True):
            if isinstance(expected, int):
                if size != expected:
                    raise TypeError(f"size of {name}: {size} is not {expected}")
            elif expected.isidentifier():
                _bind(sizes, expected, size, name)
            else:
                rules.append(_Rule(expected, size, name))
        where = array.__array_interface__["data"][0]
        return _ARRAY.pack(where, shape[0], shape[1] if len(shape) > 1 else 1, dtype.itemsize)


class _Nested(NamedTuple):
    name: str
    type: str

    def pack(self, value: Any, sizes: dict[str, int], rules: list[_Rule]) -> bytes:
        known = _structure(self.type).pack_tuple(value)
        for name, size in known.sizes.items():
            _bind(sizes, name, size, self.name)
        rules += known.rules
        return known.packed


class _Structure:
    """A structure of C: values are packed by the names of its fields."""

    def __init__(self, text: str) -> None:
        rules = re.findall(r"^\s*REQUIRE\((.*)\)$", text, re.M)
        self._rules = [_Rule(rule) for rule in rules]
        self.fields = tuple(_fields_of(re.sub(r"^\s*REQUIRE\(.*\)$", "", text, flags=re.M)))
        self.names = sorted(field.name for field in self.fields)
        self._known: dict[int, tuple[Any, _Packed]] = {}

    def pack(self, value_of: Callable[[str], Any]) -> _Packed:
        """Pack the values that are found by name."""
        sizes, rules = dict[str, int](), [*self._rules]
        packed = [field.pack(value_of(field.name), sizes, rules) for field in self.fields]
        return _Packed(b"".join(packed), sizes, rules)

    def pack_tuple(self, value: Any) -> _Packed:
        known = self._known.get(id(value))
        if known and known[0] is value:
            return known[1]
        if not hasattr(value, "_fields"):
            raise TypeError(f"a named tuple is needed, not {type(value).__name__}")
        if sorted(value._fields) != self.names:
            raise TypeError(f"the fields of {type(value).__name__} are not {self.names}")
        packed = self.pack(value.__getattribute__)
        if sum(getattr(array, "nbytes", 0) for array in value) <= _SMALL:
            for oldest in [*self._known][: 1 - _KNOWN]:  # each step alone is safe among threads
                self._known.pop(oldest, None)
            self._known[id(value)] = value, packed  # a tuple's arrays stay where they are
        return packed


def _fields_of(text: str) -> Iterator[_Number | _Array | _Nested]:
    """The fields that are declared: ``u64s keep OF(64 * words, words); i64 depth, budget;``."""
    for declared in text.split(";"):
        match = re.fullmatch(r"\s*(\w+?)(_out)? (\w+) OF\((.*)\)\s*", declared, re.DOTALL)
        if match:
            sizes = (size.strip() for size in match[4].split(","))
            known = tuple(int(size) if size.isdigit() else size for size in sizes)
            yield _Array(match[3], match[1], bool(match[2]), known)
        elif declared.strip():
            kind, _, names = declared.strip().partition(" ")
            field = _Number if kind in ("i64", "u64") else _Nested
            yield from (field(name.strip(), kind) for name in names.split(","))


@cache
def _structure(name: str) -> _Structure:
    return _Structure(_declarations().structures[name])


def _value(text: str, sizes: Sizes) -> int:
    """The value of an expression of C, which is a text of this folder."""
    value: int = eval(_expression(text), _NOTHING, sizes)
    return value


@cache
def _expression(text: str) -> CodeType:
    """An expression of C, of integers that are not negative where it divides, for Python."""
    text = text.replace("/", "//").replace("&&", " and ").replace("||", " or ")
    return compile(text, "<declaration>", "eval")
