"""How a process is measured. Nothing here knows what is measured.

Every run is a process of its own, so that memory and caches are honest. Limits are of CPU time and of
resident memory; by the clock a run may take several times as long, as other programs may be at work.
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

from nqsat.engines import tied
from nqsat.modelling import plural

#: A run may take this many times its CPU limit in wall-clock time.
PATIENCE = 5

#: Seconds between two looks at a process.
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
    """What one process said, or why it said nothing.

    Args:
        value: its answer.
        seconds, cpu: of the answer alone, by the clock and of the processor, with everything imported
            and all kernels loaded.
        process, process_cpu: from the start of the process to its first answer.
        peak: MiB resident at the most.
        failure: None if it answered; ``†`` and the limit, or what went wrong.
        unable: why the question is none for this contestant.
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
    """Run a command that answers as ``worker`` does, with ``text`` on its stdin.

    The limit of CPU time it has to set for itself. What it said before it was stopped is an answer.
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
        with tied(command, **files, env={**os.environ, **(environment or {})}) as process:
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
    """Wait for the end of a process; why it was stopped before, if it was."""
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
    """The answer that a process gave, or why it gave none."""
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
    """MiB of a process's memory that are resident: now, and at the most so far; 0 where it has ended."""
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
    """Seconds of CPU so far, those of processes that were started and have ended included."""
    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def _mebibytes(text: str) -> float:
    return int(text.split(maxsplit=1)[0]) / 1024


class RunContext(NamedTuple):
    """Where and when something was measured."""

    date: str
    processor: str
    cores: int
    memory: float  # GiB
    system: str
    python: str
    load: float  # processes that wanted a core at the start

    def __str__(self) -> str:
        cores = plural(self.cores, "cores")
        return (
            f"{self.date}, {self.processor}, {self.cores} {cores}, {self.memory:.0f} GiB, "
            f"{self.system}, Python {self.python}, load {self.load:.1f} at the start"
        )


def occasion() -> RunContext:
    """This machine, now."""
    from nqsat.engines.health import machine

    here = machine()
    try:
        load = os.getloadavg()[0]
    except OSError:
        load = 0.0
    return RunContext(
        date=datetime.now(UTC).date().isoformat(),
        processor=_processor(),
        cores=here.cores,
        memory=round((here.memory or 0) / 2**30, 1),
        system=here.system,
        python=platform.python_version(),
        load=round(load, 1),
    )


def _processor() -> str:
    """The model of the processor, as the system calls it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
