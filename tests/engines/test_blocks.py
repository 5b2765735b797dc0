"""Blocks of arrangements: what is in them, and that they are judged as each arrangement alone is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.oracle.brute_force import DEEP, arrangement_of, candidates
from support.strategies import models_with

from nqsat import Arrangement, Placement, Rule, Square, solutions
from nqsat.engines import Engine
from nqsat.engines.batch_check import BatchChecker
from nqsat.engines.bitboard import BitboardEngine
from nqsat.engines.listing import Listing
from nqsat.errors import WrongSolution
from nqsat.modelling import Block, PlacedPiece
from nqsat.reporting import lines
from nqsat.rules import RULES, NonAttacking


def block_of(model: Placement, arrangements: Sequence[Arrangement]) -> Block:
    kinds = [kind.name for kind in model.kinds]
    content = b""
    for arrangement in arrangements:
        standing = {piece.square: kinds.index(piece.kind) + 1 for piece in arrangement.pieces}
        content += bytes(standing.get(square, 0) for square in model.board.squares)
    return Block(model.setting, len(arrangements), content)


def judged(model: Placement, arrangements: Sequence[Arrangement]) -> list[Arrangement]:
    """Those that are found wrong, one after the other; the first is asked of each rule, and is right."""
    good, wrong, judge = arrangements[:1], [], BatchChecker(model)
    rest = list(arrangements[1:])
    while rest:
        place, marks = judge.check_batch(block_of(model, [*good, *rest]))
        assert marks == [one.fingerprint for one in [*good, *rest]]
        if place is None:
            break
        wrong.append(rest[place - 1])
        rest = rest[place:]
    return wrong


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
@settings(max_examples=100 if DEEP else 8)
@given(data=st.data(), chance=st.randoms(use_true_random=False))
def test_a_block_is_judged_as_its_arrangements_are(
    rule: type[Rule], data: st.DataObject, chance: Any
) -> None:
    model = data.draw(models_with(rule))
    every = [arrangement_of(model, one) for one in islice(candidates(model), 2000)]
    good = next((one for one in every if model.holds(one)), None)
    if good is None:
        return
    some = chance.sample(every, min(len(every), 60))
    block = block_of(model, some)
    assert list(block) == some == [block[i] for i in range(len(some))]
    assert list(block.fens()) == [one.fen for one in some]
    assert list(block.names()) == list(map(str, some))
    assert list(lines([block], "text", colour=len(some) > 1)) == list(
        lines(some, "text", colour=len(some) > 1)
    )
    assert list(block[2:5]) == some[2:5]
    assert judged(model, [good, *some]) == [one for one in some if not model.holds(one)]


@dataclass(frozen=True, slots=True)
class Friendly(NonAttacking):
    """Means something else than the rule from which it has ``exclusions``."""

    def holds(self, arrangement: Arrangement) -> bool:
        return len(arrangement) < 2


def test_a_rule_that_means_something_else_is_asked_what_it_means() -> None:
    model = Placement("4x4", {"Q": "any"}, [Friendly()])
    pair = next(one for one in solutions(Placement("4x4", {"Q": 2}), limit=1))
    empty = Arrangement(model.setting, ())
    assert judged(model, [empty, pair, empty]) == [pair]


@dataclass(frozen=True)
class Lying(Engine):
    """Hands out the blocks of ``bitboard``, in each an arrangement that it was given, at some place."""

    wrong: Arrangement
    place: int
    name: ClassVar[str] = "lying"
    title: ClassVar[str] = "lying"

    def batches(self, model: Any, orbit: Any = ()) -> Iterator[Any]:
        for batch in BitboardEngine().batches(model):
            some = list(batch)
            if some:
                some[self.place] = self.wrong
            yield block_of(model, cast("list[Arrangement]", some))


def test_a_wrong_solution_in_a_block_is_refused() -> None:
    model = Placement("6x6", {"Q": 6})
    right = list(Listing(model, BitboardEngine()))
    fewer = Arrangement(model.setting, right[0].pieces[1:])
    side = Arrangement(
        model.setting, tuple(PlacedPiece(Square(0, column), "Q") for column in range(6))
    )
    faults = (fewer, "a requirement"), (side, "the rule non-attacking"), (right[0], "came twice")
    for wrong, words in faults:
        for place in (1, 2, 3):
            with pytest.raises(WrongSolution, match=words):
                list(Listing(model, Lying(wrong, place)))
