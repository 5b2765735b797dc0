"""A board that shows what a search has found, while it is at work: the last solution, or the best."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Any, TextIO

from nqsat.modelling import Arrangement, Model, Placement, Solution
from nqsat.reporting.notebook import picture
from nqsat.reporting.progress import Cell, Line, Standing, Watch, in_notebook, progress
from nqsat.reporting.screen import can_move, may_shine
from nqsat.reporting.text import draw

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


@contextmanager
def live(
    model: Model | None, what: str = "solutions", *, board: bool = True, enabled: bool = True
) -> Iterator[Watch]:
    """As ``progress``, with the board on stderr from the first moment on, if that is wanted and possible.

    Args:
        model: what is searched; None if it has no board.
        what: what is being found, in the plural.
        board: whether to show the board; where stderr is no terminal, one line says that there is none.
        enabled: False shows nothing at all.
    """
    stream = sys.stderr
    places = can_move(stream), in_notebook()
    if board and enabled and model is not None and any(places):
        shown = _Board(stream, what, model) if places[0] else _Picture(stream, what, model)
        try:
            yield shown
        finally:
            shown.close()
        return
    if board and enabled and stream is not None:
        print("no live board: stderr is no terminal that can move", file=stream)
    with progress(enabled, what) as line:
        yield line


class _Found(Watch):
    """What keeps what was found, to be shown on a board, from the first moment on."""

    first = 0.0

    def __init__(self, stream: TextIO, what: str, model: Model) -> None:
        super().__init__(stream, what)
        self._board = model.board
        self._last: Sequence[Solution] = ()
        if isinstance(model, Placement):
            self._last = (Arrangement(model.setting, model.given),)
        self(0)

    def show(self, found: Sequence[Solution]) -> None:
        self._last = found

    def improved(self, best: Standing) -> None:
        super().improved(best)
        if best.solution is not None:
            self.show((best.solution,))

    @property
    def _solution(self) -> Any:
        """What stands on the board, or None."""
        return self._last[-1] if self._last else None


class _Board(_Found, Line):
    """A line with a board below it."""

    def _shown(self, console: Console, found: int, now: float) -> RenderableType:
        """The line, and as much of the board as the window has room for."""
        from rich.console import Group
        from rich.text import Text

        width = console.width - 1
        drawn = draw(self._board, self._solution, colour=may_shine(), width=width)
        rows = drawn.split("\n")[: max(console.height - 3, 1)]
        board = Text.from_ansi("\n".join(rows), no_wrap=True, overflow="crop")
        line = self._text(found, now)
        line.end = "\n"
        return Group(line, board)


class _Picture(_Found, Cell):
    """A line with a picture below it."""

    def _data(self, found: int, now: float) -> dict[str, str]:
        data = super()._data(found, now)
        shown = picture(self._solution or self._board) or ""
        return {**data, "text/html": f"<div>{escape(data['text/plain'])}</div>{shown}"}
