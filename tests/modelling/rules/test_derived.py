"""Rules that only say their constraints: functions, and operators on literals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from support.error_asserts import refused as refuses

import nqsat
from nqsat import Arrangement, Placement, Rule
from nqsat.modelling import Change
from nqsat.rules import (
    Among,
    NonAttacking,
    Places,
    Stands,
    at_least,
    at_most,
    clause,
    exactly,
    implies,
    rule,
)

CORNERS = ("a1", "a3", "c1", "c3")


@rule
def corners(model: Places) -> Iterator[Among]:
    """At most one rook stands in a corner, and if one is in a1, one is in b2."""
    yield sum(model.at("R", x) for x in CORNERS) <= 1  # type: ignore[misc]
    yield model.at("R", "a1") >> model.at("R", "b2")


@rule
def one_corner_at_most(model: Places) -> Among:
    return at_most(1, *(model.at("R", x) for x in CORNERS))


def by_hand() -> int:
    found = 0
    cells = [f"{file}{rank}" for file in "abc" for rank in "123"]
    for size in range(10):
        for some in map(set, combinations(cells, size)):
            found += len(some & set(CORNERS)) <= 1 and ("a1" not in some or "b2" in some)
    return found


@pytest.mark.parametrize("engine", ["sat", "cpsat", "backtrack", "bitboard", "frontier"])
def test_engines_count_what_it_says(engine: str) -> None:
    model = Placement("3x3", {"R": "any"}, [corners])
    if engine == "bitboard":  # an implication is nothing for it
        model = Placement("3x3", {"R": "any"}, [one_corner_at_most])
        assert nqsat.count(model, engine=engine).value == 5 * 2**5
        return
    answer = nqsat.count(model, engine=engine)
    assert answer.value == by_hand()
    assert answer.note is not None
    assert "derived from the encoding: agreement is not evidence for it" in answer.note


def test_symmetries_are_those_that_keep_its_constraints() -> None:
    assert len(Placement("3x3", {"R": "any"}, [corners]).symmetries()) == 2
    model = Placement("3x3", {"R": "any"}, [NonAttacking(), one_corner_at_most])
    assert len(model.symmetries()) == 8
    assert nqsat.count(model, modulo="symmetry").value < nqsat.count(model).value
    other = Change.transposing(Placement("2x3", {"R": "any"}).setting)
    assert other is not None
    assert one_corner_at_most.image(other) is None  # there are no such squares


def test_operators_make_the_same_constraints() -> None:
    a, b, c = (Stands("Q", x) for x in ("a1", "b2", "c3"))
    assert (a | ~b) == clause(a, ~b)
    assert (a | b | c) == clause(a, b, c)
    assert (a >> ~b) == implies(a, ~b)
    assert (a + b + c <= 1) == at_most(1, a, b, c)
    assert (a + (b + c) >= 2) == at_least(2, a, b, c)
    assert (sum([a, b, c]) == 2) == exactly(2, a, b, c)  # type: ignore[comparison-overlap]
    refuses(lambda: (a + b <= 1) | c, "literals", "is not a clause")


def test_what_is_no_constraint_is_refused() -> None:
    @rule
    def three(_model: Places) -> int:
        return 3

    refuses(lambda: Placement("3x3", {"R": 1}, [three]), None, "gave 3; yield a literal, at_most")
    refuses(lambda: rule(3), "rule", "expected a function")  # type: ignore[call-overload]
    refuses(lambda: Placement("2x2", {"R": 1}, [corners]), None, "ranks 1 to 2")


def test_a_literal_alone_is_required() -> None:
    @rule
    def here(model: Places) -> Iterator[object]:
        yield model.at("R", "a1")
        yield ~model.at("R", "b2")

    @rule
    def compared(model: Places) -> Iterator[object]:
        yield model.at("R", "a1") == 1  # type: ignore[comparison-overlap]

    model = Placement("3x3", {"R": 3}, ["non-attacking", here])
    for engine in ("sat", "backtrack", "frontier"):
        assert nqsat.count(model, engine=engine).value == 1
    said = "gave False; yield x or ~x, not x == 1"
    refuses(lambda: Placement("3x3", {"R": 1}, [compared]), None, said)
    alone: Any = model.at("R", "a1")
    assert model + alone == model + clause("R@a1")
    assert nqsat.count(Placement("3x3", {"R": 1}, [clause("R@a1")])).value == 1


def one_a_rank(arrangement: Arrangement) -> bool:
    ranks = [piece.square.row for piece in arrangement.pieces]
    return len({*ranks}) == len(ranks)


@rule(holds=one_a_rank)
def thin(model: Places) -> Iterator[Among]:
    for row in range(model.board.rows):
        rank = [square for square in model.board.squares if square.row == row]
        yield at_most(1, *(model.at(kind.name, x) for kind in model.kinds for x in rank))


def test_a_meaning_may_be_stated_besides() -> None:
    model = Placement("3x3", {"K": 2, "N": 1}, [thin])
    for engine in ("sat", "cpsat", "backtrack"):
        answer = nqsat.count(model, engine=engine)
        assert answer.value == 3 * 3**3
        assert "derived" not in str(answer.note)
    note = nqsat.count(model, engine="frontier").note
    assert note is not None
    assert "encoding of thin compared with holds" in note
    assert nqsat.verify(model).result is nqsat.evidence.Result.AGREE
    assert len(model.symmetries()) == 4  # those that map ranks to ranks
    refuses(lambda: rule(holds=one_a_rank)(3), "rule", "expected a function")  # type: ignore[arg-type]


def test_an_image_may_be_stated_besides() -> None:
    # Each square implies the next: as a meaning this has no direction, as constraints it has one.
    def all_or_none(arrangement: Arrangement) -> bool:
        return len(arrangement) in (0, 4)

    def ring(model: Places) -> Iterator[Among]:
        squares = ("a1", "a2", "b2", "b1")
        for here, there in zip(squares, (*squares[1:], *squares[:1]), strict=True):
            yield model.at("K", here) >> model.at("K", there)

    def itself(_change: Change) -> Rule:
        return stated

    stated: Rule = rule(holds=all_or_none, image=itself)(ring)
    for one, symmetries in ((rule(ring), 4), (rule(holds=all_or_none)(ring), 4), (stated, 8)):
        model = Placement("2x2", {"K": "any"}, [one])
        assert len(model.symmetries()) == symmetries
        assert nqsat.count(model, modulo="symmetry").value == 2
