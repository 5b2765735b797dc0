"""Lines, or the first levels, decided in advance: weights, parts and counts against brute force."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.counts import summed
from support.oracle.brute_force import DEEP, brute_force

from nqsat.chess import Board
from nqsat.compiling import lower
from nqsat.engines.backtrack import BacktrackEngine
from nqsat.engines.bitboard import BitboardEngine
from nqsat.engines.bitboard import plan as choosing
from nqsat.engines.bitboard.level_search import LevelSearch
from nqsat.engines.bitboard.levels import level_orders
from nqsat.engines.bitboard.lines import line_orbits, prefix_orbits
from nqsat.engines.bitboard.plan import BitboardPlan, item_permutations
from nqsat.engines.bitboard.reading import read_task
from nqsat.engines.bits import bits_of, mask_of
from nqsat.engines.plans.at_work import run_plan
from nqsat.engines.plans.partition_check import flaw
from nqsat.engines.plans.plan import MemoryStore
from nqsat.engines.solvers.sat import SatEngine
from nqsat.modelling import Placement
from nqsat.rules import NonAttacking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nqsat.engines.bitboard.levels import LevelOrder
    from nqsat.engines.bitboard.reading import Task
    from nqsat.modelling import Arrangement

ROOM = Board.from_map("..#..\n.....\n#.x.#\n.....\n..#..")

#: At most this many candidates go through brute force; on larger boards the reference is asked.
FEW = 5000

#: What a way to decide lines may look like: with nobody on a line, with corners, with one that a symmetry
#: leaves as it is; and groups of two, four, eight and more.
MODELS = [
    Placement("4x4", {"Q": 4}),
    Placement("5x5", {"Q": 5}),
    Placement("4x4", {"R": 4}),
    Placement("4x4", {"R": "any"}),
    Placement("5x4", {"Q": "any"}),
    Placement("5x4", {"Q": 3}),
    Placement("4x4", {"K": "2..3"}),
    Placement("4x4", {"K": "any"}),
    Placement("5x5", {"Q": 5}, presets=["-@c3"]),
    Placement("5x5", {"Q": "any"}, presets=["-@a1"]),
    Placement("4x4", {"R": "any"}, presets=["R@a1"]),
    Placement("torus:3x3", {"R": "any"}),
    Placement("cylinder:3x4", {"Q": "any"}),
    Placement(ROOM, {"Q": 3}),
    Placement("3x3", {"white:R": "any", "black:R": "any"}, [NonAttacking()]),
]


def lined(model: Placement) -> Iterator[tuple[Task, LevelOrder, list[list[int]]]]:
    """The orders of a model's levels with each orbit of lines, and with the first levels as lines."""
    formula = lower(model)
    task = read_task(formula)
    group = item_permutations(model, formula)
    for plan in [] if task.hopeless else level_orders(task):
        firsts = [plan.levels[:depth] for depth in (1, 2)]
        for lines in [*line_orbits(task, plan, group), *firsts]:
            yield task, replace(plan, lines=lines), group


def items_of(model: Placement) -> list[frozenset[int]]:
    """The solutions, by the meaning of the rules alone, as items."""
    formula = lower(model)
    decode = cast("Callable[[tuple[int, ...]], Arrangement]", formula.reader.decode)
    item = {decode((x,)).pieces[0]: x - 1 for x in formula.projection}
    cells, contents = len(model.board.places), len(model.kinds) + 1
    reference = BacktrackEngine().search(model) if contents**cells > FEW else brute_force(model)
    found = {cast("Arrangement", one) for one in reference if one is not None}
    return [frozenset(item[piece] for piece in one.pieces) for one in found]


def check(model: Placement) -> int:
    """Each way counts the solutions that have just it on the lines; each class has all its images there."""
    looked, solutions = 0, items_of(model)
    for task, plan, group in lined(model):
        ways = prefix_orbits(task, plan, group)
        if not ways:
            continue
        looked += 1
        lines = {line.items for line in plan.lines}
        inside, search, cut = {*bits_of(plan.line_items)}, LevelSearch(task, plan), Counter[int]()
        found = Counter(frozenset(one & inside) for one in solutions)
        seen: set[frozenset[int]] = set()
        for way in ways:
            here = frozenset(x for x in way.choices if x is not None)
            images = {frozenset(g[x] for x in here) for g in group}
            if {mask_of(g[x] for x in bits_of(line)) for line in lines for g in group} == lines:
                stabiliser = sum(frozenset(g[x] for x in here) == here for g in group)
                assert way.weight == len(images) == len(group) // stabiliser
                assert not images & seen
            seen |= images
            total, sizes = (
                summed(search.count_slices(way.choices, by_size=x)) for x in (False, True)
            )
            assert total.total() == sizes.total() == found[here]
            assert sizes == Counter(len(one) for one in solutions if one & inside == here)
            for pieces, number in sizes.items():
                cut[pieces] += way.weight * number
        assert {*found} <= seen
        assert +cut == Counter(map(len, solutions))
    return looked


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_each_class_weighs_its_images_and_counts_what_brute_force_finds(model: Placement) -> None:
    assert check(model) > 0


@settings(max_examples=200 if DEEP else 25)
@given(
    st.sampled_from(["3x3", "4x4", "3x4", "cylinder:3x3", "torus:3x3", "2x5", "4x3"]),
    st.sampled_from(["Q", "R", "K", "B", "W", "BN", "N"]),
    st.sampled_from(["any", "2", "3", "4", "1..3"]),
    st.lists(
        st.sampled_from(["-@a1", "-@b2", "-@a2", "-@b1", "-@c3", "-@a3"]), max_size=2, unique=True
    ),
)
def test_random_models(board: str, piece: str, number: str, presets: list[str]) -> None:
    asked = number if number == "any" or ".." in number else int(number)
    check(
        Placement(
            board, {piece: asked}, presets=[p for p in presets if board != "2x5" or p[-1] < "3"]
        )
    )


# -- plans -----------------------------------------------------------------------------------------


def with_lines(model: Placement) -> list[BitboardPlan]:
    """Plans with each orbit of lines, in the first order."""
    formula = lower(model)
    task = read_task(formula)
    group = item_permutations(model, formula)
    plan = BitboardPlan(BitboardEngine(), model, by_size=True, symmetric=True)
    return [replace(plan, lines=lines) for lines in line_orbits(task, level_orders(task)[0], group)]


@pytest.mark.parametrize(
    "model",
    [
        Placement("6x6", {"Q": 6}),
        Placement("4x4", {"R": "2..3"}),
        Placement("3x4", {"Q": "1", "N": "0..1"}),
    ],
    ids=str,
)
def test_parts_and_their_models_come_to_the_same(model: Placement) -> None:
    wanted = summed(run_plan(SatEngine().plan(model, by_size=True)))
    for plan in with_lines(model):
        stage, shared, cut = plan.stage(1, {}), plan.prepare({}, MemoryStore()), Counter[int]()
        assert flaw(stage.cover, stage.parts) is None
        for number, part in enumerate(stage.parts):
            here = summed(plan.run(part, shared))
            restricted = plan.restricted_model(part) if number % 5 == 0 else None
            if restricted is not None:
                assert summed(run_plan(SatEngine().plan(restricted, by_size=True))) == +here
            for pieces, some in here.items():
                cut[pieces] += int(part.weight) * some
        assert +cut == +wanted


def test_lines_are_chosen_where_they_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "LINED", 0.0)
    monkeypatch.setattr(choosing, "SOON", 0.0)
    monkeypatch.setattr(choosing, "EACH", 0.0)
    for model in (Placement("10x10", {"Q": 10}), Placement("8x8", {"Q": "any"})):
        plan = BitboardEngine().plan(model)
        whole = BitboardEngine(symmetry=False).plan(model)
        assert isinstance(plan, BitboardPlan)
        assert isinstance(whole, BitboardPlan)
        assert plan.lines
        assert 3 * plan.nodes < whole.nodes
        assert summed(run_plan(plan)) == summed(run_plan(whole))
