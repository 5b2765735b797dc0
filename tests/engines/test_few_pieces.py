"""The most and the fewest unattacked squares with few pieces, against brute force and what is published."""

from __future__ import annotations

from random import Random

import pytest
from support.boards import is_hexagon
from support.oracle.brute_force import DEEP, best_of

from nqsat import Board, Placement, optimise
from nqsat.engines import BitboardEngine
from nqsat.engines.bitboard import few_pieces
from nqsat.modelling.rules.measures import Sense
from nqsat.rules import Amount, NonAttacking, Objective, Pieces, Rule, Unattacked

BOARDS = ("3x3", "2x4", "torus:3x3", "cylinder:2x5", "hex:2", "2x5", "2x2x2")
PIECES = ("Q", "R", "K", "N", "fW", "W", "blocker")


def drawn(seed: int) -> Placement:
    """A model of one or two kinds, few of each, some only on some squares."""
    chance = Random(seed)
    board = Board.parse(chance.choice(BOARDS))
    if chance.random() < 0.3 and not (is_hexagon(board) or "2x2x2" in board.title):
        board = Board.from_map("..#.\n....\n.x..")
    names = chance.sample(
        [x for x in PIECES if not is_hexagon(board) or x in "QRKN"], chance.choice((1, 1, 2))
    )
    numbers = {
        name: chance.choice((0, 1, 2, 3) if len(names) == 1 else (0, 1, 2)) for name in names
    }
    rules: list[list[Rule]] = [
        [],
        [NonAttacking()],
        [Amount(Pieces(), "..3")],
        [NonAttacking(frozenset({(names[0],) * 2}))],
    ]
    measure = Unattacked(chance.choice((None, (names[0],))))
    sense: Sense = chance.choice(("maximise", "minimise"))
    return Placement(board, numbers, chance.choice(rules), (), Objective(sense, measure))


@pytest.mark.parametrize("seed", range(300 if DEEP else 60))
def test_the_best_value_is_that_of_brute_force(seed: int) -> None:
    model = drawn(seed)
    known = all(
        rule.allows(sum(k.number.low for k in model.kinds))
        for rule in model.rules
        if isinstance(rule, Amount)
    )
    assert few_pieces.reads(model) is known  # without a solution, others say so
    best = optimise(model, engine=BitboardEngine())
    assert best.proved
    assert best.value == best_of(model)[0], model.text


@pytest.mark.parametrize(("number", "value"), [(1, 42), (2, 31), (3, 25), (5, 17), (8, 11)])
def test_queens_that_may_attack_one_another(number: int, value: int) -> None:
    # Of 5 on the usual board A342151 says 17, of 8 A001366 says 11; the others those of a plain loop.
    model = Placement("8x8", {"Q": number}, [], (), Objective("maximise", Unattacked()))
    assert few_pieces.reads(model)
    best = optimise(model)
    assert (best.value, best.proved, best.engine) == (value, True, "bitboard")


@pytest.mark.parametrize(
    "model",
    [
        Placement("4x4", {"Q": "1..2"}, [], (), Objective("maximise", Unattacked())),
        Placement("4x4", {"Q": 2}, [], ["Q@a1"], Objective("maximise", Unattacked())),
        Placement("4x4", {"Q": 2}, ["permutation=..1"], (), Objective("maximise", Unattacked())),
        Placement("4x4", {"Q": 2}, [], (), Objective("maximise", Unattacked(blocking=True))),
        Placement("4x4", {"Q": 2}, [], (), Objective("maximise", Pieces())),
        Placement("16x16", {"Q": 20}, [], (), Objective("maximise", Unattacked())),
    ],
    ids=["numbers", "preset", "rule", "blocking", "measure", "large"],
)
def test_what_the_masks_do_not_have_is_searched_by_others(model: Placement) -> None:
    assert not few_pieces.reads(model)
