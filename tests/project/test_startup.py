"""What a command imports: looking at the catalogue must not load a solver, nor a parser.

The seconds are printed (``pytest -s``) and not compared: machines differ, imports do not.
"""

import json
import subprocess
import sys
import time

PROBE = """
import json, sys
from nqsat.cli.app import main
for words in sys.argv[1:]:
    sys.argv = ["nqsat", *words.split()]
    try:
        main()
    except SystemExit:
        pass
packages = sorted({name.partition(".")[0] for name in sys.modules})
print("\\n" + json.dumps([packages, __import__("time").process_time()]), file=sys.stderr)
"""

#: The most modules of nqsat that a small count imports; it may fall.
MODULES = 138

HEAVY = {"clingo", "cpmpy", "numpy", "ortools", "pandas", "pysat"}


def packages(*commands: str) -> set[str]:
    """The top-level packages that have been imported when commands are done."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *commands],
        capture_output=True,
        encoding="utf-8",
        check=True,
        stdin=subprocess.DEVNULL,
    )
    found, seconds = json.loads(done.stderr.splitlines()[-1])
    print(f"{', '.join(commands)}: {seconds:.2f} s of CPU")
    return set(found)


def test_looking_imports_nothing_heavy() -> None:
    assert packages("--help", "count --help", "list") & HEAVY == set()


def test_a_small_count_imports_nothing_heavy_and_starts_no_process() -> None:
    questions = ("count --board 8x8 --piece K=any", "count --board 6x6 --piece N=any --by size")
    assert packages(*questions) & {*HEAVY, "hashlib", "multiprocessing", "rich"} == set()


def test_a_small_count_imports_only_what_it_needs() -> None:
    """What each module costs is small; a count once imported 191 of them, half of the time of a command."""
    command = """
import sys
from nqsat.cli.app import main
try:
    sys.argv = ["nqsat", "count", "queens", "4"]  # done before any engine but one begins
    main()
except SystemExit:
    print(*sys.modules, file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, encoding="utf-8", check=True
    )
    found = [name for name in done.stderr.split() if name.startswith("nqsat.")]
    assert len(found) <= MODULES
    unneeded = ("engines.mates", "engines.frontier.", "engines.kernels", "formulas.dimacs")
    assert not [
        name for name in found if name.startswith(tuple(f"nqsat.{one}" for one in unneeded))
    ]


def test_the_table_says_which_module_has_a_command() -> None:
    """A command is loaded with its module and no other."""
    command = """
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
"""
    subprocess.run([sys.executable, "-c", command], check=True)


def test_help_imports_no_room_but_the_shell() -> None:
    command = """
import sys
from nqsat.cli.app import main
try:
    sys.argv = ["nqsat", "--help"]
    main()
except SystemExit:
    print(*sys.modules, file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, encoding="utf-8", check=True
    )
    found = {name.split(".")[1] for name in done.stderr.split() if name.startswith("nqsat.")}
    assert found <= {"arguments", "cli", "errors", "extensions", "files", "renderer"}


def test_the_probe_sees_what_is_imported() -> None:
    # Without this the test above would pass if the probe were blind.
    assert "ortools" in packages("count queens -p n=4 --engine cpsat")


def test_importing_the_library_imports_nothing_heavy() -> None:
    command = "import nqsat, sys; print(*{name.partition('.')[0] for name in sys.modules})"
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, encoding="utf-8", check=True
    )
    print(f"import nqsat: {time.monotonic() - started:.2f} s")
    assert set(done.stdout.split()) & (HEAVY | {"typer", "rich"}) == set()


def test_signals_are_heard_before_anything_of_weight_is_imported() -> None:
    # As the installed script begins; until ``main`` is called, Ctrl-C is a traceback.
    command = """
import re, sys
before = {*sys.modules}
from nqsat.cli.app import main
print(*sorted({*sys.modules} - before))
"""
    done = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, encoding="utf-8", check=True
    )
    light = {"__future__", "contextlib", "signal", "nqsat", "nqsat.renderer"}
    assert set(done.stdout.split()) <= light | {
        "nqsat.cli",
        "nqsat.cli.app",
        "collections.abc",
        "functools",
    }
