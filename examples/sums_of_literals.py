"""Rules and an objective as sums of literals, an assumption, and the same model in OR-Tools.

Literals are 1 where they are true. Comparisons of their sums are rules, which every engine, the reference
and the checker of certificates read.

Output:

    one queen on the two long diagonals: 32 placements
    and 3 a4 + 2 b6 > c1 + d7: 10 placements
    of these, with a queen on h5: 3 placements
    the greatest sum of file times rank: a sum of 174, the maximum
    the same by a program in OR-Tools: 174
"""

from itertools import chain
from typing import Any

from ortools.sat.python.cp_model import CpSolver

import nqsat as nq

FILES = "abcdefgh"
queens = nq.Placement("8x8", {"Q": 8})
q = {name: queens.literal(f"Q@{name}") for name in map(queens.board.name, queens.board.squares)}
diagonals = chain(*(zip(FILES, ranks, strict=True) for ranks in ("12345678", "87654321")))
total: Any = sum(q[file + rank] for file, rank in diagonals)  # type checkers take it for a number
model = queens.with_rules(total == 1)
print("one queen on the two long diagonals:", nq.count(model))
model = model.with_rules(3 * q["a4"] + 2 * q["b6"] > q["c1"] + q["d7"])
print("and 3 a4 + 2 b6 > c1 + d7:", nq.count(model))
print("of these, with a queen on h5:", nq.count(model, assumptions=["Q@h5"]))

weights = {name: (FILES.index(name[0]) + 1) * int(name[1]) for name in q}
best = queens.with_objective(maximise=sum(weights[name] * q[name] for name in q))
print("the greatest sum of file times rank:", nq.solve(best).optimum)
problem, x = queens.to_cp_model()
problem.maximize(sum(weights[name] * x[f"Q@{name}"] for name in q))
solver = CpSolver()
solver.solve(problem)
print("the same by a program in OR-Tools:", round(solver.objective_value))
