"""The conjugacy classes of the groups by which orbits are counted, against the definition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from nqsat import Placement, Symmetry
from nqsat.counting import count
from nqsat.counting.orbits import conjugacy_classes, group_of
from nqsat.counting.planning import burnside
from nqsat.engines import make_engine
from nqsat.engines.plans.at_work import run_plan
from nqsat.modelling import Change


def points(symmetry: Symmetry) -> Mapping[Any, Any]:
    kinds = symmetry.kinds if isinstance(symmetry, Change) else {}
    return {**symmetry.mapping, **kinds}


GROUPS = [
    group_of(Placement(board, {"W": 1}), "symmetry")
    for board in ("0x0", "1x1", "1x3", "2x3", "4x4", "torus:4x4", "torus:3x5", "cylinder:3x4", "hex:3")
] + [
    group_of(Placement("3x3", {"a:W": 1, "b:W": 1, "c:W": 1}), "colours"),
    group_of(Placement("1x1", {"a:W": 1, "b:W": 1}), "colours"),
]  # fmt: skip


@pytest.mark.parametrize("group", GROUPS, ids=len)
def test_classes(group: tuple[Symmetry, ...]) -> None:
    every = [points(one) for one in group]
    left = [frozenset(one.items()) for one in every]
    found = list(conjugacy_classes(group))
    assert sum(size for _, size in found) == len(group)
    assert found[0][0] == group[0]
    for one, size in found:
        move = points(one)
        conjugates = {
            frozenset((other[x], other[move[x]]) for x in move) for other in every
        }  # x ↦ other(move(other⁻¹(x)))
        assert len(conjugates) == size
        for conjugate in conjugates:
            left.remove(conjugate)
    assert left == []


@pytest.mark.parametrize(
    ("board", "kinds", "method", "value"),
    [("8x8", {"Q": 8}, "canonical", 12), ("6x6", {"K": "any"}, "burnside", 25_618)],
)
def test_orbits_are_listed_where_that_is_sooner(
    board: str, kinds: dict[str, Any], method: str, value: int
) -> None:
    answer = count(Placement(board, kinds), modulo="symmetry")
    assert (answer.value, answer.method) == (value, method)


@pytest.mark.parametrize("engine", ["auto", "bitboard"])
def test_one_plan_for_each_class(engine: str) -> None:
    model = Placement("6x6", {"K": "any"})
    plan: Any = burnside(model, make_engine(engine), "symmetry")
    assert len(plan.plans) == len(list(conjugacy_classes(model.symmetries())))
    assert sum(n for piece in run_plan(plan) for _, n in piece.numbers) == 25_618
