"""What the window shows that stdout goes to."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TextIO, TypedDict


class Screen(TypedDict):
    """How wide a line may be, and whether it may have colours: the last arguments of what draws."""

    width: int | None
    colour: bool


def screen(place: Path | None = None) -> Screen:
    """The window of stdout; a pipe has none, nor has the file of ``-o``: there a row stays a line.

    A variable ``NO_COLOR``, or ``TERM=dumb``, leaves the colours out.
    """
    if place is not None or not sys.stdout.isatty():
        return {"width": None, "colour": False}
    return {"width": shutil.get_terminal_size().columns, "colour": may_shine()}


def may_shine() -> bool:
    """Whether a terminal may have colours."""
    return not os.environ.get("NO_COLOR") and not _is_dumb()


def can_move(stream: TextIO | None) -> bool:
    """Whether lines can be rewritten there."""
    try:
        return stream is not None and stream.isatty() and not _is_dumb()
    except (ValueError, AttributeError):
        return False


def _is_dumb() -> bool:
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown")
