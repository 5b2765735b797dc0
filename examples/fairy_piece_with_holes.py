"""A fairy piece on a board with holes, counted by two engines that share no encoding.

The piece is NNW: it rides along knight's moves and steps like a wazir. Riders see across a hole
(x) but cannot occupy it; a wall (#) stops them.

Output:

    sat: 714 placements
    backtrack: 714 placements
    187 orbits under 4 symmetries of the board
    5 N . N . N
    4 .   . # .
    3 . . . . .
    2 N # N   .
    1 . . . . .
      a b c d e
    # = wall, blank = hole
"""

import nqsat


def main() -> None:
    board = nqsat.Board.from_map(".....\n.x.#.\n.....\n.#.x.\n.....")
    model = nqsat.Placement(board, {"NNW": 5})
    for engine in ("sat", "backtrack"):
        print(f"{engine}: {nqsat.count(model, engine=engine)}")
    orbits = sorted(nqsat.solutions(model, modulo="symmetry"))
    print(f"{len(orbits)} orbits under {len(model.symmetries())} symmetries of the board")
    print(orbits[0].draw())


if __name__ == "__main__":
    main()
