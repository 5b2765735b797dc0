"""The frame of an SVG: where the board is, what stands above it and below; and what draws on it needs.

Positions are units of ``size`` for a square; a board of more than 64 squares a side is scaled down
as a whole. Elements never have ids: many pictures may stand in one page, where ids would clash.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import ceil
from typing import NamedTuple
from unicodedata import east_asian_width
from xml.etree.ElementTree import Element, SubElement

from nqsat.chess import Board
from nqsat.chess.square import file_name
from nqsat.errors import InvalidModel
from nqsat.reporting.style import ORIENTATIONS, PictureStyle

_LARGE = 64
#: Words beside a board of more squares a side grow with it, so that they can be read in the whole.
_READABLE = 32
#: Font size of words, in units, and the greatest width of a letter as a fraction of it.
COORDINATES, WORDS, TITLE, WIDTH = 0.32, 0.28, 0.34, 0.62

#: The height of a line of words, and of a title.
_LINE, HEADLINE = 0.45, 0.5

#: The least number of letters on a line of words, however narrow the board.
_FEWEST = 24

#: Room for a figure.
INDENT = 0.55

Point = tuple[float, float]


class Layout(NamedTuple):
    """Where things are: the title above the board, coordinates at the left and below, then words.

    Args:
        board, look: what is drawn, and how.
        title: lines above the board.
        entries, abreast: of the legend below it, and how many stand on a line.
        words: lines below that.
        left, top: of the board.
        across, down: of a square the column's and the row's place are these times (1, row, column).
    """

    board: Board
    look: PictureStyle
    title: tuple[str, ...]
    entries: tuple[str, ...]
    abreast: int
    words: tuple[str, ...]
    left: float
    top: float
    across: tuple[float, float, float]
    down: tuple[float, float, float]

    @property
    def size(self) -> int:
        """The side of a square."""
        return self.look.size

    @property
    def unit(self) -> float:
        """What words are measured in."""
        return _unit(self.board, self.look)

    @property
    def turned(self) -> bool:
        """Whether ranks run downwards in the picture, and files across it."""
        return self.across[2] == 0

    @property
    def sides(self) -> tuple[float, float]:
        """How high and wide the board is in the picture, in squares."""
        rows, columns = self.board.geometry.extent
        return (columns, rows) if self.turned else (rows, columns)

    @property
    def bottom(self) -> float:
        """The lower edge of the coordinates, where words begin."""
        below = 0.6 if self.look.coordinates else 0.2
        return self.top + self.size * self.sides[0] + self.unit * below

    def centre(self, square: Point) -> Point:
        """Where ``(row, column)`` is; whole numbers are the centres of squares."""
        row, column = self.board.geometry.centre_at(*square)
        (x, x_row, x_column), (y, y_row, y_column) = self.across, self.down
        return x + x_row * row + x_column * column, y + y_row * row + y_column * column

    def corner(self, square: Point) -> Point:
        """The upper left corner of a cell."""
        x, y = self.centre(square)
        up, left = self.board.geometry.outline[0]
        return x + self.size * left, y + self.size * up

    def corners(self, square: Point) -> list[Point]:
        """The corners of a cell of any shape, in the order of ``Geometry.outline``."""
        x, y = self.centre(square)
        (_, x_row, x_column), (_, y_row, y_column) = self.across, self.down
        return [
            (x + x_row * down + x_column * right, y + y_row * down + y_column * right)
            for down, right in self.board.geometry.outline
        ]

    def line(self, index: int) -> float:
        """The baseline of a line of words, those of the legend counted too."""
        return self.bottom + self.unit * (_LINE * (index + 1) - 0.1)

    @property
    def lines(self) -> int:
        """How many lines the legend has."""
        return -(-len(self.entries) // self.abreast)

    def entry(self, index: int) -> Point:
        """Where the figure of an entry of the legend stands on its baseline, with its left side."""
        line, place = divmod(index, self.abreast)
        return self.left + place * self.unit * _entry_width(self.entries), self.line(line)

    def root(self, name: str) -> Element:
        """The document with only its name and paper."""
        rows, columns = self.sides
        longest = max(map(letters, self.words), default=0) * WORDS
        longest = max(longest, max(map(letters, self.title), default=0) * TITLE)
        wide = max(longest * WIDTH, self.abreast * _entry_width(self.entries))
        last = str(self.board.rows) if self.turned else file_name(self.board.columns - 1)
        beside = self.unit * max(0.2, 0.1 * len(last))  # half of the last name is beyond its square
        beside = max(beside, _above(self.board, self.look))  # the extra width of a caption
        width = ceil(self.left + max(self.size * columns, self.unit * wide) + beside)
        lines = self.lines + len(self.words)
        height = ceil(self.bottom + self.unit * (_LINE * lines + (0.15 if lines else 0)))
        scale = min(1.0, _LARGE / max(rows, columns, 1))
        root = Element(
            "svg",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(width)} {number(height)}",
            width=number(width * scale),
            height=number(height * scale),
            role="img",
        )
        SubElement(root, "title").text = printable(name)
        put(root, "rect", "ground", width=width, height=height, fill=self.look.paint.ground)
        return root


def layout_of(
    board: Board, look: PictureStyle, *, entries: Iterable[str] = (), words: Iterable[str] = ()
) -> Layout:
    """The layout of a picture.

    Args:
        board: what is drawn.
        look: how.
        entries: of a legend, which stand below it, each with room for a figure.
        words: what else does, joined to lines as long as the board is wide.

    Raises:
        InvalidModel: a solid or hexagonal board is to be turned.
    """
    if board.geometry.gaps and look.orientation != "identity":
        raise InvalidModel(
            "orientation", f"the picture of {board.title} cannot be turned; leave it out"
        )
    a, b, c, d = ORIENTATIONS[look.orientation]
    unit, size = _unit(board, look), look.size
    wide = size * (board.columns if d else board.rows) / unit
    title = wrap_words(printable(look.title).split(), max(_FEWEST, int(wide / WIDTH / TITLE)))
    lines = wrap_words(map(printable, words), max(_FEWEST, int(wide / WIDTH / WORDS)), "; ")
    names = map(printable, entries)
    legend = tuple(x if letters(x) <= _FEWEST else _head(x, _FEWEST - 1) + "…" for x in names)
    abreast = max(1, int(wide / (_entry_width(legend) or 1)))
    name = str(board.rows) if d else file_name(board.columns - 1)
    left = unit * (0.3 + 0.25 * len(name) if look.coordinates else 0.2)
    top = unit * (0.2 + HEADLINE * len(title)) + _above(board, look)
    # What is reversed is counted from the other end.
    x = left + size * (0.5 - min(c, 0) * (board.rows - 1) - min(d, 0) * (board.columns - 1))
    y = top + size * (0.5 - min(a, 0) * (board.rows - 1) - min(b, 0) * (board.columns - 1))
    across, down = (x, c * size, d * size), (y, a * size, b * size)
    return Layout(board, look, tuple(title), legend, abreast, tuple(lines), left, top, across, down)


def _above(board: Board, look: PictureStyle) -> float:
    """How much room there is for words above the parts of the board."""
    return 0.5 * look.size if any(board.geometry.captions()) else 0


def _entry_width(entries: Sequence[str]) -> float:
    """How many units an entry of a legend needs."""
    return INDENT + WIDTH * WORDS * (max(map(letters, entries)) + 1) if entries else 0


def _unit(board: Board, look: PictureStyle) -> float:
    return look.size * max(1.0, max(board.rows, board.columns) / _READABLE)


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


def number(value: float) -> str:
    """A coordinate with at most two decimals, exact enough for any board and short."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
