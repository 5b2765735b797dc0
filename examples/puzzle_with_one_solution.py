"""Make puzzles with one solution: regions for queens that do not touch, and a board to be completed.

Output:
    A A B B B B
    A A A B B B
    A A A C C C
    D D D C C C
    D D D E E F
    D D D D E F
    medium (a row in several lines): 20 direct steps, 8 looks; 99 nodes of the reference
    Q@d7 Q@e2
    a5 b3 c1 d7 e2 f8 g6 h4
    unique
"""

import nqsat


def main() -> None:
    drawn = nqsat.puzzle("queens-puzzle", regions="6x6", hardest="medium", seed=2)
    print(nqsat.reporting.given_text(drawn.model))
    print(drawn.difficulty)
    completed = nqsat.puzzle("queens", n=8, symmetric="rot180", seed=2)
    print(*completed.givens)
    print(completed.solution)
    print(nqsat.unique(completed.model).verdict)


if __name__ == "__main__":
    main()
