"""Fault injection: replace the code of existing functions by code from a changed source.

A mistake is planted in a separate process, as in ``benchmarks/mutants.py``, or temporarily in this one.
"""

from __future__ import annotations

import ast
import gc
import importlib
import pkgutil
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import nqsat
from nqsat.engines import kernels
from nqsat.engines.kernels import build

TREE = Path(__file__).parents[2]


def read(path: str) -> bytes:
    """Return a source file, relative to the working directory or to the source tree."""
    return (Path(path) if Path(path).exists() else TREE / path).read_bytes()


class Mutant(NamedTuple):
    """A replacement of bytes in a file; with the function or class that contains them, or ""."""

    path: str
    function: str
    start: int
    end: int
    new: str
    name: str = ""

    def source(self) -> bytes:
        data = read(self.path)
        return data[: self.start] + self.new.encode() + data[self.end :]

    def place(self) -> tuple[int, str]:
        """Return the number and the text of the line where it begins."""
        data = read(self.path)
        line = data[: self.start].count(b"\n")
        return line + 1, data.split(b"\n")[line].decode().strip()

    @property
    def said(self) -> tuple[str, str, str, str]:
        """The path, the function, the line and the change, as a ``Reason`` expects them."""
        old = read(self.path)[self.start : self.end].decode()
        change = f"{' '.join(old.split())} -> {' '.join(self.new.split())}"
        return self.path, self.function, self.place()[1], change

    def __str__(self) -> str:
        path, function, text, change = self.said
        what = f"{self.name}: " * bool(self.name)
        return f"{path}:{self.place()[0]} {function}: {what}{change}   in: {text}"


def mistake(path: str, name: str, old: str, new: str) -> Mutant:
    """Return the mutant that replaces a text that occurs once in a file.

    Raises:
        ValueError: the text does not occur exactly once, or the result is no valid Python.
    """
    data = read(path)
    if data.count(old.encode()) != 1:
        raise ValueError(f"{path}: {data.count(old.encode())} times, not once, there is: {old}")
    start = data.index(old.encode())
    line, inside = data[:start].count(b"\n") + 1, list[str]()
    nodes: Sequence[ast.stmt] = ast.parse(data).body if path.endswith(".py") else ()
    while within := [
        node
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and node.lineno <= line <= (node.end_lineno or 0)
    ]:
        inside.append(within[0].name)
        nodes = within[0].body
    made = Mutant(path, ".".join(inside), start, start + len(old.encode()), new, name)
    try:
        if path.endswith(".py"):
            ast.parse(made.source())
    except SyntaxError as error:
        raise ValueError(f"{path}: {name}: {error}") from None
    return made


# -- planting --------------------------------------------------------------------------------------


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object, and those of the functions and classes in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def live(paths: Sequence[str]) -> list[FunctionType]:
    """Return the existing functions of some files."""
    ends = tuple(paths)
    gc.unfreeze()  # frozen objects are not listed
    functions = [
        x for x in gc.get_objects() if type(x) is FunctionType
    ]  # a dead proxy has no class
    found = [x for x in functions if x.__code__.co_filename.endswith(ends)]
    gc.freeze()  # as it was after the collection of the tests
    return found


def exchange(path: str, source: Any, functions: Sequence[FunctionType]) -> Callable[[], None]:
    """Replace the code of a file's functions by that of another source, if it differs.

    Returns:
        a function that undoes this.

    Raises:
        ValueError: no function differs.
    """
    back, given = ExitStack(), 0
    right, new = (_by_place(compile(one, path, "exec")) for one in (read(path), source))
    for function in functions:
        old = function.__code__
        place = old.co_qualname, old.co_firstlineno
        if old.co_filename.endswith(path) and place in new and new[place] != old:
            given += new[place] != right.get(place)
            back.callback(setattr, function, "__code__", old)
            function.__code__ = new[place]
    if not given:
        raise ValueError(f"{path}: no function is another")
    return back.close


def _by_place(code: CodeType) -> dict[tuple[str, int], CodeType]:
    return {(one.co_qualname, one.co_firstlineno): one for one in codes(code)}


def plant(mutant: Mutant, functions: Sequence[FunctionType]) -> Callable[[], None]:
    """Replace the functions of a file by those of a mutant, or execute a changed module statement again.

    Returns:
        a function that undoes this.

    Raises:
        ValueError: nothing differs.
    """
    if not mutant.path.endswith(".py"):
        return _built(mutant)
    source = mutant.source()
    line = source[: mutant.start].count(b"\n") + 1
    for node in ast.parse(source).body:
        if node.lineno <= line <= (node.end_lineno or 0) and isinstance(
            node, ast.Assign | ast.AnnAssign
        ):
            back = ExitStack()
            _stated(mutant.path, node, back)
            return back.close
    return exchange(mutant.path, source, functions)


def _built(mutant: Mutant) -> Callable[[], None]:
    """Build the library of kernels from other sources, and use it."""
    back = ExitStack()
    folder = Path(back.enter_context(tempfile.TemporaryDirectory()))
    for path in build.sources_of(build.FOLDER):
        shutil.copy(path, folder)
    (folder / Path(mutant.path).name).write_bytes(mutant.source())
    build.build(folder)

    def use(where: Path) -> None:
        vars(kernels)["FOLDER"] = where
        for value in vars(kernels).values():
            if isinstance(value, type(_modules)):
                value.cache_clear()

    back.callback(use, build.FOLDER)
    use(folder)
    return back.close


def _stated(path: str, node: ast.stmt, back: ExitStack) -> None:
    """Execute a module statement again, and update the names that other modules imported from it."""
    module = sys.modules[path.removesuffix(".py").replace("/", ".")]
    before = dict(vars(module))
    back.callback(vars(module).update, before)
    exec(compile(ast.Module([node], []), path, "exec"), vars(module))
    for user in list(sys.modules.values()):
        for name in [x for x in before if before[x] is not vars(module).get(x)]:
            if vars(user).get(name) is before[name]:
                back.callback(setattr, user, name, before[name])
                setattr(user, name, vars(module)[name])


@contextmanager
def planted(mutant: Mutant) -> Iterator[None]:
    """Plant a mistake in this process within the block, with cleared caches."""
    _modules()
    take_back = plant(mutant, live([mutant.path]))
    _forget()
    try:
        yield
    finally:
        take_back()
        _forget()


@cache
def _modules() -> tuple[Any, ...]:
    for found in pkgutil.walk_packages(nqsat.__path__, "nqsat."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    return tuple(m for name, m in list(sys.modules.items()) if name.partition(".")[0] == "nqsat")


def _forget() -> None:
    """Clear the caches of nqsat, which have results of the other code."""
    for module in _modules():
        for value in list(vars(module).values()):
            if isinstance(value, type(_modules)):
                value.cache_clear()
