"""What is put on a board beside men and paths: regions, edges that wrap, marks, arrows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from math import atan2, degrees, hypot
from typing import Any
from xml.etree.ElementTree import Element

from nqsat.chess import Board, Square
from nqsat.errors import InvalidModel
from nqsat.reporting.canvas import Canvas, Point, line, number, put
from nqsat.reporting.pieces import INK, star_path

#: Regions are told apart by these, also by colour-blind eyes: any two are at least 9 apart by CIEDE2000, as
#: simulated (Machado, Oliveira and Fernandes 2009), 10 for others. Neighbours never have the same.
TINTS = (
    "#e4c078", "#dbf6ff", "#a5d2ae", "#c9d2ff", "#fff69c", "#b7a5c9", "#c9a581", "#78aeff",
    "#edf6c9", "#c0c9d2", "#edede4", "#a5aea5",
)  # fmt: skip

#: A cross around the origin.
CROSS = "M-10.8 -10.8L10.8 10.8M10.8 -10.8L-10.8 10.8"


def _marks(colour: str) -> dict[str, dict[str, Any]]:
    """How marks around the origin look that stand above the men."""
    lines = {"stroke": colour, "stroke_width": 3.6, "fill": "none"}
    return {
        "ring": {"r": 19.35, **lines},
        "dot": {"r": 6.3, "fill": colour},
        "star": {"d": star_path(0, 0, 17.1), "fill": INK},
        "cross": {"d": CROSS, **lines},
    }


# -- below the men -----------------------------------------------------------------------


def draw_regions(canvas: Canvas) -> None:
    """A tint for each region; ``InvalidModel``: the map is not of the board's size."""
    board, regions = canvas.board, canvas.look.regions
    if not regions:
        return
    if [len(row) for row in regions] != [board.columns] * board.rows:
        raise InvalidModel("regions", f"are not a map of {board.rows} by {board.columns} letters")
    here = _regions(canvas)
    tints = _tints(board, here)
    cells = defaultdict[str, list[Square]](list)
    for square, name in here.items():
        if name in tints:
            cells[name].append(square)
    group = put(canvas.root, "g", "regions", stroke="#999999")
    for name, squares in cells.items():
        put(group, "path", d=canvas.outlines(squares), fill=tints[name])


def _regions(canvas: Canvas) -> Mapping[Square, str]:
    """The letter of every square."""
    return {one: canvas.look.regions[one.row][one.column] for one in canvas.board.squares}


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


def draw_below(canvas: Canvas) -> None:
    """Tinted squares."""
    marks = canvas.look.read_marks(canvas.board)
    if tinted := [square for square, mark in marks if mark == "tint"]:
        look = {"fill": canvas.paint.mark, "fill_opacity": "0.55"}
        put(canvas.root, "path", "mark tint", d=canvas.outlines(tinted), **look)


# -- above the men -----------------------------------------------------------------------


def draw_above(canvas: Canvas) -> None:
    """The edges of regions, edges that wrap, rings, crosses, dots and stars; arrows."""
    draw_borders(canvas)
    if canvas.board.squares:
        _draw_seams(canvas)
    looks = _marks(canvas.paint.mark)
    for square, mark in canvas.look.read_marks(canvas.board):
        if mark in looks:
            tag = "circle" if "r" in looks[mark] else "path"
            place = moved(canvas.centre(square))
            put(canvas.root, tag, f"mark {mark}", transform=place, **looks[mark])
    for ends in canvas.look.read_arrows(canvas.board):
        _draw_arrow(canvas, *map(canvas.centre, ends))


def draw_borders(canvas: Canvas) -> None:
    """A thick line where two regions meet."""
    if not canvas.look.regions:
        return
    here = _regions(canvas)
    borders: list[str] = []
    for square, name in here.items():
        ends = canvas.corners(square)
        for side, other in enumerate(canvas.board.geometry.cells_across(square)):
            there = None if other is None else here.get(other)
            if there is None or (there != name and other is not None and other > square):
                borders.append(line(ends[side], ends[(side + 1) % len(ends)]))
    look: dict[str, Any] = {"stroke": INK, "stroke_width": 2.7, "stroke_linecap": "square"}
    put(canvas.root, "path", "borders", **look, d="".join(borders), fill="none")


def _draw_seams(canvas: Canvas) -> None:
    """Arrowheads on edges that are one and the same: one on the left and the right, two above and below.

    Where a seam is twisted, those of one edge point the other way.
    """
    sizes = (canvas.board.rows, canvas.board.columns)
    look: dict[str, Any] = {"stroke": canvas.paint.path, "fill": "none", "stroke_linejoin": "round"}
    group = None
    for axis, twisted in reversed(canvas.board.geometry.seams):
        group = group or put(canvas.root, "g", "wrap", **look, stroke_width=canvas.unit * 0.045)
        for place, reverse in ((-0.5, False), (sizes[axis] - 0.5, twisted)):
            ends = [(place, -0.5), (place, sizes[1] - 0.5)]
            ends = ends if axis == 0 else [(-0.5, place), (sizes[0] - 0.5, place)]
            here, there = map(canvas.centre, reversed(ends) if reverse else ends)
            _draw_heads(canvas, group, (here, there), 2 - axis)


def _draw_heads(canvas: Canvas, group: Element, ends: tuple[Point, Point], heads: int) -> None:
    """A line between two points with arrowheads around its middle."""
    here, there = ends
    size, long = canvas.unit, hypot(there[0] - here[0], there[1] - here[1])
    path = f"M0 0H{number(long)}"
    for head in range(heads):
        tip = long / 2 + size * 0.11 * (head + (2 - heads) / 2)
        back, arm = tip - size * 0.1, size * 0.1
        path += line((back, -arm), (tip, 0), (back, arm))
    put(group, "path", d=path, transform=moved(here, towards=there))


def _draw_arrow(canvas: Canvas, here: Point, there: Point) -> None:
    """From the middle of a square to the middle of another, its head in there."""
    long = hypot(there[0] - here[0], there[1] - here[1])
    neck, tip = number(long - 17.1), number(long + 4.5)
    path = f"M0 -3.6H{neck}l-1.35 -6.3L{tip} 0L{number(long - 18.45)} 9.9L{neck} 3.6H0Z"
    look: dict[str, Any] = {"fill": canvas.paint.mark, "fill_opacity": 0.85}
    put(canvas.root, "path", "arrow", d=path, **look, transform=moved(here, towards=there))


def moved(place: Point, *, towards: Point | None = None) -> str:
    """A transform: what is drawn around the origin stands elsewhere, its right side towards a point."""
    x, y = place
    text = f"translate({number(x)} {number(y)})"
    if towards is None:
        return text
    return f"{text} rotate({degrees(atan2(towards[1] - y, towards[0] - x)):.6g})"
