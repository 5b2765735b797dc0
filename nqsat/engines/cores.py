"""How many cores there are to work with."""

from __future__ import annotations

import os


def cores() -> int:
    """How many cores this process may use: those that the machine has, where nobody says less."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
