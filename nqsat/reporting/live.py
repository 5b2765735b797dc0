"""A board that shows what a search has found, while it is at work: the last solution, or the best."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from nqsat.modelling import Arrangement, Man, Model, Placement, Solution
from nqsat.reporting.notebook import picture
from nqsat.reporting.progress import Cell, Line, Log, Watch, in_notebook
from nqsat.reporting.progress import progress as line_of
from nqsat.reporting.screen import can_move, may_shine
from nqsat.reporting.text import draw

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


class Standing(Protocol):
    """What is known of a best value."""

    @property
    def standing(self) -> str:
        """In words."""

    @property
    def solution(self) -> Arrangement | None:
        """The best so far."""


class Live(Watch, Protocol):
    """A watch that is told what was found, too."""

    def show(self, found: Sequence[Solution]) -> None:
        """The latest solutions, of which the last is shown."""

    def improved(self, best: Standing) -> None:
        """The best so far."""

    def clear(self) -> None:
        """Make room: somebody is about to write on the same terminal."""


@contextmanager
def live(
    model: Model | None, what: str = "solutions", *, board: bool = False, enabled: bool = True
) -> Iterator[Live]:
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
    with line_of(enabled, what) as line:
        yield _Told(line)


class _Told:
    """A line of progress, which is told in words what could be shown."""

    def __init__(self, line: Watch) -> None:
        self._line = line
        self.stage, self.say = line.stage, line.say

    def __call__(self, found: int) -> None:
        self._line(found)

    def show(self, found: Sequence[Solution]) -> None:
        pass

    def improved(self, best: Standing) -> None:
        self._line.stage(best.standing)

    def clear(self) -> None:
        pass


class _Found(Log):
    """What keeps what was found, to be shown on a board, from the first moment on."""

    first = 0.0

    def __init__(self, stream: TextIO, what: str, model: Model) -> None:
        super().__init__(stream, what)
        self._board = model.board
        self._last: Sequence[Solution] = ()
        if isinstance(model, Placement):
            men = [Man(one.square, one.kind) for one in model.presets if one.kind is not None]
            self._last = (Arrangement(model.setting, tuple(sorted(men))),)
        self(0)

    def show(self, found: Sequence[Solution]) -> None:
        self._last = found

    def improved(self, best: Standing) -> None:
        self.stage(best.standing)
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
