"""What every picture of a board agrees on: which squares are light, and which men are shown.

Nothing here draws; ``text`` and ``svg`` do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from nqsat.chess import Board, Square
    from nqsat.modelling import Arrangement, Kind, Man

__all__ = ["is_light", "kinds_on", "men_on"]


def is_light(board: Board, square: Square) -> bool:
    """Whether a square is light: the bottom left corner is dark, whatever the size."""
    return (board.rows - 1 - square.row + square.column) % 2 == 1


def men_on(board: Board, arrangement: Arrangement | None) -> tuple[Man, ...]:
    """The men to show on this board; none without an arrangement.

    Raises:
        InvalidModel: the arrangement belongs to another board.
    """
    if arrangement is None:
        return ()
    if arrangement.board != board:
        raise InvalidModel(
            "arrangement", f"belongs to {arrangement.board.title}, not to {board.title}"
        )
    return arrangement.men


def kinds_on(arrangement: Arrangement | None) -> tuple[Kind, ...]:
    """The kinds of men that the picture may show."""
    return () if arrangement is None else arrangement.kinds
