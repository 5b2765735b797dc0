"""Grids as people write them: rows of cells, from the top, whatever separates them.

Read are rows of single characters (``..Q.``); cells between blanks, tabs, commas, semicolons or bars
(``. . Q .``, ``0 46 45``); boards as nqsat draws them, with ranks at the left and files below; lists of
rows in JSON or Python; and one line of FEN, with ``*`` for a wall as Fairy-Stockfish has it. Empty lines at
the ends are passed over, and comments (``//``, ``%``, or ``#`` and words).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from string import whitespace
from typing import NamedTuple

from nqsat.chess.square import file_name
from nqsat.errors import InvalidNotation
from nqsat.files import lines_of

#: A line that is a comment; # is a wall as well.
_COMMENT = re.compile(r"(#\s.*[^.#x\s]|//|%)")

_COMMENT_WITHOUT_WALLS = re.compile(r"(#|//|%)")

#: A line that draws the frame of a table.
_FRAME = re.compile(r"[\s+=|-]*[+=|][\s+=|-]*")

_SEPARATOR = re.compile(r"\s*[,;\t|]\s*")

#: What stands before a list that is copied from a program: ``regions: [``, ``const board = [``.
_NAMED_LIST = re.compile(r"\s*([a-z]+\s+)?[\w\"']+\s*[:=]\s*(?=[\[(])", re.ASCII)

#: What Python writes in another way than JSON.
_IN_JSON = (("'", '"'), (r"\(", "["), (r"\)", "]"), (r",\s*\]", "]"), (r"\bNone\b", "null"))

#: Of a FEN whose move it is, castling, en passant, and two numbers of moves.
FEN_FIELDS = re.compile(
    r"(?<!\s)\s+[wb]\s+(-|[A-Za-z]{1,4})\s+(-|[a-z][0-9]{1,2})(\s+[0-9]+\s+[0-9]+)?\s*$"
)
_FEN = re.compile(r"[A-Za-z0-9*]+(/[A-Za-z0-9*]+)+", re.ASCII)
_FEN_MARK = re.compile(r"[1-9][0-9]{0,3}|[A-Za-z*]", re.ASCII)

#: The mark of a hole that a drawing shows as a blank.
HOLE = "x"


class Row(NamedTuple):
    """A row of a grid: the number of its line, from 1, its text, and its cells."""

    line: int
    text: str
    cells: tuple[str, ...]


def read_grid(field: str, text: str, *, walls: bool = True) -> list[Row]:
    """Return the rows of a grid, all of the same length; without rows it is empty.

    Args:
        field: what errors name.
        text: the grid.
        walls: whether ``#`` is a cell; else it begins a comment, whatever follows, and empty lines between
            the rows are passed over.

    Raises:
        InvalidNotation: a row has another length than the first, or a list cannot be read.
    """
    named = _NAMED_LIST.match(text)
    text = text[named.end() :] if named else text
    rows = _listed(field, text) if text.lstrip()[:1] in ("[", "(") else _written(text, walls=walls)
    for row in rows:
        if len(row.cells) != len(rows[0].cells):
            reason = f"{len(row.cells)} cells where the first row has {len(rows[0].cells)}"
            raise InvalidNotation(field, row.text, reason, line=row.line)
    return rows


def _listed(field: str, text: str) -> list[Row]:
    """The rows of a list in JSON or Python, whose rows are texts or lists; None is an empty cell.

    The brackets around all rows may be missing.
    """
    for python, in_json in _IN_JSON:
        text = re.sub(python, in_json, text)
    try:
        found = json.loads(f"[{text.rstrip(' ,;' + whitespace)}]")
        found = found[0] if len(found) == 1 else found
        rows = [
            tuple(row) if isinstance(row, str) else tuple("." if x is None else str(x) for x in row)
            for row in found
        ]
    except (ValueError, TypeError, RecursionError) as error:
        shown = text.strip()[:40]
        reason = f"expected a list of rows: {error}"
        raise InvalidNotation(field, shown, reason) from None
    return [Row(number, str(row), row) for number, row in enumerate(rows, start=1)]


def _written(text: str, *, walls: bool) -> list[Row]:
    """The rows of lines of text."""
    comment = _COMMENT if walls else _COMMENT_WITHOUT_WALLS
    lines = [
        (number, line.rstrip(" \t"))
        for number, line in enumerate(lines_of(text), start=1)
        if not comment.match(line) and not _FRAME.fullmatch(line)
    ]
    filled = [place for place, (_, line) in enumerate(lines) if line]
    lines = lines[filled[0] : filled[-1] + 1] if filled else []
    if not walls:  # between the rows of a board an empty line may be one
        lines = [(number, line) for number, line in lines if line]
    if drawn := _drawn(lines) or _fen(lines):
        return drawn
    separated = any(_SEPARATOR.search(line.strip()) for _, line in lines)
    words = [word for _, line in lines for word in line.split()]
    spaced = len(words) > len(lines) and all(len(x) == 1 or x.isdigit() for x in words)
    return [
        Row(number, line, tuple(_cells(line, separated=separated, spaced=spaced)))
        for number, line in lines
    ]


def _fen(lines: Sequence[tuple[int, str]]) -> list[Row]:
    """The ranks of a FEN; empty if it is none."""
    if len(lines) != 1:
        return []
    ((number, line),) = lines
    squares = FEN_FIELDS.sub("", line).strip()
    if not _FEN.fullmatch(squares):
        return []
    rows = []
    for rank in squares.split("/"):
        marks = [
            ["."] * int(mark) if mark.isdigit() else ["#" if mark == "*" else mark]
            for mark in _FEN_MARK.findall(rank)
        ]
        rows.append(Row(number, rank, tuple(cell for cells in marks for cell in cells)))
    return rows


def _cells(line: str, *, separated: bool, spaced: bool) -> Iterator[str]:
    """The cells of a line that has one way of separating them."""
    if separated:
        yield from (cell or "." for cell in _SEPARATOR.split(line.strip().strip("|").strip()))
    elif spaced:
        yield from line.split()
    else:
        yield from line


def _drawn(lines: Sequence[tuple[int, str]]) -> list[Row]:
    """The rows of a board drawn with ranks and files, whose holes are blank; empty if it is none.

    A cell stands in the column of the file whose letter ends where it ends.
    """
    rows: list[Row] = []
    for place, (_, below) in enumerate(lines):
        files = {match.end(): match[0] for match in re.finditer(r"\S+", below)}
        if [*files.values()] == [file_name(column) for column in range(len(files))] and place:
            break
    else:
        return []
    for rank, (number, line) in enumerate(lines[:place]):
        marks = {match.end(): match[0] for match in re.finditer(r"\S+", line)}
        name = marks.pop(min(marks, default=0), None)
        if name != str(place - rank) or not marks.keys() <= files.keys():
            return []
        rows.append(Row(number, line, tuple(marks.get(end, HOLE) for end in files)))
    return rows
