"""The other programs that find the fewest pieces; each imports its package when it is called.

Each has two functions: the fewest pieces, and the number of ways to place so few.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import TYPE_CHECKING

from bench.graphs import CoverQuestion

if TYPE_CHECKING:
    import clingo
    from pysat.examples.rc2 import RC2

# -- clingo, answer set programming ---------------------------------------------------------------------

_FEWEST = """
{ on(X) : square(X) }.
:- line(L), not on(X) : covers(X, L).
:- edge(X, Y), on(X), on(Y).
:~ on(X). [1, X]
"""

#: Lower bounds from unsatisfiable cores that are shrunk, as in RC2. The default, branch and bound, does not
#: come to an end on knights 9x9; nor does the default configuration, with cores, on all 8x8 queens.
CORES = ("--configuration=crafty", "--opt-strategy=usc,oll,disjoint", "--opt-usc-shrink=bin")


def clingo_fewest(asked: CoverQuestion) -> int | None:
    """Return the fewest pieces by clingo, ``--opt-mode=opt``; None if there is no solution."""
    costs: list[int] = []
    _clingo(asked, "opt", lambda model: costs.extend(model.cost))
    return costs[-1] if costs else None


def clingo_optima(asked: CoverQuestion) -> int:
    """Count the solutions with the fewest pieces by clingo, ``--opt-mode=optN``."""
    proven: list[bool] = []
    _clingo(asked, "optN", lambda model: proven.append(model.optimality_proven))
    return sum(proven)


def _clingo(asked: CoverQuestion, mode: str, on_model: Callable[[clingo.Model], None]) -> None:
    import clingo

    facts = [f"square({x})." for x in range(asked.size)]
    facts += [f"edge({x},{y})." for x, y in asked.edges]
    for i, line in enumerate(asked.covers):
        facts += [f"line({i}).", *(f"covers({x},{i})." for x in line)]
    control = clingo.Control(["--models=0", "--warn=none", f"--opt-mode={mode}", *CORES])
    control.add("base", [], _FEWEST + "\n".join(facts))
    control.ground([("base", [])])
    result = control.solve(on_model=on_model)
    if not isinstance(result, clingo.SolveResult) or not result.exhausted:
        raise RuntimeError(str(result))


# -- RC2, PySAT's search for the optimum by unsatisfiable cores -------------------------------------------


def rc2_fewest(asked: CoverQuestion) -> int | None:
    with _rc2(asked) as solver:
        return None if solver.compute() is None else int(solver.cost)


def rc2_optima(asked: CoverQuestion) -> int:
    """Count the solutions with the fewest pieces by RC2's list of models, the best first."""
    with _rc2(asked) as solver:
        costs = (int(solver.cost) for _ in solver.enumerate())
        fewest = next(costs, None)
        return 0 if fewest is None else 1 + sum(1 for _ in takewhile(fewest.__eq__, costs))


def _rc2(asked: CoverQuestion) -> RC2:
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    formula = WCNF()
    formula.extend([[x + 1 for x in line] for line in asked.covers])
    formula.extend([[-x - 1, -y - 1] for x, y in asked.edges])
    formula.extend([[-x] for x in range(1, asked.size + 1)], weights=[1] * asked.size)
    return RC2(formula, solver="g4", adapt=True, exhaust=True, minz=True)
