"""Commands of nqsat beside other programs for the same question: whole processes, CPU seconds, in turns.

    python tests/benchmarks/whole.py [--only ROW …] [--repeat 3] [--page]

``--page`` writes the table, with machine and date, into README.md beside this file; where a mark is missed
comes first. It takes ten minutes.

A row is what a user waits for: start-up, imports, kernels, checks of solutions, output. Rows
in *italics* are the time within a process, which prints it; there all answers of a row are compared. OxiDD,
Graphillion, clingo and exact-cover come with the extra ``nqsat[bench]``; the programs in C are compiled.
What is not installed is left out.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.machine import description
from bench.peers.optima import CORES
from bench.peers.programs import compiled

from nqsat.engines.machine import version_of

NQSAT = (sys.executable, "-m", "nqsat")

#: The page with the table, which is between these lines.
HERE = Path(__file__).resolve().parent
PAGE, BEGIN, END = (
    HERE / "README.md",
    "<!-- table -->\n",
    "<!-- end of table -->\n",
)

#: The programs in C that take part, and the packages whose versions the page names.
PROGRAMS = ("costas", "no_three")
PACKAGES = (
    "nqsat",
    "numpy",
    "python-sat",
    "clingo",
    "exact-cover",
    "graphillion",
    "oxidd",
)

#: A board of which half of the squares are holes.
HALF = HERE / "bench" / "half.txt"

#: A formula of 5.9 MB with a solution, which ``main`` writes where the processes run.
PLANTED, VARIABLES, CLAUSES = "planted.cnf", 100_000, 300_000

#: Regions of puzzles with one solution.
QUEENS_PUZZLE = (
    "ABBCCDDDDDDD/BBBCCDDEEDDD/BBBCCDDEEEDD/BBBCCCCEEEEF/BBBGGCCEEEFF/HHHGGICEEEFF/"
    "HHHGGIIFFFFJ/HHHGGIIIFFFJ/KHHHGGIIIJJJ/KHLLGGGIIJJJ/KHLLLGGIIJJJ/KKLLLLLLIJJJ"
)
STAR_BATTLE = (
    "AAAAAABBBB/AAAAAABBCC/DDDEEEFBCC/GDEEEEFFCC/GDDEEHFFFC/GDDDEHHFFF/GDDDIIHHHF/G"
    "DJJIIHHHI/JJJJIIIIII/JJJJIIIIII"
)

#: Makes the package ``bench`` known.
FOUND = f"import sys; sys.path.append({str(HERE)!r})\n"


HEAD = (
    "| question | nqsat, s | others, s | ratio to the best | mark | kept |",
    "|---|--:|---|--:|--:|---|",
)


class Entry(NamedTuple):
    """A program that takes part in a row: a name, and its process.

    Args:
        inner: the process prints its seconds, then its answer; else it prints the answer only.
    """

    name: str
    command: tuple[str, ...]
    inner: bool = False


class Row(NamedTuple):
    """A question: nqsat, the others, and how many seconds, or times the best other, nqsat should take.

    ``wall``: the seconds are those of the clock, of whole processes that may use several cores.
    """

    name: str
    entries: tuple[Entry, ...]
    goal: str
    wall: bool = False


def nqsat(words: str, name: str = "nqsat") -> Entry:
    return Entry(name, (*NQSAT, *words.split()))


def python(name: str, code: str, *, inner: bool = False) -> Entry:
    return Entry(name, (sys.executable, "-c", f"{FOUND}{code}"), inner)


def c_program(name: str, *words: object) -> Entry:
    """A program of ``bench/peers``, which ``main`` compiles."""
    return Entry("C", (name, *map(str, words)))


#: Prints the CPU seconds of ``found``, a function without arguments, and then what it returns.
TIMED = """
import time
begun = time.process_time()
answer = found()
print(time.process_time() - begun)
print(answer)
"""

QUEENS = """
from bench.graphs import men_of
from nqsat import Placement
asked = men_of(Placement("12x12", {"Q": 12}))
"""

ENUM_MODELS = f"""{QUEENS}
from pysat.solvers import Solver
clauses = [[x + 1 for x in line] for line in asked.ones] + [[-x - 1, -y - 1] for x, y in asked.edges]
def found():
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        PHASES
        return sum(1 for _ in solver.enum_models())
{TIMED}"""

PYSAT_QUEENS = """
from itertools import combinations
from pysat.solvers import Solver
cells = [(row, column) for row in range(8) for column in range(8)]
lines = {}
for x, (row, column) in enumerate(cells, 1):
    for line in (("rank", row), ("file", column), (1, row + column), (2, row - column)):
        lines.setdefault(line, []).append(x)
clauses = [line for (kind, _), line in lines.items() if kind in ("rank", "file")]
clauses += [[-x, -y] for line in lines.values() for x, y in combinations(line, 2)]
with Solver(name="cadical195", bootstrap_with=clauses) as solver:
    print(sum(1 for _ in solver.enum_models()))
"""

#: Without an import of nqsat, too. The squares are numbered rank by rank from 1 on.
GRAPHILLION = """
from graphillion import GraphSet
steps, side = STEPS
edges = [
    (r * side + c + 1, (r + a) * side + c + b + 1)
    for r in range(side) for c in range(side) for a, b in steps if r + a < side and 0 <= c + b < side
]
GraphSet.set_universe(edges)
print(GraphSet.CALL.len())
"""

LISTED = (
    """
import nqsat
from nqsat import Placement, Tour
found = lambda: sum(1 for _ in nqsat.solutions(MODEL, engine="sat"))
found()
"""
    + TIMED
)

CLINGO = (
    """
import clingo
from nqsat import Placement, Tour
from bench.graphs import cycle_of, men_of
from bench.peers import listing
found = lambda: CALL
"""
    + TIMED
)

OXIDD = (
    """
import oxidd.zbdd
from nqsat import Placement
from bench.graphs import men_of
from bench.peers.counting import oxidd as count
asked = men_of(Placement("16x16", {"W": "any"}))
found = lambda: count(asked)
"""
    + TIMED
)

COUNTED = (
    """
import nqsat
model = nqsat.Placement("16x16", {"W": "any"})
found = lambda: nqsat.count(model, engine="frontier/compiled", run=nqsat.Run(1)).value
found()
"""
    + TIMED
)

WAYS = (
    """
import nqsat
from nqsat.sources import catalogue
(family,) = (one for one in catalogue() if one.name == "knights-domination")
found = lambda: nqsat.count(family(n=9)).value
found()
"""
    + TIMED
)

KNIGHTS = """
cells = [(r, c) for r in range(9) for c in range(9)]
jumps = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
number = {cell: x for x, cell in enumerate(cells, 1)}
covers = [
    [number[r, c], *(number[r + a, c + b] for a, b in jumps if (r + a, c + b) in number)]
    for r, c in cells
]
"""

RC2 = f"""{KNIGHTS}
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
wcnf = WCNF()
wcnf.extend(covers)
for x in number.values():
    wcnf.append([-x], weight=1)
with RC2(wcnf, solver="g4", adapt=True, exhaust=True, minz=True) as rc2:
    rc2.compute()
    print(rc2.cost)
"""

#: Without an import of nqsat, which would be part of its time.
CLINGO_FEWEST = f"""{KNIGHTS}
import clingo
program = ["{{ on(X) : square(X) }}. :~ on(X). [1, X]"]
program += [f"square({{x}})." for x in number.values()]
program += [":- " + ", ".join(f"not on({{x}})" for x in cover) + "." for cover in covers]
control = clingo.Control({["--models=0", "--opt-mode=opt", *CORES]})
control.add("base", [], "\\n".join(program))
control.ground([("base", [])])
costs = []
control.solve(on_model=lambda model: costs.append(model.cost[0]))
print(costs[-1])
"""

FEWEST_QUEENS = (
    """
import clingo, nqsat, pysat.examples.rc2, pysat.formula
from bench.graphs import cover_of
from bench.peers import optima
from nqsat.sources import catalogue
(family,) = (one for one in catalogue() if one.name == "queens-domination")
model = family(n=10)
asked = cover_of(model)
found = lambda: CALL
"""
    + TIMED
)

EXACT = f"""{QUEENS}
from bench.peers.listing import exact_cover
print(exact_cover(asked))
"""

CONTESTANT = (
    """
from importlib import import_module
from bench.contestants import find_contestant
from nqsat.sources import catalogue
(family,) = (one for one in catalogue() if one.name == "FAMILY")
contestant = find_contestant("NAME")
for module in contestant.modules:
    import_module(module)
found = contestant.job(family(n=SIDE))
if contestant.name.startswith("nqsat"):
    found()
"""
    + TIMED
)


def contestants(family: str, side: int, *names: str) -> tuple[Entry, ...]:
    """Contestants that count the solutions of a family of the catalogue."""
    code = CONTESTANT.replace("FAMILY", family).replace("SIDE", str(side))
    return tuple(python(name, code.replace("NAME", name), inner=True) for name in names)


def graphillion(steps: str, call: str) -> Entry:
    """A count of Graphillion on the graph of some steps down a square board."""
    return python("Graphillion", GRAPHILLION.replace("STEPS", steps).replace("CALL", call))


#: A plain formula is read and solved, and the number of its clauses is told.
PYSAT_CNF = f"""
from pysat.formula import CNF
from pysat.solvers import Solver
with Solver(name="cadical195", bootstrap_with=CNF(from_file={PLANTED!r})) as solver:
    print(solver.solve())
"""

LOOP = (
    """
import nqsat, clingo
from bench.loops import clingo_loops, model
found = lambda: CALL
"""
    + TIMED
)


def by_engine(words: str, engine: str) -> tuple[Entry, Entry]:
    """A count by ``auto`` on one core, beside one by the engine that is best at it."""
    words = f"count {words} --workers 1 -q"
    return nqsat(words), nqsat(f"{words} --engine {engine}", engine)


def by_cores(words: str) -> tuple[Entry, Entry]:
    return nqsat(f"count {words} --workers 2 -q"), nqsat(
        f"count {words} --workers 1 -q", "one core"
    )


ROWS = (
    Row("`nqsat list`", (nqsat("list -q"),), "0.25 s"),
    Row("`nqsat --help`", (nqsat("--help"),), "0.3 s"),
    Row("`count --board 8x8 --piece K=any`", (nqsat("count --board 8x8 --piece K=any -q"),), "0.4 s"),
    Row("`count queens 8`", (nqsat("count queens 8 -q"), python("PySAT", PYSAT_QUEENS)), "0.30 s"),
    Row("the first of 200 queens", (nqsat("solve queens 200 -q"),), "0.35 s"),
    Row("… of 1,000", (nqsat("solve queens 1000 -q"),), "0.6 s"),
    Row("… of 10,000", (nqsat("solve queens 10000 -q"),), "2 s"),
    Row("the first of 300 queens by `sat`", (nqsat("solve queens 300 --engine sat -q"),), "4 s"),
    Row("permanent 20×20, half of it 0",
        (nqsat(f"count --board file:{HALF} --piece R=20 --rule permutation -q"),), "0.7 s"),
    Row("dominoes on 20×20", (nqsat("count dominoes -p rows=20 -p columns=20 -q"),), "4 s"),
    Row("perfect matchings of knights on 8×8",
        (nqsat("count --board 8x8 --factor N --degree 1 -q"),
         graphillion("[(1, -2), (1, 2), (2, -1), (2, 1)], 8",
                     "graphs(degree_constraints={x: 1 for edge in edges for x in edge})")), "0.7 s"),
    Row("paths of wazirs through 7×7, corner to corner",
        (nqsat("count --board 7x7 --tour W --open --from a1 --to g7 -q"),
         graphillion("[(0, 1), (1, 0)], 7", "paths(1, 49, is_hamilton=True)")), "0.7 s"),
    Row("no three in line on 8×8",
        (nqsat("count no-three-in-line 8 -q"), c_program("no_three", 8)), "0.6 s"),
    Row("Costas arrays of order 10", (nqsat("count costas 10 -q"), c_program("costas", 10)), "0.35 s"),
    Row("13 queens on a torus", (nqsat("count toroidal-queens 13 -q"),), "0.4 s"),
    Row("12 amazons", (nqsat("count amazons 12 -q"),), "0.4 s"),
    Row("a region puzzle of 12×12",
        (nqsat(f"count queens-puzzle -p regions={QUEENS_PUZZLE} -q"),), "0.35 s"),
    Row("a star battle of 10×10",
        (nqsat(f"count star-battle -p regions={STAR_BATTLE} -p stars=2 -q"),), "0.35 s"),
    Row("12 queens listed, checked, FEN",
        (nqsat("enumerate queens 12 --format fen -q"),
         python("clingo, which counts", CLINGO.replace(
             "CALL", 'listing.clingo_without_learning(men_of(Placement("12x12", {"Q": 12})))')),
         python("exact-cover, which counts", EXACT)), "0.7 s"),
    Row("fewest knights that dominate 9×9",
        (nqsat("solve --board 9x9 --piece N=any --rule domination --minimise pieces -q"),
         python("RC2", RC2), python("clingo", CLINGO_FEWEST)), "0.5 s"),
    Row("*fewest queens that dominate 10×10*",
        (python("nqsat", FEWEST_QUEENS.replace("CALL", "nqsat.optimise(model).value"), inner=True),
         python("RC2", FEWEST_QUEENS.replace("CALL", "optima.rc2_fewest(asked)"), inner=True),
         python("clingo", FEWEST_QUEENS.replace("CALL", "optima.clingo_fewest(asked)"), inner=True)),
        "1 × the best"),
    Row("*ways to dominate 9×9 by the fewest knights*",
        (python("nqsat", WAYS, inner=True), *contestants("knights-domination", 9, "clingo/optN", "RC2")),
        "2 × the best"),
    Row("*ways to dominate 8×8 by the fewest queens*",
        contestants("queens-domination", 8, "nqsat auto", "clingo/optN"), "1 × the best"),
    Row("*ways to dominate 8×8 by the fewest kings*",
        contestants("kings-domination", 8, "nqsat auto", "clingo/optN", "RC2"), "2 × the best"),
    Row("peaceable queens 8×8, classes, `auto`",
        (nqsat("count peaceable-queens 8 --modulo colours -q"),
         nqsat("count peaceable-queens 8 --modulo colours --engine bitboard -q", "bitboard")), "10 s"),
    Row("*12 queens by `sat`'s loop*",
        (python("nqsat", LISTED.replace("MODEL", 'Placement("12x12", {"Q": 12})'), inner=True),
         python("enum_models", ENUM_MODELS.replace("PHASES", "pass"), inner=True),
         python("enum_models with phases", ENUM_MODELS.replace(
             "PHASES", "solver.set_phases(list(range(1, 145)))"), inner=True)), "1 × the best"),
    Row("*6×6 closed tours by `sat`'s loop*",
        (python("nqsat", LISTED.replace("MODEL", 'Tour("6x6", "N")'), inner=True),
         python("clingo", CLINGO.replace("CALL", 'listing.clingo_cycles(cycle_of(Tour("6x6", "N")))'),
                inner=True)), "1 × the best"),
    Row("*wazirs, any number, 16×16*",
        (python("nqsat", COUNTED, inner=True), python("OxiDD", OXIDD, inner=True)), "0.2 s"),
    Row("*bishops, any number, 9×9*",
        contestants("bishops-any", 9, "nqsat frontier", "Graphillion", "OxiDD"), "2 × the best"),
    Row("*bishops, any number, 13×13*",
        contestants("bishops-any", 13, "nqsat frontier", "Graphillion", "OxiDD"), "2 × the best"),
    Row("*camels, any number, 9×9*",
        contestants("camels-any", 9, "nqsat frontier", "Graphillion", "OxiDD"), "2 × the best"),
    Row("*camels, any number, 13×13*",
        contestants("camels-any", 13, "nqsat frontier", "Graphillion", "OxiDD"), "2 × the best"),
    Row("50 of the 12 queens at random",
        (nqsat("sample queens 12 --draws 50 --format fen -q"),
         nqsat("enumerate queens 12 --format fen -q", "all 14,200 listed")), "1 s"),
    Row("1,000 of the 12 queens at random",
        (nqsat("sample queens 12 --draws 1000 --format fen -q"),
         nqsat("enumerate queens 12 --format fen -q", "all 14,200 listed")), "2.5 s"),
    Row("any queens that dominate 8×8, `auto`",
        by_engine("--board 8x8 --piece Q=any --rule domination", "frontier"), "1.3 × the best"),
    Row("12 wazirs on 10×10, `auto`", by_engine("wazirs n=10 k=12", "frontier"), "1.3 × the best"),
    Row("17 queens, `auto`", by_engine("queens 17", "bitboard"), "1.3 × the best"),
    Row("*whether a loop through 25×15 numbered cells is unique*",
        (python("nqsat", LOOP.replace("CALL", "len(nqsat.unique(model()).found)"), inner=True),
         python("clingo", LOOP.replace("CALL", "clingo_loops()"), inner=True)), "0.6 s"),
    Row("a CNF of 5.9 MB, read and solved",
        (nqsat(f"solve --dimacs {PLANTED} -q"), python("PySAT", PYSAT_CNF)), "1.8 s"),
    Row("any kings on 26×26, two cores, seconds of the clock",
        by_cores("--board 26x26 --piece K=any"), "0.6 × the best", wall=True),
    Row("closed knight's tours on 7×10, two cores, seconds of the clock",
        by_cores("--board 7x10 --tour N"), "0.6 × the best", wall=True),
)  # fmt: skip


def planted(path: Path) -> None:
    """Write a formula of three literals a clause that has a solution; the same each time."""
    chance = Random(5)
    truth = [chance.choice((-1, 1)) for _ in range(VARIABLES)]
    lines = [f"p cnf {VARIABLES} {CLAUSES}"]
    for _ in range(CLAUSES):
        some = [x * chance.choice((-1, 1)) for x in chance.sample(range(1, VARIABLES + 1), 3)]
        if all(truth[abs(x) - 1] * x < 0 for x in some):
            some[0] = -some[0]
        lines.append(f"{some[0]} {some[1]} {some[2]} 0")
    path.write_text("\n".join(lines) + "\n")


def run(entry: Entry, *, wall: bool = False) -> tuple[float, str]:
    """The CPU seconds of a process and its children, and its answer; of the time within, what it says.

    ``wall``: seconds of the clock instead.

    Raises:
        CalledProcessError: it failed.
    """
    env = {**os.environ, "OMP_NUM_THREADS": "1"}  # Graphillion would use all cores
    before = os.times()
    done = subprocess.run(entry.command, capture_output=True, text=True, check=True, env=env)
    after = os.times()
    seconds = after[4] - before[4] if wall else sum(after[2:4]) - sum(before[2:4])
    lines = done.stdout.split("\n")
    if entry.inner:
        return float(lines[0]), lines[1]
    return seconds, done.stdout


def measured(row: Row, repeat: int) -> list[tuple[str, float]]:
    """The median of each entry, in turns; an entry that fails is reported and left out."""
    taken: dict[str, list[float]] = {}
    answers: set[str] = set()
    for _ in range(repeat):
        for entry in row.entries:
            try:
                seconds, answer = run(entry, wall=row.wall)
            except (subprocess.CalledProcessError, FileNotFoundError) as error:
                said = getattr(error, "stderr", None) or str(error)
                print(f"{row.name}: {entry.name}: {said.strip()[-200:]}", file=sys.stderr)
                continue
            taken.setdefault(entry.name, []).append(seconds)
            answers |= {answer} if entry.inner else set()
    if len(answers) > 1:
        print(f"{row.name}: answers differ: {answers}", file=sys.stderr)
    return [(name, statistics.median(times)) for name, times in taken.items()]


def line(row: Row, repeat: int) -> tuple[float, str]:
    """A row of the table, and by how much its mark is missed: 1 or less if it is kept."""
    (_, own), *others = measured(row, repeat)
    best = min(others, key=lambda one: one[1], default=None)
    told = ", ".join(f"{name} {seconds:.2g}" for name, seconds in others) or "–"
    ratio = f"{own / best[1]:.2g}" if best else ""
    value = float(row.goal.split()[0])
    missed = own / (value * (best[1] if best and "×" in row.goal else 1.0))
    kept = "no" if missed > 1 else "yes"
    return missed, f"| {row.name} | {own:.2g} | {told} | {ratio} | {row.goal} | {kept} |"


def table(only: Sequence[str], repeat: int) -> Iterator[tuple[float, str]]:
    for row in ROWS:
        if not only or any(word in row.name for word in only):
            yield line(row, repeat)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--only", nargs="*", default=[], help="rows that contain one of these words"
    )
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--page", action="store_true", help="write the table into README.md")
    asked = parser.parse_args(words)
    rows = list[tuple[float, str]]()
    with tempfile.TemporaryDirectory() as folder:
        for name in PROGRAMS:
            compiled(name, Path(folder))
        os.environ["PATH"] = os.pathsep.join((folder, os.environ["PATH"]))
        planted(Path(folder, PLANTED))
        os.chdir(folder)
        print(*HEAD, sep="\n")
        for one in table(asked.only, asked.repeat):
            print(one[1], flush=True)
            rows.append(one)
        os.chdir(HERE)
    if asked.page:
        versions = ", ".join(
            f"{name} {version}" for name in PACKAGES if (version := version_of(name))
        )
        when = f"{description()}; medians of {asked.repeat}. {versions}."
        losses = sorted((row for row in rows if row[0] > 1), reverse=True)
        lines = [*HEAD, *(told for _, told in losses), *(told for kept, told in rows if kept <= 1)]
        before, _, rest = PAGE.read_text().partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text("\n".join([f"{before}{BEGIN}{when}\n", *lines, f"\n{END}{after}"]))


if __name__ == "__main__":
    main()
