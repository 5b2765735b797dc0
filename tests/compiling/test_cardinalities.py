"""Every encoding against the meaning of cardinalities, for all small n and k.

What is compared is the set of projected assignments.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from support.error_asserts import refused
from support.formulas import formula_of, meaning
from support.oracle.brute_force import DEEP
from support.oracle.cnf import projected_models, raw_count

from nqsat.compiling import ENCODINGS, to_cnf
from nqsat.compiling import cnf as cnf_module
from nqsat.compiling.cnf import MANY_LITERALS
from nqsat.modelling import Constraint, Sum
from nqsat.rules import AtLeast, AtMost, Clause, Exactly

N = 6 if DEEP else 5
NAMES = [encoding.name for encoding in ENCODINGS]


def all_cardinalities(n: int) -> Iterator[Constraint]:
    """Bounds from −1 to n + 1: also those that are always or never met; negated literals too."""
    for signs in {(1,) * n, (-1,) * n, tuple((-1) ** i for i in range(n))}:
        literals = tuple(sign * x for sign, x in zip(signs, range(1, n + 1), strict=True))
        yield Clause(literals)
        for bound in range(-1, n + 2):
            yield AtMost(bound, literals)
            yield AtLeast(bound, literals)
            yield Exactly(bound, literals)
            yield Sum(1, bound, literals)


@pytest.mark.parametrize(
    ("encoding", "many"), [*((name, MANY_LITERALS) for name in NAMES), ("auto", 0)]
)
def test_projected_models_are_the_meaning(
    encoding: str, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cnf_module, "MANY_LITERALS", many)
    for n in range(N + 1):
        for constraint in all_cardinalities(n):
            cnf = to_cnf(formula_of(n, constraint), encoding)
            got = projected_models(cnf)
            assert got == meaning(n, [constraint]), f"{encoding}: {constraint}"


@pytest.mark.parametrize("encoding", NAMES)
def test_auxiliaries_of_two_constraints_are_apart(encoding: str) -> None:
    # Two cardinalities that shared an auxiliary would each be right and wrong together.
    pairs: list[tuple[Constraint, Constraint]] = [
        (AtMost(2, (1, 2, 3, 4)), AtLeast(2, (2, 3, 4, 5))),
        (Exactly(2, (1, 2, 3, 4, 5)), Exactly(1, (1, 3, 5))),
        (AtMost(1, (1, 2, 3, 4)), AtMost(1, (2, 3, 4, 5))),
        (Exactly(1, (-1, 2, -3)), AtMost(2, (1, 3, -4, 5))),
        (Clause(()), AtMost(1, (1, 2, 3))),
        (Exactly(3, (1, 2, 3, 4, 5)), Exactly(3, (5, 4, 3, 2, 1))),
    ]
    for pair in pairs:
        # Two auxiliaries of the formula's own (6 and 7) lie before the encoding's.
        cnf = to_cnf(formula_of(5, *pair, variables=7), encoding)
        assert projected_models(cnf) == meaning(5, pair)


@pytest.mark.parametrize(
    ("encoding", "bound"), [("totalizer", 900), ("seqcounter", 900), ("pairwise", 1)]
)
def test_what_cannot_be_interrupted_is_not_long(encoding: str, bound: int) -> None:
    # One call of PySAT writes all clauses: 3,844 literals and a bound of 2,000 took half a minute.
    large = formula_of(1500, Sum(0, bound, tuple(range(1, 1501))))
    refused(lambda: to_cnf(large, encoding), "encoding", f"{encoding} takes about 1,")
    assert to_cnf(large, "auto").clauses
    assert to_cnf(large, "cardnetwrk").clauses
    short = formula_of(600, Sum(0, min(bound, 300), tuple(range(1, 601))))
    assert to_cnf(short, encoding).clauses


def test_literals_are_bounded() -> None:
    # A literal that is no variable would abort a native solver.
    for literal in (0, 3, -3, 2**31 - 1):
        refused(partial(formula_of, 2, Clause((literal,))))


def test_unmentioned_variables_are_mentioned() -> None:
    # Solvers drop a variable that is in no clause, and its solutions with it.
    cnf = to_cnf(formula_of(4, Clause((1, -3))))
    assert {abs(x) for clause in cnf.clauses for x in clause} == {1, 2, 3, 4}
    assert sum(count for _, count in cnf.origins) == len(cnf.clauses)
    assert raw_count(cnf) == 12
