"""CP-SAT's own enumeration: every solution is handed to a callback."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from nqsat.bench.graphs import Cycle, Men

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


def men(asked: Men, workers: int = 1) -> int:
    """Booleans; exactly one or at most one of each line; one worker."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    on = [model.new_bool_var("") for _ in range(asked.size)]
    for line in asked.ones:
        model.add_exactly_one(on[x] for x in line)
    for line in asked.lines:
        if line not in asked.ones:
            model.add_at_most_one(on[x] for x in line)
    if not asked.ones and not asked.free:
        model.add_linear_constraint(cp_model.LinearExpr.sum(on), asked.low, asked.most)
    return _count(model, workers)


def men_by_workers(asked: Men) -> int:
    """The same with eight workers: it loses solutions, and says OPTIMAL all the same."""
    return men(asked, workers=8)


def cycles(asked: Cycle) -> int:
    """One circuit, of whose two orientations one is kept; one worker."""
    from ortools.sat.python import cp_model

    model, taken = circuit(asked)

    def number(literals: Iterable[tuple[int, cp_model.IntVar]]) -> cp_model.LinearExprT:
        return cp_model.LinearExpr.sum([place * literal for place, literal in literals])

    first = number((y, literal) for (x, y), literal in taken.items() if x == 0)
    last = number((x, literal) for (x, y), literal in taken.items() if y == 0)
    model.add(first < last)
    return _count(model, 1)


def circuit(asked: Cycle) -> tuple[cp_model.CpModel, dict[tuple[int, int], cp_model.IntVar]]:
    """The model whose solutions are the cycles in both orientations, and a literal for each move."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    moves = [move for x, y in asked.edges for move in ((x, y), (y, x))]
    taken = {move: model.new_bool_var("") for move in moves}
    model.add_circuit([(x, y, literal) for (x, y), literal in taken.items()])
    return model, taken


def _count(model: cp_model.CpModel, workers: int) -> int:
    from ortools.sat.python import cp_model

    class Collect(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.enumerate_all_solutions = True
    collect = Collect()
    status = solver.solve(model, collect)
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise RuntimeError(f"it says {status.name}: these are not all")
    return collect.found
