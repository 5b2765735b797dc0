"""Permutation: so many men in every rank and file, against a count line by line."""

from __future__ import annotations

from collections.abc import Mapping
from math import factorial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import DEEP, arrangement_of
from oracle_rules import check_rule, orbits_by_every_method
from strategies import NUMBERS, models_with, some_of, thorough

from nqsat import Board, InvalidModel, Placement, Square, count
from nqsat.modelling import in_place
from nqsat.rules import NonAttacking, Number, Permutation

EXAMPLES = 1000 if DEEP else 40

Cell = tuple[int, int]


def naive(model: Placement, content: Mapping[Cell, str]) -> bool:
    """Count the men of each row, then of each column, where there is a dot at all."""
    rule, board = model.rules[0], model.board
    assert isinstance(rule, Permutation)
    rows = [[(row, column) for column in range(board.columns)] for row in range(board.rows)]
    columns = [[(row, column) for row in range(board.rows)] for column in range(board.columns)]
    for line in rows + columns:
        if not any(board.character(Square(*cell)) == "." for cell in line):
            continue
        men = 0
        for cell in line:
            if cell in content and (rule.kinds is None or content[cell] in rule.kinds):
                men += 1
        if men < rule.bounds.low or (rule.bounds.high is not None and men > rule.bounds.high):
            return False
    return True


MODELS = models_with(
    lambda board, names: st.builds(Permutation, st.just(Number(1, 1)) | NUMBERS, some_of(names))
)


@thorough(EXAMPLES)
@given(MODELS)
def test_men_are_counted_line_by_line(model: Placement) -> None:
    check_rule(model, naive, determined=False)


@pytest.mark.parametrize("number", [1, "..1", "1.."])
@pytest.mark.parametrize("board", ["3x3", "2x4", "torus:3x3", "cylinder:2x3"])
def test_one_on_each_line_is_lowered_without_auxiliaries(number: int | str, board: str) -> None:
    check_rule(Placement(board, {"Q": "any"}, [Permutation(number)]), naive)


@pytest.mark.parametrize(
    ("board", "content", "number", "holds"),
    [
        ("2x2", {(0, 0): "Q", (1, 1): "Q"}, 1, True),
        ("2x2", {(0, 0): "Q", (1, 0): "Q"}, 1, False),
        ("2x2", {(0, 0): "Q"}, 1, False),
        ("2x2", {(0, 0): "Q"}, "..1", True),
        ("2x2", {(0, 0): "Q", (0, 1): "Q", (1, 0): "Q", (1, 1): "Q"}, 2, True),
        ("2x3", {(0, 0): "Q", (1, 1): "Q"}, 1, False),  # a file is empty
        ("torus:2x2", {(0, 1): "Q", (1, 0): "Q"}, 1, True),
        ("0x0", {}, 1, True),
    ],
)
def test_by_hand(board: str, content: dict[Cell, str], number: int | str, holds: bool) -> None:
    model = Placement(board, {"Q": "any"}, [Permutation(number)])
    assert model.holds(arrangement_of(model, content)) is holds
    assert naive(model, content) is holds


def test_a_line_without_a_square_is_not_counted() -> None:
    # The middle rank and the right file are gone; what is left is 2 × 2.
    board = Board.from_map("..#\nxx#\n..x")
    model = Placement(board, {"Q": "any"}, [Permutation()])
    assert {str(one) for one in check_rule(model, naive)} == {"a3 b1", "a1 b3"}


@pytest.mark.parametrize("engine", ["sat", "cpsat", "backtrack"])
def test_permutations_are_counted(engine: str) -> None:
    for n in range(5):
        model = Placement(Board(n, n), {"blocker": n}, [Permutation()])
        assert count(model, engine=engine).value == factorial(n)
    # Two on each line of 4 × 4: A001499.
    model = Placement("4x4", {"blocker": 8}, [Permutation(2)])
    assert count(model, engine=engine).value == 90


@pytest.mark.parametrize("engine", ["sat", "cpsat", "backtrack"])
def test_on_a_cube_they_are_latin_squares(engine: str) -> None:
    # The layer of the man on each pillar is the symbol: 1, 1, 2, 12 Latin squares.
    for n, number in enumerate([1, 1, 2, 12]):
        model = Placement(Board.solid(n, n, n), {"blocker": n * n}, [Permutation()])
        assert count(model, engine=engine).value == number


def test_kinds_may_each_have_their_own() -> None:
    # Two superimposed permutations of 3 × 3 that share no square: 6 · 2.
    rules = [Permutation(kinds=("Q",)), Permutation(kinds=("N",))]
    model = Placement("3x3", {"Q": "any", "N": "any"}, rules)
    values = {count(model, engine=engine).value for engine in ("sat", "cpsat", "backtrack")}
    assert values == {12}


def test_counts_modulo_symmetry_agree() -> None:
    # Permutation matrices up to the symmetries of the square: A000903.
    model = Placement("5x5", {"blocker": 5}, [Permutation()])
    assert orbits_by_every_method(model) == {23}
    torus = Placement("torus:3x3", {"blocker": 3}, [Permutation(), NonAttacking()])
    assert len(torus.symmetries()) == 72


def test_words_and_json() -> None:
    assert Permutation.parse(None) == Permutation() == Permutation("1")
    assert Permutation.parse("2") == Permutation(2)
    assert Permutation.parse("..1,kinds=Q,kinds=N") == Permutation("..1", ("Q", "N"))
    assert Permutation().to_json() == {"number": 1}
    assert Permutation("1..2", ("Q",)).to_json() == {"number": "1..2", "kinds": ["Q"]}
    assert Permutation.from_json({"number": "1..2", "kinds": ["Q"]}) == Permutation("1..2", ("Q",))
    assert Permutation.from_json({}) == Permutation()
    model = in_place("3x3", ["Q=3"], ["permutation", "non-attacking"])
    assert model == Placement("3x3", {"Q": 3}, [Permutation(), NonAttacking()])


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: Permutation(-1), "number"),
        (lambda: Permutation("few"), "number"),
        (lambda: Permutation(1, ()), "kinds"),
        (lambda: Permutation(1, 5), "kinds"),  # type: ignore[arg-type]
        (lambda: Permutation.parse("x"), "rule permutation"),
        (lambda: Permutation.from_json({"rows": 1}), "rows"),
        (lambda: Placement("1x1", {"Q": 1}, [Permutation(1, ("R",))]), "rules[0].kinds"),
    ],
)
def test_nonsense_is_refused(make: Any, field: str) -> None:
    with pytest.raises(InvalidModel) as caught:
        make()
    assert caught.value.field == field
