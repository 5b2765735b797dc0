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

#: A Hidato of janko.at.
NUMBERS = (
    "83,.,.,28,27,.,1,.,.,./82,80,.,30,.,.,.,6,7,./.,79,.,31,.,24,.,12,.,./"
    ".,.,.,96,33,23,20,.,13,./77,.,.,100,.,.,.,.,.,./.,.,92,93,.,.,35,.,37,./"
    "73,.,.,.,.,57,.,36,39,./.,.,71,.,60,.,.,.,48,./.,.,62,.,.,55,43,42,.,./"
    "68,.,.,63,.,.,.,44,.,."
)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    numbers, violated = list[int](), Cuts.violated_clauses

    def counted(self: Cuts, true: tuple[int, ...]) -> list[list[int]]:
        clauses = violated(self, true)
        numbers.append(len(clauses))
        return clauses

    monkeypatch.setattr(Cuts, "violated_clauses", counted)
    return numbers


def test_a_loop_that_misses_clues_is_no_reason_to_try_all_like_it(tried: list[int]) -> None:
    """If only the loops themselves are excluded, ten thousand are tried, one after the other."""
    assert unique(grid.slitherlink(CLUES), engine="sat").verdict == "unique"
    assert 20 < len(tried) < 1_000


def test_given_numbers_leave_few_positions(tried: list[int]) -> None:
    """If paths of wrong lengths are only cut, thousands are tried."""
    assert unique(grid.hidato(NUMBERS), engine="sat").verdict == "unique"
    assert len(tried) < 10
