"""Boards as SVG: one self-contained document on one line, with nothing to load and no script.

Orthodox men are figures, see ``pieces``; every other kind is its letter in a circle. A path is a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element, tostring

from nqsat.chess import Board
from nqsat.modelling import Kind, Man, Moves, Path, Solution
from nqsat.reporting.board_svg import draw_empty_board
from nqsat.reporting.canvas import Layout, Point, layout_of, put, put_text
from nqsat.reporting.marks import draw_above, draw_below
from nqsat.reporting.pieces import Figure, draw_figure, figure
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
    the line changes its colour on the way. On boards of more than 128 × 128 the squares are not elements of
    their own. Several kinds have a legend.

    Args:
        board: what to draw.
        solution: the men on it or the path across it, if any.
        options: of ``PictureStyle``: size, colours, coordinates, orientation, title, marks, arrows, …

    Raises:
        InvalidModel: an option that makes no sense, or the solution belongs to another board.
    """
    return render_svg(board, solution, look_of(options))


def render_svg(board: Board, solution: Solution | None, look: PictureStyle) -> str:
    """The same with its options read already."""
    check_board(board, solution)
    kinds = kinds_on(solution) if len(kinds_on(solution)) > 1 else ()
    layout = layout_of(board, look, entries=[kind.name for kind in kinds])
    name = board.title if solution is None else f"{heading(solution)} on {board.title}"
    root = draw_empty_board(layout, name)
    draw_below(root, layout)
    if isinstance(solution, Path):
        draw_path(root, layout, solution)
    elif isinstance(solution, Moves):
        draw_moves(root, layout, solution)
    elif solution is not None:
        draw_men(root, layout, solution.kinds, solution.men)
        draw_legend(root, layout, kinds)
    draw_above(root, layout)
    return tostring(root, encoding="unicode")


def draw_men(root: Element, layout: Layout, every: Sequence[Kind], men: Iterable[Man]) -> None:
    """Men on their squares, as figures or letters; how a kind looks depends on the other kinds."""
    group = put(root, "g", "men", font_family="sans-serif")
    kinds = {kind.name: kind for kind in every}
    figures = _figures_of(every)
    for square, name in men:
        _draw_man(group, layout.centre(square), layout.size, kinds[name], figures.get(name))


def draw_legend(root: Element, layout: Layout, kinds: Sequence[Kind]) -> None:
    """Beside the name of each kind, which stands below the board already, how it looks."""
    group = put(root, "g", "legend", font_family="sans-serif") if kinds else root
    figures = _figures_of(kinds)
    for index, kind in enumerate(kinds):
        x, y = layout.entry(index)
        place = (x + layout.unit * 0.22, y - layout.unit * 0.1)
        _draw_man(group, place, layout.unit * 0.44, kind, figures.get(kind.name))


def _draw_man(group: Element, place: Point, size: float, kind: Kind, shown: Figure | None) -> None:
    """A figure, or the letter of a kind in a circle; black men have a black one."""
    x, y = place
    if shown is not None:
        draw_figure(group, shown, x, y, size)
        return
    black = kind.label == "black"
    paper, ink = ("#222222", "#ffffff") if black else ("#ffffff", "#222222")
    line: dict[str, Any] = {"stroke": "#222222", "stroke_width": size * 0.04, "fill": paper}
    put(group, "circle", "disc", cx=x, cy=y, r=size * 0.36, **line)
    man: dict[str, Any] = {"font_size": size * 0.46, "font_weight": "bold", "fill": ink}
    put_text(group, x, y + size * 0.17, kind.symbol, name="man", **man)


def _figures_of(kinds: Iterable[Kind]) -> Mapping[str, Figure]:
    """The figures of the kinds that have one, by name; two kinds never share a figure."""
    found = {kind.name: figure(kind.piece, kind.label) for kind in kinds}
    shown = list(found.values())
    return {name: one for name, one in found.items() if one is not None and shown.count(one) == 1}
