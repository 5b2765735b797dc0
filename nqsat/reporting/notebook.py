"""Values in a Jupyter notebook: a picture, and words below it.

Lists are not our values: ``gallery`` shows them, and after ``%load_ext nqsat`` they show themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import islice
from typing import Any

from nqsat.chess import Board
from nqsat.chess.display import Description, Displayable, brief
from nqsat.modelling import Arrangement, Model, Moves, Path, Solution
from nqsat.reporting.model_svg import drawn_model
from nqsat.reporting.pictures import svg
from nqsat.reporting.text import draw, heading

# Beyond this a page with the picture in it becomes slow; Jupyter then shows the repr.
_MAX_CELLS = 128 * 128

#: Pixels of a picture of many, and letters of the text below it.
_THUMB, _CAPTION = 180, 32

#: The longest bar of a distribution, in pixels.
_BAR = 240


def picture(value: Any) -> str | None:
    """The picture; None where there is none, or of a board of more than 128 × 128 cells."""
    board = getattr(value, "board", value)
    large = isinstance(board, Board) and board.rows * board.columns > _MAX_CELLS
    return None if large else drawing(value)


def drawing(value: Any, **options: Any) -> str | None:
    """The picture with these options, see ``PictureStyle``; None where there is none."""
    if isinstance(value, Model):
        return drawn_model(value, **options)
    if isinstance(value, Solution):
        return svg(value.board, value, **options)
    return svg(value, **options) if isinstance(value, Board) else None


def as_text(value: Any, *, colour: bool = False) -> str:
    """The picture as text, see ``draw``."""
    parts = (value.board, value) if hasattr(value, "board") else (value,)
    return draw(*parts, colour=colour)


def page(value: Any) -> str | None:
    """The value as HTML: what it says, or its picture with its names; None if it has neither."""
    description = value._describe_()
    if description is not None:
        return _answer_html(description)
    shown = picture(value)
    if shown is None:
        return None
    text = "<br>".join(f"<code>{escape(word)}</code>" for word in _names(value))
    return f'<div class="nqsat">{shown}<div>{text}</div></div>'


@dataclass(frozen=True, slots=True, repr=False)
class Gallery(Displayable):
    """Solutions side by side.

    Args:
        solutions: those that are shown.
        left: how many others there are; None if that is unknown.
    """

    solutions: tuple[Solution, ...]
    left: int | None = 0

    def __repr__(self) -> str:
        return brief(f"Gallery of {len(self.solutions)} solutions")

    def _repr_html_(self) -> str:
        shown = "".join(
            f'<figure style="margin:0">{_small(solution)}<figcaption><small>{place}. {_caption(solution)}'
            "</small></figcaption></figure>"
            for place, solution in enumerate(self.solutions, 1)
        )
        rest = "others" if self.left is None else f"{self.left:,} others"
        more = f"<div><small>and {rest}</small></div>" if self.left != 0 else ""
        row = "display:flex;flex-wrap:wrap;gap:.8rem"
        return f'<div class="nqsat"><div style="{row}">{shown}</div>{more}</div>'


def gallery(solutions: Iterable[Solution], *, most: int = 48) -> Gallery:
    """Solutions side by side, as a notebook shows them.

    Args:
        solutions: a list, or an iterator as ``nqsat.solutions`` returns: one more is taken from it than
            is shown.
        most: the greatest number shown.
    """
    if isinstance(solutions, Collection):
        shown = tuple(islice(solutions, most))
        return Gallery(shown, len(solutions) - len(shown))
    taken = tuple(islice(solutions, most + 1))
    return Gallery(taken[:most], None if len(taken) > most else 0)


def gallery_of(values: Any) -> str | None:
    """A list as HTML, if solutions are all that is in it."""
    solutions = bool(values) and all(isinstance(value, Solution) for value in values)
    return gallery(values)._repr_html_() if solutions else None


def _small(solution: Solution) -> str:
    """A picture about as wide as the others; a board that is too large for one has none."""
    board = solution.board
    size = min(30, max(6, _THUMB // max(board.rows, board.columns, 1)))
    fits = board.rows * board.columns <= _MAX_CELLS
    return svg(board, solution, size=size, coordinates=False) if fits else ""


def _caption(solution: Solution) -> str:
    words = heading(solution)
    return f"<code>{escape(words)}</code>" if len(words) <= _CAPTION else ""


def _names(value: Any) -> list[str]:
    if isinstance(value, Board):
        return [value.title]
    if isinstance(value, Arrangement):
        return [heading(value), value.fen]
    return [heading(value) if isinstance(value, Path | Moves) else repr(value)]


def _answer_html(said: Description) -> str:
    """Pictures, a row with a bar for each number, items; below them the answer and how it was come by."""
    shown = "".join(filter(None, map(picture, said.drawn)))
    most = max((number for _, number in said.numbers), default=1)
    rows = "".join(
        f"<tr><td>{pieces}</td><td>{number}</td><td><div style='background:#1f5fa8;height:.8em;"
        f"width:{_BAR * number // most}px'></div></td></tr>"
        for pieces, number in said.numbers
    )
    items = "".join(f"<li>{escape(item)}</li>" for item in said.items)
    shown += f"<table>{rows}</table>" if rows else ""
    shown += f"<ul>{items}</ul>" if items else ""
    shown += _table_html(said.table) if said.table else ""
    more = f"<br>{escape(said.note)}" if said.note else ""
    words = f"<b>{escape(said.answer)}</b><br><small>{escape(said.by)}{more}</small>"
    return f'<div class="nqsat">{shown}<div>{words}</div></div>'


def _table_html(rows: Sequence[Sequence[str]]) -> str:
    """A table whose first row has the names of the columns."""
    head, *body = (
        "".join(f'<{tag} style="text-align:left">{escape(cell)}</{tag}>' for cell in row)
        for tag, row in zip(("th", *["td"] * len(rows)), rows, strict=False)
    )
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in body)}</table>"
