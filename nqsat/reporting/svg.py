"""Boards as SVG: one self-contained document on one line, with nothing to load and no script.

Orthodox men are chess glyphs; every other kind is its letter in a circle. The drawing is made in
units of ``size`` for a square; a board of more than 64 squares a side is scaled down as a whole.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from nqsat.chess import Piece, Square
from nqsat.chess.square import file_name
from nqsat.errors import InvalidModel
from nqsat.reporting.scene import is_light, kinds_on, men_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from nqsat.chess import Board
    from nqsat.modelling import Arrangement, Kind

__all__ = ["svg"]

_LARGE = 64
_FILLS = {"light": "#f0d9b5", "dark": "#b58863", "wall": "#3a3a3a", "hole": "#ffffff"}
# White and black, by the notation of the piece.
_GLYPHS = {
    "K": ("♔", "♚"),
    "Q": ("♕", "♛"),
    "R": ("♖", "♜"),
    "B": ("♗", "♝"),
    "N": ("♘", "♞"),
}
_BACKINGS = dict(_GLYPHS.values())
_GLYPH_FONTS = "DejaVu Sans, Segoe UI Symbol, Apple Symbols, Noto Sans Symbols2, sans-serif"


def svg(
    board: Board,
    arrangement: Arrangement | None = None,
    *,
    size: int = 45,
    path: Sequence[Square] | None = None,
) -> str:
    """The board, the men on it and a path across it as one line of SVG.

    Elements carry classes (``light``, ``dark``, ``wall``, ``hole``, ``man``, ``path``) for
    whoever wants other colours. A step of the path that wraps is drawn as a straight line.

    Args:
        board: what to draw.
        arrangement: the men on it, if any.
        size: the side of a square in pixels.
        path: squares in order, joined by a line that starts at a dot.

    Raises:
        InvalidModel: ``size`` is not a whole number ≥ 1, the arrangement belongs to another board,
            or the path leaves the board.
    """
    if type(size) is not int or size < 1:
        raise InvalidModel("size", f"{size!r} is not a whole number of pixels ≥ 1")
    men_on(board, arrangement)
    layout = _Layout(board, size)
    root = layout.root(_title(board, arrangement))
    _draw_cells(root, layout)
    _draw_coordinates(root, layout)
    if path is not None:
        _draw_path(root, layout, path)
    if arrangement is not None:
        _draw_men(root, layout, arrangement)
    return tostring(root, encoding="unicode")


class _Layout(NamedTuple):
    """Where things are: margins for the coordinates at the left and below."""

    board: Board
    size: int

    @property
    def left(self) -> float:
        return self.size * (0.3 + 0.25 * len(str(self.board.rows)))

    @property
    def top(self) -> float:
        return self.size * 0.2

    def centre(self, square: Square) -> tuple[float, float]:
        x = self.left + (square.column + 0.5) * self.size
        return x, self.top + (square.row + 0.5) * self.size

    def root(self, title: str) -> Element:
        width = self.left + self.size * (self.board.columns + 0.2)
        height = self.top + self.size * (self.board.rows + 0.6)
        scale = min(1.0, _LARGE / max(self.board.rows, self.board.columns, 1))
        root = Element(
            "svg",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {_number(width)} {_number(height)}",
            width=_number(width * scale),
            height=_number(height * scale),
            role="img",
        )
        SubElement(root, "title").text = title
        ground = {"class": "ground", "width": _number(width), "height": _number(height)}
        SubElement(root, "rect", ground, fill="#ffffff")
        return root


def _title(board: Board, arrangement: Arrangement | None) -> str:
    title = board.title if arrangement is None else f"{arrangement} on {board.title}"
    return "".join(character if character.isprintable() else " " for character in title)


def _draw_cells(root: Element, layout: _Layout) -> None:
    group = SubElement(root, "g", {"class": "squares"})
    board, size = layout.board, layout.size
    for row in range(board.rows):
        for column in range(board.columns):
            cell = Square(row, column)
            name = {"#": "wall", "x": "hole"}.get(board.character(cell))
            name = name or ("light" if is_light(board, cell) else "dark")
            x, y = layout.left + column * size, layout.top + row * size
            place = {"class": name, "x": _number(x), "y": _number(y)}
            side = str(size)
            SubElement(group, "rect", place, width=side, height=side, fill=_FILLS[name])
            if name == "hole":
                SubElement(group, "path", d=_hatching(x, y, size), stroke="#bbbbbb", fill="none")


def _hatching(x: float, y: float, size: int) -> str:
    """Three rising diagonals across a square."""
    half = size / 2
    lines = ((0, half, half, 0), (0, size, size, 0), (half, size, size, half))
    return " ".join(
        f"M{_number(x + x1)} {_number(y + y1)}L{_number(x + x2)} {_number(y + y2)}"
        for x1, y1, x2, y2 in lines
    )


def _draw_coordinates(root: Element, layout: _Layout) -> None:
    board, size = layout.board, layout.size
    fonts = {"font-family": "sans-serif", "font-size": _number(size * 0.32)}
    group = SubElement(root, "g", {"class": "coordinates", **fonts}, fill="#444444")
    for row in range(board.rows if board.columns else 0):
        _, y = layout.centre(Square(row, 0))
        _text(group, layout.left - size * 0.15, y + size * 0.115, str(board.rows - row), "end")
    for column in range(board.columns if board.rows else 0):
        x, _ = layout.centre(Square(0, column))
        _text(group, x, layout.top + size * (board.rows + 0.38), file_name(column))


def _draw_path(root: Element, layout: _Layout, path: Sequence[Square]) -> None:
    for square in path:
        if square not in layout.board:
            raise InvalidModel("path", f"{tuple(square)} is no square of {layout.board.title}")
    centres = [layout.centre(square) for square in path]
    stroke = {"stroke-width": _number(layout.size * 0.07), "stroke-linejoin": "round"}
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in centres)
    attributes = {"class": "path", "points": points, **stroke}
    SubElement(root, "polyline", attributes, fill="none", stroke="#1f5fa8")
    for x, y in centres[:1]:
        start = {"class": "start", "cx": _number(x), "cy": _number(y)}
        SubElement(root, "circle", start, r=_number(layout.size * 0.16), fill="#1f5fa8")


def _draw_men(root: Element, layout: _Layout, arrangement: Arrangement) -> None:
    glyphs = _glyphs_of(kinds_on(arrangement))
    kinds = {kind.name: kind for kind in arrangement.kinds}
    fonts = {"font-family": _GLYPH_FONTS, "text-anchor": "middle"}
    group = SubElement(root, "g", {"class": "men", **fonts})
    for square, name in arrangement.men:
        if name in glyphs:
            _draw_glyph(group, layout, square, glyphs[name])
            continue
        _draw_letter(group, layout, square, kinds[name])


def _draw_glyph(group: Element, layout: _Layout, square: Square, glyph: str) -> None:
    """A chess glyph; behind a white one, which is an outline, its black twin painted white."""
    x, y = layout.centre(square)
    y += layout.size * 0.32
    font = {"font-size": _number(layout.size * 0.9)}
    if glyph in _BACKINGS:
        backing = {"class": "backing", "aria-hidden": "true", "fill": "#ffffff"}
        _text(group, x, y, _BACKINGS[glyph], **font, **backing)
    _text(group, x, y, glyph, **font, **{"class": "man"})


def _draw_letter(group: Element, layout: _Layout, square: Square, kind: Kind) -> None:
    """The letter of a kind in a circle; black men have a black one."""
    x, y = layout.centre(square)
    size = layout.size
    black = kind.label == "black"
    paper, ink = ("#222222", "#ffffff") if black else ("#ffffff", "#222222")
    disc = {"class": "disc", "cx": _number(x), "cy": _number(y), "r": _number(size * 0.36)}
    line = {"stroke": "#222222", "stroke-width": _number(size * 0.04)}
    SubElement(group, "circle", {**disc, **line}, fill=paper)
    man = {"class": "man", "font-size": _number(size * 0.46), "font-weight": "bold", "fill": ink}
    _text(group, x, y + size * 0.17, kind.symbol, **man)


@lru_cache(maxsize=1)
def _orthodox() -> Mapping[Piece, tuple[str, str]]:
    return {Piece.parse(notation): pair for notation, pair in _GLYPHS.items()}


def _glyphs_of(kinds: Iterable[Kind]) -> Mapping[str, str]:
    """The glyphs of the kinds that have one, by name; two kinds never share a glyph."""
    colours = {"white": 0, "black": 1, "": 1}
    found = {
        kind.name: _orthodox()[kind.piece][colours[kind.label]]
        for kind in kinds
        if kind.piece in _orthodox() and kind.label in colours
    }
    shown = list(found.values())
    return {name: glyph for name, glyph in found.items() if shown.count(glyph) == 1}


def _text(
    parent: Element, x: float, y: float, text: str, anchor: str = "middle", **attributes: str
) -> None:
    place = {"x": _number(x), "y": _number(y), "text-anchor": anchor}
    SubElement(parent, "text", {**attributes, **place}).text = text


def _number(value: float) -> str:
    """A coordinate with at most two decimals, exact enough for any board and short."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
