"""nqsat side by side with its peers: how many, without handing the solutions out.

    python tests/benchmarks/counting.py [--queens 12 14] [--any 8 10] [--long] [--json out.json]

Two questions: n queens on n x n, and any number of queens. The counts are held against OEIS A000170 and
A287227. The C program is compiled with ``-O2`` before the clock starts, and left out where there is no
compiler; it is for queens only, on half a board, and the yardstick for the engine ``bitboard``, which
takes any piece on any board. clingo comes with the extra ``nqsat[bench]``. Unless there is one run only,
kernels have been compiled before, as they are from the second run of the program on; that they are
loaded, which takes a quarter of a second, is in the times. Claims are judged by CPU time; timings depend
on the machine, and nothing here fails because of one.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import partial
from itertools import chain
from pathlib import Path

import counting_peers
import measuring
import peers
from measuring import Claim, Tallies, Tally, Task

import nqsat
from nqsat.engines.bitboard import BitboardEngine
from nqsat.engines.contract import Counter
from nqsat.engines.frontier import FrontierEngine

#: OEIS A000170 and A287227: by question and n, the counts that every row is held against.
RIGHT = {
    "queens": {**dict(enumerate(peers.QUEENS)), 15: 2279184, 16: 14772512},
    "any": {1: 2, 2: 5, 4: 87, 6: 2635, 8: 118969, 10: 7535369, 12: 633443407},
}

#: What is imported before the clock starts.
NUMBA = ("nqsat.modelling", "lark", "numba")
PYSAT = ("nqsat.counting", "lark", "pysat.solvers", "pysat.card")
CLINGO = ("clingo",)

#: On these boards every kernel of the two questions is called, as counts of small and large boards differ.
WARM = (4, 10)

C = "C, queens only"

#: What every contestant is compared with.
PEERS = (C, "clingo")


def _total(engine: Counter, number: str, n: int) -> int:
    """From the declaration to the count."""
    model = nqsat.Placement(f"{n}x{n}", {"Q": number or n})
    return sum(found for found in engine.total(model) if found is not None)


def _listed(n: int) -> int:
    count = nqsat.count(nqsat.Placement(f"{n}x{n}", {"Q": n}), engine="sat", break_symmetry=True)
    if not count.complete:
        raise RuntimeError(f"incomplete: {count.reason}")
    return count.value


def _queens() -> list[Task]:
    bitboard = "queens nqsat bitboard"
    whole = BitboardEngine(symmetry=False)
    return [
        Task(bitboard, partial(_total, BitboardEngine(), ""), NUMBA),
        Task(f"{bitboard}, without symmetry", partial(_total, whole, ""), NUMBA),
        Task("queens nqsat sat --break-symmetry", _listed, PYSAT, up_to=12),
        *([Task(f"queens {C}", counting_peers.queens_in_c)] if counting_peers.COMPILER else []),
        Task("queens clingo", peers.clingo_pairs, CLINGO, up_to=12),
        Task("queens pure Python, bits", peers.python_bits, (), up_to=12),
    ]


def _any() -> list[Task]:
    return [
        Task("any nqsat bitboard", partial(_total, BitboardEngine(), "any"), NUMBA),
        Task("any nqsat frontier", partial(_total, FrontierEngine(), "any"), NUMBA, up_to=10),
        *([Task(f"any {C}", counting_peers.any_in_c)] if counting_peers.COMPILER else []),
        Task("any clingo", counting_peers.any_in_clingo, CLINGO, up_to=8),
        Task("any pure Python, bits", counting_peers.any_in_python, (), up_to=10),
    ]


#: By what is asked.
SECTIONS = {"queens": _queens(), "any": _any()}

TASKS = {task.name: task for task in chain.from_iterable(SECTIONS.values())}


def claims(tallies: Tallies) -> list[Claim]:
    """What the project says about its speed."""
    return [
        measuring.faster(
            "16 queens: bitboard is no slower than a C program for queens only",
            tallies.get(("queens nqsat bitboard", 16)),
            tallies.get((f"queens {C}", 16)),
            RIGHT["queens"][16],
            1,
            "--queens 16 and a C compiler",
        ),
        measuring.faster(
            "12 queens: bitboard is at least 3 × as fast as clingo",
            tallies.get(("queens nqsat bitboard", 12)),
            tallies.get(("queens clingo", 12)),
            RIGHT["queens"][12],
            3,
            "--queens 12 and clingo",
        ),
    ]


def report(section: str, n: int, tallies: Tallies) -> str:
    """The table of one question."""
    title = f"{n} queens" if section == "queens" else f"any number of queens on {n}x{n}"
    first, last = measuring.HEAD
    others = [tallies.get((f"{section} {peer}", n)) for peer in PEERS]
    rows = [
        measuring.columns(name.removeprefix(f"{section} "), tally, RIGHT[section][n], others)
        for (name, size), tally in tallies.items()
        if size == n and name.startswith(f"{section} ")
    ]
    return f"{title}\n{measuring.table([*first, *(f'/ {peer}' for peer in PEERS), *last], rows)}"


def _facts(tally: Tally) -> dict[str, int | str]:
    section = tally.task.name.partition(" ")[0]
    return {"question": section, "n": tally.size, "right": RIGHT[section][tally.size]}


def _warm(tasks: Sequence[Task]) -> None:
    """Have the kernels compiled."""
    for task in tasks:
        for _ in measuring.interleaved(__file__, [task], WARM, 1, 600):
            continue


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = measuring.options("nqsat beside its peers on counts of queens")
    parser.add_argument("--queens", nargs="*", type=int, choices=RIGHT["queens"], metavar="N")
    parser.add_argument("--any", nargs="*", type=int, choices=RIGHT["any"], metavar="N")
    parser.add_argument("--long", action="store_true", help="16 queens and 12x12 too: minutes")
    parser.add_argument("--only", nargs="+", choices=TASKS, metavar="TASK", help="only these rows")
    asked = parser.parse_args(arguments)
    if asked.measure:
        name, size = asked.measure
        measuring.answer(TASKS[name], int(size), asked.limit)
        return
    if asked.repeat < 1:
        parser.error("--repeat from 1")
    sizes = {
        "queens": [12, 13, 14, 15, 16] if asked.long else [12, 14],
        "any": [8, 10, 12] if asked.long else [8, 10],
    }
    for section, given in (("queens", asked.queens), ("any", asked.any)):
        sizes[section] = sizes[section] if given is None else sorted(set(given))

    title = f"{measuring.machine()}, {asked.repeat} runs each, interleaved"
    print(title)
    chosen = [task for task in TASKS.values() if asked.only is None or task.name in asked.only]
    missing = [task.name for task in chosen if not task.installed]
    missing += [] if counting_peers.COMPILER else [C]
    if missing:
        print(f"not installed: {', '.join(missing)} (pip install 'nqsat[bench]', or gcc)")
    if asked.repeat > 1:
        _warm([task for task in chosen if task.modules == NUMBA])
    tallies: Tallies = {}
    with tempfile.TemporaryDirectory() as folder:
        if counting_peers.COMPILER:
            counting_peers.compile_program(Path(folder))
        for section, tasks in SECTIONS.items():
            mine = [task for task in tasks if task in chosen]
            found = measuring.interleaved(__file__, mine, sizes[section], asked.repeat, asked.limit)
            for tally in found:
                tallies[tally.task.name, tally.size] = tally
            for n in sizes[section] if mine else ():
                print(f"\n{report(section, n, tallies)}", flush=True)
    print("\nratios: of CPU; † and what follows it: met the limit, not tried on larger boards")
    said = claims(tallies)
    print("\nclaims", *said, sep="\n")
    if asked.json:
        measuring.save(asked.json, title, missing, tallies, _facts, said)


if __name__ == "__main__":
    main()
