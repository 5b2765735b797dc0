"""Circuits as clauses, on all kinds of small graphs, against permutations of their nodes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count, permutations
from random import Random

import pytest
from support.formulas import check_blocking, formula_of
from support.oracle.cnf import projected as projections
from support.oracle.cnf import projected_models, raw_count, solutions_of

from nqsat import Placement, Tour
from nqsat.compiling import CIRCUITS, Formula, cuts, lower, to_cnf
from nqsat.compiling.circuits import connecting_clauses, degree_clauses
from nqsat.compiling.paths import degrees
from nqsat.modelling import Circuit

NAMES = [encoding.name for encoding in CIRCUITS if encoding.name != "lazy"]
Arc = tuple[int, int]


def formula(constraint: Circuit) -> Formula:
    return formula_of(len(constraint.literals), constraint)


def circuit(
    nodes: int, arcs: list[Arc], positions: tuple[tuple[int, int], ...] = (), origin: int = 0
) -> Circuit:
    numbered = tuple((a, b, x) for x, (a, b) in enumerate(arcs, start=1))
    return Circuit(nodes, numbered, directed=True, origin=origin, positions=positions)


def written(one: Circuit) -> list[tuple[int, ...]]:
    return [clause for degree in degrees(one) for clause in degree_clauses(degree)]


def ring(nodes: int) -> list[Arc]:
    return [(i, (i + 1) % nodes) for i in range(nodes)]


def cycle(nodes: int, edges: list[Arc]) -> Circuit:
    return Circuit(nodes, tuple((a, b, x) for x, (a, b) in enumerate(edges, start=1)))


def hamiltonian(one: Circuit) -> set[frozenset[int]]:
    """The literals of every Hamiltonian circuit, from all orders of the nodes."""
    arcs = one.directed
    literal: dict[Arc, int] = {}
    for a, b, x in one.links:
        literal[a, b] = x
        if not arcs:
            literal[b, a] = x
    origin = one.origin or 0
    found = set()
    for rest in permutations([node for node in range(one.nodes) if node != origin]):
        order = (origin, *rest)
        steps = list(zip(order, order[1:] + order[:1], strict=True))
        if any(step not in literal for step in steps):
            continue
        if any(order[at] != node for node, at in one.positions):
            continue
        found.add(frozenset(literal[step] for step in steps))
    return found


def random_circuits(number: int, seed: int, nodes: range = range(2, 6)) -> Iterator[Circuit]:
    random = Random(seed)
    for index in range(number):
        n = random.choice(nodes)
        dense = random.choice([0.5, 0.8, 1.0])
        arcs = [(a, b) for a in range(n) for b in range(n) if a != b and random.random() < dense]
        random.shuffle(arcs)
        origin = random.randrange(n) if index % 3 else 0
        places: tuple[tuple[int, int], ...] = ()
        if index % 2:
            given = random.sample(range(n), random.randint(1, 2))
            places = tuple((node, random.randrange(n)) for node in given)
        yield circuit(n, arcs, places, origin)


def random_cycles(number: int, seed: int, most: int = 5) -> Iterator[Circuit]:
    random = Random(seed)
    for _ in range(number):
        n = random.randint(3, most)
        pairs = [p for p in combinations(range(n), 2) if random.random() < random.choice([0.7, 1])]
        random.shuffle(pairs)
        yield cycle(n, [p if random.random() < 0.5 else p[::-1] for p in pairs])


# -- encodings -------------------------------------------------------------------------------


def exactly(one: Circuit, name: str, wanted: set[frozenset[int]]) -> None:
    """An encoding allows these sets of links, each in one way."""
    cnf = to_cnf(formula(one), circuit=name)
    assert projected_models(cnf) == wanted, one
    assert raw_count(cnf) == len(wanted), f"{name} has models of its own on {one}"


@pytest.mark.parametrize("name", NAMES)
class TestEncodings:
    """Complete formulas: exactly the Hamiltonian circuits, each as one model."""

    def test_digraphs(self, name: str) -> None:
        seen = 0
        for one in random_circuits(60, seed=1):
            wanted = hamiltonian(one)
            seen += len(wanted)
            exactly(one, name, wanted)
        assert seen > 60

    def test_undirected(self, name: str) -> None:
        for one in random_cycles(20, seed=2):
            exactly(one, name, hamiltonian(one))

    @pytest.mark.parametrize("nodes", [6, 7, 8, 9, 16, pytest.param(17, marks=pytest.mark.deep)])
    def test_every_way_to_fall_apart(self, name: str, nodes: int) -> None:
        """Powers of two, products of primes: the arithmetic must not close a circuit too soon."""
        for length in range(2, nodes - 1):
            # Node 0 on the first circuit, ``length`` nodes on the one without it.
            near = nodes - length
            one = circuit(nodes, ring(near) + [(near + a, near + b) for a, b in ring(length)])
            clauses = [*written(one), *connecting_clauses(one, name, count(nodes + 1).__next__)]
            assert not any(True for _ in solutions_of(clauses, ())), (name, nodes, length)
        assert raw_count(to_cnf(formula(circuit(nodes, ring(nodes))), circuit=name)) == 1


# -- cuts ------------------------------------------------------------------------------------


def test_cuts() -> None:
    """A cut is implied by every solution, broken by the assignment, and there for all others."""
    ones: list[Circuit] = [
        *random_circuits(80, seed=7),
        *random_cycles(30, seed=8, most=6),
        cycle(6, list(combinations(range(6), 2))),
        circuit(5, list(permutations(range(5), 2)), ((3, 2), (4, 4)), 1),
        circuit(5, list(permutations(range(5), 2)), ((1, 2),), 1),  # the origin elsewhere: never
    ]
    broken = 0
    for one in ones:
        solutions = hamiltonian(one)
        lazy = cuts(formula(one))
        shown = tuple(x for *_, x in (one.links))
        for true in projections(written(one), shown):
            clauses = lazy.violated_clauses(sorted(true))
            assert (not clauses) == (true in solutions), one
            for clause in clauses:
                broken += 1
                assert clause
                assert all(-x in true for x in clause)
                forbidden = frozenset(-x for x in clause)
                assert not any(forbidden <= solution for solution in solutions), (one, clause)
    assert broken > 300


def test_cuts_are_made_for_circuits_only() -> None:
    assert not cuts(lower(Placement("3x3", {"Q": 2}))).constraints
    assert len(cuts(lower(Tour("6x6", "N"))).constraints) == 1


# -- blocking --------------------------------------------------------------------------------


def test_blocking_excludes_one_solution_only() -> None:
    """Also in triangles, where two edges leave no choice, and on two nodes."""
    shortened = 0
    ones: list[Circuit] = [
        *random_circuits(60, seed=9), *random_cycles(25, seed=10, most=6),
        cycle(3, [(0, 1), (1, 2), (2, 0)]), circuit(2, [(0, 1), (1, 0)]),
        circuit(3, list(permutations(range(3), 2))), cycle(6, list(combinations(range(6), 2))),
    ]  # fmt: skip
    for one in ones:
        solutions = hamiltonian(one)
        shortened += one.nodes * len(solutions) - check_blocking(formula(one), solutions)
    assert shortened > 50
