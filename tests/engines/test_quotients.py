"""Tours that a symmetry leaves as they are, counted on quotients, against the list of all tours.

The list is of another engine, which knows nothing of symmetries here; each tour is asked whether its moves
are their own images.
"""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import islice
from math import lcm

import pytest
from support.counts import total
from support.oracle.brute_force import DEEP

from nqsat import Board, Path, Run, Tour, UnsupportedByEngine, count
from nqsat.chess import Symmetry, find_symmetry, symmetries
from nqsat.engines import SatEngine
from nqsat.engines.listing import Listing
from nqsat.engines.mates import MatesEngine

#: Boards with more tours are left out.
MOST = 10_000 if DEEP else 1_500

#: By day those whose symmetries have orders 1 to 6 and 8, fixed squares and none, orbits one to many.
BOARDS = [
    ("N", "3x4"), ("N", "5x5"), ("N", "3x7"), ("N", "5x6"), ("N", "3x10"), ("K", "2x4"), ("K", "3x3"),
    ("K", "3x4"), ("W", "4x4"), ("W", "3x5"), ("W", "2x2"), ("W", "1x2"), ("W", "1x3"), ("K", "1x1"),
    ("N", "torus:2x4"), ("W", "torus:3x4"), ("W", "torus:1x8"), ("D", "torus:1x6"), ("K", "torus:2x2"),
    ("W", "cylinder:2x4"), ("K", "cylinder:2x4"), ("W", "cylinder:3x5"), ("R", "2x3"), ("R", "torus:1x5"),
    ("W", "torus:2x4"), ("W", "torus:2x5"), ("WD", "cylinder:1x8"), ("K", "2x2x2"),
]  # fmt: skip

MORE = [
    ("F", "torus:3x3"), ("N", "6x6"), ("N", "4x5"), ("N", "4x6"), ("N", "3x8"), ("K", "3x5"),
    ("K", "4x4"), ("W", "6x6"), ("W", "5x6"), ("C", "torus:3x4"), ("N", "torus:4x4"),
    ("W", "torus:4x4"), ("W", "torus:3x6"),
    ("W", "torus:2x8"), ("K", "torus:2x4"), ("WD", "torus:1x12"), ("N", "cylinder:3x6"),
    ("W", "cylinder:4x6"), ("Z", "5x5"), ("(1,4)", "5x5"), ("W", "2x3x4"), ("F", "torus:4x4"),
]  # fmt: skip


def left_alone(path: Path, symmetry: Symmetry, *, directed: bool) -> bool:
    """Whether a symmetry makes the moves of the moves, in their directions or in all of the others."""
    arcs = set(path.moves)
    image = {(symmetry(a), symmetry(b)) for a, b in arcs}
    return image == arcs or (not directed and image == {(b, a) for a, b in arcs})


def counted(tour: Tour, symmetry: Symmetry) -> int | None:
    order = lcm(*map(len, symmetry.cycles()))
    asked = tour.fixed(symmetry.name)
    if tour.closed and order & (order - 1):
        with suppress(UnsupportedByEngine):
            return total(MatesEngine(), asked)
        return None
    return total(MatesEngine(), asked)


@pytest.mark.parametrize(
    ("piece", "board"),
    [
        pytest.param(*each, marks=[] if number % 2 == 0 else pytest.mark.deep)
        for number, each in enumerate(BOARDS)
    ]
    + [pytest.param(*each, marks=pytest.mark.deep) for each in MORE],
)
@pytest.mark.parametrize("closed", [True, False])
def test_every_symmetry_of_a_board(piece: str, board: str, *, closed: bool) -> None:
    tour = Tour(board, piece, closed=closed, unit="undirected")
    tours = list(islice(Listing(tour, SatEngine()), MOST + 1))
    if len(tours) > MOST:
        return
    chance = random.Random(f"{piece} {board}")
    moves = sorted({(min(move), max(move)) for path in tours[:1] for move in path.moves})
    for symmetry in symmetries(tour.board):
        alone = [path for path in tours if left_alone(path, symmetry, directed=False)]
        assert counted(tour, symmetry) in (len(alone), None), (tour, symmetry)
        one_way = tour.with_unit("directed")
        turning = sum(left_alone(path, symmetry, directed=True) for path in alone)
        each = 2 if len(tour.board.squares) > 1 else 1
        assert counted(one_way, symmetry) in (each * turning, None), (one_way, symmetry)
        for name, wanted in (("through", True), ("avoiding", False)) if moves else ():
            move = chance.choice(moves)
            asked = tour.changed(**{name: [move]})
            kept = sum((move in path.moves or move[::-1] in path.moves) == wanted for path in alone)
            assert counted(asked, symmetry) in (kept, None), (asked, symmetry)


@pytest.mark.parametrize(
    ("tour", "name"),
    [
        (Tour("4x4", "W"), "rot180"),
        (Tour("4x4", "W"), "flip-rows"),
        (Tour("3x4", "K"), "rot180"),
        (Tour("3x3", "K", closed=False, unit="undirected"), "transpose"),
        (Tour("torus:2x4", "N"), "shift(0,2)"),
        (Tour("5x6", "N"), "rot180"),
        pytest.param(Tour("6x6", "N"), "rot180", marks=pytest.mark.deep),
    ],
    ids=repr,
)
def test_orbits_of_tours_that_are_fixed(tour: Tour, name: str) -> None:
    asked = tour.fixed(name)
    every = list(Listing(tour, SatEngine()))
    alone = [
        path for path in every if left_alone(path, find_symmetry(tour.board, name), directed=False)
    ]
    group = asked.symmetries()
    assert len(group) > 1
    orbits = {path.canonical(group) for path in alone}
    for method in ("burnside", "canonical"):
        found = count(asked, modulo="symmetry", run=Run(method=method))
        assert found.value == len(orbits), method
    for other in group:
        both = [path for path in alone if left_alone(path, other, directed=False)]
        assert count(asked.fixed(other.name), engine="sat").value == len(both)
        with suppress(UnsupportedByEngine):
            assert total(MatesEngine(), asked.fixed(other.name)) == len(both)


@pytest.mark.parametrize(("board", "move"), [("2x4", "b1-c2"), ("3x4", "b2-c2"), ("2x5", "c1-c2")])
def test_a_tour_that_is_rotated_makes_no_move_from_a_square_to_its_image(
    board: str, move: str
) -> None:
    """Half a turn maps such a move to its reverse; only tours that it reverses can have it."""
    tour, turn = Tour(board, "K", through=[move]), find_symmetry(Board.parse(board), "rot180")
    alone = [x for x in Listing(tour, SatEngine()) if left_alone(x, turn, directed=False)]
    assert counted(tour, turn) == len(alone)


def test_two_moves_between_the_same_squares_and_their_images_leave_no_tour() -> None:
    # With their images they are a ring of four.
    both = Tour("3x4", "K", fixed_by="rot180", through=["b2-b1", "b2-c3"])
    assert [count(both, engine=engine).value for engine in ("mates", "backtrack")] == [0, 0]
    one = both.changed(through=["b2-b1"])
    assert count(one, engine="mates").value == count(one, engine="backtrack").value > 0
    # So it is where the engine could not count the tours if there were some: here by threes.
    thrice = Tour("torus:3x4", "K", fixed_by="shift(1,0)", through=["a1-b1", "a1-b2"])
    assert [count(thrice, engine=engine).value for engine in ("mates", "sat")] == [0, 0]
    with pytest.raises(UnsupportedByEngine):
        count(thrice.changed(through=["a1-b1"]), engine="mates")
