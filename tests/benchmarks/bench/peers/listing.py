"""The other programs that visit every solution; each imports its package when it is called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bench.graphs import CycleQuestion, SetQuestion
from nqsat.errors import UnsupportedByEngine

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

# -- exact-cover, dancing links in C: it counts without returning solutions ----------------------------


def exact_cover(asked: SetQuestion) -> int:
    """Count with a column for each line; a line that may stay empty has an extra row that fills it.

    Raises:
        UnsupportedByEngine: the number of pieces is limited without one piece in each line: no exact cover.
    """
    from exact_cover import get_solution_count

    if asked.counted:
        raise UnsupportedByEngine("exact-cover", "this number of pieces is not an exact cover")
    exact = set(asked.ones)
    optional = [line for line in asked.lines if line not in exact]
    lone = set(range(asked.size)).difference(*asked.ones, *optional)  # squares in no line
    columns = [*asked.ones, *optional, *((x,) for x in lone)]
    rows = [[int(x in line) for line in columns] for x in range(asked.size)]
    for place, line in enumerate(columns):
        if line not in exact:
            rows.append([int(place == other) for other in range(len(columns))])
    return int(get_solution_count(rows))


# -- clingo, answer set programming ---------------------------------------------------------------------

#: If each line has exactly one piece, choice rules say so; the rest are pairs, the usual textbook encoding,
#: which is faster here than cardinalities.
_ONES = """
{ on(X) : one(L, X) } = 1 :- one(L, _).
:- edge(X, Y), on(X), on(Y).
"""
_MEN = """
{ on(X) } :- square(X).
:- edge(X, Y), on(X), on(Y).
"""

#: The textbook encoding of Hamiltonian cycles. Of the two orientations, it keeps the one that leaves square
#: 0 for the smaller of its two neighbours.
_CYCLES = """
{ go(X, Y) : move(X, Y) } = 1 :- square(X).
{ go(X, Y) : move(X, Y) } = 1 :- square(Y).
reached(Y) :- go(0, Y).
reached(Y) :- go(X, Y), reached(X).
:- square(X), not reached(X).
:- go(0, Y), go(X, 0), Y > X.
"""

#: Options for plain backtracking, without clause learning and activity heuristics.
_PLAIN = ("--no-lookback", "--lookahead=no", "--heuristic=None")


def clingo(asked: SetQuestion, *options: str) -> int:
    """Count by clingo with its default options."""
    facts = [f"square({x})." for x in range(asked.size)]
    facts += [f"edge({x},{y})." for x, y in asked.edges]
    facts += [f"one({i},{x})." for i, line in enumerate(asked.ones) for x in line]
    if asked.counted:
        facts.append(f":- not {asked.low} {{ on(X) : square(X) }} {asked.most}.")
    return _clingo_count((_ONES if asked.ones else _MEN) + "\n".join(facts), options)


def clingo_without_learning(asked: SetQuestion) -> int:
    """Count by plain backtracking, which is faster if few branches fail."""
    return clingo(asked, *_PLAIN)


def clingo_cycles(asked: CycleQuestion) -> int:
    """Count cycles: one move out of and one into every square, all reachable from one; one orientation."""
    return _clingo_count(cycle_program(asked))


def cycle_program(asked: CycleQuestion) -> str:
    """Return the program whose models are the cycles: ``go(X, Y)`` for each move."""
    facts = [f"square({x})." for x in range(asked.size)]
    facts += [f"move({x},{y}). move({y},{x})." for x, y in asked.edges]
    return _CYCLES + "\n".join(facts)


def _clingo_count(program: str, options: tuple[str, ...] = ()) -> int:
    import clingo

    control = clingo.Control(["--models=0", "--warn=none", *options])
    control.add("base", [], program)
    control.ground([("base", [])])
    found = 0

    def collect(_model: clingo.Model) -> None:
        nonlocal found
        found += 1

    result = control.solve(on_model=collect)
    if not isinstance(result, clingo.SolveResult) or not result.exhausted:
        raise RuntimeError(str(result))
    return found


# -- PySAT's own loop, ``enum_models``: every model of a CNF ---------------------------------------------

SOLVER = "cadical195"


def pysat(asked: SetQuestion) -> int:
    """Count with a clause for each line with one piece, and a pair for each edge: no auxiliary variables.

    Raises:
        UnsupportedByEngine: the number of pieces is limited without one piece in each line.
    """
    if asked.counted:
        raise UnsupportedByEngine(
            "enum_models", "this number of pieces takes auxiliaries, which it counts"
        )
    lines = [[x + 1 for x in line] for line in asked.ones]
    pairs = [[-x - 1, -y - 1] for x, y in asked.edges]
    return _pysat_count([*lines, *pairs, *_all_squares(asked)])


def pysat_with_auxiliaries(asked: SetQuestion) -> int:
    """Count with sequential counters for lines: the result is wrong, because auxiliary variables count."""
    from pysat.card import CardEnc, EncType

    clauses, top = _all_squares(asked), asked.size
    for squares, low, high in asked.sums:
        literals = [x + 1 for x in squares]
        for bound, write in ((low, CardEnc.atleast), (high, CardEnc.atmost)):
            cnf = write(lits=literals, bound=bound, top_id=top, encoding=EncType.seqcounter)
            top = max(top, cnf.nv)
            clauses += cnf.clauses
    return _pysat_count(clauses)


def _all_squares(asked: SetQuestion) -> list[list[int]]:
    """Return tautologies with every square: a square in no clause would be missing from the models."""
    return [[x, -x] for x in range(1, asked.size + 1)]


def _pysat_count(clauses: list[list[int]]) -> int:
    from pysat.solvers import Solver

    with Solver(name=SOLVER, bootstrap_with=clauses) as solver:
        return sum(1 for _ in solver.enum_models())


# -- CP-SAT's own enumeration, with a callback for every solution ----------------------------------------


def cp_sat(asked: SetQuestion, workers: int = 1) -> int:
    """Count with exactly or at most one per line. More workers lose solutions and report OPTIMAL."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    on = [model.new_bool_var("") for _ in range(asked.size)]
    for squares, low, high in asked.sums:
        some = [on[x] for x in squares]
        if low == high == 1:
            model.add_exactly_one(some)
        elif high == 1:
            model.add_at_most_one(some)
        else:
            model.add_linear_constraint(cp_model.LinearExpr.sum(some), low, high)
    return _cp_sat_count(model, workers)


def cp_sat_cycles(asked: CycleQuestion) -> int:
    """Count cycles by a circuit constraint, one of two orientations each; one worker."""
    from ortools.sat.python import cp_model

    model, taken = circuit(asked)

    def number(literals: Iterable[tuple[int, cp_model.IntVar]]) -> cp_model.LinearExprT:
        return cp_model.LinearExpr.sum([place * literal for place, literal in literals])

    first = number((y, literal) for (x, y), literal in taken.items() if x == 0)
    last = number((x, literal) for (x, y), literal in taken.items() if y == 0)
    model.add(first < last)
    return _cp_sat_count(model, 1)


def circuit(
    asked: CycleQuestion,
) -> tuple[cp_model.CpModel, dict[tuple[int, int], cp_model.IntVar]]:
    """Return the model whose solutions are the cycles in both orientations, and a literal for each move."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    moves = [move for x, y in asked.edges for move in ((x, y), (y, x))]
    taken = {move: model.new_bool_var("") for move in moves}
    model.add_circuit([(x, y, literal) for (x, y), literal in taken.items()])
    return model, taken


def _cp_sat_count(model: cp_model.CpModel, workers: int) -> int:
    from ortools.sat.python import cp_model

    class CollectAll(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.enumerate_all_solutions = True
    collect = CollectAll()
    status = solver.solve(model, collect)
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise RuntimeError(f"it says {status.name}: these are not all")
    return collect.found


# -- CPMpy, a modelling library, with OR-Tools behind it --------------------------------------------------


def cpmpy(asked: SetQuestion) -> int:
    """Count with Booleans; the sum of each line is one, or at most one."""
    import cpmpy

    on = cpmpy.boolvar(shape=(asked.size,))
    model = cpmpy.Model()
    for squares, low, high in asked.sums:
        pieces = cpmpy.sum([on[x] for x in squares])
        model += [pieces == low] if low == high else [pieces >= low, pieces <= high]
    # Otherwise a square in no constraint would not be a variable of the model.
    model += cpmpy.sum(on) >= 0
    return int(model.solveAll(solver="ortools"))


# -- plain Python: a simple depth-first search on bit masks --------------------------------------


def python(asked: SetQuestion) -> int:
    """Count line by line if each has one piece, else square by square; the last level is a bit count."""
    beside = [sum(1 << other for other in others) for others in asked.beside]
    masks = [sum(1 << x for x in line) for line in asked.ones]
    masks = masks[: asked.most] if masks else []  # the ranks; they imply the files

    def lines(level: int, free: int) -> int:
        here = free & masks[level]
        if level + 1 == len(masks):
            return here.bit_count()
        found = 0
        while here:
            bit = here & -here
            here ^= bit
            found += lines(level + 1, free & ~beside[bit.bit_length() - 1])
        return found

    def sets(pieces: int, free: int) -> int:
        found = int(pieces >= asked.low)
        if pieces < asked.most:
            while free:
                bit = free & -free
                free ^= bit
                found += sets(pieces + 1, free & ~beside[bit.bit_length() - 1])
        return found

    full = (1 << asked.size) - 1
    return lines(0, full) if masks else sets(0, full)
