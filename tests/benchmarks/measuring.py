"""How the benchmarks measure. Nothing here knows what is measured.

Every run is a process of its own, so that memory and warm caches are honest. The task is a function
of one number that returns a count; what it imports is imported before the clock starts, what it
builds is built while the clock runs. Runs are interleaved (A B C A B C …), so that a noisy
neighbour disturbs everybody alike; medians and minima are shown, and CPU time beside wall time.
Everything measured here keeps one core busy, so on an idle machine the two are the same; on a busy
one CPU time is the steadier, and ratios are ratios of it.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Timer
from typing import NamedTuple

__all__ = [
    "HEAD",
    "Claim",
    "Run",
    "Tallies",
    "Tally",
    "Task",
    "answer",
    "columns",
    "faster",
    "interleaved",
    "machine",
    "options",
    "resident",
    "run_process",
    "save",
    "table",
]

Extra = Mapping[str, float | str]


@dataclass(frozen=True)
class Task:
    """Something to be measured.

    Args:
        name: as in the tables.
        run: a count from a size; it may return more facts about the run beside the count.
        modules: what to import before the clock starts; one that is missing makes it "not installed".
        against: the task that it is compared with.
        up_to: larger sizes are left out: they take minutes and teach nothing.
    """

    name: str
    run: Callable[[int], int | tuple[int, Extra]]
    modules: tuple[str, ...] = ()
    against: str | None = None
    up_to: int = 1_000_000

    @property
    def installed(self) -> bool:
        return all(find_spec(module.partition(".")[0]) is not None for module in self.modules)


@dataclass(frozen=True)
class Run:
    """What one process said. ``failure`` is None if it came to its end."""

    count: int = 0
    seconds: float = 0.0  # the task alone, wall clock
    cpu: float = 0.0  # the task alone, CPU, processes that it started and ended included
    process: float = 0.0  # the whole process, wall clock
    before: float = 0.0  # MiB resident when the clock started
    peak: float = 0.0  # MiB resident at the most
    extra: Extra = field(default_factory=dict)
    failure: str | None = None


@dataclass
class Tally:
    """All runs of one task at one size."""

    task: Task
    size: int
    runs: list[Run] = field(default_factory=list)

    @property
    def failure(self) -> str | None:
        return next((run.failure for run in self.runs if run.failure), None)

    @property
    def done(self) -> bool:
        return bool(self.runs) and self.failure is None

    @property
    def counts(self) -> set[int]:
        return {run.count for run in self.runs if run.failure is None}

    def median(self, fact: str) -> float:
        return statistics.median(self._values(fact))

    def least(self, fact: str) -> float:
        return min(self._values(fact))

    def ratio(self, other: Tally) -> float:
        """How much CPU this took for each second that the other took; medians."""
        return self.median("cpu") / max(other.median("cpu"), 1e-6)

    def _values(self, fact: str) -> list[float]:
        if fact in Run.__dataclass_fields__:
            return [float(getattr(run, fact)) for run in self.runs]
        return [float(run.extra[fact]) for run in self.runs]


#: By name of the task and size.
Tallies = dict[tuple[str, int], Tally]


class Claim(NamedTuple):
    """Something the project says about its speed, and what was measured."""

    text: str
    measured: str
    holds: bool | None

    def __str__(self) -> str:
        verdict = {True: "holds", False: "DOES NOT HOLD", None: "not measured"}[self.holds]
        return f"{verdict:>13}  {self.text}: {self.measured}"


def faster(
    text: str, mine: Tally | None, other: Tally | None, right: int, at_least: float, needs: str
) -> Claim:
    """The claim that a task takes at most 1/at_least of the CPU time that another takes.

    Args:
        text: the claim.
        mine: the task.
        other: the one it is held against.
        right: the count that mine must have come to.
        at_least: how many times as fast.
        needs: what to measure, said if one of the two was not, or did not come to its end.
    """
    if mine is None or other is None or not mine.done or not other.done:
        return Claim(text, f"needs {needs}", None)
    if mine.counts != {right}:
        return Claim(text, "the count is wrong", False)
    ratio = 1 / mine.ratio(other)
    least = other.least("cpu") / max(mine.least("cpu"), 1e-6)
    wall = other.median("seconds") / max(mine.median("seconds"), 1e-6)
    said = f"{ratio:.2f} × as fast (by least CPU {least:.2f}, by wall clock {wall:.2f})"
    return Claim(text, said, ratio >= at_least)


def resident() -> tuple[float, float]:
    """MiB of this process's memory that are resident: now, and at the most so far."""
    status = Path("/proc/self/status")
    if status.exists():  # ru_maxrss would include what the parent had before exec
        facts = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        return _mebibytes(facts["VmRSS"]), _mebibytes(facts["VmHWM"])
    unit = 2**20 if sys.platform == "darwin" else 2**10
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    return peak, peak


def _mebibytes(text: str) -> float:
    return int(text.split(maxsplit=1)[0]) / 1024


def answer(task: Task, size: int, limit: float) -> None:
    """In the child: run a task, in so many seconds of CPU, and say on stdout what came out."""
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 1))
    for module in task.modules:
        import_module(module)
    before, _ = resident()
    cpu, clock = _cpu(), time.perf_counter()
    result = task.run(size)
    seconds, cpu = time.perf_counter() - clock, _cpu() - cpu
    count, extra = result if isinstance(result, tuple) else (result, {})
    said = {"count": count, "seconds": seconds, "cpu": cpu, "extra": extra}
    print(json.dumps({**said, "before": before, "peak": resident()[1]}))


def _cpu() -> float:
    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


#: By the clock a run may take so many times what it may take of CPU: other programs are at work too.
PATIENCE = 5


def run_process(command: Sequence[str], limit: float) -> tuple[float, float, str, str | None]:
    """Run a command: its wall-clock and CPU seconds, its stdout, and why it failed or None.

    The limit is of CPU, and the process has to set it for itself, as ``answer`` does; the clock stops it
    only long after.
    """
    with tempfile.TemporaryFile("w+") as errors:
        clock = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        timer = Timer(PATIENCE * limit, process.kill)
        timer.start()
        try:
            said = process.stdout.read() if process.stdout else ""
            _, status, usage = os.wait4(process.pid, 0)
        finally:
            timer.cancel()
        seconds = time.perf_counter() - clock
        process.returncode = code = os.waitstatus_to_exitcode(status)
        if process.stdout:
            process.stdout.close()
        failure = None
        if code == -signal.SIGXCPU or (code and seconds >= PATIENCE * limit):
            failure = f"† stopped at {limit:g} s"
        elif code:
            errors.seek(0)
            lines = errors.read().strip().splitlines() or [f"exit code {code}"]
            failure = f"failed: {lines[-1]}"
    return seconds, usage.ru_utime + usage.ru_stime, said, failure


def _measure(script: str, task: Task, size: int, limit: float) -> Run:
    command = [sys.executable, script, "--measure", task.name, str(size), "--limit", str(limit)]
    process, _, said, failure = run_process(command, limit)
    if failure is not None:
        return Run(process=process, failure=failure)
    return Run(process=process, **json.loads(said.strip().splitlines()[-1]))


def interleaved(
    script: str, tasks: Iterable[Task], sizes: Iterable[int], repeat: int, limit: float
) -> Iterator[Tally]:
    """Measure every task at every size; a task that failed at one size is not tried at larger ones."""
    tasks = [task for task in tasks if task.installed]
    given_up: dict[str, str] = {}
    for size in sorted(sizes):
        tallies = [Tally(task, size) for task in tasks if size <= task.up_to]
        for _ in range(repeat):
            for tally in tallies:
                name = tally.task.name
                if name in given_up:
                    tally.runs = tally.runs or [Run(failure=f"not tried ({given_up[name]})")]
                    continue
                if sys.stderr.isatty():
                    print(f"\r\033[K{size}  {name} ", end="", file=sys.stderr, flush=True)
                run = _measure(script, tally.task, size, limit)
                tally.runs.append(run)
                if run.failure is not None:
                    given_up[name] = run.failure
        yield from tallies
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


#: Heads of what ``columns`` says: first these, then a head for each ratio, then the last three.
HEAD = (("what", "count", "median s", "least s", "CPU s"), ("process s", "peak MiB", "grown"))


def columns(name: str, tally: Tally, right: int, others: Sequence[Tally | None]) -> list[str]:
    """A row of a table: what was measured of a task, and the ratio of its CPU time to that of others."""
    if not tally.done:
        return [name, tally.failure or "", *[""] * (len(HEAD[0]) + len(others) + len(HEAD[1]) - 2)]
    count = str(right) if tally.counts == {right} else f"WRONG {sorted(tally.counts)}"
    return [
        name,
        count,
        f"{tally.median('seconds'):.3f}",
        f"{tally.least('seconds'):.3f}",
        f"{tally.median('cpu'):.3f}",
        *(f"{tally.ratio(x):.2f}" if x is not None and x.done else "" for x in others),
        f"{tally.median('process'):.2f}",
        f"{tally.median('peak'):.0f}",
        f"{tally.median('peak') - tally.median('before'):.1f}",
    ]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Text in columns: the first to the left, the others to the right."""
    lines = [tuple(head), *(tuple(row) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def machine() -> str:
    """Where and when: one line for the head of a report."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
        load = f", load {os.getloadavg()[0]:.1f} at the start"
    except (OSError, ValueError):
        memory, load = 0.0, ""
    today = datetime.now(UTC).date().isoformat()
    return (
        f"{today}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} "
        f"{platform.machine()}, Python {platform.python_version()}{load}"
    )


def options(description: str) -> argparse.ArgumentParser:
    """What every script can be asked; ``--measure`` is how a child is told what to do."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds for one run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything measured")
    parser.add_argument("--measure", nargs=2, metavar=("TASK", "N"), help=argparse.SUPPRESS)
    return parser


def save(
    file: Path,
    about: str,
    missing: Sequence[str],
    tallies: Tallies,
    facts: Callable[[Tally], Mapping[str, int | str]],
    claims: Sequence[Claim],
) -> None:
    """Write everything measured; ``facts`` are what is known of a row beside its runs."""
    rows = [
        {"what": name, **facts(tally), "runs": [asdict(run) for run in tally.runs]}
        for (name, _), tally in tallies.items()
    ]
    said = {
        "about": about,
        "missing": list(missing),
        "rows": rows,
        "claims": [claim._asdict() for claim in claims],
    }
    file.write_text(json.dumps(said, indent=1) + "\n")
