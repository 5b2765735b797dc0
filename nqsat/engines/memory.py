"""How much memory a count may take that keeps its states in tables."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from nqsat.errors import InvalidModel

__all__ = ["allowed", "check_memory"]

#: Bytes that a count may take unless told otherwise, if three quarters of the memory that is free are more.
MOST = 6_000_000_000


def check_memory(memory: int | None) -> None:
    """Refuse what is no number of bytes.

    Raises:
        InvalidModel: it is none.
    """
    if memory is not None and (type(memory) is not int or memory < 1):
        raise InvalidModel("memory", f"{memory!r} is not a whole number of bytes above 0")


def allowed(memory: int | None) -> int:
    """Bytes that a count may take: those asked for, or what this machine can spare."""
    if memory is not None:
        return memory
    free = _free()
    return MOST if free is None else min(MOST, free * 3 // 4)


def _free() -> int | None:
    """Bytes of memory that can be had, where the system tells; what it keeps of files can be had too."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None
