"""Run parts in parallel: in threads if kernels do the work, in processes if Python does.

Each worker takes the next part when it has finished one. Their progress reports arrive as one stream, in
any order; the sum does not depend on the order.
"""

from __future__ import annotations

import io
import pickle
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from itertools import chain
from queue import SimpleQueue
from typing import Any

from nqsat.engines.listing.stream import closing, merge_streams
from nqsat.engines.machine import cores
from nqsat.engines.plans.plan import (
    MemoryStore,
    Part,
    Plan,
    Products,
    Progress,
    Stage,
    Store,
    apply_weight,
)
from nqsat.engines.solvers.subprocess_worker import run_in_worker
from nqsat.errors import InvalidModel, integer

#: A message about a part: its id with a progress report, or with None when it is done.
Word = tuple[str, Progress | None]

#: A generator function that does the parts of an iterator, one after the other.
Work = Callable[[Iterator[Part]], Iterator[Word]]

#: Parts for each worker, so that none waits long for the last part; for lists there are fewer, because each
#: part needs its own formula and solver.
EACH, EACH_LISTED = 16, 6

#: A count that takes fewer seconds gets one worker: starting others would take as long.
WORTH = 4.0

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
    worth = plan.estimate.seconds > WORTH and not plan.prefers_one_part
    return cores() if worth else 1


def wanted_by(plan: Plan, workers: int) -> int:
    """Return the number of parts for this many workers."""
    if workers == 1:
        return 1
    return workers * (EACH_LISTED if plan.facts.in_python else EACH)


def side_by_side(
    plan: Plan, workers: int, products: dict[str, Any]
) -> Iterator[tuple[str, Progress]]:
    """Do all parts of a plan, ``workers`` at a time; otherwise as ``run_parts``."""
    store = MemoryStore()
    while True:
        now = plan.with_products(products).committed
        stage = now.stage(wanted_by(now, workers), products)
        yield from at_stage(now, stage, workers, products, store)
        if stage.sums:
            return


def at_stage(
    plan: Plan, stage: Stage, workers: int, products: dict[str, Any], store: Store
) -> Iterator[tuple[str, Progress]]:
    """Do the parts of a stage, ``workers`` at a time."""
    parts, done = {part.id: part for part in stage.parts}, 0
    alone = workers == 1  # a single worker needs no separate process
    work = in_threads(plan, products, store) if alone else work_at(plan, stage, products, store)
    hands = WorkerPool(work, min(workers, len(parts)))
    hands.give(*stage.parts)
    hands.dismiss()
    with closing(hands.messages()) as words:
        for id_, piece in filter(None, words):
            if piece is None:
                done += 1
                yield id_, Progress(words=_far(done, len(parts)))
            else:
                ahead = f"{_far(done, len(parts))}, " if len(parts) > 1 and piece.words else ""
                far = ahead + piece.words
                yield id_, apply_weight(piece, parts[id_], stage, products)._replace(words=far)


def _far(done: int, parts: int) -> str:
    """Return as text how many parts are done."""
    return f"{done:,} of {parts:,} parts done"


class WorkerPool:
    """A pool of workers, each of which does one part after the other.

    Args:
        work: does the parts of an iterator.
        number: the number of workers.

    Attributes:
        idle: how many workers are idle; negative if parts are waiting in the queue.
    """

    def __init__(self, work: Work, number: int) -> None:
        self._work, self._number, self.idle = work, number, number
        self._orders: SimpleQueue[Part | None] = SimpleQueue()
        self._given_up: set[str] = set()

    def give(self, *parts: Part) -> None:
        """Queue parts, each for the next idle worker."""
        for part in parts:
            self.idle -= 1
            self._orders.put(part)

    def give_up(self, part: Part) -> None:
        """Stop a part at its next progress report; its worker then reports it as done."""
        self._given_up.add(part.id)

    def dismiss(self) -> None:
        """Let the workers end when the queue is empty."""
        for _ in range(self._number):
            self._orders.put(None)

    def messages(self) -> Generator[Word | None, None, None]:
        """Yield the messages of the workers, and None while there are none; closing it ends the workers."""
        with closing(merge_streams([self._hand] * self._number, self.dismiss)) as words:
            for word in words:
                if word is not None and word[1] is None:
                    self.idle += 1
                yield word

    def _hand(self, put: Callable[[Word], bool]) -> None:
        while (first := self._orders.get()) is not None:
            with closing(self._work(self._parts(first))) as words:
                for id_, piece in words:
                    if not put((id_, piece)):
                        return
                    if piece is not None and id_ in self._given_up:
                        break
                else:
                    return
            if not put((id_, None)):
                return

    def _parts(self, first: Part) -> Iterator[Part]:
        """Yield the parts that a worker takes from the queue, until it is dismissed."""
        part: Part | None = first
        while part is not None:
            yield part
            part = self._orders.get()


# -- the workers ------------------------------------------------------------------------


def work_at(plan: Plan, stage: Stage, products: Products, store: Store) -> Work:
    """Return the work function of a stage: in threads of this process, or in a process each."""
    if apart(plan, stage, products):
        return partial(in_process, plan, dict(products))
    return in_threads(plan, products, store)


def apart(plan: Plan, stage: Stage, products: Products) -> bool:
    """Return whether the parts of a stage run in separate processes."""
    return plan.facts.in_python and stage.sums and portable((plan, products))


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
            with closing(plan.run(part, made[0])) as pieces:
                for piece in pieces:
                    yield part.id, piece
            yield part.id, None

    return work


def in_process(plan: Plan, products: Products, parts: Iterable[Part]) -> Iterator[Word]:
    """Do the parts in a separate process, which ends when the stream is closed."""
    tasks = chain([(plan.for_worker, products)], parts)
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
