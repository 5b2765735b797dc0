"""Counts by size: for each number of pieces, by every engine, against brute force and published numbers."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest

from nqsat import InvalidModel, Placement, Run, Tour, UnsupportedByEngine, count, solutions
from nqsat.cli.commands import until_interrupted
from nqsat.counting.answers import Method, Modulo
from nqsat.counting.orbits import group_of
from nqsat.rules import NonAttacking, Objective, Pieces

BEST = Placement("4x4", {"Q": "any"}, objective=Objective("maximise", Pieces()))


def test_limits_and_interrupts_are_lower_bounds() -> None:
    model = Placement("4x4", {"K": "any"})
    truth = count(model, by="size").sizes
    found = count(model, limit=20, by="size")
    assert (found.value, found.complete) == (20, False)
    assert str(found) == "at least 20 placements (limit)"

    def press(number: int) -> None:
        if number == 5:
            raise KeyboardInterrupt

    for answer in (
        found,
        until_interrupted(
            lambda: count(model, by="size", engine="backtrack", run=Run(watch=press))
        ),
    ):
        assert not answer.complete
        assert answer.value == answer.sizes.total()
        assert answer.sizes <= truth


def test_sizes_are_those_that_occur_and_of_others_there_are_none() -> None:
    found = count(Placement("3x3", {"K": "any"}), by="size")
    assert found.sizes == {0: 1, 1: 9, 2: 16, 3: 8, 4: 1}
    assert (found.sizes[5], found.sizes[-1]) == (0, 0)
    assert found.to_json()["sizes"] == {str(pieces): str(n) for pieces, n in found.sizes.items()}
    none = count(Placement("2x2", {"Q": 5}), by="size")
    assert (none.sizes, none.to_json()["sizes"]) == ({}, {})
    with pytest.raises(InvalidModel, match="by: sizes were not asked for; write count"):
        _ = count(Placement("3x3", {"K": 1})).sizes


@pytest.mark.parametrize("modulo", ["symmetry", "rotations", "translations", "colours"])
@pytest.mark.parametrize("board", ["torus:3x3", "torus:2x4"])
def test_orbits_by_size_are_those_of_a_list(board: str, modulo: Modulo) -> None:
    model = Placement(board, {"white:W": "any", "black:W": "any"}, [NonAttacking()])
    group, left = group_of(model, modulo), {*solutions(model)}
    orbits = Counter[int]()
    while left:
        one = left.pop()
        left -= {one.image(symmetry) for symmetry in group}
        orbits[len(one)] += 1
    for method in get_args(Method):
        found = count(model, by="size", modulo=modulo, run=Run(method=method))
        assert found.sizes == orbits, method


def test_what_has_no_sizes_is_refused() -> None:
    for model in (Tour("6x6", "N"), BEST):
        with pytest.raises(InvalidModel) as error:
            count(model, by="size")
        assert error.value.field == "by"
    with pytest.raises(UnsupportedByEngine, match="by size"):
        count(Placement("3x4", {"K": "any"}), engine="mates", by="size")
