"""Symmetries: the groups are groups of the right order, and the names do what they say."""

from __future__ import annotations

from itertools import product

import pytest
from support.error_asserts import refused
from support.oracle.groups import check_carried_sight, every_move, generated, named

from nqsat import Board, Piece
from nqsat.chess import find_symmetry, preserves_attacks, rotations, subgroup, symmetries

ORDERS = [
    (Board(3, 3), 8),
    (Board(8, 8), 8),
    (Board(2, 2), 8),  # as permutations of four squares they still differ
    (Board(3, 5), 4),
    (Board(1, 1), 1),  # all names are one permutation
    (Board(1, 4), 2),
    (Board(4, 1), 2),
    (Board(0, 0), 1),
    (Board(0, 4), 1),
    *((Board(n, n, "torus"), 8 * n * n) for n in (3, 4, 5)),
    *((Board(r, c, "torus"), 4 * r * c) for r, c in ((3, 4), (4, 3), (3, 5))),
    (Board(19, 19, "torus"), 8 * 19 * 19),
    *((Board(r, c, "cylinder"), 4 * c) for r, c in ((2, 3), (3, 3), (3, 4), (4, 3), (5, 5))),
    (Board(2, 2, "torus"), 8),  # shifts coincide with reflections: permutations once each
    (Board(1, 3, "torus"), 6),
    (Board(1, 3, "cylinder"), 6),
    # Holes and walls reduce the group to what keeps them.
    (Board.from_map("x..\n...\n..."), 2),  # a corner: the diagonal
    (Board.from_map(".x.\n...\n..."), 2),  # the middle of a side
    (Board.from_map("...\n.#.\n..."), 8),  # the centre: all
    (Board.from_map("x..\n...\n..x"), 4),
    (Board.from_map("x.x\n...\n..."), 2),
    (Board.from_map("x..\n...\n..#"), 2),  # a wall is no hole: only the diagonal through both
    (Board.from_map("xx.\n...\n..."), 1),
    (Board.from_map("x..\n...\n...", "torus"), 8),  # shifts must bring the hole back
    (Board.from_map("x..\n...\n...", "cylinder"), 2),
]


def test_rotations_turn_the_board_about_its_middle() -> None:
    quarter, half = ["identity", "rot90", "rot180", "rot270"], ["identity", "rot180"]
    for board, names in (
        (Board(3, 3), quarter),
        (Board(3, 5), half),
        (Board(4, 4, "torus"), quarter),
    ):
        assert [turn.name for turn in rotations(board)] == names


@pytest.mark.parametrize(("board", "order"), ORDERS, ids=str)
def test_group(board: Board, order: int) -> None:
    group = symmetries(board)
    assert len(group) == len(set(group)) == order
    assert group[0].name == "identity"
    found = every_move(board)
    assert len(found) == order
    for symmetry in group:
        assert find_symmetry(board, symmetry.name) == symmetry
        assert symmetry.mapping == named(board, symmetry.name)
        assert symmetry.mapping in found
        assert symmetry.images == tuple(map(symmetry, board.squares))
        # Its cycles partition the board, and each goes round by the symmetry.
        cycles = list(symmetry.cycles())
        assert sorted(square for cycle in cycles for square in cycle) == list(board.squares)
        for cycle in cycles:
            assert [symmetry(here) for here in cycle] == [*cycle[1:], cycle[0]]


@pytest.mark.parametrize(
    ("board", "name"),
    [
        (Board(2, 3), "rot90"), (Board(3, 3, "cylinder"), "rot90"), (Board(3, 3), "shift(0,1)"),
        (Board(3, 3, "cylinder"), "shift(1,0)"), (Board.from_map("x..\n...\n..."), "rot180"),
        (Board(3, 3), "rot45"), (Board(3, 3), ""),
    ],
)  # fmt: skip
def test_no_such_symmetry(board: Board, name: str) -> None:
    refused(lambda: find_symmetry(board, name), "symmetry")


PIECES = ["Q", "N", "fW", "fsN", "hrN", "sW", "rfN", "WfF", "NN", "fR", "rR2", "frBblB"]


BOARDS = [
    Board(3, 3), Board(3, 4), Board(3, 3, "torus"), Board(2, 3, "cylinder"), Board(1, 1),
    Board.from_map("..#\n...\n#.."),
]  # fmt: skip
SOLID = [Board.solid(2, 2, 3), Board.solid(2, 1, 3, 2)]


@pytest.mark.parametrize(
    ("board", "piece"), [*product(BOARDS, PIECES), *product(SOLID, "QKRWN")], ids=str
)
def test_carries_sight(board: Board, piece: str) -> None:
    # By definition, pair by pair; the quick answer from the moves must agree with it.
    check_carried_sight(Piece.parse(piece), board)


def test_past_different_men_sight_is_another() -> None:
    # On a torus rooks that ride forward attack what those do that ride back, in another order.
    here = (Piece.parse("fR"), Board(4, 4, "torus"))
    turned = find_symmetry(here[1], "flip-rows")
    assert preserves_attacks(turned, here, here)
    assert not preserves_attacks(turned, here, here, blocking=True)


SQUARE, TORUS = Board(3, 3), Board(3, 3, "torus")


@pytest.mark.parametrize(
    ("board", "names", "order"),
    [
        (SQUARE, (), 1), (SQUARE, ("identity",), 1), (SQUARE, ("transpose", "transpose"), 2),
        (SQUARE, ("rot90",), 4), (SQUARE, ("rot270", "rot180"), 4),
        (SQUARE, ("flip-rows", "flip-columns"), 4), (SQUARE, ("transpose", "rot180"), 4),
        (SQUARE, ("transpose", "flip-rows"), 8), (SQUARE, ("rot90", "antitranspose"), 8),
        (TORUS, ("shift(0,1)",), 3), (TORUS, ("shift(0,1)", "shift(1,0)"), 9),
        (TORUS, ("shift(0,1)", "rot90"), 36), (TORUS, ("rot90+shift(0,1)", "flip-rows"), 72),
    ],
)  # fmt: skip
def test_generated_groups(board: Board, names: tuple[str, ...], order: int) -> None:
    found, wanted = subgroup(board, names), generated(board, names)
    assert len(found) == len(wanted) == order
    assert found[0].name == "identity"
    assert all(symmetry.mapping in wanted for symmetry in found)


def test_a_group_is_generated_by_symmetries_that_exist() -> None:
    refused(lambda: subgroup(Board(3, 4), ("rot90",)), "symmetry", "rot90")
