"""Exact covers by ``bitboard``: options in place of the variables that they define, against brute force."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.counts import listed_by, summed
from support.formulas import formula_of, meaning
from support.oracle.brute_force import DEEP, MOST_CANDIDATES, brute_force, same_solutions

from nqsat import count
from nqsat.chess import Board
from nqsat.compiling import Formula
from nqsat.compiling.atoms import AtomReader
from nqsat.engines.bitboard import BitboardEngine
from nqsat.engines.bitboard.options import with_options
from nqsat.engines.bitboard.reading import read_task
from nqsat.engines.bitboard.set_search import SetSearch
from nqsat.engines.listing.search import Listing
from nqsat.engines.plans.plan import MemoryStore
from nqsat.engines.solvers.sat import SatEngine
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Arrangement, AtMost, Clause, Constraint, Placement, Sum
from nqsat.models import polyominoes
from nqsat.rules import Domination, NonAttacking, Shape

#: The variables that are shown.
SHOWN = 5


@st.composite
def covers(draw: st.DrawFn) -> Formula:
    """Up to two groups of options, and other constraints on all variables; some are no options at all."""
    found, made, last = list[Constraint](), dict[int, frozenset[int]](), SHOWN
    split = draw(st.integers(2, SHOWN))
    for part in ([*range(1, split + 1)], [*range(split + 1, SHOWN + 1)]):
        # Sometimes two groups define the same variables, or options have none or the same.
        mine = part if draw(st.integers(0, 7)) else [*range(1, SHOWN + 1)]
        least, unique = (1, True) if draw(st.integers(0, 7)) else (0, False)
        choice = st.sets(st.sampled_from(mine or [1]), min_size=least).map(frozenset)
        group = dict(enumerate(draw(st.lists(choice, max_size=3, unique=unique)), start=last + 1))
        last += len(group)
        found.append(Sum(draw(st.integers(0, 1)), 1, (*group,)))
        made |= group
    for y in sorted({0}.union(*made.values()) - {0}):
        found.append(Clause((-y, *(x for x in made if y in made[x]))))
        found += [Clause((-x, y)) for x in made if y in made[x]]
    literals = st.integers(1, last).flatmap(lambda x: st.sampled_from([x, -x]))
    for some in draw(st.lists(st.lists(literals, min_size=1, max_size=4), max_size=3)):
        if {*some}.isdisjoint(-x for x in some):
            low = draw(st.integers(0, 2))
            found.append(Sum(low, draw(st.sampled_from([None, low, low + 1])), tuple(some)))
    if found and draw(st.integers(0, 9)) == 0:  # something is forgotten
        del found[draw(st.integers(0, len(found) - 1))]
    return formula_of(SHOWN, *found, variables=last)


def shown_by_options(formula: Formula) -> list[frozenset[int]] | None:
    """The sets of shown variables by the search of options; None if it is refused."""
    board = Placement(Board(1, SHOWN), {"Q": "any"})
    reader = AtomReader(board, tuple((atom,) for atom in board.atoms))
    try:
        made = with_options(replace(formula, reader=reader))
        task = replace(read_task(made), options=True)
    except ValueError:
        return None
    if task.hopeless:
        return []
    search = SetSearch(task)
    lines = listed_by(search)
    assert summed(search.count_slices(by_size=False)).total() == len(lines)
    placed = [made.reader.decode(x + 1 for x in line) for line in lines]
    return [frozenset(p.square.column + 1 for p in cast("Arrangement", x).pieces) for x in placed]


@settings(max_examples=3000 if DEEP else 300)
@given(covers())
def test_options_stand_for_what_they_define(formula: Formula) -> None:
    every = meaning(formula.variables, formula.constraints)
    wanted = {frozenset(x for x in true if x <= SHOWN) for true in every}
    found = shown_by_options(formula)
    assume(found is not None)
    assert found is not None
    assert len({*found}) == len(found)
    assert {*found} == wanted


TWO = (Sum(1, 1, (3, 4)), Clause((-1, 3)), Clause((-3, 1)), Clause((-2, 4)), Clause((-4, 2)))


@pytest.mark.parametrize(
    ("more", "right"),
    [
        ((), [{1}, {2}]),
        ((Clause((-1,)),), [{2}]),
        ((Clause((1,)),), [{1}]),
        ((Clause((-3,)),), [{2}]),
        ((Clause((1, 2)), AtMost(1, (1, 2))), [{1}, {2}]),
        ((Clause((-1, -2)),), [{1}, {2}]),
        ((Clause((1, 2)), Sum(2, None, (1, 2))), []),
        ((Clause((-5, -1)), Clause((5, 2, 1))), [{1}, {2}, {2, 5}]),
    ],
)
def test_sums_of_what_options_define(more: tuple[Constraint, ...], right: list[set[int]]) -> None:
    names = {1: 1, 2: 2, 5: 3, 3: 6, 4: 7}  # 5 shown variables; 4 and 5 are in no constraint

    def renamed(one: Constraint) -> Constraint:
        assert isinstance(one, Sum)
        return one._replace(
            literals=tuple(names[abs(x)] * (1 if x > 0 else -1) for x in one.literals)
        )

    formula = formula_of(5, *map(renamed, (*TWO, *more)), Clause((-4,)), Clause((-5,)), variables=7)
    found = shown_by_options(formula)
    free = [set[int]()] if any(5 in map(abs, one.literals) for one in more) else [set(), {3}]
    wanted = {
        frozenset(names[x] for x in some) | frozenset(rest) for some in right for rest in free
    }
    assert found is not None
    assert {*found} == wanted


def test_numbers_beside_options() -> None:
    # With the tile only 1 is left of the pair 1 and 3, which are not neighbours among the items.
    pairs = [AtMost(1, pair) for pair in ((1, 3), (2, 5), (3, 4))]
    tile = (Sum(1, 1, (6,)), Clause((-4, 6)), Clause((-6, 4)))
    formula = formula_of(5, *pairs, Sum(2, 2, (1, 2, 5)), *tile, variables=6)
    assert shown_by_options(formula) == [frozenset(x) for x in ({1, 2, 4}, {1, 4, 5})]


@pytest.mark.parametrize(
    "wrong",
    [
        TWO[1:],  # both may be chosen
        (*TWO, Clause((5, 6)), Clause((-5, -6))),  # it is in no group
        (*TWO[:2], *TWO[3:]),  # the first option need not have its variable
        (
            Sum(1, 1, (3, 4)),
            Clause((-1, 3, 4)),
            Clause((-3, 1)),
            Clause((-4, 1)),
        ),  # the same pieces
        (*TWO, Sum(1, 1, (5, 6)), Clause((-2, 5)), Clause((-5, 2))),  # it is defined twice
        # Two options of one variable may be chosen.
        (
            Sum(1, 1, (3,)),
            Sum(1, 1, (4,)),
            Clause((-1, 3, 4)),
            Clause((-3, 1)),
            Clause((-4, 1)),
            Clause((-2, 4)),
            Clause((-4, 2)),
        ),
    ],
)
def test_what_are_no_options(wrong: tuple[Constraint, ...]) -> None:
    with pytest.raises(ValueError, match="auxiliary"):
        with_options(formula_of(2, *wrong, variables=6))


# -- tiles -----------------------------------------------------------------------------------

TILES = ("XX", "XXX", "XX/X", "L4", "O4", "X.X")


@st.composite
def tilings(draw: st.DrawFn) -> Placement:
    """A few tiles on a small board, with holes or gluing; they need not cover it; or queens beside them."""
    board: str | Board = draw(st.sampled_from(["2x3", "3x3", "2x4", "cylinder:2x3", "torus:3x3"]))
    if draw(st.booleans()):
        board = Board.from_map(
            draw(st.sampled_from(["..#/...", "...\n.x.\n...", "....\n.#.."])).replace("/", "\n")
        )
    tiles = draw(st.lists(st.sampled_from(TILES), min_size=1, max_size=2))
    names = [f"{label}:blocker" for label in "ab"[: len(tiles)]]
    kinds: dict[str, int | str] = dict.fromkeys(names, "any")
    rules = [Shape(tile, (name,)) for tile, name in zip(tiles, names, strict=True)]
    other = draw(st.integers(0, 5))
    if other == 0:
        kinds["Q"] = draw(st.sampled_from(["any", "1", "1..2"]))
        return Placement(board, kinds, [*rules, NonAttacking()])
    if other == 1:
        kinds[names[0]] = draw(st.sampled_from(["2", "3", "2..3"]))
    if other == 2:
        return Placement(board, kinds, rules, [f"{names[0]}@a1"])
    return Placement(board, kinds, [*rules, *[Domination()] * draw(st.booleans())])


@settings(max_examples=300 if DEEP else 40, deadline=None)
@given(tilings())
def test_tilings(model: Placement) -> None:
    assume((1 + len(model.kinds)) ** len(model.board.squares) <= MOST_CANDIDATES)
    wanted = set(brute_force(model))
    for engine in (BitboardEngine(), SatEngine()):
        same_solutions(Listing(model, engine), wanted, engine.title)
        assert count(model, engine=engine).value == len(wanted)


@pytest.mark.parametrize(("board", "tiles", "number"), [
    ("3x20", "F5,I5,L5,N5,P5,T5,U5,V5,W5,X5,Y5,Z5", 2 * 4),  # C. and J. Haselgrove
    ("4x4", "L4,L4,L4,L4", 240),
])  # fmt: skip
def test_known_tilings(board: str, tiles: str, number: int) -> None:
    model = polyominoes(board, tiles)
    answer = count(model)
    assert (answer.value, answer.complete, answer.engine) == (number, True, "bitboard")
    plan = BitboardEngine().plan(model)
    parts = plan.stage(20, {}).parts
    shared = plan.prepare({}, MemoryStore())
    assert sum(summed(plan.run(part, shared)).total() for part in parts) == number


def test_options_are_not_counted_by_size() -> None:
    with pytest.raises(UnsupportedByEngine, match="by size where pieces share"):
        list(BitboardEngine().count(polyominoes("4x4", "L4,L4,L4,L4"), by_size=True))
