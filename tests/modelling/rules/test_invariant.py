"""Invariant: left as they are by one symmetry, or by several, against maps written by formulas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import DEEP
from oracle_groups import fixes, named
from oracle_rules import check_rule, orbits_by_every_method
from strategies import models_with, thorough

from nqsat import Board, InvalidModel, Kind, Piece, Placement, Square, count
from nqsat.chess import find_symmetry, symmetries
from nqsat.modelling import in_place
from nqsat.rules import Invariant, NonAttacking, Number

EXAMPLES = 1000 if DEEP else 40

Cell = tuple[int, int]


def naive(model: Placement, content: Mapping[Cell, str]) -> bool:
    rule = model.rules[0]
    assert isinstance(rule, Invariant)
    return all(fixes(named(model.board, name), content) for name in rule.symmetries)


def invariants(board: Board) -> st.SearchStrategy[Invariant]:
    names = st.sampled_from([symmetry.name for symmetry in symmetries(board)])
    return st.lists(names, min_size=1, max_size=3).map(lambda some: Invariant(tuple(some)))


MODELS = models_with(lambda board, names: invariants(board))


@thorough(EXAMPLES)
@given(MODELS)
def test_the_image_is_the_arrangement(model: Placement) -> None:
    check_rule(model, naive)


def test_several_symmetries_are_the_group_that_they_generate() -> None:
    def number(*names: str) -> int:
        return count(Placement("4x4", {"blocker": "any"}, [Invariant(names)])).value

    assert number("rot90") == number("rot90", "rot180") == 2**4
    assert number("flip-rows", "flip-columns") == number("flip-rows", "rot180") == 2**4
    assert number("transpose", "antitranspose") == 2**6
    assert number("rot90", "transpose") == number("transpose", "flip-rows") == 2**3


def test_what_preserves_it_keeps_the_orbits() -> None:
    def names(*given_names: str) -> set[str]:
        model = Placement("3x3", {"Q": "any"}, [Invariant(given_names)])
        return {symmetry.name for symmetry in model.symmetries()}

    assert len(names("rot180")) == 8
    assert names("transpose") == {"identity", "rot180", "transpose", "antitranspose"}
    assert len(names("transpose", "antitranspose")) == 8
    assert len(names("rot90")) == 8
    model = Placement("4x4", {"R": 4}, [Invariant(("transpose", "rot180"))])
    assert len(orbits_by_every_method(model)) == 1


def test_one_name_stands_alone() -> None:
    assert Invariant("rot180") == Invariant(("rot180",)) == Invariant(["rot180", "rot180"])  # type: ignore[arg-type]
    assert Invariant("rot180").symmetry == "rot180"
    assert repr(Invariant("rot180")) == "Invariant(symmetry='rot180')"
    assert Invariant(("transpose", "rot180")) == Invariant(("rot180", "transpose"))
    assert Invariant("rot180").symmetries == ("rot180",)
    assert Invariant(("transpose", "rot180")).symmetries == ("rot180", "transpose")
    model = Placement("8x8", {"Q": 8})
    assert model.fixed("rot180") == model.with_rules(Invariant("rot180"))
    assert count(model.fixed("rot180")).value == 4


def test_a_man_whose_image_may_not_stand_does_not_stand() -> None:
    corner = frozenset({Square(0, 0), Square(0, 1), Square(1, 2)})
    kinds = [
        Kind("Q", Piece.parse("Q"), Number(), corner),
        Kind("N", Piece.parse("N"), Number(), corner - {Square(0, 0)}),
    ]
    wanted = check_rule(Placement("2x3", kinds, [Invariant("rot180")]), naive)
    # a2 and c1 are images of one another, and b2 of b1, where nobody may stand.
    assert {str(one) for one in wanted} == {"(empty)", "Q@a2 Q@c1"}


def test_words_and_json() -> None:
    assert Invariant.parse("rot180") == Invariant("rot180")
    assert Invariant.parse("rot180,transpose") == Invariant(("rot180", "transpose"))
    shifts = Invariant(("rot90+shift(0,2)", "shift(1,1)"))
    assert Invariant.parse("shift(1,1),rot90+shift(0,2)") == shifts
    assert Invariant.parse("(-y,x,z)") == Invariant("(-y,x,z)")
    assert Invariant("rot180").to_json() == {"symmetry": "rot180"}
    several = Invariant(("transpose", "rot180"))
    assert several.to_json() == {"symmetry": ["rot180", "transpose"]}
    for rule in (Invariant("rot180"), several, shifts):
        assert Invariant.from_json(rule.to_json()) == rule
    model = in_place("3x3", ["Q=any"], ["invariant=rot180,transpose", "non-attacking"])
    assert model.rules == (several, NonAttacking())


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: Invariant(()), "symmetry"),
        (lambda: Invariant(3), "symmetry"),  # type: ignore[arg-type]
        (lambda: Invariant((1,)), "symmetry"),  # type: ignore[arg-type]
        (lambda: Invariant.from_json({"symmetry": ""}), "symmetry"),
        (lambda: Invariant.from_json({"symmetry": {"a": 1}}), "symmetry"),
        (lambda: Invariant.from_json({}), "symmetry"),
        (lambda: Invariant.parse(None), "rule invariant"),
        (lambda: Placement("3x4", {"Q": 1}, [Invariant("rot90")]), "rules[0].symmetry"),
        (lambda: Placement("3x3", {"Q": 1}, [Invariant(("rot90", "turn"))]), "rules[0].symmetry"),
    ],
)
def test_nonsense_is_refused(make: Any, field: str) -> None:
    with pytest.raises(InvalidModel) as caught:
        make()
    assert caught.value.field == field


def test_a_solid_board() -> None:
    model = Placement("2x2x2", {"blocker": "any"}, [Invariant(("(-y,x,z)", "(x,y,-z)"))])
    assert {count(model, engine=e).value for e in ("sat", "cpsat", "backtrack")} == {2}
    assert find_symmetry(model.board, "(-y,x,z)").name == "(-y,x,z)"
