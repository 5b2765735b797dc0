"""Components: clauses and cuts compared with every assignment of small graphs."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from random import Random

import pytest
from support.oracle.brute_force import DEEP
from support.oracle.cnf import count_models, meets

from nqsat import Placement
from nqsat.compiling import lower, to_cnf
from nqsat.compiling.components import (
    adjacency_lists,
    anchors_of,
    component_cuts,
    one_component,
    without_components,
)
from nqsat.engines import BacktrackEngine, Listing, SatEngine
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import OneComponent, Sum
from nqsat.modelling.rules.attack_encoding import Gates
from nqsat.rules import Connected


def graph(seed: int) -> OneComponent:
    """A graph of up to six nodes on up to five variables; some literals are negative, some shared."""
    chance = Random(seed)
    nodes = chance.randint(0, 6)
    literals = tuple(chance.choice((1, -1)) * chance.randint(1, 5) for _ in range(nodes))
    if seed % 3 == 0:
        literals = tuple(range(1, nodes + 1))
    edges = [pair for pair in combinations(range(nodes), 2) if chance.random() < 0.45]
    return OneComponent(literals, tuple(edges), acyclic=seed % 2 == 1)


def assignments(variables: int) -> list[frozenset[int]]:
    every = range(1, variables + 1)
    return [frozenset(some) for size in range(variables + 1) for some in combinations(every, size)]


SEEDS = range(600 if DEEP else 60)


def sums(seed: int) -> list[Sum]:
    """Some bounds on literals of the variables of a graph, and of one more; a literal may be repeated."""
    chance = Random(seed)
    said = [
        tuple(chance.choice((1, 1, -1)) * chance.randint(1, 6) for _ in range(chance.randint(1, 4)))
        for _ in range(1 + seed % 2)
    ]
    return [
        Sum(chance.choice((0, 1, 1, 2)), chance.choice((None, 1, 2)), literals) for literals in said
    ]


@pytest.mark.parametrize("anchored", [False, True])
def test_cuts_exclude_what_breaks_them_and_no_solution(anchored: bool) -> None:
    cut = 0
    for seed in SEEDS:
        one, beside_it = graph(seed), sums(seed) if anchored else []
        beside = adjacency_lists(len(one.literals), one.edges)
        every = [true for true in assignments(6) if all(meets(x, true) for x in beside_it)]
        solutions = [true for true in every if meets(one, true)]
        anchors = anchors_of(one, beside_it)
        for true in every:
            clauses = [*component_cuts(one, beside, true, anchors)]
            assert (not clauses) == (true in solutions), (one, true)
            for clause in clauses:
                cut += 1
                assert not any((abs(x) in true) == (x > 0) for x in clause)
                assert all(any((abs(x) in kept) == (x > 0) for x in clause) for kept in solutions)
    assert cut > 300


def test_a_component_is_separated_from_nodes_that_are_needed() -> None:
    """Of a path of five nodes; what is needed only in some case is separated only in that case."""
    path = OneComponent((1, 2, 3, 4, 5), ((0, 1), (1, 2), (2, 3), (3, 4)))
    beside, true = adjacency_lists(5, path.edges), frozenset((1, 5, 6))
    for said, right in (
        ([], (-1, -5, 2)),
        ([Sum(1, None, (4, 5))], (-1, 2)),
        ([Sum(0, 1, (-4, -5))], (-1, 2)),
        ([Sum(1, None, (4, 5, -6))], (-1, -6, 2)),
        ([Sum(1, None, (4, 5, -7))], (-1, -5, 2)),  # not the case here
        ([Sum(1, None, (4, 5, 6))], (-1, -5, 2)),  # nothing is known of them
    ):
        assert next(component_cuts(path, beside, true, anchors_of(path, said))) == right


def test_clauses_have_as_many_models_as_there_are_solutions() -> None:
    # Of all variables, the auxiliary ones too: these follow from the others.
    numbers = set()
    for seed in SEEDS:
        one, fresh = graph(seed), iter(range(7, 10_000))
        clauses = [clause.literals for clause in one_component(one, Gates(partial(next, fresh)))]
        found = count_models(clauses, next(fresh) - 1)
        assert found == sum(meets(one, true) for true in assignments(6)), one
        numbers.add(found)
    assert len(numbers) > 10


@pytest.mark.parametrize(
    ("number", "told"), [(1, False), (2, True), ("2..3", True), ("any", False), (9, True)]
)
def test_of_several_pieces_each_has_a_neighbour_without_a_cut(
    number: int | str, told: bool
) -> None:
    model = Placement("3x3", {"W": number}, [Connected()])
    formula = lower(model)
    (one,) = (x for x in formula.constraints if isinstance(x, OneComponent))
    adjacency = adjacency_lists(len(one.literals), one.edges)
    beside = [[one.literals[node] for node in nodes] for nodes in adjacency]
    wanted = {frozenset((-x, *others)) for x, others in zip(one.literals, beside, strict=True)}
    clauses = {*map(frozenset, to_cnf(formula, circuit="lazy").clauses)}
    assert (wanted <= clauses) == told
    assert told or wanted.isdisjoint(clauses)
    assert {*Listing(model, SatEngine())} == {*Listing(model, BacktrackEngine())}


def test_only_what_writes_a_group_as_clauses_refuses_a_large_one() -> None:
    """A solver that gets cuts takes it."""
    formula = lower(Placement("30x30", {"W": "any"}, [Connected()]))
    assert without_components(formula, lazy=True).variables >= 900
    with pytest.raises(UnsupportedByEngine, match="formula of a group of 900 squares"):
        without_components(formula)
