"""kill -9 at any moment, of the coordinator and of workers: the number is right, and nothing counts twice.

The moments are random and the same every time; how far a run has come by then is not, and no verdict here
depends on it. Runs are forked from a process that has everything in memory, so that they are killed while
they work, and not while they are starting.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from support.oracle.brute_force import DEEP
from support.timeouts import guarded, running, until

from nqsat import Placement
from nqsat.counting import Question
from nqsat.counting.job import result, verify
from nqsat.counting.ledger import Ledger
from nqsat.errors import InvalidModel

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")

QUESTION = Question("count", Placement("8x8", {"Q": 8}), "bitboard")
TRUTH = 92

SERVER = """
import os, signal, sys, traceback
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from nqsat import Placement, count
from nqsat.counting import run, workers
run.FLUSH = 0.0
model = Placement("8x8", {"Q": 8})
def counted(job, executor=None, watch=None):
    return count(model, engine="bitboard", job=job, executor=executor, watch=watch, workers=2, parts=30)
def killing(job, seed):
    random = Random(seed)
    with ProcessPoolExecutor(2, get_context("fork")) as pool:
        def watch(found):
            if random.random() < 0.05:
                os.kill(random.choice([*pool._processes]), signal.SIGKILL)
        counted(job, pool, watch)
counted(sys.argv[1])
for line in sys.stdin:
    word, number = line.split()
    if word == "wait":
        print(os.waitstatus_to_exitcode(os.waitpid(int(number), 0)[1]), flush=True)
    elif pid := os.fork():
        print(pid, flush=True)
    else:
        try:
            killing(word, int(number)) if int(number) else counted(word)
        except Exception as error:  # a pool that is broken ends the run
            os._exit(4 if type(error).__name__ == "EngineFailure" else traceback.print_exc() or 1)
        os._exit(0)
"""


class Server:
    """Starts runs."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def start(self, job: Path, seed: int = 0) -> int:
        """The number of the process of a run; with a seed, one that kills its workers."""
        return self._asked(f"{job} {seed}")

    def wait(self, pid: int) -> int:
        """Its exit code."""
        return self._asked(f"wait {pid}")

    def _asked(self, words: str) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{words}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@contextmanager
def server(warm: Path) -> Iterator[Server]:
    words = [sys.executable, "-c", SERVER, str(warm)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as process, guarded(process):
        yield Server(process)


@pytest.mark.parametrize("seed", range(50 if DEEP else 1))
def test_killed_runs(tmp_path: Path, seed: int) -> None:
    random, killed, jobs = Random(seed), 0, 0
    with server(tmp_path / "warm") as runs:
        while killed < (20 if DEEP else 4):
            job = tmp_path / f"job{jobs}"
            jobs += 1
            for _ in range(25 if DEEP else 6):
                killed += _killed(job, runs, random)
                if job.exists() and job.stat().st_size and result(job).count.complete:
                    break
            assert runs.wait(runs.start(job)) == 0
            found, wrong = verify(job)
            assert found is not None
            assert (found.count.value, found.count.complete, wrong) == (TRUTH, True, [])
            assert found.done == found.parts


def _killed(job: Path, runs: Server, random: Random) -> int:
    """Kill a run at work, or have it kill its workers; return how many were killed."""
    known = _rows(job)
    worker = random.random() < 0.2
    pid = runs.start(job, random.randrange(1, 10**6) if worker else 0)
    if worker:
        assert runs.wait(pid) in (0, 4)
    else:
        until(lambda: job.exists() or not running(pid))
        time.sleep(random.uniform(0.0, 0.06))
        os.kill(pid, signal.SIGKILL)
        worker = runs.wait(pid) == -signal.SIGKILL
    now = _rows(job)
    assert now.items() >= known.items()  # what was written stays as it was
    return worker


def _rows(job: Path) -> dict[tuple[str, str], str]:
    """All rows of a job, as text; a file in which there is no head yet has none."""
    try:
        ledger = Ledger(job)
    except InvalidModel:
        assert not job.exists() or not job.with_name(f"{job.name}-journal").exists()
        return {}
    rows = {
        (name, id_): str(row) for name in ledger.stages() for id_, row in ledger.read(name).items()
    }
    ledger.close()
    return rows
