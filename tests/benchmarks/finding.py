"""nqsat side by side with its peers: the first closed knight's tour of a large board.

    python tests/benchmarks/finding.py [--n 8 50] [--only NAME ...] [--repeat 3] [--json]

Counts and lists are measured by ``nqsat bench``; this is for finding one. A tour is checked square by
square, and the answer is 1. clingo comes with the extra ``nqsat[bench]``. CP-SAT has one worker and no
orientation: one tour is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from measuring import contestant, main

import nqsat
from nqsat.bench.contestants import Job
from nqsat.bench.graphs import Cycle, cycle_of
from nqsat.bench.peers.clingo import cycle_program
from nqsat.bench.peers.cp_sat import circuit
from nqsat.engines import WarnsdorffEngine
from nqsat.modelling import Model

if TYPE_CHECKING:
    import clingo

ORTOOLS = "ortools.sat.python.cp_model"


def _by_nqsat(engine: str | nqsat.engines.Engine) -> Callable[[Model], Job]:
    def find(model: Any) -> int:
        found = nqsat.solve(model, engine=engine).solution
        n, squares = model.board.rows, found.squares if isinstance(found, nqsat.Path) else ()
        return _checked(n, [square.row * n + square.column for square in squares])

    return lambda model: partial(find, model)


def _by_peer(find: Callable[[Cycle], Mapping[int, int]]) -> Callable[[Model], Job]:
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


#: Until the limit.
RESTLESS = WarnsdorffEngine(seed=0, restarts=1_000_000)

CONTESTANTS = (
    contestant("nqsat sat", _by_nqsat("sat"), "pysat.solvers", "pysat.card"),
    contestant("nqsat construct", _by_nqsat("construct")),
    contestant("nqsat warnsdorff, seed 0", _by_nqsat(RESTLESS)),
    contestant("nqsat cpsat", _by_nqsat("cpsat"), ORTOOLS),
    contestant("clingo", _by_peer(_clingo), "clingo"),
    contestant("CP-SAT", _by_peer(_cp_sat), ORTOOLS),
)

SETS = {"tours": (lambda n: nqsat.Tour(f"{n}x{n}", "N"), (8, 20, 32, 50, 100))}

if __name__ == "__main__":
    main(__file__, CONTESTANTS, SETS)
