"""Lists as tables of pandas, a row for each solution; pandas need not be there."""

from __future__ import annotations

import sys

import pytest

import nqsat
from nqsat import Factor, Placement, Tour
from nqsat.errors import MissingPackage
from nqsat.formulas import CnfProblem

KINGS = Placement("2x2", {"white:K": "..1", "black:K": "1"}, ["armies"])


def test_without_pandas_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    listing = nqsat.solutions(KINGS, engine="backtrack")
    with pytest.raises(MissingPackage, match="pandas is not installed: pip install pandas"):
        listing.to_pandas()
    assert len(list(listing)) == 4  # nothing is lost


def test_a_solution_is_a_row() -> None:
    pytest.importorskip("pandas")
    kings = nqsat.solutions(KINGS, engine="backtrack").to_pandas()
    assert list(kings.columns) == ["a2", "b2", "a1", "b1"]
    assert kings.to_numpy().tolist() == [
        ["black:K", "", "", ""], ["", "black:K", "", ""], ["", "", "black:K", ""], ["", "", "", "black:K"],
    ]  # fmt: skip
    (path,) = nqsat.solutions(Tour("2x2", "W", closed=False), engine="backtrack", limit=1)
    tours = nqsat.solutions(Tour("2x2", "W", closed=False), engine="backtrack").to_pandas()
    assert len(tours) == 8
    assert [tours[path.board.name(square)][0] for square in path.squares] == [1, 2, 3, 4]
    moves = nqsat.solutions(Factor("2x2", "W", 1), engine="backtrack").to_pandas()
    assert sorted(moves["moves"]) == ["a2-a1 b2-b1", "a2-b2 a1-b1"]
    clauses = nqsat.solutions(CnfProblem(2, ((1, 2),), (1, 2))).to_pandas()
    assert sorted(map(tuple, clauses.to_numpy().tolist())) == [
        (False, True),
        (True, False),
        (True, True),
    ]
