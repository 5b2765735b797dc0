"""Plans: whatever the cut, the order and the hands, the parts of a plan come to the number of solutions.

All engines that count keep one contract. How they cut is their own business, and tested in their own files.
"""

from __future__ import annotations

import json
import math
import os
import pickle
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from support.counts import summed
from support.day_subset import combined
from support.oracle.brute_force import DEEP, brute_force
from support.plan_runner import done
from support.random_models import random_model
from support.timeouts import printed

from nqsat import Board, Placement, Tour, UnsupportedByEngine
from nqsat.engines import (
    BacktrackEngine,
    BitboardEngine,
    CpSatEngine,
    Engine,
    FrontierEngine,
    MatesEngine,
    SatEngine,
)
from nqsat.engines.bitboard.levels import level_orders as levels_of
from nqsat.engines.bitboard.plan import SETS, BitboardPlan
from nqsat.engines.bitboard.reading import formula_and_task
from nqsat.engines.contract import CubePlan
from nqsat.engines.plans.cubes import cubes, cut_into_parts
from nqsat.engines.plans.partition_check import flaw
from nqsat.engines.plans.plan import (
    Cover,
    Estimate,
    MemoryStore,
    Part,
    Plan,
    Stage,
    Weight,
    single_part_stage,
)
from nqsat.engines.plans.weighted import WeightedPlan
from nqsat.rules import Domination, Invariant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nqsat.engines import Engine
    from nqsat.modelling import Model

#: Some cut by cubes, and some by themselves; those with a process or a solver to start come last.
QUICK: tuple[Engine, ...] = (
    BitboardEngine(),
    FrontierEngine(),
    MatesEngine("forward"),
    MatesEngine("middle"),
    BacktrackEngine(),
)
SLOW: tuple[Engine, ...] = (SatEngine(), CpSatEngine())

WANTED = (1, 3, 7, 30)

#: Seconds: what is foretold to take longer waits for the night.
LONG = 1.0


def plans_of(model: Model, engines: Sequence[Engine], *, by_size: bool) -> Iterator[Plan]:
    """A plan of every engine that has one; of ``bitboard`` every way to search, not only the cheapest."""
    for engine in engines:
        try:
            plan = engine.plan(model, by_size=by_size)
        except UnsupportedByEngine:
            continue
        if LONG < plan.estimate.seconds < math.inf and not DEEP:
            continue
        if isinstance(plan, BitboardPlan) and plan.order is not None:
            yield replace(plan, order=SETS, symmetric=False)
            if levels_of(formula_and_task(BitboardEngine(), model)[1]):
                yield replace(plan, order=0, symmetric=False)
                yield replace(plan, order=0, symmetric=True)
        else:
            yield plan


def truth(model: Model) -> Counter[int]:
    """The solutions by the number of pieces; 0 of a tour."""
    found = (one for one in BacktrackEngine().search(model) if one is not None)
    return Counter(0 if isinstance(model, Tour) else len(one) for one in found)


def check(model: Model, engines: Sequence[Engine], wanted: int, expected: Counter[int]) -> None:
    chance = Random(f"{model}/{wanted}")
    for by_size in (False,) if isinstance(model, Tour) else (False, True):
        numbers = expected if by_size else +Counter({0: expected.total()})
        for plan in plans_of(model, engines, by_size=by_size):
            found = done(plan, MemoryStore(), wanted, chance=chance)
            assert found.numbers == numbers, plan


def drawn(index: int) -> Model:
    model = random_model(12, index)
    return model.with_objective(None) if isinstance(model, Placement) else model


# -- the right number ------------------------------------------------------------------------


@pytest.mark.parametrize("index", range(300 if DEEP else 24))
def test_random_models(index: int) -> None:
    model, some = drawn(index), QUICK if index % 4 else (*QUICK, *SLOW)
    check(model, some, WANTED[index % 4], truth(model))


ROOM = Board.from_map("..#.\n.x..\n....")

#: With parts of all weights, several kinds, or something given.
PLACEMENTS = [
    Placement("6x6", {"Q": 6}),
    Placement("4x4", {"Q": "any"}),
    Placement("3x3", {"white:R": "any", "black:N": "1.."}),
    Placement("3x3", {"K": "any"}, [Domination()]),
    Placement(ROOM, {"R": "any"}, presets=["R@a1", "-@d2"]),
    Placement("3x3", {"Q": 3}),
]
TOURS = [
    Tour("3x4", "K", through=["a1-b2"], avoiding=["a2-a3"]),
    Tour("3x4", "N", closed=False),
    Tour("3x3", "K", closed=False, start="a1", end="b2"),
]


@pytest.mark.parametrize(("model", "wanted"), combined([*PLACEMENTS, *TOURS], WANTED))
def test_models_that_all_know(model: Model, wanted: int) -> None:
    engines = (*QUICK, *SLOW) if wanted < 7 or DEEP else QUICK
    others = "mates" if isinstance(model, Placement) else ("bitboard", "frontier")
    asked = {plan.facts.title for plan in plans_of(model, engines, by_size=False)}
    able = {one.for_model(model).title for one in engines if not one.name.startswith(others)}
    assert asked == able
    check(model, engines, wanted, truth(model))


# -- several hands ---------------------------------------------------------------------------


@pytest.mark.parametrize("index", range(80 if DEEP else 14))
def test_parts_of_one_cut_by_different_engines(index: int) -> None:
    # Who cuts by cubes makes the same parts, whoever he is: any of them can do, and check, any.
    chance, model = Random(index), drawn(index)
    wanted = WANTED[1 + index % 3]
    plans: Sequence[Plan] = [
        plan
        for plan in plans_of(model, QUICK, by_size=False)
        if (isinstance(plan, CubePlan) and plan.most is None)
        or (isinstance(plan, BitboardPlan) and plan.order == SETS)
    ] + [SatEngine().plan(model), CpSatEngine().plan(model)]
    every = [truth(part).total() for part in cubes(model)]
    assert sum(every) == truth(model).total() or not every
    stage = cut_into_parts(plans[0], model, wanted)
    assert all(plan.stage(wanted, {}) == stage._replace(plan=plan) for plan in plans)
    stocks = [plan.prepare({}, MemoryStore()) for plan in plans]
    number = 0
    for part in stage.parts[: None if DEEP else 40]:
        one, other = chance.sample(range(len(plans)), 2)
        number += summed(plans[one].run(part, stocks[one])).total()
        if chance.random() < 0.1:
            again = summed(plans[other].run(part, stocks[other]))
            assert again == summed(plans[one].run(part, stocks[one]))
    if len(stage.parts) <= 40 or DEEP:
        assert number == truth(model).total()


def staged(plans: Sequence[Plan]) -> str:
    return json.dumps(
        [plan.stage(wanted, {})[:3] for plan in plans for wanted in (1, 7)], default=str
    )


def planned() -> list[Plan]:
    models: tuple[Model, ...] = (*PLACEMENTS[1:3], PLACEMENTS[4], TOURS[1])
    return [plan for model in models for plan in plans_of(model, (*QUICK, *SLOW), by_size=False)]


HASHES = """
import pathlib, pickle
from test_plans import planned, staged
for plans in planned(), pickle.loads(pathlib.Path("made").read_bytes()):
    print(staged(plans))
"""


def test_plans_do_not_depend_on_hashes(tmp_path: Path) -> None:
    # Made here and there; and made by one, sent to another.
    made = planned()
    assert len({type(plan) for plan in made}) > 3
    assert len(made) > 15
    (tmp_path / "made").write_bytes(pickle.dumps(made))
    folders = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    seed = str(int(os.environ.get("PYTHONHASHSEED", "0").replace("random", "0")) + 1)
    there = printed(HASHES, cwd=tmp_path, PYTHONHASHSEED=seed, PYTHONPATH=folders)
    assert there.splitlines() == [staged(made)] * 2


# -- sums ------------------------------------------------------------------------------------


def burnside(model: Placement) -> WeightedPlan:
    group = model.symmetries()
    engines = (FrontierEngine(), BacktrackEngine(), SatEngine())
    plans: list[tuple[str, Weight, Plan]] = []
    for number, symmetry in enumerate(group):
        fixed = model.changed(rules=[*model.rules, Invariant(symmetry.name)])
        plan = engines[number % 3].plan(fixed)
        plans.append((symmetry.name, Fraction(1, len(group)), plan))
    return WeightedPlan.of(plans, 1, "symmetries")


@pytest.mark.parametrize("wanted", WANTED[:3])
def test_sums_of_plans(wanted: int) -> None:
    model = Placement("3x3", {"K": "any"})
    group = model.symmetries()
    orbits = {frozenset(x.image(g) for g in group) for x in brute_force(model)}
    found = done(burnside(model), MemoryStore(), wanted, chance=Random(wanted))
    assert found.numbers == {0: len(orbits)}


# -- covers ----------------------------------------------------------------------------------


def stages() -> Iterator[Stage]:
    queens = Placement("6x6", {"Q": 6})
    listed = SatEngine().plan(queens)
    yield single_part_stage(listed)
    plan = BitboardPlan(BitboardEngine(), queens, by_size=False, order=0, symmetric=True)
    yield plan.stage(7, {})
    parts = tuple(Part(f"{a}", (a, b)) for a, b in ((0, 3), (3, 4), (4, 9)))
    yield Stage("ranges", parts, Cover("ranges", "numbers", 9), listed)
    yield cut_into_parts(listed, Placement("3x3", {"white:R": "any", "black:N": "1.."}), 7)
    yield cut_into_parts(listed, Tour("3x4", "N", closed=False), 7)
    yield burnside(Placement("3x3", {"K": "any"})).stage(20, {})


def altered(stage: Stage) -> Iterator[tuple[str, Sequence[Part]]]:
    """A stage's parts with one that is not as it was; what was done to it."""
    for place, part in enumerate(stage.parts):
        before, after = stage.parts[:place], stage.parts[place + 1 :]
        yield "dropped", (*before, *after)
        yield "said twice", (*before, part, part, *after)
        yield "twice by two names", (*before, part, part._replace(id=f"{part.id}x"), *after)
        yield "too heavy", (*before, part._replace(weight=part.weight + 1), *after)
        yield "too light", (*before, part._replace(weight=part.weight / Fraction(2)), *after)
        for data in others(stage, part):
            yield f"for {data}", (*before, part._replace(data=data), *after)


def others(stage: Stage, part: Part) -> Iterator[tuple[Any, ...]]:
    """What a part may be told to do instead of what it should."""
    yield from (other.data for other in stage.parts if other.data != part.data)
    if stage.cover.law == "ranges":
        first, after = part.data
        yield from ((first + 1, after), (first - 1, after), (first, after + 1), (first, after - 1))
    # Of a class any case will do, and who is of it cannot be seen; of a range only its two ends matter.
    elif stage.cover.law != "weights" and not isinstance((*part.data, "")[0], int):
        yield (*part.data, "K@a1")
        if part.data:
            yield part.data[:-1]
            yield (*part.data[:-1], f"{part.data[-1]}0")
            yield (*part.data[1:], part.data[0]) if len(part.data) > 1 else ()


@pytest.mark.parametrize("stage", [*stages()], ids=lambda stage: stage.cover.law)
def test_a_part_that_is_not_as_it_should_be_is_a_flaw(stage: Stage) -> None:
    assert flaw(stage.cover, stage.parts) is None
    assert flaw(stage.cover, stage.parts[::-1]) is None
    for what, parts in altered(stage):
        found = flaw(stage.cover, parts)
        assert found, what
        assert "\n" not in found


def test_sums_of_covers_are_looked_at_themselves() -> None:
    stage = burnside(Placement("3x3", {"K": "any"})).stage(1, {})
    for cover in (
        stage.cover._replace(total=2),
        stage.cover._replace(inner=stage.cover.inner[1:]),
        stage.cover._replace(inner=stage.cover.inner[1:], total=Fraction(7, 8)),
        stage.cover._replace(inner=(*stage.cover.inner, stage.cover.inner[0])),
    ):
        assert flaw(cover, stage.parts)


# -- what is sent ----------------------------------------------------------------------------


def test_what_is_not_known_well_is_said_as_a_range() -> None:
    assert Estimate(3300.0, 0, "").time == "about 55 min"
    assert Estimate(520.0, 6000, "", 21.0).time == "25 s … 3 h"
    assert Estimate(520.0, 6000, "", 20.0).least_memory == 300
    assert Estimate(1e-5, 0, "", 21.0).time == "about 0.01 s"
    assert Estimate(math.inf, 0, "").time == "of unknown length"
