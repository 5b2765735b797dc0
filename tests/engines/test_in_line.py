"""A platform without threads, processes, kernels and OR-Tools, as Python in a browser is: faked here."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

#: What is faked before nqsat is imported, and after the standard library has looked at the platform.
FAKED = """
import subprocess, sys, threading, time
def none(*_, **__):
    raise RuntimeError("there is none here")
threading.Thread.start = subprocess.Popen.__init__ = none
del time.thread_time
sys.platform = "emscripten"
for name in ("numpy", "ortools"):
    sys.modules[name] = None
import nqsat
"""


def _faked(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", FAKED + textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr, done.stderr
    return done.stdout


def test_counts_lists_and_certificates_work_in_line() -> None:
    assert _faked("""
        model = nqsat.Placement("5x5", {"Q": 5})
        print(nqsat.count(model), nqsat.count(model, modulo="symmetry"))
        print(len(set(nqsat.solutions(model))), nqsat.solve("queens", n=30).solution is not None)
        print(nqsat.count(nqsat.Tour("5x6", "N")), nqsat.count("kings-any", n=5))
        print(nqsat.count(model, limit=3), "agree" in nqsat.verify("queens", n=5).summary)
    """) == (
        "10 placements 2 placements up to symmetry\n10 True\n"
        "8 undirected closed tours 6427 placements\nat least 3 placements (limit) True\n"
    )


def test_a_count_on_a_slow_machine_is_forecast_without_kernels() -> None:
    assert (
        _faked("""
        from nqsat.engines.plans import turns
        turns.LEADER = turns.OTHERS = turns.LONGER = 0  # each turn ends before its count
        turns.LATE = -1
        print(nqsat.count("queens", n=8))
    """)
        == "92 placements\n"
    )


def test_a_browser_inside_a_browser_is_not_asked_for(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert not _faked(f"""
        from nqsat.cli import app
        sys.modules["webbrowser"] = None
        sys.argv = ["nqsat", "view", "queens", "4", "--browser", "-q", "-o", {str(page)!r}]
        app.main()
    """)
    assert "queens" in page.read_text("utf-8")


def test_what_is_missing_is_said_in_one_line() -> None:
    assert _faked("""
        for engine in ("bitboard", "cpsat"):
            try:
                nqsat.count("queens", n=8, engine=engine)
            except nqsat.UnsupportedByEngine as error:
                print(error)
        from nqsat.cli import health
        print([package.name for package in health.packages() if package.needed and not package.version])
    """) == (
        "a search with arrays: needs numpy, which is not installed; use sat or backtrack\n"
        "engine cpsat: needs ortools, which is not installed; use sat or backtrack\n[]\n"
    )
