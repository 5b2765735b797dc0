"""Grids as people write them: rows of cells, from the top, whatever separates them.

Read are rows of single characters (``..Q.``); cells between blanks, tabs, commas, semicolons or bars
(``. . Q .``, ``0 46 45``); boards as nqsat draws them, with ranks at the left and files below; one line of
FEN, with ``*`` for a wall as Fairy-Stockfish has it; and lists of rows in JSON or Python, also behind a
name (``regions = [``). Regions may be lists of their cells, (row, column) from the top left. Boxes may be
drawn around cells, in ASCII or Unicode: a row between bars, tabs or lines is a row, whatever is in it.
Ignored are empty lines at the ends, or within a square map of regions; comments (``//``, ``%``, or
``#`` and words); and a line of the size above the grid (``4 4``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from string import whitespace
from typing import Any, NamedTuple

from nqsat.chess.grid_lines import Line, blocks_of, row_lines
from nqsat.chess.square import file_name
from nqsat.errors import InvalidModel, InvalidNotation
from nqsat.files import data_of, read_text

#: A number of several digits; an empty cell that has room for one, or is -1.
_NUMBER = re.compile(r"[0-9]+|-1|_+", re.ASCII)

_SEPARATOR = re.compile(r" *[,;\t|] *")

#: How a list of rows begins: at once, or behind a name (``regions: [``).
_LIST = re.compile(r"\s*(([a-z]+\s+)?[\w\"']+\s*[:=]\s*)?(?=[\[({])", re.ASCII)

#: The prefix of a preset that is a whole board in FEN.
FEN = "fen:"

#: The prefix of a preset that is a permutation: for each file the rank of its piece.
PERMUTATION = "perm:"

#: Of a FEN whose move it is, castling, en passant, and two numbers of moves.
FEN_FIELDS = re.compile(
    r"(?<!\s)\s+[wb]\s+(-|[A-Za-z]{1,4})\s+(-|[a-z][0-9]{1,2})(\s+[0-9]+\s+[0-9]+)?\s*$"
)

#: The text of databases and Crazyhouse after the last rank.
EMPTY_POCKET = re.compile(r"(?<=\w)(/|\[-?\])\s*$")
_FEN = re.compile(r"[A-Za-z0-9*]+(/[A-Za-z0-9*]+)+", re.ASCII)
_FEN_MARK = re.compile(r"[1-9][0-9]{0,3}|[A-Za-z*]", re.ASCII)

#: Lines that may precede a drawn board.
_HEADING = re.compile(r"|[0-9]+\. .*|.*[a-z]{3}.*")

#: The largest file of a grid, in bytes.
_LARGEST = 20_000_000

#: The mark of a hole that a drawing shows as a blank.
HOLE = "x"


#: Other forms of a grid, besides the text of ``8x8``; see ``text_of_grid``.
Grid = str | Path | Sequence[Sequence[object]]


class Row(NamedTuple):
    """A row of a grid: the number of its line, from 1, its text, and its cells."""

    line: int
    text: str
    cells: tuple[str, ...]


def file_named(text: str) -> Path | None:
    """Return the path of the file that a text names: ``file:map.txt``, or ``-`` for standard input."""
    names = text == "-" or text.startswith("file:")
    return Path(text.removeprefix("file:")) if names else None


def text_of_grid(field: str, value: object, *, named: bool = True) -> str | None:
    """Return the text of a grid; None if the value is something else.

    Args:
        field: what errors name.
        value: the text, rows as data, or the path of a file.
        named: whether a text may name a file as well (``file:map.txt``, ``-``); texts in data may not.
    """
    if isinstance(value, str) and named:
        value = file_named(value) or value
    if isinstance(value, Path):
        return read_text(field, value, _LARGEST)
    if isinstance(value, str):
        return value if "\n" in value or value[:1] in ("[", "(", "{") else None
    value = value.tolist() if hasattr(value, "tolist") else value
    return json.dumps(value) if isinstance(value, list | tuple | dict) else None


def read_grid(field: str, text: str, *, walls: bool = True) -> list[Row]:
    """Return the rows of a grid, all of the same length; without rows it is empty.

    Args:
        field: what errors name.
        text: the grid.
        walls: whether ``#`` is a cell; else it begins a comment, whatever follows.

    Raises:
        InvalidNotation: a row has another length than the first, or a list cannot be read.
    """
    read = _listed if _LIST.match(text) else _written
    rows = _without_size(read(field, text, walls=walls))
    for row in rows:
        if len(row.cells) != len(rows[0].cells):
            reason = f"{len(row.cells)} cells where the first row has {len(rows[0].cells)}"
            reason += "; write x for no square" if walls else ""
            raise InvalidNotation(field, row.text, reason, line=row.line)
    return rows


def clues_in(field: str, name: str, text: str, others: Iterable[str] = ()) -> dict[str, str]:
    """Return the clues that a text has, as a parameter: ``..3/1..``, with commas where a clue is long.

    Args:
        field: what errors name.
        name: the parameter; where the text says ``clues=..3/1..``, as nqsat prints it, that is taken.
        text: a grid, or a text that says so.
        others: parameters that are also returned, where the text states them.

    Raises:
        InvalidModel: there are no rows, or one column of long clues.
        InvalidNotation: as ``read_grid``.
    """
    found = {x: re.search(rf"(?<!\S){re.escape(x)}=(\S+)", text) for x in (name, *others)}
    stated = {x: said[1] for x, said in found.items() if said}
    if name in stated:
        return stated
    rows = [row.cells for row in read_grid(field, text)]
    comma = "," if any(len(cell) > 1 for row in rows for cell in row) else ""
    if not rows or (comma and len(rows[0]) == 1):
        raise InvalidModel(field, "has no rows, or one column of long numbers")
    return {name: "/".join(map(comma.join, rows)), **stated}


def _without_size(rows: list[Row]) -> list[Row]:
    """The rows without a first line that is the size of the others: ``4 4``, or ``4`` of a square."""
    (_, _, size), *others = rows or [Row(1, "", ())]
    columns = {len(row.cells) for row in others}
    if columns == {len(size)} or len(columns) != 1:
        return rows
    sizes = {(str(len(others)), str(*columns)), (str(len(others)),) * (columns == {len(others)})}
    return others if size in sizes else rows


def _listed(field: str, text: str, *, walls: bool) -> list[Row]:
    """The rows of the list in a text: rows are texts or lists, and None is an empty cell."""
    try:
        found = _rows_in(text)
        if not walls and (regions := _cells_by_region(found)):
            cells = [*_map_of(regions)]
        elif isinstance(found, list) and all(isinstance(row, str) for row in found):
            return _written(field, "\n".join(found), walls=walls)
        elif isinstance(found, list) and all(isinstance(row, list) for row in found):
            cells = [tuple("." if x is None else str(x) for x in row) for row in found]
        else:
            raise ValueError("a row is a list or a text")
    except ValueError as error:
        reason = f"expected a list of rows: {error}"
        raise InvalidNotation(field, text.strip()[:40], reason) from None
    return [Row(number, f"[{', '.join(row)}]", row) for number, row in enumerate(cells, start=1)]


def _rows_in(text: str) -> Any:
    """The data of a text that begins with a list, maybe behind a name; its brackets may be missing."""
    name = _LIST.match(text)
    body = text[name.end() if name else 0 :].rstrip(" ,;" + whitespace)
    try:
        data = data_of(body)
    except ValueError:
        data = data_of(f"[{body}]")
    while isinstance(data, list) and len(data) == 1 and _holds_rows(data[0]):
        data = data[0]
    return data


def _holds_rows(data: object) -> bool:
    """Whether it is a list of lists, or of texts of several cells, or has the cells of regions."""
    if isinstance(data, dict):
        return bool(_cells_by_region(data))
    return isinstance(data, list) and all(
        isinstance(row, list) or (isinstance(row, str) and len(row) > 1) for row in data
    )


def _cells_by_region(data: Any) -> dict[str, list[Sequence[int]]]:
    """The cells of each region, if that is what the data are: pairs (row, column)."""
    each = dict(data if isinstance(data, dict) else enumerate(data))
    if not all(isinstance(region, list) for region in each.values()):
        return {}
    cells = [cell for region in each.values() for cell in region or [0]]
    pairs = all(
        isinstance(cell, list) and len(cell) == 2 and {*map(type, cell)} == {int} for cell in cells
    )
    return {str(name): [*region] for name, region in each.items()} if pairs else {}


def _map_of(regions: Mapping[str, Iterable[Sequence[int]]]) -> Iterator[tuple[str, ...]]:
    """The rows of a map of regions that are given by their cells, counted from 0 or from 1."""
    names = {(i, j): name for name, cells in regions.items() for i, j in cells}
    first = min(min(cell) for cell in names)
    rows, columns = (range(first, max(numbers) + 1) for numbers in zip(*names, strict=True))
    if first not in (0, 1) or len(names) < len(rows) * len(columns) / 2:
        raise ValueError("half of the cells belong to no region")
    for i in rows:
        yield tuple(names.get((i, j), ".") for j in columns)


def _written(field: str, text: str, *, walls: bool) -> list[Row]:
    lines = row_lines(text, walls=walls)
    if drawn := _drawn(field, lines):
        return drawn
    blocks = blocks_of(lines)
    rows = _cells_of(lines, walls=walls) if walls or len(blocks) == 1 else []
    if rows and (len(blocks) == 1 or len({len(row.cells) for row in rows}) == 1):
        return rows  # an empty line may be a row of holes
    rows = _cells_of([line for block in blocks for line in block], walls=walls)
    if (walls and rows) or any(len(row.cells) != len(rows) for row in rows):
        number = blocks[0][-1].number + 1
        reason = "an empty line between rows; leave it out, or one of two grids"
        raise InvalidNotation(field, "", reason, line=number)
    return rows


def _cells_of(lines: Sequence[Line], *, walls: bool) -> list[Row]:
    if walls and len(lines) == 1 and (ranks := _fen(*lines[0])):
        return ranks
    if len(lines) == 1 and len({*map(len, rows := re.split("[/ ]", lines[0][1]))}) == 1:
        lines = [Line(1, row) for row in rows] if len(rows) == len(rows[0]) else lines
    if any(_SEPARATOR.search(line.strip(" ")) for _, line in lines):
        return _table(lines)
    words = [[*filter(None, line.split(" "))] for _, line in lines]
    short = all(len(x) == 1 or _NUMBER.fullmatch(x) for row in words for x in row)
    spaced = sum(map(len, words)) > len(lines) and (short or len({*map(len, words)}) == 1)
    if spaced:
        return _aligned(lines) or _rows(lines, words)
    return _rows(lines, (line for _, line in lines))


def _rows(lines: Iterable[Line], cells: Iterable[Iterable[str]]) -> list[Row]:
    return [Row(*line, tuple(row)) for line, row in zip(lines, cells, strict=True)]


def _table(lines: Sequence[Line]) -> list[Row]:
    """The rows of cells between separators, without numbers of rows and columns behind an empty corner."""
    texts = [line.strip(" ") for _, line in lines]
    if all(text.startswith("|") for text in texts):
        last = -1 if all(text.endswith("|") and len(text) > 1 for text in texts) else None
        texts = [text[1:last].strip(" ") for text in texts]
    table = [[_unquoted(cell) for cell in _SEPARATOR.split(text)] for text in texts]
    corner, *names = table[0]
    if not corner and len(names) > 1 and all(names) and names == [row[0] for row in table[1:]]:
        lines, table = lines[1:], [row[1:] for row in table[1:]]
    return _rows(lines, ([cell or "." for cell in row] for row in table))


def _unquoted(cell: str) -> str:
    return cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell


def _aligned(lines: Sequence[Line]) -> list[Row]:
    """The rows of cells in columns, with a hole where one is blank; empty if none is before others."""
    cells = [{word.end(): word[0] for word in re.finditer(r"\S+", line)} for _, line in lines]
    columns = sorted({end for row in cells for end in row})
    gaps = any([*row] != columns[: len(row)] for row in cells)
    widths = {right - left for left, right in pairwise(columns)}
    if not gaps or len({*map(len, cells)}) == 1 or len(widths) != 1:
        return []
    if max(len(word) for row in cells for word in row.values()) >= max(widths):
        return []
    return _rows(lines, ([row.get(end, HOLE) for end in columns] for row in cells))


def _fen(number: int, line: str) -> list[Row]:
    squares = EMPTY_POCKET.sub("", FEN_FIELDS.sub("", line)).strip()
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


def _drawn(field: str, lines: Sequence[Line]) -> list[Row]:
    """The rows of a board drawn with ranks and files, whose holes are blank; empty if it is none."""
    boards = [
        _ranks(lines[:place], {match.end() for match in re.finditer(r"\S+", below)})
        for place, (_, below) in enumerate(lines)
        if place and below.split() == [file_name(i) for i in range(len(below.split()))]
    ]
    boards = [board for board in boards if board]
    if len(boards) > 1:
        where, *_ = boards[1]
        reason = f"{len(boards)} boards are drawn; leave one"
        raise InvalidNotation(field, where.text, reason, line=where.line)
    found = boards[0] if boards else []
    for number, line in lines:
        next_rank = line.split()[:1] == [str(len(found) + 1)] and not _HEADING.fullmatch(line)
        if found and number < found[0].line and next_rank:
            reason = (
                "a line is between ranks; write clues with walls as nqsat prints them: numbers=…"
            )
            raise InvalidNotation(field, line, reason, line=number)
    return found


def _ranks(lines: Sequence[Line], files: set[int]) -> list[Row]:
    """The last lines as ranks, if they are: a cell ends where the name of its file does."""
    rows: list[Row] = []
    for rank, (number, line) in enumerate(reversed(lines), start=1):
        marks = {match.end(): match[0] for match in re.finditer(r"\S+", line)}
        name = marks.pop(min(marks, default=0), None)
        if name != str(rank) or not marks.keys() <= files:
            return rows[::-1] if _HEADING.fullmatch(line) else []
        rows.append(Row(number, line, tuple(marks.get(end, HOLE) for end in sorted(files))))
    return rows[::-1]
