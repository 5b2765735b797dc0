"""Cuts: how many assignments a solver tries before no cut is violated."""

from __future__ import annotations

import pytest

from nqsat import unique
from nqsat.compiling import Cuts
from nqsat.models import grid

#: A Slitherlink, made by ``nqsat puzzle``, with large areas where loops could be that miss the clues.
CLUES = (
    ".3.1..2...1...2.221..1.../...1..1...0..22...0...011/11.111.12.11.2223......../"
    ".1....0....1..........011/.112...0...12...0......../.12.0....21.2221.......1./"
    "...1.0.0.21.22210.0.0.0../1..1....1..1..........0.1/...1...0.2.1.....0.0.0..2/"
    "11.1.0.0...0..0.0......0./........1..0............./.121.0......0..........01/"
    ".........10............../1010000000000000000000001/........................."
)


def test_a_loop_that_misses_clues_is_no_reason_to_try_all_like_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If only the loops themselves are excluded, ten thousand are tried, one after the other."""
    tried, violated = list[int](), Cuts.violated_clauses

    def counted(self: Cuts, true: tuple[int, ...]) -> list[list[int]]:
        clauses = violated(self, true)
        tried.append(len(clauses))
        return clauses

    monkeypatch.setattr(Cuts, "violated_clauses", counted)
    assert unique(grid.slitherlink(CLUES), engine="sat").verdict == "unique"
    assert 20 < len(tried) < 1_000
