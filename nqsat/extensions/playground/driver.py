"""What runs in the browser: a program of Python, or commands, one a line."""

from __future__ import annotations

import ast
import os
import re
import runpy
import shlex
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

#: Called with what is shown beside the text: its kind (``board`` or ``page``) and its HTML.
Show = Callable[[str, str], None]

_NAMES: dict[str, Any] = {"__name__": "__main__"}


def run(text: str, show: Show) -> None:
    """Run a program as a notebook does: its last value is shown, and pages and pictures that it wrote."""
    os.environ.setdefault("COLUMNS", "80")
    before = _written()
    lines = [line.removeprefix("$ ") for line in text.splitlines() if line.strip()]
    try:
        if lines and all(line.split()[:1] == ["nqsat"] for line in lines):
            for line in lines:
                _run_command(line)
        else:
            _run_program(text, show)
    except SystemExit as end:  # the program ends itself
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    sys.stdout.flush()
    for path, written in _written().items():
        if before.get(path) != written:
            show("page" if path.suffix == ".html" else "board", path.read_text("utf-8"))


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
        print(f"{where}{type(error).__name__}: {error}", file=sys.stderr)


def _show_value(value: Any, show: Show) -> None:
    from nqsat.viewing import View

    if isinstance(value, View):
        show("page", value.html)
    elif html := getattr(value, "_repr_html_", None):
        show("board", html())
    elif svg := getattr(value, "_repr_svg_", None):
        show("board", svg())
    else:
        print(value)


def _run_command(line: str) -> None:
    try:
        sys.argv = shlex.split(line)
    except ValueError as error:
        print(f"nqsat: {line}: {error}", file=sys.stderr)
        return
    with suppress(SystemExit):  # what went wrong has been said; the next command runs
        runpy.run_module("nqsat", run_name="__main__")


def _written() -> dict[Path, int]:
    return {
        path: path.stat().st_mtime_ns
        for path in Path().iterdir()
        if path.suffix in {".html", ".svg"}
    }
