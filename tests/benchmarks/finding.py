"""nqsat side by side with its peers: the first closed knight's tour of a large board.

    python tests/benchmarks/finding.py [--n 8 50] [--repeat 3] [--json out.json]

Counts and lists are measured by ``nqsat bench``; this is for finding one. Every run has a limit; whoever
met it is marked † and is not tried on what is larger. A tour is checked square by square. clingo comes
with the extra ``nqsat[bench]``. CP-SAT has one worker and no orientation: one tour is asked for. Timings
depend on the machine, and nothing here fails because of one.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import measuring
from measuring import Tally, Task

import nqsat
from nqsat.bench.graphs import Cycle, cycle_of
from nqsat.bench.peers.clingo import cycle_program
from nqsat.bench.peers.cp_sat import circuit
from nqsat.engines import WarnsdorffEngine

if TYPE_CHECKING:
    import clingo

#: nqsat imports its rooms when they are first used.
NQSAT = ("nqsat.counting",)
PYSAT = (*NQSAT, "pysat.solvers", "pysat.card")
ORTOOLS = ("ortools.sat.python.cp_model",)

#: The columns of the table.
HEAD = ("what", "n", "answer", "median s", "least s", "CPU s", "peak MiB")


def _tour(n: int) -> nqsat.Tour:
    return nqsat.Tour(f"{n}x{n}", "N")


def _by_nqsat(engine: str | nqsat.engines.Engine, n: int) -> int:
    found = nqsat.solve(_tour(n), engine=engine).solution
    squares = found.squares if isinstance(found, nqsat.Path) else ()
    return _checked(n, [square.row * n + square.column for square in squares])


def _by_peer(find: Callable[[Cycle], Mapping[int, int]], n: int) -> int:
    asked = cycle_of(_tour(n))
    if asked is None:
        raise RuntimeError("no cycle of a graph")
    after, order = find(asked), [0]
    while (square := after[order[-1]]) != 0 and len(order) <= len(after):
        order.append(square)
    return _checked(n, order)


def _checked(n: int, order: list[int]) -> int:
    """1, if the squares in this order are a closed tour."""
    places = [divmod(square, n) for square in order]
    steps = zip(places, places[1:] + places[:1], strict=True)
    leaps = all({abs(r - s), abs(c - d)} == {1, 2} for (r, c), (s, d) in steps)
    if sorted(order) != list(range(n * n)) or not leaps:
        raise RuntimeError(f"no closed tour: {order}")
    return 1


def _clingo(asked: Cycle) -> dict[int, int]:
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


def _cp_sat(asked: Cycle) -> dict[int, int]:
    """The moves of one tour, as a circuit."""
    from ortools.sat.python import cp_model

    model, taken = circuit(asked)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise RuntimeError("no tour")
    return dict(move for move, literal in taken.items() if solver.boolean_value(literal))


def _tasks() -> list[Task]:
    restless = WarnsdorffEngine(seed=0, restarts=1_000_000)  # until the limit
    return [
        Task("nqsat sat", partial(_by_nqsat, "sat"), PYSAT),
        Task("nqsat construct", partial(_by_nqsat, "construct"), PYSAT),
        Task("nqsat warnsdorff, seed 0", partial(_by_nqsat, restless), NQSAT),
        Task("nqsat cpsat", partial(_by_nqsat, "cpsat"), (*NQSAT, *ORTOOLS)),
        Task("clingo", partial(_by_peer, _clingo), ("clingo",)),
        Task("CP-SAT", partial(_by_peer, _cp_sat), ORTOOLS),
    ]


TASKS = {task.name: task for task in _tasks()}


def _row(tally: Tally) -> list[str]:
    start = [tally.task.name, str(tally.size)]
    if not tally.done:
        return [*start, tally.failure or "", *[""] * (len(HEAD) - 3)]
    seconds = (tally.median("seconds"), tally.least("seconds"), tally.median("cpu"))
    return [*start, "a tour", *(f"{x:.3f}" for x in seconds), f"{tally.median('peak'):.0f}"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print; ``--measure`` is how a child is told what to do."""
    parser = argparse.ArgumentParser(
        description="nqsat beside its peers on the first knight's tour"
    )
    parser.add_argument("--n", nargs="+", type=int, default=[8, 20, 32, 50, 100])
    parser.add_argument("--only", nargs="+", choices=TASKS, metavar="TASK", help="only these rows")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds for one run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything measured")
    parser.add_argument("--measure", nargs=2, metavar=("TASK", "N"), help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.measure:
        name, size = asked.measure
        measuring.answer(TASKS[name], int(size), asked.limit)
        return
    if asked.repeat < 1 or not all(n >= 6 and n % 2 == 0 for n in asked.n):
        parser.error("--repeat from 1, --n even numbers from 6: others have no closed tour")
    tasks = [task for task in TASKS.values() if asked.only is None or task.name in asked.only]
    print(f"{measuring.occasion()}, {asked.repeat} runs each, interleaved")
    missing = [task.name for task in tasks if not task.installed]
    if missing:
        print(f"not installed: {', '.join(missing)} (pip install 'nqsat[bench]')")
    found = measuring.interleaved(__file__, tasks, set(asked.n), asked.repeat, asked.limit)
    tallies = list(found)
    print(f"\n{measuring.table(HEAD, map(_row, tallies))}")
    if asked.json:
        rows = [{"what": t.task.name, "n": t.size, "runs": [*map(asdict, t.runs)]} for t in tallies]
        asked.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
