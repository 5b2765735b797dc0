"""Maximal: nobody can be added without an attack; known numbers, who is added, gates."""

from __future__ import annotations

import pytest
from oracle import DEEP
from oracle_rules import check_rule

import nqsat
from nqsat import Kind, Piece, Placement, Square
from nqsat.compiling import lower
from nqsat.engines import Listing, SatEngine
from nqsat.rules import Maximal, NonAttacking, Number


def test_who_is_added_keeps_to_the_squares_of_his_kind() -> None:
    # Two rooks on the main diagonal: a third one fits on c3 only, where no rook may stand.
    squares = frozenset({Square(0, 0), Square(1, 1), Square(0, 1)})
    rook = Kind("R", Piece.parse("R"), Number.parse("any"), squares)
    model = Placement("3x3", [rook], [NonAttacking(), Maximal()])
    assert len(check_rule(model)) == 2  # a3 with b2, or b3 alone: he attacks the two others


def test_numbers_do_not_bind_who_is_added() -> None:
    # No more than one rook may stand, but another could be added all the same.
    for number in (1, "..1"):
        model = Placement("2x2", {"R": number}, [NonAttacking(), Maximal()])
        assert nqsat.count(model).value == 0
    assert nqsat.count(Placement("2x2", {"R": "1.."}, [NonAttacking(), Maximal()])).value == 2


@pytest.mark.parametrize(
    ("piece", "numbers"),
    [("Q", [1, 4, 9, 18, 58, 348]), ("K", [1, 4, 8, 79, 544]), ("N", [1, 1, 10, 31, 172])],
)
def test_published_numbers(piece: str, numbers: list[int]) -> None:
    # A146303, A288956, A289201; from n = 1.
    for n, number in enumerate(numbers, start=1):
        model = Placement(f"{n}x{n}", {piece: "any"}, [NonAttacking(), Maximal()])
        assert nqsat.count(model, engine="sat").value == number
        if (piece, n) != ("N", 5) or DEEP:  # ten seconds
            assert nqsat.count(model, engine="backtrack").value == number


def test_maximal_sets_are_those_that_no_larger_one_contains() -> None:
    # The same family made another way: from all non-attacking sets.
    everything = {
        frozenset(one.men) for one in Listing(Placement("3x4", {"N": "any"}), SatEngine())
    }
    model = Placement("3x4", {"N": "any"}, [NonAttacking(), Maximal()])
    found = {frozenset(one.men) for one in Listing(model, SatEngine())}
    assert found == {one for one in everything if not any(one < other for other in everything)}


def test_for_queens_maximal_is_independent_domination() -> None:
    # Berge: an independent set is maximal exactly if it dominates, where attacks go both ways.
    maximal = Placement("4x4", {"Q": "any"}, [NonAttacking(), Maximal()])
    dominating = Placement("4x4", {"Q": "any"}, [nqsat.rules.Domination("independent")])
    wanted = {frozenset(one.men) for one in Listing(dominating, SatEngine())}
    assert {frozenset(one.men) for one in Listing(maximal, SatEngine())} == wanted


def test_a_lopsided_piece_has_fewer_symmetries() -> None:
    assert len(Placement("3x3", {"fW": "any"}, [Maximal()]).symmetries()) == 2
    queens = Maximal(frozenset({("Q", "Q")}))
    assert len(Placement("3x3", {"Q": "any", "fW": "1"}, [queens]).symmetries()) == 8


def test_only_blocking_needs_gates_and_both_directions_share_them() -> None:
    def gates(rule: Maximal) -> int:
        formula = lower(Placement("1x5", {"R": "any"}, [rule]))
        return formula.variables - len(formula.projection)

    assert gates(Maximal()) == 0
    # A rook on s and nobody from there to t: one gate for each ordered pair that is not adjacent.
    assert gates(Maximal(blocking=True)) == 12
