"""Hexagonal boards, against a plane in which the middles of neighbouring cells are 1 apart."""

from __future__ import annotations

from itertools import combinations
from math import atan2, cos, degrees, hypot, isclose, radians, sin, sqrt

import pytest
from support.error_asserts import refused

from nqsat import Board, Factor, Piece, Placement, Square, Tour, count, solutions
from nqsat.chess import attacks, find_symmetry, symmetries
from nqsat.errors import InvalidModel, InvalidNotation
from nqsat.evidence import checker
from nqsat.modelling import dumps, loads
from nqsat.rules import Connected, Domination, NoThreeInLine, Permutation, Regions

FILES = "abcdefghiklmnopqrstuvwxyz"  # Gliński has no j


def middle(board: Board, square: Square) -> tuple[float, float]:
    """Where a square is, (right, up), from the middle of the board: by its name alone."""
    name, side = board.name(square), (board.columns + 1) // 2
    across = FILES.index(name[0]) - side + 1
    return across * sqrt(3) / 2, int(name[1:]) - side + abs(across) / 2


def seen_from(board: Board, start: Square, piece: str) -> set[Square]:
    """What a piece attacks, by angles and distances."""
    x, y = middle(board, start)
    found = set()
    for square in board.squares:
        right, up = middle(board, square)[0] - x, middle(board, square)[1] - y
        far, angle = hypot(right, up), round(degrees(atan2(up, right))) % 60
        if square == start:
            continue
        through_sides, through_corners = angle == 30, angle == 0
        if (
            (piece in "RQ" and through_sides)
            or (piece in "BQ" and through_corners)
            or (piece in "WK" and isclose(far, 1))
            or (piece in "FK" and isclose(far, sqrt(3)))
            or (piece == "N" and isclose(far, sqrt(7)))
        ):
            found.add(square)
    return found


@pytest.mark.parametrize("side", [1, 2, 3, 5])
@pytest.mark.parametrize("piece", "KQRBNWF")
def test_pieces_attack_what_the_plane_says(side: int, piece: str) -> None:
    board = Board.hexagonal(side)
    ours = attacks(Piece.parse(piece), board)
    assert dict(ours) == {start: seen_from(board, start, piece) for start in board.squares}


def test_squares_have_the_names_of_glinskis_chess() -> None:
    board = Board.hexagonal(6)
    names = [board.name(square) for square in board.squares]
    assert len(names) == len({*names}) == 91
    assert all(board.parse_square(name) == x for x, name in zip(board.squares, names, strict=True))
    for file, ranks in zip("abcdefghikl", (6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6), strict=True):
        assert [name for name in names if name[0] == file] == [
            f"{file}{rank}" for rank in range(ranks, 0, -1)
        ]
    with pytest.raises(InvalidNotation, match="'j1': is not a square of hex:6"):
        board.parse_square("j1")


@pytest.mark.parametrize("side", [1, 2, 4])
def test_the_symmetries_are_the_isometries_that_their_names_say(side: int) -> None:
    board = Board.hexagonal(side)
    group = symmetries(board)
    assert len(group) == (1 if side == 1 else 12)
    for symmetry in group:
        kind, angle = symmetry.name[:3], float("".join(filter(str.isdigit, symmetry.name)) or 0)
        turn = radians(2 * angle if kind == "mir" else -angle)  # rotations are clockwise
        sign = -1 if kind == "mir" else 1
        for square in board.squares:
            x, y = middle(board, square)
            there = (x * cos(turn) - sign * y * sin(turn), x * sin(turn) + sign * y * cos(turn))
            wanted = middle(board, symmetry(square))
            assert all(isclose(a, b, abs_tol=1e-9) for a, b in zip(there, wanted, strict=True))
    assert find_symmetry(board, "rot60").name == "rot60"
    refused(lambda: find_symmetry(board, "rot90"), said="'rot90' is not a symmetry of board hex")


@pytest.mark.parametrize("engine", ["sat", "cpsat", "backtrack", "mates"])
def test_tours_of_a_single_step(engine: str) -> None:
    # The board is not two-coloured: an engine that takes squares for a chessboard finds no tour.
    assert count(Tour("hex:3", "W"), engine=engine).value == 1284
    assert count(Tour("hex:3", "W"), engine="sat", modulo="symmetry").value == 107


def test_rules_of_the_plane_hold_in_it() -> None:
    model = Placement("hex:2", {"K": "any"}, rules=[NoThreeInLine()])
    lines = [
        {*trio}
        for trio in combinations(model.board.squares, 3)
        if abs(_area(*(middle(model.board, square) for square in trio))) < 1e-9
    ]
    wanted = sum(
        not any(line <= {*some} for line in lines)
        for size in range(8)
        for some in combinations(model.board.squares, size)
    )
    assert {count(model, engine=engine).value for engine in ("sat", "backtrack")} == {wanted}


def _area(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


MODELS = (
    Placement("hex:3", {"K": 4}),
    Placement("hex:2", {"N": "1.."}, rules=[Domination("independent")]),
    Placement("hex:2", {"W": "1.."}, rules=[Connected()]),
    Placement("hex:2", {"B": 1}, rules=[Regions(("AAA", "ABB", "BBB"), number="..1")]),
    Tour("hex:2", "K", closed=False, unit="undirected"),
    Factor("hex:2", "W", "..1"),
)


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_it_is_written_and_read_and_the_checker_finds_the_same(model: Placement) -> None:
    assert loads(dumps(model)) == model
    facts = checker.read_model(dumps(model))
    assert facts.board.names == [model.board.name(square) for square in model.board.squares]
    place = model.board.places
    ours = {tuple(place[x] for x in symmetry.images) for symmetry in symmetries(model.board)}
    assert {tuple(symmetry) for symmetry in facts.board.symmetries([])} == ours
    found = checker.Recount(10**6).solutions(facts, [*range(len(facts.decided))])
    assert found == count(model, engine="backtrack").value


def test_it_is_drawn_as_a_hexagon() -> None:
    solution = next(iter(solutions(Placement("hex:2", {"W": 2}, presets=["W@b3", "W@a1"]))))
    assert solution.draw() == (
        "   3 W\n 2 .   .\n     .\n 1 W   .\n     .\n   a   c\n     b\n(hexagon of side 2)"
    )
    assert solution.svg().count("Z") == 7
    assert Board.hexagonal(2).svg(regions=["AAA", "ABB", "BBB"]).count('class="borders"') == 1


def test_no_board_of_another_layout_is_a_hexagon() -> None:
    with pytest.raises(InvalidModel, match="has no other walls"):
        Board(geometry=Board.hexagonal(3).geometry, holes=frozenset([Square(2, 2)]))
    refused(lambda: Placement("hex:2", {"K": 3}, rules=[Permutation()]), said="no ranks and files")
    refused(lambda: Board.hexagonal(2).svg(orientation="rot90"), said="cannot be turned")
