"""What is particular to one rule: another way to the same arrangements, and what its encoding takes."""

from __future__ import annotations

from functools import partial
from itertools import combinations, permutations, product

import pytest
from support.error_asserts import refused
from support.oracle.brute_force import DEEP
from support.oracle.rules import check_rule

from nqsat import Board, Kind, Piece, Placement, Square, count
from nqsat.compiling import lower
from nqsat.compiling.atoms import formula_of_atoms
from nqsat.errors import InvalidNotation
from nqsat.modelling.rules.attack_encoding import Gates
from nqsat.modelling.rules.domination import _two_at_least
from nqsat.modelling.setting import Change
from nqsat.rules import (
    Among,
    Armies,
    DistinctDifferences,
    Invariant,
    NoThreeInLine,
    Number,
    Permutation,
    Stabiliser,
    Stands,
    Sum,
    at_least,
    at_most,
    clause,
    exactly,
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
    pieces = set(formula.projection)
    assert not any(pieces.issuperset(map(abs, c.literals)) for c in part.constraints)


# -- domination --------------------------------------------------------------------------------


def test_two_of_one_square_are_never_two() -> None:
    class Nothing:
        def fresh(self) -> int:
            raise AssertionError("no gate is needed")

    for literals in ([], [7]):
        assert _two_at_least(Gates(Nothing()), literals) is None  # type: ignore[arg-type]


# -- plane -------------------------------------------------------------------------------------


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


def test_a_line_without_a_square_is_not_counted() -> None:
    # The middle rank and the right file are gone; what is left is 2 × 2.
    board = Board.from_map("..#\nxx#\n..x")
    model = Placement(board, {"Q": "any"}, [Permutation()])
    assert {str(one) for one in check_rule(model)} == {"a3 b1", "a1 b3"}


# -- invariant and stabiliser ------------------------------------------------------------------

SUBGROUPS = [
    (), ("rot180",), ("flip-rows",), ("flip-columns",), ("transpose",), ("antitranspose",),
    ("rot90",), ("flip-rows", "flip-columns"), ("transpose", "antitranspose"), ("rot90", "transpose"),
]  # fmt: skip


def test_every_arrangement_has_one_of_the_ten_groups_of_the_square() -> None:
    numbers = {}
    for place, names in enumerate(SUBGROUPS):
        model = Placement("3x3", {"Q": "any"}, [Stabiliser(names)])
        numbers[names] = count(model, engine="sat").value
        if place == 5 or DEEP:  # of the transposition; of the others their number
            assert len(check_rule(model)) == numbers[names]
    # From the 2^orbits that each leaves alone, less those that a larger group does.
    full, pair = 2**3, 2**4 - 2**3
    half, line = 2**5 - 2 * pair - full, 2**6 - pair - full
    assert numbers == {
        (): 2**9 - half - 4 * line - 2 * pair - full, ("rot180",): half,
        ("flip-rows",): line, ("flip-columns",): line, ("transpose",): line, ("antitranspose",): line,
        ("rot90",): 0, ("flip-rows", "flip-columns"): pair, ("transpose", "antitranspose"): pair,
        ("rot90", "transpose"): full,
    }  # fmt: skip
    assert sum(numbers.values()) == 2**9


@pytest.mark.parametrize("rule", [Invariant, Stabiliser])
def test_a_name_that_the_turned_board_does_not_know_has_another_there(
    rule: type[Invariant | Stabiliser],
) -> None:
    change = Change.transposing(Placement("torus:2x3", {"Q": 1}).setting)
    assert change is not None
    assert rule("shift(0,2)").image(change) == rule("shift(2,0)")


def test_one_symmetry_for_each_group_next_above() -> None:
    # The square has five groups of two above the identity: three subgroups of four need no clause.
    def clauses(*names: str) -> int:
        formula = formula_of_atoms(Placement("3x3", {"blocker": "any"}, [Stabiliser(names)]))
        return sum(
            max(c.literals, default=0) > 9 and min(c.literals) > 0 for c in formula.constraints
        )

    assert clauses() == 5
    assert clauses("rot180") == 3
    assert clauses("rot90") == 1
    assert clauses("rot90", "transpose") == 0


# -- literals ----------------------------------------------------------------------------------


def test_a_man_kept_from_a_square_is_never_there() -> None:
    queen = Kind("Q", Piece.parse("Q"), Number(), frozenset([Square(1, 0)]))
    model = Placement("2x2", [queen, Kind.parse("N", "any")], [])
    for number, texts in (("..0", ["Q@a2", "Q@a1"]), ("1", ["~Q@a2", "N@a1"]), ("1..", ["Q@b2"])):
        rule = Among(texts, Number.parse(number))  # type: ignore[arg-type]
        check_rule(model.with_rules(rule), determined=False)


def test_equal_are_literals_in_any_order_and_their_opposites() -> None:
    assert clause("Q@a1", "Q@c3") == clause("Q@c3", "Q@a1") != clause("Q@a1", "~Q@c3")
    assert at_most(1, "Q@a1", "Q@c3") == at_least(1, "~Q@a1", "~Q@c3") == clause("~Q@c3", "~Q@a1")
    assert hash(at_most(1, "Q@a1", "Q@c3")) == hash(clause("~Q@c3", "~Q@a1"))
    assert exactly(1, "Q@a1", "~Q@c3") == exactly(1, "~Q@a1", "Q@c3")
    assert at_most(1, "Q@a1", "Q@b1", "Q@c3") != at_least(1, "~Q@a1", "~Q@b1", "~Q@c3")


class TestWriting:
    def test_at_names_what_the_model_has(self) -> None:
        model = Placement("3x4", {"Q": 1, "white:N": 1})
        assert model.at("queen", "d1") == Stands("Q", "d1") == model.at("Q", Square(2, 3))
        assert ~model.at("white:N", (0, 0)) == Stands("white:N", "a3", negated=True)
        assert ~~model.at("Q", "a1") == model.at("Q", "a1")
        assert str(~model.at("white:N", "a3")) == "~white:N@a3"

    def test_values(self) -> None:
        assert hash(clause("Q@a1")) == hash(clause(Stands("Q", "a1")))
        assert repr(~clause("Q@a1").literals[0]) == "~Q@a1"
        for one in (
            clause("Q@a1"),
            at_most(1, "Q@a1", "~N@c3"),
            exactly(2, "K@a1", "K@b2", "K@c3"),
        ):
            assert eval(repr(one), {"Among": Among}) == one

    @pytest.mark.parametrize(
        "text", ["Q", "Q@", "@a1", "Q@a0", "Q@A1", "~~Q@a1", "Q@a1 ", "-Q@a1@b1", ""]
    )
    def test_what_is_no_literal(self, text: str) -> None:
        for make in (Stands.parse, clause):
            assert isinstance(refused(partial(make, text)), InvalidNotation)

    def test_at_refuses_what_the_model_has_not(self) -> None:
        model = Placement("2x2", {"Q": 1})
        for kind, square in (("N", "a1"), ("Q", "c1"), ("Q", (5, 5)), ("Q", 3)):
            refused(partial(model.at, kind, square))
