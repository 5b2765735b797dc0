"""What a command imports: looking at the catalogue must not load a solver, nor a parser.

The way of a count is short, too: few files and functions of the two rooms, besides the engine's own.

The seconds are printed (``pytest -s``) and not compared: machines differ, imports do not.
"""

import subprocess
import sys
import time

import pytest

#: The most modules of nqsat that a small count imports; it may fall.
MODULES = 139

HEAVY = {"clingo", "cpmpy", "numpy", "ortools", "pandas", "pysat"}

COMMANDS = """
from nqsat.cli.app import main
for words in {}:
    sys.argv = ["nqsat", *words.split()]
    try:
        main()
    except SystemExit:
        pass
"""


def run(code: str) -> str:
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        encoding="utf-8",
        check=True,
        stdin=subprocess.DEVNULL,
    )
    print(f"{code.strip()}: {time.monotonic() - started:.2f} s")
    return done.stderr


def imported(code: str) -> set[str]:
    begin, end = "import re, sys\nbefore = {*sys.modules}\n", "{*sys.modules} - before"
    return {*run(f"{begin}{code}\nprint(*{end}, file=sys.stderr)").splitlines()[-1].split()}


def packages(*commands: str) -> set[str]:
    return {name.partition(".")[0] for name in imported(COMMANDS.format(commands))}


def ours(*commands: str) -> list[str]:
    return [name for name in imported(COMMANDS.format(commands)) if name.startswith("nqsat.")]


def test_looking_imports_nothing_heavy() -> None:
    assert packages("--help", "count --help", "list") & HEAVY == set()


def test_a_small_count_imports_nothing_heavy_and_starts_no_process() -> None:
    questions = ("count --board 8x8 --piece K=any", "count --board 6x6 --piece N=any --by size")
    assert packages(*questions) & {*HEAVY, "hashlib", "multiprocessing", "rich"} == set()


def test_a_small_count_imports_only_what_it_needs() -> None:
    """What each module costs is small; a count once imported 191 of them, half of the time of a command."""
    found = ours("count queens 4")  # done before any engine but one begins
    assert len(found) <= MODULES
    unneeded = ("engines.mates", "engines.frontier.", "engines.kernels", "formulas.dimacs")
    assert not [
        name for name in found if name.startswith(tuple(f"nqsat.{one}" for one in unneeded))
    ]


def test_the_table_says_which_module_has_a_command() -> None:
    """A command is loaded with its module and no other."""
    run("""
from nqsat.cli.app import commands
commands()
from nqsat.cli.commands import app, jobs
from nqsat.cli.definition import COMMANDS
found = {one.name: one.callback.__module__ for one in app.registered_commands}
found |= {f"job {one.name}": one.callback.__module__ for one in jobs.registered_commands}
for name, one in COMMANDS.items():
    place = f"nqsat.cli.{one.module}" if one.module else one.more[0].run.partition(":")[0]
    assert found.pop(name) == place
assert not found
""")


def test_help_imports_no_room_but_the_shell() -> None:
    found = {name.split(".")[1] for name in ours("--help")}
    assert found <= {
        "arguments",
        "cli",
        "errors",
        "extension_points",
        "extensions",
        "files",
        "renderer",
    }


def test_the_probe_sees_what_is_imported() -> None:
    # Without this the test above would pass if the probe were blind.
    assert "ortools" in packages("count queens -p n=4 --engine cpsat")


def test_importing_the_library_imports_nothing_heavy() -> None:
    found = {name.partition(".")[0] for name in imported("import nqsat")}
    assert found & (HEAVY | {"typer", "rich"}) == set()


def test_signals_are_heard_before_anything_of_weight_is_imported() -> None:
    # As the installed script begins; until ``main`` is called, Ctrl-C is a traceback.
    light = {"__future__", "contextlib", "signal", "nqsat", "nqsat.renderer"}
    assert imported("from nqsat.cli.app import main") <= light | {
        "nqsat.cli",
        "nqsat.cli.app",
        "collections.abc",
        "functools",
    }


# -- what a count passes -----------------------------------------------------------------------


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
