"""The measurements behind defaults: encodings of at-most-one, phases, blocking clauses, memory.

    python tests/benchmarks/choices.py [--set first loop any] [--repeat 3] [--json]

Lists by encoding are a matter of ``nqsat bench queens -p n=12 --engines sat/pairwise,sat/ladder``.

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

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from measuring import contestant, main

import nqsat
from nqsat.bench.contestants import Job
from nqsat.modelling import Model

PYSAT = ("pysat.solvers", "pysat.card")
LINES = ("pairwise", "ladder", "seqcounter", "bitwise")

#: How a solution is forbidden: all literals of the projection, the n true ones, all but one of those.
BLOCKS: dict[str, Callable[[Sequence[int], int], list[int]]] = {
    "all": lambda true, last: [-x if x in set(true) else x for x in range(1, last + 1)],
    "n": lambda true, last: [-x for x in true],
    "n-1": lambda true, last: [-x for x in true[:-1]],
}


def _queens(number: str | None, n: int) -> nqsat.Placement:
    return nqsat.Placement(f"{n}x{n}", {"Q": number or n})


def _first(encoding: str) -> Callable[[Model], Job]:
    """One solution, checked here: on large boards ``holds`` builds an attack table, and takes longer."""

    def found(model: Any) -> int:
        engine = nqsat.engines.SatEngine(encoding=encoding)
        solution: Any = next(one for one in engine.search(model) if one is not None)
        squares = [man.square for man in solution.men]
        lines = zip(*((r, c, r - c, r + c) for r, c in squares), strict=True)
        if any(len(set(line)) != model.board.rows for line in lines):
            raise RuntimeError(f"wrong: {squares}")
        return 1

    return lambda model: partial(found, model)


def _loop(model: Model, solver: str, *, block: str, phases: bool) -> Iterator[list[int]]:
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


def _by_hand(block: str, phases: bool, solver: str = "cadical195") -> Callable[[Model], Job]:
    return lambda model: lambda: sum(1 for _ in _loop(model, solver, block=block, phases=phases))


def _by_nqsat(model: Model) -> Job:
    return lambda: nqsat.count(model, engine="sat").value


CONTESTANTS = (
    *(contestant(f"first {line}", _first(line), *PYSAT) for line in LINES),
    contestant("loop nqsat", _by_nqsat, *PYSAT),
    *(
        contestant(f"loop block {block}{' phases' * phases}", _by_hand(block, phases), *PYSAT)
        for block in BLOCKS
        for phases in (True, False)
    ),
    contestant("any nqsat", _by_nqsat, *PYSAT),
    contestant("any by hand", _by_hand("all", False), *PYSAT),
    contestant("any by hand minisat22", _by_hand("all", False, "minisat22"), *PYSAT),
)

SETS = {
    "first": (partial(_queens, None), (30, 50, 75, 100, 125, 150)),
    "loop": (partial(_queens, None), (10, 12)),
    "any": (partial(_queens, "any"), (8,)),  # what a solution costs: see MiB
}

if __name__ == "__main__":
    main(__file__, CONTESTANTS, SETS, prefixes=True)
