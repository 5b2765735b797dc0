"""Pieces that attack as a graph of one's own says."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.error_asserts import refused
from support.oracle.groups import check_carried_sight
from support.strategies import graphs

from nqsat import Board, Kind, Piece, Placement, Square, Tour
from nqsat.chess import attacks

BOARD = Board.from_map("..x\n.#.\n...")


def test_the_ways_to_write_a_graph() -> None:
    one = Piece.of_graph("net", [((0, 0), (1, 2)), ((1, 2), (0, 1))])
    assert one == Piece.of_graph("other", {(0, 0): [(1, 2)], (1, 2): [(0, 1)]})
    lists: Any = iter([[[0, 0], [1, 2]], (Square(1, 2), Square(0, 1))])
    assert one == Piece.of_graph("net", lists)
    both = Piece.of_graph("net", one.graph, two_way=True)
    assert both.graph == one.graph | {(b, a) for a, b in one.graph}
    board = Board(2, 3)
    right = Piece.of_relation("right", board, lambda a, b: b.column == a.column + 1)
    assert attacks(right, board)[Square(0, 0)] == {(0, 1), (1, 1)}
    assert Piece.of_relation("all", board, lambda a, b: True).graph == {
        (a, b) for a in board.squares for b in board.squares if a != b
    }


def test_a_graph_is_part_of_a_piece() -> None:
    one = Piece.of_graph("N", [((0, 0), (1, 2))])
    assert one != Piece.parse("N")
    assert one != Piece.of_graph("N", [((0, 0), (2, 1))])
    assert hash(one) == hash(Piece.of_graph("M", [((0, 0), (1, 2))]))
    assert str(one) == "N"
    mixed = Piece("mixed", Piece.parse("W").rides, one.graph)
    for piece in (one, mixed):
        assert pickle.loads(pickle.dumps(piece)) == piece
        assert copy.deepcopy(piece) == piece
    assert eval(repr(one), {"Piece": Piece}) == one
    assert "(1, 2)" in repr(mixed)


@pytest.mark.parametrize(
    "graph",
    [3, "a1b2", [1], ["a1b2"], [((0, 0), (0, 0))], [((0, 0),)], [((0, 0), (0, 1), (0, 2))],
     [((0, 0), (0, 1.5))], [((0, 0), "b1")], {(0, 0): 5}, {(0, 0): "b1"}, [((True, 0), (1, 1))]],
    ids=repr,
)  # fmt: skip
def test_no_graph(graph: Any) -> None:
    refused(lambda: Piece.of_graph("net", graph), "piece.graph")


@pytest.mark.parametrize("name", ["", "a:b", "net@a1", "4", " net", "net\n", "-", "ä", "n" * 41, 7])
def test_no_name(name: Any) -> None:
    refused(lambda: Piece.of_graph(name, [((0, 0), (0, 1))]), "piece.name")


def test_a_relation_on_a_large_board_is_refused() -> None:
    refused(lambda: Piece.of_relation("net", Board(60, 60), lambda a, b: True), "board")
    refused(lambda: Piece.of_relation("net", Board(2, 2), lambda a, b: None), "pieces.net")


@pytest.mark.parametrize(
    "pair", [((0, 0), (0, 2)), ((1, 1), (0, 0)), ((0, 0), (9, 9)), ((-1, 0), (0, 0))]
)
def test_squares_that_the_board_has_not(pair: Any) -> None:
    # Dropped in silence, they would be a wrong count.
    piece = Piece.of_graph("net", [((0, 0), (0, 1)), pair])
    refused(lambda: Placement(BOARD, [Kind.of(piece, 1)]), "pieces.net", "no piece can stand on")
    refused(lambda: Tour(BOARD, piece), "piece", "no piece can stand on")
    refused(lambda: attacks(piece, BOARD), "piece.graph", "no piece can stand on")


@given(st.data())
def test_carries_sight(data: st.DataObject) -> None:
    # By definition, pair by pair: the quick answer from the moves is not enough here.
    board = Board(2, 2)
    rides = data.draw(st.sampled_from([frozenset(), Piece.parse("W").rides]))
    piece = Piece("net", rides, data.draw(graphs(board)))
    check_carried_sight(piece, board)
