"""Ctrl-C, SIGTERM and kill -9 at any moment: what was printed is right, and nothing is left behind.

The moments are random and the same every time; how far a search has come by then is not, and no
verdict here depends on it. ``NQSAT_DEEP=1`` tries many more moments.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from guards import children, first_line, gone, started, told, until
from oracle import DEEP

from nqsat import Placement, solutions

if sys.platform == "linux":
    import pty

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc, signals and terminals")

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]
TRUTH_OF_SIXTEEN = 14_772_512  # OEIS A000170


def moments() -> list[tuple[str, signal.Signals, float]]:
    """Engines, signals, and how many seconds after the first sign of work these are sent."""
    random = Random(2026)
    return [
        (engine, sent, round(random.expovariate(5), 3))
        for engine in ("sat", "cpsat", "backtrack")
        for sent in SIGNALS
        for _ in range(16 if DEEP else 1)
    ]


def named(value: object) -> str:
    return value.name if isinstance(value, signal.Signals) else str(value)


def threads(pid: int) -> int:
    """How many threads it has besides the first."""
    return sum(1 for _ in Path(f"/proc/{pid}/task").iterdir()) - 1


def family(process: subprocess.Popen[str]) -> list[int]:
    """The process and those that it has started."""
    return [process.pid, *children(process.pid)]


@pytest.mark.deep
@pytest.mark.parametrize(
    ("engine", "sent", "moment"), [case for case in moments() if case[0] != "backtrack"], ids=named
)
def test_count(program: str, engine: str, moment: float, sent: signal.Signals) -> None:
    words = f"count queens -p n=16 --engine {engine} --time-limit 100000"
    with started(program, *words.split()) as process:
        # Its engine is there: a worker, or a thread; before that Python itself is starting.
        assert until(lambda: children(process.pid) or threads(process.pid))
        time.sleep(moment)
        left = family(process)
        out, err = told(process, sent)
    code = process.returncode
    assert gone(left)
    assert "Traceback" not in err
    if sent == signal.SIGKILL:
        assert (out, err, code) == ("", "", -sent)
        return
    assert code == 3
    found = re.fullmatch(r"at least (\d+) placements? \(interrupted\)\n", out)
    assert found, out
    assert 0 <= int(found[1]) <= TRUTH_OF_SIXTEEN


@pytest.mark.deep
@pytest.mark.parametrize(
    ("engine", "sent", "moment"), [case for case in moments() if case[0] != "cpsat"], ids=named
)
def test_enumerate(program: str, engine: str, moment: float, sent: signal.Signals) -> None:
    words = f"enumerate queens -p n=11 --format fen --engine {engine}"
    with started(program, *words.split()) as process:
        first = first_line(process)
        time.sleep(moment / 10)  # nobody reads: soon it waits for a reader, there too it is hit
        left = family(process)
        out, err = told(process, sent)
    out, code = first + out, process.returncode
    assert gone(left)
    assert "Traceback" not in err
    # It is the beginning of the whole list: nothing left out, nothing twice, nothing by halves.
    known = solutions(Placement("11x11", {"Q": 11}), engine=engine)
    lines = [one.fen for one in islice(known, out.count("\n") + 1)]
    known.close()
    assert "".join(line + "\n" for line in lines).startswith(out)
    if code == 0:  # the signal came when all was done
        assert out.count("\n") == 2680
    elif sent == signal.SIGKILL:
        assert code == -sent
    else:
        assert code == 3
        assert out.endswith("\n")
        (note,) = err.splitlines()
        assert note.startswith("at least ")
        assert "(interrupted)" in note


def screen(terminal: int) -> str:
    """What has been written to a terminal since it was last looked at; empty when it was left."""
    try:
        return os.read(terminal, 65536).decode()
    except OSError:  # Linux: nobody has the other side open any more
        return ""


@pytest.mark.deep
@pytest.mark.parametrize(
    ("engine", "sent"), [("sat", signal.SIGINT), ("cpsat", signal.SIGTERM)], ids=named
)
def test_the_terminal_is_as_before(program: str, engine: str, sent: signal.Signals) -> None:
    # The progress line hides the cursor: it must be there again, and the count no smaller than shown.
    ours, theirs = pty.openpty()
    try:
        words = f"count queens -p n=16 --engine {engine}"
        with started(program, *words.split(), stderr=theirs) as process:
            os.close(theirs)
            shown = ""
            numbers = [0]
            while max(numbers) == 0:
                seen = screen(ours)
                assert seen, shown
                shown += seen
                texts = re.findall(r"([\d,]+) solutions", shown)
                numbers = [int(text.replace(",", "")) for text in texts] or [0]
            assert "\x1b[?25l" in shown, shown
            left = family(process)
            process.send_signal(sent)
            while seen := screen(ours):
                shown += seen
            assert process.stdout is not None
            out = process.stdout.read()
            assert process.wait() == 3
    finally:
        os.close(ours)
    assert gone(left)
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")
    assert int(out.split()[2]) >= max(numbers) > 0
    assert out.endswith(" (interrupted)\n")
