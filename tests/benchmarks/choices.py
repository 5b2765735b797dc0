"""The measurements behind defaults: encodings of at-most-one, phases, blocking clauses, memory.

    python tests/benchmarks/choices.py [--section lines loop memory] [--repeat 3] [--json out.json]

Measured 2026-11-21 on 2 cores and 24 GiB (Linux, Python 3.11, python-sat 1.9.dev17, cadical195) while
other programs kept the machine busy, hence CPU seconds: medians of 2 or 3 interleaved runs. Differences
under 1.3 × are nothing. Re-measure before claiming anything.

At-most-one (12 queens listed, 3 runs; else one solution with positive phases, 3 runs; "search" is the
solver alone, "all" has lowering, writing and loading too; clauses in thousands):

                  list 12      30          50                 100                  150
                    all     all search  all search k.cl.  all search k.cl.    all  search  k.cl.
    pairwise        2.0    0.13  0.02   0.36  0.09  203   11    9.1  1647    11     2.5    5580
    ladder          3.4    0.09  0.04   0.14  0.02   40   0.6   0.2   160     1.2   0.5     360
    seqcounter      3.0    0.09  0.04   0.23  0.14   29   2.2   3.1   118     3.7   2.9     267
    bitwise         2.4    0.06  0.001  0.11  0.004  57   0.5   0.05  269     1.1   0.1     676

Listing 12 queens, pairs beat ladder and seqcounter, and bitwise is no worse by more than noise. For one
solution pairs lose from 30 on; between 12 and 30 nothing was measured. The time of one solution is a
lottery: pairwise, 100 queens, took 1.0 s without phases (one run) and 8 to 9 s with them.

The loop on 12 queens (14,200), 3 runs:

                            phases   no phases
    block all 144 literals   1.89      2.03
    block the 12 true ones   1.18      1.43
    block 11 of them         1.27      1.40
    nqsat count              1.53   (11 of them, phases; decodes and checks every solution)

Memory that a solution costs, in bytes (resident, after the first 1000; 2 runs):

                                12 queens, 14,200   any number on 8x8, 118,969
    by hand, cadical195                 31                  277
    nqsat, cadical195                  117                  348   (its set of fingerprints)
    by hand, minisat22                 593                  426
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import pairwise
from pathlib import Path

import measuring
from measuring import Extra, Tally, Task

import nqsat

PYSAT = ("pysat.solvers", "pysat.card")
SOLVER = nqsat.engines.SOLVERS[0]
LINES = ("pairwise", "ladder", "seqcounter", "bitwise")

#: How a solution is forbidden: all literals of the projection, the n true ones, all but one of those.
BLOCKS: dict[str, Callable[[Sequence[int], int], list[int]]] = {
    "all": lambda true, last: [-x if x in set(true) else x for x in range(1, last + 1)],
    "n": lambda true, last: [-x for x in true],
    "n-1": lambda true, last: [-x for x in true[:-1]],
}

#: Memory is measured from this many solutions on, when everything has been set up.
WARM = 1000


def _queens(n: int, number: int | str | None = None) -> nqsat.Placement:
    return nqsat.Placement(f"{n}x{n}", {"Q": n if number is None else number})


# -- lines: how at-most-one is written --------------------------------------------------------


def _list(encoding: str, solver: str, n: int) -> tuple[int, Extra]:
    """All solutions, through the library."""
    model = _queens(n)
    cnf = nqsat.compiling.to_cnf(nqsat.compiling.lower(model), encoding)
    found = nqsat.count(model, engine=nqsat.engines.SatEngine(solver, encoding)).value
    return found, {"variables": cnf.variables, "clauses": len(cnf.clauses)}


def _first(encoding: str, solver: str, n: int) -> tuple[int, Extra]:
    """One solution; each stage timed."""
    from pysat.solvers import Solver

    clock = [time.perf_counter()]
    formula = nqsat.compiling.lower(_queens(n))
    clock.append(time.perf_counter())
    cnf = nqsat.compiling.to_cnf(formula, encoding)
    clock.append(time.perf_counter())
    with Solver(name=solver, bootstrap_with=cnf.clauses) as sat:
        sat.set_phases(list(formula.projection))
        clock.append(time.perf_counter())
        if not sat.solve():
            raise RuntimeError("no solution")
        clock.append(time.perf_counter())
        true = [x - 1 for x in sat.get_model()[: n * n] if x > 0]
    # Checked here, not by ``holds``: on large boards that builds an attack table, and takes longer.
    squares = [divmod(x, n) for x in true]
    lines = zip(*((r, c, r - c, r + c) for r, c in squares), strict=True)
    if len(squares) != n or any(len(set(line)) != n for line in lines):
        raise RuntimeError(f"wrong: {squares}")
    stages = ("lower", "write", "load", "search")
    seconds = [after - before for before, after in pairwise(clock)]
    facts = dict(zip(stages, seconds, strict=True))
    return 1, {"variables": cnf.variables, "clauses": len(cnf.clauses), **facts}


# -- loop: phases and blocking clauses --------------------------------------------------------


def _loop(model: nqsat.Placement, solver: str, *, block: str, phases: bool) -> Iterator[list[int]]:
    """The loop by hand on nqsat's CNF: no decoding, no checking."""
    from pysat.solvers import Solver

    formula = nqsat.compiling.lower(model)
    cnf = nqsat.compiling.to_cnf(formula)
    last, forbid = len(formula.projection), BLOCKS[block]
    with Solver(name=solver, bootstrap_with=cnf.clauses) as sat:
        if phases:
            sat.set_phases(list(formula.projection))
        while sat.solve():
            true = [x for x in sat.get_model()[:last] if x > 0]
            yield true
            sat.add_clause(forbid(true, last))


def _by_hand(block: str, phases: bool, solver: str, n: int) -> int:
    return sum(1 for _ in _loop(_queens(n), solver, block=block, phases=phases))


def _by_nqsat(n: int) -> int:
    return nqsat.count(_queens(n)).value


# -- memory: what a solution costs --------------------------------------------------------------


def _growth(found: Iterator[object]) -> tuple[int, Extra]:
    """Consume, and see what is resident after ``WARM`` solutions and at the end."""
    number, warm = 0, 0.0
    for number, _ in enumerate(found, start=1):
        if number == WARM:
            warm, _ = measuring.resident()
    if number <= WARM:
        raise RuntimeError("too few solutions to see memory grow")
    _, peak = measuring.resident()
    return number, {"warm": warm, "bytes": (peak - warm) * 2**20 / (number - WARM)}


def _memory_by_hand(any_number: bool, solver: str, n: int) -> tuple[int, Extra]:
    model, block = (_queens(n, "any"), "all") if any_number else (_queens(n), "n-1")
    return _growth(_loop(model, solver, block=block, phases=not any_number))


def _memory_of_nqsat(any_number: bool, solver: str, n: int) -> tuple[int, Extra]:
    model = _queens(n, "any") if any_number else _queens(n)
    return _growth(nqsat.solutions(model, engine=nqsat.engines.SatEngine(solver)))


# -- the sections ---------------------------------------------------------------------------------


def _lists(solvers: Sequence[str]) -> list[Task]:
    return [
        Task(f"list {e} {s}", partial(_list, e, s), PYSAT, f"list {LINES[0]} {s}")
        for s in solvers
        for e in LINES
    ]


def _firsts(solvers: Sequence[str]) -> list[Task]:
    return [
        Task(f"first {e} {s}", partial(_first, e, s), PYSAT, f"first {LINES[0]} {s}")
        for s in solvers
        for e in LINES
    ]


def _loops() -> list[Task]:
    base = "by hand, block n-1, phases"
    tasks = [Task("nqsat count", _by_nqsat, PYSAT, base)]
    for phases in (True, False):
        for block in BLOCKS:
            name = f"by hand, block {block}, {'phases' if phases else 'no phases'}"
            tasks.append(Task(name, partial(_by_hand, block, phases, SOLVER), PYSAT, base))
    return tasks


def _memories(any_number: bool) -> list[Task]:
    what = "any number" if any_number else "n queens"
    runs = (("by hand", _memory_by_hand, SOLVER), ("nqsat", _memory_of_nqsat, SOLVER))
    return [
        Task(f"{what}, {who} {solver}", partial(run, any_number, solver), PYSAT)
        for who, run, solver in (*runs, ("by hand", _memory_by_hand, "minisat22"))
    ]


Section = tuple[str, list[Task], tuple[int, ...], tuple[str, ...]]

SECTIONS: dict[str, Section] = {
    "lines": (
        "all solutions of n queens",
        _lists((SOLVER,)),
        (8, 10, 12),
        ("variables", "clauses"),
    ),
    "first": (
        "one solution of n queens",
        _firsts((SOLVER,)),
        (30, 50, 75, 100, 125, 150),
        ("variables", "clauses", "lower", "write", "load", "search"),
    ),
    "loop": ("the loop on n queens", _loops(), (10, 12), ()),
    "memory": ("memory, n queens", _memories(False), (12,), ("warm", "bytes")),
    "any": ("memory, any number of queens", _memories(True), (8,), ("warm", "bytes")),
}

TASKS = {task.name: task for _, tasks, _, _ in SECTIONS.values() for task in tasks}


def _row(tally: Tally, tallies: Sequence[Tally], facts: Sequence[str]) -> list[str]:
    start = [str(tally.size), ""] if tally.failure else [str(tally.size), *_counts(tally)]
    if not tally.done:
        return [tally.task.name, *start, tally.failure or "", "", "", "", *[""] * len(facts)]
    other = next(
        (t for t in tallies if (t.task.name, t.size) == (tally.task.against, tally.size)), tally
    )
    ratio = f"{tally.ratio(other):.2f}" if other.done else ""
    return [
        tally.task.name,
        *start,
        *(
            f"{x:.3f}"
            for x in (tally.median("seconds"), tally.least("seconds"), tally.median("cpu"))
        ),
        ratio,
        *(_fact(tally.median(fact)) for fact in facts),
    ]


def _counts(tally: Tally) -> list[str]:
    return [" or ".join(map(str, sorted(tally.counts)))]


def _fact(value: float) -> str:
    return f"{value:.3f}" if value < 10 else f"{value:,.0f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print; ``--measure`` is how a child is told what to do."""
    parser = argparse.ArgumentParser(description="the measurements behind defaults of nqsat")
    parser.add_argument("--section", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    parser.add_argument("--n", type=int, nargs="+", help="other sizes than the section's own")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds for one run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything measured")
    parser.add_argument("--measure", nargs=2, metavar=("TASK", "N"), help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.measure:
        name, size = asked.measure
        measuring.answer(TASKS[name], int(size), asked.limit)
        return
    print(f"{measuring.occasion()}, {asked.repeat} runs each, interleaved; {SOLVER} unless named")
    rows = []
    for section in asked.section:
        title, tasks, sizes, facts = SECTIONS[section]
        tallies = list(
            measuring.interleaved(__file__, tasks, asked.n or sizes, asked.repeat, asked.limit)
        )
        head = ["what", "n", "count", "median s", "least s", "CPU s", "ratio", *facts]
        text = measuring.table(head, (_row(tally, tallies, facts) for tally in tallies))
        print(f"\n{section}: {title}\n{text}", flush=True)
        rows += [
            {"section": section, "what": t.task.name, "n": t.size, "runs": [*map(asdict, t.runs)]}
            for t in tallies
        ]
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
