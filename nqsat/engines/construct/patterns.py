"""Known placements of pieces of one kind that do not attack one another, on a full flat board.

Each pattern is a sequence of squares; every beginning of it is such a placement, so it serves for any
number up to its length. Queens stand on n × n for every n ≥ 4 as E. Pauls found (Deutsche Schachzeitung
29, 1874), in the form of E. J. Hoffman, J. C. Loessi and R. C. Moore (Mathematics Magazine 42 (1969)
66-72); a board that is not square is a part of one that is. The others are plain to see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice, product

from nqsat.chess import Board, Piece, Square

#: A pattern on a board with no more rows than columns, as pairs (row, column).
_Cells = Iterator[tuple[int, int]]


def known_placement(piece: Piece, board: Board, number: int) -> tuple[Square, ...] | None:
    """Return squares for this number of men, in order; None if no pattern is known that has as many."""
    pattern = next((cells for name, cells in _PATTERNS.items() if Piece.parse(name) == piece), None)
    if pattern is None:
        return None
    turned = board.rows > board.columns
    cells = list(islice(pattern(*sorted((board.rows, board.columns))), number))
    if len(cells) < number:
        return None
    return tuple(sorted(Square(*(cell[::-1] if turned else cell)) for cell in cells))


def _queens(rows: int, columns: int) -> _Cells:
    if columns < 4:
        return iter(())
    even, odd = list(range(1, columns, 2)), list(range(0, columns, 2))
    if columns % 6 == 2:
        odd = [2, 0, *odd[3:], 4]
    elif columns % 6 == 3:
        even, odd = [*even[1:], 1], [*odd[2:], 0, 2]
    return zip(range(rows), even + odd, strict=False)


def _rooks(rows: int, columns: int) -> _Cells:
    return zip(range(rows), range(columns), strict=False)


def _bishops(rows: int, columns: int) -> _Cells:
    """The first file and the last; on a square board, the last one without its corners."""
    corner = int(rows == columns and rows > 0)
    last = ((row, columns - 1) for row in range(corner, rows - corner))
    return chain(((row, 0) for row in range(rows)), last if columns > 1 else ())


def _knights(rows: int, columns: int) -> _Cells:
    """The squares of one colour."""
    return ((row, column) for row in range(rows) for column in range(row % 2, columns, 2))


def _kings(rows: int, columns: int) -> _Cells:
    return product(range(0, rows, 2), range(0, columns, 2))


_PATTERNS: Mapping[str, Callable[[int, int], _Cells]] = {
    "Q": _queens,
    "R": _rooks,
    "B": _bishops,
    "N": _knights,
    "K": _kings,
}
