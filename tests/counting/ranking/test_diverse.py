"""Different solutions: their distances by hand, and the bound against all sets of a small model."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Any

import pytest
from support.error_asserts import refused

import nqsat
from nqsat.compiling import ProjectedSolution
from nqsat.counting import numbered
from nqsat.counting.ranking.diverse import choose_diverse


def nearest(solutions: Any) -> int:
    return min(len({*a.atoms} ^ {*b.atoms}) for a, b in combinations(solutions, 2))


@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize(
    "model",
    [
        nqsat.Placement("4x4", {"Q": 2}),
        nqsat.Placement("2x3", {"K": "any"}),
        nqsat.Placement("3x3", {"N": "2..3", "R": "1"}),
        nqsat.Tour("3x4", "N", closed=False),
        nqsat.Factor("2x3", "K"),
        nqsat.Tour("4x4", "W", visit="4..8"),
    ],
    ids=repr,
)
def test_no_set_exceeds_the_bound(model: Any, number: int) -> None:
    every = [*nqsat.solutions(model, engine="backtrack")][:40]
    found = choose_diverse(numbered(model), number, 5)
    assert len({*found.solutions}) == len(found.solutions) == number
    assert all(map(model.holds, found.solutions))
    assert found.least == nearest(found.solutions)
    assert found.bound is not None
    assert found.least <= found.bound
    if number < 4:
        best = max(map(nearest, combinations(every, number)))
        assert best <= found.bound
        assert len(every) == 40 or found.least == best  # so few are tried from every beginning


def test_there_may_be_fewer_or_one() -> None:
    assert len(nqsat.sample("queens", n=6, diverse=9)) == 4
    (only,) = one = nqsat.sample("queens", n=6, diverse=1, seed=3)
    assert one.note == "one solution"
    assert len(only) == 6
    shown = nqsat.sample(nqsat.Placement("4x4", {"Q": 2}).project("a1"), diverse=2)
    assert {str(x) for x in shown} == {"-", "a1"}
    assert all(isinstance(x, ProjectedSolution) for x in shown)


def test_what_cannot_be_chosen_is_refused() -> None:
    wrong: tuple[Any, ...] = (0, -1, 2.5)
    for number in wrong:
        refused(
            partial(choose_diverse, numbered("queens", n=4), number, 1),
            "diverse",
            "is not an integer above 0",
        )
    refused(lambda: nqsat.sample("queens", n=3, diverse=2), "model", "no solution")


def test_of_many_solutions_some_are_candidates() -> None:
    kings = nqsat.sample(nqsat.Placement("8x8", {"K": "any"}), diverse=3, seed=2)
    assert f"any two differ in at least {nearest(kings)} places; no set has over " in str(
        kings.note
    )
