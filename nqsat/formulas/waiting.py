"""Whether anybody still waits for what a thread makes: long loops ask, and end if nobody does.

A thread cannot be stopped from outside. What starts one says how it asks; in the main thread, which Ctrl-C
interrupts, there is nothing to ask.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


class Abandoned(BaseException):
    """Nobody waits for what this thread makes any more. No ``Exception``: nothing else is to catch it."""


class _Waiting(threading.local):
    """For each thread, what tells whether somebody waits for it."""

    asked: Callable[[], bool] | None = None


_waiting = _Waiting()


def ask_in_this_thread(asked: Callable[[], bool]) -> None:
    """Have ``check_waiting`` call this in the current thread."""
    _waiting.asked = asked


def check_waiting() -> None:
    """Raise ``Abandoned`` if nobody waits for what this thread makes."""
    if _waiting.asked is not None and not _waiting.asked():
        raise Abandoned


def while_waiting(items: Iterable[T]) -> Iterator[T]:
    """Yield the items; raise ``Abandoned`` as soon as nobody waits for what this thread makes."""
    for item in items:
        check_waiting()
        yield item
