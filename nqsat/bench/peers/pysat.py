"""PySAT's own loop, ``enum_models``: every model of a CNF is listed."""

from __future__ import annotations

from nqsat.bench.graphs import Men
from nqsat.errors import UnsupportedByEngine

SOLVER = "cadical195"


def men(asked: Men) -> int:
    """A clause for each line that has one man, and a pair for each edge: no auxiliary variable.

    Raises:
        UnsupportedByEngine: so many men, and not one for each line: that takes auxiliaries.
    """
    if not asked.ones and not asked.free:
        raise UnsupportedByEngine("enum_models", "so many men take auxiliaries, which it counts")
    lines = [[x + 1 for x in line] for line in asked.ones]
    pairs = [[-x - 1, -y - 1] for x, y in asked.edges]
    return _count([*lines, *pairs, *_all_squares(asked)])


def men_with_auxiliaries(asked: Men) -> int:
    """At most one of each line by a sequential counter: it counts the counters' variables too."""
    from pysat.card import CardEnc, EncType

    bounds = [(line, 0, 1) for line in asked.lines] + [(line, 1, 1) for line in asked.ones]
    if not asked.ones and not asked.free:
        bounds.append((tuple(range(asked.size)), asked.low, asked.most))
    clauses, top = _all_squares(asked), asked.size
    for squares, low, high in bounds:
        literals = [x + 1 for x in squares]
        for bound, write in ((low, CardEnc.atleast), (high, CardEnc.atmost)):
            cnf = write(lits=literals, bound=bound, top_id=top, encoding=EncType.seqcounter)
            top = max(top, cnf.nv)
            clauses += cnf.clauses
    return _count(clauses)


def _all_squares(asked: Men) -> list[list[int]]:
    """Clauses that say nothing: a square that is in none at all would be dropped from the models."""
    return [[x, -x] for x in range(1, asked.size + 1)]


def _count(clauses: list[list[int]]) -> int:
    from pysat.solvers import Solver

    with Solver(name=SOLVER, bootstrap_with=clauses) as solver:
        return sum(1 for _ in solver.enum_models())
