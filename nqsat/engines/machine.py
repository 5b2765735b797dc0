"""Properties of this machine: memory available for a count, cores, and versions of packages."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from nqsat.errors import OutOfMemory

#: Default maximum of bytes for a count, if three quarters of the free memory are more.
MOST = 6_000_000_000

#: Whether processes have groups, and signals reach them, as on Linux and macOS.
PROCESS_GROUPS = hasattr(os, "killpg")

_ROOT = Path("/")


def cores() -> int:
    """Number of cores that this process may use: all of the machine, unless it is restricted to fewer."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


@contextmanager
def one_core() -> Iterator[None]:
    """Until the block is left, this thread and the processes that it starts share one core."""
    if not hasattr(os, "sched_setaffinity"):  # only Linux has it
        yield
        return
    allowed_cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(allowed_cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed_cores)


def version_of(package: str) -> str | None:
    """The version of a distribution; None if it is not installed as a package."""
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def memory_limit(memory: int | None) -> int:
    """Bytes that a count may use: those requested, or what this machine can spare."""
    if memory is not None:
        return memory
    free = _available_memory()
    return MOST if free is None else min(MOST, free * 3 // 4)


def format_bytes(size: int) -> str:
    """Format a size in GiB, or in a smaller unit if it is below a tenth of one."""
    for power, unit in ((30, "GiB"), (20, "MiB")):
        if size >= 0.1 * 2**power:
            return f"{size / 2**power:.3g} {unit}"
    return f"{size / 2**10:.3g} KiB"


def _available_memory() -> int | None:
    """Bytes available to this process: on the machine, in its containers, by ulimit; None if unknown."""
    sizes = _machine_memory(), _process_memory(), *_container_memory()
    return min((size for size in sizes if size is not None), default=None)


def _process_memory() -> int | None:
    """Bytes that this process may still take of the addresses that ``ulimit -v`` allows; None for all."""
    try:
        import resource

        most, _ = resource.getrlimit(resource.RLIMIT_AS)
        if most == resource.RLIM_INFINITY:
            return None
        pages = int((_ROOT / "proc/self/statm").read_text(encoding="ascii").split()[0])
        return max(0, most - pages * os.sysconf("SC_PAGE_SIZE"))
    except (ImportError, OSError, ValueError, AttributeError, IndexError):
        return None


#: Bytes that Python and its modules may take in a process; those of nqsat take about 20 MB.
PYTHON = 2**25

#: Seconds between two looks at what the processes take.
_LOOK = 0.1


class MemoryWatch:
    """The memory of this process and its children, compared with a limit; only on Linux.

    Not counted are what this process had at the start, the processes that it had started before, and in
    each ``PYTHON`` bytes. What engines load besides, such as OR-Tools, does count.
    """

    def __init__(self, limit: int | None) -> None:
        self._limit, self._due = limit, 0.0
        self._others = frozenset(() if limit is None else _started())
        self._before = 0 if limit is None else _own_memory(os.getpid())

    @property
    def reached(self) -> bool:
        """Whether the processes take more; it looks a few times a second."""
        if self._limit is None or time.monotonic() < self._due:
            return False
        self._due = time.monotonic() + _LOOK
        mine = max(0, _own_memory(os.getpid()) - self._before - PYTHON)
        others = (
            max(0, _own_memory(process) - PYTHON)
            for process in _started()
            if process not in self._others
        )
        return mine + sum(others) > self._limit

    def check(self) -> None:
        """Raise ``OutOfMemory`` if the processes take more."""
        if self._limit is not None and self.reached:
            where = "before any solution was found"
            raise OutOfMemory("", f"{format_bytes(self._limit)} reached {where}")


def _own_memory(process: int) -> int:
    """Bytes of memory that a process shares with no file."""
    try:
        pages = (_ROOT / f"proc/{process}/statm").read_text(encoding="ascii").split()
        return (int(pages[1]) - int(pages[2])) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


def _started() -> Iterator[int]:
    left = [os.getpid()]
    while left:
        for place in (_ROOT / f"proc/{left.pop()}/task").glob("*/children"):
            with suppress(OSError, ValueError):
                found = [*map(int, place.read_text(encoding="ascii").split())]
                left += found
                yield from found


def _machine_memory() -> int | None:
    """Available bytes of the machine, including file caches, which can be dropped; None if unknown."""
    with suppress(OSError, ValueError):
        for line in (_ROOT / "proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


def _container_memory() -> Iterator[int]:
    """Bytes left in each control group of this process that has a limit; only on Linux."""
    groups = _ROOT / "sys/fs/cgroup"
    with suppress(OSError):
        for line in (_ROOT / "proc/self/cgroup").read_text(encoding="utf-8").splitlines():
            _, kinds, path = line.split(":", 2)
            if kinds == "":  # version 2
                top, names = groups, ("memory.max", "memory.current", "inactive_file")
            elif kinds == "memory":
                top = groups / kinds
                names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
            else:
                continue
            # Inside a container the path may be relative to the host; then only the top is visible.
            here = top / path.lstrip("/")
            for folder in (here, *here.parents):
                if folder.is_relative_to(top):
                    yield from _control_group_memory(folder, *names)


def _control_group_memory(folder: Path, limit: str, usage: str, cache: str) -> Iterator[int]:
    """Bytes left in a control group, if it has a limit, including file caches, which can be dropped."""
    with suppress(OSError, ValueError):  # no such file; "max" is not a number
        most, now = (int((folder / name).read_text(encoding="ascii")) for name in (limit, usage))
        facts = (folder / "memory.stat").read_text(encoding="ascii").splitlines()
        files = sum(int(line.split()[1]) for line in facts if line.split()[0] == cache)
        yield max(0, most - now + files)
