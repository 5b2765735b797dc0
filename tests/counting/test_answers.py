"""Answers as Python values: what they are taken for, and what they refuse to be taken for."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import pytest

import nqsat
from nqsat import Men, Objective, Placement, SatEngine, Verdict
from nqsat.evidence import Result, verify

SIX = Placement("6x6", {"Q": 6})
BEST = Placement("3x3", {"K": "any"}, objective=Objective("maximise", Men()))
NOBODY = Placement("3x3", {"Q": 0})

#: Every value that can say yes, no or not known, and what its complaint tells to ask.
THREE_WAYS: list[tuple[Callable[[], Any], str]] = [
    (lambda: nqsat.count(SIX), ".value"),
    (lambda: nqsat.count_by_size(SIX), ".total.value"),
    (lambda: nqsat.solve(SIX), ".solution is not None"),
    (lambda: nqsat.optimise(BEST, SatEngine()), ".proved"),
    (lambda: nqsat.unique(SIX), ".verdict"),
    (lambda: nqsat.why_not(SIX), ".verdict"),
    (lambda: Verdict.UNSATISFIABLE, "is Verdict.SATISFIABLE"),
    (lambda: Result.DIFFER, "is Result.AGREE"),
    (lambda: verify(NOBODY), ".result"),
    (lambda: verify(NOBODY).checks[0], ".result"),
]


@pytest.mark.parametrize(("made", "hint"), THREE_WAYS)
def test_what_means_three_things_has_no_truth_value(made: Callable[[], Any], hint: str) -> None:
    # `if unique(m)` was taken for several solutions too, `if count(m)` for none.
    with pytest.raises(TypeError, match="neither true nor false") as error:
        bool(made())
    assert hint in str(error.value)


def test_a_solution_without_men_or_squares_is_one() -> None:
    assert nqsat.solve(NOBODY).solution
    assert nqsat.Path(nqsat.Board.parse("0x0"), (), closed=False, directed=True)


def test_a_count_as_a_number() -> None:
    answer = nqsat.count(SIX)
    assert int(answer) == 4
    with pytest.raises(ValueError, match=r"at least 1 placement \(limit\).*\.value"):
        int(nqsat.count(SIX, limit=1))


@pytest.mark.parametrize("number", [4, 92, 4.0, True])
def test_a_count_is_not_compared_with_a_number(number: float) -> None:
    # `count(m) == 92` was False, whatever the count.
    answer = nqsat.count(SIX)
    for compare in (operator.eq, operator.ne):
        for left, right in ((answer, number), (number, answer)):
            with pytest.raises(TypeError, match=r"\.value"):
                compare(left, right)


def test_counts_are_compared_with_counts() -> None:
    answer, other = nqsat.count(SIX), nqsat.count(SIX, limit=1)
    assert answer == answer
    assert answer != other
    assert answer != "4"
    assert len({answer, other, answer}) == 2


def test_sizes_are_a_mapping() -> None:
    sizes = nqsat.count_by_size(Placement("3x3", {"K": "any"}))
    assert -1 not in sizes  # it was an endless sequence: this never ended
    assert 5 not in sizes
    assert "K" not in sizes  # type: ignore[comparison-overlap]
    assert 4 in sizes
    assert (list(sizes), len(sizes)) == ([0, 1, 2, 3, 4], 5)
    assert sizes == dict(sizes) == {0: 1, 1: 9, 2: 16, 3: 8, 4: 1}
    assert (sizes[2], sizes[5], sizes[-1]) == (16, 0, 0)
    with pytest.raises(KeyError):
        sizes["K"]  # type: ignore[index]
