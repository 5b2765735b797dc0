"""Streams from another thread: the items that a producer yields, with None while it yields none.

All engines work in threads, and the caller waits; so it can check limits and be interrupted, whatever the
engine does. Ctrl-C is raised only in the main thread, so that it never interrupts an import, a compilation
or a solver halfway. A consumer that leaves waits only briefly; a thread that is still running then is
abandoned, and ends at its next item or where it asks whether anybody waits (``check_waiting``).

Ctrl-C may raise KeyboardInterrupt in the consumer at any instruction. So the two threads share no object
that is written in Python and takes locks (``queue.Queue``, ``threading.Event``): interrupted at the wrong
instruction, it would stay locked forever, or be unlocked twice. A ``SimpleQueue`` is one call into C.

Where a platform has no threads (Python in a browser), a stream works when it is asked for an item.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from nqsat.errors import UnsupportedByEngine
from nqsat.formulas.waiting import ask_in_this_thread, check_waiting

T = TypeVar("T")

#: Processor seconds of this thread; where there are no threads, of the process.
thread_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)

#: Whether this platform has neither threads nor processes: then streams and solvers work in line.
IN_LINE = sys.platform == "emscripten"

#: Called in its thread with ``put``, which adds an item and returns whether more are wanted.
Producer = Callable[[Callable[[T], bool]], None]

#: Seconds without an item after which the consumer receives None.
TICK = 0.05
_AHEAD = 1024  # how many items the producer may be ahead of the consumer
_LEAVING = 20  # how many ticks a consumer that leaves waits for the producer to end
_PAUSE = 0.005  # seconds between checks of a full queue; the consumer takes hundreds meanwhile
_IDLE = 0.5  # seconds without a request after which the producer waits: the consumer may be paused

#: This many items are passed on one by one, later ones in batches.
ONE_BY_ONE = 100

#: Maximum number of single items in a batch.
TOGETHER = 512

#: Signals whose handlers may raise: Ctrl-C, SIGTERM, a closed terminal, and an alarm set elsewhere.
_HELD = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM")
    if hasattr(signal, name)
)


def close(stream: Iterator[object] | None) -> None:
    """Stop the work behind a stream at once; ignore an iterator without a ``close`` method, and None."""
    stop = getattr(stream, "close", None)
    if stop is not None:
        stop()


@contextmanager
def closing(stream: Iterator[T]) -> Iterator[Iterator[T]]:
    """Close a stream when the block is left, also by an exception."""
    try:
        yield stream
    finally:
        close(stream)


@contextmanager
def block_signals() -> Iterator[None]:
    """Block Ctrl-C, SIGTERM, SIGHUP and SIGALRM until the block is left, in the main thread.

    PySAT's own handler would jump out of a running solver, and an interrupted import leaves a
    half-initialised module behind. Threads and processes started in the block keep these signals blocked
    forever.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "pthread_sigmask"
    ):
        yield
        return
    # Two calls, because blocking may raise as well: it blocks first, and then calls the handler of a
    # pending signal. Without the old mask the signals would then stay blocked forever.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, _HELD)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def value_of(work: Generator[object, None, T], clock: Deadline | None = None) -> T:
    """Run a generator to its end and return what it returns; raise OutOfTime if the clock runs out."""
    while True:
        if clock is not None:
            clock.check()
        try:
            next(work)
        except StopIteration as end:
            value: T = end.value
            return value


class Deadline:
    """A time limit in seconds of wall clock, None for no limit; its clock starts at construction."""

    __slots__ = ("_started", "limit")

    def __init__(self, limit: float | None = None) -> None:
        self.limit = limit
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._started

    @property
    def remaining(self) -> float | None:
        """Seconds left, at least a millisecond, for use as the limit of another call."""
        return None if self.limit is None else max(self.limit - self.seconds, 1e-3)

    @property
    def expired(self) -> bool:
        """Whether the time has run out."""
        return self.limit is not None and self.seconds > self.limit

    def check(self) -> None:
        """Raise ``OutOfTime`` if the time has run out."""
        if self.expired:
            raise OutOfTime


class OutOfTime(Exception):
    """The time limit of the caller has run out before the result."""


class _End(NamedTuple):
    """The last item of a producer: the exception that ended it, or None."""

    error: BaseException | None


def merge_streams(
    producers: Sequence[Producer[T]], stop: Callable[[], None] = lambda: None
) -> Generator[T | None, None, None]:
    """Run each producer in a thread and yield their items; yield None after ``TICK`` seconds without any.

    A producer works ahead of the consumer, but waits while that has stopped asking. Close the generator
    when leaving early: if it is merely dropped, Python ignores a Ctrl-C during cleanup. Exceptions of
    producers are raised here; ``stop`` is called when the consumer leaves, until all producers have ended,
    which they must do soon.
    """
    if IN_LINE:
        yield from _merge_in_line(producers)
        return
    items: SimpleQueue[T | _End] = SimpleQueue()
    left, asked = False, time.monotonic()

    def put(item: T) -> bool:
        while not left and (time.monotonic() - asked > _IDLE or items.qsize() >= _AHEAD):
            time.sleep(_PAUSE)
        if not left:
            items.put(item)
        return not left

    def run(produce: Producer[T]) -> None:
        ask_in_this_thread(lambda: not left)
        error: BaseException | None = None
        try:
            produce(put)
        except BaseException as caught:  # raised again in the consumer's thread
            error = caught
        items.put(_End(error))

    threads = [
        threading.Thread(target=run, args=(produce,), name="nqsat-stream", daemon=True)
        for produce in producers
    ]
    working = len(threads)
    try:
        with block_signals():  # inherited by the threads: only the main thread handles signals
            for thread in threads:
                thread.start()
        while working:
            asked = time.monotonic()
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
        with block_signals():  # a second Ctrl-C waits until no thread is running
            stop()
            for _ in range(_LEAVING):
                for thread in threads:
                    if thread.is_alive():
                        thread.join(timeout=TICK / len(threads))
                        stop()


def _merge_in_line(producers: Sequence[Producer[T]]) -> Iterator[T]:
    """One producer after another, each until it ends."""
    items: list[T] = []

    def put(item: T) -> bool:
        items.append(item)
        return True

    for produce in producers:
        produce(put)
        yield from items
        items.clear()


def iterate_in_thread(make: Callable[[], Iterable[T]]) -> Generator[T | None, None, None]:
    """Make an iterable and iterate over it in a thread; yield its items, and None while there are none."""
    if IN_LINE:
        return (item for item in make())

    def produce(put: Callable[[T], bool]) -> None:
        items = iter(make())
        try:
            for item in items:
                if not put(item):
                    return
        finally:
            close(items)

    return merge_streams([produce])


def call_in_thread(
    work: Callable[[], T],
    time_limit: float | None = None,
    check: Callable[[], None] = lambda: None,
) -> T:
    """Call a function in a thread and return its result; after the time limit raise OutOfTime.

    ``check`` is called while the caller waits; it may raise an error.
    """
    clock = Deadline(time_limit)
    with closing(iterate_in_thread(lambda: [(work(),)])) as steps:
        for step in steps:
            if step is not None:
                return step[0]
            if clock.expired:
                break
            check_waiting()
            check()
    raise OutOfTime


def load_library(name: str, engine: str) -> Any:
    """Import a library that some platforms lack, in a thread, where no Ctrl-C is raised.

    An interrupted import of NumPy cannot be repeated in a process.

    Raises:
        UnsupportedByEngine: it is not installed; ``engine`` says what needs it.
    """
    try:
        return call_in_thread(lambda: import_module(name))
    except ModuleNotFoundError:
        reason = f"needs {name.partition('.')[0]}, which is not installed"
        raise UnsupportedByEngine(engine, reason, ("sat", "backtrack")) from None


def one_by_one(found: Iterator[T | None]) -> Iterator[Sequence[T]]:
    """Each item as a batch, and None as an empty one."""
    with closing(found):
        for item in found:
            yield () if item is None else (item,)


def gather_batches(batches: Iterator[Sequence[T]]) -> Iterator[Sequence[T]]:
    """Combine single items to batches: not the first items, and each is delayed by a moment at most.

    An empty batch passes on the items that are waiting.
    """
    some: list[T] = []
    number, told = 0, time.monotonic()
    with closing(batches):
        try:
            for batch in batches:
                few = len(batch) == 1 and len(some) + 1 < TOGETHER
                if few and number >= ONE_BY_ONE and time.monotonic() - told < TICK:
                    some += batch
                    continue
                yield [*some, *batch] if some else batch
                number, some, told = number + len(some) + len(batch), [], time.monotonic()
        except Exception:  # items found before it are still yielded
            if some:
                yield some
            raise
    if some:
        yield some
