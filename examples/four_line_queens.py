"""Eight queens in four lines: declare, count, take one solution, draw it.

The reference engine finds the solution, because it always lists in the same order.

Output:

    92 placements
    8 Q . . . . . . .
    7 . . . . Q . . .
    6 . . . . . . . Q
    5 . . . . . Q . .
    4 . . Q . . . . .
    3 . . . . . . Q .
    2 . Q . . . . . .
    1 . . . Q . . . .
      a b c d e f g h
"""

import nqsat


def main() -> None:
    model = nqsat.Placement("8x8", {"Q": 8})
    print(nqsat.count(model))
    solution = next(nqsat.solutions(model, engine="backtrack"))
    print(solution.draw())


if __name__ == "__main__":
    main()
