"""Attack tables drawn by hand: ``P`` the piece, ``*`` attacked, ``.`` not, ``#`` wall, ``x`` hole.

All engines share the attack tables, so their agreement says nothing about them: these drawings do.
"""

# ruff: noqa: E501
from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.oracle.brute_force import cells_of, naive_rays, naive_targets
from support.strategies import STRAIGHT, boards, graphs

from nqsat import Board, Piece, Square
from nqsat.chess import Ride, attackers, attacks, can_move, lines, most_attacks, rays
from nqsat.chess.attack_tables import walk

# Leapers in the middle of 7x7 (the longest leap, 3, just fits).
MIDDLE = {
    "W": ". . . . . . . / . . . . . . . / . . . * . . . / . . * P * . . / . . . * . . . / . . . . . . . / . . . . . . .",
    "F": ". . . . . . . / . . . . . . . / . . * . * . . / . . . P . . . / . . * . * . . / . . . . . . . / . . . . . . .",
    "D": ". . . . . . . / . . . * . . . / . . . . . . . / . * . P . * . / . . . . . . . / . . . * . . . / . . . . . . .",
    "N": ". . . . . . . / . . * . * . . / . * . . . * . / . . . P . . . / . * . . . * . / . . * . * . . / . . . . . . .",
    "A": ". . . . . . . / . * . . . * . / . . . . . . . / . . . P . . . / . . . . . . . / . * . . . * . / . . . . . . .",
    "H": ". . . * . . . / . . . . . . . / . . . . . . . / * . . P . . * / . . . . . . . / . . . . . . . / . . . * . . .",
    "C": ". . * . * . . / . . . . . . . / * . . . . . * / . . . P . . . / * . . . . . * / . . . . . . . / . . * . * . .",
    "Z": ". * . . . * . / * . . . . . * / . . . . . . . / . . . P . . . / . . . . . . . / * . . . . . * / . * . . . * .",
    "G": "* . . . . . * / . . . . . . . / . . . . . . . / . . . P . . . / . . . . . . . / . . . . . . . / * . . . . . *",
    "K": ". . . . . . . / . . . . . . . / . . * * * . . / . . * P * . . / . . * * * . . / . . . . . . . / . . . . . . .",
    "R": ". . . * . . . / . . . * . . . / . . . * . . . / * * * P * * * / . . . * . . . / . . . * . . . / . . . * . . .",
    "B": "* . . . . . * / . * . . . * . / . . * . * . . / . . . P . . . / . . * . * . . / . * . . . * . / * . . . . . *",
    "Q": "* . . * . . * / . * . * . * . / . . * * * . . / * * * P * * * / . . * * * . . / . * . * . * . / * . . * . . *",
    "W2": ". . . . . . . / . . . * . . . / . . . * . . . / . * * P * * . / . . . * . . . / . . . * . . . / . . . . . . .",
    "QN": "* . . * . . * / . * * * * * . / . * * * * * . / * * * P * * * / . * * * * * . / . * * * * * . / * . . * . . *",
    # Directions. Forward is up. On an oblique atom the pair's second letter is the long component.
    "fN": ". . . . . . . / . . * . * . . / . . . . . . . / . . . P . . . / . . . . . . . / . . . . . . . / . . . . . . .",
    "fsN": ". . . . . . . / . . . . . . . / . * . . . * . / . . . P . . . / . . . . . . . / . . . . . . . / . . . . . . .",
    "frN": ". . . . . . . / . . . . . . . / . . . . . * . / . . . P . . . / . . . . . . . / . . . . . . . / . . . . . . .",
    "rfN": ". . . . . . . / . . . . * . . / . . . . . . . / . . . P . . . / . . . . . . . / . . . . . . . / . . . . . . .",
    "fhN": ". . . . . . . / . . * . * . . / . * . . . * . / . . . P . . . / . . . . . . . / . . . . . . . / . . . . . . .",
    "vN": ". . . . . . . / . . * . * . . / . . . . . . . / . . . P . . . / . . . . . . . / . . * . * . . / . . . . . . .",
    "sN": ". . . . . . . / . . . . . . . / . * . . . * . / . . . P . . . / . * . . . * . / . . . . . . . / . . . . . . .",
    "hrN": ". . . . . . . / . . . . * . . / . * . . . . . / . . . P . . . / . . . . . * . / . . * . . . . / . . . . . . .",
    "hlN": ". . . . . . . / . . * . . . . / . . . . . * . / . . . P . . . / . * . . . . . / . . . . * . . / . . . . . . .",
    "rhN": ". . . . . . . / . . . . * . . / . . . . . * . / . . . P . . . / . . . . . * . / . . . . * . . / . . . . . . .",
    "fW": ". . . . . . . / . . . . . . . / . . . * . . . / . . . P . . . / . . . . . . . / . . . . . . . / . . . . . . .",
    "lW": ". . . . . . . / . . . . . . . / . . . . . . . / . . * P . . . / . . . . . . . / . . . . . . . / . . . . . . .",
    "fsW": ". . . . . . . / . . . . . . . / . . . * . . . / . . * P * . . / . . . . . . . / . . . . . . . / . . . . . . .",
    "brF": ". . . . . . . / . . . . . . . / . . . . . . . / . . . P . . . / . . . . * . . / . . . . . . . / . . . . . . .",
    "WfF": ". . . . . . . / . . . . . . . / . . * * * . . / . . * P * . . / . . . * . . . / . . . . . . . / . . . . . . .",
    "fR": ". . . * . . . / . . . * . . . / . . . * . . . / . . . P . . . / . . . . . . . / . . . . . . . / . . . . . . .",
}  # fmt: skip


def drawn(drawing: str) -> tuple[str, str]:
    """The board's map and what is drawn on it."""
    picture = drawing.replace(" ", "").replace("/", "\n")
    return picture.replace("P", ".").replace("*", "."), picture


def check(notation: str, drawing: str, wrap: Any = "flat") -> None:
    text, picture = drawn(drawing)
    board = Board.from_map(text, wrap)
    rows = picture.split("\n")
    marks = {
        mark: {
            (row, column)
            for row, line in enumerate(rows)
            for column, character in enumerate(line)
            if character == mark
        }
        for mark in "P*"
    }
    (piece,) = marks["P"]
    got = attacks(Piece.parse(notation), board)[Square(*piece)]
    shown = "\n".join(
        "".join(
            "P" if (r, c) == piece else "*" if (r, c) in got else board.character(Square(r, c))
            for c in range(board.columns)
        )
        for r in range(board.rows)
    )
    assert shown == picture


@pytest.mark.parametrize("notation", MIDDLE)
def test_in_the_middle(notation: str) -> None:
    check(notation, MIDDLE[notation])


CASES = [
    # A giraffe from a corner region: (1,4) both ways round, cut off by two edges.
    ("(1,4)", "flat", ". . . . . * / . P . . . . / . . . . . * / . . . . . . / . . . . . . / * . * . . ."),
    ("(4,1)", "flat", ". . . . . * / . P . . . . / . . . . . * / . . . . . . / . . . . . . / * . * . . ."),
    # W4: four steps and no fifth.
    ("W4", "flat", "P * * * * . / * . . . . . / * . . . . . / * . . . . . / * . . . . . / . . . . . ."),
    # A nightrider repeats the leap in one direction; it lands, it does not slide.
    ("NN", "flat", "P . . . . / . . * . . / . * . . * / . . . . . / . . * . ."),
    ("N2", "flat", "P . . . . . . / . . * . . . . / . * . . * . . / . . . . . . . / . . * . . . ."),
    # At an edge and in a corner.
    ("K", "flat", "P * . / * * . / . . ."),
    ("Q", "flat", "* . * . / . * * * / * * P * / . * * *"),
    # Walls stop riders, also in a diagonal; what lies behind is not attacked.
    ("R", "flat", "P * # . . / * . . . . / # . . . . / . . . . ."),
    ("Q", "flat", "P * # . / * # . . / * . . . / # . . ."),
    # Holes do not: riders see across, and nobody attacks a hole.
    ("R", "flat", "P * x * * / x . . . . / * . . . . / x . . . ."),
    ("B", "flat", "P . . . / . x . . / . . * . / . . . *"),
    # A hole counts as a step of a ride of limited reach.
    ("R2", "flat", "P x * . . / * . . . . / x . . . . / . . . . ."),
    # Leapers jump over both, and cannot land on either.
    ("N", "flat", "P # . / x . * / . * ."),
    ("N", "flat", "P . . / . . # / . x ."),
    ("D", "flat", "P # * / x . . / * . ."),
    # A wall under one landing square stops a nightrider, a hole does not; walls beside his way do not.
    ("NN", "flat", "P # . . . / # # # . . / # x . . # / . . . . . / . . * . ."),
    # Blocked all round.
    ("Q", "flat", "# # # / # P # / # # #"),
    ("K", "flat", "x x x / x P x / x x x"),
    ("blocker", "flat", ". . . / . P . / . . ."),
    # Cylinder: columns wrap, rows do not.
    ("W", "cylinder", "P * . * / * . . . / . . . ."),
    ("K", "cylinder", ". . . . / * * . * / P * . * / * * . *"),
    ("B", "cylinder", "P . . . / . * . * / . . * . / . * . *"),
    ("N", "cylinder", "P . . . . / . . * * . / . * . . *"),
    ("fR", "cylinder", "* . . / * . . / P . . / . . ."),
    ("R", "cylinder", "P * # * / * . . . / * . . ."),  # a wall is met from both sides
    ("R", "cylinder", "P # . # / * . . . / * . . ."),
    # Torus: both wrap.
    ("W", "torus", "P * . * / * . . . / . . . . / * . . ."),
    ("fR", "torus", "P . . / * . . / * . ."),  # round the board until it is back
    ("fR2", "torus", "P . . . / . . . . / * . . . / * . . ."),
    ("rR", "torus", "P * * * / . . . . / . . . ."),
    # A non-square torus: a diagonal has length lcm(2, 3) = 6, all squares; lcm(2, 4) = 4.
    ("B", "torus", "P * * / * * *"),
    ("B", "torus", "P . * . / . * . *"),
    ("B", "torus", "P . . / . * * / . * *"),
    # A move onto its own square is ignored: 3 to the right on 3 columns.
    ("H", "cylinder", "P . . / . . . / . . . / * . ."),
    ("D", "torus", "P . / . ."),
    # On 4 rows a leap of 3 up is 1 down, and on 3 columns a leap of 3 aside is none.
    ("H", "torus", "P . . / * . . / . . . / * . ."),
    # …also where another move of the same piece leads elsewhere.
    ("HW", "torus", "P * * / * . . / * . ."),
    # On a ring a wall stops both ways.
    ("R", "torus", "P * # * * / # . . . . / . . . . . / # . . . ."),
    ("K", "torus", "P * / * *"),  # several ways to one square are one attack
]  # fmt: skip


@pytest.mark.parametrize(("notation", "wrap", "drawing"), CASES)
def test_drawn(notation: str, wrap: str, drawing: str) -> None:
    check(notation, drawing, wrap)


STEPS = st.tuples(st.integers(-4, 4), st.integers(-4, 4)).filter(any)
RIDES = st.dictionaries(STEPS, st.integers(0, 4), max_size=4)


@given(boards(12), RIDES, st.data())
def test_attacks_are_the_naive_ones(
    board: Board, rides: dict[tuple[int, int], int], data: st.DataObject
) -> None:
    graph = data.draw(graphs(board))
    piece = Piece("test", frozenset(Ride(step, reach) for step, reach in rides.items()), graph)
    table, back = attacks(piece, board), attackers(piece, board)
    assert sorted(table) == cells_of(board)
    for here in board.squares:
        pairs = {(there,) for start, there in graph if start == here}
        wanted = {*naive_targets(board, here, rides)}.union(*pairs)
        assert table[here] == wanted
        assert {there for there in board.squares if can_move(piece, board, here, there)} == wanted
        assert back[here] == {other for other in board.squares if here in table[other]}
        # Rays are the attacks in order, none empty; nothing stands in the way of a pair.
        walked = {tuple(ray) for ray in naive_rays(board, here, rides) if ray}
        assert {*rays(piece, board)[here]} == walked | pairs
    assert most_attacks(piece, board) >= sum(map(len, table.values()))


@given(boards(12), STEPS, st.integers(0, 4))
def test_no_ride_is_longer_than_is_said(board: Board, step: tuple[int, int], reach: int) -> None:
    ride = Ride(step, reach)
    most = board.geometry.longest(ride)
    assert all(len(list(walk(board, square, ride))) <= most for square in board.squares)


@given(boards(12, STRAIGHT), STEPS)
def test_lines(board: Board, step: tuple[int, int]) -> None:
    # They partition the board and are cliques of attack, each at least one way; rides along the
    # step and only along it decide: two pieces in different lines never attack along it.
    found = lines(board, step)
    assert sorted(square for line in found for square in line) == list(board.squares)
    attacked = {square: naive_targets(board, square, {step: 0}) for square in board.squares}
    line_of = {square: line for line in found for square in line}
    for a in board.squares:
        for b in board.squares:
            if a == b:
                continue
            together = b in attacked[a] or a in attacked[b]
            assert together == (line_of[a] is line_of[b])
    for line in found:  # in riding order
        for earlier, later in pairwise(line):
            assert later in attacked[earlier]
    opposite = lines(board, (-step[0], -step[1]))
    assert {frozenset(line) for line in opposite} == {frozenset(line) for line in found}
