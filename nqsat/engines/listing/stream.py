"""Streams from another thread: what a producer yields, with None while it is silent.

All engines work in threads, and the caller waits: free to look at limits and to be
interrupted, whatever the engine does meanwhile. Ctrl-C is raised in the main thread alone, so that nothing
of an engine is ever torn by it: no import, no compilation, no solver. A consumer that leaves does not wait
for long; a thread that has not ended by then is left alone, and ends at its next item.

Ctrl-C may raise KeyboardInterrupt in the consumer at any instruction. So the two threads share nothing
that is written in Python and takes locks (``queue.Queue``, ``threading.Event``): torn at the wrong
instruction these stay locked for ever, or are unlocked twice. A ``SimpleQueue`` is one call into C.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")

#: Called in its thread with ``put``, which takes an item and says whether more are wanted.
Producer = Callable[[Callable[[T], bool]], None]

#: Seconds of silence after which the consumer is given a None.
TICK = 0.05
_AHEAD = 1024  # how many items the producer may be ahead of the consumer
_LEAVING = 20  # how many times so long a consumer that leaves waits for the producer to end
_PAUSE = 0.005  # seconds that it waits then: enough for the consumer to take some hundreds

#: So many items are told one by one, and later ones together.
ONE_BY_ONE = 100

#: Of single items no more than so many are handed on together.
TOGETHER = 512

#: Those whose handlers may raise: Ctrl-C, a polite kill, a terminal that is closed, and a clock that
#: has been set elsewhere.
_HELD = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM")
    if hasattr(signal, name)
)


def close(stream: Iterator[object]) -> None:
    """Stop the work behind a stream at once; an iterator without any is left as it is."""
    stop = getattr(stream, "close", None)
    if stop is not None:
        stop()


@contextmanager
def closing(stream: Iterator[T]) -> Iterator[Iterator[T]]:
    """A stream that is closed when the block is left, however that happens."""
    try:
        yield stream
    finally:
        close(stream)


@contextmanager
def signals_held_back() -> Iterator[None]:
    """Keep Ctrl-C, SIGTERM, SIGHUP and SIGALRM waiting until the block is left, in the main thread.

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


class Deadline:
    """The clock of a question: it runs from when it is made.

    Args:
        limit: seconds of wall clock that there are; None for as many as it takes.
    """

    __slots__ = ("_started", "limit")

    def __init__(self, limit: float | None = None) -> None:
        self.limit = limit
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        """How many have passed."""
        return time.monotonic() - self._started

    @property
    def left(self) -> float | None:
        """How many seconds are left, and at least a moment, to be the limit of another call."""
        return None if self.limit is None else max(self.limit - self.seconds, 1e-3)

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self.limit is not None and self.seconds > self.limit

    def check(self) -> None:
        """Go on, if the time is not up.

        Raises:
            OutOfTime: it is.
        """
        if self.over:
            raise OutOfTime


class OutOfTime(Exception):
    """The result took longer than the caller wanted to wait."""


class _End:
    """The last item: how the producer ended."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error


def streams(
    producers: Sequence[Producer[T]], stop: Callable[[], None]
) -> Generator[T | None, None, None]:
    """Run producers in a thread each and yield what they put, or None when all are silent for ``TICK`` s.

    Close it when leaving early: of a generator that is merely dropped, Python forgets a Ctrl-C that
    comes while it is cleaning up.

    Args:
        producers: what one raises is raised here.
        stop: called here when the consumer leaves, until all have ended, which they must soon.
    """
    items: SimpleQueue[T | _End] = SimpleQueue()
    left = False

    def put(item: T) -> bool:
        while not left and items.qsize() >= _AHEAD:
            time.sleep(_PAUSE)
        if not left:
            items.put(item)
        return not left

    def run(produce: Producer[T]) -> None:
        error: BaseException | None = None
        try:
            produce(put)
        except BaseException as caught:  # it is raised again, in the consumer's thread
            error = caught
        items.put(_End(error))

    threads = [
        threading.Thread(target=run, args=(produce,), name="nqsat-stream", daemon=True)
        for produce in producers
    ]
    working = len(threads)
    try:
        with signals_held_back():  # which threads inherit: signals are for the main thread only
            for thread in threads:
                thread.start()
        while working:
            try:
                item = items.get(timeout=TICK)
            except Empty:
                yield None
                continue
            if isinstance(item, _End):
                if item.error is not None:
                    raise item.error
                working -= 1
                continue
            yield item
    finally:
        left = True
        with signals_held_back():  # a second Ctrl-C waits until nothing is left running
            stop()
            for _ in range(_LEAVING):
                for thread in threads:
                    if thread.is_alive():
                        thread.join(timeout=TICK / len(threads))
                        stop()


def aside(make: Callable[[], Iterable[T]]) -> Generator[T | None, None, None]:
    """What an iterable yields that is made and gone through in a thread, with None while it is silent."""

    def produce(put: Callable[[T], bool]) -> None:
        items = iter(make())
        try:
            for item in items:
                if not put(item):
                    return
        finally:
            close(items)

    return streams([produce], lambda: None)


def waited(work: Callable[[], T], time_limit: float | None = None) -> T:
    """What a call returns that is made in a thread.

    Raises:
        OutOfTime: it has not returned within so many seconds.
    """
    clock = Deadline(time_limit)
    with closing(aside(lambda: [(work(),)])) as steps:
        for step in steps:
            if step is not None:
                return step[0]
            if clock.over:
                break
    raise OutOfTime


def gathered(batches: Iterator[Sequence[T]]) -> Iterator[Sequence[T]]:
    """The same items, single ones together: not the first, and no longer than for a moment.

    An empty batch is a sign of life, which lets out what is held back.
    """
    some: list[T] = []
    number, told = 0, time.monotonic()
    failed: BaseException | None = None
    with closing(batches):
        try:
            for batch in batches:
                few = len(batch) == 1 and len(some) + 1 < TOGETHER
                if few and number >= ONE_BY_ONE and time.monotonic() - told < TICK:
                    some += batch
                    continue
                yield [*some, *batch] if some else batch
                number, some, told = number + len(some) + len(batch), [], time.monotonic()
        except GeneratorExit:
            raise
        except BaseException as error:  # what was found before it counts
            failed = error
    if some:
        yield some
    if failed is not None:
        raise failed
