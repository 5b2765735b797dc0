"""Signs of progress for a waiting person: a live line on a terminal, after a second;
elsewhere a line after 5 s, then 5, 10, 20 and 30 s apart. With it the board, if that is wanted: the last
solution, or the best.

It starts no thread: a thread would take signals that the engines' workers block on purpose. So it moves
only when ``watch`` is called.
"""

from __future__ import annotations

import math
import os
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TextIO, TypedDict

from nqsat.files import escaped, raw_stream
from nqsat.modelling import Model, Solution, plural

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live
    from rich.spinner import Spinner

_DELAY = 1.0
_INTERVAL = 0.1
#: Seconds before the first line that stays; the pause after it doubles from line to line, up to the most.
_FIRST, _MOST = 5.0, 30.0
_clock = time.monotonic


# -- the window --------------------------------------------------------------------------


class TerminalSize(TypedDict):
    """How wide a line may be, and whether it may have colours: the last arguments of what draws."""

    width: int | None
    colour: bool


def screen(place: Path | None = None) -> TerminalSize:
    """The window of stdout; a pipe has none, nor has the file of ``-o``: there a row stays a line.

    A variable ``NO_COLOR``, or ``TERM=dumb``, leaves the colours out.
    """
    if place is not None or not sys.stdout.isatty():
        return {"width": None, "colour": False}
    return {"width": shutil.get_terminal_size().columns, "colour": _may_shine()}


def table_on_screen(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows under headings that fit into the window; a pipe has ``COLUMNS``, or 80."""
    from nqsat.reporting.tables import table  # a short count needs none

    window, body = shutil.get_terminal_size().columns, list(rows)
    fits = max(map(len, table(None, columns, body).split("\n"))) <= window
    width = None if fits else window
    return table(None, columns, body, width=width, colour=screen()["colour"])


def _may_shine() -> bool:
    return not os.environ.get("NO_COLOR") and not _is_dumb()


def _can_move(stream: TextIO | None) -> bool:
    """Whether lines can be rewritten there."""
    try:
        return stream is not None and stream.isatty() and not _is_dumb()
    except (ValueError, AttributeError):
        return False


def _is_dumb() -> bool:
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown")


def _in_notebook() -> bool:
    """Whether there are cells, as in Jupyter."""
    python = sys.modules.get("IPython")
    return python is not None and hasattr(python.get_ipython(), "kernel")


# -- where progress is shown -------------------------------------------------------------------------


class BestSoFar(Protocol):
    """The knowledge about a best value."""

    @property
    def standing(self) -> str:
        """In words."""

    @property
    def solution(self) -> Solution | None:
        """The best so far."""


def progress(
    enabled: bool,  # noqa: FBT001 (the one question it is called with)
    what: str = "solutions",
) -> AbstractContextManager[Watch]:
    """Give a callable ``watch(found)`` that keeps one line on stderr up to date, then removes it.

    Where stderr is not a terminal, or a dumb one, it writes a line now and then; in a notebook the line is
    below the cell.

    Call it for every solution (about 0.1 µs), and, with the same number, whenever a search without
    solutions comes up for air. Leave it off while solutions are printed on the same terminal: the two would
    share a line.

    Args:
        enabled: False gives a ``watch`` that says nothing.
        what: what is being found, in the plural.
    """
    return live(None, what, board=False, enabled=enabled)


@contextmanager
def live(
    model: Model | None, what: str = "solutions", *, board: bool = True, enabled: bool = True
) -> Iterator[Watch]:
    """As ``progress``, with the board on stderr from the first moment on, if that is wanted and possible.

    Args:
        model: what is searched; None if it has no board.
        what: what is being found, in the plural.
        board: whether to show the board; where stderr is not a terminal, one line reports this.
        enabled: False shows nothing at all.
    """
    stream = sys.stderr
    kind = _Line if _can_move(stream) else _Cell if _in_notebook() else Watch
    shown = model if board and enabled and kind is not Watch else None
    if board and enabled and shown is None and stream is not None:
        print("no live board: stderr is not a terminal that can move the cursor", file=stream)
    line = kind(stream, what, shown)
    if not enabled or stream is None:
        line.close()
    try:
        if shown is not None:
            line(0)
        yield line
    finally:
        line.close()


class Watch:
    """Reports how a search is getting on by a line now and then; an output error ends it."""

    first, pause, slower = _FIRST, _FIRST, 2.0

    def __init__(self, stream: TextIO, what: str, model: Model | None) -> None:
        self._stream = stream
        self._what = what
        self._model = model
        self._start = _clock()
        self._due = self._start + (self.first if model is None else 0.0)
        self._stage = ""
        self._last: Sequence[Solution] = ()
        if model is not None and model.is_placement:
            self._last = (model.solution(model.given),)

    def stage(self, words: str) -> None:
        """How far a search is that has found nothing yet: ``layer 12 of 64, 3,456 states``."""
        self._stage = words

    def say(self, words: str) -> None:
        """Report progress in words, from a caller that has no number of solutions found."""
        self.stage(words)
        self(0)

    def __call__(self, found: int) -> None:
        """Report the number found so far; the line is updated if it is due."""
        now = _clock()
        if now < self._due:
            return
        try:
            self._show(found, now)
            self._due = now + self.pause
            self.pause = min(self.pause * self.slower, max(self.pause, _MOST))
        except OSError:  # the terminal is gone: the search continues without it
            self._due = math.inf

    def show(self, found: Sequence[Solution]) -> None:
        """The latest solutions, of which a live board shows the last; a line has no room for them."""
        self._last = found

    def improved(self, best: BestSoFar) -> None:
        """The best so far."""
        self.stage(best.standing)
        if best.solution is not None:
            self.show((best.solution,))

    def clear(self) -> None:
        """Clear the live line: other output follows on the same terminal. Lines stay where they are."""

    def close(self) -> None:
        """End."""
        self._due = math.inf
        self.clear()

    def _show(self, found: int, now: float) -> None:
        print(self._words(found, now), file=self._stream, flush=True)

    def _words(self, found: int, now: float) -> str:
        """How long it has taken, how far it is, how many have been found."""
        seconds = now - self._start
        minutes, rest = divmod(int(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        words = [f"{hours}:{minutes:02}:{rest:02}", *filter(None, [self._stage])]
        if found or not self._stage:
            words.append(f"{found:,} {plural(found, self._what)}")
            listing = not self._stage  # what is counted comes at no rate
            words += [f"{found / seconds:,.0f}/s"] if listing and found >= seconds else []
        return "  ".join(words)

    @property
    def _solution(self) -> Any:
        return self._last[-1] if self._last else None


class _Line(Watch):
    """READY -(a second has passed)-> SHOWN -close-> gone; an output error also ends it."""

    first, pause, slower = _DELAY, _INTERVAL, 1.0
    _live: Live | None = None
    _spinner: Spinner | None = None

    def clear(self) -> None:
        """Remove the line and give the cursor back."""
        if self._live is not None:
            with suppress(OSError):
                self._live.stop()
            self._live = None

    def _show(self, found: int, now: float) -> None:
        if self._live is None:
            self._live = self._open()
            self._live.start()
        self._live.update(self._render(self._live.console, found, now), refresh=True)

    def _open(self) -> Live:
        from rich.console import Console
        from rich.live import Live

        class Patient(Console):
            def on_broken_pipe(self) -> None:
                """Pass the error on: rich would close stdout and end the process."""
                raise  # noqa: PLE0704 (rich calls this while it handles the error)

        console = Patient(file=raw_stream(self._stream), force_jupyter=False, highlight=False)
        return Live(
            console=console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def _render(self, console: Console, found: int, now: float) -> RenderableType:
        """The line, and as much of the board as the window has room for."""
        from rich.console import Group
        from rich.spinner import Spinner
        from rich.text import Text

        from nqsat.reporting.text import draw

        self._spinner = self._spinner or Spinner("line")
        line = Text(no_wrap=True, overflow="ellipsis", end="")
        line.append(f"{self._spinner.render(now)} {escaped(self._words(found, now))}")
        if self._model is None:
            return line
        board, width = self._model.board, console.width - 1
        drawn = draw(board, self._solution, colour=_may_shine(), width=width)
        rows = drawn.split("\n")[: max(console.height - 3, 1)]
        line.end = "\n"
        return Group(line, Text.from_ansi("\n".join(rows), no_wrap=True, overflow="crop"))


class _Cell(Watch):
    """A line below the cell of a notebook, which goes when the work is done."""

    first, pause, slower = _DELAY, 0.5, 1.0
    _handle: Any = None

    def close(self) -> None:
        super().close()
        if self._handle is not None:
            self._handle.update({"text/plain": ""}, raw=True)

    def _show(self, found: int, now: float) -> None:
        words = self._words(found, now)
        data = {"text/plain": words}
        if self._model is not None:
            from html import escape

            from nqsat.reporting.notebook import picture

            shown = picture(self._solution or self._model.board) or ""
            data["text/html"] = f"<div>{escape(words)}</div>{shown}"
        if self._handle is None:
            notebook: Any = sys.modules["IPython.display"]
            self._handle = notebook.display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)
