"""A limit of memory is for all workers together; at the limit a count says "at least"."""

from __future__ import annotations

from typing import Any

import pytest

import nqsat
from nqsat import Placement, Tour
from nqsat.compiling import CnfProblem
from nqsat.counting import Question, answer
from nqsat.counting import run as coordinator
from nqsat.counting.workers import StageWork
from nqsat.engines import AutoEngine, FrontierEngine, MatesEngine
from nqsat.engines.frontier.clauses import ClausesPlan
from nqsat.engines.machine import MemoryWatch, memory_limit
from nqsat.engines.plans.weighted import WeightedPlan


def grid(n: int) -> CnfProblem:
    """Independent sets of a square grid, as clauses."""
    number = {(row, column): row * n + column + 1 for row in range(n) for column in range(n)}
    pairs = [((a, b), end) for a, b in number for end in ((a + 1, b), (a, b + 1)) if end in number]
    clauses = tuple((-number[a], -number[b]) for a, b in pairs)
    return CnfProblem(n * n, clauses, tuple(number.values()))


PLANS = {
    "clauses": ClausesPlan(grid(3), 1000),
    "frontier": FrontierEngine(memory=10**8, compiled=True).plan(Placement("8x8", {"K": "any"})),
    "mates": MatesEngine(memory=10**9).plan(Tour("6x8", "N")),
}


@pytest.mark.parametrize("name", PLANS)
def test_each_of_several_workers_has_its_share(name: str) -> None:
    plan: Any = PLANS[name]
    assert hasattr(plan, "memory"), "a plan without a limit shares none"
    assert plan.with_memory_for(4).memory == plan.memory // 4
    both: Any = WeightedPlan((("a", 1, plan), ("b", 2, plan)), 3, "plans").with_memory_for(2)
    assert [one.memory for _, _, one in both.plans] == [plan.memory // 2] * 2


def test_without_a_limit_the_machine_is_shared() -> None:
    plan = ClausesPlan(grid(3))
    shared: Any = plan.with_memory_for(2)
    assert shared.memory <= memory_limit(None) // 2 + 10**9


@pytest.mark.parametrize(("workers", "share"), [(1, 10**8), (3, 10**8 // 3)])
def test_the_coordinator_shares_it(
    workers: int, share: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[int]()

    class Seen(StageWork):
        def __init__(self, stage: Any, *rest: Any) -> None:
            seen.append(stage.plan.memory)
            super().__init__(stage, *rest)

    monkeypatch.setattr(coordinator, "StageWork", Seen)
    question = Question("count", grid(6), FrontierEngine(memory=10**8))
    found = answer(question, workers=workers)
    assert (found.value, found.complete) == (5598861, True)
    assert {*seen} <= {share}
    assert seen or workers == 1


@pytest.mark.parametrize("workers", [1, 2])
def test_clauses_at_the_limit_say_at_least(workers: int) -> None:
    found = nqsat.count(grid(12), engine=FrontierEngine(memory=10_000), workers=workers)
    assert (found.complete, found.reason) == (False, "memory limit")
    assert "reached in layer" in str(found.note)


def test_what_the_processes_take_ends_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MemoryWatch, "reached", property(lambda watch: watch._limit is not None))
    found = nqsat.count(Placement("12x12", {"Q": 12}), engine=AutoEngine(memory=10**9))
    assert (found.complete, found.reason) == (False, "memory limit")
