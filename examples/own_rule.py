"""Rules of your own: as plain literals, and as a meaning and its encoding, for every engine.

A rule is a meaning (``holds``) and constraints. Each list of solutions is checked against the
meaning; the reference, ``backtrack``, knows nothing else. Their agreement is evidence, and no proof.

Output:

    among: sat 74, cpsat 74, backtrack 74
    quarter: sat 76, cpsat 76, backtrack 76
"""

import nqsat
from nqsat.rules import Among, Places, exactly, rule


def two_there(arrangement: nqsat.Arrangement) -> bool:
    """The upper left quarter of the board has two pieces."""
    return sum(row < 4 and column < 4 for (row, column), _ in arrangement.pieces) == 2


@rule(holds=two_there)
def quarter(model: Places) -> Among:
    squares = [nqsat.Square(row, column) for row in range(4) for column in range(4)]
    return exactly(2, *(model.at("Q", square) for square in squares))


def main() -> None:
    queens = nqsat.Placement("8x8", {"Q": 8})
    wish = nqsat.rules.implies(queens.at("Q", "d1"), queens.at("Q", "g4"))
    for one in (wish, quarter):
        model = queens.with_rules(one)
        asked = ("sat", "cpsat", "backtrack")
        counts = [f"{name} {nqsat.count(model, engine=name).value}" for name in asked]
        print(f"{one.name}: {', '.join(counts)}")


if __name__ == "__main__":
    main()
