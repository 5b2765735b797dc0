"""Sums of literals: Python's operators make rules that say what the arithmetic says."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import pytest
from support.error_asserts import refused
from support.oracle.rules import check_rule

from nqsat import Kind, Piece, Placement, Rule, Square
from nqsat.errors import InvalidNotation
from nqsat.rules import Among, Number, Stands, at_least, at_most, clause, exactly, implies, xor

A, B, C, D = (Stands("Q", square) for square in ("a1", "b1", "a2", "b2"))

#: Sums by the values of the squares a1, b1, a2 and b2; of literals they are rules, of numbers truth values.
SUMS: list[Callable[[Any, Any, Any, Any], Any]] = [
    lambda a, b, c, d: sum([a, b, c, d]) == 2,
    lambda a, b, c, d: a + b + c != 1,
    lambda a, b, c, d: 3 * a + b - 2 * c < 2,
    lambda a, b, c, d: a + b > c + d,
    lambda a, b, c, d: 2 * (a + b) - 3 * (c - d) >= 1,
    lambda a, b, c, d: 2 * a + 2 * b != c + d + 1,
    lambda a, b, c, d: -a - b <= -1,
    lambda a, b, c, d: 3 - a - b == c,
    lambda a, b, c, d: a + a + b - a <= 1,
    lambda a, b, c, d: a + b >= -4,
    lambda a, b, c, d: a + b < 0,
    lambda a, b, c, d: 5 * a + 3 * b + 2 * c + d == 5,
    lambda a, b, c, d: a <= b,
    lambda a, b, c, d: d < 1,
]


@pytest.mark.parametrize(
    ("rule", "means"),
    [
        *((made(A, B, C, D), made) for made in SUMS),
        (xor(A, B), lambda a, b, c, d: a != b),
        (A ^ ~B, lambda a, b, c, d: a == b),
        (xor([A, B, C, ~D]), lambda a, b, c, d: (a + b + c + 1 - d) % 2 == 1),
        (xor(A), lambda a, b, c, d: a == 1),
        (implies(A, B + C + D <= 1), lambda a, b, c, d: not a or b + c + d <= 1),
        (implies([A, ~B], C + D >= 2), lambda a, b, c, d: not (a and not b) or c + d >= 2),
        (A >> (2 * B + C > 1), lambda a, b, c, d: not a or 2 * b + c > 1),
        (implies(A, B + C <= 5), lambda a, b, c, d: True),
        (clause(A, ~B), lambda a, b, c, d: a or not b),
        (implies(A, B), lambda a, b, c, d: not a or b),
        (implies((A, ~B), ~C), lambda a, b, c, d: not (a and not b and c)),
        (implies(A, A), lambda a, b, c, d: True),
        (implies((A, ~D), B + C == 1), lambda a, b, c, d: not (a and not d) or b + c == 1),
        (~A >> (A + 2 * B - C != 0), lambda a, b, c, d: a or 2 * b - c != 0),
        (at_most(1, A, B, C), lambda a, b, c, d: a + b + c <= 1),
        (at_most(7, A, B, C), lambda a, b, c, d: True),
        (at_least(2, A, B, C), lambda a, b, c, d: a + b + c >= 2),
        (at_least(4, A, B, C), lambda a, b, c, d: False),
        (exactly(2, A, B, "Q@a2"), lambda a, b, c, d: a + b + c == 2),
        *((~made(A, B, C, D), lambda *bits, made=made: not made(*bits)) for made in SUMS),
        (~implies(A, A), lambda a, b, c, d: False),
        ((A | B) >> C, lambda a, b, c, d: not (a or b) or c),
        ((2 * A + B + C >= 2) >> D, lambda a, b, c, d: not 2 * a + b + c >= 2 or d),
        ((A + B + C != 1) >> ~D, lambda a, b, c, d: a + b + c == 1 or not d),
        (A | (~B | C), lambda a, b, c, d: a or not b or c),
        ((A | ~B) | (C | D), lambda a, b, c, d: a or not b or c or d),
        ((A | B) | (C + D == 1), lambda a, b, c, d: a or b or c + d == 1),
        ((A + B == 1) | C, lambda a, b, c, d: a + b == 1 or c),
        ((A + B <= 0) | (C | D), lambda a, b, c, d: a + b == 0 or c or d),
    ],
    ids=lambda value: str(value) if isinstance(value, Rule) else "means",
)
def test_the_words_mean_what_they_say(rule: Rule, means: Callable[..., Any]) -> None:
    found = check_rule(Placement("2x2", {"Q": "any"}, [rule]), determined=False)
    names = [one.squares_of("Q") for one in found]
    true = {tuple(int(x.square in some) for x in (A, B, C, D)) for some in names}
    assert true == {bits for bits in product((0, 1), repeat=4) if means(*bits)}


def test_a_sum_of_pieces_that_stand_nowhere_is_a_constant() -> None:
    queen = Kind("Q", Piece.parse("Q"), Number(), frozenset([Square(0, 0), Square(0, 1)]))
    model = Placement("2x2", [queen], [])
    for rule in (3 * A + C != 1, ~A + ~B + C != 2, A + B + 2 * ~C == 3, C - A != 0):
        check_rule(model.with_rules(rule), determined=False)


def test_equal_are_sums_with_the_same_solutions() -> None:
    assert (3 * A - B >= 0) == (3 * A + ~B >= 1) == Among(("3*Q@a1", "~Q@b1"))  # type: ignore[arg-type]
    assert (A + B - C == 1) == exactly(2, A, B, ~C)
    assert xor(A, B) == (A + B == 1)
    assert (A + B != 2) == at_most(1, A, B)
    assert hash(2 * A + B != 1) == hash(B + A + A != 1)


def test_what_is_no_sum_is_refused() -> None:
    model = Placement("2x2", {"Q": "any"}, [])
    refused(lambda: A + "x", "literals", "add literals and whole numbers, not 'x'")  # type: ignore[operator]
    refused(lambda: 1.5 * A, "literals", "a weight is a whole number, not 1.5")  # type: ignore[operator]
    refused(lambda: A + B == "x", "literals", "compare a sum with a whole number")
    refused(lambda: A - A <= 0, "literals", "expected at least one literal")
    refused(lambda: (A + B == 1) | (C + D == 1), "literals", "one side is a literal or a clause")
    refused(lambda: (A | B) >> (C | D), "literals", "got Among")  # type: ignore[operator]
    refused(lambda: 200_000 * A <= 7, "literals", "more than 100,000")
    refused(lambda: Among(["2*Q@a1", "Q@a1"]), "literals", "Q@a1 is named twice")  # type: ignore[arg-type]
    refused(lambda: Among.parse("0*Q@a1"), None, "also 3*Q@c4 in sums")
    refused(lambda: Among.parse("Q@a1,but=x"), "rule among", "expected whole numbers")
    refused(lambda: model.with_rules(A + B), None, "Q@a1 + Q@b1 is not a Rule; compare it")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="1 <= s and s <= 2"):
        _ = 1 <= A + B <= 2


class TestWriting:
    def test_at_names_what_the_model_has(self) -> None:
        model = Placement("3x4", {"Q": 1, "white:N": 1})
        assert model.at("queen", "d1") == Stands("Q", "d1") == model.at("Q", Square(2, 3))
        assert ~model.at("white:N", (0, 0)) == Stands("white:N", "a3", negated=True)
        assert ~~model.at("Q", "a1") == model.at("Q", "a1")
        assert str(~model.at("white:N", "a3")) == "~white:N@a3"

    def test_values(self) -> None:
        assert hash(clause("Q@a1")) == hash(clause(Stands("Q", "a1")))
        assert repr(~clause("Q@a1").literals[0]) == "~Q@a1"
        for one in (
            clause("Q@a1"),
            at_most(1, "Q@a1", "~N@c3"),
            exactly(2, "K@a1", "K@b2", "K@c3"),
        ):
            assert eval(repr(one), {"Among": Among}) == one

    @pytest.mark.parametrize(
        "text", ["Q", "Q@", "@a1", "Q@a0", "Q@A1", "~~Q@a1", "Q@a1 ", "-Q@a1@b1", ""]
    )
    def test_what_is_no_literal(self, text: str) -> None:
        for make in (Stands.parse, clause):
            assert isinstance(refused(partial(make, text)), InvalidNotation)

    def test_at_refuses_what_the_model_has_not(self) -> None:
        model = Placement("2x2", {"Q": 1})
        for kind, square in (("N", "a1"), ("Q", "c1"), ("Q", (5, 5)), ("Q", 3)):
            refused(partial(model.at, kind, square))
