"""The table of certificates in README: count, size, time to make, time to check, and the command.

    python tests/benchmarks/certificates.py [--only WORD ...] [--keep DIR]

Each row is the command it shows, run as it stands; the program makes the certificate and has the
independent checker read it. Times are those of the machine; a row that is refused, or whose count is not
the one that a search of another kind finds, ends the script with an error.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

PROGRAM = str(Path(sys.executable).with_name("nqsat"))

#: A board with a wall and three holes.
HOLES = """\
........
..x.....
........
....#...
...x....
........
.....x..
........
"""


class Row(NamedTuple):
    """What is certified, its count as another engine has it, and the words after ``nqsat certify``."""

    what: str
    right: int
    words: str


#: The counts are those of ``nqsat count --engine backtrack`` (of the tours: ``--engine mates``).
ROWS = (
    *(
        Row(f"{n} queens", right, f"queens {n} -o queens{n}")
        for n, right in zip(range(4, 11), (2, 10, 4, 40, 92, 352, 724), strict=True)
    ),
    Row("8 queens, fundamental", 12, "queens 8 --modulo symmetry -o fundamental8"),
    Row("3 nightriders on a torus", 1392, "--board torus:6x6 --piece NN=3 -o torus"),
    Row("8 queens, holes and a wall", 440, "--board file:holes.txt --piece Q=8 -o holes"),
    Row("3 queens dominate 6×6", 4, "--board 6x6 --piece Q=3 --rule domination -o dominating"),
    Row("7 queens and a pawn on 6×6", 16, "queens-with-pawns 6 1 -o pawns"),
    Row("closed knight's tours, 6×6", 9862, "--board 6x6 --tour N -o tours"),
)


def measured(rows: Sequence[Row], folder: Path) -> Iterator[str]:
    """The lines of the table.

    Raises:
        SystemExit: a command fails, or counts something else.
    """
    (folder / "holes.txt").write_text(HOLES, encoding="ascii")
    yield "| | count | size | made | checked | `nqsat certify` |"
    yield "|---|--:|--:|--:|--:|---|"
    for row in rows:
        command = [PROGRAM, "certify", *row.words.split(), "--json", "--force", "-q"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{row.what}: {done.stderr or done.stdout}")
        said = json.loads(done.stdout)
        if said["value"] != str(row.right):
            sys.exit(f"{row.what}: {said['value']} is not {row.right}")
        yield (
            f"| {row.what} | {row.right:,} | {_bytes(said['bytes'])} | {said['seconds']:.2f} s "
            f"| {said['checked']:.2f} s | `{row.words}` |"
        )


def _bytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{round(size / 1e3)} kB"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="+", default=(), help="rows that have one of these words")
    parser.add_argument("--keep", type=Path, help="leave the certificates there")
    given = parser.parse_args()
    rows = [row for row in ROWS if not given.only or any(word in row.what for word in given.only)]
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        folder.mkdir(exist_ok=True)
        for line in measured(rows, folder):
            print(line, flush=True)


if __name__ == "__main__":
    main()
