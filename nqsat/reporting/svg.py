"""Boards as SVG: one self-contained document on one line, with nothing to load and no script.

Orthodox men are figures, see ``pieces``; every other kind is its letter in a circle. A path is a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from nqsat.chess import Board, Square
from nqsat.modelling import Kind, Man, Path, Solution
from nqsat.reporting.canvas import Layout, begun, layout_of, number, put_text
from nqsat.reporting.pieces import Figure, draw_figure, figure
from nqsat.reporting.scene import check_board, heading
from nqsat.reporting.svg_path import draw_path


def svg(board: Board, solution: Solution | None = None, *, size: int = 45) -> str:
    """The board and the men on it, or a path across it, as one line of SVG.

    Elements carry classes (``light``, ``dark``, ``wall``, ``hole``, ``man``, ``path``, ``start``,
    ``end``, ``number``) for whoever wants other colours. A closed path is a polygon; an open one
    starts at a dot and ends at an arrow, or at a second dot if its direction does not matter. A move
    over an edge that wraps is drawn the shorter way round: out at one edge, in at the other.
    Boards of up to 16 × 16 show the numbers of the moves. On boards of more than 128 × 128 the
    squares are not elements of their own.

    Args:
        board: what to draw.
        solution: the men on it or the path across it, if any.
        size: the side of a square in pixels.

    Raises:
        InvalidModel: ``size`` is not a whole number ≥ 1, or the solution belongs to another board.
    """
    layout = layout_of(board, size)
    check_board(board, solution)
    root = begun(layout, _title(board, solution))
    if isinstance(solution, Path):
        draw_path(root, layout, solution)
    elif solution is not None:
        draw_men(root, layout, solution.kinds, solution.men)
    return tostring(root, encoding="unicode")


def _title(board: Board, solution: Solution | None) -> str:
    title = board.title if solution is None else f"{heading(solution)} on {board.title}"
    return "".join(character if character.isprintable() else " " for character in title)


def draw_men(root: Element, layout: Layout, every: Sequence[Kind], men: Iterable[Man]) -> None:
    """Men on their squares, as figures or letters; who looks like what depends on all kinds there are."""
    figures = _figures_of(every)
    kinds = {kind.name: kind for kind in every}
    group = SubElement(root, "g", {"class": "men", "font-family": "sans-serif"})
    for square, name in men:
        if name in figures:
            draw_figure(group, figures[name], *layout.centre(square), layout.size)
        else:
            _draw_letter(group, layout, square, kinds[name])


def _draw_letter(group: Element, layout: Layout, square: Square, kind: Kind) -> None:
    """The letter of a kind in a circle; black men have a black one."""
    x, y = layout.centre(square)
    size = layout.size
    black = kind.label == "black"
    paper, ink = ("#222222", "#ffffff") if black else ("#ffffff", "#222222")
    disc = {"class": "disc", "cx": number(x), "cy": number(y), "r": number(size * 0.36)}
    line = {"stroke": "#222222", "stroke-width": number(size * 0.04)}
    SubElement(group, "circle", {**disc, **line}, fill=paper)
    man = {"class": "man", "font-size": number(size * 0.46), "font-weight": "bold", "fill": ink}
    put_text(group, x, y + size * 0.17, kind.symbol, **man)


def _figures_of(kinds: Iterable[Kind]) -> Mapping[str, Figure]:
    """The figures of the kinds that have one, by name; two kinds never share a figure."""
    found = {kind.name: figure(kind.piece, kind.label) for kind in kinds}
    shown = list(found.values())
    return {name: one for name, one in found.items() if one is not None and shown.count(one) == 1}
