"""Executors do parts elsewhere: pools of processes, clusters, any ``concurrent.futures.Executor``."""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from nqsat.engines.listing.stream import TICK, OutOfTime, call_in_thread
from nqsat.engines.plans.at_work import StageWork, Word, do_parts
from nqsat.engines.plans.plan import Part, PartResult, Progress
from nqsat.errors import EngineFailure, InvalidModel, MissingPackage, NqsatError

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

A = TypeVar("A")

#: How often a part is submitted if its worker is lost.
TRIES = 3

#: Parts that take less than TASK seconds go to an executor together.
TASK = 0.3

#: After this many seconds without a result, a probe tests whether the executor still accepts tasks.
QUIET = 5.0

#: Seconds that the scheduler of a cluster may take to answer.
PATIENCE = 10


class Tasks:
    """The tasks of an executor: a pool of this machine, or a cluster. Each is one part, or a few.

    A task that is lost with its worker is submitted again, a few times.

    Args:
        executor: does the parts.
        work: their stage.
        number: the number of workers.
    """

    def __init__(self, executor: Executor, work: StageWork, number: int) -> None:
        self._executor, self._work, self._number, self._gone = executor, work, number, False
        self._sent: dict[Future[list[PartResult]], tuple[Sequence[Part], int]] = {}
        self._probe: Future[int] | None = None
        self._heard = self._asked = time.monotonic()

    def words(self, parts: Iterable[Part]) -> Generator[Word | None, None, None]:
        """Yield what comes of parts, and None while nothing does; closing it gives up tasks."""
        from concurrent.futures import FIRST_COMPLETED, wait

        left, done, seconds = deque(parts), 0, 0.0
        try:
            while left or self._sent:
                while left and len(self._sent) < 2 * self._number:
                    short = int(TASK * done / max(seconds, 1e-6))  # parts that take TASK seconds
                    size = max(1, min(short, len(left) // (2 * self._number)))
                    self._send([left.popleft() for _ in range(size)], 1)
                back = wait(self._sent, timeout=TICK, return_when=FIRST_COMPLETED).done
                if not back:
                    yield self._silence()
                    continue
                self._heard = self._asked = time.monotonic()
                for future in back:
                    for part, result in self._found(future):
                        done, seconds = done + 1, seconds + result.seconds
                        yield part.id, Progress(result.numbers, result.visited, result.product)
                        yield part.id, result
        finally:
            tasks: list[Future[Any]] = [*self._sent, *filter(None, [self._probe])]
            for task in () if self._gone else tasks:
                task.cancel()

    def _silence(self) -> Word | None:
        """Submit a probe: a scheduler that has ended never answers, but ``submit`` raises an error.

        One that hangs takes it all the same; so it is said that nobody answers.
        """
        now = time.monotonic()
        if now - self._asked < QUIET:
            return None
        self._asked, before = now, self._probe
        self._probe = self._submit("answer any more", int)
        if before is None or before.done():
            return None
        before.cancel()
        (part, *_), _ = next(iter(self._sent.values()))
        words = f"waiting for workers, nothing for {now - self._heard:.0f} s"
        return part.id, Progress(words=words)

    def _found(self, future: Future[list[PartResult]]) -> list[tuple[Part, PartResult]]:
        """Return the results of a task; none if it was lost and submitted again."""
        parts, tries = self._sent.pop(future)
        try:
            return list(zip(parts, future.result(), strict=True))
        except (NqsatError, KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # a worker was killed: executors raise different errors
            if tries == TRIES:
                lost = f"part {parts[0].id} was lost {TRIES} times"
                raise EngineFailure(f"{lost}: {type(error).__name__}: {error}") from None
            self._send(parts, tries + 1)
            return []

    def _send(self, parts: Sequence[Part], tries: int) -> None:
        future = self._submit(f"take part {parts[0].id}", do_parts, self._work, parts)
        self._sent[future] = parts, tries

    def _submit(self, words: str, work: Callable[..., A], *given: Any) -> Future[A]:
        try:
            with _processes_can_be_ended():
                return self._executor.submit(work, *given)
        except Exception as error:  # the pool is broken, or the scheduler has ended
            self._gone = True
            raise EngineFailure(f"the workers do not {words}: {error}") from None


@contextmanager
def _processes_can_be_ended() -> Iterator[None]:
    """Let SIGTERM through in this thread: a pool forks workers in it, which it may have to end so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def dask(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield the executor of a Dask cluster, and how many parts it can do at a time.

    Args:
        address: the address of the scheduler: ``tcp://node7:8786``.

    Raises:
        MissingPackage: Dask's package ``distributed`` is not installed.
        InvalidModel: no scheduler answers there.
    """
    try:
        from distributed import Client
    except ImportError:
        raise MissingPackage("distributed") from None
    import logging

    # What is lost is said by nqsat, in a line.
    for name in ("tornado.application", "asyncio", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).disabled = True

    def connect() -> tuple[Any, int]:
        client = Client(address, timeout=PATIENCE)
        return client, max(1, sum(client.ncores().values()))

    try:  # in a thread, which a scheduler that hangs may keep
        client, cores = call_in_thread(connect, PATIENCE + 1)
    except (OSError, ValueError, TypeError, OutOfTime) as error:
        reason = str(error) or f"in {PATIENCE} s"
        raise InvalidModel("dask", f"no scheduler answers at {address}: {reason}") from None
    try:
        # pure=False: a part that is submitted again is computed again, not taken from a cache.
        yield client.get_executor(pure=False), cores
    finally:
        with suppress(Exception, OutOfTime):  # none may be left to stop
            call_in_thread(lambda: client.close(timeout=1), 2.0)
