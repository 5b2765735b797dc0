"""Stabiliser: these symmetries and no others, against all maps of the board written by formulas."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import DEEP, arrangement_of
from oracle_groups import Move, every_move, fixes, generated
from oracle_rules import check_rule, orbits_by_every_method
from strategies import models_with, thorough

from nqsat import Board, InvalidModel, Kind, Piece, Placement, Square, UnsupportedByEngine, count
from nqsat.chess import symmetries
from nqsat.compiling import lower
from nqsat.modelling import in_place
from nqsat.rules import NonAttacking, Number, Stabiliser

EXAMPLES = 1000 if DEEP else 40

Cell = tuple[int, int]


def naive(model: Placement, content: Mapping[Cell, str]) -> bool:
    rule = model.rules[0]
    assert isinstance(rule, Stabiliser)
    inside, outside = _parted(model.board, rule.names)
    return all(fixes(one, content) for one in inside) and not any(
        fixes(one, content) for one in outside
    )


@lru_cache
def _parted(board: Board, names: tuple[str, ...]) -> tuple[list[Move], list[Move]]:
    """The maps of the group, and the other maps of the board."""
    group = generated(board, names)
    return group, [one for one in every_move(board) if one not in group]


def stabilisers(board: Board) -> st.SearchStrategy[Stabiliser]:
    names = st.sampled_from([symmetry.name for symmetry in symmetries(board)])
    return st.lists(names, max_size=2).map(lambda some: Stabiliser(tuple(some)))


MODELS = models_with(lambda board, names: stabilisers(board), (6, 6, 4))


@thorough(EXAMPLES)
@given(MODELS)
def test_exactly_the_group(model: Placement) -> None:
    check_rule(model, naive)


SUBGROUPS = [
    (), ("rot180",), ("flip-rows",), ("flip-columns",), ("transpose",), ("antitranspose",),
    ("rot90",), ("flip-rows", "flip-columns"), ("transpose", "antitranspose"), ("rot90", "transpose"),
]  # fmt: skip


def test_every_arrangement_has_one_of_the_ten_groups_of_the_square() -> None:
    numbers = {}
    for names in SUBGROUPS:
        model = Placement("3x3", {"Q": "any"}, [Stabiliser(names)])
        numbers[names] = len(check_rule(model, naive))
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


@pytest.mark.parametrize("board", ["torus:2x4", "cylinder:2x3", "torus:2x3"])
def test_on_boards_with_many_symmetries(board: str) -> None:
    for names in ((), ("shift(0,1)",), ("rot180",)):
        check_rule(Placement(board, {"Q": "any"}, [Stabiliser(names)]), naive)


def test_one_symmetry_for_each_group_next_above() -> None:
    # The square has five groups of two above the identity: three subgroups of four need no clause.
    def clauses(*names: str) -> int:
        formula = lower(Placement("3x3", {"blocker": "any"}, [Stabiliser(names)]))
        return sum(
            max(c.literals, default=0) > 9 and min(c.literals) > 0 for c in formula.constraints
        )

    assert clauses() == 5
    assert clauses("rot180") == 3
    assert clauses("rot90") == 1
    assert clauses("rot90", "transpose") == 0


def test_by_hand() -> None:
    def symmetric(board: str, *cells: Cell) -> set[tuple[str, ...]]:
        model = Placement(board, {"Q": "any"}, [])
        one = arrangement_of(model, dict.fromkeys(cells, "Q"))
        return {names for names in SUBGROUPS if Stabiliser(names).holds(one)}

    assert symmetric("3x3", (0, 0), (0, 1)) == {()}
    assert symmetric("3x3", (0, 0), (2, 2), (0, 1), (2, 1)) == {("rot180",)}
    assert symmetric("3x3", (0, 0)) == {("transpose",)}
    assert symmetric("3x3", (0, 1)) == {("flip-columns",)}
    assert symmetric("3x3", (0, 0), (2, 2)) == {("transpose", "antitranspose")}
    assert symmetric("3x3", (1, 1)) == {("rot90", "transpose")}
    assert symmetric("4x4", (0, 1), (1, 3), (3, 2), (2, 0)) == {("rot90",)}
    assert symmetric("1x1") == set(SUBGROUPS)  # all are names of one map


@pytest.mark.parametrize("engine", ["sat", "cpsat", "backtrack"])
def test_the_eight_queens(engine: str) -> None:
    # 92 = 11 · 8 + 1 · 4: eleven solutions without symmetry, one that a half turn leaves alone.
    numbers = {}
    for names in SUBGROUPS[:7]:
        model = Placement("8x8", {"Q": 8}, [NonAttacking(), Stabiliser(names)])
        numbers[names] = count(model, engine=engine).value
    assert {names: number for names, number in numbers.items() if number} == {
        (): 88,
        ("rot180",): 4,
    }


def test_what_preserves_it_is_the_normaliser() -> None:
    def names(*given_names: str) -> set[str]:
        model = Placement("3x3", {"Q": "any"}, [Stabiliser(given_names)])
        return {symmetry.name for symmetry in model.symmetries()}

    assert len(names()) == len(names("rot180")) == len(names("rot90")) == 8
    assert names("transpose") == {"identity", "rot180", "transpose", "antitranspose"}
    assert names("flip-rows") == {"identity", "rot180", "flip-rows", "flip-columns"}


def test_counts_modulo_symmetry_agree() -> None:
    model = Placement("4x4", {"Q": "any"}, [NonAttacking(), Stabiliser()])
    values = orbits_by_every_method(model)
    assert len(values) == 1
    assert 8 * values.pop() == count(model).value  # no arrangement has a smaller orbit
    half = Placement("4x4", {"R": 4}, [NonAttacking(), Stabiliser("rot180")])
    assert len(orbits_by_every_method(half)) == 1


def test_a_man_whose_image_may_not_stand_does_not_stand() -> None:
    corner = frozenset({Square(0, 0), Square(0, 1), Square(1, 2)})
    kinds = [
        Kind("Q", Piece.parse("Q"), Number(), corner),
        Kind("N", Piece.parse("N"), Number(), corner - {Square(0, 0)}),
    ]
    wanted = check_rule(Placement("2x3", kinds, [Stabiliser("rot180")]), naive)
    # a2 and c1 are images of one another, and b2 of b1, where nobody may stand.
    assert {str(one) for one in wanted} == {"Q@a2 Q@c1"}


def test_words_and_json() -> None:
    assert Stabiliser.parse(None) == Stabiliser() == Stabiliser(("identity",))
    assert Stabiliser.parse("identity") == Stabiliser()
    assert Stabiliser.parse("rot180") == Stabiliser("rot180") == Stabiliser(("rot180", "rot180"))
    pair = Stabiliser(("transpose", "antitranspose"))
    assert Stabiliser.parse("antitranspose,transpose") == pair
    assert Stabiliser.parse("shift(0,1)") == Stabiliser("shift(0,1)")
    assert Stabiliser().to_json() == {"symmetries": []}
    assert pair.to_json() == {"symmetries": ["antitranspose", "transpose"]}
    for rule in (Stabiliser(), Stabiliser("rot90"), pair):
        assert Stabiliser.from_json(rule.to_json()) == rule
    assert Stabiliser.from_json({}) == Stabiliser()
    assert in_place("3x3", ["Q=3"], ["stabiliser", "non-attacking"]).rules[0] == Stabiliser()


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: Stabiliser(3), "symmetries"),  # type: ignore[arg-type]
        (lambda: Stabiliser((1,)), "symmetries"),  # type: ignore[arg-type]
        (lambda: Stabiliser.from_json({"symmetries": [1]}), "symmetries"),
        (lambda: Stabiliser.from_json({"group": "C4"}), "group"),
        (lambda: Placement("3x4", {"Q": 1}, [Stabiliser("rot90")]), "rules[0].symmetry"),
        (lambda: Placement("3x3", {"Q": 1}, [Stabiliser(("turn",))]), "rules[0].symmetry"),
    ],
)
def test_nonsense_is_refused(make: Any, field: str) -> None:
    with pytest.raises(InvalidModel) as caught:
        make()
    assert caught.value.field == field


def test_a_large_board_is_refused_before_anything_is_built() -> None:
    with pytest.raises(UnsupportedByEngine):
        count(Placement("torus:50x50", {"Q": 2}, [Stabiliser()]), engine="sat")
