"""The pieces as drawings: outlines of our own on a square of 45 × 45, so that no font is needed.

King, queen, rook, bishop and knight look as they do on a board, whatever their notation; a nightrider is a
turned knight, a blocker is a pawn. A piece that moves as one of them and as a knight besides
is that one with an N next to it. All others are letters in circles.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from hashlib import sha256
from math import cos, pi, sin
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, tostring

from nqsat.chess import Piece
from nqsat.modelling import Kind
from nqsat.reporting.canvas import SIDE, Point, line, put, put_text

#: The ink of pieces and of what is written on light paper.
INK = "#222222"

#: The foot of every figure.
_BASE = "M11 35.5h23a1.5 1.5 0 0 1 1.5 1.5v2.5h-26V37a1.5 1.5 0 0 1 1.5-1.5z"

#: Of each figure the outline, then the lines on it.
_OUTLINES: Mapping[str, tuple[str, ...]] = {
    "king": (
        "M21 3.5h3v2.8h2.8v3h-2.8v3.7c1.2.7 1.9 2 1.9 3.6l-.3 1.4c3.4-3.3 10.4-2.6 10.4 3.6 0 3.7-2.9 5.6"
        "-4.5 8.7v5.2h-18v-5.2c-1.6-3.1-4.5-5-4.5-8.7 0-6.2 7-6.9 10.4-3.6l-.3-1.4c0-1.6.7-2.9 1.9-3.6"
        "v-3.7h-2.8v-3h2.8z",
        "M13.8 30.3h17.4",
        "M22.5 18.5v8",
    ),
    "queen": (
        "M22.5 4.8a2.3 2.3 0 0 1 1.5 4.05l3.3 9.4 4.3-7.2a2.3 2.3 0 1 1 2.3.7l-3.4 16.2 2.5 7.55h-21l2.5"
        "-7.55-3.4-16.2a2.3 2.3 0 1 1 2.3-.7l4.3 7.2 3.3-9.4a2.3 2.3 0 0 1 1.5-4.05z",
        "M14.5 28h16",
    ),
    "rook": (
        "M11.5 8h4.7v3.6h4v-3.6h4.6v3.6h4v-3.6h4.7v8.500l-3.5 3.5v9.5l3 6h-21l3-6v-9.5l-3.5-3.5z",
        "M14.5 20h16",
        "M14.5 29.5h16",
    ),
    "bishop": (
        "M22.5 5.2a2.3 2.3 0 0 1 1.7 3.9c4.8 4 7.3 8.4 7.3 12.4 0 2.6-1 4.7-2.5 6.2l3.5 7.8h-20l3.5-7.8c"
        "-1.5-1.5-2.5-3.6-2.5-6.2 0-4 2.5-8.4 7.3-12.4a2.3 2.3 0 0 1 1.7-3.9z",
        "M25.8 13.2l-4.6 7",
        "M16 27.7h13",
    ),
    "knight": (
        "M14.5 35.5c-.4-6.5 5.5-9.5 6-14.5-2.2 1.6-4.3 1.7-6.1 2.5-1.5.7-1.7 2-3.2 1.7-1.9-.4-3.3-2.2"
        "-2.6-4.2.5-1.4 1.9-2.5 2.7-4 .9-1.7.9-3.7 2.2-5.5.9-1.2 2.5-2.2 3.4-3.2l.2-3.6 3.5 2.5c8.6.6"
        " 14.5 8.2 13.9 28.3z",
        "M24.5 11.5c3.8 2.5 5.7 8 5.7 15",
        "M16.3 14.600h.01",
    ),
    "pawn": (
        "M22.5 7.5a5.2 5.2 0 0 1 3.6 9l2.6 2.2-1.2 2.3h-1.6c.5 5.5 2.6 9.5 6.6 14.5h-20c4-5 6.1-9 6.6"
        "-14.5h-1.6l-1.2-2.3 2.6-2.2a5.2 5.2 0 0 1 3.6-9z",
    ),
}

#: The tints of regions, also for colour-blind eyes: any two are at least 9 apart by CIEDE2000, as
#: simulated (Machado, Oliveira and Fernandes 2009), 10 for others. Neighbours never have the same.
TINTS = (
    "#e4c078", "#dbf6ff", "#a5d2ae", "#c9d2ff", "#fff69c", "#b7a5c9", "#c9a581", "#78aeff",
    "#edf6c9", "#c0c9d2", "#edede4", "#a5aea5",
)  # fmt: skip

#: Kinds with these labels shade the squares of a puzzle.
SHADES = ("shaded", "sea")

#: The discs of kinds that have a colour; those of others are white.
_PAPERS = {
    "black": INK, "red": "#ff8f80", "orange": "#ffb84d", "yellow": "#fff176", "green": "#86d48e",
    "blue": "#86b6ff", "purple": "#cda2e6",
}  # fmt: skip

_NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "blocker": "pawn"}


def star_path(x: float, y: float, radius: float) -> str:
    """A star of five points around a centre, one point upwards."""
    turns = [(radius * (1, 0.42)[n % 2], pi * n / 5) for n in range(10)]
    return line(*((x + r * sin(turn), y - r * cos(turn)) for r, turn in turns)) + "Z"


class Figure(NamedTuple):
    """How a kind of pieces looks.

    Args:
        name: of the outline.
        white: or black.
        turned: upside down.
        mark: a letter next to it, or nothing.
    """

    name: str
    white: bool
    turned: bool = False
    mark: str = ""


def figure(piece: Piece, label: str) -> Figure | None:
    """How the pieces of a piece look that have a colour: ``"white"``, ``"black"`` or none."""
    if label not in ("white", "black", ""):
        return None
    drawn = _figures().get(piece)
    return None if drawn is None else drawn._replace(white=label == "white")


@lru_cache(maxsize=1)
def _figures() -> Mapping[Piece, Figure]:
    plain = {Piece.parse(word): Figure(name, white=False) for word, name in _NAMES.items()}
    marked = {
        Piece.parse(word + "N"): Figure(_NAMES[word], white=False, mark="N") for word in "KQRB"
    }
    return {**plain, **marked, Piece.parse("NN"): Figure("knight", white=False, turned=True)}


# -- as symbols --------------------------------------------------------------------------


def symbols(kinds: Collection[Kind]) -> dict[str, Element]:
    """How the kinds on one board look, by name; two of them never share a figure.

    Where a kind shades squares, as in puzzles, the others are dots on squares that are not shaded.
    """
    if any(kind.label in SHADES for kind in kinds):
        return {kind.name: _draw_shade(kind) for kind in kinds}
    if {kind.label for kind in kinds} == {"lamp"}:
        return {kind.name: _draw_lamp() for kind in kinds}
    if len(kinds) > 1 and all(kind.is_lettered for kind in kinds):
        return {kind.name: _draw_tile(kind, TINTS[i % len(TINTS)]) for i, kind in enumerate(kinds)}
    figures = {kind: figure(_drawn_piece(kind), kind.label) for kind in kinds}
    shown = list(figures.values())
    return {
        kind.name: draw_figure(drawn) if drawn and shown.count(drawn) == 1 else _draw_letter(kind)
        for kind, drawn in figures.items()
    }


def _draw_shade(kind: Kind) -> Element:
    """A veil over a square, through which a number can be read; or a dot below it."""
    name = "shade" if kind.label in SHADES else "unshaded"
    root = Element("symbol", {"class": f"piece {name}"})
    if name == "shade":
        put(root, "rect", width=SIDE, height=SIDE, fill="#444444", fill_opacity=0.45)
    else:
        put(root, "circle", cx=SIDE / 2, cy=SIDE * 0.87, r=2.5, fill=INK)
    return _symbol(root)


def _draw_lamp() -> Element:
    """A lamp of the puzzle Akari."""
    root = Element("symbol", {"class": "piece lamp"})
    put(root, "circle", cx=22.5, cy=22.5, r=14, stroke=INK, stroke_width=1.5, fill="#ffd54a")
    return _symbol(root)


def _draw_tile(kind: Kind, tint: str) -> Element:
    root = Element("symbol", {"class": "piece tile"})
    put(root, "rect", width=SIDE, height=SIDE, fill=tint, stroke="#999999")
    put_text(root, 22.5, 30.6, kind.symbol, font_size=22.5, fill=INK)
    return _symbol(root)


def _drawn_piece(kind: Kind) -> Piece:
    """The piece as which a kind is drawn: a king with the letter Q is a queen of the puzzle Queens."""
    king, queen = Piece.parse("K"), Piece.parse("Q")
    return queen if (kind.piece, kind.symbol) == (king, "Q") else kind.piece


def draw_figure(shown: Figure) -> Element:
    """A figure as a symbol."""
    colour = "white" if shown.white else "black"
    root = Element("symbol", {"class": f"piece {shown.name} {colour}"})
    paper, ink, detail = ("#ffffff", INK, INK) if shown.white else (INK, "#111111", "#f4f0e8")
    look: dict[str, Any] = {"stroke_width": 1.5, "stroke_linejoin": "round"}
    turn = {"transform": "rotate(180 22.5 22.5)"} if shown.turned else {}
    group = put(root, "g", **look, stroke_linecap="round", **turn)
    outline, *details = _OUTLINES[shown.name]
    put(group, "path", d=outline + _BASE, fill=paper, stroke=ink)
    if details:
        put(group, "path", d="".join(details), fill="none", stroke=detail)
    if shown.mark:
        put(root, "circle", cx=36, cy=9.5, r=7, stroke=INK, fill="#ffffff")
        put_text(root, 36, 13, shown.mark, font_size=10, font_weight="bold", fill=INK)
    return _symbol(root)


def _draw_letter(kind: Kind) -> Element:
    root = Element("symbol", {"class": "piece"})
    paper, ink = _PAPERS.get(kind.label, "#ffffff"), "#ffffff" if kind.label == "black" else INK
    put(root, "circle", cx=22.5, cy=22.5, r=16.2, stroke=INK, stroke_width=1.8, fill=paper)
    look: dict[str, Any] = {"font_size": 20.7, "font_weight": "bold", "fill": ink}
    put_text(root, 22.5, 30.15, kind.symbol, **look)
    return _symbol(root)


def draw_star() -> Element:
    """The symbol of a piece in a star battle."""
    root = Element("symbol", {"class": "piece star"})
    look: dict[str, Any] = {"fill": "#ffffff", "stroke": INK, "stroke_width": 1.5}
    put(root, "path", d=star_path(22.5, 24, 18), **look, stroke_linejoin="round")
    return _symbol(root)


def _symbol(root: Element) -> Element:
    """Its id is made of what it shows: one page may have many pictures."""
    root.set("viewBox", f"0 0 {SIDE} {SIDE}")
    root.set("font-family", "sans-serif")
    root.set("id", f"nqsat-{sha256(tostring(root)).hexdigest()[:8]}")
    return root


def draw_piece(parent: Element, symbol: Element, middle: Point, size: float = SIDE) -> None:
    """Put a piece on a square of this size; the symbol is somewhere in the picture."""
    x, y = middle
    place: dict[str, Any] = {"x": x - size / 2, "y": y - size / 2, "width": size, "height": size}
    link = f"#{symbol.get('id')}"
    put(parent, "use", symbol.get("class", ""), **{"href": link, "xlink:href": link}, **place)
