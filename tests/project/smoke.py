"""What nqsat does, in a nutshell, for Pythons on which the whole suite does not run.

``python tests/project/smoke.py`` needs nqsat and nothing else. It runs commands, says what each has printed
where that is not what is expected, and exits with 1 then. ``.ci/run`` runs it on every other Python that
the machine has.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

#: What is typed, and what is then to be read.
TYPED: Sequence[tuple[str, str]] = (
    ("solve queens -p n=8 -q", "a b c d e f g h"),
    ("verify queens -p n=4..8", "5 agree on independent grounds, 0 differ"),
    *(
        (f"count queens -p n=6 --engine {engine}", "4 placements")
        for engine in ("auto", "sat", "cpsat", "backtrack", "bitboard", "frontier")
    ),
    ("count --board 6x6 --tour N --engine mates", "9862 undirected closed tours"),
    ("count --board 4x4 --piece N=any --by size", "16"),
    ("solve --board 20x20 --tour N --engine construct -q", "closed"),
    ("solve --board 8x8 --piece N=any --maximise pieces -q", "32 pieces, the maximum"),
    ("enumerate queens -p n=6 --format fen", "/"),
    ("sample queens -p n=8 -n 2 --format fen", "/"),
    ("certify queens -p n=5 -o certificate", "10"),
    ("check certificate", "accepted"),
    ("certify queens -p n=4..5 --evidence terms", "2 terms, 2 with a certificate"),
    ("view queens -p n=6 -o page.html", ""),
    ("export queens -p n=5 -o queens.cnf", ""),
    ("count --dimacs queens.cnf", "10 assignments"),
    ("count queens -p n=9 --job nine.job -q", "352 placements"),
    ("check nine.job", "352"),
    ("doctor", "nqsat"),
)


def fault(words: str, expected: str, folder: Path) -> str | None:
    """Return what a command has done other than expected; None if nothing."""
    command = [sys.executable, "-P", "-m", "nqsat", *words.split()]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode or expected not in done.stdout + done.stderr:
        return f"nqsat {words}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return None


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        faults = [fault(*typed, Path(folder)) for typed in TYPED]
    wrong = [one for one in faults if one is not None]
    print("\n".join(wrong or [f"{len(TYPED)} commands as expected"]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
