"""The givens of a model on its squares: for text and for sheets."""

from __future__ import annotations

import sys

from nqsat.chess import Square
from nqsat.modelling import Factor, Model, Placement, Tour, no_row
from nqsat.modelling.rules import Regions
from nqsat.modelling.rules.base import ClueMark
from nqsat.modelling.rules.literals import Visited
from nqsat.reporting.statements import star_battle
from nqsat.reporting.text import grid

#: The pieces that continue from side to side, or corner to corner.
_FROM_CELL_TO_CELL = ("W", "K")


def starred(drawn: str, model: Model) -> str:
    """The text of drawn solutions; in that of a star battle, whose only letter K is a piece, with stars."""
    return drawn.replace("K", _star(model) or "K")


def _star(model: Model) -> str | None:
    """The sign of a star; ``*`` where stdout has none. None if the model is not a star battle."""
    battle = star_battle(model)
    if battle is None or battle.star != "star":
        return None
    try:
        "★".encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return "*"
    return "★"


def regions_of(model: Model) -> tuple[str, ...]:
    """The map of the first of a model's rules that has one; nothing if none has."""
    return next((rule.map for rule in model.rules if isinstance(rule, Regions)), ())


def given_text(model: Model) -> str:
    """The givens of a model on its board: pieces, ``x`` for an empty square, numbers, else regions.

    ``.`` is a square of which nothing is given, ``#`` a wall, a blank a hole.
    """
    board, regions = model.board, regions_of(model)
    parted = (
        {square: regions[square.row][square.column] for square in board.squares} if regions else {}
    )
    return grid(board, parted | given_on(model))


def given_on(model: Model) -> dict[Square, str]:
    """The givens on squares: pieces, ``x`` for none, numbers of a tour, letters at the ends of paths."""
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


def printed_on(model: Model) -> tuple[ClueMark, ...]:
    """The clues on the board of a puzzle; of paths from cell to cell also the numbers and letters given."""
    if not (is_on_paper(model) and _is_numbered(model)):
        return model.clues
    return (
        *model.clues,
        *(((float(r), float(c)), mark) for (r, c), mark in given_on(model).items()),
    )


def is_on_paper(model: Model) -> bool:
    """Whether a model is drawn as puzzle papers do, on white cells; else as a chessboard.

    It has clues; or its paths go from cell to cell, and numbers, letters or walls are given.
    """
    board = model.board
    if model.clues or not isinstance(model, Tour | Factor) or not board.geometry.has_ranks:
        return bool(model.clues)
    given = _is_numbered(model) or len(board.squares) < board.rows * board.columns
    return given and model.kinds[0].piece.notation in _FROM_CELL_TO_CELL


def _is_numbered(model: Model) -> bool:
    """Whether numbers of squares, or ends of paths, are given."""
    return any(getattr(model, name, ()) for name in ("numbers", "checkpoints", "ends"))


def counts_left_out(model: Model) -> bool:
    """Whether rules of a model count the squares that its loop leaves out."""
    rules = model.rules if isinstance(model, Tour | Factor) else ()
    literals = (x for rule in rules for x in getattr(rule, "literals", ()))
    return any(isinstance(x, Visited) and x.negated for x in literals)


def barriers_of(model: Model) -> tuple[tuple[Square, Square], ...]:
    """The moves that paths on paper must not make from side to side: walls stand there."""
    if not is_on_paper(model) or not isinstance(model, Tour | Factor):
        return ()
    return tuple(
        (a, b) for a, b in model.avoiding if abs(a.row - b.row) + abs(a.column - b.column) == 1
    )
