"""The ground of a picture: the squares, walls and holes, the coordinates, the title and the words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from xml.etree.ElementTree import Element

from nqsat.chess import Square
from nqsat.chess.square import file_name
from nqsat.reporting.canvas import (
    COORDINATES,
    HEADLINE,
    INDENT,
    TITLE,
    WIDTH,
    WORDS,
    Layout,
    number,
    put,
    put_text,
)
from nqsat.reporting.text import is_named

# Beyond this there is no element for each cell.
_MAX_CELLS = 128 * 128

#: The classes of squares by their shade.
_SHADES = ("dark", "light", "between")


def draw_empty_board(layout: Layout, name: str) -> Element:
    """A picture of the empty board with its title, coordinates and words; it has this name if no title."""
    root = layout.root(layout.look.title or name)
    _draw_ground(root, layout)
    if layout.look.coordinates:
        _draw_coordinates(root, layout)
    _draw_words(root, layout)
    return root


# -- the squares -------------------------------------------------------------------------


def _draw_ground(root: Element, layout: Layout) -> None:
    """The squares, walls and holes."""
    group = put(root, "g", "squares")
    if layout.board.rows * layout.board.columns > _MAX_CELLS and not layout.board.geometry.gaps:
        _draw_chequers(group, layout)
    else:
        _draw_cells(group, layout)


def _draw_cells(group: Element, layout: Layout) -> None:
    board, size, paint = layout.board, layout.size, layout.look.paint
    for pair in board.geometry.drawn_edges():
        (x1, y1), (x2, y2) = map(layout.centre, pair)
        put(group, "line", "joined", x1=x1, y1=y1, x2=x2, y2=y2, stroke=paint.ink)
    for row in range(board.rows):
        for column in range(board.columns):
            cell = Square(row, column)
            name = {"#": "wall", "x": "hole"}.get(board.character(cell))
            if name == "wall" and board.geometry.gaps:
                continue
            shade = board.geometry.shade(cell)
            fill = getattr(paint, name) if name else paint.shades[shade]
            tile(group, layout, cell, name or _SHADES[shade], fill=fill)
            if name == "hole":
                lines = _hatching(*layout.corner(cell), size)
                put(group, "path", d=lines, stroke="#bbbbbb", fill="none")


def tile(
    group: Element, layout: Layout, square: Square, name: str = "", **look: str | float
) -> None:
    """Draw a square in one colour: a rectangle, or a polygon if its outline has other than four corners."""
    if len(layout.board.geometry.outline) != 4:
        corners = " ".join(f"{number(x)},{number(y)}" for x, y in layout.corners(square))
        put(group, "polygon", name, **look, points=corners)
        return
    x, y = layout.corner(square)
    put(group, "rect", name, **look, x=x, y=y, width=layout.size, height=layout.size)


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
    board, paint = layout.board, layout.look.paint
    stripes = [_box(layout, 0, 0, board.rows, board.columns)]
    down = [_box(layout, 0, column, board.rows, 1) for column in range(1, board.columns, 2)]
    first = board.rows % 2  # the bottom left square is dark, so the last row has no stripe
    across = [_box(layout, row, 0, 1, board.columns) for row in range(first, board.rows, 2)]
    put(group, "path", "light", d=stripes[0], fill=paint.light)
    dark = "".join([*stripes, *down, *across])
    put(group, "path", "dark", d=dark, fill_rule="evenodd", fill=paint.dark)
    for name, cells in (("wall", board.drawn_walls), ("hole", board.holes)):
        if cells:
            runs = "".join(_box(layout, row, column, 1, long) for row, column, long in _runs(cells))
            put(group, "path", name, d=runs, fill=getattr(paint, name))


def _runs(cells: Iterable[Square]) -> Iterator[tuple[int, int, int]]:
    """Neighbours in a row taken together: row, first column, how many."""
    keyed = enumerate(sorted(cells))
    for _, group in groupby(keyed, lambda item: (item[1].row, item[1].column - item[0])):
        run = [cell for _, cell in group]
        yield run[0].row, run[0].column, len(run)


def _box(layout: Layout, row: int, column: int, height: int, width: int) -> str:
    """A block of rows × columns cells as part of an SVG path."""
    ends = ((row - 0.5, column - 0.5), (row + height - 0.5, column + width - 0.5))
    (x1, y1), (x2, y2) = map(layout.centre, ends)
    (x1, x2), (y1, y2) = sorted((x1, x2)), sorted((y1, y2))
    across, down = number(x2 - x1), number(y2 - y1)
    return f"M{number(x1)} {number(y1)}h{across}v{down}h-{across}z"


# -- the words ---------------------------------------------------------------------------


def _words(root: Element, layout: Layout, name: str, font: float) -> Element:
    """A group of words in the picture's ink."""
    fill = layout.look.paint.ink
    return put(root, "g", name, font_family="sans-serif", font_size=font, fill=fill)


def _draw_coordinates(root: Element, layout: Layout) -> None:
    """Ranks at the left, files below, or the other way round; on large boards only some of them."""
    unit = layout.unit
    group = _words(root, layout, "coordinates", unit * COORDINATES)
    if not layout.board.geometry.has_ranks:
        _draw_labels(group, layout)
        return
    for name, at in _fitting_names(layout, across=False):
        _, y = layout.centre((0, at) if layout.turned else (at, 0))
        put_text(group, layout.left - unit * 0.15, y + unit * 0.115, name, "end")
    for name, at in _fitting_names(layout, across=True):
        x, _ = layout.centre((at, 0) if layout.turned else (0, at))
        put_text(group, x, layout.bottom - unit * 0.22, name)


def _draw_labels(group: Element, layout: Layout) -> None:
    """The words that the geometry has beside cells."""
    board, unit, half = layout.board, layout.unit, layout.size / 2
    for cell, side, text in board.geometry.labels(board.squares):
        x, y = layout.centre(cell)
        if side == "left":
            put_text(group, x - half * 1.25, y - unit * 0.05, text, "end")
        else:
            put_text(group, x, y + half + unit * 0.38, text)


def _fitting_names(layout: Layout, *, across: bool) -> list[tuple[str, int]]:
    """The names that there is room for."""
    names = _names(layout, across=across)
    letters = max((len(name) for name, _ in names), default=0) * WIDTH if across else 1.25
    room = letters * COORDINATES * layout.unit / layout.size
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if step >= room)
    rows = layout.board.rows
    return [
        (name, at)
        for name, at in names
        if ((rows - at) if name.isdecimal() else (at + 1)) % step == 0
    ]


def _names(layout: Layout, *, across: bool) -> list[tuple[str, int]]:
    """The names of ranks or files that run down the picture, or across, with where: row or column."""
    board = layout.board
    if layout.turned != across:
        return [
            (file_name(column), column)
            for column in range(board.columns if board.rows else 0)
            if is_named(board, column=column)
        ]
    return [
        (str(board.rows - row), row)
        for row in range(board.rows if board.columns else 0)
        if is_named(board, row=row)
    ]


def _draw_words(root: Element, layout: Layout) -> None:
    """The title, the words below, and which layer of a solid board is which."""
    unit, left = layout.unit, layout.left
    title = [
        (left, unit * (0.08 + HEADLINE * (i + 0.7)), text) for i, text in enumerate(layout.title)
    ]
    entries = [(*layout.entry(i), text) for i, text in enumerate(layout.entries)]
    words = [(left, layout.line(layout.lines + i), text) for i, text in enumerate(layout.words)]
    for name, font, indent, texts in (
        ("title", TITLE, 0.0, title),
        ("entries", WORDS, unit * INDENT, entries),
        ("wanted", WORDS, 0.0, words),
    ):
        group = _words(root, layout, name, unit * font) if texts else root
        for x, y, text in texts:
            put_text(group, x + indent, y, text, "start")
    if layout.board.squares:
        _draw_captions(root, layout)


def _draw_captions(root: Element, layout: Layout) -> None:
    """The words above each part of the board, as large as there is room."""
    captions = [*layout.board.geometry.captions()]
    room = min((0.95 * (one.width + 1) / WIDTH / len(one.text) for one in captions), default=0)
    group = _words(root, layout, "layers", layout.size * min(WORDS, room)) if captions else root
    for one in captions:
        x, y = layout.centre((one.row - 0.5, one.column + (one.width - 1) / 2))
        put_text(group, x, y - 0.18 * layout.size, one.text)
