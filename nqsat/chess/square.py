"""Squares: cells of a board, as ``(row, column)`` and in algebraic notation.

Row 0 is at the top, column 0 at the left. Algebraic names count ranks from the bottom,
so a name depends on the number of rows: with 8 rows ``Square(0, 2)`` is ``c8``.
"""

from __future__ import annotations

import re
from functools import lru_cache, reduce
from string import ascii_lowercase
from typing import NamedTuple

from nqsat.errors import InvalidModel, InvalidNotation, Place, integer

_ALGEBRAIC = re.compile(r"([a-z]{1,6})([1-9][0-9]{0,8})", re.ASCII)


@lru_cache(maxsize=4096)
def file_name(column: int, alphabet: str = ascii_lowercase) -> str:
    """Return the letters of a file: 0 → ``a``, 25 → ``z``, 26 → ``aa``, 27 → ``ab``, …"""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, len(alphabet))
        letters = alphabet[rest] + letters
    return letters


def column_of(file: str) -> int:
    """Return the column of a file in letters from ``a`` to ``z``: ``file_name`` backwards."""
    return reduce(lambda column, letter: 26 * column + ord(letter) - ord("a") + 1, file, 0) - 1


class Square(NamedTuple):
    """One cell of a board: row and column, counted from 0 at the top left; ordered row by row."""

    row: int
    column: int

    def __repr__(self) -> str:
        return f"Square({self.row}, {self.column})"

    @classmethod
    def of(cls, value: object, field: Place) -> Square:
        """Read a pair of integers as a square; errors name ``field``.

        Raises:
            InvalidModel: the value is not a pair of integers.
        """
        if isinstance(value, tuple | list) and len(value) == 2:
            row, column = map(integer, value)
            if row is not None and column is not None:
                return cls(row, column)
        reason = f"{value!r} is not a square: a pair of whole numbers (row, column)"
        raise InvalidModel(field, reason)

    def name(self, rows: int) -> str:
        """Return the algebraic name on a board with ``rows`` rows: ``Square(7, 0).name(8) == "a1"``."""
        return f"{file_name(self.column)}{rows - self.row}"

    @classmethod
    def parse(cls, text: str, rows: int) -> Square:
        """Parse an algebraic name on a board with ``rows`` rows.

        Raises:
            InvalidNotation: the text is not file letters followed by a rank from 1 to ``rows``.
        """
        match = _ALGEBRAIC.fullmatch(text)
        if match is None:
            reason = "expected file letters and a rank from the bottom, as in c4"
            if _ALGEBRAIC.fullmatch(text.lower()):
                reason = f"files have small letters; write {text.lower()}"
            raise InvalidNotation("square", text, reason)
        letters, rank = match[1], int(match[2])
        if rank > rows:
            raise InvalidNotation("square", text, f"the board has ranks 1 to {rows}")
        return cls(rows - rank, column_of(letters))
