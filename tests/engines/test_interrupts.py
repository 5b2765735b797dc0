"""Ctrl-C during a long search, and a parent that is killed: in processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from support.day_subset import combined, some
from support.timeouts import busy, children, first_line, guarded, printed

from nqsat import EngineFailure, Placement
from nqsat.engines import SatEngine

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals and /proc as on Linux")

ENGINES = {
    "sat": "SatEngine()",
    "sat-minisat": "SatEngine('minisat22')",
    "isolated": "SatEngine(isolated=True)",
    "cpsat": "CpSatEngine()",
    "backtrack": "BacktrackEngine()",
}

# Lists until it is interrupted; then says what it has, and whether anything is left running.
PROGRAM = """
import sys, threading, time
from nqsat import *
from nqsat.engines import *
if {heavy}:
    import ortools.sat.python.cp_model
listing = Listing(Placement({board!r}, {{"Q": {number}}}), {engine})
kept = []
try:
    print("ready", flush=True)
    for solution in listing:
        kept.append(solution)
        if len(kept) == 1:
            print("found", flush=True)
except KeyboardInterrupt:
    listing.close()  # it may have come between two solutions, while nobody was searching
    print("interrupted", listing.reason, listing.complete, flush=True)
    # One may have been handed out just when Ctrl-C came, and not have been put away any more.
    same = len(set(kept)) == len(kept) and listing.found - len(kept) in (0, 1)
    print("kept", same and all(map(listing.model.holds, kept)), flush=True)
    again = Listing(Placement("6x6", {{"Q": 6}}), {engine})
    print("again", len(list(again)), flush=True)
"""


@pytest.mark.parametrize(("engine", "hard"), combined([*ENGINES], [False, True]))
def test_ctrl_c(engine: str, hard: bool) -> None:
    board, number = ("torus:20x20", 20) if hard else ("13x13", 13)
    asked = {"engine": ENGINES[engine], "board": board, "number": number}
    code = PROGRAM.format(**asked, heavy="cpsat" in engine)
    with (
        subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as process,
        guarded(process),
    ):
        assert first_line(process) == "ready\n"
        if not hard:
            assert first_line(process) == "found\n"
        assert busy(process.pid, 0.1)  # most of it in the search, but any moment will do
        # A terminal sends Ctrl-C to the whole group of processes: the worker shall take no harm.
        send = os.killpg if engine == "isolated" and not hard else os.kill
        send(process.pid, signal.SIGINT)
        assert process.stdout is not None
        out = process.stdout.read()
    assert out.splitlines() == ["interrupted interrupted False", "kept True", "again 4"]
    assert process.returncode == 0


# -- processes of their own ----------------------------------------------------------------------


@pytest.mark.parametrize("board", ["13x13", "torus:20x20"])  # of which the second has no solution
def test_a_worker_that_is_killed_is_a_failure(board: str) -> None:
    size = int(board.rpartition("x")[2])
    before = {*children()}
    stream = SatEngine(isolated=True).search(Placement(board, {"Q": size}))
    next(stream)
    started = {*children()} - before
    assert started
    for pid in started:
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(EngineFailure, match="its process ended early"):
        list(stream)


# -- in the middle of what cannot be torn --------------------------------------------------------

TEARING = """
import os, signal, sys
import nqsat

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            interrupt()

def at_work(kernels, name):
    real = getattr(kernels, name)
    def torn(*arguments, **named):
        setattr(kernels, name, real)
        interrupt()
        return real(*arguments, **named)
    setattr(kernels, name, torn)

model = {model}
{prepare}
try:
    print(nqsat.count(model, engine={engine}).reason)
except KeyboardInterrupt:
    print("interrupted")
print(nqsat.count(model, engine={engine}).value)
"""

QUEENS, KNIGHTS = "nqsat.Placement('6x6', {'Q': 6})", "nqsat.Tour('5x6', 'N')"
IMPORTED = "sys.meta_path.insert(0, Finder())"

#: The engine that counts few states in plain Python, told not to.
COMPILED = "nqsat.engines.FrontierEngine(compiled=True)"

TORN = {
    # It takes a second, and an interrupt inside it comes out of OR-Tools as ImportError.
    "import ortools": ("cpsat", QUEENS, "pandas", IMPORTED, "4"),
    "import numpy": ("bitboard", QUEENS, "numpy.linalg", IMPORTED, "4"),
    "frontier": (
        "frontier", QUEENS, "",
        "from nqsat.engines.frontier import run; at_work(run, 'advance')", "4",
    ),
    "bitboard": (
        "bitboard", QUEENS, "",
        "from nqsat.engines.bitboard import level_search; at_work(level_search, '_count')", "4",
    ),
    "mates": (
        "mates", KNIGHTS, "",
        "from nqsat.engines.mates import forward; at_work(forward, 'advance')", "8",
    ),
}  # fmt: skip


@pytest.mark.parametrize("place", some(TORN, 4))
def test_ctrl_c_spoils_nothing_for_the_next_count(place: str) -> None:
    engine, model, module, prepare, number = TORN[place]
    named = COMPILED if engine == "frontier" else repr(engine)
    program = TEARING.format(engine=named, model=model, module=module, prepare=prepare)
    assert printed(program) == f"interrupted\n{number}\n"
