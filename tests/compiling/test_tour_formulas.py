"""From tours to formulas and back: the two forms, what the variables are called, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from random import Random

import pytest
from support.error_asserts import refused
from support.formulas import check_blocking, cp_sat_solutions, satisfied
from support.oracle.brute_force import DEEP
from support.oracle.cnf import count_models, projected_models, raw_count
from support.oracle.models import small_tours

from nqsat import Board, Factor, Path, Rule, Square, Tour, UnsupportedByEngine
from nqsat.chess import symmetries
from nqsat.compiling import blocking, cuts, lower, lower_numbers, to_cnf
from nqsat.engines import BacktrackEngine, Listing, SatEngine
from nqsat.modelling import Clause, Sum
from nqsat.modelling.setting import TourSetting
from nqsat.modelling.vocabulary import Links


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
            assert all(satisfied(clause, solution) for solution in solutions)
    assert cut or isinstance(model, Tour)


# -- a variable for a square and its number --------------------------------------------------------


@pytest.mark.parametrize("tour", small_tours(), ids=repr)
def test_every_tour_once(tour: Tour) -> None:
    if tour.fixed_by or not tour.directed or (tour.closed and tour.start is None):
        refused(lambda: lower_numbers(tour), "fixed_by" if tour.fixed_by else "unit")
        return
    formula = lower_numbers(tour)
    cnf = to_cnf(formula)
    models = projected_models(cnf)
    wanted = set(Listing(tour, BacktrackEngine()))
    assert {formula.reader.decode(sorted(true)) for true in models} == wanted
    assert len(models) == raw_count(cnf) == len(wanted)


def test_what_variables_say_and_where_symmetries_take_them() -> None:
    tour = Tour("2x3", "K", closed=False)
    reader = lower_numbers(tour).reader
    assert reader.name(1) == "a2=1"
    assert reader.name(36) == "c1=6"
    for symmetry in symmetries(tour.board):
        for path in Listing(tour, BacktrackEngine(), limit=3):
            place = {square: index for index, square in enumerate(tour.board.squares)}
            true = [place[square] * 6 + k for k, square in enumerate(path.squares, start=1)]
            moved = [reader.permutation(symmetry)[x] for x in true]
            assert reader.decode(moved) == path.image(symmetry)


def test_a_board_too_large_is_refused() -> None:
    with pytest.raises(UnsupportedByEngine, match="17x17 has 289"):
        lower_numbers(Tour("17x17", "K", closed=False))


# -- positions -------------------------------------------------------------------------------------


def drawn(seed: int) -> Tour:
    """A tour with some numbers of a tour of its board, of which one may be wrong."""
    chance = Random(seed)
    board = Board.from_map(
        chance.choice(["...\n...\n...", "....\n....", "...\n.#.\n...", "..\n..\n.."])
    )
    piece, closed = chance.choice("WKK"), chance.random() < 0.3
    start = "a1" if closed else None
    tours = list(Listing(Tour(board, piece, closed=closed, start=start), BacktrackEngine()))
    if not tours:
        return drawn(seed + 1000)
    tour: Path = chance.choice(tours)
    squares = [*enumerate(tour.squares, start=1)]
    if closed and tour.squares[0] != board.parse_square("a1"):
        return drawn(seed + 1000)
    given = dict(chance.sample(squares, chance.randint(1, 4)))
    if seed % 4 == 0:
        number = chance.choice([k for k, _ in squares])
        given = {k: x for k, x in given.items() if k != number}
        others = [x for _, x in squares if x not in given.values()]
        given[number] = chance.choice(others)
    numbers = {board.name(square): number for number, square in given.items()}
    return Tour(board, piece, closed=closed, numbers=numbers, start=start)


@pytest.mark.parametrize("seed", range(200 if DEEP else 40))
def test_the_clauses_have_a_model_for_each_solution(seed: int) -> None:
    model = drawn(seed)
    wanted = {*Listing(model, BacktrackEngine())}
    assert {*Listing(model, SatEngine())} == wanted
    cnf = to_cnf(lower(model), circuit="lazy")
    assert cnf.variables > len(cnf.projection)  # so there are positions
    assert count_models(cnf.clauses, cnf.variables) == len(wanted)
