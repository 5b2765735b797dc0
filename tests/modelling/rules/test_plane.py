"""Rules of the plane: no three in line, distinct differences; and what is published of them."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest
from nights import some
from oracle_rules import check_rule

from nqsat import Arrangement, Board, Placement, count, solutions, solve
from nqsat.compiling import lower
from nqsat.modelling import AtMost
from nqsat.rules import DistinctDifferences, Men, NoThreeInLine, Objective, Permutation


def test_walls_and_holes_do_not_interrupt_a_line() -> None:
    model = Placement(Board.from_map(".#.x."), {"Q": "any"}, [NoThreeInLine()])
    assert len(check_rule(model)) == 7


def test_every_line_is_said_once() -> None:
    # 3 × 3 has eight lines; 4 × 4 has 4 + 4 + 2 of four squares and 4 of three: A018809, three or more.
    def lines(board: Board) -> list[tuple[int, ...]]:
        formula = lower(Placement(board, {"blocker": "any"}, [NoThreeInLine()]))
        bounds = [c for c in formula.constraints if isinstance(c, AtMost) and c.bound == 2]
        return [c.literals for c in bounds]

    assert len(lines(Board(3, 3))) == 8
    assert sorted(map(len, lines(Board(4, 4)))) == [3] * 4 + [4] * 10
    # Two points are on one line only.
    pairs = [pair for line in lines(Board(6, 5)) for pair in combinations(sorted(line), 2)]
    assert len(pairs) == len(set(pairs))
    assert lines(Board.solid(2, 2, 2)) == []
    assert len(lines(Board.solid(3, 3, 3))) == 49


@pytest.mark.parametrize("engine", ["sat", "cpsat", "backtrack"])
def test_men_of_all_kinds_are_on_a_line(engine: str) -> None:
    model = Placement("1x4", {"Q": "2", "N": "any"}, [NoThreeInLine()])
    assert count(model, engine=engine).value == 6
    solid = Placement("3x1x3", {"blocker": 6}, [NoThreeInLine()])
    plane = Placement("3x3", {"blocker": 6}, [NoThreeInLine()])
    assert count(solid, engine=engine).value == count(plane, engine=engine).value == 2


@pytest.mark.parametrize(("n", "number"), [(1, 0), (2, 1), (3, 2), (4, 11), (5, 32), (6, 50)])
def test_two_on_each_line_is_what_is_published(n: int, number: int) -> None:
    # A000755
    model = Placement(Board(n, n), {"blocker": 2 * n}, [NoThreeInLine()])
    assert count(model, engine="sat").value == number
    if n != 5:
        assert count(model, engine="cpsat").value == number
    if n < 5:
        assert count(model, engine="backtrack").value == number


@pytest.mark.parametrize("case", some([(7, 132, 22), (8, 380, 57)], 2))
def test_larger_boards_modulo_symmetry(case: tuple[int, int, int]) -> None:
    # A000755 and A000769; the second rule follows from the first, and helps.
    n, number, orbits = case
    model = Placement(Board(n, n), {"blocker": 2 * n}, [NoThreeInLine(), Permutation(2)])
    assert count(model, engine="sat").value == number
    assert count(model, modulo="symmetry", method="blocking").value == orbits


def test_there_is_no_room_for_more_than_two_on_a_line() -> None:
    model = Placement(
        "5x5", {"blocker": "any"}, [NoThreeInLine()], objective=Objective("maximise", Men())
    )
    outcome = solve(model)
    assert outcome.solution is not None
    assert len(outcome.solution) == 10


@pytest.mark.parametrize("engine", ["sat", "cpsat", "backtrack"])
def test_costas_arrays_are_what_is_published(engine: str) -> None:
    # A008404
    for n, number in enumerate([1, 1, 2, 4, 12, 40, 116]):
        model = Placement(Board(n, n), {"blocker": n}, [Permutation(), DistinctDifferences()])
        assert count(model, engine=engine).value == number


def test_costas_arrays_modulo_symmetry() -> None:
    # A001441: inequivalent Costas arrays, 1, 1, 1, 2, 6, 17 for n = 1 … 6
    model = Placement("6x6", {"blocker": 6}, [Permutation(), DistinctDifferences()])
    assert count(model, modulo="symmetry").value == 17


@pytest.mark.parametrize(
    ("length", "marks"), [(1, 2), (2, 2), (3, 3), (5, 3), (6, 4), (10, 4), (11, 5)]
)
def test_golomb_rulers(length: int, marks: int) -> None:
    # The shortest rulers have lengths 1, 3, 6, 11: A003022.
    model = Placement(Board(1, length + 1), {"blocker": "any"}, [DistinctDifferences()])
    best = model.with_objective(Objective("maximise", Men()))
    assert {len(one.men) for one in solutions(best) if isinstance(one, Arrangement)} == {marks}


def test_men_of_all_kinds_count_and_so_do_all_dimensions() -> None:
    two = Placement("1x4", {"Q": 2, "N": 1}, [DistinctDifferences()])
    assert {count(two, engine=e).value for e in ("sat", "cpsat", "backtrack")} == {2 * 3}
    corners = list(product((0, 1), repeat=3))
    sets = [some for size in range(9) for some in combinations(corners, size)]
    wanted = sum(
        len({tuple(b[i] - a[i] for i in range(3)) for a, b in permutations(some, 2)})
        == len(some) * (len(some) - 1)
        for some in sets
    )
    solid = Placement("2x2x2", {"blocker": "any"}, [DistinctDifferences()])
    assert {count(solid, engine=e).value for e in ("sat", "cpsat", "backtrack")} == {wanted}
