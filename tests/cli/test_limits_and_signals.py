"""Limits, the clock, Ctrl-C, a reader that leaves: what was found is printed, labelled, and right."""

from __future__ import annotations

import _thread
import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import termios
import threading
import time
from array import array
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import combinations
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import Run, answered, refused
from support.day_subset import combined, some
from support.extensions import lacking
from support.oracle.brute_force import DEEP
from support.timeouts import (
    HANG,
    busy,
    children,
    first_line,
    gone,
    guarded,
    interrupted,
    own_memory,
    started,
    told,
    until,
)

import nqsat.cli.app
import nqsat.cli.output
import nqsat.engines
from nqsat import Placement, solutions
from nqsat.cli import SIGNALS as handled
from nqsat.counting.ranking.numbering import ListNumbering
from nqsat.engines import block_signals
from nqsat.engines.kernels import Kernel
from nqsat.engines.listing import Listing
from nqsat.engines.machine import PYTHON

SIGNALS = [signal.SIGINT, signal.SIGTERM]
TRUTH_OF_SIXTEEN = 14_772_512  # OEIS A000170
linux = pytest.mark.skipif(sys.platform != "linux", reason="/proc and signals as on Linux")


# -- limits ---------------------------------------------------------------------------------


def test_enumerate_with_a_limit(nqsat: Run) -> None:
    done = nqsat("enumerate", "queens", "-p", "n=8", "--format", "fen", "--limit", "91")
    assert len(set(done.stdout.split())) == 91
    assert done.returncode == 0  # this number was asked for
    assert done.stderr.startswith("at least 91 placements (limit)")
    done = nqsat("enumerate", "queens", "-p", "n=8", "--format", "fen", "--limit", "92")
    assert (len(set(done.stdout.split())), done.returncode) == (92, 0)
    # By hand, with no code of ours: the one thing a reader of the output can check.
    assert all(are_queens(fen, 8) for fen in done.stdout.split())


#: Nobody is done with these: a lower bound that says why, no certificate, and not "no solution".
LATE = r"at least \d+ placements? \(time limit\); about [\d,]+ in all \(standard error \d+%\)\n"
CLOCKS = [
    ("count queens -p n=20 --time-limit 1 --engine sat", LATE),
    ("count queens -p n=20 --time-limit 0.4 --engine cpsat", LATE),
    ("count queens -p n=20 --time-limit 0.4 --engine backtrack", LATE),
    ("solve --board torus:16x16 --piece Q=16 --time-limit 0.5",
     r"no solution found before it was stopped \(time limit\)\n"),
    ("certify queens -p n=20 -o it --time-limit 0.5",
     r"at least \d+ placements? \(time limit\)(; about .* in all.*)?: no certificate\n"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), CLOCKS)
def test_the_clock(nqsat: Run, tmp_path: Path, words: str, said: str) -> None:
    done = nqsat(*words.split(), cwd=tmp_path)
    assert re.fullmatch(said, done.stdout)
    assert (done.returncode, list(tmp_path.iterdir())) == (3, [])


@pytest.mark.parametrize("words", ["queens", "queens -p n=8"])
def test_verify_with_a_clock(nqsat: Run, tmp_path: Path, words: str) -> None:
    limit = ("-v", "--time-limit", "0.01")
    done = nqsat("verify", *words.split(), *limit, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (3, "nqsat: time limit\n")
    assert "skipped: time limit: the rest was not compared" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("1 model: ")


@linux
@pytest.mark.parametrize(("limit", "words"), [(0.03, ""), (0.002, "--engine sat --workers 2")])
def test_the_processes_of_a_formula_keep_a_limit_of_memory(
    limit: float, words: str, tmp_path: Path
) -> None:
    chance = Random(3)
    clauses = [
        [chance.choice((1, -1)) * x for x in chance.sample(range(1, 121), 3)] for _ in range(360)
    ]
    lines = (" ".join(map(str, [*clause, 0])) for clause in clauses)
    (tmp_path / "wide.cnf").write_text("\n".join(["p cnf 120 360", *lines]))
    command = [sys.executable, "-m", "nqsat", "count", "wide.cnf", "--memory", str(limit)]
    command += words.split()
    most, number, began = 0, 0, 0
    with started(*command, cwd=tmp_path) as process:
        assert until(lambda: children(process.pid))  # a solver works in a process of its own
        began = own_memory(process.pid)
        while process.poll() is None:
            every = [process.pid, *children(process.pid)]
            every += [below for one in every[1:] for below in children(one)]
            most, number = max(most, sum(map(own_memory, every))), max(number, len(every))
            time.sleep(0.01)
        out, _ = process.communicate()
    assert process.returncode == 3
    assert re.fullmatch(r"at least [1-9]\d* assignments \(memory limit\)\n", out)
    # What it may take, Python in each process, and a moment's growth.
    assert most < limit * 2**30 + began + number * PYTHON + 30_000_000


@pytest.mark.parametrize("words", ["sample -n 5 --seed 1", "enumerate --at 1..5"])
def test_what_was_found_before_an_end_is_kept(
    here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    found, left = ListNumbering.at, iter(range(3))

    def at(every: ListNumbering, number: int) -> Any:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return found(every, number)

    monkeypatch.setattr(ListNumbering, "at", at)
    command, *rest = words.split()
    eight = ("queens", "-p", "n=8", "--engine", "backtrack", "--format", "fen", "-o", "it")
    done = here(command, *eight, *rest)
    assert (done.returncode, done.stdout) == (3, "")
    assert "3 of 5 wanted (interrupted)" in done.stderr
    assert len((tmp_path / "it").read_text().split()) == 3


#: Nobody counts these in a moment.
UNCOUNTED = ["queens", "-p", "n=12", "--engine", "backtrack", "--time-limit", "0.05"]


@pytest.mark.parametrize("command", ["sample", "count --by square", "enumerate --at 1"])
def test_numbers_are_stated_of_all_solutions_or_not_at_all(here: Run, command: str) -> None:
    first, *more = command.split()
    assert "time limit" in refused(here(first, *UNCOUNTED, *more), 3)


# -- signals --------------------------------------------------------------------------------


def wait_for_a_worker(process: subprocess.Popen[str]) -> list[int]:
    """The solver's processes, as soon as one is there."""
    assert until(lambda: children(process.pid)), "no worker was started"
    return children(process.pid)


def are_queens(fen: str, size: int) -> bool:
    """Whether a FEN shows one queen in each rank that attack one another nowhere. No code of ours."""
    queens = []
    for row, rank in enumerate(fen.split("/")):
        left, queen, right = rank.partition("Q")
        if not queen or int(left or 0) + 1 + int(right or 0) != size:
            return False
        queens.append((row, int(left or 0)))
    pairs = combinations(queens, 2)
    return len(queens) == size and all(
        b != d and abs(a - c) != abs(b - d) for (a, b), (c, d) in pairs
    )


def at_any_moment(*engines: str) -> list[Any]:
    """By night, any signal at random moments: after some seconds of CPU, the same in every run."""
    random, sent = Random(2026), [*SIGNALS, signal.SIGHUP, signal.SIGKILL]
    return [
        pytest.param(one, engine, random.expovariate(5), marks=pytest.mark.deep)
        for engine in engines
        for one in sent
        for _ in range(16)
    ]


@linux
@pytest.mark.parametrize(
    ("sent", "options", "moment"),
    [
        (signal.SIGINT, "sat --json", 0.3),
        pytest.param(signal.SIGTERM, "sat --modulo symmetry", 0.3, marks=pytest.mark.deep),
        (signal.SIGKILL, "sat", 0.3),
        *at_any_moment("sat", "cpsat"),
    ],
)
def test_count_is_interrupted(
    program: str, sent: signal.Signals, options: str, moment: float
) -> None:
    # Ctrl-C and a batch system's SIGTERM alike: a lower bound, code 3, and no process left behind.
    # SIGKILL leaves no time to clean up: the worker has to notice by itself.
    words = f"count queens -p n=16 --engine {options}"
    with started(program, *words.split()) as process:
        # Its engine is there: a worker, or a thread; before that Python itself is starting.
        threads = Path(f"/proc/{process.pid}/task")
        assert until(lambda: children(process.pid) or len(list(threads.iterdir())) > 1)
        assert busy(process.pid, moment)
        workers = children(process.pid)
        out, err = told(process, sent)
    assert gone(workers)
    assert "Traceback" not in err
    if sent == signal.SIGKILL:
        assert (process.returncode, out) == (-sent, "")
        return
    assert process.returncode == 3
    assert out.count("\n") == 1
    assert "interrupted" in out
    found = re.search(r'at least (\d+)|"value": "(\d+)", "complete": false', out)
    assert found, out
    assert int(found[1] or found[2]) <= TRUTH_OF_SIXTEEN


@linux
def test_a_count_is_interrupted_in_a_range(program: str) -> None:
    # A signal must end the whole range, and not only the model at hand (the next would run for hours).
    words = ("count", "queens", "-p", "n=14..16", "--engine", "sat")
    with started(program, *words) as process:
        wait_for_a_worker(process)
        assert busy(process.pid)
        out, _ = told(process, signal.SIGTERM)
    assert process.returncode == 3
    assert "interrupted" in out
    assert out.startswith("n=14: at least ")


@linux
@pytest.mark.parametrize(
    ("sent", "engine", "moment"),
    [
        *((signal.SIGINT, "sat", 0.0), (signal.SIGTERM, "backtrack", 0.0)),
        *at_any_moment("sat", "backtrack"),
    ],
)
def test_enumerate_is_interrupted(
    program: str, sent: signal.Signals, engine: str, moment: float
) -> None:
    # Every line printed before is a whole and right solution; the note says how many and why.
    size = {"sat": 16, "backtrack": 12}[engine]
    words = ("enumerate", "queens", "-p", f"n={size}", "--format", "fen", "--engine", engine)
    with started(program, *words) as process:
        first = first_line(process)
        time.sleep(moment / 10)  # nobody reads: soon it waits for a reader, there too it is hit
        workers = children(process.pid)
        out, err = told(process, sent)
    assert gone(workers)
    out = first + out
    assert process.returncode == (-sent if sent == signal.SIGKILL else 3)
    assert "Traceback" not in err
    *fens, rest = out.split("\n")
    assert len(set(fens)) == len(fens)
    assert all(are_queens(fen, size) for fen in fens)
    if sent == signal.SIGKILL:
        return
    assert not rest
    (note,) = err.splitlines()
    assert note.startswith("at least ")
    assert "(interrupted)" in note
    assert int(note.split()[2]) in (len(fens), len(fens) + 1)  # one may be found and not printed


@linux
@pytest.mark.parametrize("sent", some(SIGNALS, 2))
def test_a_list_of_assignments_is_interrupted_between_lines(
    program: str, tmp_path: Path, sent: signal.Signals
) -> None:
    (tmp_path / "free.cnf").write_text("p cnf 60 0\n")
    with started(program, "enumerate", "--dimacs", "free.cnf", cwd=tmp_path) as process:
        first = first_line(process)
        out, err = told(process, sent)
    assert process.returncode == 3
    assert "Traceback" not in err
    assert "(interrupted)" in err
    lines = [first.rstrip(), *out.splitlines()]
    assert len(set(lines)) == len(lines)
    assert all(line.endswith(" 0") and len(line.split()) == 61 for line in lines)


@linux
def test_enumerate_as_text_ends_with_a_whole_board(program: str) -> None:
    # Half a board on paper looks like a solution on a smaller one. Nobody reads until the pipe is full.
    end, begin = os.pipe()
    size = fcntl.fcntl(begin, fcntl.F_SETPIPE_SZ, 4096)
    words = [program, "enumerate", "queens", "-p", "n=10"]
    with (
        os.fdopen(end) as out,
        subprocess.Popen(words, stdout=begin, stderr=subprocess.DEVNULL) as process,
        guarded(process),
    ):
        os.close(begin)
        assert until(lambda: unread(end) > size - 1024)  # there is no room for another board
        process.send_signal(signal.SIGINT)
        text = out.read()
        process.wait(timeout=HANG)
    assert process.returncode == 3
    last = text.rstrip("\n").split("\n\n")[-1].splitlines()
    assert len(last) == 12  # heading, ranks, files
    assert last[-1].split() == list("abcdefghij")


def unread(pipe: int) -> int:
    """How many bytes a pipe holds."""
    number = array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, number)
    return number[0]


SLOW = """
import sys, time
from nqsat import Board, Placement
def slow(n: int):
    if n == 2:
        print("sleeping", file=sys.stderr, flush=True)
        time.sleep(60)
    return Placement(Board(n, n), {"Q": n})
"""


@linux
@pytest.mark.parametrize(
    ("command", "sent"),
    [
        ("count", signal.SIGINT),
        *(pytest.param("verify", sent, marks=pytest.mark.deep) for sent in SIGNALS),
    ],
)
def test_an_interrupt_between_searches(
    program: str, tmp_path: Path, command: str, sent: signal.Signals
) -> None:
    # While a model is built nobody searches. The code is 3 all the same, and of a range what was done
    # before is printed.
    (tmp_path / "mine.py").write_text(SLOW)
    words = (command, "mine.py:slow", "-p", "n=1..2")
    with started(program, *words, cwd=tmp_path) as process:
        assert process.stderr is not None
        before = ""
        while (line := process.stderr.readline()) != "sleeping\n":
            assert line, "it ended too early"
            before += line
        out, err = told(process, sent)
    err = before + err
    assert process.returncode == 3
    assert err.splitlines()[-1] == "nqsat: interrupted"
    assert "Traceback" not in err
    assert "n=1" in out


@linux
@pytest.mark.parametrize("sent", some(SIGNALS, 2))
def test_an_interrupted_certificate_leaves_nothing(
    program: str, tmp_path: Path, sent: signal.Signals
) -> None:
    words = ("certify", "queens", "-p", "n=16", "-o", "it")
    with started(program, *words, cwd=tmp_path) as process:
        assert until(lambda: any(tmp_path.iterdir()))
        out, err = told(process, sent)
    assert out.startswith("at least ")
    assert out.endswith(" (interrupted): no certificate\n")
    assert (err, process.returncode) == ("", 3)
    assert list(tmp_path.iterdir()) == []


@linux
def test_verify_is_interrupted_and_keeps_what_was_established(program: str, tmp_path: Path) -> None:
    # What was compared until then is printed, and the exit code says it.
    words = ("verify", "queens", "-p", "n=1..9999", "--json", "-q")
    with started(program, *words, cwd=tmp_path) as process:
        first = first_line(process)
        out, errors = told(process, signal.SIGINT)
    assert process.returncode == 3
    assert errors == "nqsat: interrupted\n"
    lines = [first, *out.splitlines()]
    reports = [json.loads(line) for line in lines]
    assert [report["params"]["n"] for report in reports] == [*range(1, len(reports) + 1)]
    assert all(report["result"] != "differ" for report in reports)


# -- a reader that leaves -------------------------------------------------------------------


@linux
@pytest.mark.parametrize("engine", ["sat", "backtrack"])
def test_a_reader_that_leaves(program: str, engine: str) -> None:
    # `| head -1`: no traceback, no noise, and not exit code 1, which says that verify found a fault.
    words = ("enumerate", "queens", "-p", "n=13", "--format", "fen", "--engine", engine)
    with started(program, *words) as process:
        workers = wait_for_a_worker(process) if engine == "sat" else []
        assert are_queens(first_line(process).strip(), 13)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        err = process.stderr.read()
        process.wait(timeout=HANG)
    assert "Traceback" not in err
    assert "Error" not in err
    assert process.returncode in (0, 3, 128 + signal.SIGPIPE)
    assert gone(workers)


@linux
def test_a_reader_that_leaves_help_of_a_model(program: str) -> None:
    # ``help MODEL`` calls another command: its errors are known as those of any.
    with started(program, "help", "slitherlink") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        err = process.stderr.read()
        process.wait(timeout=HANG)
    assert err == ""
    assert process.returncode in (3, 128 + signal.SIGPIPE)


def test_an_engine_at_work_in_a_kernel_is_interrupted(program: str) -> None:
    # A call of a kernel takes hundredths of a second, in a thread: Ctrl-C is heard by the one that waits.
    words = [program, "count", "--piece", "N=any", "--engine", "frontier", "--board"]
    code, out, err = interrupted([*words, "14x14"], 1.5)
    assert (code, out) == (3, "at least 0 placements (interrupted)\n")
    assert "Traceback" not in err


STARTING = """
import os, signal, sys

sys.modules.pop({module!r}, None)  # whatever Python itself has imported

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.{sent})

sys.meta_path.insert(0, Finder())
from nqsat.cli.app import main
sys.argv = ["nqsat", "count", "queens", "-p", "n=6"]
main()
"""


@pytest.mark.parametrize(
    ("module", "sent"),
    combined(
        ["typer", "nqsat.cli.count", "lazy_loader", "typing", "nqsat.errors"],
        ["SIGINT", "SIGTERM", "SIGHUP"],
    ),
)
def test_a_signal_while_the_program_is_imported(module: str, sent: str) -> None:
    program = STARTING.format(module=module, sent=sent)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "nqsat: interrupted\n")


def test_a_signal_that_was_set_aside_is_left_aside(program: str) -> None:
    # As nohup does it: the terminal may be closed, the count goes on.
    command = f"{program} count queens -p n=10 --engine backtrack"
    words = f"trap '' HUP; {command} & sleep 0.6; kill -HUP $!; wait $!"
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "724 placements\n")


ENDING = """
import atexit, os, signal, sys
from nqsat.cli import app

kill, leave = lambda: os.kill(os.getpid(), signal.{sent}), app._exit
if {late}:  # when all that the program has to tidy up is tidied up
    atexit.register(kill)
else:
    app._exit = lambda code: (atexit.register(kill), leave(code))
sys.argv = ["nqsat", "show", "queens", "-p", {given!r}]
app.main()
"""


@pytest.mark.parametrize(
    ("late", "given", "sent"),
    combined([True, False], ["n=4", "m=4"], ["SIGINT", "SIGTERM", "SIGHUP"]),
)
def test_a_signal_when_all_is_said(late: bool, given: str, sent: str) -> None:
    # The answer is out, or the refusal: nobody is told that the program was killed.
    program = ENDING.format(late=late, given=given, sent=sent)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    right = given == "n=4"
    assert done.returncode == (0 if right else 2), done
    assert ("4x4" in done.stdout, done.stderr.count("\n")) == (right, 0 if right else 1)


def test_whatever_ends_the_program_can_wait() -> None:
    # A thread that is being started, or a solution that is half printed, is torn by none of them.
    with block_signals():
        assert {*handled} <= signal.pthread_sigmask(signal.SIG_BLOCK, ())


#: What the program is asked, where it counts, lists, numbers, compares or reads.
ASKED: tuple[str, ...] = (
    "list",
    "count queens -p n=6",
    "count queens -p n=9 --engine frontier",
    "count queens -p n=7 --modulo symmetry",
    "count --board 5x5 --piece K=any --engine bitboard --by size",
    "solve --board 5x5 --piece Q=any --rule domination --minimise pieces",
    "enumerate queens -p n=8 --format fen",
    "enumerate queens -p n=10 --at 5..7 --format fen",
    "count queens -p n=8 --engine bitboard --by square --json",
    "count --board 4x4 --piece K=any --by square --json",
    "sample --board 5x6 --tour N -n 3 --seed 1",
    "verify queens -p n=4",
    "table queens -p n=1..4",
    "export queens -p n=6 --format json",
)
ASKED = tuple(words for words in ASKED if not lacking(f"nqsat {words}"))

#: Sends itself a signal at the nth call of a Python function in the main thread, and says how many
#: there were.
MOMENT = """
import os, signal, sys
from nqsat.cli import app

calls, moment, run = 0, int(os.environ["MOMENT"]), app._run

def called(frame, event, argument):
    global calls
    calls += 1
    if calls == moment:
        os.kill(os.getpid(), signal.{sent})

def profiled():
    sys.setprofile(called)
    run()

app._run = profiled
try:
    app.main()
finally:
    sys.setprofile(None)
    print(calls, file=sys.stderr)
"""


@linux
@pytest.mark.parametrize(("words", "sent"), combined(ASKED, ["SIGINT", "SIGTERM", "SIGHUP"]))
def test_a_signal_at_any_moment(nqsat: Run, tmp_path: Path, words: str, sent: str) -> None:
    # It says that it was interrupted and exits with 3, or the answer was out: nothing between the two,
    # no number that is a part of one, and nobody who goes on as if nothing had been.
    script = tmp_path / "moment.py"
    script.write_text(MOMENT.format(sent=sent))
    whole = nqsat(*words.split(), script=str(script), MOMENT="0")
    assert whole.returncode == 0, whole.stderr
    calls, random = int(whole.stderr.split()[-1]), Random(words + sent)
    many = 40 if DEEP else 3
    for part in range(many):
        moment = 1 + int((part + random.random()) * calls / many)
        done = nqsat(*words.split(), script=str(script), MOMENT=str(moment))
        note = f"{moment} of {calls}: {done}"
        assert "Traceback" not in done.stderr, note
        assert "Exception" not in done.stderr, note
        assert done.returncode in (0, 3), note
        if done.returncode == 0:
            assert timeless(done.stdout) == timeless(whole.stdout), note
        else:
            assert "interrupted" in done.stdout + done.stderr, note
            assert done.stderr.count("nqsat: ") <= 1, note


def timeless(text: str) -> str:
    """What is printed, without the seconds that it took."""
    return re.sub(r"[\d.]+ s\b", "", text)


@pytest.mark.filterwarnings("ignore:overflow encountered")  # of numbers that wrap as they should
@pytest.mark.parametrize(
    "words",
    [
        "count --board 6x6 --piece K=any --by square --json",
        "sample --board 6x6 --piece K=any --seed 1 --format fen",
        "count --board 6x6 --piece K=any --job {job}",
        "job status {job}",
        "job verify {job} --audit 100%",
    ],
)
def test_no_kernel_is_at_work_in_the_main_thread(
    here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    # There Ctrl-C would be heard when it is done, and what Python does around a kernel would be torn.
    job = tmp_path / "job"
    if words.startswith("job"):
        job = tmp_path / "begun"
        answered(here("count", "--board", "6x6", "--piece", "K=any", "--job", str(job)))
    places: set[bool] = set()

    call = Kernel.__call__

    def called(kernel: Kernel, **arguments: Any) -> Any:
        places.add(threading.current_thread() is threading.main_thread())
        return call(kernel, **arguments)

    monkeypatch.setattr(Kernel, "__call__", called)
    answered(here(*words.format(job=job).split()))
    assert places == {False}


# -- between two steps of Python ---------------------------------------------------------------


LIVE: Any = SimpleNamespace(show=lambda _batch: None)


class Struck(Listing[Any]):
    """A list to which a signal comes at once when it has counted a number of solutions."""

    at = 0
    _counted = 0

    @property
    def found(self) -> int:
        return self._counted

    @found.setter
    def found(self, number: int) -> None:
        self._counted = number
        if self.at and number >= self.at:
            self.at = 0
            raise KeyboardInterrupt


def printed(listing: Listing[Any]) -> list[Any]:
    """What is printed of a list until a signal ends it."""
    lines = list[Any]()
    with suppress(KeyboardInterrupt):
        lines.extend(nqsat.cli.output._whole_batches(listing, LIVE))  # keeps what came before
    return lines


@pytest.mark.parametrize("at", [1, 2, 5])
def test_what_is_counted_is_printed_though_a_signal_comes_between(at: int) -> None:
    listing = Struck(Placement("6x6", {"Q": 2}), nqsat.engines.make_engine("backtrack"))
    listing.at = at
    lines = printed(listing)
    assert len(lines) == listing.found >= at
    assert len({*map(str, lines)}) == len(lines)


@pytest.mark.parametrize("before", [True, False])
def test_so_it_is_where_a_signal_comes_when_others_are_held_back(
    before: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = list[int]()

    @contextmanager
    def struck() -> Iterator[None]:
        calls.append(1)
        if before and len(calls) == 3:
            raise KeyboardInterrupt
        yield
        if len(calls) == 3:
            raise KeyboardInterrupt

    listing = solutions(Placement("6x6", {"Q": 2}), engine="backtrack")
    monkeypatch.setattr(nqsat.engines, "block_signals", struck)
    lines = printed(listing)
    assert len(lines) == listing.found
    assert len({*map(str, lines)}) == len(lines)


def test_a_second_signal_loses_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    started = list[object]()

    def start(work: object, _arguments: object) -> None:
        started.append(work)
        if len(started) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(_thread, "start_new_thread", start)
    stopped: Any = SimpleNamespace(exc_value=KeyboardInterrupt())
    nqsat.cli.app._unraisable_hook(stopped)
    assert len(started) == 2
