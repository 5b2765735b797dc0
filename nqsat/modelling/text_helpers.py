"""Words for people: one of them or several, parameters on a line, what is wrong in their own functions."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from types import TracebackType
from typing import Any


def plural(number: int, things: str) -> str:
    """A word in the singular or plural; it is given in the plural: ``plural(1, "models")`` is a model."""
    if number != 1:
        return things
    return things[:-3] + "y" if things.endswith("ies") else things[:-1]


def runs_of(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of each run of consecutive numbers."""
    for _, run in groupby(enumerate(numbers), lambda item: item[1] - item[0]):
        several = [number for _, number in run]
        yield several[0], several[-1]


#: A range with a hyphen.
_HYPHENED = re.compile(r"([0-9]+)[-–]([0-9]+)", re.ASCII)


def dotted(text: str) -> str:
    """A range as nqsat writes it: ``3-5`` is ``3..5``; other texts as they are."""
    return _HYPHENED.sub(r"\1..\2", text) if _HYPHENED.fullmatch(text) else text


def text_of(parameters: Mapping[str, object]) -> str:
    """Parameters on one line: ``n=8 k=1``."""
    return " ".join(f"{name}={value}" for name, value in parameters.items())


def theirs(error: BaseException) -> BaseException:
    """The error with the frames of the user's own code only, also if it ends the program.

    Whoever has set ``sys.excepthook`` keeps it.
    """
    if sys.excepthook is sys.__excepthook__:
        sys.excepthook = _show_theirs
    return error.with_traceback(_theirs(error.__traceback__))


def _show_theirs(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    shown = _theirs(trace) or trace
    sys.__excepthook__(kind, error.with_traceback(shown), shown)


def _theirs(trace: TracebackType | None) -> TracebackType | None:
    """The frames of a traceback that are not of nqsat."""
    if trace is None:
        return None
    rest, frame = _theirs(trace.tb_next), trace.tb_frame
    if frame.f_globals.get("__name__", "").partition(".")[0] == "nqsat":
        return rest
    return TracebackType(rest, frame, trace.tb_lasti, trace.tb_lineno)


def error_text(function: Callable[..., object], error: BaseException) -> str:
    """The error, and in which line of the function's file it came up."""
    code = getattr(function, "__code__", None)
    place = ""
    for frame in traceback.extract_tb(error.__traceback__):
        if code is not None and frame.filename == code.co_filename:
            place = f", line {frame.lineno}"
    text = str(error).partition("\n")[0]
    return f"{type(error).__name__}{place}: {text}"
