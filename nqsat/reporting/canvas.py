"""The frame of a picture: where the board is, what stands above it and below, and what draws on it needs.

A square is 45 units wide; the root says how large a unit is. On a board of more than 64 squares a side
it is smaller. Only symbols have ids, each of which means the same in every picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import ceil
from unicodedata import east_asian_width
from xml.etree.ElementTree import Element, SubElement, tostring

from nqsat.chess import Board, Square
from nqsat.chess.square import file_name
from nqsat.errors import InvalidModel
from nqsat.reporting.style import ORIENTATIONS, PictureStyle

#: The side of a square.
SIDE = 45

_LARGE = 64
#: Words beside a board of more squares a side grow with it, so that they can be read in the whole.
_READABLE = 32
#: Font sizes, and the greatest width of a letter as a fraction of it.
COORDINATES, WORDS, TITLE, WIDTH = 0.32, 0.28, 0.34, 0.62

#: The height of a line of words, and of a title; room for a figure.
_LINE, HEADLINE, INDENT = 0.45, 0.5, 0.55

#: The least number of letters on a line of words, however narrow the board.
_FEWEST = 24

#: Older readers know ``xlink:href`` alone.
NAMESPACES = {"xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink"}

Point = tuple[float, float]


class Canvas:
    """The title above the board, coordinates at the left and below, then a legend, then words.

    Args:
        board, look: what is drawn, and how.
        name: of the picture, unless the look has a title.
        entries: of a legend, each with room for a figure.
        words: what else stands below the board, joined to lines as long as the board is wide.

    Raises:
        InvalidModel: a solid or hexagonal board is to be turned.
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
        #: What words are measured in.
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
    """How many units an entry of a legend needs."""
    return INDENT + WIDTH * WORDS * (max(map(letters, entries)) + 1) if entries else 0


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
