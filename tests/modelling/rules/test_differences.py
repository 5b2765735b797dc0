"""Distinct differences, against a list of all vectors; Costas arrays and Golomb rulers."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import DEEP, arrangement_of
from oracle_rules import check_rule, orbits_by_every_method
from strategies import models_with, thorough

from nqsat import Arrangement, Board, InvalidModel, Placement, UnsupportedByEngine, count, solutions
from nqsat.modelling import in_place
from nqsat.rules import DistinctDifferences, Men, Objective, Permutation

EXAMPLES = 1000 if DEEP else 40

Cell = tuple[int, int]


def naive(model: Placement, content: Mapping[Cell, str]) -> bool:
    """No vector is met twice from one man to another, in whichever direction."""
    seen = []
    for row, column in content:
        for other_row, other_column in content:
            if (row, column) != (other_row, other_column):
                vector = (other_row - row, other_column - column)
                if vector in seen:
                    return False
                seen.append(vector)
    return True


MODELS = models_with(lambda board, names: st.just(DistinctDifferences()), flat=True)


@thorough(EXAMPLES)
@given(MODELS)
def test_all_vectors_are_different(model: Placement) -> None:
    check_rule(model, naive)


@pytest.mark.parametrize(
    ("board", "cells", "holds"),
    [
        ("1x7", [(0, 0), (0, 1), (0, 4), (0, 6)], True),  # the perfect ruler of length 6
        ("1x7", [(0, 0), (0, 1), (0, 3), (0, 6)], False),  # 3 twice: from 0 and from 3
        ("1x3", [(0, 0), (0, 1), (0, 2)], False),
        ("3x3", [(0, 0), (0, 1), (1, 0), (1, 1)], False),  # a parallelogram
        ("3x3", [(0, 0), (0, 2), (1, 0)], True),
        ("3x3", [(0, 1), (1, 0), (2, 2)], True),
        ("3x3", [(0, 0), (1, 1), (2, 2)], False),
        ("3x3", [], True),
    ],
)
def test_by_hand(board: str, cells: list[Cell], holds: bool) -> None:
    model = Placement(board, {"Q": "any"}, [DistinctDifferences()])
    content = dict.fromkeys(cells, "Q")
    assert model.holds(arrangement_of(model, content)) is holds
    assert naive(model, content) is holds


@pytest.mark.parametrize("engine", ["sat", "cpsat", "backtrack"])
def test_costas_arrays_are_what_is_published(engine: str) -> None:
    # A008404
    for n, number in enumerate([1, 1, 2, 4, 12, 40, 116]):
        model = Placement(Board(n, n), {"blocker": n}, [Permutation(), DistinctDifferences()])
        assert count(model, engine=engine).value == number


def test_costas_arrays_modulo_symmetry() -> None:
    # A001441: inequivalent Costas arrays, 1, 1, 1, 2, 6, 17 for n = 1 … 6
    model = Placement("5x5", {"blocker": 5}, [Permutation(), DistinctDifferences()])
    assert orbits_by_every_method(model) == {6}
    model = Placement("6x6", {"blocker": 6}, [Permutation(), DistinctDifferences()])
    assert count(model, modulo="symmetry").value == 17


@pytest.mark.parametrize(
    ("length", "marks"), [(1, 2), (2, 2), (3, 3), (5, 3), (6, 4), (10, 4), (11, 5)]
)
def test_golomb_rulers(length: int, marks: int) -> None:
    # The shortest rulers have lengths 1, 3, 6, 11: A003022.
    model = Placement(Board(1, length + 1), {"blocker": "any"}, [DistinctDifferences()])
    best = model.with_objective(Objective("maximise", Men()))
    assert {len(one.men) for one in solutions(best) if isinstance(one, Arrangement)} == {marks}


def test_men_of_all_kinds_count_and_so_do_all_dimensions() -> None:
    two = Placement("1x4", {"Q": 2, "N": 1}, [DistinctDifferences()])
    assert {count(two, engine=e).value for e in ("sat", "cpsat", "backtrack")} == {2 * 3}
    corners = list(product((0, 1), repeat=3))
    sets = [some for size in range(9) for some in combinations(corners, size)]
    wanted = sum(
        len({tuple(b[i] - a[i] for i in range(3)) for a, b in permutations(some, 2)})
        == len(some) * (len(some) - 1)
        for some in sets
    )
    solid = Placement("2x2x2", {"blocker": "any"}, [DistinctDifferences()])
    assert {count(solid, engine=e).value for e in ("sat", "cpsat", "backtrack")} == {wanted}


@pytest.mark.parametrize("board", ["torus:3x3", "cylinder:3x4"])
def test_boards_that_wrap_are_refused(board: str) -> None:
    with pytest.raises(InvalidModel, match=r"rules\[0\].board.*wraps"):
        Placement(board, {"Q": 2}, [DistinctDifferences()])


def test_words_and_json() -> None:
    assert DistinctDifferences.parse(None) == DistinctDifferences()
    assert DistinctDifferences().to_json() == {}
    assert DistinctDifferences.from_json({}) == DistinctDifferences()
    model = in_place("3x3", ["Q=3"], ["permutation", "distinct-differences"])
    assert model.rules == (Permutation(), DistinctDifferences())


@pytest.mark.parametrize(
    "make",
    [lambda: DistinctDifferences.parse("1"), lambda: DistinctDifferences.from_json({"modulo": 3})],
)
def test_nonsense_is_refused(make: Any) -> None:
    with pytest.raises(InvalidModel, match="it has none"):
        make()


def test_a_large_board_is_refused_before_anything_is_built() -> None:
    with pytest.raises(UnsupportedByEngine):
        count(Placement("100x100", {"Q": 2}, [DistinctDifferences()]), engine="sat")
