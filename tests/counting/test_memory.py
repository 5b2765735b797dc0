"""A limit of memory is for all workers together; at the limit a count says "at least"."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import pytest

import nqsat
from nqsat import Placement, Run, Tour
from nqsat.counting import Question, answer
from nqsat.engines import (
    AutoEngine,
    BacktrackEngine,
    BitboardEngine,
    ClausesEngine,
    CpSatEngine,
    Engine,
    FrontierEngine,
    MatesEngine,
    SatEngine,
)
from nqsat.engines.machine import MemoryWatch, memory_limit
from nqsat.engines.plans import at_work
from nqsat.engines.plans.at_work import StageWork
from nqsat.engines.plans.weighted import WeightedPlan
from nqsat.formulas import CnfProblem


def grid(n: int) -> CnfProblem:
    """Independent sets of a square grid, as clauses."""
    number = {(row, column): row * n + column + 1 for row in range(n) for column in range(n)}
    pairs = [((a, b), end) for a, b in number for end in ((a + 1, b), (a, b + 1)) if end in number]
    clauses = tuple((-number[a], -number[b]) for a, b in pairs)
    return CnfProblem(n * n, clauses, tuple(number.values()))


PLANS = {
    "clauses": ClausesEngine(1000).plan(grid(3)),
    "frontier": FrontierEngine(memory=10**8, compiled=True).plan(Placement("8x8", {"K": "any"})),
    "mates": MatesEngine(memory=10**9).plan(Tour("6x8", "N")),
}


def memory_of(plan: Any) -> int:
    """The bytes that a plan may use, or the engine of its parts."""
    memory: int = plan.engine.memory if hasattr(plan, "engine") else plan.memory
    return memory


@pytest.mark.parametrize("name", PLANS)
def test_each_of_several_workers_has_its_share(name: str) -> None:
    plan: Any = PLANS[name]
    memory = memory_of(plan)
    assert memory_of(plan.with_memory_for(4)) == memory // 4
    both: Any = WeightedPlan.of((("a", 1, plan), ("b", 2, plan)), 3, "plans").with_memory_for(2)
    assert [memory_of(one) for _, _, one in both.plans] == [memory // 2] * 2


def test_without_a_limit_the_machine_is_shared() -> None:
    shared = ClausesEngine().plan(grid(3)).with_memory_for(2)
    assert memory_of(shared) <= memory_limit(None) // 2 + 10**9


@pytest.mark.parametrize(("workers", "share"), [(1, 10**8), (3, 10**8 // 3)])
def test_the_coordinator_shares_it(
    workers: int, share: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[int]()

    class Seen(StageWork):
        def __init__(self, stage: Any, *rest: Any) -> None:
            seen.append(memory_of(stage.plan))
            super().__init__(stage, *rest)

    monkeypatch.setattr(at_work, "StageWork", Seen)
    question = Question("count", grid(6), FrontierEngine(memory=10**8))
    found = answer(question, run=Run(workers=workers))
    assert (found.value, found.complete) == (5598861, True)
    assert {*seen} <= {share}
    assert seen or workers == 1


@pytest.mark.parametrize("workers", [1, 2])
def test_clauses_at_the_limit_say_at_least(workers: int) -> None:
    found = nqsat.count(
        grid(12), engine=FrontierEngine(memory=10_000), run=nqsat.Run(workers=workers)
    )
    assert (found.complete, found.reason) == (False, "memory limit")
    assert "reached in layer" in str(found.note)


#: The engines that look for all solutions.
SEARCHING: dict[str, Engine] = {
    kind.name: kind(memory=10**9)
    for kind in (AutoEngine, BacktrackEngine, BitboardEngine, CpSatEngine, SatEngine)
}


@pytest.fixture
def reached_after_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what the processes take reach every limit that is given, some looks after the start."""
    looks = Counter[int]()

    def reached(watch: Any) -> bool:
        looks[id(watch)] += watch._limit is not None
        return looks[id(watch)] > 20

    monkeypatch.setattr(MemoryWatch, "reached", property(reached))


@pytest.mark.usefixtures("reached_after_a_moment")
@pytest.mark.parametrize("engine", SEARCHING.values(), ids=SEARCHING)
def test_what_the_processes_take_ends_every_search(engine: Engine) -> None:
    model = Placement("14x14", {"Q": 14})
    found = nqsat.count(model, engine=engine)
    assert (found.complete, found.reason) == (False, "memory limit")
    listing = nqsat.solutions(model, engine=engine)
    assert len([*listing]) == listing.found
    assert (listing.complete, listing.reason) == (False, "memory limit")
    orbits = nqsat.solutions(model, engine=engine, modulo="symmetry")
    assert [solution for solution in orbits if not model.holds(solution)] == []
    assert (orbits.complete, orbits.reason) == (False, "memory limit")


@pytest.mark.usefixtures("reached_after_a_moment")
@pytest.mark.parametrize("name", ["auto", "cpsat", "sat"])
def test_it_ends_the_search_for_a_best_value(name: str) -> None:
    model = Placement("14x14", {"N": "any"}, ["domination"], objective="minimise pieces")
    best = nqsat.optimise(model, engine=SEARCHING[name])
    assert (best.proved, best.reason) == (False, "memory limit")


def test_it_ends_what_comes_before_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MemoryWatch, "reached", property(lambda watch: watch._limit is not None))
    for engine in (*SEARCHING.values(), FrontierEngine(memory=10**9)):
        slow = type(engine).__name__, engine
        monkeypatch.setattr(type(engine), "for_model", lambda *_, **__: time.sleep(0.3))
        found = nqsat.count(Placement("4x4", {"Q": 4}), engine=engine)
        assert (found.value, found.reason) == (0, "memory limit"), slow
        assert "reached before any solution was found" in str(found.note)
