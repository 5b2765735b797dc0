"""Sums with small and large weights, as clauses and scaled down, against all assignments."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from pysat.solvers import Solver

from nqsat import Placement, count, solutions, solve
from nqsat.compiling import cnf, lower, to_cnf
from nqsat.compiling.cnf import _CnfWriter, find_encoding
from nqsat.compiling.sums import sums_of
from nqsat.formulas import weighted
from nqsat.formulas.weighted import scaled_down
from nqsat.modelling import Sum
from nqsat.rules import Objective

#: Weights of the sums that are drawn: small, medium, and those that no list of copies should have.
LARGEST = (3, 20, 5_000)


def drawn(seed: int) -> tuple[tuple[int, ...], Sum]:
    """Weights of variables 1, 2, …, some of them negated, and a bound: ≤, ≥, = or both."""
    chance = Random(seed)
    weights = tuple(chance.randint(1, chance.choice(LARGEST)) for _ in range(chance.randint(1, 7)))
    literals = [x * chance.choice((1, 1, -1)) for x in range(1, len(weights) + 1)]
    copies = tuple(x for x, weight in zip(literals, weights, strict=True) for _ in range(weight))
    total = sum(weights)
    some = sum(weight for weight in weights if chance.random() < 0.5)
    other = chance.randint(some, total)
    low, high = chance.choice([(0, some), (some, None), (some, some), (some, other), (0, other)])
    return weights, Sum(low, high, copies)


def satisfying(bound: Sum, variables: int) -> set[tuple[int, ...]]:
    every = product(*((-x, x) for x in range(1, variables + 1)))
    high = len(bound.literals) if bound.high is None else bound.high
    return {
        signs for signs in every if bound.low <= sum(x in signs for x in bound.literals) <= high
    }


def by_clauses(clauses: Sequence[Sequence[int]], variables: int) -> set[tuple[int, ...]]:
    every = product(*((-x, x) for x in range(1, variables + 1)))
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        return {signs for signs in every if solver.solve(assumptions=signs)}


@pytest.mark.parametrize("encoding", ["auto", "totalizer"])
@pytest.mark.parametrize("seed", range(150))
def test_clauses_allow_what_the_sum_allows(seed: int, encoding: str) -> None:
    weights, bound = drawn(seed)
    writer = _CnfWriter(len(weights), find_encoding(encoding), "lazy")
    assert by_clauses(writer.write(bound), len(weights)) == satisfying(bound, len(weights))


@pytest.mark.parametrize("seed", range(60))
def test_adders_do_where_a_diagram_is_too_large(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weighted, "MOST_NODES", 1)
    test_clauses_allow_what_the_sum_allows(seed, "auto")


@pytest.mark.parametrize("seed", range(150))
def test_smaller_weights_say_the_same(seed: int) -> None:
    weights, bound = drawn(seed)
    literals = dict.fromkeys(bound.literals)
    named = {x: bound.literals.count(x) for x in literals}
    made = scaled_down(bound.low, bound.most, named)
    if made is not None:
        low, high, small = made
        assert max(small.values(), default=0) < max(weights)
        copies = tuple(x for x, weight in small.items() for _ in range(weight))
        same = satisfying(Sum(low, high, copies), len(weights))
        assert same == satisfying(bound, len(weights))


def test_very_many_literals_are_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cnf, "ADDED_FROM", 5)
    monkeypatch.setattr(cnf, "COUNTED_UP_TO", 1)
    for low, high in [(0, 3), (4, None), (2, 4), (3, 3), (0, 6), (7, None)]:
        bound = Sum(low, high, (1, -2, 3, 4, -5, 6, 7))
        writer = _CnfWriter(7, find_encoding("auto"), "lazy")
        assert by_clauses(writer.write(bound), 7) == satisfying(bound, 7)
        assert writer.top > 7 or low in (0, 7)


def test_large_weights_that_mean_at_most_one() -> None:
    assert scaled_down(0, 3000, {1: 2001, 2: 1999, 3: 1997}) == (0, 1, {1: 1, 2: 1, 3: 1})


def test_small_weights_have_no_more_clauses_than_before() -> None:
    for seed in range(200):
        weights, bound = drawn(seed)
        if len(bound.literals) <= weighted.LARGE_TOTAL and not bound.is_clause:
            now = _CnfWriter(len(weights), find_encoding("auto"), "lazy").write(bound)
            repeated = _CnfWriter(len(weights), find_encoding("auto"), "lazy")._unweighted(bound)
            assert len(now) <= len(repeated)


def test_the_queens_that_took_longer_than_the_limit() -> None:
    # A literal was repeated 33,331 times in clauses, in images under symmetries, in names.
    model = Placement("8x8", {"Q": 8})
    a, b, c = (model.at("Q", x) for x in ("a1", "b3", "c5"))
    heavy = model.with_rules(33331 * a + 33329 * b + 33327 * c <= 50000)
    light = model.with_rules(a + b + c <= 1)
    assert sum(len(bound.literals) for bound in sums_of(lower(heavy).constraints)) < 1_000
    assert len(to_cnf(lower(heavy)).clauses) == len(to_cnf(lower(light)).clauses)
    assert [count(heavy, engine=x).value for x in ("sat", "frontier", "bitboard")] == [89] * 3
    assert count(light).value == 89


@pytest.mark.parametrize("seed", range(12))
def test_rules_with_large_weights_are_counted_alike(seed: int) -> None:
    chance = Random(seed)
    model = Placement("3x3", {"K": "any"})
    squares = chance.sample([f"{file}{rank}" for file in "abc" for rank in "123"], 5)
    total = sum(chance.randint(500, 3_000) * model.at("K", x) for x in squares)
    bound = chance.randint(1_000, 7_000)
    rules: list[Any] = [total <= bound, total >= bound, total != bound, 2 * total <= bound]
    rule = chance.choice(rules)
    asked = model.with_rules(rule)
    numbers = [count(asked, engine=x).value for x in ("backtrack", "sat", "frontier", "cpsat")]
    assert len(set(numbers)) == 1


#: The squares of a small board, and weights that no list of copies should have, and small ones.
SQUARES = [f"{file}{rank}" for file in "abc" for rank in "123"]
WEIGHTS = (3, 400, 40_000)


def weight(chance: Random) -> int:
    return chance.randint(1, chance.choice(WEIGHTS))


@pytest.mark.parametrize("sense", ["maximise", "minimise"])
@pytest.mark.parametrize("seed", range(8))
def test_best_values_with_large_weights(seed: int, sense: Any) -> None:
    chance = Random(seed)
    model = Placement("3x3", {"K": chance.choice(("any", "2..", "..2"))})
    terms = [(weight(chance), model.at("K", x)) for x in chance.sample(SQUARES, 6)]
    terms = [(number, chance.choice((at, ~at))) for number, at in terms]
    total: Any = sum(number * at for number, at in terms)
    asked = model.changed(objective=Objective(sense, total))
    values = [
        sum(number for number, at in terms if (str(at)[-2:] in one) != str(at).startswith("~"))
        for one in (
            {asked.board.name(piece.square) for piece in each.pieces} for each in solutions(model)
        )
    ]
    best = max(values) if sense == "maximise" else min(values)
    for engine in ("auto", "sat", "cpsat", "backtrack"):
        found = solve(asked, engine=engine)
        assert found.optimum is not None
        assert (found.optimum.value, found.optimum.proved) == (best, True), (engine, asked)
    assert count(asked).value == values.count(best)
