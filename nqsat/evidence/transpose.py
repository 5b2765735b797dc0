"""The model with ranks and files exchanged: a change of view that must not change the solutions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from nqsat.chess import Board, Piece, Square
from nqsat.modelling import Arrangement, Man, NonAttacking, Placement, Preset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["transposed"]


def transposed(
    model: Placement,
) -> tuple[Placement, Callable[[Arrangement], Arrangement]] | None:
    """The transposed model, and the way back for its solutions.

    Returns:
        None where the model cannot be transposed: a cylinder wraps one way only, and a rule other than
        non-attacking may mean something else on the other side.
    """
    if model.board.wrap == "cylinder" or any(type(r) is not NonAttacking for r in model.rules):
        return None
    board = Board(
        model.board.columns,
        model.board.rows,
        model.board.wrap,
        _turned(model.board.walls),
        _turned(model.board.holes),
    )
    kinds = [
        replace(
            kind,
            piece=_turned_piece(kind.piece),
            squares=None if kind.squares is None else _turned(kind.squares),
        )
        for kind in model.kinds
    ]
    presets = [Preset(_turn(preset.square), preset.kind) for preset in model.presets]

    def back(arrangement: Arrangement) -> Arrangement:
        men = (Man(_turn(man.square), man.kind) for man in arrangement.men)
        return Arrangement(model.board, model.kinds, tuple(men))

    return Placement(board, kinds, model.rules, presets), back


def _turn(square: Square) -> Square:
    return Square(square.column, square.row)


def _turned(squares: Iterable[Square]) -> frozenset[Square]:
    return frozenset(map(_turn, squares))


def _turned_piece(piece: Piece) -> Piece:
    rides = (ride._replace(step=(ride.step[1], ride.step[0])) for ride in piece.rides)
    return Piece(piece.notation, frozenset(rides))
