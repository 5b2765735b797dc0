"""Make puzzles with one solution: regions for queens that do not touch, and a board to be completed.

Output:
    6 A A B B B B
    5 A A A B B B
    4 A A A C C C
    3 D D D C C C
    2 D D D E E F
    1 D D D D E F
      a b c d e f
    medium (a row in several lines): 20 direct steps, 8 looks; a plain search takes 99 nodes; seed 2
    Q@d7 Q@e2
    a5 b3 c1 d7 e2 f8 g6 h4
    unique
"""

import nqsat


def main() -> None:
    drawn = nqsat.puzzle("queens-puzzle", regions="6x6", difficulty="..medium", seed=2)
    print(drawn)
    completed = nqsat.puzzle("queens", n=8, symmetric="rot180", seed=2)
    print(*completed.givens)
    print(completed.solution)
    print(nqsat.unique(completed.model).verdict)


if __name__ == "__main__":
    main()
