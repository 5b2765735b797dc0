"""What a puzzle gives, on its squares: for text and for sheets."""

from __future__ import annotations

from nqsat.chess import Square
from nqsat.modelling import Model, Placement, Tour, no_row
from nqsat.reporting.model_svg import regions_of
from nqsat.reporting.text import grid


def given_text(model: Model) -> str:
    """What a model gives, on its board: pieces, ``x`` for an empty square, numbers, else regions.

    ``.`` is a square of which nothing is given, ``#`` a wall, a blank a hole.
    """
    board, regions = model.board, regions_of(model)
    parted = (
        {square: regions[square.row][square.column] for square in board.squares} if regions else {}
    )
    return grid(board, parted | given_on(model))


def given_on(model: Model) -> dict[Square, str]:
    """What stands on squares in the puzzle."""
    if isinstance(model, Placement):
        symbols = {kind.name: kind.symbol for kind in model.kinds}
        return {
            preset.square: symbols[preset.kind] if preset.kind else "x" for preset in model.presets
        }
    if not isinstance(model, Tour):
        raise no_row("puzzles", model)
    ends = ((model.start, 1), (model.end, len(model.board.squares)))
    numbered = (*((square, k) for square, k in ends if square is not None), *model.numbers)
    return {square: str(k) for square, k in numbered}
