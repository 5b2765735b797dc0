"""Changes of colours: the groups of models, what they keep, and orbits by every method."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import pytest
from support.day_subset import some
from support.error_asserts import refused
from support.oracle.brute_force import brute_force

import nqsat
from nqsat import Arrangement, Kind, Piece, Placement, Rule, Square
from nqsat.counting import METHODS, Method
from nqsat.modelling import Change, Model, Setting
from nqsat.rules import (
    Amount,
    Armies,
    Constraint,
    Degrees,
    NonAttacking,
    Number,
    Objective,
    Pieces,
    Unattacked,
    Variables,
    clause,
)

QUEENS = {"white:Q": 1, "black:Q": 1}
PAIR = frozenset({("white:Q", "white:Q")})
BOTH = frozenset({("white:Q", "white:Q"), ("black:Q", "black:Q")})


def sizes(model: Placement) -> tuple[int, int]:
    """Of the group: all of it, and the part that exchanges no colours."""
    group = model.recolourings()
    return len(group), sum(all(a == b for a, b in move.kinds.items()) for move in group)


GROUPS: list[tuple[Placement, tuple[int, int]]] = [
    (Placement("3x3", QUEENS, [Armies()]), (16, 8)),
    (Placement("3x4", QUEENS, [Armies()]), (8, 4)),
    (Placement("3x3", {**QUEENS, "red:Q": 1}, [Armies()]), (48, 8)),
    (Placement("3x3", {**QUEENS, "red:N": 1}, [Armies()]), (16, 8)),
    (Placement("3x3", {**QUEENS, "red:Q": 2}, [Armies()]), (16, 8)),  # another number
    (Placement("3x3", {**QUEENS, "blocker": 2}, [Armies(blocking=True)]), (16, 8)),
    (Placement("3x3", {"white:Q": 1, "black:N": 1}, [Armies()]), (8, 8)),  # another piece
    (Placement("3x3", {**QUEENS, "white:N": 1}, [Armies()]), (8, 8)),  # an army more
    (Placement("3x3", {**QUEENS, "white:N": 1, "black:N": 1}, [Armies()]), (16, 8)),
    # Presets and squares have to be their own image, in colour.
    (Placement("3x3", QUEENS, [Armies()], ["white:Q@b2"]), (8, 8)),
    (Placement("3x3", QUEENS, [Armies()], ["-@b2"]), (16, 8)),
    (Placement("3x3", QUEENS, [Armies()], ["white:Q@a1", "black:Q@c3"]), (4, 2)),
    (
        Placement(
            "2x3",
            [
                Kind(
                    "white:R", Piece.parse("R"), Number(1), frozenset({Square(0, 0), Square(0, 2)})
                ),
                Kind(
                    "black:R", Piece.parse("R"), Number(1), frozenset({Square(1, 0), Square(1, 2)})
                ),
            ],
            [Armies()],
        ),
        (4, 2),
    ),
    # Rules that name kinds.
    (Placement("3x3", QUEENS, [NonAttacking(PAIR)]), (8, 8)),
    (Placement("3x3", QUEENS, [NonAttacking(BOTH)]), (16, 8)),
    (Placement("3x3", QUEENS, [NonAttacking(frozenset({("white:Q", "black:Q")}))]), (16, 8)),
    (Placement("3x3", QUEENS, [NonAttacking(PAIR), NonAttacking(BOTH - PAIR)]), (16, 8)),
    (Placement("3x3", QUEENS, [Degrees(0, of=("white:Q",))]), (8, 8)),
    (Placement("3x3", QUEENS, [Degrees(0, of=("white:Q", "black:Q"))]), (16, 8)),
    (Placement("3x3", QUEENS, [Amount(Pieces(("white:Q",)), 1)]), (8, 8)),
    (Placement("3x3", QUEENS, [Amount(Pieces(("white:Q",)), 1), Armies(equal=True)]), (16, 8)),
    (Placement("3x3", QUEENS, [Amount(Pieces(("white:Q", "black:Q")), 2)]), (16, 8)),
    (Placement("3x3", QUEENS, [Amount(Unattacked(("white:Q",)), "1..")]), (8, 8)),
    (Placement("3x3", QUEENS, [Amount(Unattacked(("white:Q", "black:Q")), "1..")]), (16, 8)),
    (
        Placement("3x3", QUEENS, [Amount(Unattacked(("white:Q",)), "1.."), Armies(equal=True)]),
        (8, 8),
    ),
    (Placement("3x3", QUEENS, [clause("white:Q@b2", "black:Q@b2")]), (16, 8)),
    (Placement("3x3", QUEENS, [clause("~white:Q@b2")]), (8, 8)),
    (Placement("3x3", QUEENS, [clause("~white:Q@b2"), clause("~black:Q@b2")]), (16, 8)),
    # What is wanted large or small.
    (Placement("3x3", QUEENS, [], objective=Objective("maximise", Pieces(("white:Q",)))), (8, 8)),
    (Placement("3x3", QUEENS, [], objective=Objective("maximise", Pieces())), (16, 8)),
    (
        Placement(
            "3x3",
            QUEENS,
            [Armies(equal=True)],
            objective=Objective("minimise", Pieces(("white:Q",))),
        ),
        (16, 8),
    ),
]


@pytest.mark.parametrize(("model", "expected"), GROUPS, ids=lambda value: repr(value)[:80])
def test_the_group(model: Placement, expected: tuple[int, int]) -> None:
    assert sizes(model) == expected
    group = model.recolourings()
    assert group[0].name == "identity"
    assert len(set(group)) == len(group)
    # It is a group: products of members are members.
    squares = model.board.squares
    members = [(move.images, move.kinds) for move in group]
    for one in group:
        for other in group:
            images = tuple(one(other(square)) for square in squares)
            kinds = {name: one.kinds[image] for name, image in other.kinds.items()}
            assert (images, kinds) in members
    if model.objective is None and len(model.kinds) == 2 and len(squares) < 10:
        # Too large a group would be a wrong number.
        solutions = brute_force(model)
        for move in group:
            assert {one.image(move) for one in solutions} == solutions


#: Every other one by day.
COUNTED = [
    Placement("2x3", {"white:N": "any", "black:N": "any"}, [Armies(equal=True)]),
    Placement("3x3", {"white:Q": 1, "black:Q": 1}, [Armies()]),
    Placement("2x3", {"white:W": 1, "black:W": 1, "red:W": 1}, [Armies()]),
    Placement("torus:2x3", {"white:F": "any", "black:F": "any"}, [Armies()]),
    Placement("2x3", {"white:R": "1", "black:R": "1", "blocker": "any"}, [Armies(blocking=True)]),
    Placement("3x3", {"white:Q": "..2", "black:Q": "..2"}, [Armies()], ["-@b2"]),
    Placement("3x3", QUEENS, [Armies()], ["white:Q@a1", "black:Q@b3"]),
    Placement("0x0", {"white:Q": "any", "black:Q": "any"}, [Armies()]),
]


@pytest.mark.parametrize("model", some(COUNTED, 2))
def test_orbits_by_every_method_are_those_counted_one_by_one(model: Placement) -> None:
    group = model.recolourings()
    expected = len({one.canonical(group) for one in brute_force(model)})
    for engine in ("sat", "backtrack"):
        assert nqsat.count(model, modulo="colours", engine=engine).value == expected
    for method in METHODS:
        answer = nqsat.count(model, modulo="colours", run=nqsat.Run(method=method))
        assert answer.complete
        assert (answer.value, answer.modulo) == (expected, "colours")
    listed = list(nqsat.solutions(model, modulo="colours"))
    assert len(listed) == expected
    assert all(one == one.canonical(group) for one in listed)


@pytest.mark.parametrize("method", METHODS)
def test_optimal_solutions_up_to_colours(method: Method) -> None:
    pieces = {"white:Q": "any", "black:Q": "any"}
    most = Objective("maximise", Pieces(("white:Q",)))
    model = Placement("3x4", pieces, [Armies(equal=True)], objective=most)
    plain = Placement("3x4", {"white:Q": 2, "black:Q": 2}, [Armies()])
    answer = nqsat.count(model, modulo="colours", run=nqsat.Run(method=method))
    assert answer.optimum is not None
    assert answer.optimum.value == 2
    assert answer.value == nqsat.count(plain, modulo="colours").value
    assert "up to symmetry and colours" in str(answer)


# -- mistakes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "said"),
    [
        *((Placement("3x3", pieces), "use symmetry")
          for pieces in ({"Q": 1}, {"white:Q": 1}, {"white:Q": 1, "N": 1}, {})),
        (nqsat.Tour("3x4", "N"), "use symmetry"),
        (Placement("2x2", {f"{label}:W": "..1" for label in "abcdefgh"}, []), "at most 7 colours"),
    ],
    ids=repr,
)  # fmt: skip
def test_without_some_colours_there_is_nothing_to_exchange(model: Model, said: str) -> None:
    for ask in (nqsat.count, nqsat.solutions):
        refused(partial(ask, model, modulo="colours"), "modulo", said)


@dataclass(frozen=True)
class WhiteStands(Rule):
    name: ClassVar[str] = "white stands"

    def holds(self, arrangement: Arrangement) -> bool:
        return any(piece.kind == "white:Q" for piece in arrangement.pieces)

    def lower(self, setting: Setting, variables: Variables) -> Iterable[Constraint]:
        return [nqsat.rules.Clause(variables.group("white:Q", setting.board.squares))]

    def image(self, change: Change) -> Rule | None:
        return self if change.kinds["white:Q"] == "white:Q" else None


class AnyoneStands(WhiteStands):
    def image(self, change: Change) -> AnyoneStands:
        return self


class Silent(WhiteStands):
    image = Rule.image


def test_a_rule_of_ones_own_has_to_say_what_it_is_in_other_colours() -> None:
    pieces = {"white:Q": "..1", "black:Q": "..1"}
    model = Placement("2x2", pieces, [Silent()])
    refused(lambda: nqsat.count(model, modulo="colours"), said="does not say what becomes of it")
    assert sizes(Placement("2x2", pieces, [WhiteStands()])) == (8, 8)
    assert sizes(Placement("2x2", pieces, [AnyoneStands()])) == (16, 8)
