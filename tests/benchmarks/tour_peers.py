"""The peers: closed knight's tours, each with the encoding that is best known for it.

Nothing here uses nqsat. ``list_…`` say how many undirected tours a board has, each solution handed over
one by one; ``find_…`` give one tour as its squares in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import clingo
    from ortools.sat.python import cp_model

__all__ = [
    "find_clingo",
    "find_cp_sat",
    "is_closed_tour",
    "list_clingo",
    "list_cp_sat",
    "moves",
]

_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def moves(rows: int, columns: int) -> list[tuple[int, int]]:
    """A knight's moves, from and to squares numbered rank by rank from 0."""
    return [
        (r * columns + c, (r + x) * columns + c + y)
        for r in range(rows)
        for c in range(columns)
        for x, y in _STEPS
        if 0 <= r + x < rows and 0 <= c + y < columns
    ]


def is_closed_tour(rows: int, columns: int, order: list[int]) -> bool:
    """Whether the squares in this order are a closed tour."""
    allowed = set(moves(rows, columns))
    steps = zip(order, order[1:] + order[:1], strict=True)
    return sorted(order) == list(range(rows * columns)) and all(step in allowed for step in steps)


def _order(after: Mapping[int, int]) -> list[int]:
    order = [0]
    while (square := after[order[-1]]) != 0 and len(order) <= len(after):
        order.append(square)
    return order


# -- clingo --------------------------------------------------------------------------------

#: The textbook's Hamiltonian cycle. Of the two orientations, the one that leaves square 0 for the lesser
#: of its two neighbours.
_CLINGO = """
{ go(X, Y) : move(X, Y) } = 1 :- square(X).
{ go(X, Y) : move(X, Y) } = 1 :- square(Y).
reached(Y) :- go(0, Y).
reached(Y) :- go(X, Y), reached(X).
:- square(X), not reached(X).
:- go(0, Y), go(X, 0), Y > X.
#show go/2.
"""


def _clingo(
    rows: int, columns: int, models: int, collect: Callable[[clingo.Model], None]
) -> clingo.SolveResult:
    import clingo

    squares = (f"square({x})." for x in range(rows * columns))
    facts = "\n".join((*squares, *(f"move({x},{y})." for x, y in moves(rows, columns))))
    control = clingo.Control([f"--models={models}"])
    control.add("base", [], _CLINGO + facts)
    control.ground([("base", [])])
    result = control.solve(on_model=collect)
    if not isinstance(result, clingo.SolveResult):
        raise TypeError(str(result))
    return result


def list_clingo(rows: int, columns: int) -> int:
    """clingo: one move out of and one into every square, all reached from one; one orientation."""
    found = 0

    def collect(_model: clingo.Model) -> None:
        nonlocal found
        found += 1

    result = _clingo(rows, columns, 0, collect)
    if not result.exhausted:
        raise RuntimeError(str(result))
    return found


def find_clingo(rows: int, columns: int) -> list[int]:
    """The same program, stopped at its first model."""
    after: dict[int, int] = {}

    def collect(model: clingo.Model) -> None:
        for atom in model.symbols(shown=True):
            here, there = (term.number for term in atom.arguments)
            after[here] = there

    _clingo(rows, columns, 1, collect)
    return _order(after)


# -- CP-SAT --------------------------------------------------------------------------------


def _circuit(
    rows: int, columns: int
) -> tuple[cp_model.CpModel, dict[tuple[int, int], cp_model.IntVar]]:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    taken = {move: model.new_bool_var("") for move in moves(rows, columns)}
    model.add_circuit([(x, y, literal) for (x, y), literal in taken.items()])
    return model, taken


def _one_worker() -> cp_model.CpSolver:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver


def list_cp_sat(rows: int, columns: int) -> int:
    """CP-SAT's circuit, one orientation, one worker: with more it loses solutions."""
    from ortools.sat.python import cp_model

    model, taken = _circuit(rows, columns)

    def number(literals: Iterable[tuple[int, cp_model.IntVar]]) -> cp_model.LinearExprT:
        return cp_model.LinearExpr.sum([place * literal for place, literal in literals])

    first = number((y, literal) for (x, y), literal in taken.items() if x == 0)
    last = number((x, literal) for (x, y), literal in taken.items() if y == 0)
    model.add(first < last)

    class Collect(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    solver = _one_worker()
    solver.parameters.enumerate_all_solutions = True
    collect = Collect()
    status = solver.solve(model, collect)
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise RuntimeError(solver.status_name())
    return collect.found


def find_cp_sat(rows: int, columns: int) -> list[int]:
    """CP-SAT's circuit, one worker, without an orientation: one tour is asked for."""
    from ortools.sat.python import cp_model

    model, taken = _circuit(rows, columns)
    solver = _one_worker()
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise RuntimeError(solver.status_name())
    return _order(dict(move for move, literal in taken.items() if solver.boolean_value(literal)))
