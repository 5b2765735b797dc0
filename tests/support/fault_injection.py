"""Planting mistakes: a source with another text in it, as new code of the functions that are there.

Planted in a process of its own, as ``benchmarks/mutants.py`` does, or for a while in this one.
"""

from __future__ import annotations

import ast
import gc
import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import numpy as np

import nqsat

TREE = Path(__file__).parents[2]


def read(path: str) -> bytes:
    """A source, from here or from the tree."""
    return (Path(path) if Path(path).exists() else TREE / path).read_bytes()


class Mutant(NamedTuple):
    """Bytes of a file, and what stands there instead; the function they are in, or a class, or nothing."""

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
        """The number of the line where it begins, and what that says."""
        data = read(self.path)
        line = data[: self.start].count(b"\n")
        return line + 1, data.split(b"\n")[line].decode().strip()

    @property
    def said(self) -> tuple[str, str, str, str]:
        """What a ``Reason`` is asked about; a change is one line."""
        old = read(self.path)[self.start : self.end].decode()
        change = f"{' '.join(old.split())} -> {' '.join(self.new.split())}"
        return self.path, self.function, self.place()[1], change

    def __str__(self) -> str:
        path, function, text, change = self.said
        what = f"{self.name}: " * bool(self.name)
        return f"{path}:{self.place()[0]} {function}: {what}{change}   in: {text}"


def mistake(path: str, name: str, old: str, new: str) -> Mutant:
    """A text that stands once in a file, and another one instead of it.

    Raises:
        ValueError: it is not there, or comes twice, or what is instead is no Python.
    """
    data = read(path)
    if data.count(old.encode()) != 1:
        raise ValueError(f"{path}: {data.count(old.encode())} times, not once, there is: {old}")
    start = data.index(old.encode())
    line, inside = data[:start].count(b"\n") + 1, list[str]()
    nodes: Sequence[ast.stmt] = ast.parse(data).body
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
        ast.parse(made.source())
    except SyntaxError as error:
        raise ValueError(f"{path}: {name}: {error}") from None
    return made


# -- planting --------------------------------------------------------------------------------------


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code, and those of the functions and classes in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def live(paths: Sequence[str]) -> list[FunctionType]:
    """The functions that there are of some files."""
    ends = tuple(paths)
    gc.unfreeze()  # who is frozen is not among the objects
    found = [
        x
        for x in gc.get_objects()
        if isinstance(x, FunctionType) and x.__code__.co_filename.endswith(ends)
    ]
    gc.freeze()  # as the tests left it once they were collected
    return found


def exchange(path: str, source: Any, functions: Sequence[FunctionType]) -> Callable[[], None]:
    """Give the functions of a file the code that they have in another source of it, where that differs.

    Returns:
        what takes it back.

    Raises:
        ValueError: none differs.
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
    """Exchange the functions of a file for those of a mutant; do a statement outside of them again.

    Returns:
        what takes it back.

    Raises:
        ValueError: nothing differs.
    """
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


def _stated(path: str, node: ast.stmt, back: ExitStack) -> None:
    """Do a statement of a module again, and give what it states to all who have it."""
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
    """With a mistake made in this process, where nobody remembers what was right."""
    _modules()
    take_back = plant(mutant, live([mutant.path]))
    _forget()
    try:
        yield
    finally:
        take_back()
        _forget()


@contextmanager
def interpreted() -> Iterator[None]:
    """Compiled kernels run as plain Python."""
    with ExitStack() as stack, np.errstate(over="ignore"):
        for module in _modules():
            for name, value in list(vars(module).items()):
                if hasattr(value, "py_func"):
                    stack.callback(setattr, module, name, value)
                    setattr(module, name, value.py_func)
        yield


@cache
def _modules() -> tuple[Any, ...]:
    """All of nqsat, imported."""
    for found in pkgutil.walk_packages(nqsat.__path__, "nqsat."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    return tuple(m for name, m in list(sys.modules.items()) if name.partition(".")[0] == "nqsat")


def _forget() -> None:
    """Empty the caches of nqsat: they remember what was right, or wrong."""
    for module in _modules():
        for value in list(vars(module).values()):
            if isinstance(value, type(_modules)):
                value.cache_clear()
