"""What tells a waiting person that something is happening: a live line on a terminal, after a second;
elsewhere a line every half minute.

It starts no thread: a thread would take signals that the engines' workers block on purpose. So it moves
only when ``watch`` is called.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from nqsat.modelling import Arrangement, Solution, plural
from nqsat.reporting.screen import can_move

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live
    from rich.spinner import Spinner
    from rich.text import Text

_DELAY = 1.0
_INTERVAL = 0.1
#: Seconds between lines that stay.
_PAUSE = 30.0
_clock = time.monotonic


class Standing(Protocol):
    """What is known of a best value."""

    @property
    def standing(self) -> str:
        """In words."""

    @property
    def solution(self) -> Arrangement | None:
        """The best so far."""


@contextmanager
def progress(
    enabled: bool,  # noqa: FBT001 (the one question it is called with)
    what: str = "solutions",
) -> Iterator[Watch]:
    """Give a callable ``watch(found)`` that keeps one line on stderr up to date, then removes it.

    Where stderr is no terminal, or a dumb one, it writes a line every 30 s; in a notebook the line is below
    the cell.

    Call it for every solution (about 0.1 µs), and, with the same number, whenever a search without
    solutions comes up for air. Leave it off while solutions are printed on the same terminal: the two would
    share a line.

    Args:
        enabled: False gives a ``watch`` that says nothing.
        what: what is being found, in the plural.
    """
    stream = sys.stderr
    kinds = Line if can_move(stream) else Cell if in_notebook() else Watch
    line = kinds(stream, what)
    if not enabled or stream is None:
        line.close()
    try:
        yield line
    finally:
        line.close()


class Watch:
    """What is told how a search is getting on: a line now and then that stays; an output error ends it."""

    first, pause = _PAUSE, _PAUSE

    def __init__(self, stream: TextIO, what: str) -> None:
        self._stream = stream
        self._what = what
        self._start = _clock()
        self._due = self._start + self.first
        self._stage = ""

    def stage(self, words: str) -> None:
        """Where a search stands that has found nothing yet: ``layer 12 of 64, 3,456 states``."""
        self._stage = words

    def say(self, words: str) -> None:
        """The same as a sign of life, from whoever has words only."""
        self.stage(words)
        self(0)

    def __call__(self, found: int) -> None:
        """So many have been found; nothing else is new, perhaps. It is said if it is time."""
        now = _clock()
        if now < self._due:
            return
        try:
            self._show(found, now)
            self._due = now + self.pause
        except OSError:  # the terminal is gone: the search goes on without it
            self._due = math.inf

    def show(self, found: Sequence[Solution]) -> None:
        """The latest solutions, of which a live board shows the last; a line has no room for them."""

    def improved(self, best: Standing) -> None:
        """The best so far."""
        self.stage(best.standing)

    def clear(self) -> None:
        """Make room: somebody is about to write on the same terminal. Lines stay where they are."""

    def close(self) -> None:
        """Say no more."""
        self._due = math.inf

    def _show(self, found: int, now: float) -> None:
        print(self._words(found, now), file=self._stream, flush=True)

    def _words(self, found: int, now: float) -> str:
        """How long it has taken, where it stands, how many have been found."""
        seconds = now - self._start
        minutes, rest = divmod(int(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        words = [f"{hours}:{minutes:02}:{rest:02}", *filter(None, [self._stage])]
        if found or not self._stage:
            words.append(f"{found:,} {plural(found, self._what)}")
            words += [f"{found / seconds:,.0f}/s"] if found >= seconds else []
        return "  ".join(words)


class Line(Watch):
    """READY -(a second has passed)-> SHOWN -close-> gone; an output error also ends it."""

    first, pause = _DELAY, _INTERVAL

    def __init__(self, stream: TextIO, what: str) -> None:
        super().__init__(stream, what)
        self._live: Live | None = None
        self._spinner: Spinner | None = None

    def close(self) -> None:
        """Remove the line and give the cursor back."""
        self._due = math.inf
        self.clear()

    def clear(self) -> None:
        if self._live is not None:
            with suppress(OSError):
                self._live.stop()
            self._live = None

    def _shown(self, console: Console, found: int, now: float) -> RenderableType:
        """What is shown now."""
        return self._text(found, now)

    def _show(self, found: int, now: float) -> None:
        if self._live is None:
            self._live = self._open()
            self._live.start()
        self._live.update(self._shown(self._live.console, found, now), refresh=True)

    def _open(self) -> Live:
        from rich.console import Console
        from rich.live import Live

        class Patient(Console):
            def on_broken_pipe(self) -> None:
                """Pass the error on: rich would close stdout and end the process."""
                raise  # noqa: PLE0704 (rich calls this while it handles the error)

        console = Patient(file=self._stream, force_jupyter=False, highlight=False)
        return Live(
            console=console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def _text(self, found: int, now: float) -> Text:
        from rich.spinner import Spinner
        from rich.text import Text

        if self._spinner is None:
            self._spinner = Spinner("line")
        text = Text(no_wrap=True, overflow="ellipsis", end="")
        text.append(f"{self._spinner.render(now)} {self._words(found, now)}")
        return text


def in_notebook() -> bool:
    """Whether there are cells, as in Jupyter."""
    python = sys.modules.get("IPython")
    return python is not None and hasattr(python.get_ipython(), "kernel")


class Cell(Watch):
    """A line below the cell of a notebook, which goes when the work is done."""

    first, pause = _DELAY, 0.5

    def __init__(self, stream: TextIO, what: str) -> None:
        super().__init__(stream, what)
        self._handle: Any = None

    def close(self) -> None:
        """Remove the line."""
        super().close()
        if self._handle is not None:
            self._handle.update({"text/plain": ""}, raw=True)

    def _show(self, found: int, now: float) -> None:
        data = self._data(found, now)
        if self._handle is None:
            notebook: Any = sys.modules["IPython.display"]
            self._handle = notebook.display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)

    def _data(self, found: int, now: float) -> dict[str, str]:
        """What is shown, by its type."""
        return {"text/plain": self._words(found, now)}
