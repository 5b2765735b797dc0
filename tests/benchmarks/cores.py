"""What a second core is worth: wall-clock seconds of one worker and of two, one after the other.

    python tests/benchmarks/cores.py [--case queens17 queens13 tours]

Kernels are compiled and loaded before anything is measured. Of the tours the halves and their join are told
apart by the names of the parts. On an idle machine 0.5 would be the best ratio.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping

from nqsat import Placement, Tour
from nqsat.counting.crew import side_by_side
from nqsat.engines import BitboardEngine, MatesEngine, make_engine
from nqsat.engines.kernels import warm_up
from nqsat.engines.plan import Plan, Sums, steps


def _queens(n: int, engine: str) -> Plan:
    return make_engine(engine).plan(Placement(f"{n}x{n}", {"Q": n}))


#: What is counted, by name.
CASES: Mapping[str, Callable[[], Plan]] = {
    "queens17": lambda: _queens(17, "bitboard"),
    "queens13": lambda: _queens(13, "sat"),
    "tours": lambda: make_engine("mates/middle").plan(Tour("8x8", "N")),
    "tours7x8": lambda: make_engine("mates/middle").plan(Tour("7x8", "N")),
}


def measured(plan: Plan, workers: int) -> tuple[int, float, float]:
    """The number, the seconds that it took, and those after the last half."""
    sums, begun = Sums(), time.monotonic()
    halved = begun
    pieces = steps(plan, 1, {}) if workers == 1 else side_by_side(plan, workers, {})
    for part, piece in pieces:
        sums.add(part, piece)
        if part.startswith("half"):
            halved = time.monotonic()
    end = time.monotonic()
    return int(sum(number for _, number in sums.numbers)), end - begun, end - halved


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--case", nargs="*", choices=[*CASES], default=["queens17", "queens13", "tours"]
    )
    for name in parser.parse_args().case:
        plan = CASES[name]()
        for engine in (BitboardEngine, MatesEngine):
            warm_up(engine)
        (one, alone, joined), (two, both, together) = (measured(plan, n) for n in (1, 2))
        assert one == two, (one, two)
        line = (
            f"{name}: {one:,}; 1 worker {alone:.1f} s, 2 workers {both:.1f} s: {both / alone:.2f}"
        )
        if joined < alone:
            line += f"; the join {joined:.1f} s, {together:.1f} s: {together / joined:.2f}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
