"""Workers: threads of this machine if kernels do the work, processes if Python does, or any executor.

What they say arrives as one stream, in any order; the sum does not depend on the order.
"""

from __future__ import annotations

import io
import logging
import math
import pickle
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from queue import SimpleQueue
from typing import Any, TypeVar
from uuid import uuid4

from nqsat.engines.listing.stream import TICK, OutOfTime, call_in_thread, closing, merge_streams
from nqsat.engines.machine import cores
from nqsat.engines.plans.plan import (
    MemoryStore,
    Part,
    PartTotal,
    Plan,
    Products,
    Progress,
    Stage,
    Store,
)
from nqsat.engines.solvers.subprocess_worker import run_in_worker
from nqsat.errors import EngineFailure, InvalidModel, MissingPackage, NqsatError, integer

A = TypeVar("A")

#: A message about a part: its id with a progress report, or with its seconds when it is done.
Word = tuple[str, Progress | float]

#: What a worker of an executor has found in a part, and its seconds.
Done = tuple[Progress, float]

#: A generator function that does the parts of an iterator, one after the other.
Work = Callable[[Iterator[Part]], Iterator[Word]]

#: Parts for each worker, so that none waits long for the last part; for lists there are fewer, because each
#: part needs its own formula and solver.
EACH, EACH_LISTED = 16, 6

#: A count that takes fewer seconds gets one worker: starting others would take as long.
WORTH = 4.0

#: How often a part is submitted if its worker is lost.
TRIES = 3

#: Parts that take less than TASK seconds go to an executor together.
TASK = 0.3

#: After this many seconds without a result, a probe tests whether the executor still accepts tasks.
QUIET = 5.0

#: Seconds that the scheduler of a cluster may take to answer.
PATIENCE = 10

#: This many workers are allowed on every machine.
MOST = 64


def check_positive(field: str, number: int | None) -> None:
    """Refuse a number of workers, parts or the like that is not a positive integer or None.

    Raises:
        InvalidModel: it is neither.
    """
    if number is not None and (integer(number) or 0) < 1:
        raise InvalidModel(field, f"{number!r} is not an integer above 0")


def check_workers(workers: int | None, executor: object = None) -> None:
    """Refuse a number of workers that is not positive, or that would start too many here.

    Raises:
        InvalidModel: it is neither, or without an ``executor`` more than this machine can use.
    """
    check_positive("workers", workers)
    most = max(MOST, 4 * cores())
    if workers is not None and executor is None and workers > most:
        raise InvalidModel("workers", f"{workers} is too many for {cores()} cores: at most {most}")


def workers_for(plan: Plan, workers: int | None) -> int:
    """Return the number of workers for a plan: as given, or if None all cores when that is worth it."""
    if workers is not None:
        return workers
    chosen = plan.stage(1, {}).plan
    worth = chosen.estimate.seconds > WORTH and not chosen.facts.whole
    return cores() if worth else 1


def wanted_by(plan: Plan, workers: int) -> int:
    """Return the number of parts for this many workers."""
    if workers == 1:
        return 1
    return workers * (EACH_LISTED if plan.facts.in_python else EACH)


class Local:
    """Workers of this machine, each of which does one part after the other.

    Args:
        work: does the parts of an iterator.
        number: the number of workers.

    Attributes:
        busy: how many parts are under way.
    """

    def __init__(self, work: Work, number: int) -> None:
        self._work, self._number, self.busy = work, number, 0
        self._orders: SimpleQueue[Part | None] = SimpleQueue()

    def give(self, left: deque[Part]) -> None:
        """Take parts: at most two for each worker are under way."""
        while left and self.busy < 2 * self._number:
            self.busy += 1
            self._orders.put(left.popleft())

    def words(self) -> Generator[Word | None, None, None]:
        """Yield the messages of the workers, and None while there are none; closing it ends the workers."""
        with closing(merge_streams([self._hand] * self._number, self._dismiss)) as words:
            for word in words:
                if word is not None and isinstance(word[1], float):
                    self.busy -= 1
                yield word

    def _dismiss(self) -> None:
        """Let the workers end."""
        for _ in range(self._number):
            self._orders.put(None)

    def _hand(self, put: Callable[[Word], bool]) -> None:
        first = self._orders.get()  # so that no process is started for nothing
        if first is None:
            return
        with closing(self._work(chain([first], iter(self._orders.get, None)))) as words:
            for word in words:
                if not put(word):
                    return


class Remote:
    """The workers of an executor: a pool of this machine, or a cluster. Each task is one part, or a few.

    A task that is lost with its worker is submitted again, a few times.

    Args:
        executor: does the parts.
        plan, products, store: from these a worker makes the shared state of the stage.
        number: the number of workers.
    """

    def __init__(
        self, executor: Executor, plan: Plan, products: Products, store: Store, number: int
    ) -> None:
        self._executor, self._number, self._gone = executor, number, False
        self._task = uuid4().hex, plan, dict(products), store
        self._sent: dict[Future[list[Done]], tuple[tuple[Part, ...], int]] = {}
        self._probe: Future[int] | None = None
        self._heard = self._asked = time.monotonic()
        self._seconds, self._done = 0.0, 0
        self.busy = 0  # tasks whose last word is not said

    def give(self, left: deque[Part]) -> None:
        """Submit tasks: at most two for each worker are under way; short parts go together."""
        while left and self.busy < 2 * self._number:
            mean = self._seconds / self._done if self._done else math.inf
            some = min(int(TASK / max(mean, 1e-6)), len(left) // (2 * self._number))
            self.busy += 1
            self._send(tuple(left.popleft() for _ in range(max(1, some))), 1)

    def words(self) -> Generator[Word | None, None, None]:
        """Yield the messages of the workers, and None while there are none; closing it gives up tasks."""
        try:
            while True:
                back = wait(self._sent, timeout=TICK, return_when=FIRST_COMPLETED).done
                if not back:
                    yield self._silence()
                    continue
                self._heard = self._asked = time.monotonic()
                for future in back:
                    parts, tries = self._sent.pop(future)
                    for part, (piece, seconds) in self._found(future, parts, tries):
                        self._seconds, self._done = self._seconds + seconds, self._done + 1
                        yield part.id, piece
                        self.busy -= part is parts[-1]
                        yield part.id, seconds
        finally:
            every: list[Future[Any]] = [*self._sent, *filter(None, [self._probe])]
            for one in () if self._gone else every:
                one.cancel()

    def _silence(self) -> Word | None:
        """Submit a probe: a scheduler that has ended never answers, but ``submit`` raises an error.

        One that hangs takes it all the same; so it is said that nobody answers.
        """
        now = time.monotonic()
        if now - self._asked > QUIET:
            self._asked = now
            if self._probe is not None and not self._probe.done():
                (part, *_), _ = next(iter(self._sent.values()), ((Part(""),), 0))
                words = f"waiting for workers, nothing for {now - self._heard:.0f} s"
                self._probe.cancel()
                self._probe = self._submit("answer any more", int)
                return part.id, Progress(words=words)
            self._probe = self._submit("answer any more", int)
        return None

    def _found(
        self, future: Future[list[Done]], parts: tuple[Part, ...], tries: int
    ) -> list[tuple[Part, Done]]:
        """Return the results of a task; none if it was lost and submitted again."""
        try:
            return list(zip(parts, future.result(), strict=True))
        except NqsatError:
            raise
        except BaseException as error:  # a worker was killed: executors raise different errors
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            if tries == TRIES:
                words = (
                    f"part {parts[0].id} was lost {TRIES} times: {type(error).__name__}: {error}"
                )
                raise EngineFailure(words) from None
            self._send(parts, tries + 1)
            return []

    def _send(self, parts: tuple[Part, ...], tries: int) -> None:
        future = self._submit(f"take part {parts[0].id}", do_parts, *self._task, parts)
        self._sent[future] = parts, tries

    def _submit(self, words: str, work: Callable[..., A], *given: Any) -> Future[A]:
        try:
            return self._executor.submit(work, *given)
        except Exception as error:  # the pool is broken, or the scheduler has ended
            self._gone = True
            raise EngineFailure(f"the workers do not {words}: {error}") from None


#: The last stage that this worker process served, with its shared state.
_stock: tuple[str, Any] = ("", None)


def do_parts(
    name: str, plan: Plan, products: Products, store: Store, parts: tuple[Part, ...]
) -> list[Done]:
    """Do whole parts in this process, a worker of an executor."""
    global _stock  # noqa: PLW0603 (a worker goes from part to part of one stage)
    if _stock[0] != name:
        _stock = name, plan.prepare(products, store)
    shared, done = _stock[1], list[Done]()
    for part in parts:
        begun, found = time.monotonic(), PartTotal()
        for piece in plan.run(part, shared):
            found.take(piece)
        numbers = tuple(sorted(found.numbers.items()))
        done.append((Progress(numbers, found.visited, found.product), time.monotonic() - begun))
    return done


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
        raise MissingPackage("distributed", "cluster") from None
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
        said = str(error) or f"in {PATIENCE} s"
        raise InvalidModel("dask", f"no scheduler answers at {address}: {said}") from None
    try:
        # pure=False: a part that is submitted again is computed again, not taken from a cache.
        yield client.get_executor(pure=False), cores
    finally:
        with suppress(Exception, OutOfTime):  # none may be left to stop
            call_in_thread(lambda: client.close(timeout=1), 2.0)


# -- the workers ------------------------------------------------------------------------


def work_at(stage: Stage, products: Products, store: Store, *, alone: bool = False) -> Work:
    """Return the work function of a stage: in threads of this process, or, unless alone, in processes."""
    if not alone and apart(stage, products):
        return partial(in_process, stage.plan, dict(products))
    return in_threads(stage.plan, products, store)


def apart(stage: Stage, products: Products) -> bool:
    """Return whether the parts of a stage run in separate processes."""
    return stage.plan.facts.in_python and stage.sums and portable((stage.plan, products))


def portable(value: object) -> bool:
    """Return whether a value can be pickled for another process, without classes of the user's own."""
    try:
        text = pickle.dumps(value)
    except Exception:  # a user's class may raise anything
        return False
    reader = _Reader(io.BytesIO(text))
    reader.load()
    return reader.roots <= {"nqsat", *sys.stdlib_module_names} - {"__main__"}


class _Reader(pickle.Unpickler):
    """An unpickler that records the top-level packages of all classes."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.roots: set[str] = set()

    def find_class(self, module: str, name: str) -> Any:
        self.roots.add(module.partition(".")[0])
        return super().find_class(module, name)


def in_threads(plan: Plan, products: Products, store: Store) -> Work:
    """Return a work function that runs in the calling thread; the first part makes the shared state."""
    lock, made = threading.Lock(), list[Any]()

    def work(parts: Iterable[Part]) -> Iterator[Word]:
        for part in parts:
            with lock:
                if not made:
                    made.append(plan.prepare(products, store))
            begun = time.monotonic()
            with closing(plan.run(part, made[0])) as pieces:
                for piece in pieces:
                    yield part.id, piece
            yield part.id, time.monotonic() - begun

    return work


def in_process(plan: Plan, products: Products, parts: Iterable[Part]) -> Iterator[Word]:
    """Do the parts in a separate process, which ends when the stream is closed."""
    tasks = chain([(plan, products)], parts)
    for item in run_in_worker(_answers, tasks, plan.facts.title):
        if item is not None:
            yield item


#: In a worker process: the work function, once it has been received.
_told: list[Work] = []


def _answers(task: Any) -> Iterator[list[Any]]:
    """Answer a task in the worker process: the first task is the plan, each other one is a part."""
    if _told:
        yield from ([word] for word in _told[0](iter([task])))
        return
    plan, products = task
    _told.append(in_threads(plan, products, MemoryStore()))
