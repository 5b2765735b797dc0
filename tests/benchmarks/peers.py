"""The peers: all solutions of n queens, each with the best encoding known for it.

Nothing here uses nqsat; the clauses are written by hand. Every function returns how many solutions
there are, and where a peer can hand the solutions out, it does (nqsat does too).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

__all__ = [
    "QUEENS",
    "clingo_cardinalities",
    "clingo_pairs",
    "cp_sat",
    "cpmpy_ortools",
    "enum_models",
    "pairwise_clauses",
    "python_bits",
    "python_sets",
]

#: OEIS A000170, n = 0, 1, 2, …: the counts that every row of the tables is held against.
QUEENS = (1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596)

Cell = tuple[int, int]


def _ranks_and_files(n: int) -> Iterator[list[Cell]]:
    for i in range(n):
        yield [(i, j) for j in range(n)]
        yield [(j, i) for j in range(n)]


def _diagonals(n: int) -> Iterator[list[Cell]]:
    for d in range(2 - n, n - 1):
        yield [(r, r - d) for r in range(n) if 0 <= r - d < n]
    for s in range(1, 2 * n - 2):
        yield [(r, s - r) for r in range(n) if 0 <= s - r < n]


def pairwise_clauses(n: int) -> list[list[int]]:
    """The CNF: each rank and each file exactly one, each diagonal at most one, all by pairs."""
    clauses = [[r * n + c + 1 for r, c in line] for line in _ranks_and_files(n)]
    for line in (*_ranks_and_files(n), *_diagonals(n)):
        cells = [r * n + c + 1 for r, c in line]
        clauses.extend([-a, -b] for a, b in combinations(cells, 2))
    return clauses


def enum_models(n: int, solver: str) -> int:
    """PySAT's own loop. The CNF has no auxiliaries, or it would count those too."""
    from pysat.solvers import Solver

    with Solver(name=solver, bootstrap_with=pairwise_clauses(n)) as sat:
        return sum(1 for _ in sat.enum_models())


def cp_sat(n: int) -> int:
    """CP-SAT's own enumeration over Booleans, with one worker: with more it loses solutions."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    queen = {(r, c): model.new_bool_var("") for r in range(n) for c in range(n)}
    for line in _ranks_and_files(n):
        model.add_exactly_one(queen[cell] for cell in line)
    for line in _diagonals(n):
        model.add_at_most_one(queen[cell] for cell in line)

    class Collect(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    collect = Collect()
    status = solver.solve(model, collect)
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise RuntimeError(solver.status_name())
    return collect.found


_CLINGO_LINES = """
{ queen(R, 1..n) } = 1 :- R = 1..n.
{ queen(1..n, C) } = 1 :- C = 1..n.
"""
_CLINGO_CARDINALITIES = f"""{_CLINGO_LINES}
:- S = 2..2*n, {"{ queen(S-C, C) }"} >= 2.
:- D = 1-n..n-1, {"{ queen(D+C, C) }"} >= 2.
"""
_CLINGO_PAIRS = f"""{_CLINGO_LINES}
:- queen(R, C), queen(S, D), R < S, |R-S| = |C-D|.
"""


def clingo_cardinalities(n: int, *options: str) -> int:
    """clingo, each diagonal a cardinality (the compact encoding of the textbooks)."""
    return _clingo(_CLINGO_CARDINALITIES, n, options)


def clingo_pairs(n: int, *options: str) -> int:
    """clingo, a constraint for each two squares on a diagonal (the first encoding of the textbooks)."""
    return _clingo(_CLINGO_PAIRS, n, options)


def _clingo(program: str, n: int, options: tuple[str, ...]) -> int:
    import clingo

    control = clingo.Control(["--models=0", f"--const=n={n}", *options])
    control.add("base", [], program)
    control.ground([("base", [])])
    found = 0

    def collect(_model: clingo.Model) -> None:
        nonlocal found
        found += 1

    result = control.solve(on_model=collect)
    if not result.exhausted:
        raise RuntimeError(str(result))
    return found


def cpmpy_ortools(n: int) -> int:
    """CPMpy, three AllDifferent, handed to OR-Tools."""
    import cpmpy

    queen = cpmpy.intvar(1, n, shape=(n,))
    rank = range(n)
    model = cpmpy.Model(
        cpmpy.AllDifferent(queen),
        cpmpy.AllDifferent([queen[i] + i for i in rank]),
        cpmpy.AllDifferent([queen[i] - i for i in rank]),
    )
    return int(model.solveAll(solver="ortools"))


def python_sets(n: int) -> int:
    """Plain Python, readable: keep the squares that are free, rank by rank."""
    board = [(r, c) for r in range(n) for c in range(n)]
    beside = {
        (r, c): {(s, d) for s, d in board if r == s or c == d or abs(r - s) == abs(c - d)}
        for r, c in board
    }
    solutions: list[tuple[Cell, ...]] = []

    def extend(placed: tuple[Cell, ...], free: set[Cell]) -> None:
        rank = len(placed)
        if rank == n:
            solutions.append(placed)
            return
        for cell in [(rank, c) for c in range(n) if (rank, c) in free]:
            extend((*placed, cell), free - beside[cell])

    extend((), set(board))
    return len(solutions)


def python_bits(n: int) -> int:
    """Plain Python, fast: three masks of attacked squares; it counts and keeps nothing."""
    full = (1 << n) - 1

    def extend(files: int, left: int, right: int) -> int:
        if files == full:
            return 1
        found, free = 0, full & ~(files | left | right)
        while free:
            bit = free & -free
            free ^= bit
            found += extend(files | bit, (left | bit) << 1, (right | bit) >> 1)
        return found

    return extend(0, 0, 0)
