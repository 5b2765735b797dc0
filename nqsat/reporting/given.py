"""A model as a picture: the board with what is given on it, the regions, and in words what is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, SubElement, tostring

from nqsat.chess import Square
from nqsat.modelling import Man, Model, Placement, Tour
from nqsat.modelling.rules import Regions
from nqsat.reporting.canvas import Layout, begun, layout_of, number, put_text
from nqsat.reporting.svg import draw_men

#: Regions are told apart by these, one after the other; beyond, again from the first.
_TINTS = (
    "#fbe3b5", "#cfe5d0", "#cfdff2", "#f3cfcf", "#e2d3ee", "#f6f0a8", "#c9ebe9", "#f0d3b8",
    "#dadada", "#d5e8a4", "#e8c2da", "#bccbe6",
)  # fmt: skip

_INK = "#222222"

#: A line of words has about so many characters for each square of the board.
_WORDS = 6


def drawn_model(model: Model, *, size: int = 45) -> str:
    """The board of a model with what it gives: men, squares that stay empty, regions, numbers, moves.

    Below it stand the men to place, or the tour to find, and the rules.

    Args:
        model: a placement or a tour.
        size: the side of a square in pixels.

    Raises:
        InvalidModel: ``size`` is not a whole number ≥ 1.
    """
    layout = layout_of(model.board, size)
    lines = list(_folded(_wanted(model), max(_WORDS * model.board.columns, 24)))
    root = begun(layout, repr(model), lines=len(lines))
    if isinstance(model, Tour):
        _draw_tour(root, layout, model)
    else:
        _draw_placement(root, layout, model)
    group = SubElement(root, "g", {"class": "wanted", "font-family": "sans-serif", "fill": _INK})
    for index, line in enumerate(lines):
        y = layout.top + size * (model.board.rows + 0.95 + 0.4 * index)
        put_text(group, layout.left, y, line, "start", **{"font-size": number(size * 0.28)})
    return tostring(root, encoding="unicode")


# -- what is wanted, in words ------------------------------------------------------------


def _wanted(model: Model) -> Iterator[str]:
    if isinstance(model, Tour):
        yield f"{'closed' if model.closed else 'open'} tour, {model.piece.notation}"
        return
    yield ", ".join(f"{kind.name}: {kind.number}" for kind in model.kinds)
    yield from (rule.name.replace("-", " ") for rule in model.rules)
    if model.objective is not None:
        yield f"{model.objective.sense} {model.objective.measure.name}"


def _folded(words: Iterable[str], width: int) -> Iterator[str]:
    """Words joined to lines of about so many characters."""
    line = ""
    for word in words:
        if line and len(line) + len(word) + 2 > width:
            yield line
            line = ""
        line = f"{line}; {word}" if line else word
    if line:
        yield line


# -- what is given -----------------------------------------------------------------------


def _draw_placement(root: Element, layout: Layout, model: Placement) -> None:
    for rule in model.rules:
        if isinstance(rule, Regions):
            _draw_regions(root, layout, rule)
    kept = [kind for kind in model.kinds if kind.squares is not None]
    for kind in kept if len(kept) == 1 else ():
        outside = [square for square in model.board.squares if not kind.may_stand(square)]
        _draw_crosses(root, layout, outside)
    men = [Man(one.square, one.kind) for one in model.presets if one.kind is not None]
    draw_men(root, layout, model.kinds, men)
    _draw_crosses(root, layout, [one.square for one in model.presets if one.kind is None])


def _draw_regions(root: Element, layout: Layout, rule: Regions) -> None:
    """A tint for each region, and a thick line where two of them meet."""
    board, size = layout.board, layout.size
    names = sorted({name for line in rule.map for name in line} - {"."})
    tints = {name: _TINTS[i % len(_TINTS)] for i, name in enumerate(names)}
    here = {square: rule.map[square.row][square.column] for square in board.squares}
    tinted = SubElement(root, "g", {"class": "regions"})
    borders: list[str] = []
    for square, name in here.items():
        x, y = layout.left + square.column * size, layout.top + square.row * size
        if name in tints:
            place = {"x": number(x), "y": number(y), "width": str(size), "height": str(size)}
            SubElement(tinted, "rect", {**place, "stroke": "#999999"}, fill=tints[name])
        if here.get(Square(square.row, square.column + 1)) != name:
            borders.append(f"M{number(x + size)} {number(y)}v{size}")
        if here.get(Square(square.row + 1, square.column)) != name:
            borders.append(f"M{number(x)} {number(y + size)}h{size}")
        if here.get(Square(square.row, square.column - 1)) is None:
            borders.append(f"M{number(x)} {number(y)}v{size}")
        if here.get(Square(square.row - 1, square.column)) is None:
            borders.append(f"M{number(x)} {number(y)}h{size}")
    width = {"stroke-width": number(size * 0.06), "stroke-linecap": "square"}
    SubElement(tinted, "path", {**width, "d": "".join(borders)}, stroke=_INK, fill="none")


def _draw_crosses(root: Element, layout: Layout, squares: Iterable[Square]) -> None:
    """Squares where nobody stands."""
    size = layout.size
    arm = number(size * 0.24)
    strokes = [
        f"M{number(x)} {number(y)}m-{arm}-{arm}l{number(size * 0.48)} {number(size * 0.48)}"
        f"m0-{number(size * 0.48)}l-{number(size * 0.48)} {number(size * 0.48)}"
        for x, y in map(layout.centre, squares)
    ]
    if strokes:
        look = {"class": "nobody", "stroke": "#8a2d2d", "stroke-width": number(size * 0.06)}
        SubElement(root, "path", {**look, "d": "".join(strokes), "fill": "none"})


def _draw_tour(root: Element, layout: Layout, tour: Tour) -> None:
    """The moves that it makes or leaves out, its ends, and its numbers."""
    size = layout.size
    for moves, look in (
        (tour.through, {"class": "through", "stroke": "#1f5fa8"}),
        (tour.avoiding, {"class": "avoiding", "stroke": "#8a2d2d", "stroke-dasharray": "6 5"}),
    ):
        group = SubElement(root, "g", {**look, "stroke-width": number(size * 0.08)})
        for move in moves:
            (x1, y1), (x2, y2) = map(layout.centre, move)
            ends = {"x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2)}
            SubElement(group, "line", ends)
    for square, word in ((tour.start, "start"), (tour.end, "end")):
        if square is not None:
            x, y = layout.centre(square)
            ring = {"class": word, "cx": number(x), "cy": number(y), "r": number(size * 0.38)}
            fill = "#d9e8f7" if word == "start" else "none"
            SubElement(root, "circle", {**ring, "stroke": "#1f5fa8", "fill": fill})
    group = SubElement(root, "g", {"class": "numbers", "font-family": "sans-serif", "fill": _INK})
    for square, its in tour.numbers:
        x, y = layout.centre(square)
        put_text(group, x, y + size * 0.15, str(its), **{"font-size": number(size * 0.42)})
