"""Clues as a text: rows separated by ``/``, where a cell is a mark, or what stands between two commas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from nqsat.errors import InvalidModel

_SIZE = re.compile("([0-9]{1,3})x([0-9]{1,3})", re.ASCII)


def clue_rows(text: str, words: Iterable[str] = ()) -> list[list[str]]:
    """Return the cells of a text, row by row; ``6x6`` is a grid of that size without a clue.

    >>> clue_rows("3../.10"), clue_rows("1x2"), clue_rows("3,10/.,."), clue_rows("2r.", ["2r"])
    ([['3', '.', '.'], ['.', '1', '0']], [['.', '.']], [['3', '10'], ['.', '.']], [['2r', '.']])

    Args:
        text: the rows, from the top.
        words: marks of several letters, which are one cell in rows without commas, too.

    Raises:
        InvalidModel: the rows have different lengths.
    """
    if size := _SIZE.fullmatch(text):
        return [["."] * int(size[2]) for _ in range(int(size[1]))]
    long = sorted((re.escape(word) for word in words if len(word) > 1), key=len, reverse=True)
    cell = re.compile("|".join([*long, "."]))
    rows = [row.split(",") if "," in row else cell.findall(row) for row in text.split("/")]
    if len({len(row) for row in rows}) > 1:
        raise InvalidModel("clues", f"rows have {', '.join(str(len(row)) for row in rows)} cells")
    return rows


def clue_text(rows: Iterable[Sequence[str]]) -> str:
    """Return the cells as a text; the inverse of ``clue_rows``."""
    return "/".join(("," if max(map(len, row), default=0) > 1 else "").join(row) for row in rows)


def clue_cells(rows: Iterable[Sequence[str]]) -> Iterator[tuple[int, int, str]]:
    """Yield each cell: its row, its column, and what is in it."""
    for r, row in enumerate(rows):
        yield from ((r, c, mark) for c, mark in enumerate(row))
