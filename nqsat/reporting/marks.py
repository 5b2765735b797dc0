"""What is put on a board beside men and paths: regions, edges that wrap, marks, arrows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, hypot, pi, sin
from typing import Any
from xml.etree.ElementTree import Element

from nqsat.chess import Board, Square
from nqsat.errors import InvalidModel
from nqsat.reporting.board_svg import tile
from nqsat.reporting.canvas import Layout, Point, number, put

#: Regions are told apart by these, also by colour-blind eyes: any two are at least 9 apart by CIEDE2000, as
#: simulated (Machado, Oliveira and Fernandes 2009), 10 for others. Neighbours never have the same.
TINTS = (
    "#e4c078", "#dbf6ff", "#a5d2ae", "#c9d2ff", "#fff69c", "#b7a5c9", "#c9a581", "#78aeff",
    "#edf6c9", "#c0c9d2", "#edede4", "#a5aea5",
)  # fmt: skip

INK = "#222222"


# -- below the men -----------------------------------------------------------------------


def draw_below(root: Element, layout: Layout) -> None:
    """Regions, edges that wrap, tinted squares."""
    if layout.look.regions:
        draw_regions(root, layout, layout.look.regions)
    _draw_wraps(root, layout)
    tinted = [square for square, mark in layout.look.read_marks(layout.board) if mark == "tint"]
    if tinted:
        group = put(root, "g", "mark tint", fill=layout.look.paint.mark, fill_opacity=0.55)
        for square in tinted:
            tile(group, layout, square)


def draw_regions(root: Element, layout: Layout, map: tuple[str, ...]) -> None:  # noqa: A002
    """A tint for each region, and a thick line where two of them meet.

    Raises:
        InvalidModel: the map is not of the board's size.
    """
    board = layout.board
    if [len(line) for line in map] != [board.columns] * board.rows:
        raise InvalidModel("regions", f"are not a map of {board.rows} by {board.columns} letters")
    here = {square: map[square.row][square.column] for square in board.squares}
    tints = _tints(board, here)
    tinted = put(root, "g", "regions")
    borders: list[str] = []
    for square, name in here.items():
        if name in tints:
            tile(tinted, layout, square, fill=tints[name], stroke="#999999")
        ends = layout.corners(square)
        for side, other in enumerate(board.geometry.cells_across(square)):
            there = None if other is None else here.get(other)
            if there is None or (there != name and other is not None and other > square):
                borders.append(_line(ends[side], ends[(side + 1) % len(ends)]))
    line: dict[str, Any] = {"stroke_width": layout.size * 0.06, "stroke_linecap": "square"}
    put(tinted, "path", **line, d="".join(borders), stroke=INK, fill="none")


def _tints(board: Board, here: Mapping[Square, str]) -> Mapping[str, str]:
    """A colour for each region, as seldom used before as may be and by no neighbour.

    Next is the region with the most colours beside it (Brélaz 1979: DSATUR): in any fixed order the
    colours would run out where regions are scattered.
    """
    beside: dict[str, set[str]] = {name: set() for name in sorted({*here.values()} - {"."})}
    for square, name in here.items():
        neighbours = (here.get(one, name) for one in board.geometry.cells_across(square) if one)
        if name in beside:
            beside[name] |= {*neighbours} - {name}
    found: dict[str, str] = {}
    used = dict.fromkeys(TINTS, 0)
    while left := beside.keys() - found.keys():
        taken = {name: {found[other] for other in beside[name] & found.keys()} for name in left}
        name = min(left, key=lambda name: (-len(taken[name]), -len(beside[name]), name))
        tint = min(TINTS, key=lambda tint: (tint in taken[name], used[tint]))
        found[name] = tint
        used[tint] += 1
    return found


def _draw_wraps(root: Element, layout: Layout) -> None:
    """Arrowheads on edges that are one and the same: one on the left and the right, two above and below."""
    board, size = layout.board, layout.unit
    if not (board.geometry.around and board.squares):
        return
    rows, columns = board.rows - 0.5, board.columns - 0.5
    edges = [((-0.5, side), (rows, side), 1) for side in (-0.5, columns)]
    if 0 in board.geometry.around:
        edges += [((side, -0.5), (side, columns), 2) for side in (-0.5, rows)]
    strokes = []
    for begin, end, heads in edges:
        (x1, y1), (x2, y2) = layout.centre(begin), layout.centre(end)
        long = hypot(x2 - x1, y2 - y1)
        ahead = ((x2 - x1) / long, (y2 - y1) / long)
        strokes.append(_line((x1, y1), (x2, y2)))
        for head in range(heads):
            far = long / 2 + size * 0.11 * (head + (2 - heads) / 2)
            tip = (x1 + far * ahead[0], y1 + far * ahead[1])
            strokes.append(_chevron(tip, ahead, size * 0.1))
    look: dict[str, Any] = {"stroke": layout.look.paint.path, "fill": "none"}
    look |= {"stroke_width": size * 0.045, "stroke_linejoin": "round"}
    put(root, "path", "wrap", **look, d="".join(strokes))


def _line(*points: Point) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _chevron(tip: Point, ahead: Point, arm: float) -> str:
    """Two strokes that meet in a tip."""
    (x, y), (along, across) = tip, ahead
    ends = [
        (x - arm * along + side * arm * across, y - arm * across - side * arm * along)
        for side in (1, -1)
    ]
    return _line(ends[0], tip, ends[1])


# -- above the men -----------------------------------------------------------------------


def draw_above(root: Element, layout: Layout) -> None:
    """Rings, crosses, dots and stars; arrows."""
    size, paint = layout.size, layout.look.paint
    for square, mark in layout.look.read_marks(layout.board):
        x, y = layout.centre(square)
        if mark == "ring":
            ring: dict[str, Any] = {"cx": x, "cy": y, "r": size * 0.43, "stroke_width": size * 0.08}
            put(root, "circle", "mark ring", **ring, stroke=paint.mark, fill="none")
        elif mark == "dot":
            put(root, "circle", "mark dot", cx=x, cy=y, r=size * 0.14, fill=paint.mark)
        elif mark == "star":
            put(root, "path", "mark star", d=star_path(x, y, size * 0.38), fill="#222222")
        elif mark == "cross":
            draw_crosses(root, layout, [square], "mark cross", paint.mark)
    for here, there in layout.look.read_arrows(layout.board):
        _draw_arrow(root, layout, here, there)


def star_path(x: float, y: float, radius: float) -> str:
    """A star of five points around a centre, one point upwards."""
    turns = [(radius * (1, 0.42)[n % 2], pi * n / 5) for n in range(10)]
    return _line(*((x + r * sin(turn), y - r * cos(turn)) for r, turn in turns)) + "Z"


def draw_crosses(
    root: Element, layout: Layout, squares: Iterable[Square], name: str, colour: str
) -> None:
    """Crosses, all in one path, of a class and a colour."""
    arm = layout.size * 0.24
    strokes = [
        _line((x - arm, y - arm), (x + arm, y + arm))
        + _line((x + arm, y - arm), (x - arm, y + arm))
        for x, y in map(layout.centre, squares)
    ]
    if strokes:
        width = layout.size * 0.08
        put(root, "path", name, stroke=colour, stroke_width=width, d="".join(strokes), fill="none")


def _draw_arrow(root: Element, layout: Layout, here: Square, there: Square) -> None:
    """From the middle of a square to the middle of another, its head in there."""
    (x1, y1), (x2, y2) = layout.centre(here), layout.centre(there)
    long, size = hypot(x2 - x1, y2 - y1), layout.size
    ahead, beside = (x2 - x1) / long, (y2 - y1) / long
    tip, neck = size * 0.1, size * 0.38

    def at(back: float, side: float) -> Point:
        return x2 - back * ahead + side * beside, y2 - back * beside - side * ahead

    outline = [
        (x1 + size * 0.08 * beside, y1 - size * 0.08 * ahead),
        *(at(neck, size * 0.08), at(neck + tip * 0.3, size * 0.22), at(-tip, 0)),
        *(at(neck + tip * 0.3, -size * 0.22), at(neck, -size * 0.08)),
        (x1 - size * 0.08 * beside, y1 + size * 0.08 * ahead),
    ]
    points = " ".join(f"{number(x)},{number(y)}" for x, y in outline)
    fill = layout.look.paint.mark
    put(root, "polygon", "arrow", fill=fill, fill_opacity=0.85, points=points)
