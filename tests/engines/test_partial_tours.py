"""Tours that may leave squares out: every engine that takes them has the solutions of plain recursion.

The oracle walks every path of distinct squares, from everywhere, and asks each what a reader would ask.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.oracle.brute_force import DEEP, Cell, cells_of, naive_targets
from support.oracle.cnf import projected_models
from support.oracle.groups import named

from nqsat import Board, InvalidModel, Run, Tour, UnsupportedByEngine, certify, count, solutions
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
from nqsat.evidence import checker
from nqsat.evidence.certificate.facts import recount_of
from nqsat.modelling import dumps, loads
from nqsat.sources import parse

BOARDS = [
    *(
        "2x2",
        "2x3",
        "3x3",
        "3x4",
        "1x4",
        "torus:3x3",
        "torus:2x4",
        "cylinder:3x3",
        "hexagon:2",
        "0x0",
    ),
    *map(Board.from_map, ("...\n.#.\n...", "..x.\n....\n.#..", "....\n.xx.\n....")),
]
PIECES = ["W", "W", "W", "K", "N", "F", "R", "WN", "fW", "rfW", "fKbW", "DW"]
VISITS = ["some", "some", "some", "3", "4", "6", "..4", "4..6", "5..", "1"]

Key = object

#: Models with more paths are left out.
MOST = 5_000


def draw(chance: Random) -> Tour:
    board = Board.of(chance.choice(BOARDS))
    piece = chance.choice(PIECES if board.title != "hexagon:2" else ["K", "N"])
    squares = [*board.squares]
    chance.shuffle(squares)
    start, end, *_ = *squares, None, None
    closed = chance.random() < 0.5
    moves = list(pairwise(squares))
    chance.shuffle(moves)
    return Tour(
        board,
        piece,
        closed=closed,
        start=start if chance.random() < 0.3 else None,
        end=end if not closed and chance.random() < 0.3 else None,
        unit=chance.choice([None, None, "directed", "undirected"]),
        through=moves[:1] if chance.random() < 0.05 else (),
        avoiding=moves[1:2] if chance.random() < 0.2 else (),
        visit=chance.choice(VISITS),
        visiting=squares[: chance.choice([0, 0, 0, 1])],
        fixed_by=chance.choice(["rot180", "flip-rows"]) if chance.random() < 0.15 else None,
    )


def drawn(number: int) -> Iterator[Tour]:
    index = 0
    while number:
        index += 1
        try:
            yield draw(Random(f"partial tours {index}"))
        except InvalidModel:
            continue
        number -= 1


def key(order: tuple[Cell, ...], tour: Tour) -> Key:
    """What two orders have in common exactly if they are one solution."""
    if not tour.closed:
        return order if tour.directed else min(order, order[::-1])
    steps = zip(order, order[1:] + order[:1], strict=True)
    return frozenset(steps if tour.directed else map(frozenset, steps))


def walked(tour: Tour) -> set[Key] | None:
    """The solutions, by walking all paths; None if there are too many paths for a test."""
    cells, rides = cells_of(tour.board), dict(tour.piece.rides)
    ways = {cell: naive_targets(tour.board, cell, rides) for cell in cells}
    turns = [named(tour.board, name).__getitem__ for name in tour.fixing]
    found = set()
    paths: list[tuple[Cell, ...]] = [(cell,) for cell in cells]
    for order in paths:  # which grows
        if len(paths) > MOST:
            return None
        paths += [(*order, there) for there in ways[order[-1]] if there not in order]
        first, last = order[0], order[-1]
        links = {*map(frozenset, zip(order, order[1:] + order[:1], strict=True))}
        if not tour.closed:
            links = {*map(frozenset, pairwise(order))}
            fits = len(order) > 1 and tour.start in (None, first) and tour.end in (None, last)
        else:
            fits = len(order) > 2 and first in ways[last] and tour.start in (None, first)
        fits = fits and tour.visit is not None and len(order) in tour.visit
        fits = fits and links.issuperset(map(frozenset, tour.through))
        fits = fits and links.isdisjoint(map(frozenset, tour.avoiding))
        fits = fits and {*order}.issuperset(tour.visiting)
        images = (tuple(map(turn, order)) for turn in turns)
        if fits and all(key(image, tour) == key(order, tour) for image in images):
            found.add(key(order, tour))
    return found


def key_of(path: Any, tour: Tour) -> Key:
    return key(tuple((square.row, square.column) for square in path.squares), tour)


def test_engines_have_the_paths_of_plain_recursion() -> None:
    some = 0
    for index, tour in enumerate(drawn(400 if DEEP else 32)):
        wanted = walked(tour)
        if wanted is None:
            continue
        some += bool(wanted)
        engines: list[Engine] = [BacktrackEngine(), SatEngine()]
        if index % 5 == 0 and len(wanted) < 20 and lower(tour).projection:
            engines.append(CpSatEngine())
        for engine in engines:
            paths = list(Listing(tour, engine))
            found = {key_of(path, tour) for path in paths}
            assert found == wanted, f"{engine.title}: {tour!r}"
            assert len(paths) == len(found)
            assert all(map(tour.holds, paths))
        for name in ("frontier", "auto", *(["mates"] if tour.two_way and not tour.fixing else [])):
            answer = count(tour, engine=name)
            assert answer.complete
            assert answer.value == len(wanted), f"{name}: {tour!r}"
        if index % 6 == 0 and len(wanted) < 50:  # its clauses, without cuts
            formula = lower(tour)
            models = [formula.reader.decode(true) for true in projected_models(to_cnf(formula))]
            assert {key_of(path, tour) for path in models} == wanted
        assert loads(dumps(tour)) == tour
        with suppress(InvalidModel):  # the checker does not know all pieces
            assert recount_of(tour, 100_000) == len(wanted)
    assert some > 4


def test_orbits_are_counted_alike() -> None:
    for tour in (
        Tour("3x3", "K", visit=4),
        Tour("2x4", "W", closed=False, visit="some", unit="undirected"),
        Tour("3x3", "W", closed=False, visit="some", visiting=["b2"]),
        Tour("torus:3x3", "W", visit=6),
        Tour("3x4", "W", closed=False, start="a1", end="d3", visit="some"),
    ):
        group = tour.symmetries()
        orbits = {frozenset(map(path.image, group)) for path in Listing(tour, BacktrackEngine())}
        for method in ("canonical", "blocking", "burnside"):
            answer = count(tour, modulo="symmetry", run=Run(method=method))
            assert answer.value == len(orbits), f"{method}: {tour!r}"


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
        (Tour("5x5", "K", visit="some"), 545217435),
        (Tour("5x5", "N", visit="8..12", visiting=["c3"]), 15788),
        (Tour("torus:4x6", "W", visit="some", avoiding=["a1-b1"]), None),
        (Tour("5x5", "N", closed=False, visit="..6", end="b2", through=["a1-c2"]), None),
    ],
    ids=str,
)
def test_two_engines_that_share_no_state_agree(tour: Tour, number: int | None) -> None:
    found = count(tour, engine="mates").value
    assert found == count(tour, engine="frontier").value
    assert number in (None, found)


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
    with pytest.raises(UnsupportedByEngine, match="use forward"):
        count(corners, engine="mates/middle")
    with pytest.raises(UnsupportedByEngine, match="those that a symmetry fixes"):
        count(Tour("4x4", "W", visit="some", fixed_by="rot180"), engine="mates")


def test_numbers_of_squares_add_up() -> None:
    every = count(Tour("4x4", "W", visit="some")).value
    for engine in ("auto", "mates"):
        parts = [count(Tour("4x4", "W", visit=number), engine=engine).value for number in range(17)]
        assert sum(parts) == every
    assert count(Tour("4x4", "W", visit=16)).value == count(Tour("4x4", "W")).value == 6


def test_engines_that_need_every_square_refuse() -> None:
    tour = Tour("4x4", "N", closed=False, visit="some")
    for kind in {*COUNTERS, *FINDERS}:
        if not kind.skips_squares:
            with pytest.raises(UnsupportedByEngine):
                next(iter(Listing(tour, kind())))
            with pytest.raises(UnsupportedByEngine):
                count(tour, engine=kind.name)
    with pytest.raises(UnsupportedByEngine):
        count(tour.changed(visit="all"), engine="frontier")


@pytest.mark.parametrize(
    "tour",
    [Tour("4x4", "W", visit="some"), Tour("3x3", "W", closed=False, visit="4..", visiting=["b2"]),
     Tour("4x4", "W", closed=False, start="a1", end="d4", visit="some")],
)  # fmt: skip
def test_certificates(tour: Tour, tmp_path: Path) -> None:
    made = certify(tour, tmp_path / "right")
    accepted = checker.check(tmp_path / "right")
    assert accepted.value == made.count.value == count(tour, engine="sat").value
    assert accepted.unit == tour.unit
    head = tmp_path / "right" / "certificate.json"
    number = str(accepted.value)
    head.write_text(head.read_text().replace(f'"{number}"', f'"{accepted.value + 1}"'))
    with pytest.raises(checker.Rejected, match=f"should be {number}"):
        checker.check(tmp_path / "right")


def test_text_and_data() -> None:
    tour = parse("4x4 tour W open visit 5..9 from a1 to d4 visiting b2 visiting c3")
    assert tour == Tour(
        "4x4", "W", closed=False, visit="5..9", start="a1", end="d4", visiting=["c3", "b2"]
    )
    assert parse(tour.text) == tour
    assert loads(dumps(tour)) == tour
    assert '"visit"' not in dumps(Tour("4x4", "W"))
    assert repr(Tour("4x4", "W", visit="some")) == "<Tour 4x4 tour W visit some>"


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
