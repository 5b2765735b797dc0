"""What went wrong in a user's own function, in one line."""

from __future__ import annotations

import traceback
from collections.abc import Callable


def fault(function: Callable[..., object], error: BaseException) -> str:
    """The error, and in which line of the function's file it came up."""
    code = getattr(function, "__code__", None)
    place = ""
    for frame in traceback.extract_tb(error.__traceback__):
        if code is not None and frame.filename == code.co_filename:
            place = f", line {frame.lineno}"
    text = str(error).partition("\n")[0]
    return f"{type(error).__name__}{place}: {text}"
