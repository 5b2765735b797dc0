"""Domination: every square is occupied or attacked; independent, total and minimal domination."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from oracle import DEEP, arrangement_of, cells_of
from oracle_rules import check_rule
from oracle_sight import content_of, naive_sight
from strategies import domination, models_with, thorough

import nqsat
from nqsat import InvalidModel, Placement
from nqsat.compiling import lower
from nqsat.engines import Listing, SatEngine
from nqsat.modelling.rules.domination import _two_at_least
from nqsat.rules import Domination, Men, Objective

Cell = tuple[int, int]

EXAMPLES = 1000 if DEEP else 50
VARIANTS = ["plain", "independent", "total"]


def naive_domination(rule: Domination, model: Placement, content: Mapping[Cell, str]) -> bool:
    """The meaning: every square by itself, every pair, and for ``minimal`` every man taken away."""
    seen = naive_sight(model, content, blocking=rule.blocking)
    men = [cell for cell, kind in content.items() if rule.kinds is None or kind in rule.kinds]
    if not dominated(model, men, seen, rule.variant):
        return False
    if rule.variant == "independent":
        for one in men:
            for other in men:
                if other in seen[one]:
                    return False
    if rule.minimal:
        # Of all that is left when some are taken away, not of the men one by one: the same, since
        # without blocking more men dominate more.
        for size in range(len(men)):
            for rest in combinations(men, size):
                if dominated(model, rest, seen, rule.variant):
                    return False
    return True


def dominated(
    model: Placement, men: Sequence[Cell], seen: Mapping[Cell, set[Cell]], variant: str
) -> bool:
    """Whether these men cover every cell of the board where a man can stand."""
    for cell in cells_of(model.board):
        attacked = False
        for man in men:
            if cell in seen[man]:
                attacked = True
        if not attacked and (variant == "total" or cell not in men):
            return False
    return True


MODELS = models_with(lambda board, names: domination(names))


def check_everything(model: Placement) -> int:
    """Compare meaning, engines, formula, pruning and symmetries; the number of solutions."""
    (rule,) = model.rules
    assert isinstance(rule, Domination)
    return len(check_rule(model, lambda model, men: naive_domination(rule, model, men), few=100))


@thorough(EXAMPLES)
@given(MODELS)
def test_every_square_is_looked_at(model: Placement) -> None:
    check_everything(model)


# Random kinds seldom dominate a board; these do, and differ in nearly every field.
CHOSEN = [
    ("1x7", {"K": "any"}, [], Domination()),
    ("2x4", {"W": "any"}, [], Domination(minimal=True)),
    ("3x3", {"K": "any"}, [], Domination("total", minimal=True)),
    ("3x3", {"R": "any"}, [], Domination("independent")),
    ("torus:3x3", {"fR": "any"}, [], Domination("total")),
    ("torus:3x3", {"fW": "any"}, [], Domination(minimal=True)),
    ("cylinder:2x4", {"B": "any"}, [], Domination("independent", minimal=True)),
    ("2x3", {"Q": "any", "blocker": "any"}, [], Domination(kinds=("Q",))),
    ("2x3", {"Q": "any", "blocker": "any"}, [], Domination("total", ("Q",), blocking=True)),
    ("1x6", {"R": "any", "N": "..2"}, ["N@c1"], Domination("independent", ("R",), blocking=True)),
    ("1x6", {"R": "any", "K": "1.."}, ["-@a1"], Domination("total", blocking=True)),
    ("2x3", {"white:K": "any", "black:W": "1"}, [], Domination("plain", minimal=True)),
]


@pytest.mark.parametrize(("board", "pieces", "given_men", "rule"), CHOSEN)
def test_boards_that_are_dominated(
    board: str, pieces: dict[str, int | str], given_men: list[str], rule: Domination
) -> None:
    assert check_everything(Placement(board, pieces, [rule], given_men)) > 1


# -- by hand -------------------------------------------------------------------------------

Row = tuple[str, dict[Cell, str], Domination, bool]

BY_HAND: list[Row] = [
    # One king in the middle: he occupies his own square, and nobody attacks it.
    ("3x3", {(1, 1): "K"}, Domination(), True),
    ("3x3", {(1, 1): "K"}, Domination("independent"), True),
    ("3x3", {(1, 1): "K"}, Domination("total"), False),
    ("3x3", {(1, 1): "K", (1, 2): "K"}, Domination("total"), True),
    ("3x3", {(1, 1): "K", (1, 2): "K"}, Domination("independent"), False),
    ("3x3", {(1, 0): "K", (1, 2): "K"}, Domination("independent"), True),
    # One of two is not needed; in total domination each of them is.
    ("3x3", {(1, 1): "K", (1, 2): "K"}, Domination(minimal=True), False),
    ("3x3", {(1, 1): "K", (1, 2): "K"}, Domination("total", minimal=True), True),
    ("3x3", {(1, 0): "K", (1, 2): "K"}, Domination(minimal=True), True),
    # Nobody, on a board and on none.
    ("3x3", {}, Domination(), False),
    ("0x0", {}, Domination("total", minimal=True), True),
    # A knight is in the rook's way; where only rooks dominate, his own square has to be attacked.
    ("1x4", {(0, 0): "R", (0, 2): "N"}, Domination(), True),
    ("1x4", {(0, 0): "R", (0, 2): "N"}, Domination(blocking=True), False),
    ("1x4", {(0, 0): "R", (0, 3): "N"}, Domination(blocking=True), True),
    ("1x4", {(0, 0): "R", (0, 3): "N"}, Domination("independent"), False),
    ("1x4", {(0, 0): "R", (0, 3): "N"}, Domination("independent", ("R",)), True),
    ("1x2", {(0, 0): "N", (0, 1): "N"}, Domination(), True),
    ("1x2", {(0, 0): "N", (0, 1): "N"}, Domination(kinds=("R",)), False),
    # Rooks on both sides of a knight shelter one another from nobody.
    ("1x4", {(0, 0): "R", (0, 1): "N", (0, 3): "R"}, Domination("independent"), False),
    (
        "1x4",
        {(0, 0): "R", (0, 1): "N", (0, 3): "R"},
        Domination("independent", ("R",), blocking=True),
        True,
    ),
]


@pytest.mark.parametrize(("board", "content", "rule", "holds"), BY_HAND)
def test_by_hand(board: str, content: dict[Cell, str], rule: Domination, holds: bool) -> None:
    model = Placement(board, {"K": "any", "R": "any", "N": "any"}, [rule])
    assert rule.holds(arrangement_of(model, content)) is holds
    assert naive_domination(rule, model, content) is holds


def test_walls_and_holes_need_no_attack() -> None:
    board = nqsat.Board.from_map("..#\nx..")
    model = Placement(board, {"W": 1}, [Domination()])
    assert nqsat.count(model).value == nqsat.count(model, engine="backtrack").value == 0
    model = Placement(board, {"W": 2}, [Domination()])
    # Of the path a2 b2 b1 c1: every pair but the two ends' neighbours alone.
    assert {str(one) for one in Listing(model, SatEngine())} == {
        "a2 b1", "a2 c1", "b1 b2", "b2 c1",
    }  # fmt: skip


# -- known numbers -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "n", "k", "variant", "number", "orbits"),
    [
        ("Q", 5, 3, "plain", 186, 37),
        ("Q", 6, 3, "plain", 4, 1),
        ("N", 5, 5, "plain", 47, 8),
        ("K", 5, 4, "plain", 79, None),
        ("R", 4, 4, "plain", 2 * 4**4 - 24, None),
        ("R", 4, 4, "independent", 24, None),
    ],
)
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


@pytest.mark.parametrize(
    "rule", [Domination(), Domination(minimal=True), Domination(blocking=True)], ids=str
)
def test_counts_modulo_symmetry_agree(rule: Domination) -> None:
    model = Placement("4x4", {"N": "4", "W": "..1"}, [rule])
    methods = ["canonical", "burnside", "blocking"]
    values = {nqsat.count(model, modulo="symmetry", method=m).value for m in methods}  # type: ignore[arg-type]
    group = model.symmetries()
    assert len(group) == 8
    assert values == {len({one.canonical(group) for one in Listing(model, SatEngine())})}


def test_pieces_of_other_kinds_may_be_lopsided() -> None:
    # A symmetry has to keep the sight of the men who dominate; others are only in the way.
    pieces = {"Q": "any", "fW": "any"}
    assert len(Placement("3x3", pieces, [Domination(kinds=("Q",))]).symmetries()) == 8
    assert (
        len(Placement("3x3", pieces, [Domination(kinds=("Q",), blocking=True)]).symmetries()) == 8
    )
    assert len(Placement("3x3", pieces, [Domination()]).symmetries()) == 2


# -- encoding and pruning ------------------------------------------------------------------


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


def test_size_is_known_before_anything_is_built() -> None:
    for rule in (Domination(), Domination(minimal=True), Domination(blocking=True)):
        assert Placement("4x4", {"Q": "any"}, [rule]).size < 100_000
        assert Placement("900x900", {"Q": "any"}, [rule]).size > 100_000_000


# -- reading and writing -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (None, Domination()),
        ("plain", Domination()),
        ("total,blocking", Domination("total", blocking=True)),
        ("kinds=Q,kinds=N,minimal", Domination("plain", ("N", "Q"), minimal=True)),
        ("variant=independent,kinds=white:Q", Domination("independent", ("white:Q",))),
    ],
)
def test_parse(text: str | None, rule: Domination) -> None:
    assert Domination.parse(text) == rule
    assert Domination.from_json(rule.to_json()) == rule


def test_json() -> None:
    rule = Domination("total", ("Q",), blocking=True)
    assert rule.to_json() == {"variant": "total", "kinds": ["Q"], "blocking": True}
    assert Domination().to_json() == {"variant": "plain"}
    assert Domination.from_json({}) == Domination()
    assert Domination(kinds=("Q", "N", "Q")) == Domination(kinds=("N", "Q"))


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("every", "variant"),
        ("total,minimal=maybe", "minimal"),
        ("minimal,blocking", "minimal"),
        ("total,plain", "variant"),
    ],
)
def test_bad_text_is_refused(text: str, field: str) -> None:
    with pytest.raises(InvalidModel, match=field):
        Domination.parse(text)


@pytest.mark.parametrize(
    ("given_fields", "field"),
    [
        ({"variant": "every"}, "variant"),
        ({"kinds": ()}, "kinds"),
        ({"kinds": 5}, "kinds"),
        ({"minimal": True, "blocking": True}, "minimal"),
    ],
)
def test_bad_fields_are_refused(given_fields: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidModel) as error:
        Domination(**given_fields)
    assert error.value.field == field


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(InvalidModel) as error:
        Placement("3x3", {"Q": 2}, [Domination(kinds=("R",))])
    assert error.value.field == "rules[0].kinds"
    assert "it has Q" in error.value.reason
