"""Facts of answer set programs: the size of a board and its forbidden squares."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nqsat.chess.square import Square
from nqsat.errors import InvalidNotation

_FACT = re.compile(r"(size|forbidden)\s*\(\s*([0-9]+(?:\s*,\s*[0-9]+)*)\s*\)\s*\.", re.ASCII)
_SKIP = re.compile(r"(?:\s+|%(?!\*)[^\n]*)*+", re.ASCII)
_ARGUMENTS = {"size": 1, "forbidden": 2}


def read_facts(text: str) -> tuple[int, frozenset[Square]]:
    """Read facts of answer set programs, of queens problems with forbidden squares: the size, and these.

    ``size(8).`` says that the board has 8 rows and columns, ``forbidden(1,2).`` that no piece may stand in
    row 1, column 2, both counted from 1 at the top left. Facts may stand on one line or on several, ``%``
    begins a comment. Nothing else is read: no rules, no ranges.

    Raises:
        InvalidNotation: something else stands there, the size is missing or given twice, or a
            forbidden square lies off the board; with the line.
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
    """Each fact with its numbers and the line where it begins."""
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
