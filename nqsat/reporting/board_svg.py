"""The ground of a picture: the squares, walls and holes, the coordinates, the title and the words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby, product
from xml.etree.ElementTree import Element

from nqsat.chess import Board, Square
from nqsat.chess.square import file_name
from nqsat.reporting.canvas import (
    COORDINATES,
    HEADLINE,
    INDENT,
    SIDE,
    TITLE,
    WIDTH,
    WORDS,
    Canvas,
    line,
    put,
    put_text,
)
from nqsat.reporting.text import is_named

# Beyond this cells are drawn in stripes.
_MAX_CELLS = 128 * 128

#: The classes of cells by their shade.
_SHADES = ("dark", "light", "between")


def draw_ground(canvas: Canvas) -> None:
    """The empty board with its title, coordinates and words."""
    draw_squares(canvas)
    if canvas.look.coordinates:
        _draw_coordinates(canvas)
    _draw_words(canvas)
    if canvas.board.squares:
        _draw_captions(canvas)


# -- the squares -------------------------------------------------------------------------


def draw_squares(canvas: Canvas) -> None:
    """The squares, walls and holes."""
    board = canvas.board
    group = put(canvas.root, "g", "squares")
    if edges := "".join(line(*map(canvas.centre, pair)) for pair in board.geometry.drawn_edges()):
        put(group, "path", "joined", d=edges, stroke=canvas.paint.ink)
    large = board.rows * board.columns > _MAX_CELLS and not board.geometry.gaps
    for name, path in _stripes(canvas) if large else _cells(canvas):
        rule = {"fill_rule": "evenodd"} if large else {}
        put(group, "path", name, d=path, fill=getattr(canvas.paint, name), **rule)
    if board.holes and not large:
        put(group, "path", d=_hatching(canvas), stroke="#bbbbbb", fill="none")


def _cells(canvas: Canvas) -> Iterator[tuple[str, str]]:
    """The names of shades, walls and holes, each with all its cells as a path."""
    board = canvas.board
    found = defaultdict[str, list[Square]](list)
    for square in board.squares:
        found[_SHADES[board.geometry.shade(square)]].append(square)
    found["wall"], found["hole"] = sorted(board.drawn_walls), sorted(board.holes)
    for name, cells in found.items():
        if cells:
            yield name, canvas.outlines(cells)


def _stripes(canvas: Canvas) -> Iterator[tuple[str, str]]:
    """The same in few elements: stripes down and across, filled even-odd: crossings stay light."""
    board = canvas.board
    whole = _box(canvas, 0, 0, board.rows, board.columns)
    down = [_box(canvas, 0, column, board.rows, 1) for column in range(1, board.columns, 2)]
    first = board.rows % 2  # the bottom left square is dark, so the last row has no stripe
    across = [_box(canvas, row, 0, 1, board.columns) for row in range(first, board.rows, 2)]
    yield "light", whole
    yield "dark", "".join([whole, *down, *across])
    for name, cells in (("wall", board.drawn_walls), ("hole", board.holes)):
        if cells:
            yield name, "".join(_box(canvas, row, at, 1, long) for row, at, long in _runs(cells))


def _runs(cells: Iterable[Square]) -> Iterator[tuple[int, int, int]]:
    """Neighbours in a row taken together: row, first column, how many."""
    keyed = enumerate(sorted(cells))
    for _, group in groupby(keyed, lambda item: (item[1].row, item[1].column - item[0])):
        run = [cell for _, cell in group]
        yield run[0].row, run[0].column, len(run)


def _box(canvas: Canvas, row: int, column: int, height: int, width: int) -> str:
    """A block of rows × columns cells as a path."""
    top, left = row - 0.5, column - 0.5
    ends = ((0, 0), (0, width), (height, width), (height, 0))
    return line(*(canvas.centre((top + down, left + right)) for down, right in ends)) + "Z"


def _hatching(canvas: Canvas) -> str:
    """Three rising diagonals across every hole."""
    half = SIDE / 2
    rising = ((-half, 0, 0, -half), (-half, half, half, -half), (0, half, half, 0))
    return "".join(
        line((x + x1, y + y1), (x + x2, y + y2))
        for x, y in map(canvas.centre, sorted(canvas.board.holes))
        for x1, y1, x2, y2 in rising
    )


# -- the words ---------------------------------------------------------------------------


def _group(canvas: Canvas, name: str, font: float) -> Element:
    """A group of words in the picture's ink."""
    look = {"font_family": "sans-serif", "fill": canvas.paint.ink}
    return put(canvas.root, "g", name, font_size=font, **look)


def _draw_coordinates(canvas: Canvas) -> None:
    """Ranks at the left, files below, or the other way round; on large boards only some of them."""
    unit, geometry = canvas.unit, canvas.board.geometry
    group = _group(canvas, "coordinates", unit * COORDINATES)
    draw_labels(canvas, group)
    if not geometry.has_ranks:
        return
    for name, at in _fitting_names(canvas, across=False):
        _, y = canvas.centre((0, at) if canvas.turned else (at, 0))
        put_text(group, canvas.left - unit * 0.15, y + unit * 0.115, name, "end")
    for name, at in _fitting_names(canvas, across=True):
        x, _ = canvas.centre((at, 0) if canvas.turned else (0, at))
        put_text(group, x, canvas.bottom - unit * 0.22, name)


def draw_labels(canvas: Canvas, group: Element) -> None:
    """The words beside cells that are not in rows and columns."""
    unit = canvas.unit
    for cell, side, text in canvas.board.geometry.labels(canvas.board.squares):
        x, y = canvas.centre(cell)
        if side == "left":
            put_text(group, x - SIDE * 0.625, y - unit * 0.05, text, "end")
        else:
            put_text(group, x, y + SIDE / 2 + unit * 0.38, text)


def draw_names_inside(canvas: Canvas, group: Element) -> None:
    """The names of ranks in their first cells, of files in their lowest."""
    board = canvas.board
    for row, column in product(range(board.rows), range(board.columns)):
        if board.geometry.has_ranks and _is_drawn(board, row, column):
            x, y = canvas.centre((row, column))
            if not _is_drawn(board, row, column - 1):
                put_text(group, x - SIDE * 0.44, y - SIDE * 0.32, str(board.rows - row), "start")
            if not _is_drawn(board, row + 1, column):
                put_text(group, x + SIDE * 0.44, y + SIDE * 0.44, file_name(column), "end")


def _is_drawn(board: Board, row: int, column: int) -> bool:
    """Whether there is a cell, and no gap between layers."""
    inside = 0 <= row < board.rows and 0 <= column < board.columns
    return inside and is_named(board, row=row, column=column)


def _fitting_names(canvas: Canvas, *, across: bool) -> list[tuple[str, int]]:
    """Names of ranks or files across the picture, or down it, that there is room for; row or column."""
    board = canvas.board
    if not board.rows * board.columns:
        return []
    files = canvas.turned != across
    if files:
        names = [(file_name(at), at) for at in range(board.columns) if is_named(board, column=at)]
    else:
        names = [(str(board.rows - at), at) for at in range(board.rows) if is_named(board, row=at)]
    letters = max((len(name) for name, _ in names), default=0) * WIDTH if across else 1.25
    room = letters * COORDINATES * canvas.unit / SIDE
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if step >= room)
    return [
        (name, at) for name, at in names if ((at + 1) if files else (board.rows - at)) % step == 0
    ]


def _draw_words(canvas: Canvas) -> None:
    """The title, and the words below."""
    unit, left = canvas.unit, canvas.left
    title = [(left, unit * (0.08 + HEADLINE * (i + 0.7))) for i in range(len(canvas.title))]
    places = [canvas.entry(i) for i in range(len(canvas.entries))]
    entries = [(x + unit * INDENT, y) for x, y in places]
    words = [(left, canvas.words_at(canvas.legend_lines + i)) for i in range(len(canvas.words))]
    for name, font, spots, texts in (
        ("title", TITLE, title, canvas.title),
        ("entries", WORDS, entries, canvas.entries),
        ("wanted", WORDS, words, canvas.words),
    ):
        group = _group(canvas, name, unit * font) if texts else canvas.root
        for (x, y), text in zip(spots, texts, strict=True):
            put_text(group, x, y, text, "start")


def _draw_captions(canvas: Canvas) -> None:
    """The words above each part of the board, as large as there is room."""
    captions = [*canvas.board.geometry.captions()]
    room = min(
        (0.95 * (caption.width + 1) / WIDTH / len(caption.text) for caption in captions), default=0
    )
    group = _group(canvas, "layers", SIDE * min(WORDS, room)) if captions else canvas.root
    for caption in captions:
        x, y = canvas.centre((caption.row - 0.5, caption.column + (caption.width - 1) / 2))
        put_text(group, x, y - 0.18 * SIDE, caption.text)
