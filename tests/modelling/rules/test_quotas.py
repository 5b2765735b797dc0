"""Regions and permutations: so many men in every region of a map, in every rank and file."""

from __future__ import annotations

from math import factorial
from pathlib import Path

import pytest
from oracle_rules import check_rule

from nqsat import Board, Placement, count
from nqsat.modelling import in_place
from nqsat.rules import NonAttacking, Permutation, Regions


@pytest.mark.parametrize("number", [1, "..1", "1.."])
@pytest.mark.parametrize("pieces", [{"Q": "any"}, {"Q": "any", "N": "any"}])
def test_one_in_each_is_lowered_without_auxiliaries(
    number: int | str, pieces: dict[str, str]
) -> None:
    check_rule(Placement("2x3", pieces, [Regions(("AAB", "A.B"), number)]))


def test_walls_and_holes_hold_nobody() -> None:
    # B has one square left, C none: as a rank of walls, it is not counted.
    board = Board.from_map(".x#\n..#")
    two = Placement(board, {"Q": "any"}, [Regions(("ABB", "ABB"))])
    assert {str(one) for one in check_rule(two)} == {"a2 b1", "a1 b1"}
    none = Placement(board, {"Q": "any"}, [Regions(("AAC", "AAC"))])
    assert {str(one) for one in check_rule(none)} == {"a1", "b1", "a2"}
    assert count(none, engine="backtrack").value == count(none, engine="bitboard").value == 3
    assert count(Placement(board, {"Q": "any"}, [Regions(("..C", "..C"))])).value == 8
    at_most = Placement(board, {"Q": "any"}, [Regions(("AAC", "AAC"), "..1")])
    assert len(check_rule(at_most)) == 4


def test_symmetries_take_regions_to_regions() -> None:
    def order(*lines: str) -> int:
        return len(Placement("3x3", {"Q": "any"}, [Regions(lines)]).symmetries())

    assert order("AAB", "DEB", "DCC") == 4  # the pinwheel: turns, no reflections
    assert order("AAA", "BBB", "CCC") == 4
    assert order("AB.", "...", "...") == 1
    assert order("A.B", "...", "...") == 2
    assert order("...", "...", "...") == 8
    board = Board.from_map("..#\n...\n#..")  # the walls are no part of B
    assert (
        len(Placement(board, {"Q": 1}, [Regions(("..B", "...", "..."), "any")]).symmetries()) == 4
    )


def test_a_map_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "map.txt"
    path.write_text("AAB\nABB\n", encoding="utf-8")
    lines = ("AAB", "ABB")
    assert Regions.parse(f"file:{path},number=2") == Regions(lines, 2)
    model = in_place("2x3", ["Q=any"], [f"regions=file:{path}"])
    assert model == Placement("2x3", {"Q": "any"}, [Regions(lines)])


@pytest.mark.parametrize("number", [1, "..1", "1.."])
@pytest.mark.parametrize("board", ["3x3", "2x4", "torus:3x3", "cylinder:2x3"])
def test_one_on_each_line_is_lowered_without_auxiliaries(number: int | str, board: str) -> None:
    check_rule(Placement(board, {"Q": "any"}, [Permutation(number)]))


def test_a_line_without_a_square_is_not_counted() -> None:
    # The middle rank and the right file are gone; what is left is 2 × 2.
    board = Board.from_map("..#\nxx#\n..x")
    model = Placement(board, {"Q": "any"}, [Permutation()])
    assert {str(one) for one in check_rule(model)} == {"a3 b1", "a1 b3"}


@pytest.mark.parametrize("engine", ["sat", "cpsat", "backtrack"])
def test_permutations_are_counted(engine: str) -> None:
    for n in range(5):
        model = Placement(Board(n, n), {"blocker": n}, [Permutation()])
        assert count(model, engine=engine).value == factorial(n)
    # Two on each line of 4 × 4: A001499.
    model = Placement("4x4", {"blocker": 8}, [Permutation(2)])
    assert count(model, engine=engine).value == 90


@pytest.mark.parametrize("engine", ["sat", "cpsat", "backtrack"])
def test_on_a_cube_they_are_latin_squares(engine: str) -> None:
    # The layer of the man on each pillar is the symbol: 1, 1, 2, 12 Latin squares.
    for n, number in enumerate([1, 1, 2, 12]):
        model = Placement(Board.solid(n, n, n), {"blocker": n * n}, [Permutation()])
        assert count(model, engine=engine).value == number


def test_kinds_may_each_have_their_own() -> None:
    # Two superimposed permutations of 3 × 3 that share no square: 6 · 2.
    rules = [Permutation(kinds=("Q",)), Permutation(kinds=("N",))]
    model = Placement("3x3", {"Q": "any", "N": "any"}, rules)
    values = {count(model, engine=engine).value for engine in ("sat", "cpsat", "backtrack")}
    assert values == {12}


def test_permutations_on_a_torus_have_all_its_symmetries() -> None:
    torus = Placement("torus:3x3", {"blocker": 3}, [Permutation(), NonAttacking()])
    assert len(torus.symmetries()) == 72
