"""Grow a puzzle with one solution: a queen in each row, column and region, and no two that touch.

Output:
    AAABBB  K . . . . .
    ACBBBB  . . . . K .
    ACCBBB  . K . . . .
    CCDDDE  . . . K . .
    CCDDEE  . . . . . K
    CCFFEE  . . K . . .
"""

from random import Random

import nqsat
from nqsat.rules import NonAttacking, Permutation, Regions


def puzzle(regions: dict[nqsat.Square, str]) -> nqsat.Placement:
    rows = ("".join(regions.get(nqsat.Square(r, c), ".") for c in range(6)) for r in range(6))
    rules = [Permutation(), NonAttacking(), Regions(tuple(rows))]
    return nqsat.Placement("6x6", {"K": 6}, rules)


def main() -> None:
    chance = Random(2)
    solution = chance.choice(sorted(nqsat.solutions(puzzle({}))))
    regions = {man.square: name for man, name in zip(solution.men, "ABCDEF", strict=True)}
    beside = nqsat.chess.attacks(nqsat.Piece.parse("W"), solution.board)
    ways = [(square, to) for square in regions for to in sorted(beside[square])]
    for square, to in ways:  # which grows with the regions
        larger = {to: regions[square], **regions}
        if to not in regions and len(list(nqsat.solutions(puzzle(larger), limit=2))) == 1:
            regions = larger
            ways += [(to, far) for far in sorted(beside[to], key=lambda _: chance.random())]
    for r, line in enumerate(solution.draw().splitlines()[:6]):
        print("".join(regions.get(nqsat.Square(r, c), ".") for c in range(6)), line[1:])


if __name__ == "__main__":
    main()
