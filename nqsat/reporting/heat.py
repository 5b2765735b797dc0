"""Where pieces stand, or which moves are made, over all solutions: as text, CSV, JSON and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from nqsat.chess import Board, Square
from nqsat.errors import InvalidModel, unknown
from nqsat.modelling import Model
from nqsat.reporting.canvas import SIDE, Canvas, draw_ground, put, put_text, svg_text
from nqsat.reporting.pictures import (
    board_window,
    draw_above,
    draw_below,
    draw_move,
    draw_paper,
    draw_tinted,
)
from nqsat.reporting.style import PLAIN, PictureStyle, ink_on
from nqsat.reporting.tables import comma_separated, json_line
from nqsat.reporting.text import grid

#: By piece, or by the two squares of a move: in how many solutions.
Holding = Mapping[Any, int]

#: What it can be shown as; the first is the default.
FORMS = ("text", "json", "csv", "svg")

#: Numbers of more digits do not fit on a square: it shows its share.
_DIGITS = 5


def heat(
    model: Model,
    holding: Holding,
    total: int,
    form: str,
    *,
    width: int | None = None,
    look: PictureStyle = PLAIN,
) -> Iterator[str]:
    """The numbers as texts: one, or of pictures one for each kind.

    Args:
        model: whose solutions they are.
        holding: by ``PlacedPiece``, or by the squares of a move, in how many solutions.
        total: how many solutions there are.
        form: one of ``FORMS``.
        look: of pictures.
        width: of a line of text: where numbers are too long for it, shares are shown.

    Raises:
        InvalidModel: there is no such form.
    """
    if form not in FORMS:
        raise InvalidModel("format", unknown(form, FORMS))
    if form == "json":
        yield json_line(to_json(model, holding, total))
    elif form == "csv":
        names = ("kind", "square", "solutions") if model.is_placement else ("move", "solutions")
        rows = ((*place.split("@"), str(x)) for place, x in _items(model, holding))
        yield comma_separated(names, rows).removesuffix("\n")
    elif not model.is_placement:
        shown = form == "svg"
        yield _draw_moves(model, holding, total, look) if shown else _list_text(model, holding)
    else:
        for kind in model.kinds:
            squares = {piece.square: x for piece, x in holding.items() if piece.kind == kind.name}
            if form == "svg":
                yield _draw_squares(model.board, squares, total, kind.typed, look)
            else:
                heading = f"{kind.called}\n" if len(model.kinds) > 1 else ""
                yield heading + _grid(model.board, squares, total, width)


def to_json(model: Model, holding: Holding, total: int) -> dict[str, object]:
    """The numbers as JSON data, all of them as texts."""
    data: dict[str, Any] = {"total": str(total), "unit": model.unit}
    if not model.is_placement:
        return {**data, "moves": {move: str(x) for move, x in _items(model, holding)}}
    pieces: dict[str, dict[str, str]] = {kind.name: {} for kind in model.kinds}
    for piece, x in _items(model, holding):
        kind, square = piece.split("@")
        pieces[kind][square] = str(x)
    return {**data, "pieces": pieces}


def _items(model: Model, holding: Holding) -> list[tuple[str, int]]:
    """The pieces, or moves, in their order and as they are written; each with its number."""
    board = model.board
    return [(place.text_on(board), x) for place, x in sorted(holding.items())]


def _list_text(model: Model, holding: Holding) -> str:
    named = _items(model, holding)
    left = max((len(move) for move, _ in named), default=0)
    right = max((len(str(x)) for _, x in named), default=0)
    return "\n".join(f"{move:<{left}}  {x:>{right}}" for move, x in named)


# -- on a board --------------------------------------------------------------------------


def _grid(board: Board, squares: Mapping[Square, int], total: int, width: int | None) -> str:
    """The board with a number on each square, or its share of all solutions where numbers are long."""
    words = {square: str(squares.get(square, 0)) for square in board.squares}
    long = max(map(len, words.values()), default=0)
    if width is not None and board.columns * (long + 1) > width:
        words = {square: _share(squares.get(square, 0), total) for square in board.squares}
    return grid(board, words)


def _share(number_of: int, total: int) -> str:
    thousandths = round(Fraction(1000 * number_of, total or 1))
    return f"{thousandths // 10}.{thousandths % 10}%"


def _draw_squares(
    board: Board, squares: Mapping[Square, int], total: int, name: str, look: PictureStyle
) -> str:
    most = max(squares.values(), default=0)
    words = [f"{name} in {total:,} solutions", f"darkest: {most:,} ({_share(most, total)})"]
    title = f"where {name} stands in {total} solutions, on {board.title}"
    canvas = Canvas(board, look, title, words=words)
    draw_ground(canvas)
    group = put(canvas.root, "g", "heat", font_family="sans-serif", font_size=SIDE * 0.28)
    put(group, "path", d=canvas.outlines(board.squares), fill="#ffffff")
    for square in board.squares:
        here = squares.get(square, 0)
        depth = float(Fraction(here, most or 1)) * 0.8
        fill = {"fill": look.paint.heat, "stroke": "#999999"}
        put(group, "path", d=canvas.outlines([square]), fill_opacity=depth, **fill)
        x, y = canvas.centre(square)
        text = str(here) if most < 10**_DIGITS else _share(here, total)
        put_text(group, x, y + SIDE * 0.1, text, fill=ink_on(look.paint.heat, depth))
    draw_tinted(canvas)
    draw_above(canvas)
    return svg_text(canvas.root)


def _draw_moves(model: Model, holding: Holding, total: int, look: PictureStyle) -> str:
    most = max(holding.values(), default=0)
    words = [f"{total:,} {model.unit}", f"darkest: {most:,} ({_share(most, total)})"]
    title = f"the moves of {total} {model.unit} on {model.board.title}"
    canvas = Canvas(model.board, look, title, words=words)
    draw_below(canvas)
    draw_paper(canvas, 0.75)
    lines = {"stroke": look.paint.heat, "stroke_linecap": "round"}
    group = put(board_window(canvas), "g", "heat", **lines, stroke_width=SIDE * 0.08)
    for (here, there, *_), x in sorted(holding.items(), key=lambda item: (item[1], item[0])):
        draw_move(group, canvas, here, there, stroke_opacity=float(Fraction(x, most)))
    draw_above(canvas)
    return svg_text(canvas.root)
