"""Tours over the numbers of their squares: the same tours as the reference finds, and nothing left open."""

from __future__ import annotations

import pytest
from support.error_asserts import refused
from support.oracle.cnf import projected_models, raw_count
from support.oracle.models import small_tours

from nqsat import Tour, UnsupportedByEngine
from nqsat.chess import symmetries
from nqsat.compiling import lower_numbers, to_cnf
from nqsat.engines import BacktrackEngine, Listing


@pytest.mark.parametrize("tour", small_tours(), ids=repr)
def test_every_tour_once(tour: Tour) -> None:
    if tour.fixed_by or not tour.directed or (tour.closed and tour.start is None):
        refused(lambda: lower_numbers(tour), "fixed_by" if tour.fixed_by else "unit")
        return
    formula = lower_numbers(tour)
    cnf = to_cnf(formula)
    models = projected_models(cnf)
    wanted = set(Listing(tour, BacktrackEngine()))
    assert {formula.reader.decode(sorted(true)) for true in models} == wanted
    assert len(models) == raw_count(cnf) == len(wanted)


def test_what_variables_say_and_where_symmetries_take_them() -> None:
    tour = Tour("2x3", "K", closed=False)
    reader = lower_numbers(tour).reader
    assert reader.name(1) == "a2=1"
    assert reader.name(36) == "c1=6"
    for symmetry in symmetries(tour.board):
        for path in Listing(tour, BacktrackEngine(), limit=3):
            place = {square: index for index, square in enumerate(tour.board.squares)}
            true = [place[square] * 6 + k for k, square in enumerate(path.squares, start=1)]
            moved = [reader.permutation(symmetry)[x] for x in true]
            assert reader.decode(moved) == path.image(symmetry)


def test_a_board_too_large_is_refused() -> None:
    with pytest.raises(UnsupportedByEngine, match="289 squares"):
        lower_numbers(Tour("17x17", "K", closed=False))
