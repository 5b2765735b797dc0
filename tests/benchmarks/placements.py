"""nqsat side by side with its peers: all solutions of n queens.

    python tests/benchmarks/placements.py [--n 8 10 12] [--repeat 3] [--json out.json]

The peers clingo and CPMpy come with the extra ``nqsat[bench]``; one that is not installed is left out
and named. Every count is held against OEIS A000170, and a wrong one is marked WRONG however fast it
was. Below the tables stand the claims that the project makes about its own speed, each with what was
measured, and judged by CPU time. Timings depend on the machine; nothing here fails because of one.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Sequence
from functools import partial

import measuring
import peers
from measuring import Claim, Tallies, Task

import nqsat

#: The solver that ``sat`` takes when it is not told otherwise.
DEFAULT = nqsat.SOLVERS[0]

#: Others to compare, and the largest board that each is given.
SOLVERS = {"cadical153": 12, "ergo": 12, "minisat22": 11, "glucose4": 11}

PYSAT = ("pysat.solvers", "pysat.card")
ORTOOLS = ("ortools.sat.python.cp_model",)


def _nqsat(engine: str | nqsat.Engine, n: int, *, break_symmetry: bool = False) -> int:
    """From the declaration to the count, every solution checked on the way."""
    model = nqsat.Placement(f"{n}x{n}", {"Q": n})
    count = nqsat.count(model, engine=engine, break_symmetry=break_symmetry)
    if not count.complete:
        raise RuntimeError(f"incomplete: {count.reason}")
    return count.value


def _clingo(encoding: Callable[..., int], *options: str) -> Callable[[int], int]:
    return lambda n: encoding(n, *options)


def _enum_models(solver: str) -> Callable[[int], int]:
    return partial(peers.enum_models, solver=solver)


def _tasks() -> list[Task]:
    base = f"enum_models/{DEFAULT}"
    sat = "nqsat sat"
    own = [
        Task(sat, partial(_nqsat, "sat"), PYSAT, base),
        Task(
            f"{sat}, own process",  # what the command line does, so that Ctrl-C works at once
            partial(_nqsat, nqsat.SatEngine(isolated=True)),
            PYSAT,
            base,
        ),
        Task(
            f"{sat} --break-symmetry",
            partial(_nqsat, "sat", break_symmetry=True),
            PYSAT,
            base,
        ),
        *(
            Task(
                f"{sat}/{solver}",
                partial(_nqsat, nqsat.SatEngine(solver)),
                PYSAT,
                f"enum_models/{solver}",
                largest,
            )
            for solver, largest in SOLVERS.items()
            if solver != DEFAULT
        ),
        Task("nqsat cpsat", partial(_nqsat, "cpsat"), ORTOOLS, base),
        Task("nqsat backtrack", partial(_nqsat, "backtrack"), (), base),
    ]
    others = [
        Task(base, _enum_models(DEFAULT), PYSAT),
        *(
            Task(f"enum_models/{solver}", _enum_models(solver), PYSAT, base, largest)
            for solver, largest in SOLVERS.items()
            if solver != DEFAULT
        ),
        Task("CP-SAT, 1 worker", peers.cp_sat, ORTOOLS, base),
        Task("clingo, pairs", _clingo(peers.clingo_pairs), ("clingo",), base),
        Task("clingo, cardinalities", _clingo(peers.clingo_cardinalities), ("clingo",), base),
        Task(
            "clingo, pairs, no learning",
            _clingo(peers.clingo_pairs, "--no-lookback", "--lookahead=no", "--heuristic=None"),
            ("clingo",),
            base,
        ),
        Task("CPMpy, ortools", peers.cpmpy_ortools, ("cpmpy", *ORTOOLS), base),
        Task("pure Python, sets", peers.python_sets, (), base),
        Task("pure Python, bits, count only", peers.python_bits, (), base),
    ]
    return [*own, *others]


TASKS = {task.name: task for task in _tasks()}


def _faster(text: str, tallies: Tallies, name: str, n: int, at_least: float) -> Claim:
    """That a task takes at most 1/at_least of the time of the one it is held against."""
    mine, other = tallies.get((name, n)), tallies.get((TASKS[name].against or "", n))
    return measuring.faster(text, mine, other, peers.QUEENS[n], at_least, f"--n {n}")


def _within(text: str, tallies: Tallies, name: str, n: int, seconds: float) -> Claim:
    tally = tallies.get((name, n))
    if tally is None or not tally.done:
        return Claim(text, f"needs --n {n}", None)
    if tally.counts != {peers.QUEENS[n]}:
        return Claim(text, "the count is wrong", False)
    took = tally.median("cpu")
    said = (
        f"{took:.3f} s (least {tally.least('cpu'):.3f}, wall clock {tally.median('seconds'):.3f})"
    )
    return Claim(text, said, took < seconds)


def _quick(command: str, repeat: int, seconds: float) -> Claim:
    """That a command of the program uses little CPU, start of the interpreter included."""
    start = "from nqsat.cli.app import main; main()"
    taken = []
    for _ in range(repeat):
        _, cpu, _, failure = measuring.run_process([sys.executable, "-c", start, command], 60)
        if failure is not None:
            return Claim(f"nqsat {command}", failure, False)
        taken.append(cpu)
    cpu = statistics.median(taken)
    said = f"{cpu:.3f} s (least {min(taken):.3f})"
    return Claim(f"nqsat {command} in under {seconds} s of CPU", said, cpu < seconds)


def claims(tallies: Tallies, repeat: int) -> list[Claim]:
    """What the project says about its speed."""
    base = TASKS["nqsat sat"].against
    return [
        _faster(
            f"12 queens: sat, solutions checked, is not slower than {base}",
            tallies,
            "nqsat sat",
            12,
            1,
        ),
        _faster(
            f"12 queens: sat with symmetry breaking is at least 3 × as fast as {base}",
            tallies,
            "nqsat sat --break-symmetry",
            12,
            3,
        ),
        _within("10 queens: backtrack in under 0.3 s of CPU", tallies, "nqsat backtrack", 10, 0.3),
        _quick("--help", repeat, 0.3),
        _quick("list", repeat, 0.3),
    ]


def report(n: int, tallies: Tallies) -> str:
    """The table of one board size; the ratio is against enum_models with the same solver."""
    first, last = measuring.HEAD
    rows = []
    for (name, size), tally in tallies.items():
        if size == n:
            other = tallies.get((tally.task.against or name, n))
            rows.append(measuring.columns(name, tally, peers.QUEENS[n], [other]))
    return f"{n} queens\n{measuring.table([*first, 'ratio', *last], rows)}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = measuring.options("nqsat beside its peers on n queens")
    parser.add_argument("--n", type=int, nargs="+", default=[8, 10, 12], metavar="N")
    parser.add_argument("--only", nargs="+", choices=TASKS, metavar="TASK", help="only these rows")
    asked = parser.parse_args(arguments)
    if asked.measure:
        name, size = asked.measure
        measuring.answer(TASKS[name], int(size), asked.limit)
        return
    if asked.repeat < 1 or not all(0 < n < len(peers.QUEENS) for n in asked.n):
        parser.error(f"--repeat from 1, --n from 1 to {len(peers.QUEENS) - 1}")

    tasks = [task for task in TASKS.values() if asked.only is None or task.name in asked.only]
    title = f"{measuring.machine()}, {asked.repeat} runs each, interleaved"
    print(title)
    missing = [task.name for task in tasks if not task.installed]
    if missing:
        print(f"not installed: {', '.join(missing)} (pip install 'nqsat[bench]')")
    tallies: Tallies = {}
    for tally in measuring.interleaved(__file__, tasks, set(asked.n), asked.repeat, asked.limit):
        tallies[tally.task.name, tally.size] = tally
    for n in sorted(set(asked.n)):
        print(f"\n{report(n, tallies)}")
    print("\nratio: of CPU, to enum_models with the same solver, else with the default solver")
    found = claims(tallies, asked.repeat)
    print("\nclaims", *found, sep="\n")
    if asked.json:
        measuring.save(
            asked.json,
            title,
            missing,
            tallies,
            lambda tally: {"n": tally.size, "right": peers.QUEENS[tally.size]},
            found,
        )


if __name__ == "__main__":
    main()
