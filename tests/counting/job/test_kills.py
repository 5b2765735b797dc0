"""kill -9 at any moment: nothing is lost but the parts in flight, and nothing counts twice.

The moments are random and the same every time; how far a runner has come by then is not, and no verdict
here depends on it. Runners are forked from a process that has everything in memory, so that they are killed
while they work, and not while they are starting.
"""

from __future__ import annotations

import json
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
from support.jobs import wrong
from support.oracle.brute_force import DEEP
from support.timeouts import guarded, running, until

from nqsat import Placement
from nqsat.counting import Question
from nqsat.counting.job import new_job, result, status
from nqsat.errors import InvalidModel

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")

QUESTION = Question("count", Placement("8x8", {"Q": 8}), "bitboard")
TRUTH = 92

SERVER = """
import os, sys, traceback
from nqsat.counting.job import run_job
run_job(sys.argv[1])
for line in sys.stdin:
    word, number = line.split()
    if word == "wait":
        print(os.waitstatus_to_exitcode(os.waitpid(int(number), 0)[1]), flush=True)
    elif pid := os.fork():
        print(pid, flush=True)
    else:
        try:
            run_job(word, workers=int(number))
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
"""


class Server:
    """Starts runners."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def start(self, folder: Path, workers: int = 1) -> int:
        """The number of its process."""
        return self._asked(f"{folder} {workers}")

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
    new_job(warm, QUESTION, parts=1)
    words = [sys.executable, "-c", SERVER, str(warm)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as process, guarded(process):
        yield Server(process)


def rows(folder: Path) -> Iterator[tuple[str, str]]:
    """The kinds of all whole rows, and the parts that they are about."""
    for path in (folder / "ledger").iterdir():
        for line in path.read_bytes().split(b"\n")[:-1]:
            data = json.loads(line)
            yield data["kind"], data.get("part", "")


@pytest.mark.parametrize("seed", range(50 if DEEP else 1))
def test_killed_runners(tmp_path: Path, seed: int) -> None:
    random, killed = Random(seed), list[int]()
    with server(tmp_path / "warm") as runners:
        while len(killed) < 2 or sum(killed) < (20 if DEEP else 4):
            number = len(killed)
            killed.append(_job(tmp_path / f"{number}", runners, 1 + number % 2, random))
        _shared(tmp_path / "shared", runners)


def _shared(folder: Path, runners: Server) -> None:
    """Claims keep two apart whom nobody kills."""
    new_job(folder, QUESTION, parts=30)
    pids = [runners.start(folder) for _ in range(2)]
    assert [runners.wait(pid) for pid in pids] == [0, 0]
    found = result(folder)
    assert (found.count.value, found.done) == (TRUTH, found.parts)
    assert sum(share.parts for share in status(folder).shares) == found.parts


def _job(folder: Path, runners: Server, number: int, random: Random) -> int:
    """Kill those who run a job, and have it come to its end all the same: how many were killed."""
    new_job(folder, QUESTION, parts=30)
    killed = 0
    for _ in range(25 if DEEP else 6):
        killed += _killed(folder, runners, number, random)
        if result(folder).count.complete:
            break
    assert runners.wait(runners.start(folder)) == 0
    found = result(folder)
    assert (found.count.value, found.count.complete) == (TRUTH, True)
    known = Counter(part for kind, part in rows(folder) if kind == "part")
    assert len(known) == found.parts
    if number == 1:  # of two, both may take over what a killed one had
        assert set(known.values()) == {1}
    assert not wrong(folder)
    return killed


def _killed(folder: Path, runners: Server, number: int, random: Random) -> int:
    """Kill runners at work: how many had not ended by then."""
    known = Counter(rows(folder))
    pids = [runners.start(folder, random.choice((1, 3))) for _ in range(number)]
    if random.random() < 0.8:  # till one has something to say, and a moment more
        ledgers = len(list((folder / "ledger").iterdir()))
        until(lambda: len(list((folder / "ledger").iterdir())) > ledgers or not running(pids[0]))
        time.sleep(random.uniform(0.0, 0.05))
    for pid in pids:
        os.kill(pid, signal.SIGKILL)  # its exit code is still to be asked for
    codes = [runners.wait(pid) for pid in pids]
    assert set(codes) <= {0, -signal.SIGKILL}
    assert Counter(rows(folder)) >= known  # what was written stays
    found = result(folder)
    assert found.count.value <= TRUTH
    assert not [fault for fault in found.faults if fault.wrong]
    return codes.count(-signal.SIGKILL)


def test_a_folder_that_cannot_be_written_to_makes_no_job(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    tmp_path.chmod(0o500)
    with pytest.raises(InvalidModel, match="cannot be made"):
        new_job(tmp_path / "job", QUESTION)
