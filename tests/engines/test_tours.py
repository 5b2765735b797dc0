"""Every engine and every encoding of circuits lists exactly the tours that plain recursion finds.

The oracle below knows a board's map and a piece's steps only: it walks all paths and filters them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.early_orbits import orbits_after
from support.oracle.brute_force import DEEP, Cell, cells_of, naive_targets
from support.oracle.groups import named
from support.strategies import tours

from nqsat import Board, Path, Piece, Square, Tour, UnsupportedByEngine, count
from nqsat.compiling import lower
from nqsat.engines import BacktrackEngine, CpSatEngine, Engine, Listing, SatEngine
from nqsat.engines.solvers.session import FIRST

Key = tuple[Cell, ...] | frozenset[tuple[Cell, Cell]]

#: Models of more tours are left out, and those of more than ``FEW`` are not given to all engines.
MOST = 300
FEW = 8


class TooMany(Exception):
    """The oracle has found more tours than a test should compare."""


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


# -- the oracle ------------------------------------------------------------------------------


def steps_of(order: tuple[Cell, ...], closed: bool) -> set[tuple[Cell, Cell]]:
    after = order[1:] + order[:1] if closed else order[1:]
    return set(zip(order, after, strict=False))


def key(order: tuple[Cell, ...], *, closed: bool, directed: bool) -> Key:
    """What two orders have in common exactly if they are one tour."""
    if not closed:
        return order if directed else min(order, order[::-1])
    steps = steps_of(order, closed)
    return frozenset(steps if directed else steps | {(b, a) for a, b in steps})


@lru_cache(maxsize=8)  # much is asked of the same pieces and boards, one after the other
def walked(board: Board, piece: Piece) -> Callable[[Cell], list[tuple[Cell, ...]]]:
    """From a start all paths over every cell, as far as they have been walked; see ``TooMany``."""
    rides = dict(piece.rides)
    ways = {cell: naive_targets(board, cell, rides) for cell in cells_of(board)}

    @cache
    def all_from(start: Cell) -> list[tuple[Cell, ...]]:
        order, found = [start], list[tuple[Cell, ...]]()

        def go() -> None:
            if len(order) == len(ways):
                found.append(tuple(order))
                if len(found) > 20 * MOST:
                    raise TooMany
                return
            for there in ways[order[-1]]:
                if there not in order:
                    order.append(there)
                    go()
                    order.pop()

        go()
        return found

    return all_from


def naive_tours(tour: Tour) -> set[Key]:
    """The tours, by walking all paths and asking each whether it is one."""
    cells = cells_of(tour.board)
    if len(cells) < (3 if tour.closed else 1):
        return set()
    starts = cells[:1] if tour.closed else cells
    if tour.start is not None:
        starts = [(tour.start.row, tour.start.column)]
    turns = [named(tour.board, name).__getitem__ for name in tour.fixing]
    found = set()
    for order in chain.from_iterable(map(walked(tour.board, tour.piece), starts)):
        this = key(order, closed=tour.closed, directed=tour.directed)
        images = (tuple(map(turn, order)) for turn in turns)
        if meant(tour, order) and all(
            key(image, closed=tour.closed, directed=tour.directed) == this for image in images
        ):
            found.add(this)
            if len(found) > MOST:
                raise TooMany
    return found


def meant(tour: Tour, order: tuple[Cell, ...]) -> bool:
    """Whether a path is what is asked, but for symmetries."""
    steps = steps_of(order, tour.closed)
    either = steps | {(b, a) for a, b in steps}
    last = naive_targets(tour.board, order[-1], dict(tour.piece.rides)) if tour.closed else ()
    return (
        (order[0] in last if tour.closed else tour.end in (None, order[-1]))
        and all(order[number - 1] == square for square, number in tour.numbers)
        and either.issuperset(tour.through)
        and either.isdisjoint(tour.avoiding)
    )


def chosen(index: int, number: int) -> list[Engine]:
    """All engines for a few tours by night; by day, and for more of them, these take turns."""
    if number <= FEW and DEEP:
        return [*FAST, *SLOW]
    others = [*FAST[2:], *SLOW][: None if number <= FEW else -1]  # the last one takes long
    return [*FAST[:2], others[index % len(others)]]


def key_of(path: Path) -> Key:
    order = tuple((square.row, square.column) for square in path.squares)
    return key(order, closed=path.closed, directed=path.directed)


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


def boards() -> list[tuple[str, Board | str]]:
    """A piece and a board for him."""
    found: list[tuple[str, Board | str]] = [
        *(("N", size) for size in ("3x4", "4x4", "1x1", "2x1", "0x0", "torus:3x3", "cylinder:3x4")),
        *(("K", size) for size in ("3x3", "0x3", "1x1", "torus:2x2", "torus:1x4", "cylinder:2x4")),
        *(("W", size) for size in ("3x4", "4x4", "2x5", "torus:3x3", "cylinder:3x3")),
        *(("R", size) for size in ("2x3", "1x4", "torus:2x3")),
        ("F", "torus:3x3"), ("F", "4x4"), ("H", "torus:1x7"), ("C", "4x5"), ("Z", "4x5"),
        ("(1,4)", "5x5"), ("B", "torus:2x5"), ("NN", "3x4"), ("Q2", "1x5"),
        *((piece, "torus:3x3") for piece in ("fsWbF", "fN", "rfW", "fhNbW")),
        ("fsWbF", "3x4"), ("fN", "cylinder:4x3"), ("rfW", "torus:2x4"),
        ("fR", "torus:3x1"), ("rR", "torus:1x4"), ("fWrWblF", "3x3"),
        ("N", Board.from_map("....\n.x..\n....\n....")),
        ("N", Board.from_map("....\n.#x.\n....\n....")),
        ("N", Board.from_map("...\n.#.\n...")),
        ("K", Board.from_map("..#\n.x.\n...")),
        ("K", Board.from_map(".#.\n...\n.x.", "torus")),
        ("R", Board.from_map(".x.\n.#.\n..x")),
        ("R", Board.from_map(".x..")),
        ("W", Board.from_map("...\n.x.\n...")),
        ("W", Board.from_map("....\n.##.\n....", "cylinder")),
        ("fR", Board.from_map(".x\n..\n.#", "torus")),
    ]  # fmt: skip
    return found


def kinds() -> list[Tour]:
    """Closed and open, directed and undirected, on every board."""
    models = []
    for piece, board in boards():
        for closed in (True, False):
            models.append(Tour(board, piece, closed=closed))
            if models[-1].two_way:
                one = models[-1]
                models.append(one.with_unit("undirected" if one.directed else "directed"))
    return models


def asked() -> list[Tour]:
    """What else can be asked, and random small boards seldom are: see ``test_random_models``."""
    hole = Board.from_map("....\n.x..\n....\n....")
    ring = Board.from_map("...\n.#.\n...")
    return [
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


class TestAgainstRecursion:
    """The sets of solutions, not only their numbers."""

    def test_kinds(self) -> None:
        tried = skipped = 0
        for index, tour in enumerate(kinds()):
            try:
                wanted = naive_tours(tour)
            except TooMany:
                skipped += 1
                continue
            tried += bool(wanted)
            for engine in chosen(index, len(wanted)):
                compare(tour, engine, wanted)
        assert tried > 80
        assert skipped < 30

    def test_what_else_can_be_asked(self) -> None:
        for index, tour in enumerate(asked()):
            wanted = naive_tours(tour)
            for engine in chosen(index, len(wanted)):
                compare(tour, engine, wanted)


# -- random models ---------------------------------------------------------------------------

PIECES = [
    "W", "K", "N", "F", "WF", "NW", "fW", "fsWbF", "fN", "rfW", "R", "fRbF", "D", "DW", "fKbW",
]  # fmt: skip


SHAPES = [(1, 2), (1, 3), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2)]


@settings(max_examples=300 if DEEP else 60)
@given(tours(SHAPES, PIECES), st.integers(1, 9))
def test_random_models(tour: Tour, first: int) -> None:
    try:
        wanted = naive_tours(tour)
    except TooMany:
        return
    for engine in [*FAST, SLOW[0], SLOW[1]]:
        with orbits_after(first):
            compare(tour, engine, wanted)
    assert count(tour).value == len(wanted)


# -- what engines are not asked otherwise ------------------------------------------------------


def test_large_boards_do_not_meet_the_recursion_limit() -> None:
    # A search that recurses once a square meets Python's limit: 784 squares go, 1600 are refused.
    listing = Listing(Tour("28x28", "N", closed=False), BacktrackEngine(), limit=1, time_limit=1)
    found = next(listing, None)
    assert found is None or len(found) == 784
    listing.close()
    with pytest.raises(UnsupportedByEngine, match="1600 steps are too deep"):
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


def test_a_square_twice_is_no_tour() -> None:
    # ``holds`` looks for itself: an engine's paths are not checked when they are made.
    tour = Tour("3x3", "K")
    squares = next(Listing(tour, SatEngine())).squares

    def path(*order: Square) -> Path:
        return Path.of_known(tour.board, order, closed=True, directed=False, origin=None)

    assert not tour.holds(path(*squares[:-1], squares[0]))
    assert not tour.holds(path(*squares[:-1], Square(5, 5)))
    assert not tour.holds(path(*squares[:-1]))
    assert tour.holds(path(*squares[3:], *squares[:3]))
