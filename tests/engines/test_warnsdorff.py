"""Warnsdorff's heuristic: what it finds is right, what it does not find proves nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.error_asserts import raised

from nqsat import Tour, UnsupportedByEngine, solve
from nqsat.engines import Listing
from nqsat.engines.warnsdorff import WarnsdorffEngine

if TYPE_CHECKING:
    from nqsat.modelling import Path


def find(tour: Tour, seed: int = 0) -> Path:
    """The tour, checked by the listing against the model's meaning."""
    return next(Listing(tour, WarnsdorffEngine(seed)))


@pytest.mark.parametrize(
    "tour",
    [
        Tour("1x1", "N", closed=False),
        Tour("5x5", "N", closed=False),
        Tour("8x8", "N"),
        Tour("8x8", "N", closed=False, start="a1", end="b1"),
        Tour("6x6", "N", closed=False, end="a1"),
        Tour("30x30", "N", closed=False),
        Tour("6x6", "K"),
        Tour("5x5", "R", start="c3"),
        Tour("torus:5x5", "N"),
        Tour("10x10", "Z", closed=False),
        Tour("cylinder:4x5", "frsW", closed=False),
        Tour("6x6", "N", avoiding=["b1-c3"]),
        Tour("6x6", "N", through=["b1-c3"]),
    ],
    ids=repr,
)
def test_it_finds_tours_of_any_piece(tour: Tour) -> None:
    assert tour.holds(find(tour))


def test_the_seed_decides() -> None:
    tour = Tour("8x8", "N")
    assert find(tour, 1) == find(tour, 1)
    assert len({find(tour, seed) for seed in range(5)}) > 1


def test_it_gives_up_and_says_that_this_proves_nothing() -> None:
    found = Listing(Tour("5x5", "N"), WarnsdorffEngine(restarts=7))
    raised(UnsupportedByEngine, lambda: next(found), "no tour in 7 attempts (it proves nothing)")
    assert not found.complete


def test_it_says_how_ties_are_broken() -> None:
    tour = Tour("6x6", "N", closed=False)
    plain = "ties broken by the first square, row by row from the top"
    for engine, note in (("warnsdorff/plain", plain), ("warnsdorff", "ties broken at random")):
        found = solve(tour, engine=engine)
        assert found.note == note
        assert found.to_json()["note"] == note


def test_it_lists_nothing() -> None:
    found = Listing(Tour("6x6", "N", closed=False), WarnsdorffEngine())
    next(found)
    raised(UnsupportedByEngine, lambda: next(found), "finds one tour and cannot list them")


def test_what_it_cannot_do_is_refused_before_any_work() -> None:
    with pytest.raises(UnsupportedByEngine, match="use construct"):
        WarnsdorffEngine().search(Tour("1000x1000", "N"))


def test_without_tie_breaking_it_fails_from_some_squares_of_a_chessboard() -> None:
    plain, tour = WarnsdorffEngine(plain=True), Tour("8x8", "N", closed=False)
    orders = [order for order in plain.attempts(tour) if order is not None]
    assert len(orders) == 64  # one from each square
    failed = {tour.board.name(order[0]) for order in orders if len(order) < 64}
    assert failed == {"a5", "d5", "b2"}
    # The rule by hand, for every move of every attempt: the first of the squares with the fewest moves.
    knight = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
    for order in orders:
        for place, (row, column) in enumerate(order[:-1]):
            left = {*tour.board.squares} - {*order[: place + 1]}
            ways = sorted(x for x in left if (x.row - row, x.column - column) in knight)
            onward = [sum((x.row + a, x.column + b) in left for a, b in knight) for x in ways]
            assert order[place + 1] == ways[onward.index(min(onward))]
    assert plain.title == "warnsdorff/plain"
    with pytest.raises(UnsupportedByEngine, match=r"no tour in 1 attempt \(it proves nothing\)"):
        next(Listing(tour.changed(start="a5"), plain))


def test_a_board_without_squares_has_no_tour() -> None:
    found = Listing(Tour("0x0", "N", closed=False), WarnsdorffEngine())
    assert list(found) == []
    assert found.complete
