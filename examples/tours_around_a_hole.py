"""Closed knight's tours of a board with holes, by two engines that share no encoding.

A tour visits every square but the holes (x), which the knight leaps over.

Output:

    sat: 4 undirected closed tours
    backtrack: 4 undirected closed tours
    3 up to the 2 symmetries of the board
    6  1 20 33 16  3 18
    5 32  9  2 19 26 15
    4 21 34       17  4
    3 10 31  8 25 14 27
    2  7 22 29 12  5 24
    1 30 11  6 23 28 13
       a  b  c  d  e  f
    closed
    blank = hole
"""

import nqsat


def main() -> None:
    board = nqsat.Board.from_map("......\n......\n..xx..\n......\n......\n......")
    model = nqsat.Tour(board, "N")
    for engine in ("sat", "backtrack"):
        print(f"{engine}: {nqsat.count(model, engine=engine)}")
    orbits = sorted(nqsat.solutions(model, modulo="symmetry"))
    print(f"{len(orbits)} up to the {len(model.symmetries())} symmetries of the board")
    print(orbits[0].draw())


if __name__ == "__main__":
    main()
