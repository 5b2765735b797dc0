"""Something else on a board: the 4 x 4 sudokus. A digit is a piece without moves.

Each digit occurs once in every rank, every file and every block.

Output:

    288 placements
    of these, with a 1 in a corner and a 2 next to it: 24 placements
"""

import nqsat as nq
from nqsat.rules import Permutation, Regions

DIGITS = [f"d{digit}:blocker" for digit in "1234"]
BLOCKS = ("AABB", "AABB", "CCDD", "CCDD")
rules = [rule for d in DIGITS for rule in (Permutation(1, (d,)), Regions(BLOCKS, 1, (d,)))]
sudoku = nq.Placement("4x4", dict.fromkeys(DIGITS, 4), rules)
print(nq.count(sudoku))
given = ["d1:blocker@a1", "d2:blocker@b1"]
print("of these, with a 1 in a corner and a 2 next to it:", nq.count(sudoku, assumptions=given))
