"""The engine ``bitboard`` against all assignments of formulas and brute force, and what it cuts off."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.boards import is_hexagon
from support.counts import listed_by, sizes, summed, total
from support.formulas import formula_of, meaning
from support.oracle.brute_force import DEEP, best_of

from nqsat import Board, Placement, Tour, optimise
from nqsat.compiling import Formula
from nqsat.engines.bitboard import BitboardEngine, few_pieces
from nqsat.engines.bitboard.level_search import LevelSearch
from nqsat.engines.bitboard.levels import level_orders
from nqsat.engines.bitboard.reading import formula_and_task, read_task
from nqsat.engines.bitboard.set_search import SetSearch
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.modelling import AtLeast, AtMost, Clause, Constraint, Exactly
from nqsat.modelling.rules.measures import Sense
from nqsat.rules import (
    Amount,
    Armies,
    Domination,
    Invariant,
    Irredundant,
    Maximal,
    NonAttacking,
    Objective,
    Permutation,
    Pieces,
    Regions,
    Rule,
    Unattacked,
    implies,
)

if TYPE_CHECKING:
    from nqsat.engines.bitboard.reading import Task
    from nqsat.modelling import Model


def searches(task: Task) -> list[LevelSearch | SetSearch]:
    """Every way to search a task, not only the one that the engine would choose."""
    return [*(LevelSearch(task, plan) for plan in level_orders(task)), SetSearch(task)]


# -- formulas against every assignment ------------------------------------------------------


@st.composite
def formulas(draw: st.DrawFn) -> Formula:
    """Bounds of all sorts, possible and impossible, each on literals of one sign."""
    variables = draw(st.integers(1, 7))
    every = list(range(1, variables + 1))
    some = st.one_of(st.just(every), st.sets(st.sampled_from(every)).map(sorted))
    found: list[Constraint] = []
    sorts = st.integers(0, 5)
    for sort in draw(st.lists(sorts, max_size=6)):
        sign = draw(st.sampled_from([1, 1, 1, -1]))
        literals = tuple(sign * x for x in draw(some))
        bound = draw(st.sampled_from([1, 2, 2, 3, *range(-1, len(literals) + 2)]))
        possible: tuple[Constraint, ...] = (
            Clause(literals),
            AtMost(bound, literals),
            AtLeast(bound, literals),
            Exactly(bound, literals),
            AtMost(1, literals),
            Exactly(1, literals),
        )
        found.append(possible[sort])
    return formula_of(variables, *found)


def agree(task: Task, wanted: set[frozenset[int]]) -> None:
    """Every search lists these sets of variables, each once, and counts them."""
    for search in searches(task):
        found = [frozenset(i + 1 for i in solution) for solution in listed_by(search)]
        assert len(found) == len(set(found))
        assert set(found) == wanted, search.name
        assert summed(search.count_slices(by_size=False)).total() == len(wanted), search.name
        assert summed(search.count_slices(by_size=True)) == Counter(map(len, wanted)), search.name


@settings(max_examples=1000 if DEEP else 100)
@given(formulas())
def test_random_formulas(formula: Formula) -> None:
    wanted, task = meaning(formula.variables, formula.constraints), read_task(formula)
    if task.hopeless:
        assert not wanted
    else:
        agree(task, wanted)


def test_a_cover_follows_from_the_levels_only_if_all_of_them_are_decided_for_a_piece() -> None:
    # Of a 2 x 2 board the upper rank and the left file have exactly one piece, the others at most one.
    upper, lower_rank, left, right = (1, 2), (3, 4), (1, 3), (2, 4)
    lines: list[Constraint] = [
        Exactly(1, upper),
        AtMost(1, lower_rank),
        Exactly(1, left),
        AtMost(1, right),
    ]
    task = read_task(formula_of(4, *lines))
    assert not level_orders(task)
    agree(task, meaning(4, lines))
    # With all four exact, the files follow from the ranks.
    lines = [Exactly(1, line) for line in (upper, lower_rank, left, right)]
    task = read_task(formula_of(4, *lines))
    assert level_orders(task)
    agree(task, meaning(4, lines))
    # Three files are more than two pieces can fill: that the first has one does not follow.
    lines = [Exactly(1, (1, 2, 3)), Exactly(1, (4, 5, 6)), Exactly(1, (1, 4))]
    lines += [AtMost(1, (2, 5)), AtMost(1, (3, 6))]
    task = read_task(formula_of(6, *lines))
    assert not any(len(plan.levels) == 2 for plan in level_orders(task))
    agree(task, meaning(6, lines))


# -- what is cut off ------------------------------------------------------------------------------

#: Nodes of counts by levels, none where they do not know the rules, and by sets.
WORK: list[tuple[Placement, int | None, int]] = [
    (Placement("6x6", {"Q": 6}), 132, 111),
    (Placement("5x5", {"Q": "any"}), 282, 499),
    (Placement("5x5", {"Q": 3}), 128, 129),
    (Placement("5x5", {"K": "2..4"}), 1721, 1770),
    (Placement("6x6", {"Q": 3}, [Domination()]), None, 182),
    (Placement("4x4", {"B": "any"}, [NonAttacking(), Maximal()]), None, 163),
    (Placement("6x6", {"K": 6}, ["distinct-differences", "permutation"]), None, 785),
    (Placement("3x4", {"K": 3}, ["distinct-differences"]), None, 557),
    (Placement("5x5", {"K": 10}, ["no-three-in-line"]), None, 1164),
    (Placement("4x4", {"white:Q": 2, "black:Q": 2}, ["armies"]), None, 97),
    (Placement("4x4", {"white:Q": "any", "black:Q": "any"}, [Armies(equal=True)]), None, 155),
    (Placement("4x4", {"blocker": "any"}, [Permutation("2")]), None, 465),
    (Placement("4x4", {"N": 5}, [Regions(("AAB.", "CCB.", "C.DD", "..D."), "1..2")]), None, 535),
]


def visited(search: LevelSearch | SetSearch) -> int:
    return sum(one.visited for one in search.count_slices(by_size=True))


@pytest.mark.parametrize(("model", "by_levels", "by_sets"), WORK, ids=repr)
def test_what_cannot_succeed_is_cut_off(
    model: Placement, by_levels: int | None, by_sets: int
) -> None:
    task = formula_and_task(BitboardEngine(), model)[1]
    orders = level_orders(task)
    assert bool(orders) == (by_levels is not None)
    assert visited(SetSearch(task)) == by_sets
    assert [visited(LevelSearch(task, order)) for order in orders[:1]] in ([], [by_levels])


# -- numbers -----------------------------------------------------------------------------------


def test_numbers_beyond_64_bits_are_exact() -> None:
    model = Placement("10x10", {"blocker": "any"})
    assert total(BitboardEngine(), model) == 2**100
    assert sizes(BitboardEngine(), model) == {k: comb(100, k) for k in range(101)}


# -- symmetry ----------------------------------------------------------------------------------


def test_a_board_too_large_for_its_symmetries_is_searched_without() -> None:
    model = Placement("torus:24x24", {"Q": 6})
    with pytest.raises(InvalidModel):
        model.symmetries()
    cut, whole = (BitboardEngine(symmetry).plan(model) for symmetry in (True, False))
    assert cut.estimate == whole.estimate


# -- estimates and refusals ------------------------------------------------------------------------


REFUSED: list[tuple[Model, str]] = [
    (Tour("6x6", "N"), "placements"),
    (Placement("40x40", {"Q": 40}), "room for 1,600 pieces"),
    (Placement("12x12", {"K": "any"}), "nodes to search"),
    (Placement("4x4", {"Q": "any"}, [implies("Q@a1", "Q@b3")]), "a square without a piece"),
    (Placement("3x3", {"N": 3}, [Invariant("transpose")]), "share a variable"),
    (Placement("3x3", {"K": "any"}, [Irredundant()]), "auxiliary"),
]


@pytest.mark.parametrize(("model", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_what_it_cannot_do_is_refused_at_once(model: Model, reason: str) -> None:
    for by_size in (False, True):
        with pytest.raises(UnsupportedByEngine, match=reason):
            BitboardEngine().plan(model, by_size=by_size)


# -- the most and the fewest unattacked squares with few pieces ------------------------------------

BOARDS = ("3x3", "2x4", "torus:3x3", "cylinder:2x5", "hex:2", "2x5", "2x2x2")
PIECES = ("Q", "R", "K", "N", "fW", "W", "blocker")


def drawn(seed: int) -> Placement:
    """A model of one or two kinds, few of each, some only on some squares."""
    chance = Random(seed)
    board = Board.parse(chance.choice(BOARDS))
    if chance.random() < 0.3 and not (is_hexagon(board) or "2x2x2" in board.title):
        board = Board.from_map("..#.\n....\n.x..")
    names = chance.sample(
        [x for x in PIECES if not is_hexagon(board) or x in "QRKN"], chance.choice((1, 1, 2))
    )
    numbers = {
        name: chance.choice((0, 1, 2, 3) if len(names) == 1 else (0, 1, 2)) for name in names
    }
    rules: list[list[Rule]] = [
        [],
        [NonAttacking()],
        [Amount(Pieces(), "..3")],
        [NonAttacking(frozenset({(names[0],) * 2}))],
    ]
    measure = Unattacked(chance.choice((None, (names[0],))))
    sense: Sense = chance.choice(("maximise", "minimise"))
    return Placement(board, numbers, chance.choice(rules), (), Objective(sense, measure))


@pytest.mark.parametrize("seed", range(300 if DEEP else 60))
def test_the_best_value_is_that_of_brute_force(seed: int) -> None:
    model = drawn(seed)
    known = all(
        rule.allows(sum(k.number.low for k in model.kinds))
        for rule in model.rules
        if isinstance(rule, Amount)
    )
    assert few_pieces.reads(model) is known  # without a solution, others say so
    best = optimise(model, engine=BitboardEngine())
    assert best.proved
    assert best.value == best_of(model)[0], model.text


@pytest.mark.parametrize(("number", "value"), [(1, 42), (2, 31), (3, 25), (5, 17), (8, 11)])
def test_queens_that_may_attack_one_another(number: int, value: int) -> None:
    # Of 5 on the usual board A342151 says 17, of 8 A001366 says 11; the others those of a plain loop.
    model = Placement("8x8", {"Q": number}, [], (), Objective("maximise", Unattacked()))
    assert few_pieces.reads(model)
    best = optimise(model)
    assert (best.value, best.proved, best.engine) == (value, True, "bitboard")


@pytest.mark.parametrize(
    "model",
    [
        Placement("4x4", {"Q": "1..2"}, [], (), Objective("maximise", Unattacked())),
        Placement("4x4", {"Q": 2}, [], ["Q@a1"], Objective("maximise", Unattacked())),
        Placement("4x4", {"Q": 2}, ["permutation=..1"], (), Objective("maximise", Unattacked())),
        Placement("4x4", {"Q": 2}, [], (), Objective("maximise", Unattacked(blocking=True))),
        Placement("4x4", {"Q": 2}, [], (), Objective("maximise", Pieces())),
        Placement("16x16", {"Q": 20}, [], (), Objective("maximise", Unattacked())),
    ],
    ids=["numbers", "preset", "rule", "blocking", "measure", "large"],
)
def test_what_the_masks_do_not_have_is_searched_by_others(model: Placement) -> None:
    assert not few_pieces.reads(model)
