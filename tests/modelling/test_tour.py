"""Tour: what may be declared, what a declaration means on paths made by hand, and what JSON keeps."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations, permutations
from typing import Any

import pytest
from support.error_asserts import refused
from support.oracle.models import small_tours
from support.oracle.tours import key_of, walked

from nqsat import Board, Path, Square, Tour, count
from nqsat.chess import find_symmetry
from nqsat.engines import BacktrackEngine, Listing, SatEngine
from nqsat.modelling import dumps, loads

HOLE = Board.from_map("....\n.x#.\n....")


# -- arguments -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"board": "5x"}, "board"),
        ({"piece": "X"}, "piece"),
        ({"start": 3}, "start"),
        ({"start": (0, 9)}, "start"),
        ({"start": (True, 0)}, "start"),
        ({"board": HOLE, "start": (1, 1)}, "start"),
        ({"board": HOLE, "closed": False, "end": (1, 2)}, "end"),
        ({"unit": "undirected", "closed": False, "end": "a1"}, "unit"),
        ({"unit": "undirected", "closed": False, "numbers": {"a1": 1}}, "unit"),
        *(({"closed": False, "numbers": {"a1": x}}, "numbers") for x in (0, 26, True, "1")),
        ({"closed": False, "numbers": {"a1": 1, "a2": 1}}, "numbers"),
        ({"closed": False, "numbers": [((0, 0), 1), ((0, 0), 2)]}, "numbers"),
        ({"through": "a1-b3"}, "through"),
        ({"avoiding": [((0, 0), (9, 9))]}, "avoiding"),
        # Texts that name nothing.
        ({"closed": False, "end": "k"}, "end"),
        ({"closed": False, "numbers": {"z9": 1}}, "numbers"),
        ({"fixed_by": "spin"}, "fixed_by"),
        # Values of other types.
        ({"piece": 3}, "piece"),
        ({"closed": "no"}, "closed"),
        ({"unit": ""}, "unit"),
        ({"through": [5]}, "through"),
        ({"through": [((0, 0), (1, 2), (2, 2))]}, "through"),
        ({"closed": False, "numbers": [((0, 0), 1), ((0, 0), "x")]}, "numbers"),
        ({"closed": False, "numbers": [1]}, "numbers"),
        ({"fixed_by": ["rot90", 3]}, "fixed_by"),
    ],
    ids=repr,
)
def test_refused(arguments: dict[str, Any], field: str) -> None:
    # The caller's mistake: one line, with the field's name in front.
    error = refused(lambda: Tour(**{"board": "5x5", "piece": "N", **arguments}), field)
    assert str(error).startswith(f"{field}: ")


def test_what_is_taken_for_granted() -> None:
    # Undirected closed, directed open; a start, an end, numbers and one-way pieces make a direction.
    for tour, direction in (
        (Tour("5x6", "N"), "undirected"),
        (Tour("5x6", "N", start="a1"), "directed"),
        (Tour("5x6", "N", start="a1", numbers={"b3": 2}), "directed"),
        (Tour("5x6", "N", closed=False), "directed"),
        (Tour("5x6", "fsWbF"), "directed"),
        (Tour("torus:1x2", "rW"), "undirected"),  # on two squares he is back at once
        (Tour("5x6", "N", closed=False, unit="undirected"), "undirected"),
    ):
        assert tour.direction == direction
        assert tour.unit == f"{direction} {'closed' if tour.closed else 'open'} tours"
        assert tour.directed == (direction == "directed")


def test_equal_declarations() -> None:
    one = Tour("5x5", "N", through=["a1-b3", "c5-a4"], closed=False, numbers={"a1": 1, "e5": 9})
    two = Tour(Board(5, 5), "knight", through=["a4-c5", "b3-a1", "a1-b3"], closed=False,
               numbers=[(Square(0, 4), 9), (Square(4, 0), 1)])  # fmt: skip
    assert one == two
    assert hash(one) == hash(two)
    assert one != Tour("5x5", "N", through=["a1-b3"], closed=False)
    with pytest.raises(AttributeError):
        one.closed = True  # type: ignore[misc]


# -- meaning ---------------------------------------------------------------------------------

KING = Tour("3x3", "K")
RING = ["a1", "a2", "a3", "b3", "b2", "c3", "c2", "c1", "b1"]


def path(tour: Tour, names: list[str], **changes: Any) -> Path:
    squares = tuple(tour.board.parse_square(name) for name in names)
    origin = tour.start if tour.closed else None
    values = {"closed": tour.closed, "directed": tour.directed, "origin": origin, **changes}
    return Path(tour.board, squares, **values)


#: Beside those of ``small_tours``: across a hole and not across a wall, one way, all round a ring.
ASKED = [
    *small_tours(),
    *(Tour(Board.from_map(text), "R", closed=False) for text in (".x.", ".#.")),
    *(Tour("1x3", "rR", closed=closed) for closed in (True, False)),
    *(Tour("2x2", "W", unit=unit, fixed_by=name)
      for unit in ("directed", "undirected") for name in ("rot90", "transpose")),
    Tour("1x2", "W"), Tour("0x0", "N"), Tour("torus:1x3", "W"), KING,
    Tour("2x3", "K", visit="some"), Tour("2x3", "W", closed=False, visit="2..4", visiting=["b1"]),
    Tour("3x3", "K", fixed_by="flip-rows"), Tour("3x3", "K", start="b2", numbers={"b2": 1, "c3": 2}),
]  # fmt: skip


@pytest.mark.parametrize("tour", ASKED, ids=repr)
def test_holds_of_what_the_oracle_walks(tour: Tour) -> None:
    """Of all paths on up to six squares; on more, of tours and of tours with two squares exchanged."""
    wanted, squares = walked(tour), tour.board.squares
    assert wanted is not None
    orders = [
        order for size in range(len(squares) + 1) for order in permutations(squares[:6], size)
    ]
    for found in Listing(tour, BacktrackEngine()) if len(squares) > 6 else ():
        orders.append(found.squares)
        for a, b in combinations(range(len(squares)), 2):
            exchanged = [*found.squares]
            exchanged[a], exchanged[b] = exchanged[b], exchanged[a]
            orders.append(tuple(exchanged))
    origin = tour.start if tour.closed else None
    for order in orders:
        one = Path(tour.board, order, tour.closed, tour.directed, origin)
        assert tour.holds(one) == (key_of(one) in wanted), one


def test_holds_asks_for_the_right_kind_of_path() -> None:
    assert KING.holds(path(KING, RING))
    for changes in ({"closed": False}, {"directed": True}):
        assert not KING.holds(path(KING, RING, **changes))
    start = Tour("3x3", "K", start="b2")
    assert not start.holds(path(start, RING, origin=None))
    assert start.holds(start.path([start.board.parse_square(name) for name in RING]))
    other = Tour("torus:3x3", "K")
    assert not other.holds(path(KING, RING))


# -- symmetries, units, JSON -----------------------------------------------------------------


EVERY = "identity rot90 rot180 rot270 flip-rows flip-columns transpose antitranspose"


@pytest.mark.parametrize(
    ("tour", "names"),
    [
        (KING, EVERY),
        (Tour("3x3", "K", start="b2"), EVERY),
        (Tour("3x3", "K", start="a1"), "identity antitranspose"),
        (Tour("3x3", "K", closed=False, start="a1", end="c3"), "identity antitranspose"),
        (Tour("3x3", "K", closed=False, numbers={"b3": 2}), "identity flip-columns"),
        (Tour("3x3", "K", through=["a1-b2"]), "identity antitranspose"),
        (Tour("3x3", "K", avoiding=["a1-b1", "a3-b3"]), "identity flip-rows"),
        (Tour("3x3", "fsWbF"), "identity flip-columns"),
        (Tour("3x4", "N"), "identity rot180 flip-rows flip-columns"),
        (Tour("4x4", "W", fixed_by="rot90"), EVERY),
        (Tour("4x4", "W", fixed_by="flip-rows"), "identity rot180 flip-rows flip-columns"),
        (Tour(Board.from_map("x..\n...\n..."), "K"), "identity transpose"),
    ],
    ids=repr,
)
def test_symmetries(tour: Tour, names: str) -> None:
    assert {symmetry.name for symmetry in tour.symmetries()} == set(names.split())


@pytest.mark.parametrize("name", ["rot90", "identity", "flip-rows", "rot180", "transpose"])
def test_fixed_by_is_filtering(name: str) -> None:
    """The tours that are their own image, and no others; of two symmetries both hold."""
    once = Tour("4x4", "W", fixed_by="rot90")
    assert once.fixed("rot90") == once == Tour("4x4", "W", fixed_by=["rot90"])
    twice, symmetry = once.fixed(name), find_symmetry(once.board, name)
    assert loads(dumps(twice)) == twice
    both = {one for one in Listing(once, SatEngine()) if one.image(symmetry) == one}
    assert set(Listing(twice, SatEngine())) == both
    assert count(once, fixed_by=name, engine="backtrack").value == len(both)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda x: x.update(closed=1), "model.tour.closed"),
        (lambda x: x.update(colour="red"), "model.tour.colour"),
        (lambda x: x.pop("piece"), "model.tour.piece"),
        (lambda x: x.update(through="a1-b3"), "model.tour.through"),
        (lambda x: x.update(numbers={"a1": 1.5}, start="a1", unit="directed"), "model.tour.numbers"),
        (lambda x: x.update(start=None), "model.tour.start"),
        (lambda x: x.update(board={"rows": 5}), "model.tour.board.columns"),
    ],
)  # fmt: skip
def test_json_refused(change: Callable[[dict[str, Any]], object], field: str) -> None:
    data = json.loads(dumps(Tour("5x6", "N")))
    change(data["tour"])
    refused(lambda: loads(json.dumps(data)), field)
