"""A model as a picture: the board with what is given on it, the regions, and in words what is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import singledispatch
from typing import Any
from xml.etree.ElementTree import Element, tostring

from nqsat.modelling import Factor, Model, Placement, Tour, no_row
from nqsat.modelling.rules import Regions
from nqsat.reporting.board_svg import draw_empty_board
from nqsat.reporting.canvas import Layout, layout_of, put, put_text
from nqsat.reporting.marks import INK, draw_above, draw_below, draw_crosses
from nqsat.reporting.style import PictureStyle, look_of
from nqsat.reporting.svg import draw_legend, draw_men
from nqsat.reporting.svg_path import draw_move

#: The colour of squares where no piece may stand, and of moves that are left out.
_EXCLUDED = "#8a2d2d"


def drawn_model(model: Model, **options: Any) -> str:
    """The board of a model with what it gives: men, squares that stay empty, regions, numbers, moves.

    Below it stand the men to place, or the tour to find, and the rules.

    Args:
        model: a placement or a tour.
        options: of ``PictureStyle``, as for ``svg``.

    Raises:
        InvalidModel: an option that makes no sense.
    """
    return drawn_given(model, look_of(options))


def drawn_given(model: Model, look: PictureStyle, words: Iterable[str] | None = None) -> str:
    """The same with its options read already, and with other words below the board if there are any."""
    look = look if look.regions else replace(look, regions=regions_of(model))
    kinds = model.kinds if len(model.kinds) > 1 else ()
    entries = [f"{kind.name}: {kind.number}" for kind in kinds]
    words = _requirement_lines(model) if words is None else words
    layout = layout_of(model.board, look, entries=entries, words=words)
    root = draw_empty_board(layout, model.text)
    draw_below(root, layout)
    _draw_given(model, root, layout)
    draw_legend(root, layout, kinds)
    draw_above(root, layout)
    return tostring(root, encoding="unicode")


def regions_of(model: Model) -> tuple[str, ...]:
    """The map of the first of a model's rules that has one; nothing if none has."""
    return next((rule.map for rule in model.rules if isinstance(rule, Regions)), ())


# -- what is wanted, in words ------------------------------------------------------------


@singledispatch
def _requirement_lines(model: Model) -> Iterator[str]:
    raise no_row("pictures", model)


@_requirement_lines.register(Factor)
def _moves_wanted(model: Factor) -> Iterator[str]:
    yield f"{model.unit}, {model.piece.notation}"
    yield from (rule.name.replace("-", " ") for rule in model.added)


@_requirement_lines.register(Tour)
def _tour_wanted(model: Tour) -> Iterator[str]:
    yield f"{'closed' if model.closed else 'open'} tour, {model.piece.notation}"
    yield from (rule.name.replace("-", " ") for rule in model.added)


@_requirement_lines.register(Placement)
def _men_wanted(model: Placement) -> Iterator[str]:
    if len(model.kinds) == 1:  # several have a legend
        yield f"{model.kinds[0].name}: {model.kinds[0].number}"
    yield from (rule.name.replace("-", " ") for rule in model.rules)
    if model.objective is not None:
        yield f"{model.objective.sense} {model.objective.measure.name}"


# -- what is given -----------------------------------------------------------------------


@singledispatch
def _draw_given(model: Model, _root: Element, _layout: Layout) -> None:
    raise no_row("pictures", model)


@_draw_given.register(Placement)
def _draw_placement(model: Placement, root: Element, layout: Layout) -> None:
    kept = [kind for kind in model.kinds if kind.squares is not None]
    for kind in kept if len(kept) == 1 else ():
        outside = [square for square in model.board.squares if not kind.may_stand(square)]
        draw_crosses(root, layout, outside, "excluded", _EXCLUDED)
    draw_men(root, layout, model.kinds, model.given)
    empty = [one.square for one in model.presets if one.kind is None]
    draw_crosses(root, layout, empty, "excluded", _EXCLUDED)


@_draw_given.register(Factor)
def _draw_moves(model: Factor | Tour, root: Element, layout: Layout) -> None:
    """The moves that it makes or leaves out."""
    for word, moves, line in (
        ("through", model.through, {"stroke": layout.look.paint.path}),
        ("avoiding", model.avoiding, {"stroke": _EXCLUDED, "stroke_dasharray": "6 5"}),
    ):
        group = put(root, "g", word, **line, stroke_width=layout.size * 0.08)
        for here, there in moves:
            draw_move(group, layout, here, there)


@_draw_given.register(Tour)
def _draw_tour(tour: Tour, root: Element, layout: Layout) -> None:
    """The moves that it makes or leaves out, its ends, and its numbers."""
    _draw_moves(tour, root, layout)
    size, look = layout.size, {"stroke": layout.look.paint.path}
    for square, word, fill in ((tour.start, "start", "#d9e8f7"), (tour.end, "end", "none")):
        if square is not None:
            x, y = layout.centre(square)
            put(root, "circle", word, cx=x, cy=y, r=size * 0.38, **look, fill=fill)
    group = put(root, "g", "numbers", font_family="sans-serif", fill=INK)
    for square, its in tour.numbers:
        x, y = layout.centre(square)
        put_text(group, x, y + size * 0.15, str(its), font_size=size * 0.42)
