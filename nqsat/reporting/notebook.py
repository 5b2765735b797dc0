"""Boards and solutions as pictures in a Jupyter notebook, which asks the values for them."""

from __future__ import annotations

from html import escape

from nqsat.chess import Board
from nqsat.modelling import Arrangement, Solution
from nqsat.reporting.scene import heading
from nqsat.reporting.svg import svg

# Beyond this a page with the picture in it becomes slow; Jupyter then shows the repr.
_MAX_CELLS = 128 * 128


def picture(board: Board, solution: Solution | None = None) -> str | None:
    """The picture; None of a board of more than 128 × 128 cells, which keeps its text form."""
    if board.rows * board.columns > _MAX_CELLS:
        return None
    return svg(board, solution)


def page(board: Board, solution: Solution | None = None) -> str | None:
    """The picture with its names below it; None as for ``picture``."""
    shown = picture(board, solution)
    if shown is None:
        return None
    words = [board.title if solution is None else heading(solution)]
    if isinstance(solution, Arrangement):
        words.append(solution.fen)
    text = "<br>".join(f"<code>{escape(word)}</code>" for word in words)
    return f'<div class="nqsat">{shown}<div>{text}</div></div>'
