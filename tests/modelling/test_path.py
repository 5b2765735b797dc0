"""Paths: one normal form for each solution, so that equality is being the same tour."""

from __future__ import annotations

from itertools import permutations

import pytest

from nqsat import Board, InvalidModel, Path, Square, Tour
from nqsat.chess import find_symmetry
from nqsat.engines import BacktrackEngine, Listing, SatEngine
from nqsat.modelling.path import OUTSIDE, Arc, Move

BOARD = Board(2, 3)
FOUR = tuple(Square(*cell) for cell in [(0, 1), (1, 2), (1, 0), (0, 2)])


def forms(squares: tuple[Square, ...]) -> set[tuple[Square, ...]]:
    return {squares[i:] + squares[:i] for i in range(len(squares))}


@pytest.mark.parametrize("length", range(6))
def test_normal_form(length: int) -> None:
    """All orders of some squares: equal exactly if rotation or reversal makes them so."""
    squares = BOARD.squares[:length]
    for closed in (True, False):
        for directed in (True, False):
            classes: dict[Path, set[tuple[Square, ...]]] = {}
            for order in permutations(squares):
                path = Path(BOARD, order, closed, directed)
                classes.setdefault(path, set()).add(order)
            for path, orders in classes.items():
                wanted = forms(path.squares) if closed else {path.squares}
                if not length:
                    wanted = {()}
                if not directed:
                    wanted |= {order[::-1] for order in wanted}
                assert orders == wanted
                assert path.squares == min(wanted)
                assert Path(BOARD, path.squares, closed, directed) == path


def test_origin() -> None:
    # A closed path begins at its origin, whatever the direction; elsewhere an origin is nothing.
    origin = FOUR[2]
    one = Path(BOARD, FOUR, True, True, origin)
    assert one.squares == (FOUR[2], FOUR[3], FOUR[0], FOUR[1])
    assert {Path(BOARD, order, True, True, origin) for order in forms(FOUR)} == {one}
    back = Path(BOARD, FOUR[::-1], True, True, origin)
    assert back != one
    assert back.squares[0] == origin
    either = {Path(BOARD, order, True, False, origin) for order in (FOUR, FOUR[::-1])}
    assert len(either) == 1
    assert next(iter(either)).squares == min(one.squares, back.squares)
    away = Path(BOARD, FOUR, True, True, Square(0, 0))
    assert away.squares[0] == min(FOUR)


def tours() -> list[Tour]:
    return [
        Tour("3x3", "K"),
        Tour("3x3", "K", unit="directed"),
        Tour("3x3", "K", start="b2"),
        Tour("4x4", "W", closed=False),
        Tour("4x5", "N", closed=False, unit="undirected"),
    ]


@pytest.mark.parametrize("tour", tours(), ids=repr)
def test_fingerprints_images_and_canonical_forms(tour: Tour) -> None:
    """No two tours share a fingerprint; canonical forms are equal exactly within an orbit."""
    group = tour.symmetries()
    listed = list(Listing(tour, SatEngine()))
    found = set(listed)
    assert len({path.fingerprint for path in found}) == len(found) == len(listed)
    few = sorted(found)[:: max(1, len(found) // 40)]
    for path in few:
        orbit = {path.image(symmetry) for symmetry in group}
        assert orbit <= found
        assert {other.canonical(group) for other in orbit} == {path.canonical(group)} <= orbit
        assert path.canonical(group) == min(orbit)
        assert path.image(group[0]) == path
    orbits = {path.canonical(group) for path in found}
    assert sum(len({path.image(g) for g in group}) for path in orbits) == len(found)


@pytest.mark.parametrize(
    ("kind", "texts"), [(Move, ["b2-a1", "a1-hub"]), (Arc, ["b2>a1", "hub>a1"])]
)
def test_moves_may_come_from_outside_and_have_a_direction(
    kind: type[Move], texts: list[str]
) -> None:
    here, there = Square(1, 0), Square(0, 1)
    moves = [kind.of(there, here), kind.of(OUTSIDE, here)]
    assert (kind.of(here, there) == moves[0]) == (kind is Move)
    flip = find_symmetry(BOARD, "flip-columns")
    for move, text in zip(moves, texts, strict=True):
        assert move.text_on(BOARD) == text
        image = move.image(flip)
        assert type(image) is kind
        assert set(image) == {x if x == OUTSIDE else flip(x) for x in move}
        assert image.image(flip) == move
    assert all(square < OUTSIDE for square in BOARD.squares)


def test_numbers_and_text() -> None:
    board = Board.from_map("..x\n.#.\n...")
    cells = [(0, 1), (0, 0), (1, 0), (2, 0), (2, 1)]
    path = Path(board, tuple(Square(*cell) for cell in cells), False, True)
    assert path.numbers == ((2, 1, 0), (3, 0, 0), (4, 5, 0))
    assert str(path) == "b3 a3 a2 a1 b1"
    assert len(path) == 5
    assert list(path.moves)[-1] == (Square(2, 0), Square(2, 1))
    closed = Path(board, path.squares, True, True)
    assert str(closed) == "a3 a2 a1 b1 b3 a3"
    assert len(list(closed.moves)) == 5
    assert list(closed.moves)[-1] == (Square(0, 1), Square(0, 0))
    assert str(Path(board, (), True, True)) == "(empty)"
    assert list(Path(board, (), True, True).moves) == []
    one = Path(Board(1, 1), (Square(0, 0),), False, True)
    assert (str(one), list(one.moves), one.numbers) == ("a1", [], ((1,),))
    for tour in tours():
        found = next(Listing(tour, BacktrackEngine()))
        order = {n: (r, c) for r, row in enumerate(found.numbers) for c, n in enumerate(row)}
        assert [order[n] for n in range(1, len(found) + 1)] == [tuple(s) for s in found.squares]


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ([(0, 0), (1, 0), (0, 0)], "path: a square occurs twice"),
        ([(0, 0), (0, 2)], "path: no piece can stand on (0, 2)"),
        ([(0, 0), (1, 1)], "path: no piece can stand on (1, 1)"),
        ([(0, 0), (7, 0)], "path: no piece can stand on (7, 0)"),
        ([(-1, 0)], "path: no piece can stand on (-1, 0)"),
    ],
)
def test_invalid(cells: list[tuple[int, int]], reason: str) -> None:
    # A hole, a wall, off the board, twice: no value of this type holds them.
    board = Board.from_map("..x\n.#.\n...")
    for closed in (True, False):
        with pytest.raises(InvalidModel) as caught:
            Path(board, tuple(Square(*cell) for cell in cells), closed, True)
        assert str(caught.value) == reason
