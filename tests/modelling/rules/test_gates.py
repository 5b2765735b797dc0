"""Gates: thresholds that hold if somebody stands, as clauses."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest
from oracle import DEEP
from oracle_cnf import Dpll, projected

from nqsat import Square
from nqsat.modelling.rules.sight import Gates
from nqsat.rules import Number


class Numbers:
    """Variables that are handed out."""

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
        gates = Gates(variables)
        found = [*gates.bounded_if(1, Number(low, high), literals), *gates.definitions]
        clauses = [clause.literals for clause in found]
        wanted = set()
        for values in product((False, True), repeat=size + 1):
            true = frozenset(x for x, value in enumerate(values, start=1) if value)
            number = sum((x > 0) == (abs(x) in true) for x in literals)
            if 1 not in true or number in Number(low, high):
                wanted.add(true)
        assert projected(clauses, tuple(range(1, size + 2))) == wanted
        solver = Dpll(clauses)
        assert (solver.count(variables.count) if solver.start() else 0) == len(wanted)


def test_few_combinations_are_written_out() -> None:
    variables = Numbers(6)
    assert len(list(Gates(variables).bounded_if(1, Number(1, 1), [2, 3, 4, 5, 6]))) == 11
    assert variables.count == 6
    list(Gates(variables).bounded_if(1, Number(9, 9), range(2, 32)))
    assert variables.count > 6
