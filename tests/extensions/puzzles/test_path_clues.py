"""Numberlink and Zip that are made: one solution, which covers the grid, and no number of Zip to spare."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from support.error_asserts import refused

from nqsat import InvalidModel, puzzle, solve, unique
from nqsat.errors import Undecided
from nqsat.extensions.puzzles.path_clues import random_path
from nqsat.modelling import Moves, Path
from nqsat.sources import find_family

SIZES = [(2, 3), (3, 3), (4, 5), (1, 4), (6, 6)]


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_a_random_path_goes_through_all_squares(rows: int, columns: int) -> None:
    made = set()
    for seed in range(40):
        path = random_path(rows, columns, Random(seed))
        assert sorted(path) == [(r, c) for r in range(rows) for c in range(columns)]
        assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(path))
        made.add(min(tuple(path), tuple(reversed(path))))
    # 2 × 3 squares have 8 paths; on 1 × 4 there is one.
    assert len(made) == {(2, 3): 8, (1, 4): 1}.get((rows, columns), len(made))
    assert min(rows, columns) < 2 or len(made) > 5


@pytest.mark.parametrize("seed", range(4))
def test_numberlink_has_one_solution_that_covers_the_grid(seed: int) -> None:
    made = puzzle("numberlink", "5x5", seed=seed)
    text = str(made.parameters["clues"])
    again = unique("numberlink", clues=text)
    assert again.verdict == "unique"
    assert again.found == (made.solution,)
    assert made.givens == (f"clues={text}",)
    solution = made.solution
    assert isinstance(solution, Moves)
    squares = {square for move in solution.moves for square in (move.here, move.there)}
    assert len(squares) == 25
    letters = [x for x in text if x.isalpha()]
    assert all(letters.count(x) == 2 for x in letters)
    assert len(solution.moves) == 25 - len({*letters})
    assert puzzle("numberlink", "5x5", seed=seed) == made
    assert made.difficulty.rated


@pytest.mark.parametrize("seed", range(3))
def test_zip_has_one_solution_and_needs_every_number_between(seed: int) -> None:
    made = puzzle("zip-path", "4x4", seed=seed)
    rows = find_family("zip-path").clue_rows(made.parameters)
    path = made.solution
    assert isinstance(path, Path)
    assert len(path.squares) == 16
    given = {int(x): (r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x != "."}
    assert [*given] != []
    order = [given[number] for number in sorted(given)]
    assert sorted(given) == [*range(1, len(given) + 1)]
    assert [tuple(x) for x in path.squares if tuple(x) in order] == order
    assert order[0] == tuple(path.squares[0])
    assert order[-1] == tuple(path.squares[-1])
    for left_out in order[1:-1]:
        fewer = [cell for cell in order if cell != left_out]
        cells = [["."] * 4 for _ in range(4)]
        for number, (r, c) in enumerate(fewer, start=1):
            cells[r][c] = str(number)
        text = "/".join(("," if len(fewer) > 9 else "").join(row) for row in cells)
        assert unique("zip-path", numbers=text).verdict == "several"


def test_a_grid_that_cannot_be_one_is_refused() -> None:
    refused(lambda: puzzle("numberlink", "2x2", seed=1), said="too small for a puzzle; write 6x6")
    with pytest.raises(InvalidModel, match="nqsat chooses the clues of numberlink"):
        puzzle("numberlink", "5x5", givens=3, seed=1)
    assert puzzle("numberlink", "5x5", difficulty="medium", seed=1).difficulty.word == "medium"
    with pytest.raises(Undecided, match="no puzzle within"):
        puzzle("numberlink", "9x9", time_limit=1e-9, seed=1)
    with pytest.raises(Undecided, match="no puzzle within"):
        puzzle("numberlink", "40x40", time_limit=0.01, seed=1)  # no such path can be cut


def test_what_has_clues_is_no_empty_grid() -> None:
    assert solve("numberlink", clues="A.A").solution is not None
    assert str(puzzle("numberlink", "A.A", seed=1).solution) == "a1-b1 b1-c1"


@pytest.mark.parametrize("seed", range(3))
def test_zip_has_walls_that_no_path_crosses(seed: int) -> None:
    made = puzzle("walled-zip", "4x5", seed=seed)
    text = str(made.parameters["numbers"])
    assert "|" in text
    path = made.solution
    assert isinstance(path, Path)
    rows = find_family("walled-zip").clue_rows(made.parameters)
    crossed = {frozenset(move) for move in path.moves}
    walls = [
        frozenset({(r, c), (r + b, c + a)})
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
        for mark, a, b in (("|", 1, 0), ("_", 0, 1))
        if mark in cell
    ]
    assert len(walls) == 3  # of 31 sides
    assert crossed.isdisjoint(walls)
    assert unique("zip-path", numbers=text).found == (path,)
    assert made.difficulty.rated


def test_walls_that_are_given_stay() -> None:
    ground = ".|,.,.,./.,.,._,./.,.,.,."
    made = puzzle("zip-path", ground, seed=1)
    given = find_family("zip-path").clue_rows(made.parameters)
    assert [[x.lstrip(".0123456789") for x in row] for row in given] == [
        ["|", "", "", ""], ["", "", "_", ""], ["", "", "", ""]
    ]  # fmt: skip
    refused(lambda: puzzle("zip-path", ".|_,.,./.,.,./.,.,.", seed=1), said="has no solution")
    with pytest.raises(InvalidModel, match=r"numbers: a wall is outside the grid"):
        solve("zip-path", numbers="1,.|/.,2")
