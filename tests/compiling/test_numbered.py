"""Tours over the numbers of their squares: the same tours as the reference finds, and nothing left open."""

from __future__ import annotations

import pytest
from oracle_cnf import projected_models, raw_count

from nqsat import Board, InvalidModel, Tour, UnsupportedByEngine
from nqsat.chess import symmetries
from nqsat.compiling import lower_numbers, to_cnf
from nqsat.engines import BacktrackEngine, Listing

TOURS = [
    Tour("2x3", "K", closed=False),
    Tour("2x3", "K", closed=False, start="a1", end="c2"),
    Tour("2x3", "K", closed=False, end="b2", numbers={"a1": 3}),
    Tour("2x3", "K", closed=False, through=["a1-b2"], avoiding=["c1-c2"]),
    Tour("2x3", "K", start="a1", numbers={"c2": 4}, through=["a1-b1"]),
    Tour("2x3", "K", start="b2", avoiding=["a1-b1"]),
    Tour("3x3", "fsWbF", closed=False),
    Tour("torus:2x3", "W", start="a1"),
    Tour(Board.from_map("...\n.#.\n..."), "W", closed=False, start="a1"),
    Tour("2x2", "N", closed=False),
    Tour("1x1", "N", closed=False),
    Tour("1x2", "W", start="a1"),
]


@pytest.mark.parametrize("tour", TOURS, ids=repr)
def test_every_tour_once(tour: Tour) -> None:
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


@pytest.mark.parametrize(
    ("tour", "said"),
    [
        (Tour("3x3", "K"), "only directed tours with a first square"),
        (Tour("3x3", "K", unit="directed"), "only directed tours with a first square"),
        (Tour("3x3", "K", closed=False, fixed_by="rot180"), "fixed_by"),
    ],
)
def test_tours_without_numbers_are_refused(tour: Tour, said: str) -> None:
    with pytest.raises(InvalidModel, match=said):
        lower_numbers(tour)


def test_a_board_too_large_is_refused() -> None:
    with pytest.raises(UnsupportedByEngine, match="289 squares"):
        lower_numbers(Tour("17x17", "K", closed=False))
