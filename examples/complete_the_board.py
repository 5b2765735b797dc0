"""A completion puzzle: some queens are given, can the rest be placed, and in one way only?

With a limit of 1 the search continues until it has found a second solution or proved that there
is only one, so that "1 placement" means unique, and "at least 1 placement" means that it is not.

Output:

    Q@a1: at least 1 placement (limit)
    Q@a1 -@b5: at least 1 placement (limit)
    Q@a1 -@b5 -@b7: 1 placement
    8 . . Q . . . . .
    7 . . . . Q . . .
    6 . Q . . . . . .
    5 . . . . . . . Q
    4 . . . . . Q . .
    3 . . . Q . . . .
    2 . . . . . . Q .
    1 Q . . . . . . .
      a b c d e f g h
    Q@a1 Q@b3: 0 placements
"""

import nqsat


def main() -> None:
    for presets in (["Q@a1"], ["Q@a1", "-@b5"], ["Q@a1", "-@b5", "-@b7"], ["Q@a1", "Q@b3"]):
        puzzle = nqsat.Placement("8x8", {"Q": 8}, presets=presets)
        answer = nqsat.count(puzzle, limit=1)
        print(f"{' '.join(presets)}: {answer}")
        if answer.complete and answer.value == 1:
            print(nqsat.reporting.draw(puzzle.board, nqsat.solve(puzzle).solution))


if __name__ == "__main__":
    main()
