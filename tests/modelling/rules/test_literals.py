"""Literals: so many of them true. Against brute force, and against a meaning written out once more."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import DEEP, brute_force, same_solutions
from oracle_cnf import projected_models, raw_count
from oracle_meanings import means
from oracle_sight import content_of

from nqsat import (
    Arrangement,
    Board,
    InvalidModel,
    Kind,
    Piece,
    Placement,
    Rule,
    Square,
    count,
    solutions,
)
from nqsat.compiling import lower, to_cnf
from nqsat.counting import METHODS
from nqsat.engines import BacktrackEngine, CpSatEngine, SatEngine
from nqsat.errors import InvalidNotation
from nqsat.modelling import dumps, loads
from nqsat.rules import (
    Among,
    NonAttacking,
    Number,
    Stands,
    at_least,
    at_most,
    clause,
    exactly,
    implies,
)

ENGINES = (SatEngine(), CpSatEngine(), BacktrackEngine())


def agree(model: Placement) -> frozenset[Arrangement]:
    """Every engine lists what brute force finds; returned for more questions."""
    wanted = brute_force(model)
    for engine in ENGINES:
        same_solutions(solutions(model, engine=engine), wanted, f"{model} by {engine.title}")
    formula = lower(model)
    cnf = to_cnf(formula)
    found = [formula.reader.decode(true) for true in projected_models(cnf)]
    same_solutions(found, wanted, f"{model}: its formula")
    return wanted


class TestMeaning:
    MODEL = Placement("2x2", {"Q": "any", "N": "any"}, [])

    @pytest.mark.parametrize(
        ("low", "high"), [(0, 0), (1, None), (0, 1), (2, 2), (1, 2), (3, 3), (4, None), (0, 9)]
    )
    def test_every_number_of_three_literals(self, low: int, high: int | None) -> None:
        for signs in product(("", "~"), repeat=3):
            texts = [s + man for s, man in zip(signs, ("Q@a1", "N@a1", "Q@b2"), strict=True)]
            rule = Among(texts, Number(low, high))  # type: ignore[arg-type]
            model = self.MODEL.with_rules(rule)
            assert agree(model) == {
                one for one in brute_force(self.MODEL) if means(rule, self.MODEL, content_of(one))
            }, rule

    def test_the_words_mean_what_they_say(self) -> None:
        a, b, c = (self.MODEL.at("Q", name) for name in ("a1", "b1", "a2"))

        def where(rule: Rule) -> set[tuple[bool, bool, bool]]:
            found = agree(Placement("2x2", {"Q": "any"}, [rule]))
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
                assert agree(model.with_rules(rule)) == {
                    one for one in brute_force(model) if rule.holds(one)
                }

    def test_the_formula_has_one_model_for_each_solution(self) -> None:
        model = Placement("2x3", {"Q": "any", "N": "any"}, [])
        for rule in (clause("Q@a1", "~N@b2"), at_most(1, "Q@a1", "~N@b2", "N@c1")):
            asked = model.with_rules(rule)
            assert lower(asked).variables == len(lower(asked).projection)
            assert raw_count(to_cnf(lower(asked))) == len(brute_force(asked))


@st.composite
def models(draw: st.DrawFn) -> Placement:
    board = draw(
        st.sampled_from(
            [
                Board(2, 3),
                Board(1, 5),
                Board(2, 3, "torus"),
                Board(3, 2, "cylinder"),
                Board.from_map("..#\n.x."),
            ]
        )
    )
    kinds = []
    for name in draw(st.sampled_from([["Q"], ["Q", "N"], ["white:R", "black:R"]])):
        squares = draw(st.none() | st.frozensets(st.sampled_from(board.squares)))
        number = Number.parse(draw(st.sampled_from(["any", "1..", "..2", "2", "0..1"])))
        kinds.append(Kind.parse(name, number, squares))
    literals = st.builds(
        Stands,
        st.sampled_from([kind.name for kind in kinds]),
        st.sampled_from([square.name(board.rows) for square in board.squares]),
        st.booleans(),
    )
    rules: list[Rule] = [NonAttacking()] * draw(st.integers(0, 1))
    for _ in range(draw(st.integers(1, 3))):
        low = draw(st.integers(0, 3))
        high = draw(st.none() | st.integers(low, 5))
        chosen = draw(st.lists(literals, min_size=1, max_size=6, unique=True))
        rules.append(Among(tuple(chosen), Number(low, high)))
    return Placement(board, kinds, rules)


@settings(max_examples=1000 if DEEP else 40, deadline=None, derandomize=not DEEP)
@given(models())
def test_random_models(model: Placement) -> None:
    agree(model)
    assert loads(dumps(model)) == model


def test_equal_are_literals_in_any_order_and_their_opposites() -> None:
    assert clause("Q@a1", "Q@c3") == clause("Q@c3", "Q@a1") != clause("Q@a1", "~Q@c3")
    assert at_most(1, "Q@a1", "Q@c3") == at_least(1, "~Q@a1", "~Q@c3") == clause("~Q@c3", "~Q@a1")
    assert hash(at_most(1, "Q@a1", "Q@c3")) == hash(clause("~Q@c3", "~Q@a1"))
    assert exactly(1, "Q@a1", "~Q@c3") == exactly(1, "~Q@a1", "Q@c3")
    assert at_most(1, "Q@a1", "Q@b1", "Q@c3") != at_least(1, "~Q@a1", "~Q@b1", "~Q@c3")


class TestSymmetry:
    @pytest.mark.parametrize(
        "rule",
        [
            exactly(1, "Q@a1", "Q@c1", "Q@a3", "Q@c3"),
            exactly(1, "Q@a1", "~Q@c3"),  # as many on a1 as on c3: the opposites swap
            clause("Q@a1", "~Q@c3"),
            at_most(1, "Q@a1", "~Q@b2", "Q@c3"),
        ],
    )
    def test_orbits_by_every_method(self, rule: Among) -> None:
        model = Placement("3x3", {"Q": "any"}, [NonAttacking(), rule])
        group = model.symmetries()
        wanted = brute_force(model)
        orbits = {frozenset(one.image(g) for g in group) for one in wanted}
        assert set().union(*orbits) == wanted
        counts = {count(model, modulo="symmetry", method=method).value for method in METHODS}
        assert counts == {len(orbits)}

    def test_the_group_is_as_large_as_it_can_be(self) -> None:
        def size(rule: Among) -> int:
            return len(Placement("3x3", {"Q": "any"}, [rule]).symmetries())

        assert size(exactly(1, "Q@a1", "Q@c1", "Q@a3", "Q@c3")) == 8
        assert size(exactly(1, "Q@a1", "~Q@c3")) == 4
        assert size(clause("Q@a1", "~Q@c3")) == 2


class TestWriting:
    def test_at_names_what_the_model_has(self) -> None:
        model = Placement("3x4", {"Q": 1, "white:N": 1})
        assert model.at("queen", "d1") == Stands("Q", "d1") == model.at("Q", Square(2, 3))
        assert ~model.at("white:N", (0, 0)) == Stands("white:N", "a3", negated=True)  # type: ignore[arg-type]
        assert ~~model.at("Q", "a1") == model.at("Q", "a1")
        assert str(~model.at("white:N", "a3")) == "~white:N@a3"

    def test_values(self) -> None:
        assert hash(clause("Q@a1")) == hash(clause(Stands("Q", "a1")))
        assert eval(repr(clause("Q@a1")).replace("Q@a1", "'Q@a1'")) == clause("Q@a1")

    @pytest.mark.parametrize(
        "text", ["Q", "Q@", "@a1", "Q@a0", "Q@A1", "~~Q@a1", "Q@a1 ", "-Q@a1@b1", ""]
    )
    def test_what_is_no_literal(self, text: str) -> None:
        with pytest.raises(InvalidNotation):
            Stands.parse(text)
        with pytest.raises(InvalidModel):
            clause(text)

    def test_at_refuses_what_the_model_has_not(self) -> None:
        model = Placement("2x2", {"Q": 1})
        for kind, square in (("N", "a1"), ("Q", "c1"), ("Q", (5, 5)), ("Q", 3)):
            with pytest.raises(InvalidModel):
                model.at(kind, square)  # type: ignore[arg-type]
