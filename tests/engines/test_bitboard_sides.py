"""``bitboard`` where armies are at peace: side after side, against brute force."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.bit_tasks import listed_once, task_of
from support.counts import summed
from support.oracle.brute_force import brute_force

from nqsat import Board, Kind, Piece, Placement, count, solve
from nqsat.engines import BitboardEngine
from nqsat.engines.bitboard.lists import make_search, other_searches
from nqsat.engines.bitboard.reading import formula_of, has_sides, read_task
from nqsat.engines.plans.plan import run_plan
from nqsat.modelling.kinds import Number
from nqsat.rules import (
    Amount,
    Armies,
    DistinctDifferences,
    Men,
    NonAttacking,
    Objective,
    Permutation,
    Regions,
    Rule,
)

if TYPE_CHECKING:
    from nqsat.engines.bitboard.cover_search import CoverSearch
    from nqsat.engines.bitboard.side_search import SideSearch

HOLES = Board.from_map("..#\nx..\n...")  # a wall and a hole
THREE = "3x2"  # here there are three armies
BOARDS: list[Board | str] = ["2x3", "1x6", "torus:2x3", HOLES, "hex:2", THREE]
NUMBERS = ["any", "1", "2", "..2", "1..3", "2.."]


@st.composite
def models(draw: st.DrawFn) -> Placement:
    """Armies on small boards, sometimes with what is no matter of sides."""
    board: Board | str = draw(st.sampled_from(BOARDS))
    colours = ["white", "black", "red"][: 3 if board == THREE else 2]
    squares = Board.of(board).squares
    piece = st.sampled_from("KR" if board == "hex:2" else "QKNRW")
    kinds = []
    for colour in colours:
        few = frozenset(squares[::2]) if draw(st.integers(0, 4)) == 0 else None
        notation = draw(piece)
        number = Number.parse(draw(st.sampled_from(NUMBERS)))
        kinds.append(Kind(f"{colour}:{notation}", Piece.parse(notation), number, few))
    if board == HOLES and draw(st.booleans()):
        kinds.append(Kind("N", Piece.parse("N"), Number(0, 1)))  # of no army
    rules: list[Rule] = [Armies(equal=draw(st.booleans()))]
    if board == "2x3":
        others = [
            NonAttacking(frozenset({(kinds[0].name, kinds[0].name)})),
            Regions(("AAB", ".BB"), "..2"),
            Permutation("..2"),
            DistinctDifferences(),
            Amount(Men(), "2..4"),
            Amount(Men((kinds[1].name,)), "1..2"),
        ]
        rules += draw(st.lists(st.sampled_from(others), max_size=1))
    presets = []
    if board != "hex:2" and draw(st.booleans()):
        presets = draw(st.sampled_from([["-@a1"], [f"{kinds[0].name}@b1"]]))
        if kinds[0].squares is not None:
            presets = ["-@b1"]
    return Placement(board, kinds, rules=rules, presets=presets)


@given(models())
def test_armies_are_counted_and_listed_as_brute_force_does(model: Placement) -> None:
    task = task_of(model)
    if task is None:
        return
    wanted = brute_force(model)
    if task.hopeless:
        assert not wanted
        return
    for order in other_searches(task):
        search = cast("SideSearch | CoverSearch", make_search(task, order))
        found: Counter[int] = Counter()
        for progress in search.count_slices(by_size=True):
            found.update({size: int(number) for size, number in progress.numbers})
        assert +found == Counter(map(len, wanted))
        assert listed_once(search, model) == {*wanted}
    if other_searches(task):
        assert summed(run_plan(BitboardEngine().plan(model))).total() == len(wanted)


def _queens(n: int, k: int, colours: int = 2) -> Placement:
    pieces: dict[str, int | str] = {
        f"{colour}:Q": k for colour in ("white", "black", "red")[:colours]
    }
    return Placement(f"{n}x{n}", pieces, rules=[Armies()])


@pytest.mark.parametrize(
    ("model", "number"),
    [(_queens(5, 4), 18), (_queens(6, 5), 560), (_queens(5, 1, 3), 1224), (_queens(6, 6), 0)],
)
def test_armies_of_queens(model: Placement, number: int) -> None:
    assert count(model, engine="bitboard").value == number
    assert count(model, engine="bitboard", workers=2).value == number  # in parts: with presets


def test_the_largest_equal_armies_are_found_by_the_same_search() -> None:
    pieces: dict[str, int | str] = {"white:Q": "any", "black:Q": "any"}
    largest = Objective("maximise", Men(("white:Q",)))
    model = Placement("6x6", pieces, rules=[Armies(equal=True)], objective=largest)
    best = solve(model, engine="bitboard").optimum
    assert best is not None
    assert (best.value, best.proved) == (5, True)
    assert count(model, engine="bitboard").value == 560
    assert count(model, engine="bitboard", modulo="colours", method="canonical").value == 35


def test_equal_armies_of_a_given_number_need_no_search_of_sides() -> None:
    task = read_task(
        *formula_of(Placement("4x4", {"white:Q": "2", "black:Q": "any"}, [Armies(equal=True)]))
    )
    assert has_sides(task)
    assert not task.equal
