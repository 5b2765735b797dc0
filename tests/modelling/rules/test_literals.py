"""Literals: a given number of them true. Against brute force, and a meaning written out once more."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest
from support.error_asserts import refused
from support.oracle.brute_force import DEEP, brute_force
from support.oracle.cnf import raw_count
from support.oracle.rules import check_rule

from nqsat import (
    Kind,
    Piece,
    Placement,
    Rule,
    Square,
)
from nqsat.compiling import lower, to_cnf
from nqsat.engines import BacktrackEngine, CpSatEngine, SatEngine
from nqsat.errors import InvalidNotation
from nqsat.rules import (
    Among,
    Number,
    Stands,
    at_least,
    at_most,
    clause,
    exactly,
    implies,
)

ENGINES = (SatEngine(), CpSatEngine(), BacktrackEngine())


class TestMeaning:
    MODEL = Placement("2x2", {"Q": "any", "N": "any"}, [])

    @pytest.mark.parametrize(
        ("low", "high"), [(0, 0), (1, None), (0, 1), (2, 2), (1, 2), (3, 3), (4, None), (0, 9)]
    )
    def test_every_number_of_three_literals(self, low: int, high: int | None) -> None:
        for signs in [*product(("", "~"), repeat=3)][:: 1 if DEEP else 3]:
            texts = [s + man for s, man in zip(signs, ("Q@a1", "N@a1", "Q@b2"), strict=True)]
            rule = Among(texts, Number(low, high))  # type: ignore[arg-type]
            check_rule(self.MODEL.with_rules(rule), determined=False)

    def test_the_words_mean_what_they_say(self) -> None:
        a, b, c = (self.MODEL.at("Q", name) for name in ("a1", "b1", "a2"))

        def where(rule: Rule) -> set[tuple[bool, bool, bool]]:
            found = check_rule(Placement("2x2", {"Q": "any"}, [rule]), determined=False)
            names = [set(one.squares_of("Q")) for one in found]
            return {("a1" in one, "b1" in one, "a2" in one) for one in names}

        every = set(product((False, True), repeat=3))
        assert where(clause(a, ~b)) == {x for x in every if x[0] or not x[1]}
        assert where(implies(a, b)) == {x for x in every if not x[0] or x[1]}
        assert where(implies((a, ~b), ~c)) == {x for x in every if not (x[0] and not x[1] and x[2])}
        assert where(at_most(1, a, b, c)) == {x for x in every if sum(x) <= 1}
        assert where(at_least(2, a, b, c)) == {x for x in every if sum(x) >= 2}
        assert where(exactly(2, a, b, "Q@a2")) == {x for x in every if sum(x) == 2}
        assert where(implies(a, a)) == every
        assert where(at_least(4, a, b, c)) == set()
        assert where(at_most(7, a, b, c)) == every

    def test_a_man_kept_from_a_square_is_never_there(self) -> None:
        queen = Kind("Q", Piece.parse("Q"), Number(), frozenset([Square(1, 0)]))
        model = Placement("2x2", [queen, Kind.parse("N", "any")], [])
        for number in ("..0", "1..", "..1", "2", "1..2"):
            for texts in (["Q@a2", "Q@a1", "N@b1"], ["~Q@a2", "~Q@b2", "N@a1"], ["Q@b2"]):
                rule = Among(texts, Number.parse(number))  # type: ignore[arg-type]
                check_rule(model.with_rules(rule), determined=False)

    def test_the_formula_has_one_model_for_each_solution(self) -> None:
        model = Placement("2x3", {"Q": "any", "N": "any"}, [])
        for rule in (clause("Q@a1", "~N@b2"), at_most(1, "Q@a1", "~N@b2", "N@c1")):
            asked = model.with_rules(rule)
            assert lower(asked).variables == len(lower(asked).projection)
            assert raw_count(to_cnf(lower(asked))) == len(brute_force(asked))


def test_equal_are_literals_in_any_order_and_their_opposites() -> None:
    assert clause("Q@a1", "Q@c3") == clause("Q@c3", "Q@a1") != clause("Q@a1", "~Q@c3")
    assert at_most(1, "Q@a1", "Q@c3") == at_least(1, "~Q@a1", "~Q@c3") == clause("~Q@c3", "~Q@a1")
    assert hash(at_most(1, "Q@a1", "Q@c3")) == hash(clause("~Q@c3", "~Q@a1"))
    assert exactly(1, "Q@a1", "~Q@c3") == exactly(1, "~Q@a1", "Q@c3")
    assert at_most(1, "Q@a1", "Q@b1", "Q@c3") != at_least(1, "~Q@a1", "~Q@b1", "~Q@c3")


class TestWriting:
    def test_at_names_what_the_model_has(self) -> None:
        model = Placement("3x4", {"Q": 1, "white:N": 1})
        assert model.at("queen", "d1") == Stands("Q", "d1") == model.at("Q", Square(2, 3))
        assert ~model.at("white:N", (0, 0)) == Stands("white:N", "a3", negated=True)  # type: ignore[arg-type]
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
            assert eval(repr(one)) == one

    @pytest.mark.parametrize(
        "text", ["Q", "Q@", "@a1", "Q@a0", "Q@A1", "~~Q@a1", "Q@a1 ", "-Q@a1@b1", ""]
    )
    def test_what_is_no_literal(self, text: str) -> None:
        for make in (Stands.parse, clause):
            assert isinstance(refused(partial(make, text)), InvalidNotation)

    def test_at_refuses_what_the_model_has_not(self) -> None:
        model = Placement("2x2", {"Q": 1})
        for kind, square in (("N", "a1"), ("Q", "c1"), ("Q", (5, 5)), ("Q", 3)):
            refused(partial(model.at, kind, square))  # type: ignore[arg-type]
