"""A path across an SVG board: a line through the squares, where it begins and ends, its numbers."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from nqsat.chess import Board, Square
from nqsat.modelling import Path
from nqsat.reporting.canvas import number, put_text

if TYPE_CHECKING:
    from nqsat.reporting.canvas import Layout

_INK = "#1f5fa8"
# A larger board has no numbers: nobody could read them.
_MAX_NUMBERED = 16

#: Row and column, not always whole: where a line meets the edge of the board.
_Point = tuple[float, float]


def draw_path(root: Element, layout: Layout, path: Path) -> None:
    """The line, then the ends of an open path, then the numbers above both."""
    lines = _lines(path)
    # One line may still leave at one edge and come in at another: that is no polygon.
    ring = path.closed and lines == [list(path.squares)]
    _draw_lines(root, layout, lines, closed=ring)
    if path.squares and (not path.closed or path.origin is not None):
        _draw_dot(root, layout, path.squares[0], "start")
    if len(path) > 1 and not path.closed:
        if path.directed:
            _draw_arrow(root, layout, *lines[-1][-2:])
        else:
            _draw_dot(root, layout, path.squares[-1], "end")
    if max(layout.board.rows, layout.board.columns) <= _MAX_NUMBERED:
        _draw_numbers(root, layout, path)


# -- which lines -------------------------------------------------------------------------


def _lines(path: Path) -> list[list[_Point]]:
    """The path as lines on the board: one, or several where it leaves over an edge that wraps.

    A closed path that never leaves is one line that does not repeat its first square.
    """
    lines: list[list[_Point]] = [list(path.squares[:1])]
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


def _pieces(board: Board, here: Square, there: Square) -> list[list[_Point]]:
    """A move as the lines that it draws on the board: one, or more if it goes round.

    It goes the shorter way round. Seen from the square it comes from, the other square is then on
    a copy of the board beside it; each copy that the line crosses shows a piece of it.
    """
    down, right = there.row - here.row, there.column - here.column
    up = _turn(down, board.rows) if board.wrap == "torus" else 0
    left = _turn(right, board.columns) if board.wrap != "flat" else 0
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
    pieces = [list[_Point](ends) for _, ends in sorted(found)]
    pieces[-1][-1] = there
    return pieces


def _turn(distance: int, around: int) -> int:
    """What to add to a distance so that it is at most half the way round."""
    return 0 if 2 * abs(distance) <= around else -around if distance > 0 else around


def _inside(board: Board, start: _Point, step: _Point) -> tuple[float, float]:
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


def _draw_lines(root: Element, layout: Layout, lines: list[list[_Point]], *, closed: bool) -> None:
    style = {"stroke-width": number(layout.size * 0.07), "stroke-linejoin": "round"}
    group = SubElement(root, "g", {"class": "path", "fill": "none", "stroke": _INK, **style})
    for line in lines if len(lines[0]) > 1 else ():
        points = " ".join(f"{number(x)},{number(y)}" for x, y in map(layout.centre, line))
        SubElement(group, "polygon" if closed else "polyline", points=points)


def _draw_dot(root: Element, layout: Layout, square: Square, name: str) -> None:
    x, y = layout.centre(square)
    place = {"class": name, "cx": number(x), "cy": number(y), "r": number(layout.size * 0.16)}
    SubElement(root, "circle", place, fill=_INK)


def _draw_arrow(root: Element, layout: Layout, before: _Point, end: _Point) -> None:
    """A triangle in the last square, pointing the way that the line arrives."""
    (x0, y0), (x, y) = layout.centre(before), layout.centre(end)
    long = hypot(x - x0, y - y0)
    ahead, beside = (x - x0) / long, (y - y0) / long
    corners = [
        (x + layout.size * (along * ahead - across * beside),
         y + layout.size * (along * beside + across * ahead))
        for along, across in ((0.22, 0), (-0.2, 0.2), (-0.2, -0.2))
    ]  # fmt: skip
    points = " ".join(f"{number(px)},{number(py)}" for px, py in corners)
    SubElement(root, "polygon", {"class": "end", "points": points}, fill=_INK)


def _draw_numbers(root: Element, layout: Layout, path: Path) -> None:
    size = layout.size
    fonts = {"font-family": "sans-serif", "font-size": number(size * 0.24), "fill": "#111111"}
    # A pale rim under each digit keeps it readable where a line runs through it.
    rim = {"stroke": "#ffffff", "stroke-opacity": "0.65", "stroke-width": number(size * 0.07)}
    rim |= {"stroke-linejoin": "round", "paint-order": "stroke"}
    group = SubElement(root, "g", {"class": "numbers", **fonts, **rim})
    for index, square in enumerate(path.squares, 1):
        x, y = layout.centre(square)
        text = {"class": "number"}
        put_text(group, x - size * 0.45, y - size * 0.25, str(index), "start", **text)
