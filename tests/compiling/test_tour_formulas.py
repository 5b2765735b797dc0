"""From tours to formulas and back: the two forms, what the variables are called, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

import pytest
from support.formulas import check_blocking, cp_sat_solutions, satisfied
from support.oracle.cnf import projected_models
from support.oracle.models import small_tours

from nqsat import Board, Factor, Path, Rule, Square, Tour
from nqsat.compiling import blocking, cuts, lower, to_cnf
from nqsat.engines import BacktrackEngine, Listing
from nqsat.modelling import Circuit, Clause, Sum
from nqsat.modelling.setting import TourSetting
from nqsat.modelling.vocabulary import Links


@pytest.mark.parametrize(
    ("tour", "arcs"),
    [
        # Edges for tours without direction and where an end gives it; arcs for the rest.
        (Tour("3x3", "K"), False),
        (Tour("3x3", "K", closed=False, unit="undirected"), False),
        (Tour("3x3", "K", closed=False, start="a1"), False),
        (Tour("3x3", "K", closed=False, end="a1"), False),
        (Tour("3x3", "K", unit="directed"), True),
        (Tour("3x3", "K", closed=False), True),
        (Tour("3x3", "fsWbF"), True),
        (Tour("3x3", "K", closed=False, start="a1", numbers={"b2": 2}), True),
    ],
)
def test_the_two_forms(tour: Tour, arcs: bool) -> None:
    (found,) = [c for c in lower(tour).constraints if isinstance(c, Circuit)]
    assert found.directed == arcs
    assert found.is_whole
    assert found.nodes == 9 + (not tour.closed)


@pytest.mark.parametrize(
    ("tour", "names"),
    [
        (
            Tour("1x3", "W", closed=False, unit="undirected"),
            ["a1-b1", "a1-hub", "b1-c1", "b1-hub", "c1-hub"],
        ),
        (
            Tour("1x3", "rW", closed=False, start="a1"),
            ["a1>b1", "a1>hub", "b1>c1", "b1>hub", "c1>hub", "hub>a1"],
        ),
        # On a torus a wazir reaches his neighbour both ways round: one edge.
        (Tour("torus:1x2", "W", closed=False, unit="undirected"), ["a1-b1", "a1-hub", "b1-hub"]),
    ],
)
def test_names(tour: Tour, names: list[str]) -> None:
    lowered = lower(tour)
    assert sorted(map(lowered.reader.name, lowered.projection)) == names
    assert {lowered.reader.weight(x) for x in lowered.projection} == {1}


TOURS = [
    *small_tours(),
    Tour("3x3", "K"),
    Tour("3x4", "N", closed=False, unit="undirected"),
    Tour("torus:3x3", "W"),
]


@pytest.mark.parametrize("tour", TOURS, ids=repr)
def test_a_cp_model_has_each_tour_once(tour: Tour) -> None:
    # Raw solutions of CP-SAT: no free auxiliary, one of the two directions, whatever else is asked.
    lowered = lower(tour)
    found = list(map(lowered.reader.decode, cp_sat_solutions(lowered)))
    assert len(found) == len(set(found))
    assert set(found) == set(Listing(tour, BacktrackEngine()))


# -- up to symmetry --------------------------------------------------------------------------

#: Groups of 1, 2, 4, 8 and more; tours that some of their symmetries leave as they are, and others.
SYMMETRIC = [
    Tour("3x3", "K"),
    Tour("3x3", "K", unit="directed"),
    Tour("2x3", "K", closed=False, unit="undirected"),
    Tour("2x3", "K", closed=False),
    Tour("3x3", "K", start="a1"),
    Tour("3x3", "K", start="b2", numbers={"b2": 1}),
    Tour("2x3", "K", closed=False, unit="undirected", fixed_by="rot180"),
    Tour("3x3", "K", through=["a1-b2"], avoiding=["b2-c3"]),
    Tour("3x3", "K", through=["a1-b2"], avoiding=["b1-c1"]),  # no symmetry is left
    Tour("3x4", "W"),
    pytest.param(Tour("4x4", "W"), marks=pytest.mark.deep),
    Tour("3x3", "fsWbF"),
    Tour("torus:3x3", "rfW"),
    Tour("torus:2x4", "K", fixed_by="rot180"),
    Tour(Board.from_map("...\n.#.\n..."), "K"),
    Tour(Board.from_map("...\n.x.\n..."), "K", closed=False),
]


@pytest.mark.parametrize("tour", SYMMETRIC, ids=repr)
def test_leaders_keep_some_of_each_orbit_and_images_of_cuts_are_cuts(tour: Tour) -> None:
    # What a solution then forbids is its orbit: all of it that the leaders keep, nothing else.
    lowered = lower(tour)
    permutations = [lowered.reader.permutation(symmetry) for symmetry in tour.symmetries()]
    forbid = blocking(lowered, permutations)
    cnf = to_cnf(lowered)
    fresh = count(cnf.variables + 1)
    leaders = tuple(forbid.symmetry_breaking_clauses(lambda: next(fresh)))
    solutions = projected_models(cnf)
    led = replace(cnf, variables=next(fresh) - 1, clauses=cnf.clauses + leaders)
    kept = projected_models(led)
    assert solutions
    assert kept <= solutions
    for solution in solutions:
        orbit = {frozenset(image[x] for x in solution) for image in permutations}
        assert orbit <= solutions
        assert orbit & kept
        if solution in kept:
            clauses = forbid.clauses(sorted(solution))
            left = {one for one in kept if all(satisfied(clause, one) for clause in clauses)}
            assert left == kept - orbit
    lazy = cuts(lowered, forbid.images)
    for true in projected_models(to_cnf(lowered, circuit="lazy")):
        clauses = lazy.violated_clauses(sorted(true))
        assert (not clauses) == (true in solutions)
        assert all(satisfied(clause, one) for clause in clauses for one in solutions)
        assert not clauses or not all(satisfied(clause, true) for clause in clauses)
        sets = {frozenset(clause) for clause in clauses}
        for image in permutations:
            assert {frozenset(-image[-x] for x in clause) for clause in sets} == sets


@dataclass(frozen=True)
class _Corner(Rule):
    """Of the moves from the first corner and its neighbour some are taken: a sum that anchors cycles."""

    name = "corner"
    about = "tour"

    def holds(self, path: Path) -> bool:
        return bool({*map(frozenset, path.moves)} & {*map(frozenset, self._moves())})

    def lower(self, setting: TourSetting, links: Links) -> Iterator[Sum]:
        found = (links.move(*move) for move in self._moves())
        yield Clause(tuple(x for x in found if x is not None))

    def _moves(self) -> list[tuple[Square, Square]]:
        return [(Square(0, 0), Square(0, 1)), (Square(0, 1), Square(0, 2))]


PARTIAL: list[Tour | Factor] = [
    Tour("3x3", "W", visit="some"),
    Tour("2x5", "W", visit="some"),  # two cycles fit beside each other, and nothing must be visited
    Tour("2x5", "W", visit="some", visiting=["a1"]),
    Tour("2x5", "W", visit="some", rules=[_Corner()]),
    Tour("2x5", "W", visit="some", unit="directed"),
    Tour("2x5", "W", visit="some", through=["a1-b1"]),
    Tour("2x6", "W", visit="4..8", start="c1"),
    Tour("2x4", "W", closed=False, visit="some"),
    Tour("2x5", "W", closed=False, visit="some", start="a1", end="a2"),
    Tour("2x4", "W", closed=False, visit="3..", visiting=["d1"]),
    Tour("2x3", "K", visit="some", fixed_by="rot180"),
    Factor("3x4", "W", degree="..2", ends=["a1-b1"]),
    Factor("3x4", "W", ends=["a1-a2", "c1-d1"]),
    Factor("3x4", "W", degree="..2", ends=["a1-a2", "c1-d1"]),
]


@pytest.mark.parametrize("model", PARTIAL, ids=repr)
def test_cycles_that_leave_squares_out_are_cut_and_blocked(model: Tour | Factor) -> None:
    """A cut is implied by every solution and broken by the assignment; a blocked solution alone goes."""
    lowered = lower(model)
    solutions = projected_models(to_cnf(lowered))
    assert solutions
    check_blocking(lowered, solutions)
    assert blocking(lowered).antichain or blocking(lowered).fixed_size
    lazy, cut = cuts(lowered), 0
    for true in projected_models(to_cnf(lowered, circuit="lazy")):
        clauses = lazy.violated_clauses(sorted(true))
        assert (not clauses) == (true in solutions)
        for clause in clauses:
            cut += 1
            assert not satisfied(clause, true)
            assert all(satisfied(clause, one) for one in solutions)
    assert cut or isinstance(model, Tour)
