"""``frontier`` with constraints on components: against brute force, published numbers, and in parts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from support.day_subset import seeds
from support.oracle.cnf import meets

import nqsat
from nqsat import Placement
from nqsat.counting import numbered
from nqsat.engines.frontier.program import compile_program
from nqsat.engines.layered.run import count_layers
from nqsat.modelling import Constraint, OneComponent, Sum
from nqsat.rules import Connected, Degrees

VARIABLES = 8


def graph(chance: Random) -> OneComponent:
    """A random graph, some of whose nodes share variables, and some of whose literals are negative."""
    nodes = chance.randint(1, 9)
    literals = tuple(chance.choice((1, 1, -1)) * chance.randint(1, VARIABLES) for _ in range(nodes))
    edges = [pair for pair in combinations(range(nodes), 2) if chance.random() < 0.35]
    return OneComponent(literals, tuple(edges), acyclic=chance.random() < 0.4)


def bound(chance: Random) -> Sum:
    literals = tuple(chance.choice((1, -1)) * x for x in chance.sample(range(1, VARIABLES + 1), 3))
    return chance.choice((Sum(1, None, literals), Sum(0, 2, literals), Sum(0, 1, literals)))


@seeds(60)
def test_random_graphs_and_bounds_in_any_order(seed: int) -> None:
    chance = Random(seed)
    components = [graph(chance) for _ in range(chance.randint(1, 2))]
    sums = [bound(chance) for _ in range(chance.randint(0, 3))]
    order = chance.sample(range(1, VARIABLES + 1), VARIABLES)
    program = compile_program(sums, order, None, components)
    (found,) = [piece.numbers for piece in count_layers(program, 10**8) if piece.numbers]
    constraints: list[Constraint] = [*sums, *components]
    wanted = 0
    for values in product((False, True), repeat=VARIABLES):
        true = frozenset(x for x, value in enumerate(values, start=1) if value)
        wanted += all(meets(constraint, true) for constraint in constraints)
    assert int(found[0][1]) == wanted


@pytest.mark.parametrize("seed", range(12))
def test_solutions_by_their_numbers(seed: int) -> None:
    """Also where the empty set, or one with a component, may come out at the end."""
    chance = Random(seed)
    what: Any = chance.choice(("occupied", "empty"))
    by, acyclic = chance.choice("WK"), chance.random() < 0.4
    rules: list[nqsat.Rule] = [Connected(what, by=by, acyclic=acyclic), Degrees("..2")]
    board = chance.choice(("3x3", "2x4", "torus:3x3", "hex:2"))
    model = Placement(board, {chance.choice("WKN"): chance.choice(("any", "1..", "..3"))}, rules)
    every, listed = (
        numbered(model, engine="frontier"),
        {*nqsat.solutions(model, engine="backtrack")},
    )
    found = [every.at(k) for k in range(every.total)]
    assert (len(found), {*found}) == (len(listed), listed)
    assert [every.before(one) for one in found] == [*range(every.total)]
    held = {piece: number for piece, number in every.holding().items() if number}
    assert held == Counter(piece for one in listed for piece in one.pieces)
