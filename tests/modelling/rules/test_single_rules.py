"""What is particular to one rule: another way to the same arrangements, and what its encoding takes."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest
from support.oracle.rules import check_rule

from nqsat import Board, Kind, Piece, Placement, Square, count
from nqsat.compiling import lower
from nqsat.modelling.rules.domination import _two_at_least
from nqsat.modelling.rules.symmetry_view import Gates
from nqsat.rules import (
    Armies,
    DistinctDifferences,
    Maximal,
    NonAttacking,
    NoThreeInLine,
    Number,
    Permutation,
    Regions,
    Sum,
)

# -- armies ------------------------------------------------------------------------------------


def queens(side: int, white: int | str, black: int | str) -> Placement:
    return Placement(f"{side}x{side}", {"white:Q": white, "black:Q": black}, [Armies()])


def test_a_line_has_one_colour_by_one_constraint() -> None:
    # 46 lines of two squares or more on the 8 x 8 board (4 corners are lines of one), and no pairs.
    formula = lower(queens(8, 9, 9))
    (part,) = [part for part in formula.parts if part.origin == "armies"]
    groups = [c for c in part.constraints if isinstance(c, Sum) and c.high == 1]
    assert len(groups) == 8 + 8 + 13 + 13
    assert all(len(group.literals) == 2 for group in groups)
    men = set(formula.projection)
    assert not any(men.issuperset(map(abs, c.literals)) for c in part.constraints)


# -- domination --------------------------------------------------------------------------------


def test_two_of_one_square_are_never_two() -> None:
    class Nothing:
        def fresh(self) -> int:
            raise AssertionError("no gate is needed")

    for literals in ([], [7]):
        assert _two_at_least(Gates(Nothing()), literals) is None  # type: ignore[arg-type]


# -- maximal -----------------------------------------------------------------------------------


def test_who_is_added_keeps_to_the_squares_of_his_kind() -> None:
    # Two rooks on the main diagonal: a third one fits on c3 only, where no rook may stand.
    squares = frozenset({Square(0, 0), Square(1, 1), Square(0, 1)})
    rook = Kind("R", Piece.parse("R"), Number.parse("any"), squares)
    model = Placement("3x3", [rook], [NonAttacking(), Maximal()])
    assert len(check_rule(model)) == 2  # a3 with b2, or b3 alone: he attacks the two others


# -- plane -------------------------------------------------------------------------------------


def test_walls_and_holes_do_not_interrupt_a_line() -> None:
    model = Placement(Board.from_map(".#.x."), {"Q": "any"}, [NoThreeInLine()])
    assert len(check_rule(model)) == 7


def test_every_line_is_said_once() -> None:
    # 3 × 3 has eight lines; 4 × 4 has 4 + 4 + 2 of four squares and 4 of three: A018809, three or more.
    def lines(board: Board) -> list[tuple[int, ...]]:
        formula = lower(Placement(board, {"blocker": "any"}, [NoThreeInLine()]))
        bounds = [c for c in formula.constraints if isinstance(c, Sum) and c.high == 2]
        return [c.literals for c in bounds]

    assert len(lines(Board(3, 3))) == 8
    assert sorted(map(len, lines(Board(4, 4)))) == [3] * 4 + [4] * 10
    # Two points are on one line only.
    pairs = [pair for line in lines(Board(6, 5)) for pair in combinations(sorted(line), 2)]
    assert len(pairs) == len(set(pairs))
    assert lines(Board.solid(2, 2, 2)) == []
    assert len(lines(Board.solid(3, 3, 3))) == 49


def test_all_dimensions_count() -> None:
    corners = list(product((0, 1), repeat=3))
    sets = [some for size in range(9) for some in combinations(corners, size)]
    wanted = sum(
        len({tuple(b[i] - a[i] for i in range(3)) for a, b in permutations(some, 2)})
        == len(some) * (len(some) - 1)
        for some in sets
    )
    solid = Placement("2x2x2", {"blocker": "any"}, [DistinctDifferences()])
    assert {count(solid, engine=e).value for e in ("sat", "cpsat", "backtrack")} == {wanted}


# -- quotas ------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, "..1", "1.."])
def test_one_in_each_is_lowered_without_auxiliaries(number: int | str) -> None:
    regions = Regions(("AAB", "A.B"), number)
    check_rule(Placement("2x3", {"Q": "any", "N": "any"}, [regions]))
    check_rule(Placement("cylinder:2x3", {"Q": "any"}, [Permutation(number)]))


def test_walls_and_holes_hold_nobody() -> None:
    # B has one square left, C none: as a rank of walls, it is not counted.
    board = Board.from_map(".x#\n..#")
    two = Placement(board, {"Q": "any"}, [Regions(("ABB", "ABB"))])
    assert {str(one) for one in check_rule(two)} == {"a2 b1", "a1 b1"}
    none = Placement(board, {"Q": "any"}, [Regions(("AAC", "AAC"))])
    assert {str(one) for one in check_rule(none)} == {"a1", "b1", "a2"}
    assert count(none, engine="backtrack").value == count(none, engine="bitboard").value == 3
    assert count(Placement(board, {"Q": "any"}, [Regions(("..C", "..C"))])).value == 8
    at_most = Placement(board, {"Q": "any"}, [Regions(("AAC", "AAC"), "..1")])
    assert len(check_rule(at_most)) == 4


def test_a_line_without_a_square_is_not_counted() -> None:
    # The middle rank and the right file are gone; what is left is 2 × 2.
    board = Board.from_map("..#\nxx#\n..x")
    model = Placement(board, {"Q": "any"}, [Permutation()])
    assert {str(one) for one in check_rule(model)} == {"a3 b1", "a1 b3"}
