"""The conjugacy classes of the groups by which orbits are counted, against the definition."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from nqsat import Placement, Symmetry
from nqsat.counting import count, planning
from nqsat.counting.planning import burnside
from nqsat.counting.symmetry.orbits import conjugacy_classes, group_of
from nqsat.engines import AutoEngine, auto, contract, make_engine
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


def test_the_plan_of_the_whole_is_made_once() -> None:
    # ``auto`` has weighed its engines for the model before it takes Burnside's sum; it is the first term.
    told: list[str] = []
    model = Placement("6x6", {"K": "any"})
    engine = AutoEngine(tell=told.append)
    classes = list(conjugacy_classes(model.symmetries()))
    assert count(model, engine=engine, modulo="symmetry").value == 25_618  # as bitboard lists them
    assert sum(line.startswith("taken: ") for line in told) == len(classes)
    whole = make_engine("frontier").plan(model)
    plan: Any = burnside(model, make_engine("frontier"), "symmetry", whole)
    assert plan.plans[0] == ("identity", Fraction(1, 8), whole)


@pytest.mark.parametrize(
    ("board", "kinds", "method", "value"),
    [("11x11", {"Q": 11}, "canonical", 341), ("6x6", {"K": "any"}, "burnside", 25_618)],
)
def test_orbits_are_listed_where_that_is_sooner(
    monkeypatch: pytest.MonkeyPatch, board: str, kinds: dict[str, Any], method: str, value: int
) -> None:
    monkeypatch.setattr(auto, "SOON", 0.0)  # so that a list by sat is not short enough
    monkeypatch.setattr(
        contract, "_is_compiled", lambda _: True
    )  # whatever other tests have compiled
    answer = count(Placement(board, kinds), modulo="symmetry")
    assert (answer.value, answer.method) == (value, method)


def test_what_is_late_is_replaced_by_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "SOON", 0.0)
    for module in (planning, auto):
        monkeypatch.setattr(module, "GRACE", -1.0)
        monkeypatch.setattr(module, "PATIENCE", 0)
    monkeypatch.setattr(planning, "IMAGES", 0)
    answer = count(Placement("7x7", {"Q": 7}), modulo="symmetry", workers=1)
    assert (answer.value, answer.complete) == (6, True)
