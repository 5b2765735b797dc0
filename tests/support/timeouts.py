"""What keeps a test from running for ever, without a verdict that depends on the speed of a machine.

Work is counted in steps, not in seconds; waiting is asking again until it is so. The seconds here are
those after which something hangs for certain, on the slowest machine.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

#: Seconds after which something that should have happened will not happen any more.
HANG = 120.0


class TooManySteps(BaseException):
    """Not an ``Exception``: no code under test shall take it for an error of its own."""


class Steps:
    """How many lines of Python have been run."""

    def __init__(self) -> None:
        self.taken = 0


@contextmanager
def steps(limit: float = float("inf")) -> Iterator[Steps]:
    """Count the lines of Python that this thread runs; more than ``limit`` fail the test at once."""
    counted = Steps()

    def trace(_frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        if event == "line":
            counted.taken += 1
            if counted.taken > limit:
                raise TooManySteps(f"more than {limit} lines of Python were run")
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield counted
    except TooManySteps as error:
        raise AssertionError(str(error)) from None
    finally:
        sys.settrace(before)


def interrupted(
    words: list[str], seconds: float, ready: Callable[[int], object] = lambda _pid: True
) -> tuple[int, str, str]:
    """Run a program, send it Ctrl-C when it has worked so long: its exit code, stdout and stderr.

    Args:
        words: the command.
        seconds: of CPU; whatever it is at by then.
        ready: asked with the number of its process until it says so.
    """
    with started(*words) as process:
        assert until(lambda: ready(process.pid))
        assert busy(process.pid, seconds)
        out, err = told(process, signal.SIGINT)
    return process.returncode, out, err


@contextmanager
def started(
    *words: str, cwd: Path | None = None, stderr: int = subprocess.PIPE
) -> Iterator[subprocess.Popen[str]]:
    """A program at work, which is killed if it hangs, and at the end."""
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(words, stdout=pipe, stderr=stderr, text=True, cwd=cwd) as process,
        guarded(process),
    ):
        yield process


def told(process: subprocess.Popen[str], sent: signal.Signals) -> tuple[str, str]:
    """Send a signal to a program and wait for its end: what it still had to say on stdout and stderr.

    ``communicate`` would lose what a ``readline`` before has read ahead.
    """
    assert process.stdout is not None
    assert process.stderr is not None
    process.send_signal(sent)
    out, err = process.stdout.read(), process.stderr.read()
    process.wait(timeout=HANG)
    return out, err


def first_line(process: subprocess.Popen[str]) -> str:
    """The first line of its stdout."""
    assert process.stdout is not None
    return process.stdout.readline()


def printed(code: str, *words: str, cwd: Path | None = None, **more: str) -> str:
    """What another Python prints that runs some code, with more in its environment; it must end well."""
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=cwd,
        env={**os.environ, **more},
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


def until(condition: Callable[[], object]) -> bool:
    """Ask until it is so; False if it never is."""
    end = time.monotonic() + HANG
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


@contextmanager
def guarded(process: subprocess.Popen[Any]) -> Iterator[None]:
    """Kill a process that hangs, so that whoever reads from it comes to the end; and at the end."""
    timer = threading.Timer(HANG, process.kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        process.kill()


def worked(pid: int) -> float:
    """Seconds of CPU that a process and those that it has started have taken so far; Linux."""
    ticks = 0
    for one in (pid, *children(pid)):
        with suppress(FileNotFoundError, ProcessLookupError):
            words = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += int(words[11]) + int(words[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def busy(pid: int, seconds: float = 0.3) -> bool:
    """Whether a process gets to work for so long from now on, however slow the machine; Linux."""
    begin = worked(pid)
    return until(lambda: worked(pid) > begin + seconds)


def children(pid: int | str = "self") -> list[int]:
    """The processes that a process has started and that are still there; Linux."""
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended since
            found += map(int, path.read_text().split())
    return found


def running(pid: int) -> bool:
    """Whether there is such a process, and more of it than its exit code; Linux."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def gone(pids: list[int]) -> bool:
    """Whether all of them end."""
    return until(lambda: not any(map(running, pids)))
