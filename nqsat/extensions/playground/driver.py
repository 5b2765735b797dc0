"""The driver in the browser: runs a program of Python, or commands, one per line."""

from __future__ import annotations

import ast
import os
import re
import runpy
import shlex
import shutil
import sys
import traceback
from collections.abc import Callable
from keyword import iskeyword
from pathlib import Path
from typing import Any

#: Called with what is shown besides the text: its kind and its HTML (``board``, ``page``), or with
#: ``error`` and the number of the line that is wrong, where it is known.
Show = Callable[[str, str], None]

#: Where programs run, beside the package: it has the files of the lessons.
FOLDER = "playground"


def _no_input(_: str = "") -> str:
    raise RuntimeError("this page reads no input; write the value into the program: n = 8")


_NAMES: dict[str, Any] = {"__name__": "__main__", "input": _no_input}

#: A line of words and numbers, as commands are; Python has none of several.
_WORDS = re.compile(r"\s*([\w-]+)(\s+[\w.=:-]+)+\s*")

#: The folders that each program made: it makes them again when it runs again.
_MADE: dict[str, list[Path]] = {}


def warm() -> None:
    """Go to the folder of programs, and import what the first answer needs."""
    import nqsat

    (home := Path(nqsat.__file__).parents[1] / FOLDER).mkdir(exist_ok=True)
    os.chdir(home)
    _NAMES["nqsat"] = nqsat
    _show_value(nqsat.solve("queens", n=4).solution, lambda *_: None)


def run(text: str, show: Show) -> None:
    """Run a program as a notebook does: its last value is shown, and pages and pictures that it wrote."""
    os.environ.setdefault("COLUMNS", "80")
    for folder in _MADE.pop(text, ()):
        shutil.rmtree(folder, ignore_errors=True)
    before = _entries()
    numbered = enumerate(text.splitlines(), 1)
    lines = {n: x.removeprefix("$ ") for n, x in numbered if x.split("#")[0].strip()}
    try:
        if lines and all(line.split()[:1] == ["nqsat"] for line in lines.values()):
            for number, line in lines.items():
                if not _run_command(line):
                    show("error", str(number))
        else:
            _run_program(text, show)
    except SystemExit as end:  # the program ends itself
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
            show("error", "")
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    sys.stdout.flush()
    for path, written in _entries().items():
        if path.is_dir() and path not in before:
            _MADE.setdefault(text, []).append(path)
        elif path.suffix in {".html", ".svg"} and before.get(path) != written:
            show("page" if path.suffix == ".html" else "board", path.read_text("utf-8"))


def _entries() -> dict[Path, int]:
    """The files in the folder, and when they were written."""
    return {path: path.lstat().st_mtime_ns for path in Path().iterdir()}


def _run_program(text: str, show: Show) -> None:
    if named := re.match(r"# (\w+\.py)\n", text):
        Path(named[1]).write_text(text, "utf-8")
        print(f"{named[1]} is written: commands and programs may use it")
    try:
        tree = ast.parse(text, "<playground>")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "<playground>", "exec", dont_inherit=True), _NAMES)
        if isinstance(last, ast.Expr):
            code = compile(ast.Expression(last.value), "<playground>", "eval", dont_inherit=True)
            value = eval(code, _NAMES)
            if value is not None:
                _show_value(value, show)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == "<playground>"]
        where = f"line {lines[-1]}: " if lines else ""
        absent = isinstance(error, ModuleNotFoundError) and lines
        cure = "; this page has only nqsat and Python's own modules" if absent else ""
        words = isinstance(error, SyntaxError) and _WORDS.fullmatch(error.text or "")
        if words and not iskeyword(words[1]):
            cure = "; among commands each line begins with nqsat, as in nqsat count queens 8"
        print(f"{where}{type(error).__name__}: {error}{cure}", file=sys.stderr)
        if isinstance(error, SyntaxError) and error.filename == "<playground>":
            lines = [error.lineno]
        show("error", str(lines[-1]) if lines else "")


def _show_value(value: Any, show: Show) -> None:
    from nqsat.reporting import gallery_of
    from nqsat.viewing import View

    if isinstance(value, View):
        show("page", value.html)
    elif isinstance(value, list) and (many := gallery_of(value)):
        show("board", many)
    elif html := getattr(value, "_repr_html_", None):
        show("board", html())
    elif svg := getattr(value, "_repr_svg_", None):
        show("board", svg())
    else:
        print(value)


def _run_command(line: str) -> bool:
    """Whether the command did what was asked; what a limit stopped did."""
    try:
        sys.argv = shlex.split(line)
    except ValueError as error:
        print(f"nqsat: {line}: {error}", file=sys.stderr)
        return False
    try:
        runpy.run_module("nqsat", run_name="__main__")
    except SystemExit as end:  # what went wrong has been said; the next command runs
        return end.code in (None, 0, 3)
    return True
