"""Numbers that nobody was found to have published: each counted in two ways that share no search.

    python tests/benchmarks/unpublished.py            # those that are not there yet, the cheap ones first
    python tests/benchmarks/unpublished.py --page     # models/NUMBERS.md from models/numbers.json

The first way is an engine of nqsat. The second is the recount of a certificate, by the checker, which
shares no code with it. A number stands in ``numbers.json`` only if both
agree. Times are seconds of CPU of whole processes, memory is the most that one of them held.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import nqsat

MODELS = Path(__file__).parents[2] / "models"
DATA, PAGE = MODELS / "numbers.json", MODELS / "NUMBERS.md"
SEEN = "2026-11-24 and 25"  # when the stored version of OEIS was looked at


class Sequence(NamedTuple):
    """A row of questions.

    Args:
        title: what is counted.
        words: of the command, with ``{n}``.
        terms: the values of n.
        engine: the first way.
        oeis: where terms before these are published, if anywhere.
    """

    title: str
    words: str
    terms: range
    engine: str = "frontier"
    oeis: str = ""


SEQUENCES = (
    Sequence(
        "maximal matchings of the n × n knight graph",
        "maximal-matchings board={n}x{n} piece=N",
        range(7, 8),
        oeis="A289200",
    ),
    Sequence(
        "maximal independent sets of the n × n knight graph",
        "knights-maximal n={n}",
        range(11, 12),
        oeis="A289201",
    ),
    Sequence(
        "independent sets of the n × n knight graph",
        "knights-any n={n}",
        range(16, 17),
        oeis="A141243",
    ),
    Sequence(
        "independent sets of the knight graph on an n × n cylinder",
        "--board cylinder:{n}x{n} --piece N=any",
        range(15, 16),
        oeis="A182407",
    ),
    Sequence(
        "induced cycles of the n × n king graph",
        "--board {n}x{n} --piece K=3.. --rule degrees=2 --rule connected",
        range(2, 12),
    ),
    Sequence(
        "maximal matchings of the n × n king graph",
        "--board {n}x{n} --factor K --degree ..1 --maximal",
        range(2, 8),
    ),
    Sequence(
        "2-factors of the n × n king graph",
        "--board {n}x{n} --factor K",
        range(3, 10),
    ),
    Sequence(
        "sets from which kings cover each square of n × n twice",
        "--board {n}x{n} --piece K=any --rule domination=plain,times=2",
        range(2, 12),
    ),
    Sequence(
        "induced trees of the n × n king graph",
        "--board {n}x{n} --piece K=1.. --rule connected=acyclic",
        range(2, 10),
    ),
    Sequence(
        "peaceful kings, any number, on a hexagon of side n",
        "--board hex:{n} --piece K=any",
        range(1, 9),
    ),
    Sequence(
        "peaceful knights, any number, on a hexagon of side n",
        "--board hex:{n} --piece N=any",
        range(1, 7),
    ),
    Sequence(
        "dominating sets of kings on a hexagon of side n",
        "--board hex:{n} --piece K=any --rule domination",
        range(1, 6),
    ),
    Sequence(
        "kings who dominate a hexagon of side n at peace",
        "--board hex:{n} --piece K=any --rule domination=independent",
        range(1, 8),
    ),
    Sequence(
        "matchings of neighbours on a hexagon of side n",
        "--board hex:{n} --factor W --degree ..1",
        range(1, 7),
    ),
    Sequence(
        "2-factors of neighbours on a hexagon of side n",
        "--board hex:{n} --factor W",
        range(2, 7),
    ),
    Sequence(
        "connected sets of cells on a hexagon of side n",
        "--board hex:{n} --piece W=1.. --rule connected",
        range(1, 6),
    ),
    Sequence(
        "induced cycles of cells on a hexagon of side n",
        "--board hex:{n} --piece W=3.. --rule degrees=2 --rule connected",
        range(2, 7),
    ),
)


class Run(NamedTuple):
    """What a command said, and what it took."""

    said: dict[str, Any]
    seconds: float
    memory: int


def run(command: str) -> Run:
    """A command of nqsat with ``--json``, in a process of its own."""
    words = [str(Path(sys.executable).parent / "nqsat"), *shlex.split(command)[1:], "--json", "-q"]
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(words, stdout=out, cwd=FOLDER)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode()
    if process.returncode:
        raise RuntimeError(f"{command}: exit {process.returncode}")
    seconds = used.ru_utime + used.ru_stime
    return Run(json.loads(text.splitlines()[-1]), seconds, used.ru_maxrss // 1024)


STATES = "--max-states 400000000"
FOLDER = Path(tempfile.mkdtemp(prefix="numbers-"))


def counted(sequence: Sequence, n: int) -> dict[str, Any]:
    """One term, in both ways.

    Raises:
        RuntimeError: a command failed, or they differ.
    """
    words = sequence.words.format(n=n)
    first = run(f"nqsat count {words} --engine {sequence.engine}")
    shutil.rmtree(FOLDER / "it", ignore_errors=True)
    run(f"nqsat certify {words} -o it --no-check")
    second = f"nqsat certify {words} -o DIR --no-check; nqsat check DIR {STATES}"
    other = run(f"nqsat check it {STATES}")
    values = [str(one.said.get("count", one.said.get("value"))) for one in (first, other)]
    if values[0] != values[1]:
        raise RuntimeError(f"{words}: {values[0]} and {values[1]}")
    return {
        "title": sequence.title, "oeis": sequence.oeis, "n": n, "value": values[0],
        "unit": first.said["unit"],
        "command": f"nqsat count {words} --engine {sequence.engine}",
        "engine": first.said["engine"], "version": nqsat.__version__,
        "seconds": round(first.seconds, 1), "mib": first.memory,
        "second": second, "second_seconds": round(other.seconds, 1), "date": str(date.today()),
    }  # fmt: skip


# -- the page ---------------------------------------------------------------------------------

HEAD = f"""# Numbers

Computed by nqsat; not found in OEIS, as far as its stored pages could be searched ({SEEN}). Each was
counted in two ways that share no search: by an engine, and by the checker, which recounts a certificate by
its own reading of the model. Seconds are CPU of a whole process.
`numbers.json` has commands, units, versions, memory, dates; `tests/benchmarks/unpublished.py` makes both.
"""


def page(rows: list[dict[str, Any]]) -> str:
    """``NUMBERS.md``."""
    lines = [HEAD]
    for title in dict.fromkeys(row["title"] for row in rows):
        some = [row for row in rows if row["title"] == title]
        oeis = some[0]["oeis"]
        where = f"[{oeis}](https://oeis.org/{oeis}) ends before." if oeis else "Not found."
        command = some[-1]["command"]
        lines += [f"## {title[0].upper()}{title[1:]}", ""]
        lines += [f"{where} The last by `{command}`;", f"again by `{some[-1]['second']}`.", ""]
        lines += ["| n | number | s | again, s |", "|--:|--:|--:|--:|"]
        lines += [
            f"| {row['n']} | {row['value']} | {row['seconds']} | {row['second_seconds']} |"
            for row in some
        ]
        lines.append("")
    return "\n".join(lines)


def known() -> list[dict[str, Any]]:
    """The numbers that are there."""
    return list(json.loads(DATA.read_text())) if DATA.exists() else []


def save(rows: list[dict[str, Any]]) -> None:
    """Both files, in the order of ``SEQUENCES``."""
    titles = [sequence.title for sequence in SEQUENCES]
    rows.sort(key=lambda row: (titles.index(row["title"]), row["n"]))
    DATA.write_text(
        "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"
    )
    PAGE.write_text(page(rows))


def main(words: list[str]) -> None:
    """Count what is missing."""
    rows = known()
    if words == ["--page"]:
        save(rows)
        return
    most = float(words[0]) if words else 300.0  # seconds that a term of a sequence may take
    for sequence in SEQUENCES:
        for n in sequence.terms:
            if any((row["title"], row["n"]) == (sequence.title, n) for row in rows):
                continue
            begin = perf_counter()
            try:
                rows.append(counted(sequence, n))
            except RuntimeError as error:
                print(f"{sequence.title}, n = {n}: {error}", flush=True)
                break
            save(rows)
            taken = perf_counter() - begin
            print(f"{sequence.title}, n = {n}, {taken:.1f} s", flush=True)
            if taken > most / 8:
                break


if __name__ == "__main__":
    main(sys.argv[1:])
