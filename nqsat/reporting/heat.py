"""Where men stand, or which moves are made, over all solutions: as text, CSV, JSON and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from nqsat.chess import Board, Square
from nqsat.errors import InvalidModel
from nqsat.modelling import Model, Tour
from nqsat.reporting.canvas import Layout, begun, layout_of, number, put_text
from nqsat.reporting.jsontext import json_line
from nqsat.reporting.tables import comma_separated

#: By man, or by the two squares of a move: in how many solutions.
Holding = Mapping[Any, int]

#: What it can be shown as; the first is the default.
FORMS = ("text", "json", "csv", "svg")

_INK = "#b3261e"

#: The side of a square in pixels.
_SIZE = 45

#: Numbers of more digits do not fit on a square: it shows its share.
_DIGITS = 5


def heat(
    model: Model, holding: Holding, total: int, form: str, *, width: int | None = None
) -> Iterator[str]:
    """The numbers as texts: one, or of pictures one for each kind.

    Args:
        model: whose solutions they are.
        holding: by ``Man``, or by the squares of a move, in how many solutions.
        total: how many solutions there are.
        form: one of ``FORMS``.
        width: of a line of text: where numbers are too long for it, shares are shown.

    Raises:
        InvalidModel: there is no such form.
    """
    if form not in FORMS:
        raise InvalidModel("format", f"{form!r} is unknown; choose from {', '.join(FORMS)}")
    if form == "json":
        yield json_line(to_json(model, holding, total))
    elif form == "csv":
        names = (
            ("move", "solutions") if isinstance(model, Tour) else ("kind", "square", "solutions")
        )
        yield comma_separated(names, _rows(model, holding)).removesuffix("\n")
    elif isinstance(model, Tour):
        yield _drawn_moves(model, holding, total) if form == "svg" else _listed(model, holding)
    else:
        for kind in model.kinds:
            squares = {man.square: x for man, x in holding.items() if man.kind == kind.name}
            if form == "svg":
                yield _drawn(model.board, squares, total, kind.name)
            else:
                heading = f"{kind.name}\n" if len(model.kinds) > 1 else ""
                yield heading + _grid(model.board, squares, total, width)


def to_json(model: Model, holding: Holding, total: int) -> dict[str, object]:
    """The numbers as JSON data, all of them as texts."""
    data: dict[str, Any] = {"total": str(total)}
    if isinstance(model, Tour):
        return {**data, "moves": {model.written(move): str(x) for move, x in _in_order(holding)}}
    men: dict[str, dict[str, str]] = {kind.name: {} for kind in model.kinds}
    for man, x in _in_order(holding):
        men[man.kind][man.square.name(model.board.rows)] = str(x)
    return {**data, "men": men}


def _in_order(holding: Holding) -> list[tuple[Any, int]]:
    return sorted(holding.items())


def _rows(model: Model, holding: Holding) -> Iterator[tuple[str, ...]]:
    for place, x in _in_order(holding):
        if isinstance(model, Tour):
            yield model.written(place), str(x)
        else:
            yield place.kind, place.square.name(model.board.rows), str(x)


def _listed(tour: Tour, holding: Holding) -> str:
    left = max((len(tour.written(move)) for move in holding), default=0)
    right = max((len(str(x)) for x in holding.values()), default=0)
    return "\n".join(f"{tour.written(m):<{left}}  {x:>{right}}" for m, x in _in_order(holding))


# -- on a board --------------------------------------------------------------------------


def _grid(board: Board, squares: Mapping[Square, int], total: int, width: int | None) -> str:
    """The board with a number on each square, or its share of all solutions where numbers are long."""
    words = {square: str(squares.get(square, 0)) for square in board.squares}
    long = max(map(len, words.values()), default=0)
    if width is not None and board.columns * (long + 1) > width:
        words = {square: _share(squares.get(square, 0), total) for square in board.squares}
        long = max(map(len, words.values()), default=0)
    marks = {"#": "#", "x": ""}
    rows = []
    for row in range(board.rows):
        cells = [Square(row, column) for column in range(board.columns)]
        texts = [words.get(cell, marks.get(board.character(cell), "")) for cell in cells]
        rows.append(" ".join(f"{text:>{long}}" for text in texts).rstrip())
    return "\n".join(rows)


def _share(number_of: int, total: int) -> str:
    """Per cent, with a digit behind the point."""
    thousandths = round(Fraction(1000 * number_of, total or 1))
    return f"{thousandths // 10}.{thousandths % 10}%"


def _drawn(board: Board, squares: Mapping[Square, int], total: int, name: str) -> str:
    """A picture of the board, squares the redder the more often a man stands there."""
    layout = layout_of(board, _SIZE)
    root = begun(layout, f"where {name} stands in {total} solutions, on {board.title}")
    most = max(squares.values(), default=0)
    fonts = {"font-family": "sans-serif", "text-anchor": "middle"}
    group = SubElement(root, "g", {"class": "heat", **fonts})
    for square in board.squares:
        here = squares.get(square, 0)
        x, y = layout.centre(square)
        corner = {"x": number(x - layout.size / 2), "y": number(y - layout.size / 2)}
        side = {"width": str(layout.size), "height": str(layout.size)}
        SubElement(group, "rect", {**corner, **side}, fill="#ffffff")
        depth = number(float(Fraction(here, most or 1)) * 0.8)
        cell = SubElement(group, "rect", {**corner, **side, "fill": _INK, "fill-opacity": depth})
        cell.set("stroke", "#999999")
        text = str(here) if most < 10**_DIGITS else _share(here, total)
        put_text(group, x, y + layout.size * 0.1, text, **{"font-size": number(layout.size * 0.28)})
    return tostring(root, encoding="unicode")


def _drawn_moves(tour: Tour, holding: Holding, total: int) -> str:
    """A picture of the board, moves the darker the more often they are made."""
    layout = layout_of(tour.board, _SIZE)
    root = begun(layout, f"the moves of {total} {tour.unit} on {tour.board.title}")
    paper = {"x": number(layout.left), "y": number(layout.top), "fill-opacity": "0.75"}
    width, height = tour.board.columns * layout.size, tour.board.rows * layout.size
    SubElement(root, "rect", paper, width=str(width), height=str(height), fill="#ffffff")
    most = max(holding.values(), default=0)
    lines = {"stroke": _INK, "stroke-linecap": "round", "stroke-width": number(layout.size * 0.08)}
    group = SubElement(root, "g", {"class": "heat", **lines})
    for (here, there), x in sorted(holding.items(), key=lambda item: (item[1], item[0])):
        _line(group, layout, here, there, float(Fraction(x, most)))
    return tostring(root, encoding="unicode")


def _line(group: Element, layout: Layout, here: Square, there: Square, depth: float) -> None:
    (x1, y1), (x2, y2) = layout.centre(here), layout.centre(there)
    ends = {"x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2)}
    SubElement(group, "line", {**ends, "stroke-opacity": number(depth)})
