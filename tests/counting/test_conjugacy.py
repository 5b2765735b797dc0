"""The conjugacy classes of the groups by which orbits are counted, against the definition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from nqsat import Placement, Symmetry
from nqsat.counting.orbits import conjugacy_classes, group_of
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
