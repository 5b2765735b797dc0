"""Rules of your own: as plain literals, and as a class that every engine takes like one of nqsat's.

A rule is a meaning (``holds``) and an encoding (``lower``). Each list of solutions is checked against the
meaning; the reference, ``backtrack``, knows nothing else. Their agreement is evidence, and no proof.

Output:

    among: sat 74, cpsat 74, backtrack 74
    quarter: sat 76, cpsat 76, backtrack 76
"""

import nqsat
from nqsat.rules import Constraint, Exactly, Setting, Variables


class Quarter(nqsat.Rule):
    """Two men, of one kind, stand in the upper left quarter of the board."""

    name = "quarter"

    def holds(self, arrangement: nqsat.Arrangement) -> bool:
        return sum(row < 4 and column < 4 for (row, column), _ in arrangement.men) == 2

    def lower(self, setting: Setting, variables: Variables) -> list[Constraint]:
        quarter = [nqsat.Square(row, column) for row in range(4) for column in range(4)]
        return [Exactly(2, variables.group("Q", quarter))]


def main() -> None:
    queens = nqsat.Placement("8x8", {"Q": 8})
    wish = nqsat.rules.implies(queens.at("Q", "d1"), queens.at("Q", "g4"))
    for rule in (wish, Quarter()):
        model = queens.with_rules(rule)
        asked = ("sat", "cpsat", "backtrack")
        counts = [f"{name} {nqsat.count(model, engine=name).value}" for name in asked]
        print(f"{rule.name}: {', '.join(counts)}")


if __name__ == "__main__":
    main()
