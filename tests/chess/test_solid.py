"""Boards of three and four dimensions.

The oracle lays cells out by counting and knows attacks as differences of coordinates: a queen's are those
whose parts that are not 0 are all of one size, and so on. Nothing is walked.
"""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import pytest
from support.day_subset import combined
from support.error_asserts import refused

from nqsat import Board, Piece, Placement, Square, Tour
from nqsat.chess import (
    attacks,
    can_move,
    find_symmetry,
    most_attacks,
    preserves_attacks,
    rays,
    symmetries,
)
from nqsat.evidence.comparisons import transpose_model

Shape = tuple[int, ...]

SHAPES: list[Shape] = [
    (1, 1, 1), (2, 2, 2), (2, 3, 4), (3, 3, 1), (1, 4, 2), (3, 3, 3), (2, 2, 2, 2),
    (2, 1, 3, 2), (3, 2, 1, 4),
]  # fmt: skip
PIECES = ["Q", "K", "R", "W", "N", "blocker"]

every_shape = pytest.mark.parametrize("shape", SHAPES, ids=str)


def layout_of(shape: Shape) -> dict[Shape, Square]:
    """From coordinates to squares, found by laying layer beside layer and block below block."""
    height, width, *rest = shape
    layers, blocks = [*rest, 1][:2]
    found: dict[Shape, Square] = {}
    top = 0
    for block in range(blocks):
        left = 0
        for layer in range(layers):
            for row in range(height):
                for column in range(width):
                    place = (row, column, layer, block)[: len(shape)]
                    found[place] = Square(top + row, left + column)
            left += width + 1
        top += height + 1
    return found


def attacked(piece: str, a: Shape, b: Shape) -> bool:
    """Whether a piece on one cell attacks another, by the differences of their coordinates."""
    sizes = sorted(abs(x - y) for x, y in zip(a, b, strict=True))
    rest, longest = sizes[:-1], sizes[-1]
    if longest == 0 or piece == "blocker":
        return False
    if piece == "Q":
        return set(sizes) <= {0, longest}
    if piece == "K":
        return longest == 1
    if piece == "R":
        return set(rest) == {0}
    if piece == "W":
        return set(rest) == {0} and longest == 1
    return [size for size in sizes if size] == [1, 2]


# -- boards -------------------------------------------------------------------------------


@every_shape
def test_layout(shape: Shape) -> None:
    board = Board.solid(*shape)
    wanted = layout_of(shape)
    assert board.squares == tuple(sorted(wanted.values()))
    assert len(board.squares) + len(board.walls) == board.rows * board.columns
    assert not board.holes
    for place, square in wanted.items():
        assert board.coordinates(square) == place
        assert board.at(*place) == square
        for delta in product((-2, -1, 0, 1, 2), repeat=len(shape)):
            there = tuple(x + y for x, y in zip(place, delta, strict=True))
            assert board.step(square, delta) == wanted.get(there)


def test_text() -> None:
    board = Board.parse("2x3x2")
    assert board == Board.solid(2, 3, 2)
    assert str(board) == "...#...\n...#..."
    assert board.title == "2x3x2"
    assert board != Board.from_map(str(board))  # the same picture, and another board
    assert str(Board.parse("2x1x2x2")) == ".#.\n.#.\n###\n.#.\n.#."
    assert eval(repr(board), {"Board": Board}) == board
    for twin in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board)):
        assert twin == board
        assert hash(twin) == hash(board)
    assert Board.parse("0x3x3").squares == ()
    assert Board.parse("0x3x3").title == "0x3x3"
    assert board.side == 3
    assert Board(2, 5).side == 5


@pytest.mark.parametrize(
    "text", ["2x2x2x2x2", "torus:3x3x3", "cylinder:3x3x3", "3x3x", "1000x1000x1000"]
)
def test_parse_refuses(text: str) -> None:
    refused(lambda: Board.parse(text), said="does not wrap" if ":" in text else "")


@pytest.mark.parametrize(
    "shape", [(), (3,), (3, 3), (3, 3, -1), (3, 3, 1.5), (3, 3, True), (2,) * 5]
)
def test_no_shape(shape: Any) -> None:
    refused(lambda: Board.solid(*shape), "board.shape")


def test_a_solid_board_has_no_other_walls_and_no_holes() -> None:
    right = Board.solid(2, 2, 2)
    assert Board(geometry=right.geometry) == right == replace(right, read=None)
    assert (right.rows, right.columns) == (2, 5)
    for walls, holes in (([(0, 0)], ()), ((), [(0, 0)])):
        make: Any = partial(Board, walls=walls, holes=holes, geometry=right.geometry)
        refused(make, "board.walls")


def test_coordinates() -> None:
    flat = Board.from_map("..#")
    assert flat.coordinates(Square(0, 1)) == (0, 1)
    assert flat.at(0, 1) == Square(0, 1)
    solid = Board.solid(2, 2, 2)
    for board, places in (
        (flat, [(0, 2), (0,), (0, 0, 0)]),
        (solid, [(0, 0), (0, 0, 2), (0, -1, 0)]),
    ):
        for place in places:
            refused(partial(board.at, *place), "square")
    refused(lambda: solid.coordinates(Square(0, 2)), "square")


# -- pieces -------------------------------------------------------------------------------


@pytest.mark.parametrize(("shape", "piece"), combined(SHAPES, PIECES))
def test_attacks(shape: Shape, piece: str) -> None:
    board, parsed = Board.solid(*shape), Piece.parse(piece)
    cells = layout_of(shape)
    table = attacks(parsed, board)
    assert sorted(table) == sorted(cells.values())
    for a, here in cells.items():
        wanted = {cells[b] for b in cells if attacked(piece, a, b)}
        assert table[here] == wanted
        assert {there for there in cells.values() if can_move(parsed, board, here, there)} == wanted
        for ray in rays(parsed, board)[here]:  # nearest first, one step after the other
            steps = [(a, board.coordinates(there)) for there in ray]
            distance = [max(abs(x - y) for x, y in zip(*ends, strict=True)) for ends in steps]
            assert distance == (sorted(distance) if piece == "N" else list(range(1, len(ray) + 1)))
    assert most_attacks(parsed, board) >= sum(map(len, table.values()))


@pytest.mark.parametrize("piece", ["B", "F", "NN", "C", "QN", "fR", "R2", "Q3", "fsN", "D"])
def test_pieces_of_no_one_meaning(piece: str) -> None:
    said = "is not defined on a solid board"
    refused(lambda: Placement("3x3x3", {piece: 1}), f"pieces.{piece}", said)
    refused(lambda: Tour("3x3x3", piece), "piece", said)
    refused(lambda: attacks(Piece.parse(piece), Board.solid(3, 3, 3)), "piece", said)


# -- symmetries ---------------------------------------------------------------------------

ORDERS = {
    (2, 2, 2): 48, (3, 3, 3): 48, (2, 2, 3): 16, (3, 2, 3): 16, (2, 3, 4): 8, (1, 2, 3): 4,
    (1, 3, 3): 8, (1, 1, 1): 1, (2, 2, 2, 2): 384, (2, 2, 3, 3): 64, (0, 2, 2): 1,
}  # fmt: skip


@pytest.mark.parametrize(("shape", "order"), ORDERS.items(), ids=str)
def test_order_of_the_group(shape: Shape, order: int) -> None:
    assert len(symmetries(Board.solid(*shape))) == order


@pytest.mark.parametrize("shape", [(3, 3, 3), (2, 3, 3), (2, 1, 3, 2)], ids=str)
def test_names_say_where_cells_go(shape: Shape) -> None:
    board = Board.solid(*shape)
    size = dict(zip("xyzw", shape, strict=False))
    group = symmetries(board)
    assert group[0].name == "identity"
    assert len({symmetry.images for symmetry in group}) == len(group)
    for symmetry in group[1:]:
        assert find_symmetry(board, symmetry.name) == symmetry
        axes = symmetry.name.strip("()").split(",")
        for place in product(*map(range, shape)):
            value = dict(zip("xyzw", place, strict=False))
            image = [size[x[1]] - 1 - value[x[1]] if x[0] == "-" else value[x] for x in axes]
            assert board.coordinates(symmetry(board.at(*place))) == tuple(image)
    refused(lambda: find_symmetry(board, "rot90"), "symmetry")
    refused(lambda: find_symmetry(Board.solid(2, 3, 4), "(y,x,z)"), "symmetry")


def test_a_graph_on_a_solid_board_may_have_less_symmetry() -> None:
    board = Board.solid(2, 2, 2)
    arrow = Piece.of_graph("arrow", [(board.at(0, 0, 0), board.at(1, 1, 1))])
    kept = [g for g in symmetries(board) if preserves_attacks(g, (arrow, board), (arrow, board))]
    assert len(kept) == 6  # the permutations of the axes


def test_too_large_for_symmetries() -> None:
    said = "too large to look for its symmetries"
    refused(lambda: symmetries(Board.solid(30, 30, 30)), "board", said)


def test_no_transposing() -> None:
    assert transpose_model(Placement("2x2x2", {"Q": 1})) is None
    assert transpose_model(Tour("2x2x2", "W")) is None
