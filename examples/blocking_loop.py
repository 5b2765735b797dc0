"""The loop that lists all solutions with a SAT solver: with PySAT alone, and with nqsat.

Solve and forbid, until no solution is left. The clause that forbids a solution names only its queens:
one solution may have several assignments of an encoding's variables.

Output:

    PySAT alone: 92
    with the clauses of nqsat: 92
    nqsat: 92 placements
"""

from itertools import combinations, product

from pysat.solvers import Solver

import nqsat

SQUARES = list(product(range(8), repeat=2))


def solutions(clauses: list[list[int]]) -> int:
    found = 0
    with Solver(bootstrap_with=clauses) as solver:
        while solver.solve():
            queens = [x for x in solver.get_model()[: len(SQUARES)] if x > 0]
            solver.add_clause([-x for x in queens])
            found += 1
    return found


ranks = [[8 * i + j + 1 for j in range(8)] for i in range(8)]
pairs = combinations(enumerate(SQUARES, start=1), 2)
apart = [
    [-x, -y] for (x, (a, b)), (y, (c, d)) in pairs if a == c or b == d or abs(a - c) == abs(b - d)
]
print("PySAT alone:", solutions(ranks + apart))
queens = nqsat.Placement("8x8", {"Q": 8})
print("with the clauses of nqsat:", solutions(queens.to_cnf()[0].clauses))
print("nqsat:", nqsat.count(queens))
