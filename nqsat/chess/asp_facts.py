"""Read a board from facts of an answer set program: its size and its forbidden squares."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nqsat.chess.square import Square
from nqsat.errors import InvalidNotation

_FACT = re.compile(r"(size|forbidden)\s*\(\s*([0-9]+(?:\s*,\s*[0-9]+)*)\s*\)\s*\.", re.ASCII)
_SKIP = re.compile(r"(?:\s+|%(?!\*)[^\n]*)*+", re.ASCII)
_ARGUMENTS = {"size": 1, "forbidden": 2}


def read_facts(text: str) -> tuple[int, frozenset[Square]]:
    """Read the facts of a queens problem with forbidden squares; return the size and the squares.

    ``size(8).`` means 8 rows and columns, ``forbidden(1,2).`` that no piece may stand in row 1, column 2,
    counted from 1 at the top left. Several facts may be on one line; ``%`` begins a comment. Rules and
    ranges are not supported.

    Raises:
        InvalidNotation: the text has something else, the size is missing or given twice, or a
            forbidden square is off the board; with the line.
    """
    sizes: list[int] = []
    lines: dict[Square, int] = {}
    for name, numbers, line in _facts(text):
        if name == "forbidden":
            lines.setdefault(Square(numbers[0] - 1, numbers[1] - 1), line)
        elif sizes:
            raise InvalidNotation("board", f"size({numbers[0]})", "a second size", line=line)
        else:
            sizes.append(numbers[0])
    if not sizes:
        raise InvalidNotation("board", text[:40].partition("\n")[0], "there is no fact size(8).")
    for square, line in lines.items():
        if not (0 <= square.row < sizes[0] and 0 <= square.column < sizes[0]):
            fact = f"forbidden({square.row + 1},{square.column + 1})"
            raise InvalidNotation("board", fact, f"off the board of size {sizes[0]}", line=line)
    return sizes[0], frozenset(lines)


def _facts(text: str) -> Iterator[tuple[str, list[int], int]]:
    """Yield each fact with its numbers and the line where it begins."""
    place, line = 0, 1
    while True:
        match = _SKIP.match(text, place)
        end = match.end() if match else place
        line += text.count("\n", place, end)
        place = end
        if place == len(text):
            return
        fact = _FACT.match(text, place)
        shown = text[place : place + 80].partition("\n")[0]
        if fact is None:
            reason = "expected size(8). or forbidden(1,2). or a comment of one line"
            raise InvalidNotation("board", shown, reason, line=line)
        name, numbers = fact[1], fact[2].split(",")
        if len(numbers) != _ARGUMENTS[name] or max(map(len, numbers)) > 12:
            example = "size(8)." if name == "size" else "forbidden(1,2)."
            raise InvalidNotation("board", shown, f"write {example}", line=line)
        yield name, [int(number) for number in numbers], line
        line += text.count("\n", place, fact.end())
        place = fact.end()
