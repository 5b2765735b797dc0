"""A rule as sums of literals, an assumption, and an objective of one's own in OR-Tools.

Literals are 1 where they are true. Comparisons of their sums are rules, which every engine, the reference
and the checker of certificates read.

Output:

    one queen on the two long diagonals: 32 placements
    and 3 a4 + 2 b6 > c1 + d7: 10 placements
    of these, with a queen on h5: 3 placements
    the greatest sum of file times rank: 174
"""

from itertools import chain

from ortools.sat.python.cp_model import CpSolver

import nqsat as nq

FILES = "abcdefgh"
queens = nq.Placement("8x8", {"Q": 8})
q = {name: queens.literal(f"Q@{name}") for name in map(queens.board.name, queens.board.squares)}
diagonals = chain(*(zip(FILES, ranks, strict=True) for ranks in ("12345678", "87654321")))
model = queens.with_rules(sum(q[file + rank] for file, rank in diagonals) == 1)
print("one queen on the two long diagonals:", nq.count(model))
model = model.with_rules(3 * q["a4"] + 2 * q["b6"] > q["c1"] + q["d7"])
print("and 3 a4 + 2 b6 > c1 + d7:", nq.count(model))
print("of these, with a queen on h5:", nq.count(model, assumptions=["Q@h5"]))

problem, x = queens.to_cp_model()
weights = {(f, r): (FILES.index(f) + 1) * r for f in FILES for r in range(1, 9)}
problem.maximize(sum(weight * x[f"Q@{f}{r}"] for (f, r), weight in weights.items()))
solver = CpSolver()
solver.solve(problem)
print("the greatest sum of file times rank:", round(solver.objective_value))
