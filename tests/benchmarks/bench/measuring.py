"""Measure the time and memory of a process, whatever it computes.

Every run is a new process, so that memory and caches are not shared. Limits are on CPU time and resident
memory; the wall-clock limit is several times longer, because other programs may be running.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from nqsat.engines import tied_process
from nqsat.modelling import plural

#: The wall-clock limit of a run, as a multiple of its CPU limit.
PATIENCE = 5

#: Seconds between two checks of a process.
LOOK = 0.02


class RunLimits(NamedTuple):
    """The limits of one run.

    Args:
        seconds: seconds of CPU time.
        memory: GiB of resident memory.
    """

    seconds: float = 60.0
    memory: float = 6.0


@dataclass(frozen=True, slots=True)
class Run:
    """The answer of one process, or why it gave none.

    Args:
        value: the answer.
        seconds, cpu: wall-clock and CPU seconds of the answer alone, with everything imported and all
            kernels loaded.
        process, process_cpu: the same from the start of the process to its first answer.
        peak: peak resident memory in MiB.
        failure: None if it answered; ``†`` and the limit, or what went wrong.
        unable: why this contestant does not support the question.
    """

    value: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    process: float = 0.0
    process_cpu: float = 0.0
    peak: float = 0.0
    failure: str | None = None
    unable: str | None = None


def measure(
    command: Sequence[str],
    text: str,
    limits: RunLimits,
    environment: Mapping[str, str] | None = None,
) -> Run:
    """Run a command that answers like ``worker``, with ``text`` on its stdin.

    The command has to set its own CPU limit. An answer that it printed before it was stopped counts.
    """
    with (
        tempfile.TemporaryFile("w+") as asked,
        tempfile.TemporaryFile("w+") as said,
        tempfile.TemporaryFile("w+") as errors,
    ):
        asked.write(text)
        asked.seek(0)
        started = time.monotonic()
        files = {"stdin": asked, "stdout": said, "stderr": errors}
        with tied_process(command, **files, env={**os.environ, **(environment or {})}) as process:
            failure = _watch(process, started, limits)
        said.seek(0)
        answers = [json.loads(line) for line in said if line.endswith("}\n")]
        if answers:
            return _read(answers[0], answers[-1], started)
        errors.seek(0)
        complaint = (errors.read().strip().splitlines() or [""])[-1]
    code = process.returncode
    if failure is None and code in (-signal.SIGXCPU, -signal.SIGKILL):
        failure = _seconds(limits)
    if failure is None and code:
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        failure = f"failed: {(complaint or how)[:200]}"
    return Run(failure=failure or "failed: it said nothing")


def _watch(process: subprocess.Popen[bytes], started: float, limits: RunLimits) -> str | None:
    """Wait for the end of a process; return why it was stopped early, or None."""
    while True:
        try:
            process.wait(LOOK)
        except subprocess.TimeoutExpired:
            now, _ = resident(process.pid)
        else:
            return None
        if now > limits.memory * 1024:
            return f"† {limits.memory:g} GiB"
        if time.monotonic() - started > PATIENCE * limits.seconds:
            return _seconds(limits)


def _seconds(limits: RunLimits) -> str:
    return f"† {limits.seconds:g} s"


def _read(first: dict[str, Any], last: dict[str, Any], started: float) -> Run:
    """Return the answer of a process, or why it gave none."""
    if "value" not in first:
        return Run(**first)
    return Run(
        value=int(last["value"], 16),
        seconds=last["seconds"],
        cpu=last["cpu"],
        process=first["answered"] - started,
        process_cpu=first["process_cpu"],
        peak=last["peak"],
    )


def resident(pid: int | str = "self") -> tuple[float, float]:
    """Return the resident memory of a process in MiB, now and at its peak; 0 if it has ended."""
    status = Path(f"/proc/{pid}/status")
    try:  # ru_maxrss would include what the parent had before exec
        facts = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        return _mebibytes(facts.get("VmRSS", "0 kB")), _mebibytes(facts.get("VmHWM", "0 kB"))
    except OSError:
        if pid != "self" or Path("/proc/self").exists():
            return 0.0, 0.0
    unit = 2**20 if sys.platform == "darwin" else 2**10
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    return peak, peak


def cpu() -> float:
    """Return the CPU seconds of this process so far, with those of its finished child processes."""
    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def _mebibytes(text: str) -> float:
    return int(text.split(maxsplit=1)[0]) / 1024


class RunContext(NamedTuple):
    """The machine and the date of a measurement."""

    date: str
    processor: str
    cores: int
    memory: float  # GiB
    system: str
    python: str
    load: float  # load average at the start

    def __str__(self) -> str:
        cores = plural(self.cores, "cores")
        return (
            f"{self.date}, {self.processor}, {self.cores} {cores}, {self.memory:.0f} GiB, "
            f"{self.system}, Python {self.python}, load {self.load:.1f} at the start"
        )


def occasion() -> RunContext:
    """Return the description of this machine, with the current date and load."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    try:
        load = os.getloadavg()[0]
    except OSError:
        load = 0.0
    return RunContext(
        date=datetime.now(UTC).date().isoformat(),
        processor=_processor(),
        cores=os.cpu_count() or 1,
        memory=round(memory / 2**30, 1),
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        load=round(load, 1),
    )


def _processor() -> str:
    """Return the name of the processor model."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
