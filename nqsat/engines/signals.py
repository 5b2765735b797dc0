"""Holding signals back while foreign code runs that cannot stand them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

#: Those whose handlers may raise: Ctrl-C, a polite kill, and a clock that somebody has set.
_HELD = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGALRM") if hasattr(signal, name)
)


@contextmanager
def signals_held_back() -> Iterator[None]:
    """Keep Ctrl-C, SIGTERM and SIGALRM waiting until the block is left, in the main thread.

    PySAT's own handler would jump out of a running solver, and an import that is torn leaves half a
    module behind. Threads and processes that are started in the block keep them waiting for ever.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "pthread_sigmask"
    ):
        yield
        return
    # Two calls, for blocking may raise as well: it blocks first, and then calls the handler of a signal
    # that had come before. Without the old mask at hand that would leave the signals blocked for ever.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, _HELD)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
