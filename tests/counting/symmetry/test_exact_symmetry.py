"""Solutions with exactly some symmetry, against the stabilisers of all of them."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest
from support.day_subset import some

from nqsat import InvalidModel, Placement, Tour, count, solutions
from nqsat.chess import symmetries
from nqsat.counting.symmetry import exact_symmetry
from nqsat.counting.symmetry.exact_symmetry import groups_above
from nqsat.modelling import Model
from nqsat.rules import Domination, Men, NonAttacking, Objective, Stabiliser

MODELS = [
    Tour("3x10", "N"),
    Tour("3x4", "K"),
    Tour("3x4", "K", through=["b1-c1"]),
    Tour("3x3", "K", unit="directed"),
    Tour("3x3", "K", closed=False, unit="undirected"),
    Tour("torus:2x4", "W"),
    Placement("4x4", {"K": "any"}),
    Placement("3x3", {"K": "any"}, [Domination()], presets=["K@b2"]),
    Placement("2x3", {"white:R": "any", "N": "1"}, [NonAttacking()]),
]


@pytest.mark.parametrize("model", some(MODELS, 2))
def test_every_group_of_symmetries(model: Model) -> None:
    board = model.board
    own = Counter(
        frozenset(one.images for one in found.stabiliser(symmetries(board)))
        for found in solutions(cast("Any", model), engine="sat")
    )
    groups = groups_above(board, ("identity",))
    assert own.keys() <= groups.keys()
    for group, names in groups.items():
        found = count(model, fixed_by=f"only:{','.join(names)}")
        assert (found.value, found.complete) == (own[group], True), names
    assert sum(own.values()) == count(model).value > 0


def test_the_rule_says_the_same() -> None:
    queens = Placement("5x5", {"Q": "any"})
    for names in ((), ("rot180",), ("rot90",), ("rot180", "transpose")):
        by_rule = count(queens.with_rules(Stabiliser(names))).value
        assert count(queens, fixed_by=f"only:{','.join(names or ('identity',))}").value == by_rule


def test_what_is_said() -> None:
    found = count(Tour("8x8", "N"), fixed_by="only:rot90")
    assert str(found) == "0 undirected closed tours fixed by rot90 and nothing else"
    assert found.method == "inclusion and exclusion"
    stopped = count(Placement("20x20", {"Q": 20}), fixed_by="only:identity", time_limit=0.1)
    assert (stopped.value, stopped.complete, stopped.reason) == (0, False, "time limit")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"fixed_by": "only:rot45"}, "fixed_by: 'rot45' is no symmetry of board 4x4"),
        ({"fixed_by": "only:rot90", "limit": 3}, "fixed_by: only: goes with a plain count"),
        ({"fixed_by": "only:rot90", "modulo": "symmetry"}, "fixed_by: only: goes with a plain"),
    ],
)
def test_refusals(question: Any, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    queens = Placement("4x4", {"Q": 4})
    with pytest.raises(InvalidModel, match=words):
        count(queens, **question)
    best = queens.with_objective(Objective("minimise", Men()))
    with pytest.raises(InvalidModel, match="only: goes with a plain count"):
        count(best, fixed_by="only:rot90")
    monkeypatch.setattr(exact_symmetry, "MOST_GROUPS", 4)
    with pytest.raises(InvalidModel, match="4x4 has more than 4 groups of symmetries"):
        count(queens, fixed_by="only:identity")
