"""nqsat side by side with its peers: closed knight's tours.

    python tests/benchmarks/tours.py [--quick] [--list 6x6 5x8] [--first 8 50] [--json out.json]

Two questions: all undirected tours of a small board, and the first tour of a large one. Every run has a
limit; one that met it is marked † and that contestant is not tried on what is larger. The counts
are held against OEIS A001230 and A070030 and what is published of 3 and 5 ranks; a tour found is checked
square by square. clingo comes with the extra ``nqsat[bench]``. CP-SAT has one worker everywhere. Claims
are judged by CPU time; timings depend on the machine, and nothing here fails because of one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain

import measuring
import tour_peers
from measuring import Claim, Tallies, Tally, Task

import nqsat
from nqsat.engines import WarnsdorffEngine

#: The boards to list and how many undirected closed tours each has. No two have as many, so the number
#: is what a listing is called by: the "size" of its task, and a larger one is more work.
TOURS = {"5x6": 8, "3x10": 16, "3x12": 176, "3x14": 1536, "6x6": 9862, "5x8": 44202}

BOARDS = {number: board for board, number in TOURS.items()}

#: nqsat imports its rooms when they are first used, and lark with the first piece that it reads.
NQSAT = ("nqsat.counting", "lark")
PYSAT = (*NQSAT, "pysat.solvers", "pysat.card")
ORTOOLS = ("ortools.sat.python.cp_model",)
CLINGO = ("clingo",)

#: What every contestant is compared with.
PEERS = ("clingo", "CP-SAT")


def _sides(number: int) -> tuple[int, int]:
    rows, columns = BOARDS[number].split("x")
    return int(rows), int(columns)


def _list(engine: str | nqsat.Engine, number: int) -> int:
    """From the declaration to the count, every tour checked on the way."""
    count = nqsat.count(nqsat.Tour(BOARDS[number], "N"), engine=engine)
    if not count.complete:
        raise RuntimeError(f"incomplete: {count.reason}")
    return count.value


def _list_by(peer: Callable[[int, int], int], number: int) -> int:
    return peer(*_sides(number))


def _first(engine: str | nqsat.Engine, n: int) -> int:
    found = nqsat.solve(nqsat.Tour(f"{n}x{n}", "N"), engine=engine).solution
    squares = found.squares if isinstance(found, nqsat.Path) else ()
    return _checked(n, [square.row * n + square.column for square in squares])


def _first_by(peer: Callable[[int, int], list[int]], n: int) -> int:
    return _checked(n, peer(n, n))


def _checked(n: int, order: list[int]) -> int:
    if not tour_peers.is_closed_tour(n, n, order):
        raise RuntimeError(f"no closed tour: {order}")
    return 1


def _lists() -> list[Task]:
    return [
        Task("list nqsat sat", partial(_list, "sat"), PYSAT),
        # what the command line does, so that Ctrl-C works at once
        Task("list nqsat sat, own process", partial(_list, nqsat.SatEngine(isolated=True)), PYSAT),
        Task("list nqsat cpsat", partial(_list, "cpsat"), (*NQSAT, *ORTOOLS)),
        Task("list nqsat backtrack", partial(_list, "backtrack"), NQSAT),
        Task("list clingo", partial(_list_by, tour_peers.list_clingo), CLINGO),
        Task("list CP-SAT", partial(_list_by, tour_peers.list_cp_sat), ORTOOLS),
    ]


def _firsts() -> list[Task]:
    restless = WarnsdorffEngine(seed=0, restarts=1_000_000)  # until the limit
    return [
        Task("first nqsat sat", partial(_first, "sat"), PYSAT),
        Task("first nqsat construct", partial(_first, "construct"), PYSAT),
        Task("first nqsat warnsdorff, seed 0", partial(_first, restless), NQSAT),
        Task("first nqsat cpsat", partial(_first, "cpsat"), (*NQSAT, *ORTOOLS)),
        Task("first clingo", partial(_first_by, tour_peers.find_clingo), CLINGO),
        Task("first CP-SAT", partial(_first_by, tour_peers.find_cp_sat), ORTOOLS),
    ]


#: By what is asked.
SECTIONS = {"list": _lists(), "first": _firsts()}

TASKS = {task.name: task for task in chain.from_iterable(SECTIONS.values())}


def _right(section: str, size: int) -> int:
    return size if section == "list" else 1


def _faster(
    tallies: Tallies, text: str, section: str, size: int, peer: str, at_least: float
) -> Claim:
    mine, other = (tallies.get((f"{section} {who}", size)) for who in ("nqsat sat", peer))
    needs = f"--{section} {BOARDS[size] if section == 'list' else size} and {peer}"
    return measuring.faster(text, mine, other, _right(section, size), at_least, needs)


def claims(tallies: Tallies) -> list[Claim]:
    """What the project says about its speed."""
    small = TOURS["6x6"]
    return [
        _faster(
            tallies,
            f"6x6: sat lists {small} tours no slower than clingo",
            "list",
            small,
            "clingo",
            1,
        ),
        _faster(
            tallies,
            "6x6: sat is at least 10 × as fast as CP-SAT's circuit",
            "list",
            small,
            "CP-SAT",
            10,
        ),
        _faster(
            tallies,
            "50x50: sat finds a tour by lazy cuts sooner than CP-SAT",
            "first",
            50,
            "CP-SAT",
            1,
        ),
    ]


def report(section: str, size: int, tallies: Tallies) -> str:
    """The table of one question."""
    if section == "list":
        title = f"all {size} closed tours of {BOARDS[size]}"
    else:
        title = f"the first closed tour of {size}x{size}"
    first, last = measuring.HEAD
    others = [tallies.get((f"{section} {peer}", size)) for peer in PEERS]
    rows = [
        measuring.columns(name.removeprefix(f"{section} "), tally, _right(section, size), others)
        for (name, measured), tally in tallies.items()
        if measured == size and name.startswith(f"{section} ")
    ]
    return f"{title}\n{measuring.table([*first, *(f'/ {peer}' for peer in PEERS), *last], rows)}"


def _facts(tally: Tally) -> dict[str, int | str]:
    section = tally.task.name.partition(" ")[0]
    size = tally.size
    board = BOARDS[size] if section == "list" else f"{size}x{size}"
    return {"board": board, "right": _right(section, size)}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = measuring.options("nqsat beside its peers on closed knight's tours")
    parser.add_argument("--quick", action="store_true", help="one run, small boards only")
    parser.add_argument("--list", nargs="*", choices=TOURS, metavar="BOARD")
    parser.add_argument("--first", nargs="*", type=int, metavar="N")
    parser.add_argument("--only", nargs="+", choices=TASKS, metavar="TASK", help="only these rows")
    asked = parser.parse_args(arguments)
    if asked.measure:
        name, size = asked.measure
        measuring.answer(TASKS[name], int(size), asked.limit)
        return
    boards = ["3x14", "6x6"] if asked.quick else ["3x14", "6x6", "5x8"]
    sides = [8, 20, 32] if asked.quick else [8, 20, 32, 50, 100]
    repeat = 1 if asked.quick else asked.repeat
    sizes = {
        "list": sorted({TOURS[b] for b in (boards if asked.list is None else asked.list)}),
        "first": sorted(set(sides if asked.first is None else asked.first)),
    }
    if repeat < 1 or not all(n >= 6 and n % 2 == 0 for n in sizes["first"]):
        parser.error("--repeat from 1, --first even numbers from 6: others have no closed tour")

    title = f"{measuring.machine()}, {repeat} runs each, interleaved"
    print(title)
    chosen = [task for task in TASKS.values() if asked.only is None or task.name in asked.only]
    missing = [task.name for task in chosen if not task.installed]
    if missing:
        print(f"not installed: {', '.join(missing)} (pip install 'nqsat[bench]')")
    tallies: Tallies = {}
    for section, tasks in SECTIONS.items():
        mine = [task for task in tasks if task in chosen]
        found = measuring.interleaved(__file__, mine, sizes[section], repeat, asked.limit)
        for tally in found:
            tallies[tally.task.name, tally.size] = tally
        for size in sizes[section] if mine else ():
            print(f"\n{report(section, size, tallies)}", flush=True)
    print("\nratios: of CPU; † and what follows it: met the limit, not tried on larger boards")
    said = claims(tallies)
    print("\nclaims", *said, sep="\n")
    if asked.json:
        measuring.save(asked.json, title, missing, tallies, _facts, said)


if __name__ == "__main__":
    main()
