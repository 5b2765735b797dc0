"""A numbered-square puzzle: a king's tour with some numbers given. Is there one way to fill the rest?

With a limit of 1 the search continues until it has found a second solution or proved that there
is only one, so that "1 directed open tour" means unique. With one number less it is not.

Output:

    8 numbers given: 1 directed open tour
    5 24 21 20 19 17
    4 23 22    16 18
    3  6  5  1  2 15
    2  7  8  4  3 14
    1  9 10 11 12 13
       a  b  c  d  e
    blank = hole
    7 numbers given: at least 1 directed open tour (limit)
"""

import nqsat

BOARD = nqsat.Board.from_map(".....\n..x..\n.....\n.....\n.....")
GIVEN = {"c3": 1, "d2": 3, "a3": 6, "b2": 8, "e4": 18, "b5": 21, "a4": 23, "a5": 24}


def main() -> None:
    for numbers in (GIVEN, {square: n for square, n in GIVEN.items() if square != "b5"}):
        puzzle = nqsat.Tour(BOARD, "K", closed=False, numbers=numbers)
        answer = nqsat.count(puzzle, limit=1)
        print(f"{len(numbers)} numbers given: {answer}")
        if answer.complete and answer.value == 1:
            print(nqsat.reporting.draw(BOARD, nqsat.solve(puzzle).solution))


if __name__ == "__main__":
    main()
