"""Compiled kernels, seen from outside: have they been compiled on this machine, or will that take its time?

Nothing is compiled or loaded here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: Seconds to import Numba and load kernels that have been compiled.
LOADING = 0.5


def to_compile(kernels: Mapping[Any, float]) -> float:
    """Seconds to compile those of some kernels that have not been, each of which takes so many."""
    return sum(seconds for kernel, seconds in kernels.items() if not _compiled(kernel))


def _compiled(kernel: Any) -> bool:
    """Whether a kernel's code is in this process or kept on this machine."""
    if getattr(kernel, "signatures", True):  # a plain function has none, and needs none
        return True
    has = getattr(kernel._cache, "has", None)
    return has is not None and bool(has(kernel))
