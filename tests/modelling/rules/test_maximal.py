"""Maximal: nobody can be added without an attack, alone and together with non-attack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import DEEP, arrangement_of, brute_force, cells_of, same_solutions
from oracle_sight import check_formula, check_pruning, content_of, naive_rule, naive_sight
from strategies import boards, kinds, presets, thorough

import nqsat
from nqsat import InvalidModel, Kind, Piece, Placement, Square
from nqsat.compiling import lower
from nqsat.engines import BacktrackEngine, CpSatEngine, Listing, SatEngine
from nqsat.modelling import dumps, loads
from nqsat.rules import Maximal, NonAttacking, Number

Cell = tuple[int, int]

EXAMPLES = 1000 if DEEP else 50
CROSSED = frozenset({("Q", "R")})


def naive_maximal(rule: Maximal, model: Placement, content: Mapping[Cell, str]) -> bool:
    """The meaning: somebody is added on every empty cell, and must be in an attack that counts."""
    for cell in cells_of(model.board):
        for kind in model.kinds:
            if cell in content or (kind.squares is not None and cell not in kind.squares):
                continue
            seen = naive_sight(model, {**content, cell: kind.name}, blocking=rule.blocking)
            met = False
            for other, name in content.items():
                if rule.between is not None:
                    pairs = {(kind.name, name), (name, kind.name)}
                    if not pairs & set(rule.between):
                        continue
                if other in seen[cell] or cell in seen[other]:
                    met = True
            if not met:
                return False
    return True


def check_everything(model: Placement) -> int:
    """Compare meaning, engines, formula, pruning and symmetries; the number of solutions."""
    free = Placement(model.board, model.kinds, [], model.presets)
    wanted = set(brute_force(free))
    for rule in model.rules:
        if isinstance(rule, Maximal):
            wanted = {one for one in wanted if naive_maximal(rule, model, content_of(one))}
        else:
            wanted = {one for one in wanted if naive_rule(rule, model, content_of(one))}
    same_solutions(brute_force(model), wanted, f"{model}: holds")
    same_solutions(Listing(model, SatEngine()), wanted, f"{model} by sat")
    same_solutions(Listing(model, BacktrackEngine()), wanted, f"{model} by backtrack")
    if len(wanted) < 100:
        same_solutions(Listing(model, CpSatEngine()), wanted, f"{model} by cpsat")
    check_formula(model, wanted)
    for rule in model.rules:
        check_pruning(rule, model, sorted(wanted)[:: max(1, len(wanted) // 20)])
    for symmetry in model.symmetries():
        assert {one.image(symmetry) for one in wanted} == wanted
    assert loads(dumps(model)) == model
    return len(wanted)


@st.composite
def models(draw: st.DrawFn) -> Placement:
    number = draw(st.integers(1, 3))
    board = draw(boards({1: 9, 2: 6, 3: 5}[number]))
    found = draw(kinds(board, number))
    names = [kind.name for kind in found]
    pairs = st.tuples(st.sampled_from(names), st.sampled_from(names))
    between = draw(st.frozensets(pairs, min_size=1, max_size=2) | st.none())
    blocking = draw(st.booleans())
    rules = [NonAttacking(between, blocking)] if draw(st.booleans()) else []
    return Placement(
        board, found, [*rules, Maximal(between, blocking)], draw(presets(board.squares, names))
    )


@thorough(EXAMPLES)
@given(models())
def test_everybody_is_added_everywhere(model: Placement) -> None:
    check_everything(model)


# Random numbers seldom leave room for maximal arrangements; these do, and differ in every field.
CHOSEN: list[tuple[str, dict[str, int | str], list[str], list[Any]]] = [
    ("3x3", {"Q": "any"}, [], [NonAttacking(), Maximal()]),
    ("3x3", {"Q": "any"}, [], [Maximal()]),
    ("3x3", {"fR": "any"}, [], [NonAttacking(), Maximal()]),
    ("3x3", {"fW": "any"}, ["-@b2"], [NonAttacking(), Maximal()]),
    ("torus:3x3", {"N": "any"}, [], [NonAttacking(), Maximal()]),
    ("1x7", {"R": "any"}, [], [Maximal(blocking=True)]),
    ("2x3", {"Q": "any", "N": "any"}, [], [NonAttacking(), Maximal()]),
    ("2x3", {"Q": "any", "R": "any"}, [], [NonAttacking(CROSSED), Maximal(CROSSED)]),
    ("1x6", {"R": "any", "N": "any"}, [], [NonAttacking(None, True), Maximal(blocking=True)]),
    ("cylinder:2x3", {"B": "any", "fR": "any"}, [], [Maximal(blocking=True)]),
]


@pytest.mark.parametrize(("board", "pieces", "given_men", "rules"), CHOSEN)
def test_boards_that_have_maximal_arrangements(
    board: str, pieces: dict[str, int | str], given_men: list[str], rules: list[Any]
) -> None:
    assert check_everything(Placement(board, pieces, rules, given_men)) > 1


def test_who_is_added_keeps_to_the_squares_of_his_kind() -> None:
    # Two rooks on the main diagonal: a third one fits on c3 only, where no rook may stand.
    squares = frozenset({Square(0, 0), Square(1, 1), Square(0, 1)})
    rook = Kind("R", Piece.parse("R"), Number.parse("any"), squares)
    model = Placement("3x3", [rook], [NonAttacking(), Maximal()])
    assert check_everything(model) == 2  # a3 with b2, or b3 alone: he attacks the two others


def test_numbers_do_not_bind_who_is_added() -> None:
    # No more than one rook may stand, but another could be added all the same.
    for number in (1, "..1"):
        model = Placement("2x2", {"R": number}, [NonAttacking(), Maximal()])
        assert nqsat.count(model).value == 0
    assert nqsat.count(Placement("2x2", {"R": "1.."}, [NonAttacking(), Maximal()])).value == 2


# -- by hand -------------------------------------------------------------------------------

Row = tuple[str, dict[Cell, str], Maximal, bool]

BY_HAND: list[Row] = [
    ("3x3", {(1, 1): "Q"}, Maximal(), True),
    ("3x3", {(0, 0): "Q"}, Maximal(), False),
    ("3x3", {(0, 0): "Q", (1, 2): "Q"}, Maximal(), True),
    ("3x3", {}, Maximal(), False),
    ("0x0", {}, Maximal(), True),
    # They attack one another, which this rule does not ask about.
    ("3x3", {(1, 1): "Q", (1, 2): "Q"}, Maximal(), True),
    # Attacks of a rook on a queen are attacks between them; of queens alone none is left.
    ("1x3", {(0, 0): "R"}, Maximal(), True),
    ("1x3", {(0, 0): "R"}, Maximal(CROSSED), False),
    ("1x3", {(0, 0): "R", (0, 1): "Q"}, Maximal(CROSSED), True),
    # Whoever is added sees the first man only: a rook behind a queen sees no rook.
    ("1x3", {(0, 0): "R", (0, 1): "Q"}, Maximal(frozenset({("R", "R"), ("Q", "Q")})), True),
    (
        "1x3",
        {(0, 0): "R", (0, 1): "Q"},
        Maximal(frozenset({("R", "R"), ("Q", "Q")}), blocking=True),
        False,
    ),
]


@pytest.mark.parametrize(("board", "content", "rule", "holds"), BY_HAND)
def test_by_hand(board: str, content: dict[Cell, str], rule: Maximal, holds: bool) -> None:
    model = Placement(board, {"Q": "any", "R": "any"}, [rule])
    assert rule.holds(arrangement_of(model, content)) is holds
    assert naive_maximal(rule, model, content) is holds


# -- known numbers -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "numbers"),
    [("Q", [1, 4, 9, 18, 58, 348]), ("K", [1, 4, 8, 79, 544]), ("N", [1, 1, 10, 31, 172])],
)
def test_published_numbers(piece: str, numbers: list[int]) -> None:
    # A146303, A288956, A289201; from n = 1.
    for n, number in enumerate(numbers, start=1):
        model = Placement(f"{n}x{n}", {piece: "any"}, [NonAttacking(), Maximal()])
        assert nqsat.count(model, engine="sat").value == number
        if number < 1000:
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


@pytest.mark.parametrize("blocking", [False, True])
def test_counts_modulo_symmetry_agree(blocking: bool) -> None:
    model = Placement(
        "3x3", {"R": "any", "N": "..2"}, [NonAttacking(None, blocking), Maximal(blocking=blocking)]
    )
    methods = ["canonical", "burnside", "blocking"]
    values = {nqsat.count(model, modulo="symmetry", method=m).value for m in methods}  # type: ignore[arg-type]
    group = model.symmetries()
    assert len(group) == 8
    assert values == {len({one.canonical(group) for one in Listing(model, SatEngine())})}


def test_a_lopsided_piece_has_fewer_symmetries() -> None:
    assert len(Placement("3x3", {"fW": "any"}, [Maximal()]).symmetries()) == 2
    queens = Maximal(frozenset({("Q", "Q")}))
    assert len(Placement("3x3", {"Q": "any", "fW": "1"}, [queens]).symmetries()) == 8


# -- encoding ------------------------------------------------------------------------------


def test_only_blocking_needs_gates_and_both_directions_share_them() -> None:
    def gates(rule: Maximal) -> int:
        formula = lower(Placement("1x5", {"R": "any"}, [rule]))
        return formula.variables - len(formula.projection)

    assert gates(Maximal()) == 0
    # A rook on s and nobody from there to t: one gate for each ordered pair that is not adjacent.
    assert gates(Maximal(blocking=True)) == 12


def test_size_is_known_before_anything_is_built() -> None:
    for rule in (Maximal(), Maximal(blocking=True)):
        assert Placement("4x4", {"Q": "any"}, [rule]).size < 100_000
        assert Placement("900x900", {"Q": "any"}, [rule]).size > 100_000_000


# -- reading and writing -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (None, Maximal()),
        ("blocking", Maximal(blocking=True)),
        ("R-Q,blocking", Maximal(CROSSED, blocking=True)),
        ("between=Q-Q,between=Q-R", Maximal(frozenset({("Q", "Q"), ("Q", "R")}))),
    ],
)
def test_parse(text: str | None, rule: Maximal) -> None:
    assert Maximal.parse(text) == rule
    assert Maximal.from_json(rule.to_json()) == rule


def test_json() -> None:
    rule = Maximal(frozenset({("R", "Q")}), blocking=True)
    assert rule.to_json() == {"between": [["Q", "R"]], "blocking": True}
    assert Maximal().to_json() == {}
    assert rule == Maximal(CROSSED, blocking=True)


@pytest.mark.parametrize(
    ("text", "field"), [("Q", "between"), ("Q-R-N", "between"), ("blocking=1", "blocking")]
)
def test_bad_text_is_refused(text: str, field: str) -> None:
    with pytest.raises(InvalidModel, match=field):
        Maximal.parse(text)


def test_bad_pairs_are_refused() -> None:
    with pytest.raises(InvalidModel) as error:
        Maximal(frozenset({("Q",)}))  # type: ignore[arg-type]
    assert error.value.field == "between"


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(InvalidModel) as error:
        Placement("3x3", {"Q": "any"}, [Maximal(CROSSED)])
    assert error.value.field == "rules[0].between"
    assert "it has Q" in error.value.reason
