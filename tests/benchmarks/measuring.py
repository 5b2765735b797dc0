"""How functions of one number are measured side by side; whole models are measured by ``nqsat bench``.

Every run is a process of its own, so that memory and warm caches are honest. What a task imports is
imported before the clock starts, what it builds is built while the clock runs. Runs are interleaved
(A B C A B C …), so that a noisy neighbour disturbs everybody alike; medians and minima are shown, and CPU
time beside wall
time. Ratios are of CPU time, the steadier of the two.
"""

from __future__ import annotations

import json
import math
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec

from nqsat.bench import Limits, occasion
from nqsat.bench.measuring import resident, run_process

__all__ = ["Run", "Tally", "Task", "answer", "interleaved", "occasion", "resident", "table"]

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


def _measure(script: str, task: Task, size: int, limit: float) -> Run:
    command = [sys.executable, script, "--measure", task.name, str(size), "--limit", str(limit)]
    ended = run_process(command, Limits(limit))
    if ended.failure is not None:
        return Run(failure=ended.failure)
    return Run(**json.loads(ended.said.strip().splitlines()[-1]))


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
