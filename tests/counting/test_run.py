"""The coordinator: the same answers, whoever does the parts, and an end when it is asked for."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.day_subset import some
from support.timeouts import HANG, until

from nqsat import Placement, Tour, count
from nqsat.counting import Question, coordinator
from nqsat.counting.coordinator import Coordinator, digest_of
from nqsat.counting.ledger import Ledger
from nqsat.counting.planning import plan_of
from nqsat.counting.run import Run, added_up
from nqsat.counting.store import Folder
from nqsat.engines import Estimate, closing
from nqsat.engines.plans.at_work import portable, run_plan
from nqsat.engines.plans.plan import Cover, Facts, Part, Plan, Products, Progress, Stage, Total
from nqsat.errors import EngineFailure, Interrupted
from nqsat.modelling.rules import NonAttacking, Objective, Pieces

QUEENS = Placement("6x6", {"Q": 6})
KINGS = Placement("4x5", {"K": "any"})
FEWEST = Placement(
    "4x4", {"Q": "any"}, ["non-attacking", "maximal"], objective=Objective("minimise", Pieces())
)

#: Plans of every kind, with what they come to: prefixes, orbits with fractions, layers in stages, two
#: halves and their join, cubes, an optimum and what follows from it, sizes.
KINDS = {
    "levels": (Question("count", QUEENS, "bitboard"), {0: 4}),
    "burnside": (
        Question("count", QUEENS, "bitboard", modulo="symmetry", method="burnside"),
        {0: 1},
    ),
    "layers": (Question("count", KINGS, "frontier"), {0: 1213}),
    "sizes": (
        Question("count", Placement("3x3", {"K": "any"}), "frontier", by="size"),
        {0: 1, 1: 9, 2: 16, 3: 8, 4: 1},
    ),
    "join": (Question("count", Tour("5x6", "N"), "mates"), {0: 8}),
    "open": (Question("count", Tour("3x4", "N", closed=False), "mates"), {0: 16}),
    "cubes": (Question("count", QUEENS, "backtrack"), {0: 4}),
    "optimum": (Question("count", FEWEST), {0: 16}),
}


def total(plan: Plan, **how: Any) -> dict[int, Any]:
    found = Total()
    for piece in Coordinator(plan, **how).pieces():
        found.add(piece)
    return dict(found.numbers)


@pytest.mark.parametrize("kind", KINDS)
def test_a_plan_of_any_kind_comes_to_the_same(kind: str, tmp_path: Path) -> None:
    question, truth = KINDS[kind]
    plan = plan_of(question)
    for number in (1, 3):  # cubes in processes, all others in threads
        assert total(plan, workers=number) == truth
    with ThreadPoolExecutor(2) as pool:
        assert total(plan, workers=2, wanted=9, executor=pool) == truth
    kept: dict[str, Any] = {"ledger": Ledger(tmp_path / "job", {}), "store": Folder(tmp_path / "a")}
    with closing(Coordinator(plan, wanted=9, **kept).pieces()) as pieces:
        list(islice(pieces, 6))  # it is left in the middle, and what was done is there
    assert total(plan, wanted=9, **kept) == truth
    kept["ledger"].close()
    again: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ledger, "write", lambda *given, **_: again.append(given))
        kept["ledger"] = Ledger(tmp_path / "job")
        assert total(plan, wanted=9, **kept) == truth
        kept["ledger"].close()
    assert not again  # all is in the file


@pytest.fixture(scope="module")
def spawned() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize("kind", some(KINDS, 2))
def test_processes_of_another_program(kind: str, spawned: Executor, tmp_path: Path) -> None:
    question, truth = KINDS[kind]
    store = Folder(tmp_path / "arrays")  # which all of them see
    how: dict[str, Any] = {"workers": 2, "wanted": 9, "executor": spawned, "store": store}
    assert total(plan_of(question), **how) == truth


@pytest.mark.parametrize(
    ("engine", "method"), [("auto", "canonical"), ("sat", "burnside"), ("cpsat", "burnside")]
)
def test_orbits_in_parts(engine: str, method: Any, threads: None) -> None:
    queens = Placement("5x5", {"Q": 5})
    answer = count(queens, engine=engine, modulo="symmetry", run=Run(workers=2, method=method))
    assert (answer.value, answer.method) == (2, method)


def test_a_rule_of_ones_own_stays_in_this_process() -> None:
    class Own(NonAttacking):
        pass

    model = Placement("5x5", {"Q": 5}, [Own()])
    assert not portable(model)
    assert portable(QUEENS)
    assert count(model, engine="backtrack", run=Run(workers=2)).value == 10


@dataclass(frozen=True)
class Slow(Plan):
    """Parts that end when they are told to, or never; or whose parts leave a number out."""

    endless: bool
    fails: bool = False
    first: int = 0
    facts: Facts = Facts("slow", cost=Estimate(10.0, 0, "long"))  # noqa: RUF009

    def stage(self, wanted: int, products: Products) -> Stage:
        third = Fraction(1, 3)
        parts = tuple(Part(str(i), (i, i + 1), 1, third) for i in range(self.first, wanted))
        return Stage("count", parts, Cover("ranges", "numbers", wanted, each=third), self)

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
        asked = Question("count", KINGS, time_limit=seconds)
        found = added_up(asked, Run(), lambda: run_plan(endless, 2))
        assert (found.complete, found.reason) == (False, "time limit")
        if found.value == 2:
            break
    assert found.value == 2

    def press(found: int) -> None:
        if found:
            raise KeyboardInterrupt

    found = added_up(who, Run(watch=press), lambda: run_plan(endless, 2))
    assert 1 <= found.value <= 2
    assert found.reason == "interrupted"
    assert until(lambda: threading.active_count() <= before)


def test_one_that_fails_ends_all() -> None:
    slow = Slow(endless=True, fails=True)
    with pytest.raises(EngineFailure, match="broken"):
        added_up(Question("count", KINGS), Run(), lambda: run_plan(slow, 3))


def test_parts_that_are_not_all_are_not_summed() -> None:
    with pytest.raises(EngineFailure, match="the parts are not all"):
        total(Slow(endless=False, first=1), wanted=5)


def test_weights_are_taken_part_by_part() -> None:
    assert total(Slow(endless=False), workers=2) == {0: 32}


def test_a_stage_is_another_one_where_its_parts_are() -> None:
    # Rows in a file are of parts with this id, this data and this weight.
    stage = Slow(endless=False).stage(2, {})
    first, *rest = stage.parts
    others = (first._replace(id="9"), first._replace(data=(7, 8)), first._replace(weight=1))
    stages = [stage, *(stage._replace(parts=(other, *rest)) for other in others)]
    assert len({digest_of(one) for one in stages}) == 4
    assert digest_of(stage) == digest_of(stage._replace(parts=stage.parts[::-1]))


# -- executors ---------------------------------------------------------------------------


def test_a_pool_goes_from_count_to_count() -> None:
    # Each of one part, of which all have the same name: what the last one needed is not the next one's.
    with ThreadPoolExecutor(1) as pool:
        found = [
            count("queens", n=n, engine="bitboard", run=Run(executor=pool)).value for n in (6, 7, 4)
        ]
    assert found == [4, 40, 2]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
def test_the_workers_of_a_pool_can_be_ended() -> None:
    # Else a pool with a worker that was killed waits for the others, which it cannot end, for ever.
    with ProcessPoolExecutor(1, get_context("fork")) as pool:
        assert count(QUEENS, engine="bitboard", run=Run(executor=pool)).value == 4
        blocked = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
    assert signal.SIGTERM not in blocked


class Pool(Executor):
    """Does each task at once, or loses it, as a cluster does whose workers are killed."""

    def __init__(self, lost: Callable[[], bool] = bool) -> None:
        self._lost, self.asked = lost, 0
        self.sizes: list[int] = []

    def submit(self, work: Any, /, *given: Any, **named: Any) -> Future[Any]:
        self.asked += 1
        future: Future[Any] = Future()
        if self._lost():
            future.set_exception(BrokenProcessPool("a worker is gone"))
        else:
            self.sizes.append(len(given[-1]))
            future.set_result(work(*given, **named))
        return future


def counted(job: Path, pool: Executor) -> int:
    run = Run(job=job, executor=pool, workers=2, parts=20)
    found: int = count(QUEENS, engine="bitboard", run=run).value
    return found


def test_what_is_lost_is_sent_again(tmp_path: Path) -> None:
    random, found = Random(1), 0
    while not found:  # three losses of one part in a row end a run, and the next goes on
        try:
            found = counted(tmp_path / "job", Pool(lambda: random.random() < 0.4))
        except EngineFailure:
            continue
    assert found == 4


def test_workers_that_are_gone_end_the_run_and_what_is_done_is_kept(tmp_path: Path) -> None:
    gone = ThreadPoolExecutor(1)
    gone.shutdown()
    for pool, words in (
        (Pool(lambda: True), "was lost 3 times: BrokenProcessPool"),
        (gone, "the workers do not take part"),
    ):
        with pytest.raises(EngineFailure, match=words):
            counted(tmp_path / "job", pool)
    assert counted(tmp_path / "job", Pool()) == 4


class Silent(Executor):
    """Answers nothing, and after a while takes nothing more, as a client whose scheduler is gone."""

    def __init__(self, most: int) -> None:
        self.left = most

    def submit(self, work: Any, /, *given: Any, **named: Any) -> Future[Any]:
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("the client is closed")
        return Future()


def test_a_scheduler_that_is_silently_gone_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coordinator, "QUIET", 0.05)
    with pytest.raises(EngineFailure, match="do not answer any more: the client is closed"):
        count(QUEENS, engine="bitboard", run=Run(executor=Silent(5), workers=2, parts=20))


def test_a_scheduler_that_hangs_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coordinator, "QUIET", 0.05)

    def say(words: str) -> None:
        if "waiting for workers, nothing for " in words:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        count(QUEENS, engine="bitboard", run=Run(executor=Silent(10**6), workers=2, stage=say))


@pytest.mark.deep
def test_a_cluster_whose_workers_are_killed(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        kills = iter(list(cluster.workers.values()))

        def watch(found: int) -> None:
            if found > 20 and (nanny := next(kills, None)) is not None:
                nanny.process.process.kill()

        executor = client.get_executor(pure=False)
        run = Run(job=tmp_path / "job", workers=4, parts=200, executor=executor, watch=watch)
        found = count("queens", n=10, engine="bitboard", run=run)
    assert (found.value, found.complete) == (724, True)
