"""Compiled kernels, seen from outside: have they been compiled on this machine, or will that take its time?

Nothing is compiled here.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from nqsat.engines.contract import Counter

#: Seconds to import Numba and load kernels that have been compiled.
LOADING = 0.5


def warm_up(engine: type[Counter]) -> float:
    """Seconds that pass on this machine before the first count of an engine, about.

    Kernels are compiled at their first call on a machine and kept; later they only have to be loaded.
    """
    if not engine.kernels:
        return 0.0
    kernels = engine.kernels.items()
    return LOADING + sum(seconds for name, seconds in kernels if not _is_compiled(name))


def _is_compiled(name: str) -> bool:
    """Whether a kernel's code is in this process or kept on this machine."""
    module, _, function = name.partition(":")
    kernel: Any = getattr(import_module(module), function)
    if getattr(kernel, "signatures", True):  # a plain function has none, and needs none
        return True
    has = getattr(kernel._cache, "has", None)
    return has is not None and bool(has(kernel))
