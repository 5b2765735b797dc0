"""Answers and solutions as rows of a table, for pandas, polars and csv."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Any, Protocol, runtime_checkable

from nqsat.chess import Board, Square
from nqsat.modelling import Arrangement, Moves, Path

#: A row: from the name of a column to its value.
Record = dict[str, Any]


@runtime_checkable
class HasRows(Protocol):
    """An answer that knows its rows: a count."""

    def rows(self) -> Iterator[Record]:
        """Yield them."""


def records(found: HasRows | Arrangement | Path | Moves | Iterable[Any]) -> list[Record]:
    """Rows for ``pandas.DataFrame`` or ``polars.DataFrame``.

    >>> import nqsat
    >>> nqsat.records(nqsat.solutions("queens", n=4, limit=1))[0]
    {'solution': 1, 'square': 'b4', 'row': 0, 'column': 1, 'kind': 'Q'}

    Args:
        found: a count, a solution, or several of them.

    Returns:
        for a count one row, or one for each number of pieces if it was counted by size; for a placement one
        row for each piece, for a tour for each square in order, for a factor for each move. ``solution``
        numbers the items of ``found`` from 1. Rows and columns of squares count from 0, at the top left.

    Raises:
        TypeError: an item is none of these.
    """
    if isinstance(found, HasRows | Arrangement | Path | Moves):
        return list(_rows(found, 1))
    return [row for number, item in enumerate(found, 1) for row in _rows(item, number)]


@singledispatch
def _rows(found: object, _number: int) -> Iterator[Record]:
    if not isinstance(found, HasRows):
        raise TypeError(f"{found!r} has no rows; give counts and solutions")
    return found.rows()


@_rows.register
def _of_arrangement(found: Arrangement, number: int) -> Iterator[Record]:
    for square, kind in found.pieces:
        yield {"solution": number, **_place(found.board, square), "kind": kind}


@_rows.register
def _of_path(found: Path, number: int) -> Iterator[Record]:
    for step, square in enumerate(found.squares, 1):
        yield {"solution": number, "step": step, **_place(found.board, square)}


@_rows.register
def _of_moves(found: Moves, number: int) -> Iterator[Record]:
    name = found.board.name
    for here, there in sorted(found.moves):
        yield {"solution": number, "from": name(here), "to": name(there)}


def _place(board: Board, square: Square) -> Record:
    return {"square": board.name(square), "row": square.row, "column": square.column}
