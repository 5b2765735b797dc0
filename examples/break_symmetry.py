"""Symmetry broken by a rule of your own: fewer solutions are listed, and each counts for its images.

Let v(x) be the place of the first queen of a solution in the first rank. The rule keeps a solution where no
rotation or reflection makes that smaller: some of each orbit. One that is kept counts as often as there are
symmetries for each that leaves v unchanged. The encoding needs clauses only.

Output:

    18 of 92 solutions are listed, and count 92
"""

from fractions import Fraction

import nqsat
from nqsat.rules import Among, Places, clause, rule

QUEENS = nqsat.Placement("8x8", {"Q": 8})
#: For each symmetry, the squares that it brings to the first rank, in the rank's order.
READINGS = [[s(nqsat.Square(0, i)) for i in range(8)] for s in QUEENS.symmetries()]


def places(queens: nqsat.Arrangement) -> list[int]:
    found = {piece.square for piece in queens.pieces}
    return [next(i for i, square in enumerate(some) if square in found) for some in READINGS]


@rule(holds=lambda queens: places(queens)[0] == min(places(queens)))
def first(model: Places) -> list[Among]:
    queen = [[model.at("Q", square) for square in some] for some in READINGS]
    return [clause(~some[i], *queen[0][: i + 1]) for some in queen for i in range(8)]


found = list(nqsat.solutions(QUEENS.with_rules(first)))
number = sum(Fraction(len(READINGS), places(x).count(min(places(x)))) for x in found)
print(f"{len(found)} of 92 solutions are listed, and count {number}")
