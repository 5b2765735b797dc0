"""Rows for tables: of counts, by size or not, and of solutions of every kind of model."""

from __future__ import annotations

import pytest

import nqsat
from nqsat import Factor, Placement, Tour


def test_a_count_is_a_row() -> None:
    (row,) = nqsat.records(nqsat.count("queens", n=4, engine="sat"))
    assert (row["value"], row["unit"], row["complete"]) == (2, "placements", True)
    assert next(iter(row)) == "value"
    kings = nqsat.count(Placement("2x2", {"K": "any"}), by="size")
    assert [(one["pieces"], one["value"]) for one in nqsat.records(kings)] == [(0, 1), (1, 4)]
    both = nqsat.records([nqsat.count("queens", n=4), nqsat.count("queens", n=5)])
    assert [one["value"] for one in both] == [2, 10]


def test_solutions_are_rows_of_men_squares_and_moves() -> None:
    pieces = nqsat.records(nqsat.solutions("queens", n=4))
    assert len(pieces) == 8
    assert {one["solution"] for one in pieces} == {1, 2}
    for one in pieces:
        assert one["square"] == f"{'abcd'[one['column']]}{4 - one['row']}"
    tour = nqsat.solve(Tour("3x3", "K", closed=False, start="a1")).solution
    assert tour is not None
    assert [one["step"] for one in nqsat.records(tour)] == [*range(1, 10)]
    assert nqsat.records(tour)[0]["square"] == "a1"
    dominoes = nqsat.records(nqsat.solutions(Factor("2x2", "W", "1"), limit=1))
    assert sorted(x for one in dominoes for x in (one["from"], one["to"])) == [
        "a1",
        "a2",
        "b1",
        "b2",
    ]


def test_what_has_no_rows_is_refused() -> None:
    with pytest.raises(TypeError, match="give counts and solutions"):
        nqsat.records([3])
