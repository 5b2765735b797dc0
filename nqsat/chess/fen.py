"""Parse a FEN, or a permutation, into pieces on a known board: ``Arrangement.fen`` and its inverse.

Ranks are separated by ``/``, from the top; a number is a run of empty cells (squares and holes), a
letter a piece of the kind with that symbol (``~`` behind it: promoted), ``*`` a wall. Every cell must
agree with the board. The other fields of a FEN, such as whose move it is, say nothing of a placement and
are ignored, as are an empty pocket and a ``/`` behind the last rank.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from nqsat.chess import Board, Square
from nqsat.chess.grid import EMPTY_POCKET, FEN, FEN_FIELDS, PERMUTATION
from nqsat.errors import InvalidNotation

#: A piece that is given: its square, and the name of its kind.
Given = tuple[Square, str]

_MARK = re.compile(r"(?P<run>[1-9][0-9]{0,8})|(?P<letter>[A-Za-z])~?|[*/]|(?P<other>.)", re.DOTALL)


def read_pieces(text: str, board: Board, names: Mapping[str, str]) -> tuple[Given, ...]:
    """Parse a FEN, or a permutation with its prefix, into pieces; kinds have names by their letters."""
    read = read_permutation if text.startswith(PERMUTATION) else read_fen
    return read(text, board, names)


def read_fen(text: str, board: Board, names: Mapping[str, str]) -> tuple[Given, ...]:
    """Parse a FEN, with or without the prefix ``fen:``, into pieces."""
    start = len(FEN) if text.startswith(FEN) else 0
    squares = FEN_FIELDS.sub("", text[start:])
    if squares.count("/") == board.rows or squares.endswith("]"):
        squares = EMPTY_POCKET.sub("", squares)
    pieces: list[Given] = []
    row = column = 0
    for match in _MARK.finditer(f"{squares}/") if squares or board.rows else ():
        mark, run = match["letter"] or match[0], match["run"]
        width = int(run) if run else int(mark != "/")
        if row == board.rows:
            reason = f"the board has {board.rows} ranks only"
        elif match["other"]:
            reason = f"expected a letter, a run of empty squares, * or /, got {mark!r}"
            if mark == " ":
                reason = "no other fields of a FEN follow, as in w KQkq - 0 1; leave out the rest"
        elif column + width > board.columns:
            reason = f"more than the {board.columns} squares of a rank"
        elif mark == "/" and column < board.columns:
            reason = f"{column} squares in a rank where the board has {board.columns}"
        else:
            cells = [Square(row, column + x) for x in range(width)]
            reason = next(filter(None, (_fault(mark, cell, board, names) for cell in cells)), "")
            pieces += [(cell, names[mark]) for cell in cells if mark in names]
            row, column = (row + 1, 0) if mark == "/" else (row, column + width)
        if reason:
            raise InvalidNotation("preset", text, reason, column=start + match.start() + 1)
    if row < board.rows:
        reason = f"{row} ranks where the board has {board.rows}"
        raise InvalidNotation("preset", text, reason, column=len(text) + 1)
    return tuple(pieces)


def _fault(mark: str, cell: Square, board: Board, names: Mapping[str, str]) -> str:
    """Why a mark cannot stand for a cell of the board; empty if it can."""
    if (cell in board.walls) != (mark == "*"):
        what = "is not a wall of the board" if mark == "*" else "is a wall: write *"
        return f"{board.name(cell)} {what}"
    if mark.isalpha() and mark not in names:
        known = ", ".join(f"{letter} for {name}" for letter, name in names.items())
        return f"no kind has the letter {mark!r}; there is {known}"
    if mark.isalpha() and cell in board.holes:
        return f"{board.name(cell)} is a hole; a piece cannot stand there"
    return ""


def read_permutation(text: str, board: Board, names: Mapping[str, str]) -> tuple[Given, ...]:
    """Parse ``perm:3142`` or ``perm:3 1 4 2``: for each file the rank of its piece; 0 or - for none."""
    words = text.removeprefix(PERMUTATION)
    ranks = re.findall(r"[0-9]+|-", words) if re.search(r"[\s,]", words.strip()) else [*words]
    if sorted(ranks) == sorted(map(str, range(board.columns))):
        reason = "ranks from 0: add 1 to each; for a file without a piece write -"
        raise InvalidNotation("preset", text, reason)
    ranks = ["0" if rank == "-" else rank for rank in ranks]
    if not all(rank.isascii() and rank.isdigit() and int(rank) <= board.rows for rank in ranks):
        reason = f"expected ranks from 1 to {board.rows}, as in perm:3142"
        raise InvalidNotation("preset", text, reason)
    if len(ranks) != board.columns or len(names) != 1:
        reason = f"expected a rank for each of {board.columns} files, and one kind of piece"
        raise InvalidNotation("preset", text, reason)
    pieces = ((board.rows - int(rank), file) for file, rank in enumerate(ranks) if int(rank))
    squares = [board.parse_square(board.name(Square(*cell))) for cell in pieces]
    (name,) = names.values()
    return tuple((square, name) for square in squares)
