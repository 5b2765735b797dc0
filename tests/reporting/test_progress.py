"""The live line: silent unless somebody looks at a terminal for more than a second."""

from __future__ import annotations

import importlib
import subprocess
import sys
import threading
from io import StringIO

import pytest

from nqsat.reporting import progress

# The package's attribute of this name is the function.
MODULE = importlib.import_module("nqsat.reporting.progress_display")

HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"


class Screen(StringIO):
    """A stderr that may say that it is a terminal."""

    def __init__(self, terminal: bool = True) -> None:
        super().__init__()
        self.terminal = terminal
        self.broken: OSError | None = None

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str) -> int:
        if self.broken is not None:
            raise self.broken
        return super().write(text)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(MODULE, "_clock", clock)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    return clock


def screen(monkeypatch: pytest.MonkeyPatch, terminal: bool = True) -> Screen:
    stream = Screen(terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


def test_lines_further_and_further_apart_where_stderr_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    # A log tells a waiting person as well, and does not fill.
    stream = screen(monkeypatch, terminal=False)
    with progress(True) as watch:
        for second in range(95):
            watch.stage(f"layer {second}")
            watch(second // 40)
            clock.now += 1
    lines = stream.getvalue().splitlines()
    assert lines == [
        "0:00:05  layer 5",
        "0:00:10  layer 10",
        "0:00:20  layer 20",
        "0:00:40  layer 40  1 solution",
        "0:01:10  layer 70  1 solution",
    ]
    with progress(False) as watch:
        clock.now += 100
        watch(1)
    assert stream.getvalue().splitlines() == lines


@pytest.mark.parametrize(
    ("enabled", "terminal", "seconds"),
    [(False, "xterm", 5), (True, "dumb", 4.99), (True, "xterm", 0.99)],
)
def test_silent_when_switched_off_on_a_dumb_terminal_and_during_the_first_second(
    monkeypatch: pytest.MonkeyPatch, clock: Clock, enabled: bool, terminal: str, seconds: float
) -> None:
    stream = screen(monkeypatch)
    monkeypatch.setenv("TERM", terminal)
    with progress(enabled) as watch:
        for found in range(1000):
            watch(found)
        clock.now += seconds
        watch(1000)
    assert stream.getvalue() == ""


def test_silent_without_a_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    # pythonw and some services have none.
    monkeypatch.setattr(sys, "stderr", None)
    with progress(True) as watch:
        watch(1)


def test_shown_after_a_second_and_removed(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    stream = screen(monkeypatch)
    with progress(True, "placements") as watch:
        watch(1)
        clock.now += 65
        watch(130_000)
        shown = stream.getvalue()
        assert "0:01:05  130,000 placements  2,000/s" in shown
        assert HIDE in shown
    assert stream.getvalue().endswith("\x1b[2K")  # the line is erased
    assert SHOW in stream.getvalue()[len(shown) :]


def test_at_most_ten_redraws_a_second(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    stream = screen(monkeypatch)
    with progress(True) as watch:
        clock.now += 2
        for found in range(1000):
            clock.now += 0.001
            watch(found)
    assert 9 <= stream.getvalue().count("solutions") <= 11


def test_the_cursor_comes_back_after_an_error(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    stream = screen(monkeypatch)

    def interrupted() -> None:
        with progress(True) as watch:
            clock.now += 2
            watch(7)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert stream.getvalue().rindex(SHOW) > stream.getvalue().rindex(HIDE)


@pytest.mark.parametrize("error", [BrokenPipeError(), OSError(5, "Input/output error")])
def test_a_terminal_that_goes_away_does_not_stop_the_search(
    error: OSError, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    # Left to itself rich answers a broken pipe by closing stdout and ending the process.
    stream = screen(monkeypatch)
    with progress(True) as watch:
        clock.now += 2
        watch(7)
        stream.broken = error
        clock.now += 2
        watch(8)
        clock.now += 2
        watch(9)


def test_no_thread_is_started(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    # A refresh thread would receive the signals that the engines' workers block.
    screen(monkeypatch)
    with progress(True) as watch:
        clock.now += 2
        before = threading.active_count()
        watch(7)
        assert threading.active_count() == before


def test_rich_is_loaded_only_when_something_is_shown() -> None:
    # Importing rich takes longer than most counts.
    code = (
        "import sys, nqsat.reporting as r\n"
        "with r.progress(True) as watch: watch(1)\n"
        "r.draw(__import__('nqsat').Board(2, 2))\n"
        "sys.exit('rich' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
