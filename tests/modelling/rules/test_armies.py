"""Armies of queens: the largest, and how many; and the lines that say so."""

from __future__ import annotations

from itertools import combinations

import pytest

import nqsat
from nqsat import Arrangement, Placement
from nqsat.compiling import lower
from nqsat.modelling import AtMost
from nqsat.rules import Armies


def queens(side: int, white: int | str, black: int | str) -> Placement:
    return Placement(f"{side}x{side}", {"white:Q": white, "black:Q": black}, [Armies()])


@pytest.mark.parametrize(("side", "largest"), [(2, 0), (3, 1), (4, 2), (5, 4), (6, 5)])
def test_the_largest_armies_of_queens(side: int, largest: int) -> None:
    # A250000, by exhaustion: so many fit and one more does not.
    assert nqsat.solve(queens(side, largest, largest)).solution is not None
    assert nqsat.count(queens(side, largest + 1, largest + 1)).value == 0


def white_sets(side: int, size: int) -> int:
    """Pairs of peaceable armies: for each set of white squares, the black sets on what is left."""
    cells = [(row, column) for row in range(side) for column in range(side)]
    total = 0
    for white in combinations(cells, size):
        free = sum(
            all(r != s and c != d and abs(r - s) != abs(c - d) for s, d in white) for r, c in cells
        )
        total += len(list(combinations(range(free), size)))
    return total


@pytest.mark.parametrize(("side", "size"), [(3, 1), (4, 2), (4, 3), (5, 3), (5, 4)])
def test_peaceable_queens_are_counted_white_set_by_white_set(side: int, size: int) -> None:
    assert nqsat.count(queens(side, size, size)).value == white_sets(side, size)
    if side < 5:
        equal = Placement(
            f"{side}x{side}", {"white:Q": str(size), "black:Q": "any"}, [Armies(equal=True)]
        )
        assert nqsat.count(equal).value == white_sets(side, size)


def test_men_in_between_make_no_difference_among_queens() -> None:
    # The first man of another colour on a line is attacked: nobody behind him matters.
    open_ones = set(nqsat.solutions(queens(4, 2, "1..")))
    board, kinds = queens(4, 2, "1..").board, queens(4, 2, "1..").kinds
    sheltered = Placement(board, kinds, [Armies(blocking=True)])
    assert {one.men for one in nqsat.solutions(sheltered)} == {one.men for one in open_ones}


def test_a_line_has_one_colour_by_one_constraint() -> None:
    # 46 lines of two squares or more on the 8 x 8 board (4 corners are lines of one), and no pairs.
    formula = lower(queens(8, 9, 9))
    (part,) = [part for part in formula.parts if part.origin == "armies"]
    groups = [c for c in part.constraints if isinstance(c, AtMost)]
    assert len(groups) == 8 + 8 + 13 + 13
    assert all(len(group.literals) == 2 for group in groups)
    men = set(formula.projection)
    assert not any(men.issuperset(map(abs, c.literals)) for c in part.constraints)


def test_no_board_no_men() -> None:
    model = Placement("0x0", {"white:Q": "any", "black:Q": "any"}, [Armies(equal=True)])
    assert list(nqsat.solutions(model)) == [Arrangement(model.setting, ())]
