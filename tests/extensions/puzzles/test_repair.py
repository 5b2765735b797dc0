"""Repairs: one solution is left, and no smaller set of changes leaves one, as all of them tell."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import combinations, pairwise, permutations, product
from random import Random
from typing import Any

import pytest

from nqsat import Board, Placement, Square, Tour, count, solutions
from nqsat.errors import InvalidModel, Undecided
from nqsat.extensions.puzzles.region_search import beside, grow_regions, is_connected
from nqsat.extensions.puzzles.repair import Repair, repair
from nqsat.modelling import Arrangement, Model, Path, Preset, Solution
from nqsat.rules import NonAttacking, Permutation, Regions
from nqsat.sources import find_family

BOARD = Board(5, 5)
#: Queens that do not touch, one in each row and column of 5 × 5.
QUEENS = [
    [Square(row, column) for row, column in enumerate(some)]
    for some in permutations(range(5))
    if all(abs(a - b) > 1 for a, b in pairwise(some))
]


def is_repaired(model: Model) -> bool:
    return count(model, engine="backtrack").value == 1


# -- regions -----------------------------------------------------------------------------


def drawn(owner: dict[Square, int], board: Board) -> tuple[str, ...]:
    return tuple(
        "".join("ABCDE."[owner[Square(row, column)]] for column in range(board.columns))
        for row in range(board.rows)
    )


def random_regions(seed: int) -> dict[Square, int]:
    rng = Random(seed)
    while True:
        owner = grow_regions(rng.sample(BOARD.squares, 5), 1, beside(BOARD), rng)
        if owner is not None:
            return owner


def in_one_piece(owner: dict[Square, int], board: Board) -> bool:
    regions = set(owner.values()) - {-1}
    return all(
        is_connected({s for s, one in owner.items() if one == region}, beside(board))
        for region in regions
    )


def fewest_moves(
    owner: dict[Square, int],
    arrangements: list[list[Square]],
    wanted: list[int],
    board: Board,
    most: int = 2,
) -> int:
    """The smallest number of squares that have to move, by trying all; ``most + 1`` if more have to.

    Args:
        wanted: the regions in which pieces stand, a region as often as its number of pieces, in order.
    """
    names = sorted(set(wanted))
    for number in range(most + 1):
        for squares in combinations(owner, number):
            for regions in product(names, repeat=number):
                now = owner | dict(zip(squares, regions, strict=True))
                fitting = sum(sorted(now[s] for s in pieces) == wanted for pieces in arrangements)
                if fitting == 1 and in_one_piece(now, board):
                    return number
    return most + 1


def check_moves(made: Repair, owner: dict[Square, int], board: Board) -> None:
    assert is_repaired(made.puzzle.model)
    (rule,) = (x for x in made.puzzle.model.rules if isinstance(x, Regions))
    now = {s: "ABCDE.".index(rule.map[s.row][s.column]) for s in board.squares}
    assert in_one_piece({s: one if one < len("ABCDE") else -1 for s, one in now.items()}, board)
    before = {s: "ABCDE."[one] for s, one in owner.items()}
    changed = sum("ABCDE."[now[s]] != before[s] for s in owner)
    assert changed == len(made.changes) == made.least


@pytest.mark.parametrize("seed", range(6))
def test_the_fewest_squares_move(seed: int) -> None:
    owner = random_regions(seed)
    regions = "/".join(drawn(owner, BOARD))
    made = repair("queens-puzzle", regions=regions)
    check_moves(made, owner, BOARD)
    assert min(made.least, 3) == fewest_moves(owner, QUEENS, [0, 1, 2, 3, 4], BOARD)
    assert repair("queens-puzzle", regions=regions) == made


@pytest.mark.parametrize("seed", range(4))
def test_two_stars_and_squares_of_no_region(seed: int) -> None:
    board, rng = Board(3, 4), Random(seed)
    owner = {s: 0 if s.column < 2 else 1 for s in board.squares}
    owner |= dict.fromkeys(rng.sample([Square(0, 0), Square(2, 3), Square(0, 3)], 2), -1)
    model = Placement(board, {"K": 4}, [NonAttacking(), Regions(drawn(owner, board), 2)])
    bare = Placement(board, {"K": 4}, [NonAttacking()])
    every = [[piece.square for piece in one.pieces] for one in solutions(bare)]
    wanted = fewest_moves(owner, every, [0, 0, 1, 1], board)
    made = repair(model)
    check_moves(made, owner, board)
    assert min(made.least, 3) == wanted


# -- givens ------------------------------------------------------------------------------


def given_by(solution: Solution, model: Model) -> dict[Square, Any]:
    """What each square could give; an empty one only if the number of pieces is not fixed."""
    if isinstance(solution, Path):
        return {square: n for n, square in enumerate(solution.squares, start=1)}
    assert isinstance(solution, Arrangement)
    kinds = {piece.square: piece.kind for piece in solution.pieces}
    if model.kinds[0].number.low == model.kinds[0].number.high:
        return kinds
    return {square: kinds.get(square) for square in model.board.squares}


def fewest_givens(bare: Model, given: dict[Square, Any]) -> int:
    """The smallest number of squares that give something else, by all subsets of all solutions."""
    every = [given_by(one, bare) for one in solutions(bare)]

    def costs() -> Iterator[int]:
        for told in every:
            for number in range(len(told) + 1):
                for squares in combinations(told, number):
                    if sum(all(one.get(s) == told[s] for s in squares) for one in every) == 1:
                        now = {s: told[s] for s in squares}
                        places = now.keys() | given.keys()
                        missing = object()
                        yield sum(now.get(s, missing) != given.get(s, missing) for s in places)

    return min(costs())


def random_givens(seed: int, squares: int, values: list[Any], board: Board) -> dict[Square, Any]:
    rng = Random(seed)
    return {s: rng.choice(values) for s in rng.sample(board.squares, squares)}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("bare", "values"),
    [
        (Placement("5x5", {"Q": 5}), ["Q"]),
        (Placement("3x3", {"K": "any"}), ["K", None]),
        (Placement("2x3", {"white:N": 2, "black:N": 1}), ["white:N", "black:N"]),
        (Tour("2x3", "K", closed=False), [1, 2, 3, 4, 5, 6]),
    ],
    ids=["queens", "any", "colours", "numbers"],
)
def test_the_fewest_givens_change(bare: Model, values: list[Any], seed: int) -> None:
    given = random_givens(seed, seed, values, bare.board)
    wanted = fewest_givens(bare, given)
    if isinstance(bare, Tour):
        if len(set(given.values())) < len(given):
            pytest.skip("a number that stands twice is refused")
        model: Model = bare.changed(unit="directed", numbers=tuple(given.items()))
    else:
        model = bare.changed(presets=[Preset(s, kind) for s, kind in given.items()])
    made = repair(model)
    assert is_repaired(made.puzzle.model)
    assert len(made.changes) == made.least == wanted


def test_what_has_one_solution_stays() -> None:
    model = Placement("4x4", {"Q": 4}, presets=["Q@b4"])
    made = repair(model)
    assert made.changes == ()
    assert made.puzzle.model == model
    assert str(made) == "nothing to repair: it has one solution"


def test_late_repairs_say_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("nqsat.extensions.puzzles.repair"), "_PROVING", 0.0)
    made = repair("queens-puzzle", regions="ABBBB/AABBC/DDBCC/DDECC/DEEEC", time_limit=600)
    assert is_repaired(made.puzzle.model)
    assert str(made) == f"at most {len(made.changes)} changes, and at least 0"


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (Placement("8x8", {"K": 8}, [Permutation(), NonAttacking(), Regions(("." * 8,) * 8)]),
         "regions: the map is empty"),
        (Placement("2x2", {"K": "any"}, [Regions(("AA", "BB"))]), "regions: 2 regions with 1"),
        (Placement("2x2", {"K": 2}), "model: no change of this sort"),
        (Tour("4x4", "K"), "from: a closed tour is repaired if"),
        # A cell of the sea was given, which no picture shows.
        (find_family("nurikabe")("..../3..1/...."), "model: its clues stay: a repair changes"),
        (find_family("numberlink")("A..B/..../A..B"), "model: its clues stay: a repair changes"),
    ],
)  # fmt: skip
def test_what_cannot_be_repaired_is_said(model: Model, said: str) -> None:
    with pytest.raises(InvalidModel, match=said):
        repair(model)


def test_no_time_is_said() -> None:
    with pytest.raises(Undecided, match=r"no repair within 1e-09 s"):
        repair("queens-puzzle", regions="ABBBB/AABBC/DDBCC/DDECC/DEEEC", time_limit=1e-9)


def test_words() -> None:
    made: Repair = repair(Placement("8x8", {"Q": 8}, presets=["Q@a1", "Q@b2"]))
    assert [text.split()[0] for text in made.changes].count("without") == 1
    assert made.to_json()["changes"] == list(made.changes)
    made = repair("star-battle", regions="AABB/AABB/CCDD/CCDD", stars=1)
    assert made.parameters({"regions": "4x4"})["regions"] not in ("4x4", "AABB/AABB/CCDD/CCDD")
