"""The other programs that visit every solution; each imports its package when it is called."""

from __future__ import annotations

from bench.graphs import CycleQuestion, SetQuestion
from nqsat.errors import UnsupportedByEngine

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
_PIECES = """
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
    facts = [f"square({x})." for x in range(asked.size)]
    facts += [f"edge({x},{y})." for x, y in asked.edges]
    facts += [f"one({i},{x})." for i, line in enumerate(asked.ones) for x in line]
    if asked.counted:
        facts.append(f":- not {asked.low} {{ on(X) : square(X) }} {asked.most}.")
    return _clingo_count((_ONES if asked.ones else _PIECES) + "\n".join(facts), options)


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
