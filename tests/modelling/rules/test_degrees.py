"""Degrees: every man attacks, or is attacked by, so many; and the thresholds that say so as clauses."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from oracle import DEEP, arrangement_of, same_solutions
from oracle_cnf import Dpll, projected
from oracle_rules import check_rule
from oracle_sight import check_formula, naive_rule
from strategies import degrees, models_with, thorough

import nqsat
from nqsat import InvalidModel, Placement, Square
from nqsat.compiling import lower
from nqsat.counting import METHODS
from nqsat.engines import BacktrackEngine, Listing, SatEngine
from nqsat.modelling.rules.gates import bounded_if
from nqsat.rules import Degrees, Number

EXAMPLES = 1000 if DEEP else 30


MODELS = models_with(lambda board, names: degrees(names), (7, 6, 4))


@thorough(EXAMPLES)
@given(MODELS)
def test_degrees_are_counted_one_by_one(model: Placement) -> None:
    check_rule(model, lambda model, men: naive_rule(model.rules[0], model, men), few=100)


# -- by hand -------------------------------------------------------------------------------

Row = tuple[str, dict[tuple[int, int], str], Degrees, bool]

BY_HAND: list[Row] = [
    # Three rooks in a row: without blocking each attacks two, with it the outer ones one.
    ("1x5", {(0, 0): "R", (0, 2): "R", (0, 4): "R"}, Degrees(2), True),
    ("1x5", {(0, 0): "R", (0, 2): "R", (0, 4): "R"}, Degrees(2, blocking=True), False),
    ("1x5", {(0, 0): "R", (0, 2): "R", (0, 4): "R"}, Degrees("1..2", blocking=True), True),
    # On a ring two rooks see each other both ways round, and count once.
    ("torus:1x5", {(0, 0): "R", (0, 2): "R"}, Degrees(1), True),
    ("torus:1x5", {(0, 0): "R", (0, 2): "R"}, Degrees(1, blocking=True), True),
    ("torus:1x5", {(0, 0): "R", (0, 2): "R"}, Degrees("2.."), False),
    # A rook attacks a knight and not the other way round.
    ("1x5", {(0, 0): "R", (0, 2): "N"}, Degrees(1, of=("R",)), True),
    ("1x5", {(0, 0): "R", (0, 2): "N"}, Degrees(1, of=("N",)), False),
    ("1x5", {(0, 0): "R", (0, 2): "N"}, Degrees(1, "attacked", of=("N",)), True),
    ("1x5", {(0, 0): "R", (0, 2): "N"}, Degrees(0, "attacked", of=("R",)), True),
    # A man of any kind is in the way, though only some kinds count.
    ("1x5", {(0, 0): "R", (0, 2): "N", (0, 4): "R"}, Degrees(1, of=("R",), others=("R",)), True),
    (
        "1x5",
        {(0, 0): "R", (0, 2): "N", (0, 4): "R"},
        Degrees(0, of=("R",), others=("R",), blocking=True),
        True,
    ),
    # A lone man has degree 0; nobody at all is no man of a wrong degree.
    ("3x3", {(1, 1): "R"}, Degrees(0), True),
    ("3x3", {(1, 1): "R"}, Degrees("1.."), False),
    ("3x3", {}, Degrees("1.."), True),
]


@pytest.mark.parametrize(("board", "content", "rule", "holds"), BY_HAND)
def test_by_hand(
    board: str, content: dict[tuple[int, int], str], rule: Degrees, holds: bool
) -> None:
    model = Placement(board, {"R": "any", "N": "any"}, [rule])
    assert rule.holds(arrangement_of(model, content)) is holds
    assert naive_rule(rule, model, content) is holds


@pytest.mark.parametrize(
    ("board", "pieces", "rule"),
    [
        ("1x10", {"R": "any"}, Degrees(4)),
        (
            "torus:1x6",
            {"R": "any", "blocker": 1},
            Degrees(1, of=("R",), others=("R",), blocking=True),
        ),
        ("2x3", {"Q": "any", "blocker": "any"}, Degrees(2, "attacked", of=("Q",), blocking=True)),
    ],
)
def test_counters_are_determined(board: str, pieces: dict[str, Any], rule: Degrees) -> None:
    # With degrees large enough for counters, or for gates of what is seen.
    model = Placement(board, pieces, [rule])
    formula = lower(model)
    assert formula.variables > len(formula.projection)
    wanted = set(Listing(model, BacktrackEngine()))
    assert len(wanted) > 1
    same_solutions(Listing(model, SatEngine()), wanted, "sat")
    check_formula(model, wanted)


@pytest.mark.parametrize("blocking", [False, True])
def test_counts_modulo_symmetry_agree(blocking: bool) -> None:
    model = Placement("4x4", {"Q": 4}, [Degrees(1, blocking=blocking)])
    values = {nqsat.count(model, modulo="symmetry", method=m).value for m in METHODS}
    group = model.symmetries()
    assert len(group) == 8
    assert values == {len({one.canonical(group) for one in Listing(model, BacktrackEngine())})}


def test_pieces_of_uncounted_kinds_may_be_lopsided() -> None:
    # A symmetry has to keep the sight of the men who attack; a pawn is only attacked.
    pieces = {"Q": 2, "fW": 1}
    assert len(Placement("3x3", pieces, [Degrees(1, of=("Q",))]).symmetries()) == 8
    assert len(Placement("3x3", pieces, [Degrees(1, of=("fW",))]).symmetries()) == 2
    attacked = Degrees(1, "attacked", of=("fW",), others=("Q",))
    assert len(Placement("3x3", pieces, [attacked]).symmetries()) == 8


# -- thresholds ----------------------------------------------------------------------------


class Numbers:
    """Variables that are handed out."""

    def __init__(self, used: int) -> None:
        self.count = used

    def at(self, kind: str, square: Square) -> int | None:
        return None

    def group(self, kind: str, squares: Iterable[Square]) -> tuple[int, ...]:
        return ()

    def fresh(self) -> int:
        self.count += 1
        return self.count


@pytest.mark.parametrize("size", [0, 1, 2, 5, 7, 9])
def test_bounded_if_is_its_meaning(size: int) -> None:
    # Every low and high (9 literals need counters), negated literals too; auxiliaries determined.
    literals = [x if x % 3 else -x for x in range(2, size + 2)]
    bounds = [(low, high) for low in range(size + 2) for high in [None, *range(low, size + 2)]]
    for low, high in bounds[:: 1 if size < 7 or DEEP else 9]:
        variables = Numbers(size + 1)
        clauses = [c.literals for c in bounded_if(variables, 1, Number(low, high), literals)]
        wanted = set()
        for values in product((False, True), repeat=size + 1):
            true = frozenset(x for x, value in enumerate(values, start=1) if value)
            number = sum((x > 0) == (abs(x) in true) for x in literals)
            if 1 not in true or number in Number(low, high):
                wanted.add(true)
        assert projected(clauses, tuple(range(1, size + 2))) == wanted
        solver = Dpll(clauses)
        assert (solver.count(variables.count) if solver.start() else 0) == len(wanted)


def test_few_combinations_are_written_out() -> None:
    variables = Numbers(6)
    assert len(list(bounded_if(variables, 1, Number(1, 1), [2, 3, 4, 5, 6]))) == 11
    assert variables.count == 6
    list(bounded_if(variables, 1, Number(9, 9), range(2, 32)))
    assert variables.count > 6


# -- reading and writing -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("2", Degrees(2)),
        ("1..3,blocking,direction=attacked", Degrees("1..3", "attacked", blocking=True)),
        ("any,of=Q,others=Q,others=N", Degrees("any", of=("Q",), others=("N", "Q"))),
        ("number=2..", Degrees("2..")),
        ("..1,blocking=true", Degrees(Number(0, 1), blocking=True)),
    ],
)
def test_parse(text: str, rule: Degrees) -> None:
    assert Degrees.parse(text) == rule
    assert Degrees.from_json(rule.to_json()) == rule


def test_json() -> None:
    rule = Degrees("1..3", "attacked", of=("Q",), blocking=True)
    written = {"number": "1..3", "direction": "attacked", "of": ["Q"], "blocking": True}
    assert rule.to_json() == written
    assert Degrees(2).to_json() == {"number": 2, "direction": "attacks"}
    assert Degrees.from_json({"number": 2}) == Degrees(2)


def test_equal_rules_are_equal_however_written() -> None:
    assert Degrees("2") == Degrees(2) == Degrees(Number(2, 2))
    assert hash(Degrees("2")) == hash(Degrees(2))
    assert Degrees(1, of=("Q", "N", "Q")) == Degrees(1, of=("N", "Q"))


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (None, "number"),
        ("", "number"),
        ("two", "number"),
        ("3..1", "number"),
        ("2,direction=both", "direction"),
        ("2,blocking=maybe", "blocking"),
    ],
)
def test_bad_text_is_refused(text: str | None, field: str) -> None:
    with pytest.raises(InvalidModel, match=field):
        Degrees.parse(text)


@pytest.mark.parametrize(
    ("given_fields", "field"),
    [
        ({"number": -1}, "number"),
        ({"number": 1.5}, "number"),
        ({"number": True}, "number"),
        ({"number": 1, "direction": "sees"}, "direction"),
        ({"number": 1, "of": ()}, "of"),
        ({"number": 1, "others": 5}, "others"),
    ],
)
def test_bad_fields_are_refused(given_fields: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidModel) as error:
        Degrees(**given_fields)
    assert error.value.field == field


@pytest.mark.parametrize("field", ["of", "others"])
def test_unknown_kinds_are_refused(field: str) -> None:
    fields: dict[str, Any] = {field: ("R",)}
    with pytest.raises(InvalidModel) as error:
        Placement("3x3", {"Q": 2}, [Degrees(1, **fields)])
    assert error.value.field == f"rules[0].{field}"
    assert "it has Q" in error.value.reason


def test_size_is_known_before_anything_is_built() -> None:
    small = Placement("4x4", {"Q": "any"}, [Degrees(2)])
    large = Placement("400x400", {"Q": "any"}, [Degrees(2, blocking=True)])
    assert small.size < 100_000
    assert large.size > 100_000_000
