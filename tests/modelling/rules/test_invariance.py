"""Invariant and Stabiliser: left as they are by these symmetries; and by no others."""

from __future__ import annotations

import pytest
from support.oracle.brute_force import DEEP
from support.oracle.rules import check_rule

from nqsat import Kind, Piece, Placement, Rule, Square, count
from nqsat.compiling.atoms import formula_of_atoms
from nqsat.modelling.setting import Change
from nqsat.rules import Invariant, Number, Stabiliser


@pytest.mark.parametrize(
    ("rule", "solutions"),
    [(Invariant("rot180"), {"(empty)", "Q@a2 Q@c1"}), (Stabiliser("rot180"), {"Q@a2 Q@c1"})],
)
def test_a_man_whose_image_may_not_stand_does_not_stand(rule: Rule, solutions: set[str]) -> None:
    corner = frozenset({Square(0, 0), Square(0, 1), Square(1, 2)})
    kinds = [
        Kind("Q", Piece.parse("Q"), Number(), corner),
        Kind("N", Piece.parse("N"), Number(), corner - {Square(0, 0)}),
    ]
    wanted = check_rule(Placement("2x3", kinds, [rule]))
    # a2 and c1 are images of one another, and b2 of b1, where nobody may stand.
    assert {str(one) for one in wanted} == solutions


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
