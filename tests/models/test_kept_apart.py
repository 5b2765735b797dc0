"""Men kept apart by pawns, men that attack a given number: families checked by other known facts."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise, product
from typing import Any

import pytest
from support.oracle.brute_force import DEEP

import nqsat

CATALOGUE: Any = import_module("nqsat.models")


@pytest.mark.parametrize(
    ("n", "robbins"), [(0, 1), (1, 1), (2, 2), (3, 7), (4, 42), *[(5, 429)] * DEEP]
)
def test_rooks_with_pawns_are_alternating_sign_matrices(n: int, robbins: int) -> None:
    # The matrices themselves, from their definition: lines sum to 1 and their signs alternate.
    def alternates(line: tuple[int, ...]) -> bool:
        signs = [x for x in line if x]
        return sum(line) == 1 and all(a != b for a, b in pairwise(signs))

    rows = [row for row in product((-1, 0, 1), repeat=n) if alternates(row)]
    matrices = [
        matrix
        for matrix in product(rows, repeat=n)
        if all(alternates(column) for column in zip(*matrix, strict=True))
    ]
    assert len(matrices) == robbins
    for k in range(n + 1):
        found = set()
        for one in nqsat.solutions(CATALOGUE.rooks_with_pawns(n, k)):
            entry = {man.square: 1 if man.kind == "R" else -1 for man in one.men}
            found.add(tuple(tuple(entry.get((r, c), 0) for c in range(n)) for r in range(n)))
        assert found == {m for m in matrices if sum(row.count(-1) for row in m) == k}


@pytest.mark.deep
@pytest.mark.parametrize(("n", "count"), [(7, 20), (8, 128)])
def test_queens_with_one_pawn(n: int, count: int) -> None:
    assert nqsat.count(CATALOGUE.queens_with_pawns(n, 1)).value == count


def test_each_attacking_none_is_non_attacking() -> None:
    assert nqsat.count(CATALOGUE.queens_each_attacking(4, 4, 0)).value == 2
    knights = nqsat.count(CATALOGUE.knights_each_attacking(4, 4, 0)).value
    assert knights == nqsat.count(CATALOGUE.knights(4, 4)).value


def test_two_knights_that_attack_each_other_are_a_move() -> None:
    # There are 4 (n - 1)(n - 2) moves of a knight, each way counted once.
    for n in range(6):
        moves = 4 * (n - 1) * (n - 2) if n else 0
        assert nqsat.count(CATALOGUE.knights_each_attacking(n, 2, 1)).value == moves
