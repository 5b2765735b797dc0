"""No three in line, against the area of every triangle; the published counts of 2n men on n × n."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import DEEP, arrangement_of
from oracle_rules import check_rule, orbits_by_every_method
from strategies import models_with, thorough

from nqsat import Board, InvalidModel, Placement, UnsupportedByEngine, count, solve
from nqsat.compiling import lower
from nqsat.modelling import AtMost, in_place
from nqsat.rules import Men, NoThreeInLine, Objective, Permutation

EXAMPLES = 1000 if DEEP else 40

Cell = tuple[int, int]


def naive(model: Placement, content: Mapping[Cell, str]) -> bool:
    """No triangle has the area 0."""
    for (a, b), (c, d), (e, f) in combinations(content, 3):
        if a * d + c * f + e * b == a * f + c * b + e * d:
            return False
    return True


def flat(board: Board) -> Board:
    return Board(board.rows, board.columns, "flat", board.walls, board.holes)


MODELS = models_with(lambda board, names: st.just(NoThreeInLine()), flat=True)


@thorough(EXAMPLES)
@given(MODELS)
def test_no_triangle_is_flat(model: Placement) -> None:
    check_rule(model, naive, determined=False)


@pytest.mark.parametrize(
    "board", [Board(3, 4), Board(2, 5), Board.from_map("..#.\n.#..\nx...")], ids=str
)
def test_on_larger_boards(board: Board) -> None:
    check_rule(Placement(board, {"blocker": "any"}, [NoThreeInLine()]), naive, determined=False)


@pytest.mark.parametrize(
    ("cells", "holds"),
    [
        ([(0, 0), (0, 1), (0, 2)], False),
        ([(0, 0), (1, 2), (2, 4)], False),  # along a knight's move
        ([(0, 4), (1, 2), (2, 0)], False),
        ([(0, 0), (2, 4), (1, 2)], False),
        ([(0, 1), (2, 2), (4, 3)], False),
        ([(0, 0), (1, 2), (2, 3)], True),
        ([(0, 0), (0, 4), (4, 0), (4, 4)], True),
        ([(0, 0), (4, 4)], True),
        ([], True),
    ],
)
def test_by_hand(cells: list[Cell], holds: bool) -> None:
    model = Placement("5x5", {"Q": "any"}, [NoThreeInLine()])
    content = dict.fromkeys(cells, "Q")
    assert model.holds(arrangement_of(model, content)) is holds
    assert naive(model, content) is holds


def test_walls_and_holes_do_not_interrupt_a_line() -> None:
    model = Placement(Board.from_map(".#.x."), {"Q": "any"}, [NoThreeInLine()])
    assert len(check_rule(model, naive)) == 7


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


def test_larger_boards_modulo_symmetry() -> None:
    # A000755 and A000769; the second rule follows from the first, and helps.
    rules = [NoThreeInLine(), Permutation(2)]
    eight = Placement("8x8", {"blocker": 16}, rules)
    assert count(eight, engine="sat").value == 380
    assert count(eight, modulo="symmetry", method="blocking").value == 57
    model = Placement("7x7", {"blocker": 14}, rules)
    assert count(model, modulo="symmetry", method="blocking").value == 22
    assert orbits_by_every_method(Placement("4x4", {"blocker": 8}, rules)) == {4}


def test_there_is_no_room_for_more_than_two_on_a_line() -> None:
    model = Placement(
        "5x5", {"blocker": "any"}, [NoThreeInLine()], objective=Objective("maximise", Men())
    )
    outcome = solve(model)
    assert outcome.solution is not None
    assert len(outcome.solution) == 10


@pytest.mark.parametrize("board", ["torus:3x3", "cylinder:3x4"])
def test_boards_that_wrap_are_refused(board: str) -> None:
    with pytest.raises(InvalidModel, match=r"rules\[0\].board.*wraps"):
        Placement(board, {"Q": 2}, [NoThreeInLine()])


def test_words_and_json() -> None:
    assert NoThreeInLine.parse(None) == NoThreeInLine()
    assert NoThreeInLine().to_json() == {}
    assert NoThreeInLine.from_json({}) == NoThreeInLine()
    assert in_place("3x3", ["Q=6"], ["no-three-in-line"]).rules == (NoThreeInLine(),)


@pytest.mark.parametrize(
    "make", [lambda: NoThreeInLine.parse("3"), lambda: NoThreeInLine.from_json({"number": 3})]
)
def test_nonsense_is_refused(make: Any) -> None:
    with pytest.raises(InvalidModel, match="it has none"):
        make()


def test_a_large_board_is_refused_before_anything_is_built() -> None:
    with pytest.raises(UnsupportedByEngine):
        count(Placement("100x100", {"Q": 2}, [NoThreeInLine()]), engine="sat")
