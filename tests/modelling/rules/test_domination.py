"""Domination: known numbers, inclusion-minimal sets, what the encoding takes."""

from __future__ import annotations

from typing import Any

import pytest
from oracle import DEEP
from oracle_sight import content_of

import nqsat
from nqsat import Placement
from nqsat.compiling import lower
from nqsat.engines import Listing, SatEngine
from nqsat.modelling.rules.domination import _two_at_least
from nqsat.rules import Domination, Men, Objective


def test_walls_and_holes_need_no_attack() -> None:
    board = nqsat.Board.from_map("..#\nx..")
    model = Placement(board, {"W": 1}, [Domination()])
    assert nqsat.count(model).value == nqsat.count(model, engine="backtrack").value == 0
    model = Placement(board, {"W": 2}, [Domination()])
    # Of the path a2 b2 b1 c1: every pair but the two ends' neighbours alone.
    assert {str(one) for one in Listing(model, SatEngine())} == {
        "a2 b1", "a2 c1", "b1 b2", "b2 c1",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("piece", "n", "k", "variant", "number", "orbits"),
    [
        ("Q", 5, 3, "plain", 186, 37), ("Q", 6, 3, "plain", 4, 1),
        pytest.param("N", 5, 5, "plain", 47, 8, marks=pytest.mark.deep),
        ("K", 5, 4, "plain", 79, None), ("R", 4, 4, "plain", 2 * 4**4 - 24, None),
        ("R", 4, 4, "independent", 24, None),
    ],
)  # fmt: skip
def test_known_numbers(
    piece: str, n: int, k: int, variant: Any, number: int, orbits: int | None
) -> None:
    model = Placement(f"{n}x{n}", {piece: k}, [Domination(variant)])
    assert nqsat.count(model, engine="sat").value == number
    assert nqsat.count(model, engine="backtrack").value == number
    if orbits is not None:
        assert nqsat.count(model, modulo="symmetry").value == orbits


@pytest.mark.parametrize(
    ("variant", "number", "orbits"), [("independent", 728, 91), ("total", 352, None)]
)
def test_queens_on_the_chessboard(variant: Any, number: int, orbits: int | None) -> None:
    if variant == "total" and not DEEP:
        pytest.skip("four seconds")
    model = Placement("8x8", {"Q": 5}, [Domination(variant)])
    assert nqsat.count(model, engine="sat").value == number
    if orbits is not None:
        assert nqsat.count(model, engine="sat", modulo="symmetry").value == orbits


@pytest.mark.parametrize(
    ("variant", "least", "number"), [("plain", 3, 186), ("independent", 3, 16), ("total", 3, 70)]
)
def test_the_fewest_queens(variant: Any, least: int, number: int) -> None:
    objective = Objective("minimise", Men())
    model = Placement("5x5", {"Q": "any"}, [Domination(variant)], objective=objective)
    for engine in ("sat", "cpsat", "backtrack"):
        count = nqsat.count(model, engine=engine)
        assert count.optimum is not None
        assert (count.optimum.value, count.value) == (least, number)


def test_inclusion_minimal_sets_are_those_that_no_smaller_one_is_part_of() -> None:
    # The same family made another way: all dominating sets, then those that contain no other.
    board = "3x4"
    all_sets = {
        frozenset(content_of(one))
        for one in Listing(Placement(board, {"K": "any"}, [Domination()]), SatEngine())
    }
    model = Placement(board, {"K": "any"}, [Domination(minimal=True)])
    minimal = {frozenset(content_of(one)) for one in Listing(model, SatEngine())}
    assert minimal == {one for one in all_sets if not any(other < one for other in all_sets)}
    assert 1 < len(minimal) < len(all_sets)


def test_pieces_of_other_kinds_may_be_lopsided() -> None:
    # A symmetry has to keep the sight of the men who dominate; others are only in the way.
    pieces = {"Q": "any", "fW": "any"}
    assert len(Placement("3x3", pieces, [Domination(kinds=("Q",))]).symmetries()) == 8
    assert (
        len(Placement("3x3", pieces, [Domination(kinds=("Q",), blocking=True)]).symmetries()) == 8
    )
    assert len(Placement("3x3", pieces, [Domination()]).symmetries()) == 2


def test_two_of_one_square_are_never_two() -> None:
    class Nothing:
        def fresh(self) -> int:
            raise AssertionError("no gate is needed")

    for literals in ([], [7]):
        assert _two_at_least(Nothing(), literals) == (None, [])  # type: ignore[arg-type]


def test_only_minimality_and_blocking_need_gates() -> None:
    def gates(rule: Domination) -> int:
        formula = lower(Placement("3x3", {"Q": "any"}, [rule]))
        return formula.variables - len(formula.projection)

    assert gates(Domination()) == gates(Domination("total")) == 0
    assert gates(Domination("independent")) == 0
    assert gates(Domination(minimal=True)) > 0
    assert gates(Domination(blocking=True)) > 0
