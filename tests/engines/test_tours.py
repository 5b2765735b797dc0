"""Every engine and every encoding of circuits lists exactly the tours that the oracle walks.

Tours of all squares, and those that may leave squares out.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import cast

import pytest
from support.early_orbits import orbits_after
from support.error_asserts import raised
from support.oracle.brute_force import DEEP
from support.oracle.cnf import projected_models
from support.oracle.tours import Key, key_of, walked
from support.random_models import plain_tours

from nqsat import Board, InvalidModel, Path, Tour, UnsupportedByEngine, count, solutions
from nqsat.compiling import lower, to_cnf
from nqsat.engines import (
    COUNTERS,
    FINDERS,
    BacktrackEngine,
    CpSatEngine,
    Engine,
    Listing,
    SatEngine,
)
from nqsat.engines.backtrack.tours import TourSearch
from nqsat.engines.solvers.session import FIRST
from nqsat.evidence.certificate.facts import recount_of

#: Tours of more than ``FEW`` solutions are not given to all engines.
FEW = 8

FAST: list[Engine] = [
    BacktrackEngine(),
    SatEngine(),
    SatEngine(circuit="one-hot"),
    SatEngine(circuit="binary"),
]
SLOW: list[Engine] = [
    CpSatEngine(),
    SatEngine("cadical195"),
    SatEngine("glucose4"),
    SatEngine("cadical153", circuit="binary"),
    SatEngine("maplechrono", circuit="binary"),
]


def chosen(index: int, number: int) -> list[Engine]:
    """All engines for a few tours by night; by day, and for more of them, these take turns."""
    if number <= FEW and DEEP:
        return [*FAST, *SLOW]
    others = [*FAST[2:], *SLOW][: None if number <= FEW else -1]  # the last one takes long
    return [*FAST[:2], others[index % len(others)]]


def compare(tour: Tour, engine: Engine, wanted: set[Key]) -> None:
    if isinstance(engine, CpSatEngine) and not lower(tour).projection:
        return  # see test_cpsat_without_moves
    listing = Listing(tour, engine)
    paths = list(listing)
    found = {key_of(path) for path in paths}
    what = f"{engine.title} on {tour!r}"
    assert found == wanted, f"{what}: missing {wanted - found}, extra {found - wanted}"
    assert len(paths) == len(found), f"{what}: one tour came twice"
    assert listing.complete
    for path in paths:
        if tour.start is not None:
            assert path.squares[0] == tour.start
        assert all(path.squares[number - 1] == square for square, number in tour.numbers)


# -- the models ------------------------------------------------------------------------------


def asked() -> list[Tour]:
    """Boards and requirements that random tours seldom have."""
    hole = Board.from_map("....\n.x..\n....\n....")
    ring = Board.from_map("...\n.#.\n...")
    return [
        *(Tour(board, piece, closed=closed) for closed in (True, False) for piece, board in (
            ("N", "0x0"), ("K", "0x3"), ("K", "1x1"), ("K", "torus:1x4"), ("K", "torus:2x2"),
            ("R", "torus:2x3"), ("H", "torus:1x7"), ("(1,4)", "5x5"), ("NN", "3x4"), ("Q2", "1x5"),
            ("fsWbF", "3x3"), ("fN", "cylinder:4x3"), ("rfW", "torus:2x4"), ("rR", "torus:1x4"),
            ("fR", Board.from_map(".x\n..\n.#", "torus")),
            ("R", Board.from_map(".x.\n.#.\n..x")), ("W", Board.from_map("....\n.##.\n....", "cylinder")),
        )),
        *(Tour("4x5", "N", closed=False, start="a1", **more) for more in (
            {}, {"fixed_by": "identity"}, {"avoiding": ["a1-a2"]}, {"numbers": {"a1": 2}},
            {"numbers": {"e4": 20}}, {"through": ["b3-a1"], "numbers": {"a1": 1}},
        )),
        *(Tour("3x4", "N", closed=False, **more) for more in (
            {"end": "a1"}, {"start": "a3", "end": "d3"}, {"through": ["a1-b3", "a2-c1"]},
            {"through": ["a1-a2"]}, {"numbers": {"a1": 3, "c2": 4}}, {"fixed_by": "rot180"},
            {"unit": "undirected", "avoiding": ["a1-b3"]},
            {"unit": "undirected", "fixed_by": "rot180"},
        )),
        *(Tour("3x3", "K", start="a1", **more) for more in (
            {"numbers": {"b2": 9, "a2": 2}}, {"numbers": {"a1": 1}}, {"numbers": {"a1": 4}},
            {"fixed_by": "transpose"}, {"fixed_by": "rot180"},
        )),
        *(Tour("4x4", "W", fixed_by=name)
          for name in ("rot90", "rot180", "rot270", "transpose", "antitranspose", "flip-rows")),
        *(Tour("4x4", "W", unit="directed", fixed_by=name) for name in ("rot90", "flip-rows")),
        Tour("4x4", "W", closed=False, unit="undirected", fixed_by="flip-rows"),
        Tour("4x4", "W", through=["a1-a2", "b2-b3"]),
        Tour("torus:3x3", "rfW", fixed_by="shift(1,1)"),
        Tour("torus:3x3", "rfW", start="b2", numbers={"b3": 2}),
        Tour(hole, "N", closed=False, start="d4", end="a1"),
        Tour(ring, "N", fixed_by="rot90"),
        Tour(ring, "N", unit="directed", fixed_by="transpose"),
        Tour(ring, "N", closed=False, unit="undirected", fixed_by="transpose"),
        Tour("1x1", "N", closed=False, start="a1"),
        Tour("1x1", "N", closed=False, numbers={"a1": 1}),
        Tour("1x1", "N", closed=False, unit="undirected", fixed_by="rot90"),
        Tour("1x2", "W", closed=False, start="a1", end="b1"),
        Tour("1x2", "W", closed=False, unit="undirected", through=["a1-b1"]),
        Tour("1x2", "W", closed=False, unit="undirected", avoiding=["a1-b1"]),
        Tour("1x3", "R", unit="directed", fixed_by="flip-columns"),
    ]  # fmt: skip


@pytest.mark.parametrize("first", range(3))
def test_what_random_tours_seldom_ask(first: int) -> None:
    for index, tour in [*enumerate(asked())][first::3]:
        wanted = walked(tour)
        assert wanted is not None, tour
        for engine in chosen(index, len(wanted)):
            compare(tour, engine, wanted)


@pytest.mark.parametrize("seed", range(12))
def test_random_tours(seed: int) -> None:
    some = 0
    for index, tour in enumerate(islice(plain_tours(seed), 60 if DEEP else 11)):
        wanted = walked(tour)
        if wanted is None:
            continue
        some += bool(wanted)
        whole = tour.visit is None
        others = (
            [*FAST[2:], *SLOW[:2]] if whole else SLOW[:1] * (len(wanted) < 20 and index % 5 == 0)
        )
        with orbits_after(1 + index % 9):
            for engine in [*FAST[:2], *others]:
                compare(tour, engine, wanted)
        counters = ["auto"] + ["frontier"] * (not whole)
        if tour.two_way and not tour.fixing and not tour.numbers:
            counters.append("mates")
            for method in ("forward", "middle"):  # not every small board has a middle
                with suppress(UnsupportedByEngine):
                    assert count(tour, engine=f"mates/{method}").value == len(wanted), tour
        for name in counters:
            answer = count(tour, engine=name)
            assert (answer.value, answer.complete) == (len(wanted), True), f"{name}: {tour!r}"
        if not whole and index % 6 == 0 and len(wanted) < 50:  # its clauses, without cuts
            formula = lower(tour)
            models = projected_models(to_cnf(formula))
            decoded = (cast("Path", formula.reader.decode(true)) for true in models)
            assert {*map(key_of, decoded)} == wanted
        with suppress(InvalidModel):  # the checker does not know all pieces
            assert recount_of(tour, 100_000) == len(wanted)
    assert some


# -- what engines are not asked otherwise ------------------------------------------------------


def test_large_boards_do_not_meet_the_recursion_limit() -> None:
    # A search that recurses once a square meets Python's limit: 784 squares go, 1600 are refused.
    listing = Listing(Tour("28x28", "N", closed=False), BacktrackEngine(), limit=1, time_limit=1)
    found = next(listing, None)
    assert found is None or len(found) == 784
    listing.close()
    with pytest.raises(UnsupportedByEngine, match="1600 steps are more than"):
        Listing(Tour("40x40", "N", closed=False), BacktrackEngine())


def test_cpsat_without_moves() -> None:
    # Nobody asks for a proof here: the engine by itself answers that there is none.
    listing = Listing(Tour("3x3", "(1,4)"), CpSatEngine())
    assert list(listing) == []
    assert listing.complete


# -- orbit by orbit ------------------------------------------------------------------------------


class TestImages:
    """``sat`` looks for one tour of each orbit and hands out its images, so the set is as ever."""

    def test_images_follow_one_another(self) -> None:
        # In the group's order, and in the same order every time: after the first, and their images.
        tour = Tour("6x6", "N")
        group = tour.symmetries()
        found = list(Listing(tour, SatEngine(), limit=1000))
        assert len(found) == 1000
        assert found == list(Listing(tour, SatEngine(), limit=1000))
        first = len({image for path in found[:FIRST] for image in map(path.image, group)})
        one = found[first]
        assert found[first : first + 8] == [one.image(symmetry) for symmetry in group]
        assert len({path.canonical(group) for path in found}) < 200

    @pytest.mark.parametrize("limit", [1, 5, 176])
    def test_a_limit_may_fall_within_an_orbit(self, limit: int) -> None:
        listing = Listing(Tour("3x12", "N"), SatEngine(), limit=limit)
        assert len(set(listing)) == limit
        assert listing.complete == (limit == 176)
        assert listing.reason == (None if limit == 176 else "limit")

    @pytest.mark.parametrize("board", ["torus:12x12", "cylinder:12x20"])
    def test_large_groups_and_boards_are_left_alone(self, board: str) -> None:
        # The first tour does not wait for thousands of symmetries.
        listing = Listing(Tour(board, "N"), SatEngine(), limit=2, time_limit=60)
        assert len(set(listing)) == 2


# -- tours that may leave squares out ---------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "paths", "cycles"), [(3, 12, 13), (5, 8512, 9349), (7, 575780564, 487150371)]
)
def test_published_counts(size: int, paths: int, cycles: int) -> None:
    """OEIS A007764 and A140517."""
    board = Board(size, size)
    far = board.squares[size - 1]
    corners = Tour(board, "W", closed=False, start="a1", end=far, visit="some")
    for engine in ("frontier", "mates"):
        assert count(corners, engine=engine).value == paths
        assert count(Tour(board, "W", visit="some"), engine=engine).value == cycles


@pytest.mark.parametrize(
    ("tour", "number"),
    [
        (Tour("8x8", "N", visit=4), 148),
        (Tour("6x6", "N", closed=False, visit=7, start="a1"), 2086),
        (Tour("1x1", "N", visit="..2"), 0),
        (Tour("1x1", "W", closed=False, visit="..2"), 0),
        (Tour("2x1", "W", closed=False, visit="..2"), 2),
    ],
    ids=str,
)
def test_short_tours_are_searched_plainly(tour: Tour, number: int) -> None:
    search = TourSearch(tour)  # it does not go on beyond the squares that are asked for
    assert sum(path is not None for path in search.run()) == number
    assert search.nodes < 100_000
    answer = count(tour)
    assert (answer.value, answer.engine) == (number, "backtrack")
    listing = solutions(tour)
    assert (len(list(listing)), listing.engine.name) == (number, "backtrack")
    assert count(tour, engine="mates").value == number


@pytest.mark.parametrize("visit", ["0..4", "..1", "1.."])
def test_a_board_of_one_square_has_no_move(visit: str) -> None:
    tour = Tour("1x1", "R", closed=False, visit=visit)
    for engine in ("mates", "frontier", "backtrack"):
        assert count(tour, engine=engine).value == 0


def test_paths_of_knights_between_corners() -> None:
    # No other engine counts them within minutes.
    corners = Tour("6x6", "N", closed=False, start="a6", end="f1", visit="some")
    assert count(corners, engine="mates").value == 752404294
    raised(UnsupportedByEngine, lambda: count(corners, engine="mates/middle"), "use forward")
    with pytest.raises(UnsupportedByEngine, match="those that a symmetry fixes"):
        count(Tour("4x4", "W", visit="some", fixed_by="rot180"), engine="mates")


def test_engines_that_need_every_square_refuse() -> None:
    tour = Tour("4x4", "N", closed=False, visit="some")
    for kind in {*COUNTERS, *FINDERS}:
        if not kind.skips_squares:
            with pytest.raises(UnsupportedByEngine):
                next(iter(Listing(tour, kind())))
            with pytest.raises(UnsupportedByEngine):
                count(tour, engine=kind.name)
    raised(UnsupportedByEngine, lambda: count(tour.changed(visit="all"), engine="frontier"))


@pytest.mark.parametrize(
    ("given", "field"),
    [({"visit": "many"}, "visit"), ({"visit": -1}, "visit"), ({"visiting": ["a1"]}, "visiting"),
     ({"visit": "some", "start": "a1", "numbers": {"b2": 2}}, "numbers"),
     ({"visit": "some", "visiting": "a1"}, "visiting"),
     ({"visit": "some", "visiting": ["z9"]}, "visiting")],
)  # fmt: skip
def test_what_makes_no_sense(given: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidModel, match=field):
        Tour("4x4", "W", **given)  # type: ignore[arg-type]
