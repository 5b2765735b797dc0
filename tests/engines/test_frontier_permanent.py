"""Permanents against Ryser's formula: which models are such counts, and what they count."""

from __future__ import annotations

from itertools import combinations, product
from math import comb, factorial, prod
from random import Random

import pytest
from support.counts import summed

from nqsat import Board, Placement, Square, count
from nqsat.engines import FrontierEngine
from nqsat.engines.frontier.permanent import LEAST_COLUMNS, PermanentPlan, permanent_plan
from nqsat.engines.plans.plan import Plan, run_plan
from nqsat.modelling import Sum
from nqsat.rules import NonAttacking, Permutation

Matrix = list[list[int]]


def permanent(matrix: Matrix) -> int:
    """H. J. Ryser's formula, for a square matrix."""
    size = len(matrix)
    return sum(
        (-1) ** (size - k) * prod(sum(row[c] for c in chosen) for row in matrix)
        for k in range(size + 1)
        for chosen in combinations(range(size), k)
    )


def random_matrix(chance: Random, rows: int, columns: int) -> Matrix:
    return [[int(chance.random() < 0.6) for _ in range(columns)] for _ in range(rows)]


def board_of(matrix: Matrix) -> Board:
    """A hole for each 0."""
    cells = product(range(len(matrix)), range(len(matrix[0])))
    holes = frozenset(Square(*cell) for cell in cells if not matrix[cell[0]][cell[1]])
    return Board(len(matrix), len(matrix[0]), holes=holes)


def planned(model: Placement, *, by_size: bool = False) -> Plan | object:
    return FrontierEngine().quick_plan(model, by_size=by_size)


def test_permutations_on_random_boards() -> None:
    chance, numbers = Random(5), set()
    for size in (10, 11, 12):
        for _ in range(4):
            matrix = random_matrix(chance, size, size)
            expected = permanent(matrix)
            for rule in (Permutation(), NonAttacking()):
                plan = planned(Placement(board_of(matrix), {"R": size}, [rule]))
                assert isinstance(plan, PermanentPlan) or not expected
                assert isinstance(plan, Plan)
                assert summed(run_plan(plan)).total() == expected
            numbers.add(expected)
    assert len(numbers) > 6


def test_rooks_that_leave_files_empty() -> None:
    # As many rows as there are empty files take them, in any order.
    chance = Random(6)
    for rows, columns in ((7, 10), (10, 7), (4, 12)):
        matrix = random_matrix(chance, rows, columns)
        turned = (
            matrix if rows <= columns else [list(column) for column in zip(*matrix, strict=True)]
        )
        empty = abs(rows - columns)
        square = [*turned, *[[1] * max(rows, columns) for _ in range(empty)]]
        expected = permanent(square) // factorial(empty)
        plan = planned(Placement(board_of(matrix), {"R": min(rows, columns)}))
        assert isinstance(plan, PermanentPlan)
        assert summed(run_plan(plan)).total() == expected


def test_a_file_that_must_be_taken() -> None:
    # Two rows and eleven columns, of which the first must be taken: 10 ways for each row.
    rows = [tuple(range(1, 12)), tuple(range(12, 23))]
    columns = [Sum(int(not place), 1, pair) for place, pair in enumerate(zip(*rows, strict=True))]
    sums = [*(Sum(1, 1, row) for row in rows), *columns]
    for one in (
        permanent_plan("some", sums, range(1, 23), None),
        permanent_plan("some", [*sums, Sum(2, 2, tuple(range(1, 23)))], range(1, 23), None),
    ):
        assert one is not None
        assert summed(run_plan(one)).total() == 20
    wrong = [*sums, Sum(3, 3, tuple(range(1, 23)))]
    assert permanent_plan("some", wrong, range(1, 23), None) is None


def test_numbers_that_need_more_than_a_word() -> None:
    plan = planned(Placement("20x20", {"R": 20}))
    assert isinstance(plan, PermanentPlan)
    assert summed(run_plan(plan)).total() == factorial(20)
    plan = planned(Placement("8x21", {"R": 8}))
    assert isinstance(plan, PermanentPlan)
    assert summed(run_plan(plan)).total() == comb(21, 8) * factorial(8)


@pytest.mark.parametrize(
    "model",
    [
        Placement("12x12", {"Q": 12}),
        Placement("12x12", {"R": 11}),
        Placement("12x12", {"R": "any"}),
        Placement("12x12", {"R": 24}, [Permutation(2)]),
        Placement("torus:12x12", {"R": 6, "white:R": 6}),
        Placement(f"{LEAST_COLUMNS - 1}x{LEAST_COLUMNS - 1}", {"R": LEAST_COLUMNS - 1}),
        Placement("31x31", {"R": 31}),
    ],
)
def test_what_is_no_permanent(model: Placement) -> None:
    assert not isinstance(planned(model), PermanentPlan)
    assert not isinstance(planned(Placement("12x12", {"R": 12}), by_size=True), PermanentPlan)


def test_memory_decides_whether_it_is_tried() -> None:
    model = Placement("16x16", {"R": 16})
    assert isinstance(FrontierEngine(10**8).quick_plan(model), PermanentPlan)
    assert not isinstance(FrontierEngine(10**6).quick_plan(model), PermanentPlan)


def test_auto_counts_permutations_by_it() -> None:
    model = Placement("11x11", {"R": 11}, [Permutation()], presets=["-@a1", "R@b3"])
    found = count(model)
    assert (found.value, found.engine) == (factorial(10) - factorial(9), "frontier")
