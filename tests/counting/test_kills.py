"""kill -9 at random moments, of the coordinator and of workers: the total is right, nothing counts twice.

The moments are the same every time; how far a run has come by then is not, and no verdict depends on it. A
kill counts only if it hit: if that is what ended the process. Runs are forked from a process that has
everything in memory, so that they are killed while they work, not while they start.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from support.oracle.brute_force import DEEP
from support.timeouts import HANG, guarded

from nqsat.counting.job import result, verify
from nqsat.counting.ledger import Ledger
from nqsat.errors import InvalidModel

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")

#: Plans of two kinds, and what they come to: one stage of 30 parts; 11 stages, whose layers are in files.
PLANS = {
    "search": ("Placement('8x8', {'Q': 8}), BitboardEngine()", 92),
    "layers": ("Placement('6x6', {'Q': 'any'}), FrontierEngine(memory=300_000)", 2635),
}

#: Kills of either that have to hit, for each seed and plan; runs of a job that are disturbed; seeds.
KILLS, RUNS, SEEDS = (5, 25, 50) if DEEP else (2, 6, 1)

#: A run by a pool of two workers ends with the number of these that were killed, plus BROKEN if that ended
#: it. Such a pool is broken when one worker is killed, and the next run goes on.
BROKEN = 10

SERVER = f"""
import os, signal, sys, threading, time, traceback
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from nqsat import Placement, Run, count
from nqsat.counting import run
from nqsat.engines import BitboardEngine, FrontierEngine
from nqsat.errors import EngineFailure
run.FLUSH = 0.0
asked = eval(sys.argv[1])
def counted(job, executor=None):
    how = Run(job=job, executor=executor, workers=2, parts=30)
    return count(asked[0], engine=asked[1], run=how)
def killing(job, seconds):
    code, killed, over = 0, [], threading.Event()
    pool = ProcessPoolExecutor(2, get_context("fork"))
    def kill():
        if not over.wait(seconds):
            killed.extend([*(pool._processes or {{}}).values()][:1])
            for one in killed:
                os.kill(one.pid, signal.SIGKILL)
    killer = threading.Thread(target=kill)
    killer.start()
    try:
        counted(job, pool)
    except EngineFailure:
        code = {BROKEN}
    over.set()
    killer.join()
    for one in killed:
        while one.exitcode is None:  # the pool, which waits for it, too, may have been faster
            time.sleep(0.001)
        code += one.exitcode == -signal.SIGKILL
    for one in (pool._processes or {{}}).values():  # to be joined they would have to be whole
        one.kill()
    return code
for job in ("warm", "timed"):
    begun = time.monotonic()
    counted(os.path.join(sys.argv[2], job))
print(time.monotonic() - begun, flush=True)
for line in sys.stdin:
    word, number = line.split()
    if word == "wait":
        print(os.waitstatus_to_exitcode(os.waitpid(int(number), 0)[1]), flush=True)
    elif pid := os.fork():
        print(pid, flush=True)
    else:
        code = 1
        try:
            code = killing(word, float(number)) if float(number) else counted(word).value < 0
        except BaseException:
            traceback.print_exc()
        os._exit(code)
"""


class Server:
    """Starts runs; ``seconds`` is about how long one takes."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._asks, self._answers = process.stdin, process.stdout
        self.seconds = float(self._answers.readline())

    def start(self, job: Path, seconds: float = 0.0) -> int:
        return self._asked(f"{job} {seconds}")

    def wait(self, pid: int) -> int:
        return self._asked(f"wait {pid}")

    def _asked(self, words: str) -> int:
        self._asks.write(f"{words}\n")
        self._asks.flush()
        return int(self._answers.readline())


@contextmanager
def server(asked: str, folder: Path) -> Iterator[Server]:
    words, pipe = [sys.executable, "-c", SERVER, asked, str(folder)], subprocess.PIPE
    with (
        subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as process,
        guarded(process, HANG * (10 if DEEP else 1)),
    ):
        yield Server(process)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("plan", PLANS)
def test_killed_runs(
    plan: str, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked, truth = PLANS[plan]
    random, hits, jobs = Random(f"{plan} {seed}"), Counter[str](), 0
    with server(asked, tmp_path) as runs:
        while min(hits["coordinator"], hits["worker"]) < KILLS:
            job = tmp_path / f"job{jobs}"
            jobs += 1
            for _ in range(RUNS):
                known = _rows(job)
                hits[_disturbed(job, runs, random)] += 1
                assert _rows(job).items() >= known.items()  # what was written stays as it was
                if known and result(job).count.complete:
                    break
            assert runs.wait(runs.start(job)) == 0
            found, wrong = verify(job)
            assert found is not None
            assert (found.count.value, found.count.complete, wrong) == (truth, True, [])
            assert found.done == found.parts
    with capsys.disabled():
        print(f"\n{plan}: {jobs} jobs, {dict(hits)}")


def _disturbed(job: Path, runs: Server, random: Random) -> str:
    """Kill a run or one of its workers at some moment; return which of them that hit, if any."""
    moment = random.uniform(0.0, runs.seconds)
    if random.random() < 0.5:
        code = runs.wait(runs.start(job, moment))
        assert code in (0, 1, BROKEN + 1)
        return "worker" if code % BROKEN else "nobody"
    pid = runs.start(job)
    time.sleep(moment)
    os.kill(pid, signal.SIGKILL)  # it is there, if only as a zombie, until it is waited for
    code = runs.wait(pid)
    assert code in (0, -signal.SIGKILL)
    return "coordinator" if code else "nobody"


def _rows(job: Path) -> dict[tuple[str, str], str]:
    """All rows of a job, as text; a file in which there is no head yet has none."""
    try:
        ledger = Ledger(job)
    except InvalidModel:
        assert not job.exists() or job.stat().st_size == 0
        return {}
    rows = {
        (name, id_): str(row) for name in ledger.stages() for id_, row in ledger.read(name).items()
    }
    ledger.close()
    return rows
