"""A path across an SVG board: a line through the squares, where it begins and ends, its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any
from xml.etree.ElementTree import Element

from nqsat.chess import Board, Square
from nqsat.modelling import Moves, Path
from nqsat.reporting.canvas import Layout, Point, number, put, put_text
from nqsat.reporting.style import shades

# A larger board has no numbers: they would be too small to read.
_MAX_NUMBERED = 16

#: Number of colour steps along a longer path.
_SHADES = 48

#: How much paler squares become so that a long path can be seen on them.
_PALE = 0.45


def draw_path(root: Element, layout: Layout, path: Path) -> None:
    """The line, then the ends of an open path, then the numbers above both."""
    paint, large = layout.look.paint, max(layout.board.rows, layout.board.columns) > _MAX_NUMBERED
    lines = _lines(path)
    if large:
        draw_paper(root, layout, _PALE)
    # One line may still leave at one edge and come in at another: that is no polygon.
    if path.closed and lines == [list(path.squares)] and not large:
        _draw_lines(root, layout, [(paint.path, lines)], "polygon")
    else:
        parts = (
            list(_shade_path(path, lines, paint.path, paint.end))
            if large
            else [(paint.path, lines)]
        )
        _draw_lines(root, layout, parts, "polyline")
    if path.squares and (not path.closed or path.origin is not None):
        _draw_dot(root, layout, path.squares[0], "start", paint.path)
    last = paint.end if large else paint.path
    if len(path) > 1 and not path.closed:
        if path.directed:
            _draw_head(root, layout, (lines[-1][-2], lines[-1][-1]), last)
        else:
            _draw_dot(root, layout, path.squares[-1], "end", last)
    if not large:
        _draw_numbers(root, layout, path)


def draw_move(
    parent: Element, layout: Layout, here: Square, there: Square, **look: str | float
) -> None:
    """One move as lines."""
    for (x1, y1), (x2, y2) in (
        map(layout.centre, one) for one in _pieces(layout.board, here, there)
    ):
        put(parent, "line", x1=x1, y1=y1, x2=x2, y2=y2, **look)


def draw_moves(root: Element, layout: Layout, solution: Moves) -> None:
    """A set of moves as lines, with a dot on every square that has one."""
    paint, size = layout.look.paint, layout.size
    lines: dict[str, Any] = {"stroke": paint.path, "stroke_linecap": "round"}
    group = put(root, "g", "moves", **lines, stroke_width=size * 0.1, fill=paint.path)
    for here, there in solution.moves:
        draw_move(group, layout, here, there)
    for square in solution.symbols:
        x, y = layout.centre(square)
        put(group, "circle", cx=x, cy=y, r=size * 0.14)


# -- which lines -------------------------------------------------------------------------


def _lines(path: Path) -> list[list[Point]]:
    """The path as lines on the board: one, or several where it leaves over an edge that wraps.

    A closed path that never leaves is one line that does not repeat its first square.
    """
    lines: list[list[Point]] = [list(path.squares[:1])]
    for here, there in path.moves:
        first, *others = _pieces(path.board, here, there)
        lines[-1].append(first[1])
        lines += others
    if path.closed and path.squares:
        last = lines.pop()
        if lines:  # the line that arrives at the first square goes on from there
            lines[0] = last + lines[0][1:]
        else:
            lines.append(last[:-1])
    return lines


def _pieces(board: Board, here: Square, there: Square) -> list[list[Point]]:
    """A move as the lines that it draws on the board: one, or more if it goes round.

    It goes the shorter way round. Seen from the square it comes from, the other square is then on
    a copy of the board beside it; each copy that the line crosses shows a piece of it.
    """
    down, right = there.row - here.row, there.column - here.column
    up = _turn(down, board.rows) if 0 in board.geometry.around else 0
    left = _turn(right, board.columns) if 1 in board.geometry.around else 0
    if not (up or left):
        return [[here, there]]
    step = (down + up, right + left)
    found = []
    for start in {
        (here.row + above, here.column + beside) for above in (0, -up) for beside in (0, -left)
    }:
        enter, leave = _inside(board, start, step)
        if enter < leave:
            ends = [(start[0] + at * step[0], start[1] + at * step[1]) for at in (enter, leave)]
            found.append((enter, ends))
    pieces = [list[Point](ends) for _, ends in sorted(found)]
    pieces[-1][-1] = there
    return pieces


def _turn(distance: int, around: int) -> int:
    """What to add to a distance so that it is at most half the way round."""
    return 0 if 2 * abs(distance) <= around else -around if distance > 0 else around


def _inside(board: Board, start: Point, step: Point) -> tuple[float, float]:
    """From when to when, of 0 to 1, a line is on the board; the second is less if it never is."""
    enter, leave = 0.0, 1.0
    for begin, way, size in zip(start, step, (board.rows, board.columns), strict=True):
        at = sorted(((edge - begin) / way for edge in (-0.5, size - 0.5)) if way else ())
        if at:
            enter, leave = max(enter, at[0]), min(leave, at[1])
        elif not -0.5 <= begin <= size - 0.5:
            return 1.0, 0.0
    return enter, leave


# -- how they look -----------------------------------------------------------------------


def _shade_path(
    path: Path, lines: list[list[Point]], first: str, last: str
) -> Iterator[tuple[str, list[list[Point]]]]:
    """The lines in parts of about as many moves, each with its colour, from one colour to another."""
    if path.closed and lines == [list(path.squares)]:
        lines = [[*lines[0], lines[0][0]]]
    long = sum(map(len, lines)) // _SHADES + 1
    parts = [line[at : at + long + 1] for line in lines for at in range(0, len(line) - 1, long)]
    for part, colour in zip(parts, shades(first, last, len(parts)), strict=True):
        yield colour, [part]


def draw_paper(root: Element, layout: Layout, pale: float) -> None:
    """A veil that makes the squares paler by a share from 0 to 1."""
    rows, columns = layout.sides
    place = {"x": layout.left, "y": layout.top, "fill_opacity": pale}
    width, height = columns * layout.size, rows * layout.size
    put(root, "rect", "paper", **place, width=width, height=height, fill="#ffffff")


def _draw_lines(
    root: Element, layout: Layout, parts: list[tuple[str, list[list[Point]]]], shape: str
) -> None:
    style: dict[str, Any] = {"stroke_width": layout.size * 0.07, "stroke_linejoin": "round"}
    if len(parts) > 1:
        style |= {"stroke_width": layout.size * 0.11, "stroke_linecap": "round"}
    group = put(root, "g", "path", fill="none", **style)
    for colour, lines in parts:
        for line in lines if len(lines[0]) > 1 else ():
            points = " ".join(f"{number(x)},{number(y)}" for x, y in map(layout.centre, line))
            put(group, shape, points=points, stroke=colour)


def _draw_dot(root: Element, layout: Layout, square: Square, name: str, colour: str) -> None:
    x, y = layout.centre(square)
    put(root, "circle", name, cx=x, cy=y, r=layout.size * 0.16, fill=colour)


def _draw_head(root: Element, layout: Layout, move: tuple[Point, Point], colour: str) -> None:
    """A triangle in the last square, pointing the way that the line arrives."""
    (x0, y0), (x, y) = map(layout.centre, move)
    long = hypot(x - x0, y - y0)
    ahead, beside = (x - x0) / long, (y - y0) / long
    corners = [
        (x + layout.size * (along * ahead - across * beside),
         y + layout.size * (along * beside + across * ahead))
        for along, across in ((0.22, 0), (-0.2, 0.2), (-0.2, -0.2))
    ]  # fmt: skip
    points = " ".join(f"{number(px)},{number(py)}" for px, py in corners)
    put(root, "polygon", "end", points=points, fill=colour)


def _draw_numbers(root: Element, layout: Layout, path: Path) -> None:
    """On a pale rim, which keeps a digit readable where a line runs through it."""
    size = layout.size
    fonts: dict[str, Any] = {"font_family": "sans-serif", "font_size": size * 0.24}
    rim: dict[str, Any] = {"stroke": "#ffffff", "stroke_opacity": 0.7, "stroke_width": size * 0.07}
    below = put(root, "g", "rims", **fonts, **rim, fill="#ffffff")
    above = put(root, "g", "numbers", **fonts, fill="#111111")
    for index, square in enumerate(path.squares, 1):
        x, y = layout.corner(square)
        for group, name in ((below, ""), (above, "number")):
            put_text(group, x + size * 0.05, y + size * 0.25, str(index), "start", name=name)
