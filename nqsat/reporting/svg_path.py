"""A path across an SVG board: a line through the squares, where it begins and ends, its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from nqsat.chess import Square
from nqsat.modelling import Moves, Path
from nqsat.reporting.canvas import SIDE, Canvas, Point, line, number, put, put_text
from nqsat.reporting.marks import moved
from nqsat.reporting.style import shades

# A larger board has no numbers: they would be too small to read.
_MAX_NUMBERED = 16

#: Number of colour steps along a longer path.
_SHADES = 48

#: How much paler squares become so that a long path can be seen on them.
_PALE = 0.45


def draw_path(canvas: Canvas, path: Path) -> None:
    """The line, then the ends of an open path, then the numbers above both."""
    paint, large = canvas.paint, max(canvas.board.rows, canvas.board.columns) > _MAX_NUMBERED
    lines = _lines(path)
    look: dict[str, Any] = {"fill": "none", "stroke_linejoin": "round"}
    if large:
        draw_paper(canvas, _PALE)
        look["stroke_linecap"] = "round"
    group = put(board_window(canvas), "g", "path", **look, stroke_width=4.95 if large else 3.15)
    for colour, part in _shade_path(lines, paint.path, paint.end if large else paint.path):
        end = "Z" if part[0] == part[-1] else ""
        put(group, "path", d=line(*map(canvas.centre, part)) + end, stroke=colour)
    if path.squares and (not path.closed or path.origin is not None):
        _draw_dot(canvas, path.squares[0], "start", paint.path)
    last = paint.end if large else paint.path
    if len(path) > 1 and not path.closed:
        if path.directed:
            here, there = map(canvas.centre, lines[-1][-2:])
            place = moved(there, towards=(2 * there[0] - here[0], 2 * there[1] - here[1]))
            put(canvas.root, "path", "end", d="M9.9 0L-9 9V-9Z", fill=last, transform=place)
        else:
            _draw_dot(canvas, path.squares[-1], "end", last)
    if not large:
        _draw_numbers(canvas, path)


def draw_moves(canvas: Canvas, solution: Moves) -> None:
    """A set of moves as lines, with a dot on every square that has one."""
    look = {"stroke": canvas.paint.path, "stroke_linecap": "round"}
    group = put(board_window(canvas), "g", "moves", **look, stroke_width=4.5)
    for here, there in solution.moves:
        draw_move(group, canvas, here, there)
    for square in solution.symbols:
        _draw_dot(canvas, square, "", canvas.paint.path, 8.55)


def draw_move(
    parent: Element, canvas: Canvas, here: Square, there: Square, **look: str | float
) -> None:
    """One move, inside a window."""
    pieces = canvas.board.geometry.drawn_move(here, there)
    put(parent, "path", d="".join(line(*map(canvas.centre, ends)) for ends in pieces), **look)


def board_window(canvas: Canvas) -> Element:
    """Where moves are drawn: of a board that wraps a part of the picture, which cuts off what leaves it."""
    if not canvas.board.geometry.seams:
        return canvas.root
    (width, height), (x, y) = canvas.extent, (canvas.left, canvas.top)
    view = " ".join(map(number, (x, y, width, height)))
    return put(canvas.root, "svg", x=x, y=y, width=width, height=height, viewBox=view)


# -- which lines -------------------------------------------------------------------------


def _lines(path: Path) -> list[list[Point]]:
    """The path as lines on the board: one, or several where it leaves over an edge that wraps."""
    lines: list[list[Point]] = [list(path.squares[:1])]
    for here, there in path.moves:
        first, *others = path.board.geometry.drawn_move(here, there)
        lines[-1].append(first[1])
        lines += map(list, others)
    if (
        path.closed and len(lines) > 1
    ):  # the line that arrives at the first square goes on from there
        lines[0] = lines.pop() + lines[0][1:]
    return lines


# -- how they look -----------------------------------------------------------------------


def _shade_path(
    lines: list[list[Point]], first: str, last: str
) -> Iterator[tuple[str, list[Point]]]:
    """The lines in parts of about as many moves, each with its colour, from one colour to another."""
    if first == last:
        yield from ((first, part) for part in lines if len(part) > 1)
        return
    long = sum(map(len, lines)) // _SHADES + 1
    parts = [line[at : at + long + 1] for line in lines for at in range(0, len(line) - 1, long)]
    yield from zip(shades(first, last, len(parts)), parts, strict=True)


def draw_paper(canvas: Canvas, pale: float) -> None:
    """A veil that makes the squares paler by a share from 0 to 1."""
    width, height = canvas.extent
    place = {"x": canvas.left, "y": canvas.top, "width": width, "height": height}
    put(canvas.root, "rect", "paper", **place, fill="#ffffff", fill_opacity=pale)


def _draw_dot(canvas: Canvas, square: Square, name: str, colour: str, radius: float = 7.2) -> None:
    x, y = canvas.centre(square)
    put(canvas.root, "circle", name, cx=x, cy=y, r=radius, fill=colour)


def _draw_numbers(canvas: Canvas, path: Path) -> None:
    """On a pale rim, which keeps a digit readable where a line runs through it."""
    fonts: dict[str, Any] = {"font_family": "sans-serif", "font_size": SIDE * 0.24}
    rim: dict[str, Any] = {"stroke": "#ffffff", "stroke_opacity": 0.7, "stroke_width": SIDE * 0.07}
    below = put(canvas.root, "g", "rims", **fonts, **rim, fill="#ffffff")
    above = put(canvas.root, "g", "numbers", **fonts, fill="#111111")
    up, left = path.board.geometry.outline[0]
    for index, square in enumerate(path.squares, 1):
        x, y = canvas.centre(square)
        place = (x + SIDE * (left + 0.05), y + SIDE * (up + 0.25))
        for group, name in ((below, ""), (above, "number")):
            put_text(group, *place, str(index), "start", name=name)
