"""Numbers that were not found published: each counted in two ways that share no search.

    python tests/benchmarks/unpublished.py          # those that are not there yet, the cheap ones first
    python tests/benchmarks/unpublished.py queens   # those of the sequences that have this in their title
    python tests/benchmarks/unpublished.py --page   # models/NUMBERS.md from models/numbers.json
    python tests/benchmarks/unpublished.py --jobs   # models/jobs/, for those that take too long here

The first way is an engine of nqsat. The second is the recount of a certificate, by the checker, which
shares no code with it, or a program of ``plainly.py``, which shares none with either. A number stands among
those of two ways only if both agree; a number that only an engine counted is listed apart, as *counted in
one way*.
Times are seconds of CPU of whole processes, memory is the most that one of them held.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence as Items
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import nqsat
from nqsat.counting.ledger import Ledger

ROOT = Path(__file__).parents[2]
MODELS = ROOT / "models"
DATA, PAGE = MODELS / "numbers.json", MODELS / "NUMBERS.md"
NQSAT = str(Path(sys.executable).parent / "nqsat")
SEEN = "2026-11-24 and 25"  # when the stored version of OEIS was looked at


class Sequence(NamedTuple):
    """A row of questions.

    Args:
        title: what is counted.
        words: of the command, with ``{n}``.
        terms: the values of n that are counted in two ways: numbers, or boards such as ``4x5``.
        once: those that are counted by the first way only; no second one is within reach.
        engine: the first way.
        oeis: where terms before these are published, if anywhere.
        second: the second way: ``recount`` or ``list``, a certificate for the checker; a program of
            ``plainly.py``, as in ``knights-by-size {n}``.
        about: what else is to be said.
    """

    title: str
    words: str
    terms: Items[int | str] = ()
    once: Items[int | str] = ()
    engine: str = "frontier"
    oeis: str = ""
    second: str = "recount"
    about: str = ""

    @property
    def every(self) -> tuple[int | str, ...]:
        """The values of n, those that are counted in two ways first."""
        return (*self.terms, *self.once)


#: Terms of OEIS from n = 1, as they stood in its stored pages: n + 1 queens and a pawn on n × n; those of
#: them that half a turn leaves alone, up to symmetry; all of them up to symmetry.
PUBLISHED = {
    "A103330": (
        0, 0, 0, 0, 0, 16, 20, 128, 396, 2288, 11152, 65712, 437848, 3118664, 23387448, 183463680,
        1474699536, 12485203304, 110956890352, 1028589512656, 9801351322432, 97731300891440,
        1014610719838792,
    ),
    "A368061": (
        0, 0, 0, 0, 0, 0, 1, 0, 5, 0, 18, 0, 50, 0, 652, 0, 4260, 0, 25134, 0, 238098, 0, 2492304,
        0, 25389294,
    ),
    "A103331": (
        0, 0, 0, 0, 0, 2, 3, 16, 52, 286, 1403, 8214, 54756, 389833, 2923757, 22932960, 184339572,
    ),
}  # fmt: skip

PAWN = """The classes with a pawn: each rank has one queen, except the pawn's rank, which has one on each
side of the pawn; the same holds for files. By Burnside's lemma the number of classes is an eighth of the
sum, over the eight symmetries, of the placements that each symmetry fixes.
No reflection fixes a placement: a queen and its image share a rank or file, so the pawn stands between
them. Then at most two queens are next to the axis and two on it, so n < 4, where there is no placement.
No quarter turn fixes one: it keeps the pawn in the centre and takes the queen at distance d on the pawn's
rank to distance d on its file, and these two share a diagonal that does not meet the pawn.
The half turn remains. The placements that it fixes form classes of four, A368061 classes in all. So the
number of classes is (A103330 + 4 · A368061) / 8, and this formula gives the published terms up to n = 17.
The data are those of OEIS, by M. Ehrenstein (A103330) and D. E. Knuth (A368061)."""

TORI = (
    "On 3 × 3 and 5 × 5 the knight's graph is the rook's, whose tours are published "
    "([A269561](https://oeis.org/A269561)); on 4 × 4 it is that of a cube of four dimensions."
)

SEQUENCES = (
    Sequence(
        "maximal matchings of the n × n knight graph",
        "maximal-matchings board={n}x{n} piece=N",
        range(7, 8),
        once=range(8, 9),
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
        once=range(17, 19),
        oeis="A141243",
    ),
    Sequence(
        "independent sets of the knight graph on an n × n cylinder",
        "--board cylinder:{n}x{n} --piece N=any",
        range(15, 16),
        oeis="A182407",
    ),
    Sequence(
        "independent sets of the knight graph on an n × n torus",
        "--board torus:{n}x{n} --piece N=any",
        once=range(10, 11),
        oeis="A182408",
    ),
    Sequence(
        "connected dominating sets of the n × n knight graph",
        "--board {n}x{n} --piece N=1.. --rule domination --rule connected",
        once=range(8, 9),
        oeis="A291705",
    ),
    Sequence(
        "dominating sets of the n × n queen graph",
        "--board {n}x{n} --piece Q=any --rule domination",
        range(9, 10),
        oeis="A287070",
        second="dominating-queens {n}",
    ),
    Sequence(
        "peaceful knights on an n × n board, by their number",
        "knights-any n={n} --by size",
        range(13, 17),
        oeis="A244081",
        about="Of n knights on n × n [A201540](https://oeis.org/A201540) also has fewer terms.",
        second="knights-by-size {n}",
    ),
    Sequence(
        "classes of n + 1 queens and a pawn on an n × n board, no queen seeing another",
        "(A103330({n}) + 4 * A368061({n})) / 8",
        once=range(18, 24),
        engine="formula",
        oeis="A103331",
        about=PAWN,
    ),
    *(
        Sequence(
            f"{kind} tours of a knight on an n × m {board}",
            f"--board {board}:{{n}} --tour N{' --open' * (kind == 'open')}",
            sizes.split(),
            engine="mates",
            second=f"tours {board}:{{n}} 2 1 {kind}",
            about=TORI if board == "torus" else "Files wrap; n is the number of ranks.",
        )
        for kind, board, sizes in (
            ("closed", "torus", "3x4 3x5 3x6 3x7 3x8 4x5 4x6"),
            ("closed", "cylinder", "3x4 3x5 3x6 3x7 3x8 4x3 4x4 4x5 4x6 5x3 5x4 5x5 6x3 6x4"),
            ("open", "torus", "3x4 3x5"),
            ("open", "cylinder", "3x3 3x4 3x5 4x3 4x4 5x3"),
        )
    ),
    *(
        Sequence(
            f"closed tours of a {piece} on an n × m board",
            f"--board {{n}} --tour {piece}",
            (size,),
            engine="mates",
            second="list",
            about="No board of fewer squares has any: `nqsat solve` refutes each.",
        )
        for piece, size in (("zebra", "5x16"), ("giraffe", "9x10"))
    ),
    Sequence(
        "closed tours of a knight on an n × n board that a quarter turn leaves alone",
        "--board {n}x{n} --tour N --fixed-by rot90",
        once=(10,),
        engine="mates",
    ),
    Sequence(
        "induced cycles of the n × n king graph",
        "--board {n}x{n} --piece K=3.. --rule degrees=2 --rule connected",
        range(2, 12),
        once=range(12, 13),
    ),
    Sequence(
        "maximal matchings of the n × n king graph",
        "--board {n}x{n} --factor K --degree ..1 --maximal",
        range(2, 8),
    ),
    Sequence("2-factors of the n × n king graph", "--board {n}x{n} --factor K", range(3, 10)),
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
        "kings that dominate a hexagon of side n, none attacking another",
        "--board hex:{n} --piece K=any --rule domination=independent",
        range(1, 8),
    ),
    Sequence(
        "matchings of neighbours on a hexagon of side n",
        "--board hex:{n} --factor W --degree ..1",
        range(1, 7),
    ),
    Sequence(
        "2-factors of neighbours on a hexagon of side n", "--board hex:{n} --factor W", range(2, 7)
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


class Job(NamedTuple):
    """A count that takes too long, or too much memory, for this page: its job can be run elsewhere.

    Args:
        name: of its question in ``models/jobs/``.
        title: what is counted.
        n: the first term that is not known.
        words: of ``nqsat count``.
        oeis: where the terms before it are published.
        forecast: what ``nqsat count --plan`` said.
    """

    name: str
    title: str
    n: int | str
    words: str
    oeis: str
    forecast: str


JOBS = (
    Job(
        "knights-maximal-12",
        "maximal independent sets of the n × n knight graph",
        12,
        "knights-maximal n=12 --engine frontier --memory 40",
        "A289201",
        "11 min, 270 million states in a layer",
    ),
    Job(
        "knights-any-19",
        "independent sets of the n × n knight graph",
        19,
        "knights-any n=19 --engine frontier",
        "A141243",
        "16 min, 20 million states in a layer",
    ),
    Job(
        "knights-any-20",
        "independent sets of the n × n knight graph",
        20,
        "knights-any n=20 --engine frontier",
        "A141243",
        "54 min, 48 million states in a layer",
    ),
    Job(
        "dominating-knights-10",
        "dominating sets of the n × n knight graph",
        10,
        "--board 10x10 --piece N=any --rule domination --engine frontier --memory 30",
        "A287071",
        "7 min, 240 million states in a layer",
    ),
    Job(
        "connected-knights-9",
        "connected sets of the n × n knight graph",
        9,
        "--board 9x9 --piece N=1.. --rule connected --engine frontier --memory 100",
        "A290765",
        "96 s … 6 years",
    ),
    Job(
        "connected-dominating-knights-9",
        "connected dominating sets of the n × n knight graph",
        9,
        "--board 9x9 --piece N=1.. --rule domination --rule connected --engine frontier --memory 100",
        "A291705",
        "110 s … 15 years",
    ),
    Job(
        "knight-cycles-10",
        "induced cycles of the n × n knight graph",
        10,
        "--board 10x10 --piece N=3.. --rule degrees=2 --rule connected --engine frontier --memory 100",
        "A297666",
        "9 min … 300 years",
    ),
    Job(
        "long-knight-cycles-11",
        "induced cycles of at least 58 squares of the n × n knight graph",
        11,
        "--board 11x11 --piece N=58.. --rule degrees=2 --rule connected --engine frontier --memory 100",
        "A165143",
        "hours … centuries",
    ),
)


class Run(NamedTuple):
    said: dict[str, Any]
    seconds: float
    memory: int


def run(command: str) -> Run:
    """A command in a process of its own, which says one line of JSON at last."""
    words = shlex.split(command)
    if words[0] == "nqsat":
        words = [NQSAT, *words[1:], "--json", "-q"]
    else:
        words = [sys.executable, str(ROOT / words[1]), *words[2:]]
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
_THERE = tempfile.TemporaryDirectory(prefix="numbers-")
FOLDER = Path(_THERE.name)


def value(said: dict[str, Any]) -> str:
    """The number that a command said, or the numbers by size, of each size from 0."""
    sizes = said.get("sizes")
    if sizes is not None:
        return ", ".join(sizes[str(size)] for size in range(len(sizes)))
    return str(said.get("count", said.get("value")))


def again(sequence: Sequence, n: int | str) -> tuple[str, Run]:
    words = sequence.words.format(n=n)
    if sequence.second not in ("recount", "list"):
        command = f"python tests/benchmarks/plainly.py {sequence.second.format(n=n)}"
        return command, run(command)
    shutil.rmtree(FOLDER / "it", ignore_errors=True)
    certify = f"nqsat certify {words} --proof {sequence.second} --no-check -o"
    run(f"{certify} it")
    command = f"{certify} DIR; nqsat check DIR {STATES}"
    return command, run(f"nqsat check it {STATES}")


def classes_with_a_pawn(n: int) -> int:
    """How many classes n + 1 queens and a pawn make; ``PAWN`` says why."""
    labelled, half_turn = (PUBLISHED[name][n - 1] for name in ("A103330", "A368061"))
    return (labelled + 4 * half_turn) // 8


def first(sequence: Sequence, n: int | str) -> dict[str, Any]:
    words = sequence.words.format(n=n)
    if sequence.engine == "formula":
        number = str(classes_with_a_pawn(int(n)))
        asks = "no queen sees another, the pawn blocks their sight and attacks nothing."
        return {
            "value": number, "unit": "placements up to symmetry", "asks": asks,
            "command": words, "engine": "formula", "version": nqsat.__version__,
            "seconds": 0.0, "mib": 0,
        }  # fmt: skip
    command = f"nqsat count {words} --engine {sequence.engine}"
    done = run(command)
    model = nqsat.modelling.loads(json.dumps(done.said["question"]["model"]))
    return {
        "value": value(done.said), "unit": done.said["unit"],
        "asks": " ".join(nqsat.reporting.sentences(model)),
        "command": command, "engine": done.said["engine"], "version": nqsat.__version__,
        "seconds": round(done.seconds, 1), "mib": done.memory,
    }  # fmt: skip


def counted(sequence: Sequence, n: int | str) -> dict[str, Any]:
    """One term, in both ways.

    Raises:
        RuntimeError: a command failed, or they differ.
    """
    row = {"title": sequence.title, "oeis": sequence.oeis, "n": n, **first(sequence, n)}
    if n in sequence.terms:
        second, other = again(sequence, n)
        if value(other.said) != row["value"]:
            raise RuntimeError(f"{row['command']}: {row['value']} and {value(other.said)}")
        row |= {"second": second, "second_seconds": round(other.seconds, 1)}
    return {**row, "date": str(date.today())}


# -- the page ---------------------------------------------------------------------------------

HEAD = f"""# Numbers

nqsat computed these numbers. They were not found in a stored version of OEIS ({SEEN}),
as far as its pages could be searched. Each was counted in two ways that share no search: by an engine,
and either by the checker, which recounts a certificate by its own reading of the model, or by a program
of `tests/benchmarks/plainly.py`. The last section has the numbers that were counted in one way only.
Seconds are CPU time of a whole process. `numbers.json` has commands, units, versions, memory and dates;
`tests/benchmarks/unpublished.py` makes both files.
"""

ONCE = """## Counted in one way

These come from an engine alone, or from published numbers by a formula: no second way was within reach.

| what | n | number | s | date | command |
|---|--:|--:|--:|---|---|"""


LEFT = """## Not counted yet

These take hours, or more memory than this machine has (23 GiB). The questions are in `models/jobs/`, and
`nqsat count models/jobs/knights-any-19.json --job knights.db` begins or resumes one of them: what
is done survives a kill. The forecasts are for one core.

| what | n | first terms | forecast | job | asked by `nqsat count` |
|---|--:|---|---|---|---|"""


def make_jobs() -> None:
    """``models/jobs/``: the questions that are not there yet."""
    for job in JOBS:
        place = MODELS / "jobs" / f"{job.name}.json"
        if not place.exists():
            words = [NQSAT, "count", *shlex.split(job.words), "-q"]
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "job"
                begun = [*words, "--job", str(file), "--time-limit", "0.001"]
                subprocess.run(begun, check=False)
                place.write_text(json.dumps(Ledger(file).head["question"]) + "\n")


def page(rows: list[dict[str, Any]]) -> str:
    twice = [row for row in rows if "second" in row]
    lines = [HEAD]
    for title in dict.fromkeys(row["title"] for row in twice):
        lines += section([row for row in twice if row["title"] == title])
    once = [row for row in rows if "second" not in row]
    if once:
        lines += [ONCE]
        lines += [
            f"| {row['title']} | {row['n']} | {row['value']} | {row['seconds']} | {row['date']} "
            f"| `{row['command']}` |"
            for row in once
        ]
        titles = {row["title"] for row in once} - {row["title"] for row in twice}
        lines += ["", *[one.about for one in SEQUENCES if one.title in titles and one.about], ""]
    lines += [LEFT]
    lines += [
        f"| {job.title} | {job.n} | {job.oeis} | {job.forecast} | `{job.name}` | `{job.words}` |"
        for job in JOBS
    ]
    lines += [""]
    return "\n".join(lines)


def section(rows: list[dict[str, Any]]) -> list[str]:
    """The lines of a sequence: what is counted and how, and a table."""
    title, oeis, last = rows[0]["title"], rows[0]["oeis"], rows[-1]
    where = (
        f"[{oeis}](https://oeis.org/{oeis}) has fewer terms." if oeis else "No sequence was found."
    )
    lines = [
        f"## {title[0].upper()}{title[1:]}",
        "",
        f"{where} These {last['unit']} are counted: {last['asks']}",
        f"The last number was counted by `{last['command']}`,",
        f"and again by `{last['second']}`.",
        *{one.about: None for one in SEQUENCES if one.title == title and one.about},
        "",
    ]
    by_size = ", " in last["value"]
    index = "n" if isinstance(last["n"], int) else "n × m"
    lines += [f"| {index} | {'sizes' if by_size else 'number'} | s | again, s | date |"]
    lines += ["|--:|--:|--:|--:|---|"]
    for row in rows:
        shown = len(row["value"].split(", ")) if by_size else row["value"]
        seconds = f"{row['seconds']} | {row['second_seconds']}"
        at = str(row["n"]).replace("x", " × ")
        lines.append(f"| {at} | {shown} | {seconds} | {row['date']} |")
    if by_size:
        for row in rows:
            lines += ["", f"n = {row['n']}, from size 0:", "", "```text", row["value"], "```"]
    return [*lines, ""]


def known() -> list[dict[str, Any]]:
    return list(json.loads(DATA.read_text())) if DATA.exists() else []


def save(rows: list[dict[str, Any]]) -> None:
    order = [(sequence.title, n) for sequence in SEQUENCES for n in sequence.every]
    rows.sort(key=lambda row: order.index((row["title"], row["n"])))
    DATA.write_text(
        "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"
    )
    PAGE.write_text(page(rows))


def main(words: list[str]) -> None:
    rows = known()
    if words == ["--jobs"]:
        make_jobs()
    if words in (["--page"], ["--jobs"]):
        save(rows)
        return
    there = {(row["title"], row["n"]) for row in rows}
    for sequence in SEQUENCES:
        if not all(word in sequence.title for word in words):
            continue
        for n in sequence.every:
            if (sequence.title, n) in there:
                continue
            begin = perf_counter()
            try:
                rows.append(counted(sequence, n))
            except RuntimeError as error:
                print(f"{sequence.title}, n = {n}: {error}", flush=True)
                break
            save(rows)
            print(f"{sequence.title}, n = {n}, {perf_counter() - begin:.1f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
