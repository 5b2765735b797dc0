"""What every picture of a board agrees on: which squares are light, what is shown, what it is called.

Nothing here draws; ``text`` and ``svg`` do.
"""

from __future__ import annotations

from nqsat.chess import Board, Square
from nqsat.errors import InvalidModel
from nqsat.modelling import Kind, Solution

#: A path of more squares is named by their number; the list would bury the picture.
_MAX_LISTED = 64


def is_light(board: Board, square: Square) -> bool:
    """Whether a square is light: the bottom left corner is dark, whatever the size."""
    return (board.rows - 1 - square.row + square.column) % 2 == 1


def check_board(board: Board, solution: Solution | None) -> None:
    """Refuse a solution that belongs to another board.

    Raises:
        InvalidModel: it does.
    """
    if solution is not None and solution.board != board:
        raise InvalidModel("solution", f"belongs to {solution.board.title}, not to {board.title}")


def kinds_on(solution: Solution | None) -> tuple[Kind, ...]:
    """The kinds of men that the picture may show."""
    return solution.kinds if solution else ()


def heading(solution: Solution) -> str:
    """A solution on one line: in algebraic notation, or only the extent of a long path."""
    if solution.kinds or len(solution) <= _MAX_LISTED:
        return str(solution)
    return f"{len(solution)} squares from {next(iter(solution.symbols)).name(solution.board.rows)}"
