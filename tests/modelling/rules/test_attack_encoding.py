"""Sight, with and without pieces in the way: its meaning, its encodings; gates."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.oracle.brute_force import DEEP, arrangement_of, cells_of
from support.oracle.cnf import count_models, projected
from support.oracle.rules import check_rule
from support.oracle.sight import naive_sight, sees
from support.strategies import boards, kinds

from nqsat import Board, Piece, Placement, Rule, Square
from nqsat.modelling.rules.attack_encoding import LARGE, Gates, attacked_from
from nqsat.rules import Degrees, Domination, NonAttacking, Number

# -- the meaning ---------------------------------------------------------------------------


@settings(max_examples=1_000 if DEEP else 30)
@given(st.data())
def test_attacked_from_is_a_walk_cell_by_cell(data: st.DataObject) -> None:
    board = data.draw(boards(12))
    found = data.draw(kinds(board, 2))
    model = Placement(board, found, [])
    names = st.sampled_from([kind.name for kind in found])
    squares = st.sampled_from(cells_of(board)) if board.squares else st.nothing()
    content = data.draw(st.dictionaries(squares, names) if board.squares else st.just({}))
    arrangement = arrangement_of(model, content)
    for blocking in (False, True):
        attacked = attacked_from(arrangement, blocking=blocking)
        seen = naive_sight(model, content, blocking=blocking)
        for piece in arrangement.pieces:
            assert attacked(piece.kind, piece.square) == seen[piece.square]


BLOCKED = [
    # A rook on a flat line: the first piece is attacked, those behind him are not.
    ("1x6", "R", (0, 0), [(0, 2), (0, 4)], [(0, 1), (0, 2)]),
    # A ring: both ways round, up to the first piece either way.
    ("torus:1x6", "R", (0, 0), [(0, 2), (0, 5)], [(0, 1), (0, 2), (0, 5)]),
    # Alone on a ring he sees everything but himself.
    ("torus:1x4", "R", (0, 0), [], [(0, 1), (0, 2), (0, 3)]),
    # The one piece on a ring is seen from both sides; nobody is behind him.
    ("torus:1x5", "R", (0, 0), [(0, 2)], [(0, 1), (0, 2), (0, 3), (0, 4)]),
    # One-way round a ring: what the way back would have seen is hidden.
    ("torus:1x5", "rR", (0, 0), [(0, 2)], [(0, 1), (0, 2)]),
    # Limited reach ends before the piece, or on him.
    ("1x6", "R2", (0, 0), [(0, 3)], [(0, 1), (0, 2)]),
    ("1x6", "R3", (0, 0), [(0, 3), (0, 4)], [(0, 1), (0, 2), (0, 3)]),
    # A leaper is stopped by nobody.
    ("1x6", "D", (0, 0), [(0, 1)], [(0, 2)]),
    # A nightrider is stopped where it lands, not where it passes.
    ("3x5", "NN", (0, 0), [(0, 1), (1, 1), (1, 2)], [(1, 2), (2, 1)]),
    # On a torus a diagonal meets a square from two sides: the open one is enough.
    ("torus:3x3", "B", (0, 0), [(1, 1)], [(1, 1), (2, 2), (1, 2), (2, 1)]),
    ("torus:3x3", "B", (0, 0), [(1, 1), (2, 2)], [(1, 1), (2, 2), (1, 2), (2, 1)]),
    # A cylinder wraps the columns only.
    ("cylinder:2x4", "B", (0, 0), [(1, 1)], [(1, 1), (1, 3)]),
    ("cylinder:2x4", "R", (0, 0), [(0, 1), (0, 3)], [(0, 1), (0, 3), (1, 0)]),
]


@pytest.mark.parametrize(("board", "piece", "start", "pieces", "targets"), BLOCKED)
def test_blocked_by_hand(
    board: str,
    piece: str,
    start: tuple[int, int],
    pieces: list[tuple[int, int]],
    targets: list[tuple[int, int]],
) -> None:
    model = Placement(board, {piece: 1, "blocker": len(pieces)}, [])
    name = model.kinds[0].name
    content = {start: name, **dict.fromkeys(pieces, "blocker")}
    attacked = attacked_from(arrangement_of(model, content), blocking=True)
    assert sorted(attacked(name, Square(*start))) == sorted(targets)
    assert sees(model.board, start, model.kinds[0].piece, set(content)) == set(targets)


@pytest.mark.parametrize("wrap", ["flat", "cylinder", "torus"])
def test_large_boards_have_no_table_and_the_same_sight(wrap: str) -> None:
    board = Board(3, LARGE // 3 + 1, wrap)
    assert board.rows * board.columns > LARGE
    model = Placement(board, {"Q": "any", "NN": "any"}, [])
    content = {(0, 0): "Q", (0, 20): "NN", (1, 19): "Q", (2, 300): "Q", (1, 22): "NN"}
    arrangement = arrangement_of(model, content)
    for blocking in (False, True):
        attacked = attacked_from(arrangement, blocking=blocking)
        for cell, targets in naive_sight(model, content, blocking=blocking).items():
            assert attacked(content[cell], Square(*cell)) == targets


# -- symmetries ----------------------------------------------------------------------------


# -- encodings -----------------------------------------------------------------------------


#: Where a square is met by several rays, each with room for somebody in between.
SEVERAL_WAYS = [
    ("torus:1x6", ["R"]), ("torus:1x5", ["rR", "blocker"]), ("torus:1x5", ["R", "blocker"]),
    ("torus:3x3", ["B"]), ("torus:2x4", ["Q"]), ("cylinder:2x3", ["NN", "R"]),
    ("cylinder:1x6", ["lWlDrR3"]), ("torus:2x4", ["R3"]),
]  # fmt: skip


@pytest.mark.parametrize(("board", "pieces"), SEVERAL_WAYS)
def test_a_square_may_be_attacked_several_ways(board: str, pieces: list[str]) -> None:
    kind = Piece.parse(pieces[0]).notation
    rules: list[Rule] = [
        NonAttacking(blocking=True),
        NonAttacking(frozenset({(kind, kind)}), blocking=True),
        Domination("total", (kind,), blocking=True),
        Degrees(1, "attacked", of=(kind,), blocking=True),
    ]
    for rule in rules:
        check_rule(Placement(board, dict.fromkeys(pieces, "any"), [rule]), few=0)


# -- gates ---------------------------------------------------------------------------------


class Numbers:
    def __init__(self, used: int) -> None:
        self.count = used

    def at(self, kind: str, square: Square) -> int | None:
        return None

    def group(self, kind: str, squares: Iterable[Square]) -> tuple[int, ...]:
        return ()

    def fresh(self) -> int:
        self.count += 1
        return self.count


@pytest.mark.parametrize("size", [0, 1, 2, 5, 7, 9])
def test_bounded_if_is_its_meaning(size: int) -> None:
    # Every low and high (9 literals need counters), negated literals too; auxiliaries determined.
    literals = [x if x % 3 else -x for x in range(2, size + 2)]
    bounds = [(low, high) for low in range(size + 2) for high in [None, *range(low, size + 2)]]
    for low, high in bounds[:: 1 if size < 7 or DEEP else 9]:
        variables = Numbers(size + 1)
        gates = Gates(variables.fresh)
        found = [*gates.bounded_if(1, Number(low, high), literals), *gates.definitions]
        clauses = [clause.literals for clause in found]
        wanted = set()
        for values in product((False, True), repeat=size + 1):
            true = frozenset(x for x, value in enumerate(values, start=1) if value)
            number = sum((x > 0) == (abs(x) in true) for x in literals)
            if 1 not in true or number in Number(low, high):
                wanted.add(true)
        assert projected(clauses, tuple(range(1, size + 2))) == wanted
        assert count_models(clauses, variables.count) == len(wanted)
