"""What a command imports: looking at the catalogue must not load a solver, nor a parser.

The seconds are printed (``pytest -s``) and not compared: machines differ, imports do not.
"""

import json
import subprocess
import sys
import time

import pytest
from conftest import Run

PROBE = """
import json, sys
from nqsat.cli.app import main
sys.argv = ["nqsat", *sys.argv[1:]]
try:
    main()
finally:
    packages = sorted({name.partition(".")[0] for name in sys.modules})
    print("\\n" + json.dumps([packages, __import__("time").process_time()]), file=sys.stderr)
"""

HEAVY = {"clingo", "cpmpy", "numba", "numpy", "ortools", "pandas", "pysat"}


def packages(*words: str) -> set[str]:
    """The top-level packages that a command had imported when it was done."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *words],
        capture_output=True,
        encoding="utf-8",
        check=True,
        stdin=subprocess.DEVNULL,
    )
    found, seconds = json.loads(done.stderr.splitlines()[-1])
    print(f"nqsat {' '.join(words)}: {seconds:.2f} s of CPU")
    return set(found)


@pytest.mark.parametrize("words", [("--help",), ("count", "--help"), ("list",)], ids=" ".join)
def test_looking_imports_nothing_heavy(words: tuple[str, ...]) -> None:
    assert packages(*words) & HEAVY == set()


def test_the_probe_sees_what_is_imported() -> None:
    # Without this the test above would pass if the probe were blind.
    assert "ortools" in packages("count", "queens", "-p", "n=4", "--engine", "cpsat")


def test_importing_the_library_imports_nothing_heavy() -> None:
    command = "import nqsat, sys; print(*{name.partition('.')[0] for name in sys.modules})"
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, encoding="utf-8", check=True
    )
    print(f"import nqsat: {time.monotonic() - started:.2f} s")
    assert set(done.stdout.split()) & (HEAVY | {"typer", "rich"}) == set()


def test_verdicts_do_not_depend_on_assert(nqsat: Run) -> None:
    words = ["verify", "queens", "-p", "n=4", "--json"]
    program = "from nqsat.cli.app import main; main()"
    without = subprocess.run(
        [sys.executable, "-O", "-c", program, *words],
        capture_output=True,
        encoding="utf-8",
        check=True,
        stdin=subprocess.DEVNULL,
    )
    outputs = []
    for done in (nqsat(*words), without):
        reports = [json.loads(line) for line in done.stdout.splitlines()]
        outputs.append([{**report, "seconds": None} for report in reports])
    assert outputs[0] == outputs[1]
    assert [report["result"] for report in outputs[0]] == ["agree"]
