"""Cubes: disjoint parts of a model that are, together, all of it."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from support.random_models import random_model

from nqsat import Board, Placement, Tour, solutions
from nqsat.engines.plans.cubes import cubes


def listed(model: Any) -> set[Any]:
    return set(solutions(model, engine="backtrack"))


def check(model: Any) -> None:
    parts = [listed(part) for part in cubes(model)]
    assert all(one.isdisjoint(other) for one, other in combinations(parts, 2))
    assert not parts or set().union(*parts) == listed(model)


MODELS: list[Placement | Tour] = [
    Placement("3x3", {"K": "any"}),
    Placement("4x4", {"Q": 4}),
    Placement("2x3", {"white:W": "any", "black:R": "1"}, presets=["white:W@a2", "-@b2"]),
    Placement(Board.from_map("#x\n.."), {"R": "any"}),
    Tour("3x3", "K"),
    Tour("3x4", "N", closed=False),
    Tour("3x4", "N", closed=False, start="a1", through=["a3-b1"]),
    Tour("torus:3x3", "rfW"),
]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_parts_are_disjoint_and_are_all(model: Placement | Tour) -> None:
    assert len(cubes(model)) > 1
    check(model)


@pytest.mark.parametrize("index", range(24))
def test_random_models(index: int) -> None:
    model = random_model(8, index)
    check(model.with_objective(None) if isinstance(model, Placement) else model)


@pytest.mark.parametrize(
    "model",
    [
        Placement("0x3", {"Q": "any"}),
        Placement("1x1", {"Q": "any"}, presets=["Q@a1"]),
        Tour("1x1", "K", closed=False),
        Tour("2x2", "N"),
    ],
    ids=repr,
)
def test_what_cannot_be_cut(model: Placement | Tour) -> None:
    assert cubes(model) == ()
