"""nqsat side by side with its peers, and with itself: the first solution of a large board.

    python tests/benchmarks/finding.py [--set tours queens] [--n 8 50] [--only NAME] [--repeat 3] [--json]

Counts and lists are measured by ``compare.py``; this is for finding one, measured as it measures: in
processes, in turns, and compared. A solution is checked here, and the answer is 1. clingo comes with the
extra ``nqsat[bench]``. CP-SAT has one worker and no orientation: one tour is asked for.

Why pairs up to 20 and not above, measured 2026-11-21 on 2 cores while other programs kept the machine
busy: CPU seconds of one placement of n queens, medians of 3 runs; "search" is the solver alone, "all" has
lowering, writing and loading too; clauses in thousands. Differences under 1.3 × are nothing.

                     30          50                 100                  150
                  all search  all search k.cl.  all search k.cl.    all  search  k.cl.
    pairwise     0.13  0.02   0.36  0.09  203   11    9.1  1647    11     2.5    5580
    ladder       0.09  0.04   0.14  0.02   40   0.6   0.2   160     1.2   0.5     360
    seqcounter   0.09  0.04   0.23  0.14   29   2.2   3.1   118     3.7   2.9     267
    bitwise      0.06  0.001  0.11  0.004  57   0.5   0.05  269     1.1   0.1     676

All 12 queens take 2.0 with pairs, 3.4 with a ladder, 3.0 and 2.4 with the others (``compare.py queens
-p n=12 --engines sat/pairwise,sat/ladder,sat/seqcounter,sat/bitwise``). Between 12 and 30 nothing was
measured, and the time of one solution is a lottery. Above 20 a product (``auto`` since 2026-11-28) takes
half the
time of a ladder: 8 boards of 90 queens 0.8 for 2.0 by MiniSat, 1.2 for 2.6 by CaDiCaL.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from bench import COLUMNS, BenchResults, Case, Contestant, RunLimits, occasion, rounds
from bench.contestants import Job
from bench.graphs import CycleQuestion, cycle_of
from bench.peers.listing import circuit, cycle_program
from bench.worker import answer

import nqsat
from nqsat.engines import WarnsdorffEngine
from nqsat.modelling import Model
from nqsat.reporting import json_line, table

if TYPE_CHECKING:
    import clingo

ORTOOLS = "ortools.sat.python.cp_model"


def _by_nqsat(engine: str | nqsat.engines.Engine) -> Callable[[Model], Job]:
    def find(model: Any) -> int:
        found: Any = nqsat.solve(model, engine=engine).solution
        if isinstance(model, nqsat.Tour):
            n = model.board.rows
            return _checked(n, [square.row * n + square.column for square in found.squares])
        squares = [man.square for man in found.men]
        lines = zip(*((r, c, r - c, r + c) for r, c in squares), strict=True)
        if any(len(set(line)) != model.board.rows for line in lines):
            raise RuntimeError(f"wrong: {squares}")
        return 1

    return lambda model: partial(find, model)


def _by_peer(find: Callable[[CycleQuestion], Mapping[int, int]]) -> Callable[[Model], Job]:
    def found(model: Any) -> int:
        asked = cycle_of(model)
        if asked is None:
            raise RuntimeError("no cycle of a graph")
        after, order = find(asked), [0]
        while (square := after[order[-1]]) != 0 and len(order) <= len(after):
            order.append(square)
        return _checked(model.board.rows, order)

    return lambda model: partial(found, model)


def _checked(n: int, order: list[int]) -> int:
    """1, if the squares in this order are a closed tour."""
    places = [divmod(square, n) for square in order]
    steps = zip(places, places[1:] + places[:1], strict=True)
    leaps = all({abs(r - s), abs(c - d)} == {1, 2} for (r, c), (s, d) in steps)
    if sorted(order) != list(range(n * n)) or not leaps:
        raise RuntimeError(f"no closed tour: {order}")
    return 1


def _clingo(asked: CycleQuestion) -> dict[int, int]:
    """The moves of one tour, by reachability."""
    import clingo

    control = clingo.Control(["--models=1"])
    control.add("base", [], f"{cycle_program(asked)}\n#show go/2.")
    control.ground([("base", [])])
    after: dict[int, int] = {}

    def collect(model: clingo.Model) -> None:
        for atom in model.symbols(shown=True):
            here, there = (term.number for term in atom.arguments)
            after[here] = there

    control.solve(on_model=collect)
    return after


def _cp_sat(asked: CycleQuestion) -> dict[int, int]:
    """The moves of one tour, as a circuit."""
    from ortools.sat.python import cp_model

    model, taken = circuit(asked)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise RuntimeError("no tour")
    return dict(move for move, literal in taken.items() if solver.boolean_value(literal))


#: Until the limit.
RESTLESS = WarnsdorffEngine(seed=0, restarts=1_000_000)

ENCODINGS = ("pairwise", "ladder", "seqcounter", "bitwise")


def _contestant(name: str, job: Callable[[Model], Job], *modules: str) -> Contestant:
    """Somebody who is asked, and what he imports before the clock starts."""
    command = (sys.executable, __file__)
    return Contestant(name, "", job, modules=("nqsat.counting", *modules), command=command)


PYSAT = ("pysat.solvers", "pysat.card")

#: From a name to the model of a size, the sizes, and who is asked.
SETS: Mapping[str, tuple[Callable[[int], Model], tuple[int, ...], tuple[Contestant, ...]]] = {
    "tours": (
        lambda n: nqsat.Tour(f"{n}x{n}", "N"),
        (8, 20, 32, 50, 100),
        (
            _contestant("nqsat sat", _by_nqsat("sat"), *PYSAT),
            _contestant("nqsat construct", _by_nqsat("construct")),
            _contestant("nqsat warnsdorff, seed 0", _by_nqsat(RESTLESS)),
            _contestant("nqsat cpsat", _by_nqsat("cpsat"), ORTOOLS),
            _contestant("clingo", _by_peer(_clingo), "clingo"),
            _contestant("CP-SAT", _by_peer(_cp_sat), ORTOOLS),
        ),
    ),
    "queens": (
        lambda n: nqsat.Placement(f"{n}x{n}", {"Q": n}),
        (30, 50, 75, 100, 125, 150),
        tuple(_contestant(f"sat/{x}", _by_nqsat(f"sat/{x}"), *PYSAT) for x in ENCODINGS),
    ),
}


def main() -> None:
    """Measure and print; in a child, which is told a name and seconds, answer."""
    known = {one.name: one for _, _, some in SETS.values() for one in some}
    if sys.argv[1:] and sys.argv[1] in known:
        answer(known[sys.argv[1]], sys.stdin.read(), float(sys.argv[2]))
        return
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--set", nargs="+", choices=SETS, default=["tours"])
    parser.add_argument("--only", nargs="+", choices=known, default=[*known], metavar="NAME")
    parser.add_argument("--n", nargs="+", type=int, help="other sizes than the set's own")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds for one run")
    parser.add_argument("--json", action="store_true", help="all that was measured")
    asked = parser.parse_args()
    for name in asked.set:
        make, sizes, some = SETS[name]
        chosen = [one for one in some if one.name in asked.only]
        found = BenchResults(occasion(), RunLimits(asked.limit), asked.repeat, chosen)
        questions = [Case(name, {"n": n}, make(n)) for n in sorted(asked.n or sizes)]
        found.questions += rounds(questions, found.present, asked.repeat, found.limits)
        text = table(None, COLUMNS, found.rows())
        said = "\n".join([*found.head(), "", text, "", *found.foot()])
        print(json_line(found.to_json()) if asked.json else said, flush=True)


if __name__ == "__main__":
    main()
