"""A board in a format of your own: facts of answer set programming, the size and the forbidden squares.

Output:

    1 placement
    4 .   Q .
    3 Q . . .
    2 . .   Q
    1 . Q . .
      a b c d
    blank = hole
"""

import re

import nqsat

FACTS = "size(4). forbidden(1,2). forbidden(3,3)."


def board_from(facts: str) -> str:
    """The map of a board: ``size(8).``, and ``forbidden(1,2).`` for row 1, column 2, from the top left."""
    (size,) = map(int, re.findall(r"size\((\d+)\)", facts))
    forbidden = {(int(i), int(j)) for i, j in re.findall(r"forbidden\((\d+),(\d+)\)", facts)}
    numbers = range(1, size + 1)
    return "\n".join("".join(".x"[(i, j) in forbidden] for j in numbers) for i in numbers)


def main() -> None:
    queens = nqsat.Placement(nqsat.Board.from_map(board_from(FACTS)), {"Q": 4})
    print(nqsat.count(queens))
    print(nqsat.reporting.draw(queens.board, nqsat.solve(queens).solution))


if __name__ == "__main__":
    main()
