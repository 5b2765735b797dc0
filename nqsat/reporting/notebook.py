"""Boards and solutions as pictures in a Jupyter notebook.

The methods that Jupyter looks for are set on the classes from outside, on request: the values stand
at the left of the pipeline and must not know how they are drawn (an arrow never points left).
"""

from __future__ import annotations

from html import escape

from nqsat.chess import Board
from nqsat.modelling import Arrangement, Path
from nqsat.reporting.scene import heading
from nqsat.reporting.svg import svg

__all__ = ["install"]

# Beyond this a page with the picture in it becomes slow; Jupyter then shows the repr.
_MAX_CELLS = 128 * 128


def install() -> None:
    """Give Board, Arrangement and Path the methods ``_repr_svg_`` and ``_repr_html_``.

    They are set from outside, on the classes and for the whole process, because nothing in
    ``chess`` or ``modelling`` may import ``reporting``. Calling it again changes nothing. A board
    of more than 128 × 128 cells keeps its text form.
    """
    for value in (Board, Arrangement, Path):
        for name, method in (("_repr_svg_", _repr_svg), ("_repr_html_", _repr_html)):
            setattr(value, name, method)


def _repr_svg(self: Board | Arrangement | Path) -> str | None:
    board, solution = (self, None) if isinstance(self, Board) else (self.board, self)
    if board.rows * board.columns > _MAX_CELLS:
        return None
    return svg(board, solution)


def _repr_html(self: Board | Arrangement | Path) -> str | None:
    picture = _repr_svg(self)
    if picture is None:
        return None
    words = [self.title] if isinstance(self, Board) else [heading(self)]
    if isinstance(self, Arrangement):
        words.append(self.fen)
    text = "<br>".join(f"<code>{escape(word)}</code>" for word in words)
    return f'<div class="nqsat">{picture}<div>{text}</div></div>'
