"""Parts side by side: the same answers, whoever does them, and an end when it is asked for."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support.day_subset import combined, some
from support.error_asserts import refused
from support.timeouts import HANG, until

from nqsat import Placement, Tour, count
from nqsat.counting import Question
from nqsat.counting.parallel.workers import portable, side_by_side, workers_for
from nqsat.counting.running import Limits, added_up
from nqsat.engines import AutoEngine, Estimate, make_engine
from nqsat.engines.machine import cores
from nqsat.engines.plans.plan import (
    Cover,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    StageTotal,
)
from nqsat.errors import EngineFailure, InvalidModel
from nqsat.modelling.rules import Men, NonAttacking, Objective

QUEENS = Placement("6x6", {"Q": 6})
KINGS = Placement("4x5", {"K": "any"})


@pytest.mark.parametrize(
    ("engine", "workers"),
    [
        *(("auto", 1), ("sat", 2), ("backtrack", 2)),
        pytest.param("cpsat", 2, marks=pytest.mark.deep),
        *(("bitboard", 2), ("bitboard", 3), ("frontier", 2)),
    ],
)
def test_any_number_of_workers_counts_the_same(engine: str, workers: int, threads: None) -> None:
    assert count(QUEENS, engine=engine, workers=workers).value == 4
    sizes = count(KINGS, by="size", engine=engine, workers=workers).sizes
    assert sizes == count(KINGS, by="size").sizes


@pytest.mark.parametrize("engine", some(["backtrack", "sat", "cpsat"], 3))
def test_processes_count_the_same(engine: str) -> None:
    assert count(QUEENS, engine=engine, workers=2).value == 4


@pytest.mark.parametrize("engine", ["sat", "backtrack", "mates"])
def test_tours_in_parts(engine: str, threads: None) -> None:
    assert count(Tour("5x6", "N"), engine=engine, workers=2).value == 8
    open_tour = Tour("3x4", "N", closed=False)
    assert count(open_tour, engine=engine, workers=2).value == 16


@pytest.mark.parametrize(
    ("engine", "method"), combined(["auto", "sat", "cpsat"], ["canonical", "burnside"])
)
def test_orbits_in_parts(engine: str, method: Any, threads: None) -> None:
    queens = Placement("5x5", {"Q": 5})
    answer = count(queens, engine=engine, modulo="symmetry", method=method, workers=2)
    assert (answer.value, answer.method) == (2, method)


def test_an_objective_modulo_colours(threads: None) -> None:
    knights, most = {"white:N": "any", "black:N": "any"}, Objective("maximise", Men())
    model = Placement("3x3", knights, [NonAttacking()], objective=most)
    alone, beside = (count(model, modulo="colours", workers=workers) for workers in (1, 2))
    assert alone.value == beside.value == count(model, modulo="colours", method="canonical").value
    assert alone.optimum is not None
    assert beside.optimum is not None
    assert alone.optimum.value == beside.optimum.value == len(beside.optimum.solution or ())


def test_a_rule_of_ones_own_stays_in_this_process() -> None:
    class Own(NonAttacking):
        pass

    model = Placement("5x5", {"Q": 5}, [Own()])
    assert not portable(model)
    assert portable(QUEENS)
    assert count(model, engine="backtrack", workers=2).value == 10


@dataclass(frozen=True)
class Slow(Plan):
    """Parts that end when they are told to, or never."""

    endless: bool
    fails: bool = False

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts("slow")

    @property
    def estimate(self) -> Estimate:
        return Estimate(10.0, 0, "long")

    def stage(self, wanted: int, products: Products) -> Stage:
        parts = tuple(Part(str(i), (i, i + 1), weight=Fraction(1, 3)) for i in range(wanted))
        return Stage("count", parts, Cover("ranges", "numbers", wanted))

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        if self.fails and part.id == "1":
            raise EngineFailure("broken")
        yield Progress(((0, 3),))
        while self.endless:
            time.sleep(0.001)
            yield Progress()


def test_limits_and_ctrl_c_keep_what_the_parts_have_said() -> None:
    before = threading.active_count()
    endless, who = Slow(endless=True), Question("count", KINGS)
    for seconds in (0.3, 3.0, HANG):  # a busy machine may begin with the second part later
        found = added_up(who, Limits(time_limit=seconds, workers=2), lambda _: endless)
        assert (found.complete, found.reason) == (False, "time limit")
        if found.value == 2:
            break
    assert found.value == 2

    def press(found: int) -> None:
        if found:
            raise KeyboardInterrupt

    found = added_up(who, Limits(watch=press, workers=2), lambda _: endless)
    assert 1 <= found.value <= 2
    assert found.reason == "interrupted"
    assert until(lambda: threading.active_count() <= before)


def test_one_that_fails_ends_all() -> None:
    slow = Slow(endless=True, fails=True)
    with pytest.raises(EngineFailure, match="broken"):
        added_up(Question("count", KINGS), Limits(workers=3), lambda _: slow)


def test_weights_are_taken_part_by_part() -> None:
    found = StageTotal()
    for id_, piece in side_by_side(Slow(endless=False), 2, {}):
        found.add(id_, piece)
    assert found.numbers == ((0, 32),)


def test_what_began_anew_is_not_counted_twice() -> None:
    found = StageTotal()
    found.add("a", Progress(((0, 5),)))
    found.add("b", Progress(((1, 7),)))
    found.add("a", Progress(((0, 2),), restarted=True))
    assert found.numbers == ((0, 2), (1, 7))


def test_who_works_is_decided_by_what_is_foretold() -> None:
    assert workers_for(make_engine("bitboard").plan(QUEENS), None) == 1
    assert workers_for(make_engine("bitboard").plan(QUEENS), 5) == 5
    # A list of unknown length that has taken a while is split, unless it is made orbit by orbit.
    assert workers_for(make_engine("sat").plan(QUEENS), None) == 1
    assert workers_for(make_engine("backtrack").plan(QUEENS), None) == cores()
    assert AutoEngine().plan(QUEENS).committed.facts.title == "bitboard"


@pytest.mark.parametrize("workers", [0, -1, 1.5, "2", True])
def test_bad_numbers_of_workers(workers: Any) -> None:
    refused(lambda: count(QUEENS, workers=workers), "workers")


def test_a_count_in_a_folder_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    folder = tmp_path / "job"
    first = count(QUEENS, engine="bitboard", job=folder, workers=1)
    rows = [path.read_text() for path in (folder / "ledger").iterdir()]
    again = count("queens", n=6, engine="bitboard", job=folder)
    assert first.value == again.value == 4
    assert [path.read_text() for path in (folder / "ledger").iterdir()] == rows
    with pytest.raises(InvalidModel, match="another question"):
        count("queens", n=7, job=folder)


def test_any_executor_counts_the_parts() -> None:
    with ThreadPoolExecutor(2) as executor:
        assert count(QUEENS, engine="bitboard", executor=executor, workers=2).value == 4
