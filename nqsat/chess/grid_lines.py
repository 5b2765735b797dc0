"""Which lines of a text are rows of a grid: not comments, not lines of boxes, not a size above the grid.

A line between bars, tabs or lines of boxes is a row, whatever is in it: also nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from nqsat.files import lines_of

#: A line that is a comment; # is a wall as well.
_COMMENT = re.compile(r"(#\s.*[^.#x\s]|//|%)")

_COMMENT_WITHOUT_WALLS = re.compile(r"(#|//|%)")

#: Unicode's box-drawing characters, in ASCII.
_BOXES = {
    **dict.fromkeys(range(0x2500, 0x2580), "+"),
    **dict.fromkeys(map(ord, "─━┄┅┈┉╌╍╴╶╸╺╼╾═"), "-"),
    **dict.fromkeys(map(ord, "│┃┆┇┊┋╎╏╵╷╹╻╽╿║"), "|"),
}

#: A line without marks: a part of a box, or a row of empty cells.
_BARE = re.compile(r"[\s+=|-]*")

_CORNER = re.compile(r"[+=]")

_BETWEEN = re.compile(r"[\s|]+")


class Line(NamedTuple):
    """A line of a text, with its number from 1."""

    number: int
    text: str


def row_lines(text: str, *, walls: bool) -> list[Line]:
    """Return the lines that may be rows, and empty ones between; ``#`` is a cell or begins a comment."""
    comment = _COMMENT if walls else _COMMENT_WITHOUT_WALLS
    every = (Line(*line) for line in enumerate(lines_of(text.translate(_BOXES)), start=1))
    lines = _without_boxes([line for line in every if not comment.match(line.text)])
    # Tabs stand between cells, or before or behind a line, where they are blanks.
    tabs = {line.text.count("\t") for line in lines if line.text.strip(" ")}
    apart = any("\t" in line.text.strip() for line in lines) or (len(tabs) == 1 and max(tabs) > 1)
    blanks = " " if apart else " \t"
    lines = [Line(number, line.rstrip(blanks)) for number, line in lines]
    filled = [place for place, line in enumerate(lines) if line.text]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def blocks_of(lines: Iterable[Line]) -> list[list[Line]]:
    """Return the lines between empty lines."""
    parts = groupby(lines, key=lambda line: bool(line.text))
    return [list(block) for filled, block in parts if filled]


def _without_boxes(lines: Sequence[Line]) -> list[Line]:
    """The lines that draw no part of a box. A box of several lines is one row, if one of them has marks."""
    marked = [line.text for line in lines if not _BARE.fullmatch(line.text)]
    marks = {mark for text in marked for mark in _BETWEEN.split(text)}
    barred = any("|" in line.text for line in lines)
    dashed = sum({*_BETWEEN.split(line.text)} - {""} == {"-"} for line in lines)

    def is_box(line: Line) -> bool:
        words = {*_BETWEEN.split(line.text)} - {""}
        if not _BARE.fullmatch(line.text) or not words:
            return False
        empty_cells = words <= marks or (words == {"-"} and dashed > 1)  # one is Markdown's
        return bool(_CORNER.search(line.text)) or (barred and not empty_cells)

    parts = [(box, [*part]) for box, part in groupby(lines, key=is_box)]
    bands = [part for box, part in parts if not box and any(line.text.strip() for line in part)]
    rows = [row for band in bands if (row := _only_marked(band))]
    width = {line.text.count("|") for band in bands for line in band}
    corners = {line.text.count("+") for box, part in parts if box for line in part}
    if 1 < len(bands) == len(rows) and len(width) == 1 and width == corners:
        return rows
    return [line for box, part in parts if not box for line in part]


def _only_marked(band: Sequence[Line]) -> Line | None:
    """The line of a box that has marks, or its first if all are bare; None if several have marks."""
    marked = [line for line in band if not _BARE.fullmatch(line.text)]
    return None if len(marked) > 1 else (marked or band)[0]
