"""What a Jupyter notebook shows of a value: a picture, and below it what there is to say in words."""

from __future__ import annotations

from functools import singledispatch
from html import escape
from typing import Any

from nqsat.chess import Board
from nqsat.counting import Conflict, Count, Optimum, Outcome, Sizes, Uniqueness
from nqsat.modelling import Arrangement, Path, Placement, Tour
from nqsat.reporting.given import drawn_model
from nqsat.reporting.scene import heading
from nqsat.reporting.svg import svg

# Beyond this a page with the picture in it becomes slow; Jupyter then shows the repr.
_MAX_CELLS = 128 * 128

#: The longest bar of a distribution, in pixels.
_BAR = 240


@singledispatch
def picture(value: Any) -> str | None:  # noqa: ARG001 (others draw theirs)
    """The picture; None where there is none, or of a board of more than 128 × 128 cells."""
    return None


@picture.register(Arrangement)
@picture.register(Path)
def _(value: Any) -> str | None:
    return _drawn(value.board, lambda: svg(value.board, value))


@picture.register
def _(value: Board) -> str | None:
    return _drawn(value, lambda: svg(value))


@picture.register(Placement)
@picture.register(Tour)
def _(value: Any) -> str | None:
    return _drawn(value.board, lambda: drawn_model(value))


def _drawn(board: Board, make: Any) -> str | None:
    return make() if board.rows * board.columns <= _MAX_CELLS else None


@singledispatch
def page(value: Any) -> str | None:
    """The value as HTML; None where it is better shown as text."""
    return _under(picture(value), repr(value))


@page.register
def _(value: Board) -> str | None:
    return _under(picture(value), value.title)


@page.register
def _(value: Arrangement) -> str | None:
    return _under(picture(value), heading(value), value.fen)


@page.register
def _(value: Path) -> str | None:
    return _under(picture(value), heading(value))


@page.register
def _(value: Count) -> str | None:
    return _said(str(value), f"{value.engine}, {value.method}, {value.seconds:.2f} s", value.note)


@page.register
def _(value: Optimum) -> str | None:
    shown = None if value.solution is None else picture(value.solution)
    return _said(str(value), f"{value.engine}, {value.seconds:.2f} s", shown=shown)


@page.register
def _(value: Outcome) -> str | None:
    shown = None if value.solution is None else picture(value.solution)
    best = "" if value.optimum is None else f": {value.optimum}"
    by = f"{value.engine}, {value.seconds:.2f} s"
    return _said(value.verdict.value + best, by, value.note, shown=shown)


@page.register
def _(value: Uniqueness) -> str | None:
    shown = "".join(filter(None, map(picture, value.found)))
    return _said(value.verdict, f"{value.engine}, {value.seconds:.2f} s", shown=shown)


@page.register
def _(value: Sizes) -> str | None:
    """A row for each number of men, with a bar as long as it has a share."""
    most = max((number for _, number in value.numbers), default=1)
    rows = "".join(
        f"<tr><td>{men}</td><td>{number}</td><td><div style='background:#1f5fa8;height:.8em;"
        f"width:{_BAR * number // most}px'></div></td></tr>"
        for men, number in value.numbers
    )
    head = "<tr><th>men</th><th>solutions</th><th></th></tr>"
    table = f"<table>{head}{rows}</table>"
    return _said(str(value.total), f"{value.engine}, {value.seconds:.2f} s", shown=table)


@page.register
def _(value: Conflict) -> str | None:
    rows = "".join(f"<li>{escape(str(one))}</li>" for one in value.requirements)
    said = "these contradict each other" if value.requirements else value.verdict.value
    return _said(said, f"{value.seconds:.2f} s", shown=f"<ul>{rows}</ul>" if rows else None)


def _under(shown: str | None, *words: str) -> str | None:
    """A picture with words below it, as they are in code."""
    if shown is None:
        return None
    text = "<br>".join(f"<code>{escape(word)}</code>" for word in words)
    return f'<div class="nqsat">{shown}<div>{text}</div></div>'


def _said(answer: str, by: str, note: str | None = None, *, shown: str | None = None) -> str:
    """An answer in words, who found it, and what there is to see."""
    more = f"<br>{escape(note)}" if note else ""
    words = f"<b>{escape(answer)}</b><br><small>{escape(by)}{more}</small>"
    return f'<div class="nqsat">{shown or ""}<div>{words}</div></div>'
