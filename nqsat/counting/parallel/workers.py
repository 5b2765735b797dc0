"""Parts side by side: threads where kernels work, processes where Python does.

Each hand takes the next part when it is done with one. What they say comes out slice by slice, as from a
single thread; the order is theirs, the sum is not.
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

from nqsat.engines.listing.stream import closing, streams
from nqsat.engines.machine import cores
from nqsat.engines.plans.plan import (
    MemoryStore,
    Part,
    Plan,
    Products,
    Progress,
    Stage,
    Store,
    weighed,
)
from nqsat.engines.solvers.subprocess_worker import converse
from nqsat.errors import InvalidModel, integer

#: What is said of a part: its id with a slice, or with None when it is done.
Word = tuple[str, Progress | None]

#: Does parts, each when it is asked for.
Work = Callable[[Iterator[Part]], Iterator[Word]]

#: So many parts each, so that none waits long for the last one; and of lists, where each part has a
#: formula and a solver of its own.
EACH, EACH_LISTED = 16, 6

#: A count that is foretold to take fewer seconds is done by one: the others would hardly have begun.
WORTH = 4.0


def check_positive(field: str, number: int | None) -> None:
    """Refuse what is no number of workers, of parts or the like.

    Raises:
        InvalidModel: it is none.
    """
    if number is not None and (integer(number) or 0) < 1:
        raise InvalidModel(field, f"{number!r} is not an integer above 0")


def workers_for(plan: Plan, workers: int | None) -> int:
    """How many work on a plan: as many as are asked for, or all cores where that is worth it."""
    if workers is not None:
        return workers
    worth = WORTH < plan.estimate.seconds < float("inf") and not plan.undivided
    return cores() if worth else 1


def wanted_by(plan: Plan, workers: int) -> int:
    """How many parts there should be for so many workers."""
    if workers == 1:
        return 1
    return workers * (EACH_LISTED if plan.facts.in_python else EACH)


def side_by_side(
    plan: Plan, workers: int, products: dict[str, Any]
) -> Iterator[tuple[str, Progress]]:
    """Do all parts of a plan, so many at a time; otherwise as ``steps``."""
    store = MemoryStore()
    while True:
        now = plan.then(products).committed
        stage = now.stage(wanted_by(now, workers), products)
        yield from at_stage(now, stage, workers, products, store)
        if stage.sums:
            return


def at_stage(
    plan: Plan, stage: Stage, workers: int, products: dict[str, Any], store: Store
) -> Iterator[tuple[str, Progress]]:
    """Do the parts of a stage, so many at a time."""
    parts, done = {part.id: part for part in stage.parts}, 0
    alone = workers == 1  # which needs no process of its own
    work = in_threads(plan, products, store) if alone else work_at(plan, stage, products, store)
    hands = WorkerPool(work, min(workers, len(parts)))
    hands.give(*stage.parts)
    hands.dismiss()
    with closing(hands.said()) as words:
        for id_, piece in filter(None, words):
            if piece is None:
                done += 1
                yield id_, Progress(words=_far(done, len(parts)))
            else:
                ahead = f"{_far(done, len(parts))}, " if len(parts) > 1 and piece.words else ""
                far = ahead + piece.words
                yield id_, weighed(piece, parts[id_], stage, products)._replace(words=far)


def _far(done: int, parts: int) -> str:
    """How many parts are done."""
    return f"{done:,} of {parts:,} parts done"


class WorkerPool:
    """So many hands, each of which does one part after the other.

    Args:
        work: does parts.
        number: how many.

    Attributes:
        idle: how many have nothing to do; below 0 where parts wait for them.
    """

    def __init__(self, work: Work, number: int) -> None:
        self._work, self._number, self.idle = work, number, number
        self._orders: SimpleQueue[Part | None] = SimpleQueue()
        self._given_up: set[str] = set()

    def give(self, *parts: Part) -> None:
        """Have parts done, each by the next idle worker."""
        for part in parts:
            self.idle -= 1
            self._orders.put(part)

    def give_up(self, part: Part) -> None:
        """Have a part stopped at its next slice; its worker says that it is done with it."""
        self._given_up.add(part.id)

    def dismiss(self) -> None:
        """Have them go when all is done that they have been given."""
        for _ in range(self._number):
            self._orders.put(None)

    def said(self) -> Generator[Word | None, None, None]:
        """What they say, and None when all are silent; closing it sends them away."""
        with closing(streams([self._hand] * self._number, self.dismiss)) as words:
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
        """The parts that are given to a hand, until it is dismissed."""
        part: Part | None = first
        while part is not None:
            yield part
            part = self._orders.get()


# -- the workers ------------------------------------------------------------------------


def work_at(plan: Plan, stage: Stage, products: Products, store: Store) -> Work:
    """The workers of a stage: threads of this process, or a process each."""
    if apart(plan, stage, products):
        return partial(in_process, plan, dict(products))
    return in_threads(plan, products, store)


def apart(plan: Plan, stage: Stage, products: Products) -> bool:
    """Whether the parts of a stage are done in processes of their own."""
    return plan.facts.in_python and stage.sums and portable((plan, products))


def portable(value: object) -> bool:
    """Whether a value can be sent to another process, where what a user has written is not known."""
    try:
        text = pickle.dumps(value)
    except Exception:  # whatever a class of his own makes of it
        return False
    reader = _Reader(io.BytesIO(text))
    reader.load()
    return reader.roots <= {"nqsat", *sys.stdlib_module_names} - {"__main__"}


class _Reader(pickle.Unpickler):
    """Notes from which packages the classes come."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.roots: set[str] = set()

    def find_class(self, module: str, name: str) -> Any:
        self.roots.add(module.partition(".")[0])
        return super().find_class(module, name)


def in_threads(plan: Plan, products: Products, store: Store) -> Work:
    """Parts are done by the caller; the shared state is made for the first of them."""
    lock, made = threading.Lock(), list[Any]()

    def work(parts: Iterable[Part]) -> Iterator[Word]:
        for part in parts:
            with lock:
                if not made:
                    made.append(plan.stock(products, store))
            with closing(plan.run(part, made[0])) as pieces:
                for piece in pieces:
                    yield part.id, piece
            yield part.id, None

    return work


def in_process(plan: Plan, products: Products, parts: Iterable[Part]) -> Iterator[Word]:
    """The same in a process of its own, which ends when the stream is closed."""
    tasks = chain([(plan.for_worker, products)], parts)
    for item in converse(_answers, tasks, plan.facts.title):
        if item is not None:
            yield item


#: In a process that works, what does parts.
_told: list[Work] = []


def _answers(task: Any) -> Iterator[list[Any]]:
    """The side of a process that works: first it is told the plan, then one part after the other."""
    if _told:
        yield from ([word] for word in _told[0](iter([task])))
        return
    plan, products = task
    _told.append(in_threads(plan, products, MemoryStore()))
