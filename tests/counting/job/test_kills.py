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
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from guards import guarded, running, until
from nights import some

from nqsat import Placement
from nqsat.counting import Question
from nqsat.counting.job import new_job, result, run_job, verify
from nqsat.errors import InvalidModel

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")

QUESTION = Question("count", Placement("8x8", {"Q": 8}), "bitboard")
TRUTH = 92

SERVER = """
import os, sys, traceback
from nqsat.counting.job import run_job
run_job(sys.argv[1])
for line in sys.stdin:
    folder, workers = line.split()
    pid = os.fork()
    if pid == 0:
        try:
            run_job(folder, workers=int(workers))
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    print(pid, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""


class Server:
    """Starts runners, one at a time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def start(self, folder: Path, workers: int) -> int:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{folder} {workers}\n")
        self._process.stdin.flush()
        return int(self._line())

    def wait(self) -> int:
        return int(self._line())

    def finish(self, folder: Path) -> int:
        """Have a runner come to the end."""
        self.start(folder, 1)
        return self.wait()

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


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


@pytest.mark.parametrize("kills", [4, pytest.param(500, marks=pytest.mark.deep)])
@pytest.mark.parametrize("runners", [1, 2])
def test_killed_runners(tmp_path: Path, kills: int, runners: int) -> None:
    random, jobs = Random(kills + runners), 0
    while kills > 0:
        with ExitStack() as stack:
            warm = [tmp_path / f"{jobs} warm {i}" for i in range(runners)]
            servers = [stack.enter_context(server(folder)) for folder in warm]
            for _ in range(5):
                jobs += 1
                kills -= _job(tmp_path / str(jobs), servers, random) if kills > 0 else 0


def _job(folder: Path, servers: list[Server], random: Random) -> int:
    """Kill those who run a job, and have it come to its end all the same: how many were killed."""
    new_job(folder, QUESTION, parts=30)
    killed = 0
    for _ in range(25):
        killed += _killed(folder, servers, random)
        if result(folder).count.complete:
            break
    assert servers[0].finish(folder) == 0
    found = result(folder)
    assert (found.count.value, found.count.complete) == (TRUTH, True)
    known = Counter(part for kind, part in rows(folder) if kind == "part")
    assert len(known) == found.parts
    if len(servers) == 1:  # of two, both may take over what a killed one had
        assert set(known.values()) == {1}
    assert not [str(fault) for fault in verify(folder)[1] if fault.wrong]
    return killed


def _killed(folder: Path, servers: list[Server], random: Random) -> int:
    """Kill runners at work: how many had not ended by then."""
    known = Counter(rows(folder))
    pids = [one.start(folder, random.choice((1, 3))) for one in servers]
    if random.random() < 0.8:  # till one has something to say, and a moment more
        ledgers = len(list((folder / "ledger").iterdir()))
        until(lambda: len(list((folder / "ledger").iterdir())) > ledgers or not running(pids[0]))
        time.sleep(random.uniform(0.0, 0.05))
    for pid in pids:
        with suppress(ProcessLookupError):  # it has come to the end
            os.kill(pid, signal.SIGKILL)
    codes = [one.wait() for one in servers]
    assert set(codes) <= {0, -signal.SIGKILL}
    assert Counter(rows(folder)) >= known  # what was written stays
    found = result(folder)
    assert found.count.value <= TRUTH
    assert not [fault for fault in found.faults if fault.wrong]
    return codes.count(-signal.SIGKILL)


FULL = """
import resource, sys
from nqsat.cli.app import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)), -1))
main()
"""


@pytest.mark.parametrize("room", some([3000, 100], 2))
def test_a_full_disk(tmp_path: Path, room: int) -> None:
    pytest.importorskip("resource")
    folder = tmp_path / "job"
    new_job(folder, QUESTION, parts=30)
    words = [sys.executable, "-c", FULL, str(room), "job", "run", str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (4, "")
    assert "File too large" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not [fault for fault in result(folder).faults if fault.wrong]
    assert run_job(folder).count.value == TRUTH
    made = Counter(part for kind, part in rows(folder) if kind == "part")
    assert set(made.values()) == {1}


def test_a_folder_that_cannot_be_written_to_makes_no_job(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    tmp_path.chmod(0o500)
    with pytest.raises(InvalidModel, match="cannot be made"):
        new_job(tmp_path / "job", QUESTION)
