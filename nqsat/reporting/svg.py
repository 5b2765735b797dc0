"""Boards as SVG: one self-contained document on one line, with nothing to load and no script.

Men are symbols, see ``pieces``. A path is a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from nqsat.chess import Board
from nqsat.modelling import Kind, Man, Moves, Path, Solution
from nqsat.reporting.board_svg import draw_ground
from nqsat.reporting.canvas import Canvas, put, svg_text
from nqsat.reporting.marks import draw_above, draw_below, draw_regions
from nqsat.reporting.pieces import draw_man, symbols
from nqsat.reporting.style import PictureStyle, look_of
from nqsat.reporting.svg_path import draw_moves, draw_path
from nqsat.reporting.text import check_board, heading, kinds_on


def svg(board: Board, solution: Solution | None = None, **options: Any) -> str:
    """The board and the men on it, or a path across it, as one line of SVG.

    Elements carry classes (``light``, ``dark``, ``wall``, ``hole``, ``man``, ``path``, ``start``,
    ``end``, ``number``, ``mark``, ``arrow``, ``wrap`` …) for other style sheets. A closed path is
    a polygon; an open one starts at a dot and ends at an arrow, or at a second dot if its direction does
    not matter. A move over an edge that wraps is drawn the shorter way round: out at one edge, in at the
    other; such edges have arrowheads. Boards of up to 16 × 16 show the numbers of the moves; on larger ones
    the line changes its colour on the way. Squares of one colour are one element. Several kinds have a
    legend.

    Args:
        board: what to draw.
        solution: the men on it or the path across it, if any.
        options: of ``PictureStyle``: size, colours, coordinates, orientation, title, marks, arrows, …

    Raises:
        InvalidModel: an option that makes no sense, or the solution belongs to another board.
    """
    return svg_text(drawn_solution(board, solution, look_of(options)))


def drawn_solution(board: Board, solution: Solution | None, look: PictureStyle) -> Element:
    """The same as an element, with its options read already."""
    check_board(board, solution)
    kinds = kinds_on(solution)
    name = board.title if solution is None else f"{heading(solution)} on {board.title}"
    entries = [kind.name for kind in kinds] if len(kinds) > 1 else ()
    canvas = Canvas(board, look, name, entries=entries)
    draw_ground(canvas)
    draw_regions(canvas)
    draw_below(canvas)
    if isinstance(solution, Path):
        draw_path(canvas, solution)
    elif isinstance(solution, Moves):
        draw_moves(canvas, solution)
    elif solution is not None:
        draw_men(canvas, kinds, solution.men)
    draw_above(canvas)
    return canvas.root


def draw_men(canvas: Canvas, kinds: Sequence[Kind], men: Iterable[Man]) -> None:
    """Men on their squares, and how they look in the legend; how a kind looks depends on the others."""
    looks, placed = symbols(kinds), tuple(men)
    group = put(canvas.root, "g", "men")
    group.extend(looks[name] for name in looks if canvas.entries or placed)
    for square, name in placed:
        draw_man(group, looks[name], canvas.centre(square))
    for index, kind in enumerate(kinds if canvas.entries else ()):
        x, y = canvas.entry(index)
        middle = (x + canvas.unit * 0.22, y - canvas.unit * 0.1)
        draw_man(group, looks[kind.name], middle, canvas.unit * 0.44)
