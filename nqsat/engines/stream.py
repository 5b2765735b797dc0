"""Streams from another thread: what a producer yields, with None while it is silent.

A solver that gives up the GIL (CP-SAT) or lives in another process works while this thread stays free
to look at limits and to be interrupted.
"""

from __future__ import annotations

import threading
from queue import Empty, Full, Queue
from typing import TYPE_CHECKING, TypeVar

from nqsat.engines.signals import signals_held_back

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["TICK", "stream"]

T = TypeVar("T")

#: Seconds of silence after which the consumer is given a None.
TICK = 0.05
_AHEAD = 1024  # how many items the producer may be ahead of the consumer


class _End:
    """The last item: how the producer ended."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error


def stream(
    produce: Callable[[Callable[[T], bool]], None], stop: Callable[[], None]
) -> Iterator[T | None]:
    """Run a producer in a thread and yield what it puts, or None when it is silent for ``TICK`` s.

    Args:
        produce: called in the thread with ``put``, which takes an item and says whether anybody
            still wants more; what it raises is raised here.
        stop: called here when the consumer leaves early; must make the producer end soon.
    """
    queue: Queue[T | _End] = Queue(_AHEAD)
    leave = threading.Event()

    def put(item: T | _End) -> bool:
        while not leave.is_set():
            try:
                queue.put(item, timeout=TICK)
            except Full:
                continue
            return True
        return False

    def run() -> None:
        error: BaseException | None = None
        try:
            produce(put)
        except BaseException as caught:  # it is raised again, in the consumer's thread
            error = caught
        put(_End(error))

    thread = threading.Thread(target=run, name="nqsat-stream", daemon=True)
    with signals_held_back():  # which the thread inherits: signals are for the main thread only
        thread.start()
    try:
        while True:
            try:
                item = queue.get(timeout=TICK)
            except Empty:
                yield None
                continue
            if isinstance(item, _End):
                if item.error is not None:
                    raise item.error
                return
            yield item
    finally:
        leave.set()
        stop()
        thread.join(timeout=2.0)
