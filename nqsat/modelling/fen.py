"""Parse a FEN, or a permutation, into pieces on a known board: ``Arrangement.fen`` and its inverse.

Ranks are separated by ``/``, from the top; a number is a run of empty cells (squares and holes), a
letter a piece of the kind with that symbol, ``*`` a wall. Every cell must agree with the board. The other
fields of a FEN, such as whose move it is, say nothing of a placement and are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nqsat.chess import Board, Square
from nqsat.chess.grid import FEN_FIELDS
from nqsat.errors import InvalidNotation
from nqsat.modelling.arrangement import Man
from nqsat.modelling.kinds import Kind

#: The prefix of a preset that is a whole board in FEN.
FEN = "fen:"

#: The prefix of a preset that is a permutation: for each file the rank of its piece.
PERMUTATION = "perm:"

_MARK = re.compile(r"[1-9][0-9]{0,8}|[A-Za-z*]", re.ASCII)


def read_fen(text: str, board: Board, kinds: Sequence[Kind]) -> tuple[Man, ...]:
    """Parse a FEN, with or without the prefix ``fen:``, into pieces.

    Raises:
        InvalidNotation: it is not a FEN of this board and these kinds; with the column.
    """
    return tuple(_FenReader(text, board, kinds).men())


def read_permutation(text: str, board: Board, kinds: Sequence[Kind]) -> tuple[Man, ...]:
    """Parse ``perm:3142`` or ``perm:3 1 4 2``: for each file the rank of its piece; 0 or - for none.

    Raises:
        InvalidNotation: it is no such text of this board, or there are several kinds.
    """
    words = text.removeprefix(PERMUTATION)
    ranks = re.findall(r"[0-9]+|-", words) if re.search(r"[\s,]", words.strip()) else [*words]
    if sorted(ranks) == sorted(map(str, range(board.columns))):
        reason = "ranks from 0: add 1 to each; for a file without a piece write -"
        raise InvalidNotation("preset", text, reason)
    ranks = ["0" if rank == "-" else rank for rank in ranks]
    if not all(rank.isascii() and rank.isdigit() and int(rank) <= board.rows for rank in ranks):
        reason = f"expected ranks from 1 to {board.rows}, as in perm:3142"
        raise InvalidNotation("preset", text, reason)
    if len(ranks) != board.columns or len(kinds) != 1:
        reason = f"expected a rank for each of {board.columns} files, and one kind of piece"
        raise InvalidNotation("preset", text, reason)
    men = ((board.rows - int(rank), file) for file, rank in enumerate(ranks) if int(rank))
    squares = [board.parse_square(board.name(Square(*cell))) for cell in men]
    return tuple(Man(square, kinds[0].name) for square in squares)


class _FenReader:
    """A reader that scans the text and the board in parallel."""

    def __init__(self, text: str, board: Board, kinds: Sequence[Kind]) -> None:
        self._text = text
        self._board = board
        self._names = {kind.symbol: kind.name for kind in kinds}

    def men(self) -> Iterator[Man]:
        """Yield the pieces from the top left."""
        start = len(FEN) if self._text.startswith(FEN) else 0
        squares = FEN_FIELDS.sub("", self._text[start:])
        ranks = squares.split("/") if self._board.rows or squares else []
        for row, rank in enumerate(ranks):
            if row == self._board.rows:
                raise self._error_at(start, f"the board has {self._board.rows} ranks only")
            yield from self._rank(row, rank, start)
            start += len(rank) + 1
        if len(ranks) < self._board.rows:
            reason = f"{len(ranks)} ranks where the board has {self._board.rows}"
            raise self._error_at(len(self._text), reason)

    def _rank(self, row: int, rank: str, start: int) -> Iterator[Man]:
        place = column = 0
        while place < len(rank):
            match = _MARK.match(rank, place)
            if match is None:
                reason = f"expected a letter, a run of empty squares, * or /, got {rank[place]!r}"
                if rank[place] == " ":
                    others = "no other fields of a FEN follow, as in w KQkq - 0 1"
                    reason = f"{others}; leave out the rest"
                raise self._error_at(start + place, reason)
            mark = match[0]
            width = int(mark) if mark.isdigit() else 1
            if column + width > self._board.columns:
                reason = f"more than the {self._board.columns} squares of a rank"
                raise self._error_at(start + place, reason)
            yield from self._cells(mark, row, range(column, column + width), start + place)
            column += width
            place = match.end()
        if column < self._board.columns:
            reason = f"{column} squares in a rank where the board has {self._board.columns}"
            raise self._error_at(start + len(rank), reason)

    def _cells(self, mark: str, row: int, columns: range, place: int) -> Iterator[Man]:
        """Check the cells of a mark against the board, and yield the piece if the mark is a letter."""
        for column in columns:
            cell = Square(row, column)
            wall = cell in self._board.walls
            if wall != (mark == "*"):
                what = "is a wall: write *" if wall else "is no wall of the board"
                raise self._error_at(place, f"{self._board.name(cell)} {what}")
            if not mark.isalpha():
                continue
            if mark not in self._names:
                known = ", ".join(f"{letter} for {name}" for letter, name in self._names.items())
                raise self._error_at(place, f"no kind has the letter {mark!r}; there is {known}")
            if cell in self._board.holes:
                reason = f"{self._board.name(cell)} is a hole; a piece cannot stand there"
                raise self._error_at(place, reason)
            yield Man(cell, self._names[mark])

    def _error_at(self, place: int, reason: str) -> InvalidNotation:
        return InvalidNotation("preset", self._text, reason, column=place + 1)
