"""Parts that an executor does: pools of this machine, and workers that are lost."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.jobs import begun, wrong

from nqsat import Placement, count
from nqsat.counting import Question
from nqsat.counting.job import result, run_job
from nqsat.counting.parallel import executor_pool
from nqsat.errors import EngineFailure

QUEENS = Question("count", Placement("6x6", {"Q": 6}), "bitboard")
TRUTH = 4


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return begun(tmp_path / "job", QUEENS)


def test_threads(folder: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        found = run_job(folder, workers=3, executor=pool)
    assert (found.count.value, found.count.complete) == (TRUTH, True)
    assert not wrong(folder)


def test_a_process(tmp_path: Path) -> None:
    folder = begun(tmp_path / "job", replace(QUEENS, engine="backtrack"))
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert run_job(folder, workers=4, executor=pool).count.value == TRUTH


def test_a_pool_goes_from_job_to_job() -> None:
    # Each of one part, of which all have the same name: what the last one needed is not the next one's.
    with ThreadPoolExecutor(1) as pool:
        found = [count("queens", n=n, engine="bitboard", executor=pool).value for n in (6, 7, 4)]
    assert found == [4, 40, 2]


class Losing(Executor):
    """Loses a part now and then, as a cluster does whose workers are killed."""

    def __init__(self, lost: Callable[[], bool]) -> None:
        self._lost, self.asked = lost, 0

    def submit(self, work: Any, /, *given: Any, **named: Any) -> Future[Any]:
        self.asked += 1
        future: Future[Any] = Future()
        if self._lost():
            future.set_exception(BrokenProcessPool("a worker is gone"))
        else:
            future.set_result(work(*given, **named))
        return future


def test_what_is_lost_is_asked_again(folder: Path) -> None:
    random = Random(1)
    found = False
    while not found:  # three losses of one part in a row end a run, and the next goes on
        pool = Losing(lambda: random.random() < 0.4)
        try:
            found = run_job(folder, workers=2, executor=pool).count.complete
        except EngineFailure:
            assert pool.asked >= 3
    assert result(folder).count.value == TRUTH
    assert not wrong(folder)


def test_a_part_that_kills_its_workers_ends_the_run(folder: Path) -> None:
    pool = Losing(lambda: True)
    with pytest.raises(EngineFailure, match=r"was lost 3 times: BrokenProcessPool"):
        run_job(folder, executor=pool)
    assert pool.asked == 3
    assert not list((folder / "claims").iterdir())


def test_a_pool_that_is_gone_ends_the_run_and_keeps_what_is_done(folder: Path) -> None:
    pool = ThreadPoolExecutor(1)
    part = result(folder)
    pool.shutdown()
    with pytest.raises(EngineFailure, match="the workers do not take part"):
        run_job(folder, executor=pool)
    assert result(folder) == part
    assert run_job(folder).count.value == TRUTH


@pytest.mark.deep
def test_a_cluster_whose_workers_are_killed(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    ten = Question("count", Placement("10x10", {"Q": 10}), "bitboard")
    folder = begun(tmp_path / "job", ten, parts=200)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        nannies = list(cluster.workers.values())
        kills = iter(nannies)

        def watch(words: str) -> None:
            if result(folder).done > 20 and (nanny := next(kills, None)) is not None:
                nanny.process.process.kill()

        with client.get_executor(pure=False) as pool:
            found = run_job(folder, workers=4, executor=pool, watch=watch)
    assert (found.count.value, found.count.complete) == (724, True)


class Silent(Executor):
    """Answers nothing, and after a while takes nothing more, as a client whose scheduler is gone."""

    def __init__(self, most: int) -> None:
        self.left = most

    def submit(self, work: Any, /, *given: Any, **named: Any) -> Future[Any]:
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("the client is closed")
        return Future()


def test_a_scheduler_that_is_silently_gone_ends_the_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor_pool, "QUIET", 0.05)
    with pytest.raises(
        EngineFailure, match="the workers do not answer any more: the client is closed"
    ):
        run_job(folder, workers=2, executor=Silent(3))
    assert run_job(folder).count.value == TRUTH
