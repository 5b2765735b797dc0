"""A model as a picture: the board with what is given on it, the regions, and in words what is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import Element

from nqsat.chess import Square
from nqsat.modelling import Factor, Model, Placement, Tour, no_row
from nqsat.modelling.path import Move
from nqsat.reporting.canvas import SIDE, Canvas, moved, put, put_text, svg_text
from nqsat.reporting.givens import barriers_of, counts_left_out, is_on_paper, printed_on, regions_of
from nqsat.reporting.pictures import (
    CROSS,
    board_window,
    draw_above,
    draw_below,
    draw_move,
    draw_pieces,
    legend_of,
)
from nqsat.reporting.pieces import INK
from nqsat.reporting.style import PictureStyle, look_of

#: The colour of squares where no piece may stand, and of moves that are left out.
_EXCLUDED = "#8a2d2d"


def drawn_model(model: Model, **options: Any) -> str:
    """The board of a model with what it gives: pieces, squares that stay empty, regions, numbers, moves.

    Below it are the pieces to place, or the tour to find, and the rules.
    """
    return svg_text(drawn_given(model, look_of(options)))


def drawn_given(model: Model, look: PictureStyle, words: Iterable[str] | None = None) -> Element:
    """The same as an element, with its options read already; perhaps with other words below the board."""
    look = look_with(model, look)
    kinds = legend_of(model.kinds)
    entries = [f"{kind.called}: {kind.number}" for kind in kinds]
    words = _requirement_lines(model) if words is None else words
    canvas = Canvas(model.board, look, model.text, entries=entries, words=words)
    draw_below(canvas)
    _draw_given(model, canvas)
    draw_above(canvas)
    return canvas.root


def look_with(model: Model, look: PictureStyle) -> PictureStyle:
    """A look with the regions of a model, unless it has some, and with what is printed on its board."""
    return replace(
        look,
        regions=look.regions or regions_of(model),
        clues=printed_on(model),
        barriers=look.barriers or barriers_of(model),
        paper=look.paper or is_on_paper(model),
        shades=look.shades or counts_left_out(model),
    )


def _requirement_lines(model: Model) -> Iterator[str]:
    if isinstance(model, Placement):
        if len(model.kinds) == 1:  # several have a legend
            yield f"{model.kinds[0].called}: {model.kinds[0].number}"
    elif isinstance(model, Tour | Factor):
        kind = model.unit
        if model.full_tour:
            kind = f"{model.full_tour} tour"
        yield f"{kind}, {model.piece.called}"
        if isinstance(model, Tour) and model.visit is not None:
            yield f"{model.visit.words} squares"
    else:
        raise no_row("pictures", model)
    yield from dict.fromkeys(rule.name.replace("-", " ") for rule in model.added if not rule.clues)
    if model.objective is not None:
        yield str(model.objective)


# -- what is given -----------------------------------------------------------------------


def _draw_given(model: Model, canvas: Canvas) -> None:
    if isinstance(model, Placement):
        kept = [kind for kind in model.kinds if kind.squares is not None]
        for kind in kept if len(kept) == 1 else ():
            _draw_crosses(
                canvas, [cell for cell in model.board.squares if not kind.may_stand(cell)]
            )
        draw_pieces(canvas, model.kinds, model.given)
        _draw_crosses(canvas, [preset.square for preset in model.presets if preset.kind is None])
    elif isinstance(model, Tour | Factor):
        _draw_moves(canvas, "through", model.through, stroke=canvas.paint.path)
        avoiding = set(model.avoiding).difference(canvas.look.barriers)
        _draw_moves(canvas, "avoiding", sorted(avoiding), stroke=_EXCLUDED, stroke_dasharray="6 5")
        if canvas.look.clues:
            return
        if isinstance(model, Tour):
            _draw_places(canvas, model)
            checkpoints = [(square, number) for number, square in enumerate(model.checkpoints, 1)]
            _draw_words(canvas, [*checkpoints, *model.numbers])
        elif model.ends:
            _draw_words(canvas, model.letters.items())


def _draw_crosses(canvas: Canvas, squares: list[Square]) -> None:
    look: dict[str, Any] = {"stroke": _EXCLUDED, "stroke_width": 3.6, "fill": "none"}
    for square in squares:
        place = moved(canvas.centre(square))
        put(canvas.root, "path", "excluded", d=CROSS, transform=place, **look)


def _draw_moves(canvas: Canvas, name: str, moves: Iterable[Move], **look: str) -> None:
    """Moves that are made, or left out."""
    group = put(board_window(canvas), "g", name, **look, stroke_width=SIDE * 0.08)
    for here, there in moves:
        draw_move(group, canvas, here, there)


def _draw_places(canvas: Canvas, tour: Tour) -> None:
    look = {"stroke": canvas.paint.path}
    for square, word, fill in ((tour.start, "start", "#d9e8f7"), (tour.end, "end", "none")):
        if square is not None:
            x, y = canvas.centre(square)
            put(canvas.root, "circle", word, cx=x, cy=y, r=SIDE * 0.38, **look, fill=fill)
    for square in tour.visiting:
        x, y = canvas.centre(square)
        put(canvas.root, "circle", "visited", cx=x, cy=y, r=SIDE * 0.12, fill=canvas.paint.path)


def _draw_words(canvas: Canvas, words: Iterable[tuple[Square, object]]) -> None:
    """The numbers of a tour; on both ends of a path its letter."""
    group = put(canvas.root, "g", "numbers", font_family="sans-serif", fill=INK)
    for square, its in words:
        x, y = canvas.centre(square)
        put_text(group, x, y + SIDE * 0.15, str(its), font_size=SIDE * 0.42)
