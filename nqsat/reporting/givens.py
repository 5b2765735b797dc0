"""What a model gives, on its squares: for text and for sheets."""

from __future__ import annotations

import sys

from nqsat.chess import Square
from nqsat.modelling import Factor, Model, Placement, Tour, no_row
from nqsat.reporting.model_svg import regions_of
from nqsat.reporting.statements import star_battle
from nqsat.reporting.text import grid


def starred(drawn: str, model: Model) -> str:
    """The text of drawn solutions; in that of a star battle, whose only letter K is a piece, with stars."""
    return drawn.replace("K", _star(model) or "K")


def _star(model: Model) -> str | None:
    """The sign of a star; ``*`` where stdout has none. None if the model is no star battle."""
    battle = star_battle(model)
    if battle is None or battle.star != "star":
        return None
    try:
        "★".encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return "*"
    return "★"


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
    """What is given on squares: pieces, ``x`` for none, numbers of a tour, letters at the ends of paths."""
    if isinstance(model, Placement):
        star = _star(model)
        symbols = {kind.name: star or kind.symbol for kind in model.kinds}
        return {
            preset.square: symbols[preset.kind] if preset.kind else "x" for preset in model.presets
        }
    if isinstance(model, Factor):
        return dict(model.letters)
    if not isinstance(model, Tour):
        raise no_row("puzzles", model)
    last = len(model.board.squares) if model.visit is None else None
    ends = ((square, k) for square, k in ((model.start, 1), (model.end, last)) if square and k)
    numbered = (*ends, *((x, k) for k, x in enumerate(model.checkpoints, 1)), *model.numbers)
    return {square: str(k) for square, k in numbered}
