"""The shell: parse, call, print, exit code. No logic.

stdout carries the answer and nothing else; progress, notes and errors go to stderr. Here is how a command
may end; next to nothing is imported for it, for until there is a handler, Ctrl-C is a traceback.
"""

from __future__ import annotations

import signal
from contextlib import contextmanager

TYPE_CHECKING = False  # type checkers know the name; ``typing`` takes longer than all else here
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType
    from typing import NoReturn

    Handler = Callable[[int, FrameType | None], object] | signal.Handlers

#: Signals that ask the program to end: Ctrl-C, a polite kill, and a terminal that is closed.
SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)

#: The exit code of an answer that is wrong: engines differ, a certificate is rejected.
WRONG = 1

#: The exit code of an answer that a limit or an interrupt cut short.
INCOMPLETE = 3

#: The exit code where an engine failed, or something unexpected happened.
FAILED = 4


class Unforeseen(Exception):
    """A command ended in a way that none foresees; the cause says which."""


def handle(handler: Handler) -> None:
    """Handle signals, except those that the parent process ignores (nohup)."""
    for number in SIGNALS:
        if signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, handler)


@contextmanager
def handled_by(handler: Handler) -> Iterator[None]:
    """The same until the block is left."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        handle(handler)
        yield
    finally:
        for number, old in before.items():
            if old not in (signal.SIG_IGN, None):
                signal.signal(number, old)


def interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    """Stop what is at work, which keeps what it has found; any signal is as good as Ctrl-C."""
    raise KeyboardInterrupt
