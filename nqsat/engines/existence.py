"""Which boards have no tour, by theorem: facts about sizes and colours, known without any search.

It knows the models and published theorems; nothing of constructions. Every fact about small boards
that is used here is confirmed by exhaustion in the tests.
"""

from __future__ import annotations

from collections.abc import Iterable

from nqsat.chess import Board, Piece
from nqsat.modelling import Tour

_SCHWENK = (
    "A. J. Schwenk, Which rectangular chessboards have a knight's tour?, "
    "Mathematics Magazine 64 (1991) 325-332"
)
_CULL = "P. Cull and J. De Curtins, Knight's tour revisited, Fibonacci Quarterly 16 (1978) 276-285"


def why_no_tour(tour: Tour) -> str | None:
    """Why a model has no solution, in one line with the reference; None if no theorem says so.

    None proves nothing, but for the knight on a full flat board without moves or numbers given:
    there is a tour unless a reason is returned (ends that are given left aside).
    """
    squares = _number_of_squares(tour.board)
    if squares < (3 if tour.closed else 1):
        return f"{squares} squares: a {'closed tour needs 3' if tour.closed else 'tour needs 1'}"
    reason = _by_colours(tour)
    if reason is None and is_plain_knight(tour):
        short, long = sorted((tour.board.rows, tour.board.columns))
        reason = (_no_closed if tour.closed else _no_open)(short, long)
    return reason


def is_plain_knight(tour: Tour) -> bool:
    """Whether the model is of a knight on a flat rectangular board without walls and holes."""
    board = tour.board
    full = board.wrap == "flat" and not (board.walls or board.holes or board.shape)
    return full and tour.piece == Piece.parse("N")


def _no_closed(short: int, long: int) -> str | None:
    if short in (1, 2, 4):
        return f"{short}x{long}: no closed knight's tour with a side of 1, 2 or 4 ({_SCHWENK})"
    if short == 3 and long in (4, 6, 8):  # both sides odd: the colours have said so
        return f"3x{long}: no closed knight's tour on 3x4, 3x6, 3x8 ({_SCHWENK})"
    return None


def _no_open(short: int, long: int) -> str | None:
    if short <= 2 and long > 1:
        return f"{short}x{long}: a knight cannot reach every square where a side is 1 or 2"
    if (short, long) in ((3, 3), (3, 5), (3, 6), (4, 4)):
        return f"{short}x{long}: none on 3x3, 3x5, 3x6, 4x4, by exhaustion (compare {_CULL})"
    return None


def _by_colours(tour: Tour) -> str | None:
    """Every move changes colour: a tour has as many squares of one colour as of the other, or 1 more."""
    if not _changes_colour(tour):
        return None
    board = tour.board
    even, odd = (_of_colour(board, colour) for colour in (0, 1))
    if abs(even - odd) > (0 if tour.closed else 1):
        return f"every move changes colour, and there are {even} squares of one against {odd}"
    ends = [sum(square) % 2 for square in (tour.start, tour.end) if square is not None]
    if tour.closed or not ends:
        return None
    if even == odd:
        same = len(ends) == 2 and ends[0] == ends[1]
        return "every move changes colour, and the ends given have the same" if same else None
    fewer = int(even > odd)
    return "every move changes colour, and an end given has the rarer" if fewer in ends else None


def _changes_colour(tour: Tour) -> bool:
    """Whether every move of the man goes from a square of one colour to one of the other."""
    board = tour.board
    around = {"flat": (), "cylinder": (board.columns,), "torus": (board.rows, board.columns)}
    if board.shape or tour.piece.graph:
        return False  # not seen here; the layers of a solid board do not join as they are drawn
    return all(side % 2 == 0 for side in around[board.wrap]) and all(
        sum(ride.step) % 2 and ride.reach == 1 for ride in tour.piece.rides
    )


def _number_of_squares(board: Board) -> int:
    return board.rows * board.columns - len(board.walls) - len(board.holes)


def _of_colour(board: Board, colour: int) -> int:
    """How many squares have row + column even (0) or odd (1)."""
    cells = board.rows * board.columns
    return (cells + 1 - colour) // 2 - _matching(board.walls | board.holes, colour)


def _matching(cells: Iterable[tuple[int, int]], colour: int) -> int:
    return sum(sum(cell) % 2 == colour for cell in cells)
