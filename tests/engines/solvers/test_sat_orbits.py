"""``sat`` lists orbit by orbit after some solutions: the same set as the reference, each solution once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.early_orbits import orbits_after
from support.oracle.brute_force import DEEP, brute_force
from support.strategies import ruled_models

from nqsat import Arrangement, Board, Factor, Placement, Tour
from nqsat.engines import BacktrackEngine, Listing, SatEngine
from nqsat.engines.plans.at_work import wanted_by, workers_for
from nqsat.engines.solvers.session import FIRST
from nqsat.modelling import Change, Model, Setting
from nqsat.rules import Clause, Connected, Constraint, Rule, Variables

HOLED = Board.from_map("....\n.x..\n..x.\n....")

MODELS: list[Model] = [
    Placement("4x4", {"K": "any"}),
    Placement("3x4", {"N": "any", "W": "1..2"}),
    Placement("3x4", {"white:N": 2, "black:N": 2}),
    Placement(HOLED, {"W": 3}),
    Placement("hex:3", {"K": 2}),
    Placement("5x5", {"N": 3}, presets=["N@c3"]),
    Placement("3x4", {"W": "any"}, [Connected()]),
    Tour("3x4", "K"),
    Tour("3x4", "K", closed=False, unit="undirected"),
    Tour("3x3", "K", unit="directed"),
    Tour("3x3", "K", closed=False, start="b2"),
    Factor("4x4", "W", 1),
    Factor("3x4", "N", "..1"),
    Factor("3x3", "K", 2, through=["b2-c3"]),
]


def same(model: Model, engine: SatEngine, wanted: set[Any]) -> None:
    listing = Listing(model, engine)
    found = list(listing)
    assert listing.complete
    assert set(found) == wanted, model
    assert len(found) == len(wanted), model


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_the_reference_finds_the_same(model: Model) -> None:
    wanted = set(Listing(model, BacktrackEngine()))
    assert wanted
    for first in (1, 7, len(wanted), FIRST):
        with orbits_after(first):
            assert SatEngine().lists_by_orbits(model)
            same(model, SatEngine(), wanted)
    if len(wanted) > 2 * FIRST:  # by representatives from another process, too
        same(model, SatEngine(isolated=True), wanted)


@settings(max_examples=300 if DEEP else 40)
@given(ruled_models(), st.integers(1, 8))
def test_random_models(model: Placement, first: int) -> None:
    wanted = set(brute_force(model))
    with orbits_after(first):
        same(model, SatEngine(), wanted)


def test_a_long_list_is_one_part_unless_parts_are_asked_for() -> None:
    # Only where it is worth several workers and there is a symmetry; see ``cores`` in workers_for.
    long = SatEngine().plan(Placement("6x6", {"K": 8}))
    assert long.facts.whole
    assert workers_for(long.facts, None) == 1
    assert (workers_for(long.facts, 3), wanted_by(long.facts, 3)) == (3, 1)
    assert not SatEngine().plan(Placement("6x6", {"K": 8}, presets=["K@b1"])).facts.whole
    assert not BacktrackEngine().plan(Placement("6x6", {"K": 8})).facts.whole


@dataclass(frozen=True)
class Cornered(Rule):
    """A piece stands in the first corner; what it says of its image is wrong."""

    name: ClassVar[str] = "cornered"

    def holds(self, arrangement: Arrangement) -> bool:
        return any(square == (0, 0) for square, _ in arrangement.pieces)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        squares = [setting.board.squares[0]]
        yield Clause(tuple(variables.group(setting.kinds[0].name, squares)))

    def image(self, change: Change) -> Rule:
        return self


def test_what_a_rule_of_ones_own_says_of_its_image_is_not_relied_on() -> None:
    model = Placement("4x4", {"K": 2}, [Cornered()])
    assert len(model.symmetries()) == 8  # as the rule says
    with orbits_after(1):
        same(model, SatEngine(), set(brute_force(model)))
