"""Adding an engine is one file and one line: what others must know of it stands in its class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from support.efforts import DEEP
from support.oracle.brute_force import brute_force

from nqsat import Placement, count
from nqsat.counting import planned
from nqsat.counting.question import Question
from nqsat.engines import COUNTERS, Counter, Estimate, Plan
from nqsat.engines.contract import CubePlan
from nqsat.engines.plans.plan import Facts, Progress
from nqsat.evidence import verify
from nqsat.evidence.grounds import Ground, ground_of
from nqsat.modelling import Model


@dataclass(frozen=True)
class BruteEngine(Counter):
    name: ClassVar[str] = "brute"
    takes: ClassVar[tuple[type[Model], ...]] = (Placement,)
    ground: ClassVar[Any] = "meaning"
    counts_sizes: ClassVar[bool] = False

    def count(
        self, model: Any, *, by_size: bool = False, workers: int | None = 1
    ) -> Iterator[Progress]:
        yield Progress(((0, len(brute_force(model))),), facts=FACTS)

    def plan(self, model: Any, *, by_size: bool = False) -> Plan:
        return CubePlan(self, model, FACTS, most=1)


FACTS = Facts("brute", cost=Estimate(0.5, 1000, "everything is tried out"))
SMALL = Placement("2x3", {"K": "any"})


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    # The one line.
    monkeypatch.setattr("nqsat.engines.every.COUNTERS", (*COUNTERS, BruteEngine))


@pytest.mark.usefixtures("registered")
def test_a_counter_in_the_registry_is_known_by_its_name() -> None:
    assert count(SMALL, engine="brute").value == len(brute_force(SMALL))
    assert planned(Question("count", SMALL, "brute")).estimate.memory == 1000
    assert ground_of(BruteEngine()) is Ground.MEANING


@pytest.mark.usefixtures("registered")
def test_verify_asks_it_and_says_what_it_rests_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nqsat.evidence.comparisons.COUNTERS", (*COUNTERS, BruteEngine))
    report = verify(SMALL, effort=DEEP)
    sides = [check for check in report.checks if "brute" in check.detail]
    assert sides
    assert all(Ground.MEANING in side.grounds for side in sides)
