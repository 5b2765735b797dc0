"""Engines that find one tour: what they find is right, what they do not find proves nothing."""

from __future__ import annotations

import warnings
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest
from conftest import Run, answered
from support.error_asserts import raised

import nqsat
from nqsat import Tour, UnsupportedByEngine, solve
from nqsat.counting.question import Question
from nqsat.engines import (
    NOT_UNIFORM,
    ConstructEngine,
    Engine,
    Listing,
    ShuffleEngine,
    closing,
    make_engine,
)
from nqsat.engines.warnsdorff import WarnsdorffEngine

if TYPE_CHECKING:
    from nqsat.modelling import Path


# -- the heuristic of Warnsdorff -------------------------------------------------------------------


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


@pytest.mark.parametrize("kind", [ConstructEngine, WarnsdorffEngine, ShuffleEngine])
def test_it_lists_nothing(kind: type[Engine]) -> None:
    found = Listing(Tour("6x6", "N", closed=False), kind())
    next(found)
    raised(UnsupportedByEngine, lambda: next(found), "finds one tour and cannot list them; use sat")
    assert (found.found, found.complete) == (1, False)


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


# -- random tours by rotations: no uniform sample, and said not to be one --------------------------


def some(tour: Tour, number: int, seed: int = 0) -> list[Any]:
    with closing(ShuffleEngine(seed).tours(tour)) as walk:
        return [*islice((path for path in walk if path is not None), number)]


@pytest.mark.parametrize(
    ("tour", "fewest"),
    [
        (Tour("4x4", "W"), 6), (Tour("3x3", "K", start="b2"), 32), (Tour("5x6", "N"), 8),
        (Tour("torus:3x3", "W", unit="directed"), 96), (Tour("...\n.#.\n...", "W"), 1),
        (Tour("4x4", "W", closed=False), 552), (Tour("3x4", "N", closed=False), 2),
        (Tour("3x4", "W", closed=False, start="a1"), 2), (Tour("3x4", "W", closed=False, end="c2"), 2),
    ],
    ids=repr,
)  # fmt: skip
def test_tours_come_and_from_closed_ones_all(tour: Tour, fewest: int) -> None:
    every = {*nqsat.solutions(tour)}
    found = {*some(tour, 40 * len(every))}
    assert found <= every
    assert len(found) >= fewest


def test_the_seed_decides_the_rotations() -> None:
    tour = Tour("8x8", "W")
    first = [nqsat.solve(tour, seed=seed) for seed in range(5)]
    assert len({one.solution for one in first}) == 5
    assert first[4].note == f"{NOT_UNIFORM}, seed 4"
    assert nqsat.solve(tour, seed=4).solution == first[4].solution
    assert nqsat.solve(tour, engine=make_engine("shuffle", seed=4)).solution == first[4].solution
    question = Question("solve", tour, "auto", (("seed", 4),))
    assert nqsat.counting.answer(question).solution == first[4].solution
    with pytest.raises(nqsat.InvalidModel, match="engine auto has no such option"):
        nqsat.count(Tour("4x4", "W"), engine=make_engine("auto", seed=4))


def test_what_has_no_tour_or_is_not_taken() -> None:
    none = nqsat.solve(Tour("3x3", "W"), seed=1)
    assert (none.verdict.value, none.note) == ("unsatisfiable", None)
    for tour in (
        Tour("4x4", "W", through=["a1-a2"]), Tour("4x4", "W", avoiding=["a1-a2"]),
        Tour("4x4", "W", visit="some"), Tour("4x4", "W", closed=False, start="a1", end="a2"),
        Tour("4x4", "W", order=["a1", "b2"]), Tour("4x4", "W", fixed_by="rot180"),
        Tour("4x4", "W", start="a1", numbers={"b2": 3}), Tour("cylinder:4x4", "frW"),
        Tour("101x100", "W"),
    ):  # fmt: skip
        assert not ShuffleEngine().accepts(tour)
        with pytest.raises(UnsupportedByEngine, match=r"engine shuffle: "):
            ShuffleEngine().tours(tour)


def test_a_sample_of_too_many_tours_says_that_it_is_not_uniform() -> None:
    large = Tour("20x20", "W")
    with pytest.warns(UserWarning, match="not uniform"):
        drawn = nqsat.sample(large, number=2, seed=3, time_limit=10)
    assert drawn.note == f"{NOT_UNIFORM}, seed 3"
    assert len({*drawn}) == 2
    assert all(map(large.holds, drawn))
    assert drawn == some(large, 2, seed=3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        uniform = nqsat.sample(Tour("4x4", "W"), number=3, seed=3)
    assert (len(uniform), uniform.note) == (3, None)


def test_the_command_line_says_it_in_the_same_words(nqsat: Run) -> None:
    done = nqsat(
        "sample", "--board", "20x20", "--tour", "W", "--seed", "3", "--time-limit", "10", "-n", "2"
    )
    assert answered(done).count("closed") == 2
    assert f"2, {NOT_UNIFORM}, seed 3, shuffle" in done.stderr
    done = nqsat("solve", "--board", "20x20", "--tour", "W", "--seed", "4")
    assert f"{NOT_UNIFORM}, seed 4" in done.stderr
    assert answered(done) != answered(
        nqsat("solve", "--board", "20x20", "--tour", "W", "--seed", "5")
    )
