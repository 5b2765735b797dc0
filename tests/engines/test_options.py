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
from nqsat.engines.listing import Listing
from nqsat.engines.plans.plan import MemoryStore
from nqsat.engines.solvers.sat import SatEngine
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Arrangement, Clause, Constraint, Placement, Sum
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
