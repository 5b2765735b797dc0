"""The ground of an SVG: its frame, the squares, the coordinates; and what draws on it needs.

Positions are units of ``size`` for a square; a board of more than 64 squares a side is scaled down
as a whole. Elements never have ids: many pictures may stand in one page, where ids would clash.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from nqsat.chess import Board, Square
from nqsat.chess.square import file_name
from nqsat.errors import InvalidModel
from nqsat.reporting.scene import is_light

_LARGE = 64
# Beyond this there is no element for each cell.
_MAX_CELLS = 128 * 128
_FILLS = {"light": "#f0d9b5", "dark": "#b58863", "wall": "#3a3a3a", "hole": "#ffffff"}


class Layout(NamedTuple):
    """Where things are: margins for the coordinates at the left and below."""

    board: Board
    size: int

    @property
    def left(self) -> float:
        """The left edge of the board."""
        return self.size * (0.3 + 0.25 * len(str(self.board.rows)))

    @property
    def top(self) -> float:
        """The upper edge of the board."""
        return self.size * 0.2

    def centre(self, square: tuple[float, float]) -> tuple[float, float]:
        """Where ``(row, column)`` is; whole numbers are the centres of squares."""
        row, column = square
        return self.left + (column + 0.5) * self.size, self.top + (row + 0.5) * self.size

    def root(self, title: str, lines: int) -> Element:
        """The document with nothing but its title and white paper, with room for lines below the board."""
        width = self.left + self.size * (self.board.columns + 0.2)
        height = self.top + self.size * (self.board.rows + 0.6 + 0.42 * lines)
        scale = min(1.0, _LARGE / max(self.board.rows, self.board.columns, 1))
        root = Element(
            "svg",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(width)} {number(height)}",
            width=number(width * scale),
            height=number(height * scale),
            role="img",
        )
        SubElement(root, "title").text = title
        ground = {"class": "ground", "width": number(width), "height": number(height)}
        SubElement(root, "rect", ground, fill="#ffffff")
        return root


def layout_of(board: Board, size: int) -> Layout:
    """The layout of a board with squares of so many pixels.

    Raises:
        InvalidModel: ``size`` is not a whole number ≥ 1.
    """
    if type(size) is not int or size < 1:
        raise InvalidModel("size", f"{size!r} is not a whole number of pixels ≥ 1")
    return Layout(board, size)


def begun(layout: Layout, title: str, *, lines: int = 0) -> Element:
    """A picture of the empty board with its coordinates, and room for lines of words below it."""
    root = layout.root(title, lines)
    _draw_ground(root, layout)
    _draw_coordinates(root, layout)
    return root


def _draw_ground(root: Element, layout: Layout) -> None:
    """The squares, walls and holes."""
    group = SubElement(root, "g", {"class": "squares"})
    if layout.board.rows * layout.board.columns > _MAX_CELLS:
        _draw_chequers(group, layout)
    else:
        _draw_cells(group, layout)


def _draw_cells(group: Element, layout: Layout) -> None:
    board, size = layout.board, layout.size
    for row in range(board.rows):
        for column in range(board.columns):
            cell = Square(row, column)
            name = {"#": "wall", "x": "hole"}.get(board.character(cell))
            name = name or ("light" if is_light(board, cell) else "dark")
            x, y = layout.left + column * size, layout.top + row * size
            place = {"class": name, "x": number(x), "y": number(y)}
            side = str(size)
            SubElement(group, "rect", place, width=side, height=side, fill=_FILLS[name])
            if name == "hole":
                SubElement(group, "path", d=_hatching(x, y, size), stroke="#bbbbbb", fill="none")


def _hatching(x: float, y: float, size: int) -> str:
    """Three rising diagonals across a square."""
    half = size / 2
    lines = ((0, half, half, 0), (0, size, size, 0), (half, size, size, half))
    return " ".join(
        f"M{number(x + x1)} {number(y + y1)}L{number(x + x2)} {number(y + y2)}"
        for x1, y1, x2, y2 in lines
    )


def _draw_chequers(group: Element, layout: Layout) -> None:
    """The same ground in few elements: stripes down and stripes across, dark where one of them is.

    The stripes are one path that is filled even-odd: where two cross, the ground stays light.
    """
    board = layout.board
    stripes = [_box(layout, 0, 0, board.rows, board.columns)]
    down = [_box(layout, 0, column, board.rows, 1) for column in range(1, board.columns, 2)]
    first = board.rows % 2  # the bottom left square is dark, so the last row has no stripe
    across = [_box(layout, row, 0, 1, board.columns) for row in range(first, board.rows, 2)]
    SubElement(group, "path", {"class": "light", "d": stripes[0]}, fill=_FILLS["light"])
    dark = "".join([*stripes, *down, *across])
    SubElement(
        group, "path", {"class": "dark", "d": dark, "fill-rule": "evenodd"}, fill=_FILLS["dark"]
    )
    for name, cells in (("wall", board.walls), ("hole", board.holes)):
        if cells:
            runs = "".join(_box(layout, row, column, 1, long) for row, column, long in _runs(cells))
            SubElement(group, "path", {"class": name, "d": runs}, fill=_FILLS[name])


def _runs(cells: Iterable[Square]) -> Iterator[tuple[int, int, int]]:
    """Neighbours in a row taken together: row, first column, how many."""
    keyed = enumerate(sorted(cells))
    for _, group in groupby(keyed, lambda item: (item[1].row, item[1].column - item[0])):
        run = [cell for _, cell in group]
        yield run[0].row, run[0].column, len(run)


def _box(layout: Layout, row: int, column: int, height: int, width: int) -> str:
    """So many rows and columns of cells as a piece of a path."""
    x, y = layout.left + column * layout.size, layout.top + row * layout.size
    across, down = width * layout.size, height * layout.size
    return f"M{number(x)} {number(y)}h{across}v{down}h-{across}z"


def _draw_coordinates(root: Element, layout: Layout) -> None:
    """Ranks at the left, files below."""
    board, size = layout.board, layout.size
    fonts = {"font-family": "sans-serif", "font-size": number(size * 0.32)}
    group = SubElement(root, "g", {"class": "coordinates", **fonts}, fill="#444444")
    for row in range(board.rows if board.columns else 0):
        _, y = layout.centre((row, 0))
        put_text(group, layout.left - size * 0.15, y + size * 0.115, str(board.rows - row), "end")
    for column in range(board.columns if board.rows else 0):
        x, _ = layout.centre((0, column))
        put_text(group, x, layout.top + size * (board.rows + 0.38), file_name(column))


def put_text(
    parent: Element, x: float, y: float, text: str, anchor: str = "middle", **attributes: str
) -> None:
    """Text whose baseline is at y."""
    place = {"x": number(x), "y": number(y), "text-anchor": anchor}
    SubElement(parent, "text", {**attributes, **place}).text = text


def number(value: float) -> str:
    """A coordinate with at most two decimals, exact enough for any board and short."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
