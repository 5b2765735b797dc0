"""Parts side by side: threads where kernels work, processes where Python does.

Each takes the next part when it is done with one. What they say comes out slice by slice, as from a single
thread; the order is theirs, the sum is not.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from queue import Empty, SimpleQueue
from typing import Any

from nqsat.engines.contract import closing
from nqsat.engines.isolated import converse, serve
from nqsat.engines.machine import cores
from nqsat.engines.plan import Memory, Part, Plan, Products, Slice, Stage, weighed
from nqsat.engines.stream import streams
from nqsat.errors import InvalidModel

#: What is said of a part: its id with a slice, or with None when it is done.
Word = tuple[str, Slice | None]

#: Does parts, each when it is asked for.
Work = Callable[[Iterable[Part]], Iterator[Word]]

#: So many parts each, so that nobody waits long for the last one; and of lists, where each part has a
#: formula and a solver of its own.
EACH, EACH_LISTED = 16, 6

#: A count that is foretold to take fewer seconds is done by one: the others would hardly have begun.
WORTH = 4.0


def check_workers(workers: int | None) -> None:
    """Refuse what is no number of workers.

    Raises:
        InvalidModel: it is none.
    """
    if workers is not None and (type(workers) is not int or workers < 1):
        raise InvalidModel("workers", f"{workers!r} is not a whole number above 0")


def workers_for(plan: Plan, workers: int | None) -> int:
    """How many work on a plan: as many as are asked for, or all cores where that is worth it."""
    if workers is not None:
        return workers
    return cores() if WORTH < plan.estimate.seconds < float("inf") else 1


def wanted_by(plan: Plan, workers: int) -> int:
    """How many parts there should be for so many workers."""
    if workers == 1:
        return 1
    return workers * (EACH_LISTED if plan.in_python else EACH)


def side_by_side(plan: Plan, workers: int, products: dict[str, Any]) -> Iterator[tuple[str, Slice]]:
    """Do all parts of a plan, so many at a time; otherwise as ``steps``."""
    store = Memory()
    while True:
        now = plan.then(products).settled
        stage = now.stage(wanted_by(now, workers), products)
        if apart(now, stage, products):
            work = partial(in_process, now, dict(products))
        else:
            work = partial(in_thread, now, now.stock(products, store))
        yield from _shared(stage, workers, work, products)
        if stage.sums:
            return


def apart(plan: Plan, stage: Stage, products: Products) -> bool:
    """Whether the parts of a stage are done in processes of their own."""
    return plan.in_python and stage.sums and portable((plan, products))


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


def _shared(
    stage: Stage, workers: int, work: Work, products: dict[str, Any]
) -> Iterator[tuple[str, Slice]]:
    """Have the parts of a stage done."""
    left: SimpleQueue[Part] = SimpleQueue()
    for part in stage.parts:
        left.put(part)
    parts = {part.id: part for part in stage.parts}

    def produce(put: Callable[[Word], bool]) -> None:
        with closing(work(taken(left))) as pieces:
            for piece in pieces:
                if not put(piece):
                    return

    done = 0
    crew = streams([produce] * min(workers, len(parts)), lambda: None)
    with closing(crew) as pieces:
        for item in pieces:
            if item is None:
                continue
            id_, piece = item
            if piece is None:
                done += 1
                yield id_, Slice(words=f"part {done:,} of {len(parts):,}")
            else:
                yield id_, weighed(piece, parts[id_], stage, products)._replace(words="")


def taken(left: SimpleQueue[Part]) -> Iterator[Part]:
    """The next parts that nobody else has taken."""
    while True:
        try:
            yield left.get_nowait()
        except Empty:
            return


def in_thread(plan: Plan, stock: Any, parts: Iterable[Part]) -> Iterator[Word]:
    """Do parts, each when it is asked for."""
    for part in parts:
        for piece in plan.run(part, stock):
            yield part.id, piece
        yield part.id, None


def in_process(plan: Plan, products: Products, parts: Iterable[Part]) -> Iterator[Word]:
    """The same in a process of its own, which ends when the stream is closed."""
    tasks = chain([(plan.inside, products)], parts)
    for item in converse(__name__, tasks, plan.title):
        if item is not None:
            yield item


def main() -> None:
    """The side of a process that works: first it is told the plan, then one part after the other."""
    worker: list[Callable[[Part], Iterator[list[Any]]]] = []

    def answers(task: Any) -> Iterator[list[Any]]:
        if worker:
            yield from worker[0](task)
            return
        plan, products = task
        stock = plan.stock(products, Memory())
        worker.append(lambda part: ([item] for item in in_thread(plan, stock, [part])))

    serve(answers)
