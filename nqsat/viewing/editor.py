"""The page of a board without pieces: the model is drawn on it, and the page says how to count it.

Its document has one section, ``editor``: the board without walls and holes, how it wraps, the pieces and
squares that the drawing begins with (as ``draft.js`` reads them from the link), what common names stand
for, and the ids of the figures of pieces, black and white.
"""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from nqsat.chess import Board, Piece, Surface
from nqsat.chess.piece import COMMON_NAMES
from nqsat.engines.machine import version_of
from nqsat.errors import InvalidModel
from nqsat.reporting.page import page, shown
from nqsat.reporting.pieces import draw_figure, figure
from nqsat.reporting.style import PictureStyle
from nqsat.viewing.document import board_data, ground
from nqsat.viewing.views import MOST_CELLS, View

#: The notation of common names.
_NAMES = {**COMMON_NAMES, "blocker": "blocker"}

#: The boards that can be drawn on.
_DRAWN = "8x8, torus:7x7, cylinder:5x6 and file:map.txt"


def board_editor(board: Board, *, title: str | None = None) -> View:
    """A page on which holes, walls, given squares and the numbers of pieces are drawn on a board.

    It says the command and the line of Python that count what is drawn; it has no answers itself.

    Args:
        board: what the drawing begins with, in rows and columns: which edges may be glued.
        title: of the page.
    """
    cells = board.rows * board.columns
    if not isinstance(board.geometry, Surface):
        reason = (
            f"{board.title} cannot be drawn on; {_DRAWN} can. Add --piece for a page that counts"
        )
        raise InvalidModel("board", reason)
    if not 0 < cells <= MOST_CELLS:
        reason = f"{board.title} has {cells:,} cells; a page draws on 1 to {MOST_CELLS:,}"
        raise InvalidModel("board", reason)
    heading = title or f"Draw a problem on {board.title}"
    statement = (
        "Choose the pieces and how many, put holes, walls and given squares; then copy the command."
    )
    document: dict[str, Any] = {
        "nqsat": version_of("nqsat"),
        "title": heading,
        "statement": statement,
        "left": [],
        "editor": _editor_data(board, board.geometry),
    }
    plain = f"<h1>{shown(heading)}</h1><p>This page needs scripts: the board is drawn on.</p>"
    looks = _figures()
    document["editor"]["figures"] = {
        word: [symbol.get("id") for symbol in both] for word, both in looks.items()
    }
    empty = ground(_cells(board), PictureStyle(coordinates=False))
    drawn = [*empty, *(symbol for both in looks.values() for symbol in both)]
    html = page(document, title=heading, plain=plain, drawn=drawn)
    return View(heading, (), html)


def _editor_data(board: Board, geometry: Surface) -> dict[str, Any]:
    marks = (("x", board.holes), ("#", board.walls))
    return {
        "board": board_data(_cells(board)),
        "wrap": geometry.word if geometry.seams else "",
        "pieces": f"Q={min(board.rows, board.columns)}",
        "squares": " ".join(
            f"{mark}@{board.name(cell)}" for mark, cells in marks for cell in sorted(cells)
        ),
        "notations": {name.replace("-", ""): notation for name, notation in _NAMES.items()},
    }


def _cells(board: Board) -> Board:
    """The board without walls and holes: the page draws them."""
    return Board(geometry=board.geometry)


def _figures() -> dict[str, list[Element]]:
    """By the notations of pieces that have a figure: the black one and the white one."""
    words = (*"KQRBN", *(f"{piece}N" for piece in "KQRBN"), *_NAMES.values())
    figures: dict[str, list[Element]] = {}
    for word in words:
        both = [figure(Piece.parse(word), label) for label in ("black", "white")]
        if drawn := [draw_figure(drawing) for drawing in both if drawing is not None]:
            figures[word] = drawn
    return figures
