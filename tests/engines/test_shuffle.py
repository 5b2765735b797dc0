"""Random tours by rotations: each is a tour, all may come, and nobody takes them for a uniform sample."""

from __future__ import annotations

import warnings
from itertools import islice
from typing import Any

import pytest
from conftest import Run, answered

import nqsat
from nqsat import Tour, UnsupportedByEngine
from nqsat.counting.question import Question
from nqsat.engines import NOT_UNIFORM, ShuffleEngine, closing, make_engine


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


def test_the_seed_decides() -> None:
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
    with pytest.raises(UnsupportedByEngine, match="finds one tour and cannot list"):
        list(nqsat.solutions(Tour("4x4", "W"), engine="shuffle"))


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
