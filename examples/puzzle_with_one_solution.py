"""Make puzzles with one solution: regions for queens that do not touch, and a board to be completed.

Output:
    6 A A A B B B
    5 C A A B B B
    4 C D D B B B
    3 D D E E B B
    2 D E E F F F
    1 D E E E F F
      a b c d e f
    medium (a region in several lines): 20 direct steps, 3 looks; a plain search takes 79 nodes; seed 2
    Q@d8 Q@f7 Q@c2 Q@e1
    a3 b5 c2 d8 e1 f7 g4 h6
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
