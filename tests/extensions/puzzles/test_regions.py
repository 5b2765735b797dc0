"""Regions that are drawn: every square in one, connected, equally many stars in each, one solution."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from support.day_subset import some
from support.plain_puzzles import parts

from nqsat import Board, InvalidModel, Placement, Square, solutions
from nqsat.extensions.puzzles.making import puzzle
from nqsat.extensions.puzzles.region_search import RegionBorders, beside, grow_regions
from nqsat.rules import NonAttacking, Permutation, Regions

Stars = frozenset[tuple[int, int]]


def stars(n: int, each: int) -> set[Stars]:
    """All placements with ``each`` stars in every row and column, no two touching."""
    model = Placement((n, n), {"K": n * each}, [Permutation(each), NonAttacking()])
    every = solutions(model, engine="backtrack")
    return {frozenset((x.row, x.column) for x, _ in one.pieces) for one in every}


SIZES = [(4, 1, 1), (5, 1, 1), (6, 1, 1), (7, 1, 2), (8, 2, 1), (8, 1, 3)]


@pytest.mark.parametrize("size", some(SIZES, 2))
def test_one_solution_and_connected_regions(size: tuple[int, int, int]) -> None:
    n, each, seed = size
    made = puzzle("star-battle", regions=f"{n}x{n}", stars=each, seed=seed)
    assert made.givens == ()
    (rule,) = (one for one in made.model.rules if isinstance(one, Regions))
    regions: dict[str, set[tuple[int, int]]] = {}
    for r, line in enumerate(rule.map):
        for c, name in enumerate(line):
            regions.setdefault(name, set()).add((r, c))
    assert "." not in regions
    assert len(regions) == n
    assert all(len(parts(region)) == 1 for region in regions.values())
    fitting = [one for one in stars(n, each) if all(len(one & r) == each for r in regions.values())]
    assert fitting == [frozenset(tuple(piece.square) for piece in made.solution.pieces)]  # type: ignore[union-attr]


def test_borders_know_who_fits() -> None:
    # The numbers of pieces are kept up square by square; here they are counted again after every move.
    board, chance = Board(6, 6), Random(4)
    near, every = beside(board), sorted(map(sorted, stars(6, 1)))
    pieces = [Square(*one) for one in every[0]]
    owner = grow_regions(pieces, 1, near, chance)
    assert owner is not None
    borders = RegionBorders(owner, 1, pieces, near, chance, 1.0)
    others = [[Square(*one) for one in some] for some in every[1:]]
    for index, other in enumerate(others):
        borders.see(other)
        borders.move()
        seen = others[: index + 1]
        fits = [Counter(borders.owner[s] for s in one) == Counter(range(6)) for one in seen]
        assert borders.fitting == sum(1 << i for i, one in enumerate(fits) if one)
        for region in range(6):
            squares = {(r, c) for (r, c), one in borders.owner.items() if one == region}
            assert len(parts(squares)) == 1
        assert all(borders.owner[square] == owner[square] for square in pieces)


def test_a_board_with_walls_and_two_sorts_of_pieces() -> None:
    board = Board.from_map("......\n......\n..#...\n......\n......\n......")
    kinds: dict[str, int | str] = {"K": 6, "N": "any"}
    empty = Regions(("." * 6,) * 6, kinds=("K",))
    rules = [
        Permutation(kinds=("K",)),
        empty,
        NonAttacking(frozenset([("K", "K"), ("K", "N"), ("N", "N")])),
    ]
    model = Placement(board, kinds, rules, presets=["N@a1"])
    made = puzzle(model, seed=2)
    found: list[Any] = list(made.model.rules)
    assert found[0] == rules[0]
    assert found[1].kinds == ("K",)
    assert "." not in "".join(found[1].map).replace(found[1].map[2][2], "", 1)


@pytest.mark.parametrize(
    ("rules", "kinds", "said"),
    [
        ([Regions.parse("5x5,number=1..2")], {"K": 5}, "1..2 pieces in each: give one number"),
        ([Regions.parse("5x5,number=2")], {"K": 5}, "5 pieces make no regions of 2"),
    ],
)
def test_regions_that_cannot_be(rules: list[Any], kinds: dict[str, int], said: str) -> None:
    with pytest.raises(InvalidModel, match=said):
        puzzle(Placement("5x5", kinds, rules), seed=1)
