"""The way of a count is short: few files and functions of the two rooms, besides the engine's own."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: Counts once to load what is needed, and again with a note of all that is called in the two rooms.
TRACED = """
import sys, threading
import nqsat
from nqsat.engines import {engine} as Engine
nqsat.count("queens", n=8, engine=Engine())
seen = set()

def note(frame, event, _):
    code = frame.f_code
    room, _, file = code.co_filename.replace(chr(92), "/").partition("/nqsat/")
    if event == "call" and file.startswith(("engines/", "counting/")) and code.co_name[0] != "<":
        seen.add((file, code.co_firstlineno, code.co_name))

threading.setprofile(note)
sys.setprofile(note)
found = nqsat.count("queens", n=8, engine=Engine())
sys.setprofile(None)
threading.setprofile(None)
assert found.value == 92, found
for file, _, name in sorted(seen):
    print(file, name)
"""

#: Where an engine's own work is.
OWN = (
    "engines/bitboard/",
    "engines/frontier/",
    "engines/kernels/",
    "engines/arrays",
    "engines/solvers/",
)

#: At most as many files, and functions.
FILES, FUNCTIONS = 12, 75


@pytest.mark.parametrize("name", ["SatEngine", "BitboardEngine", "FrontierEngine", "AutoEngine"])
def test_a_count_passes_few_files_and_functions(name: str) -> None:
    command = [sys.executable, "-c", TRACED.format(engine=name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    seen = [line.split() for line in done.stdout.splitlines() if not line.startswith(OWN)]
    assert len({file for file, _ in seen}) <= FILES, done.stdout
    assert len(seen) <= FUNCTIONS, done.stdout
