"""The ground of a picture: the board with its squares, walls and holes, and the words around it.

A square is 45 units wide; the root says how large a unit is. On a board of more than 64 squares a side
it is smaller. Only symbols have ids, each of which means the same in every picture.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby, product
from math import atan2, ceil, degrees
from unicodedata import east_asian_width
from xml.etree.ElementTree import Element, SubElement, tostring

from nqsat.chess import Board, Square
from nqsat.chess.square import file_name
from nqsat.errors import InvalidModel
from nqsat.reporting.style import ORIENTATIONS, PictureStyle
from nqsat.reporting.text import is_named

#: The side of a square.
SIDE = 45

_LARGE = 64
#: Words around a board of more squares a side grow with it, so that they can be read in the whole.
_READABLE = 32

#: Font sizes, and the greatest width of a letter as a fraction of it.
COORDINATES, WORDS, TITLE, WIDTH = 0.32, 0.28, 0.34, 0.62

#: The height of a line of words, and of a title; room for a figure.
_LINE, HEADLINE, INDENT = 0.45, 0.5, 0.55

#: The least number of letters on a line of words, however narrow the board.
_FEWEST = 24

#: Beyond this cells are drawn in stripes.
_MAX_CELLS = 128 * 128

#: The classes of cells by their shade.
_SHADES = ("dark", "light", "between")

#: Older readers know ``xlink:href`` alone.
NAMESPACES = {"xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink"}

Point = tuple[float, float]


class Canvas:
    """The title above the board, coordinates at the left and below, then a legend, then words.

    Args:
        board, look: what is drawn, and how.
        name: of the picture, unless the look has a title.
        entries: of a legend, each with room for a figure.
        words: other text below the board, joined to lines as long as the board is wide.
    """

    def __init__(
        self,
        board: Board,
        look: PictureStyle,
        name: str,
        *,
        entries: Iterable[str] = (),
        words: Iterable[str] = (),
    ) -> None:
        if board.geometry.gaps and look.orientation != "identity":
            reason = f"the picture of {board.title} cannot be turned; leave it out"
            raise InvalidModel("orientation", reason)
        self.board, self.look, self.paint = board, look, look.paint
        #: The unit in which words are measured.
        self.unit = unit = SIDE * max(1.0, max(board.rows, board.columns) / _READABLE)
        a, b, c, d = ORIENTATIONS[look.orientation]
        #: Whether ranks run downwards in the picture, and files across it.
        self.turned = not d
        wide = SIDE * (board.rows if self.turned else board.columns) / unit
        above, below = (max(_FEWEST, int(wide / WIDTH / size)) for size in (TITLE, WORDS))
        self.title = wrap_words(printable(look.title).split(), above)
        self.words = wrap_words(map(printable, words), below, "; ")
        names = map(printable, entries)
        self.entries = [x if letters(x) <= _FEWEST else _head(x, _FEWEST - 1) + "…" for x in names]
        self._abreast = max(1, int(wide / (_entry_width(self.entries) or 1)))
        beside = file_name(board.columns - 1) if self.turned else str(board.rows)
        captions = 0.5 * SIDE if any(board.geometry.captions()) else 0  # room for them
        self.left = unit * (0.3 + 0.25 * len(beside) if look.coordinates else 0.2)
        self.top = unit * (0.2 + HEADLINE * len(self.title)) + captions
        # What is reversed is counted from the other end.
        ranks, files = board.rows - 1, board.columns - 1
        x = self.left + SIDE * (0.5 - min(c, 0) * ranks - min(d, 0) * files)
        y = self.top + SIDE * (0.5 - min(a, 0) * ranks - min(b, 0) * files)
        self._across, self._down = (x, c * SIDE, d * SIDE), (y, a * SIDE, b * SIDE)
        rows, columns = board.geometry.extent
        high, wide = (columns, rows) if self.turned else (rows, columns)
        #: How wide and high the board is.
        self.extent = wide * SIDE, high * SIDE
        #: The lower edge of the coordinates, where words begin.
        self.bottom = self.top + self.extent[1] + unit * (0.6 if look.coordinates else 0.2)
        self.root = self._root(name, captions)

    def _root(self, name: str, captions: float) -> Element:
        """The document with only its name and paper."""
        board, unit = self.board, self.unit
        longest = max(map(letters, self.words), default=0) * WORDS
        longest = max(longest, max(map(letters, self.title), default=0) * TITLE)
        wide = max(longest * WIDTH, self._abreast * _entry_width(self.entries))
        last = str(board.rows) if self.turned else file_name(board.columns - 1)
        beside = unit * max(0.2, 0.1 * len(last))  # half of the last name is beyond its square
        width = ceil(self.left + max(self.extent[0], unit * wide) + max(beside, captions))
        lines = self.legend_lines + len(self.words)
        height = ceil(self.bottom + unit * (_LINE * lines + (0.15 if lines else 0)))
        large = max(*self.extent, SIDE) / SIDE
        scale = self.look.size / SIDE * min(1.0, _LARGE / large)
        root = Element(
            "svg",
            NAMESPACES,
            viewBox=f"0 0 {width} {height}",
            width=number(width * scale),
            height=number(height * scale),
            role="img",
        )
        SubElement(root, "title").text = printable(self.look.title or name)
        put(root, "rect", "ground", width=width, height=height, fill=self.paint.ground)
        return root

    def centre(self, square: Point) -> Point:
        """Where ``(row, column)`` is; whole numbers are the centres of squares."""
        return self._at(*self.board.geometry.centre_at(*square))

    def _at(self, row: float, column: float) -> Point:
        (x, x_row, x_column), (y, y_row, y_column) = self._across, self._down
        return x + x_row * row + x_column * column, y + y_row * row + y_column * column

    def corners(self, square: Point) -> list[Point]:
        """The corners of a cell, in the order of ``Geometry.outline``."""
        row, column = self.board.geometry.centre_at(*square)
        return [self._at(row + down, column + right) for down, right in self.board.geometry.outline]

    def outlines(self, squares: Iterable[Square]) -> str:
        """Cells as one path."""
        return "".join(f"{line(*self.corners(square))}Z" for square in squares)

    def words_at(self, index: int) -> float:
        """The baseline of a line of words, those of the legend counted too."""
        return self.bottom + self.unit * (_LINE * (index + 1) - 0.1)

    @property
    def legend_lines(self) -> int:
        """How many lines the legend has."""
        return -(-len(self.entries) // self._abreast)

    def entry(self, index: int) -> Point:
        """Where the figure of an entry of the legend stands on its baseline, with its left side."""
        below, place = divmod(index, self._abreast)
        return self.left + place * self.unit * _entry_width(self.entries), self.words_at(below)


def _entry_width(entries: Sequence[str]) -> float:
    return INDENT + WIDTH * WORDS * (max(map(letters, entries)) + 1) if entries else 0


# -- elements ------------------------------------------------------------------------------


def svg_text(root: Element) -> str:
    """A picture as a document."""
    return tostring(root, encoding="unicode")


def put(parent: Element, tag: str, name: str = "", /, **attributes: str | float) -> Element:
    """An element of a class; numbers are written short, and ``stroke_width`` is ``stroke-width``."""
    look = {"class": name} if name else {}
    for key, value in attributes.items():
        look[key.replace("_", "-")] = value if isinstance(value, str) else number(value)
    return SubElement(parent, tag, look)


def put_text(
    parent: Element,
    x: float,
    y: float,
    text: str,
    anchor: str = "middle",
    name: str = "",
    **attributes: str | float,
) -> None:
    """Text whose baseline is at y."""
    put(parent, "text", name, **attributes, x=x, y=y, text_anchor=anchor).text = text


def line(*points: Point) -> str:
    """A path from point to point."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def moved(place: Point, *, towards: Point | None = None) -> str:
    """A transform: moves what is drawn around the origin, its right side towards a point."""
    x, y = place
    text = f"translate({number(x)} {number(y)})"
    if towards is None:
        return text
    return f"{text} rotate({degrees(atan2(towards[1] - y, towards[0] - x)):.6g})"


def number(value: float) -> str:
    """A coordinate with at most two decimals, exact enough for any board and short."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def printable(text: str) -> str:
    """A text on one line that every document can hold."""
    return "".join(character if character.isprintable() else " " for character in text)


def letters(text: str) -> int:
    """How many letters wide a text is: those of East Asia, and emoji, are two."""
    return sum(2 if east_asian_width(x) in "WF" else 1 for x in text)


def _head(text: str, width: int) -> str:
    """The text, cut to a width in letters (two or more)."""
    ends = accumulate(map(letters, text))
    return text[: sum(end <= width for end in ends)]


def wrap_words(words: Iterable[str], width: int, joint: str = " ") -> list[str]:
    """Wrap words into lines of limited length; a longer word is broken."""
    lines = [""]
    for word in words:
        if lines[-1] and letters(lines[-1] + joint + word) > width:
            lines.append("")
        lines[-1] += (joint if lines[-1] else "") + word
        while letters(lines[-1]) > width:
            head = _head(lines[-1], width)
            lines[-1:] = [head, lines[-1][len(head) :]]
    return [line for line in lines if line]


# -- the ground ---------------------------------------------------------------------------


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
    if canvas.look.white and not large:
        _draw_puzzle_squares(canvas, group)
        return
    for name, path in _stripes(canvas) if large else _cells(canvas):
        rule = {"fill_rule": "evenodd"} if large else {}
        put(group, "path", name, d=path, fill=getattr(canvas.paint, name), **rule)
    if board.holes and not large:
        put(group, "path", d=_hatching(canvas), stroke="#bbbbbb", fill="none")


def _draw_puzzle_squares(canvas: Canvas, group: Element) -> None:
    """White squares between thin lines, and walls, as puzzle papers have them; or a dot for each square."""
    board = canvas.board
    if canvas.look.dotted:
        (width, height), x, y = canvas.extent, canvas.left, canvas.top
        put(group, "rect", "light", x=x, y=y, width=width, height=height, fill="#ffffff")
        for x, y in map(canvas.centre, board.squares):
            put(group, "circle", "dot", cx=x, cy=y, r=SIDE * 0.06, fill=canvas.paint.ink)
        return
    thin = {"stroke": "#999999", "fill": "#ffffff"}
    put(group, "path", "light", d=canvas.outlines(board.squares), **thin)
    put(
        group,
        "path",
        "wall",
        d=canvas.outlines([*board.drawn_walls, *sorted(board.holes)]),
        **{**thin, "fill": canvas.paint.wall},
    )


def _cells(canvas: Canvas) -> Iterator[tuple[str, str]]:
    """The names of shades, walls and holes, each with all its cells as a path."""
    board = canvas.board
    cells_by_look = defaultdict[str, list[Square]](list)
    for square in board.squares:
        cells_by_look[_SHADES[board.geometry.shade(square)]].append(square)
    cells_by_look["wall"], cells_by_look["hole"] = sorted(board.drawn_walls), sorted(board.holes)
    for name, cells in cells_by_look.items():
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
    """The words next to cells that are not in rows and columns."""
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
    long = max((len(name) for name, _ in names), default=0) * WIDTH if across else 1.25
    room = long * COORDINATES * canvas.unit / SIDE
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if step >= room)
    return [
        (name, at) for name, at in names if ((at + 1) if files else (board.rows - at)) % step == 0
    ]


def _draw_words(canvas: Canvas) -> None:
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
    captions = [*canvas.board.geometry.captions()]
    room = min(
        (0.95 * (caption.width + 1) / WIDTH / len(caption.text) for caption in captions), default=0
    )
    group = _group(canvas, "layers", SIDE * min(WORDS, room)) if captions else canvas.root
    for caption in captions:
        x, y = canvas.centre((caption.row - 0.5, caption.column + (caption.width - 1) / 2))
        put_text(group, x, y - 0.18 * SIDE, caption.text)
