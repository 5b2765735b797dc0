"""Workers: what does the parts of a stage: threads, processes of this machine, or any executor.

Whoever does them, the coordinator hears the same: slices of parts, and in the end of each its result.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from nqsat.counting.part_result import PartResult
from nqsat.engines.listing.stream import TICK, OutOfTime, call_in_thread, closing, merge_streams
from nqsat.engines.machine import cores
from nqsat.engines.plans.plan import Part, Plan, Products, Progress, Stage, Store, Total
from nqsat.engines.solvers.subprocess_worker import run_in_worker
from nqsat.errors import EngineFailure, InvalidModel, MissingPackage, NqsatError, integer
from nqsat.files import unique_name

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

A = TypeVar("A")

#: What is said of a part, by its id: what a slice has found, and in the end the result.
Word = tuple[str, Progress | PartResult]

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
    """Raise ``InvalidModel`` unless a number, as of workers or parts, is a positive integer or None."""
    if number is not None and (integer(number) or 0) < 1:
        raise InvalidModel(field, f"{number!r} is not an integer above 0")


def check_workers(workers: int | None, executor: object = None) -> None:
    """Raise ``InvalidModel`` for a number of workers that is not positive, or too many to start here."""
    if workers is None:
        return
    check_positive("workers", workers)
    most = max(MOST, 4 * cores())
    if executor is None and workers > most:
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


class StageWork:
    """What a process needs to do parts of a stage; what these share is made once, for the first.

    Args:
        stage, products, store: of these the parts are functions.
    """

    def __init__(self, stage: Stage, products: Products, store: Store) -> None:
        self._given = stage.plan, dict(products), store
        self._sums, self.name = stage.sums, unique_name()
        self._lock, self._shared = threading.Lock(), list[Any]()

    def __getstate__(self) -> dict[str, Any]:
        return {"_given": self._given, "_sums": self._sums, "name": self.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _lock=threading.Lock(), _shared=[])

    @property
    def is_apart(self) -> bool:
        """Whether parts gain from a process of their own, and can be sent there."""
        return self._given[0].facts.in_python and self._sums and portable(self)

    def do(self, parts: Iterable[Part]) -> Iterator[Word]:
        """Do parts, one after the other."""
        plan, products, store = self._given
        for part in parts:
            with self._lock:
                if not self._shared:
                    self._shared.append(plan.prepare(products, store))
            begun, total, visited, product = time.monotonic(), Total(), 0, None
            with closing(plan.run(part, self._shared[0])) as pieces:
                for piece in pieces:
                    total.add(piece)
                    visited += piece.visited
                    product = product if piece.product is None else piece.product
                    yield part.id, piece
            yield part.id, PartResult(total.numbers, visited, product, time.monotonic() - begun)

    def do_apart(self, parts: Iterable[Part]) -> Iterator[Word]:
        """Do parts in a separate process, which ends when the stream is closed, if that is of use."""
        if not self.is_apart:
            yield from self.do(parts)
            return
        title = self._given[0].facts.title
        for word in run_in_worker(_answers, chain([self], parts), title):
            if word is not None:
                yield word


# -- this machine ------------------------------------------------------------------------


def at_work(work: Work, parts: Iterable[Part], number: int) -> Generator[Word | None, None, None]:
    """Have ``number`` threads take part after part; yield what they say, and None meanwhile."""
    left = deque(parts)

    def take() -> Iterator[Part]:
        with suppress(IndexError):
            while True:
                yield left.popleft()

    def hand(put: Callable[[Word], bool]) -> None:
        mine = take()
        for first in mine:  # so that no process is started for nothing
            with closing(work(chain([first], mine))) as words:
                for word in words:
                    if not put(word):
                        return

    return merge_streams([hand] * number, left.clear)


def portable(value: object) -> bool:
    """Return whether a value can be pickled for another process, without classes of the user's own."""
    import pickle
    from pickletools import genops

    try:
        text = pickle.dumps(value, protocol=2)  # which names a class by one GLOBAL
    except Exception:  # a user's class may raise anything
        return False
    classes = (str(name) for code, name, _ in genops(text) if code.name == "GLOBAL")
    roots = {name.partition(".")[0].partition(" ")[0] for name in classes}
    return roots <= {"nqsat", "__builtin__", "copy_reg", *sys.stdlib_module_names} - {"__main__"}


#: What this process, a worker, is at work on.
_here: StageWork | None = None


def _answers(task: StageWork | Part) -> Iterator[list[Word]]:
    """Answer a task in a worker process: the first is the work, each other one is a part."""
    global _here  # noqa: PLW0603
    if isinstance(task, StageWork):
        _here = task
    elif _here is not None:
        yield from ([word] for word in _here.do([task]))


# -- executors ---------------------------------------------------------------------------


def do_parts(work: StageWork, parts: Sequence[Part]) -> list[PartResult]:
    """Do whole parts in this process, a worker of an executor; it keeps what those of a stage share."""
    global _here  # noqa: PLW0603
    if _here is None or _here.name != work.name:
        _here = work
    return [result for _, result in _here.do(parts) if isinstance(result, PartResult)]


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
