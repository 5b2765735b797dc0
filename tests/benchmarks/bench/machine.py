"""The machine on which something is measured, and the CPU time that a process has taken."""

from __future__ import annotations

import os
import platform
import resource
from datetime import UTC, datetime
from pathlib import Path

from nqsat.modelling import plural


def cpu() -> float:
    """Return the CPU seconds of this process so far, with those of its finished child processes."""
    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def description() -> str:
    """Return today's date and what this machine is: processor, cores, memory, system, Python, load."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    cores = os.cpu_count() or 1
    return (
        f"{datetime.now(UTC).date().isoformat()}, {_processor()}, {cores} {plural(cores, 'cores')}, "
        f"{memory:.0f} GiB, {platform.system()} {platform.machine()}, Python {platform.python_version()}, "
        f"load {os.getloadavg()[0]:.1f} at the start"
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
