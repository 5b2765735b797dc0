"""Limits that keep a test from running for ever, without a verdict that depends on a machine's speed.

Work is counted in steps, not in seconds; waiting is polling. The seconds here are so many that something
certainly hangs, even on the slowest machine.
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

#: Seconds after which something is considered hanging.
HANG = 120.0


class TooManySteps(BaseException):
    """Too many steps; no ``Exception``, so that code under test does not catch it."""


class Steps:
    def __init__(self) -> None:
        self.taken = 0


@contextmanager
def steps(limit: float = float("inf")) -> Iterator[Steps]:
    """Count the lines of Python that this thread executes; fail the test at once beyond ``limit``."""
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
    """Run a program, send it Ctrl-C after some CPU time, and return its exit code, stdout and stderr.

    Args:
        words: the command.
        seconds: the CPU seconds before Ctrl-C, counted from when it is ready.
        ready: returns whether the program is ready, given its process id.
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
    """Start a program; kill it if it hangs, and at the end of the block."""
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(words, stdout=pipe, stderr=stderr, text=True, cwd=cwd) as process,
        guarded(process),
    ):
        yield process


def told(process: subprocess.Popen[str], sent: signal.Signals) -> tuple[str, str]:
    """Send a signal to a program, wait for its end, and return the rest of its stdout and stderr.

    ``communicate`` would lose data that an earlier ``readline`` has buffered.
    """
    assert process.stdout is not None
    assert process.stderr is not None
    process.send_signal(sent)
    out, err = process.stdout.read(), process.stderr.read()
    process.wait(timeout=HANG)
    return out, err


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def printed(code: str, *words: str, cwd: Path | None = None, **more: str) -> str:
    """Run code in another Python process with extra environment variables; return its stdout."""
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
    """Poll a condition until it is true; return False after HANG seconds."""
    end = time.monotonic() + HANG
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


@contextmanager
def guarded(process: subprocess.Popen[Any], seconds: float = HANG) -> Iterator[None]:
    """Kill a process if it hangs, so that reads from it end; and at the end of the block."""
    timer = threading.Timer(seconds, process.kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        process.kill()


def worked(pid: int) -> float:
    """Return the CPU seconds of a process and its children so far; Linux only."""
    ticks = 0
    for one in (pid, *children(pid)):
        with suppress(FileNotFoundError, ProcessLookupError):
            words = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += int(words[11]) + int(words[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def busy(pid: int, seconds: float = 0.3) -> bool:
    """Wait until a process has used ``seconds`` more CPU time; Linux only."""
    begin = worked(pid)
    return until(lambda: worked(pid) > begin + seconds)


def children(pid: int | str = "self") -> list[int]:
    """Return the running child processes of a process; Linux only."""
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended since
            found += map(int, path.read_text().split())
    return found


def own_memory(pid: int) -> int:
    """Return the bytes of memory that a process shares with no file; Linux only."""
    with suppress(FileNotFoundError, ProcessLookupError):
        pages = Path(f"/proc/{pid}/statm").read_text().split()
        return (int(pages[1]) - int(pages[2])) * os.sysconf("SC_PAGE_SIZE")
    return 0


def running(pid: int) -> bool:
    """Return whether the process exists and is no zombie; Linux only."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def gone(pids: list[int]) -> bool:
    """Wait until all of these processes have ended; return whether they did."""
    return until(lambda: not any(map(running, pids)))
