"""Parts of a plan at work on this machine: one after the other, or by several threads or processes.

Whoever does them, the same is heard: slices of parts, and in the end of each its result.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from nqsat.engines.machine import cores
from nqsat.engines.plans.plan import (
    Facts,
    MemoryStore,
    Part,
    PartResult,
    Plan,
    Products,
    Progress,
    Stage,
    Store,
    Total,
    apply_weight,
)
from nqsat.engines.stream import closing, merge_streams
from nqsat.engines.subprocess_worker import run_in_worker
from nqsat.files import unique_name

#: Reports of parts, by id: the progress of a slice, and in the end the result.
Word = tuple[str, Progress | PartResult]

#: A generator function that does the parts of an iterator, one after the other.
Work = Callable[[Iterator[Part]], Iterator[Word]]

#: Parts for each worker, so that none waits long for the last part; for lists there are fewer, because each
#: part needs its own formula and solver.
EACH, EACH_LISTED = 16, 6


def workers_for(facts: Facts, workers: int | None) -> int:
    """Return the number of workers: as given, or if None all cores when that is worth it."""
    if workers is not None:
        return workers
    return cores() if facts.is_long else 1


def wanted_by(facts: Facts, workers: int) -> int:
    """Return the number of parts for this many workers; one for a list that is cheaper as a whole."""
    if workers == 1 or (facts.whole and facts.in_python):
        return 1
    return workers * (EACH_LISTED if facts.in_python else EACH)


def run_plan(
    plan: Plan, workers: int | None = 1, *, wanted: int | None = None
) -> Iterator[Progress]:
    """Count by a plan on this machine. Yield the facts of the plan, then slices of the answer.

    ``workers``: how many parts run at a time; None for all cores if the plan is estimated to be long. So a
    count goes into parts when it begins, and nothing is done twice. ``wanted``: how many parts to make, if
    not as many as suit the workers.
    """
    number = workers_for(plan.facts, workers)
    wanted = wanted_by(plan.facts, number) if wanted is None else wanted
    yield Progress(facts=plan.facts)
    products, store = dict[str, Any](), MemoryStore()
    while True:
        stage = plan.stage(wanted, products)
        with closing(stage_words(stage, products, store, stage.parts, number)) as words:
            parts = {part.id: part for part in stage.parts}
            for word in words:
                if word is None:
                    yield Progress()
                elif isinstance(word[1], Progress):
                    yield apply_weight(word[1], parts[word[0]], stage, products)
        if stage.sums:
            return


def stage_words(
    stage: Stage, products: Products, store: Store, parts: Sequence[Part], number: int
) -> Iterator[Word | None]:
    """Have ``number`` workers of this machine do parts of a stage; yield what they say."""
    number = min(number, len(parts))
    if number > 1:  # the limit of memory is for all of them together
        stage = stage._replace(plan=stage.plan.with_memory_for(number))
    work = StageWork(stage, products, store)
    return at_work(work.do_apart, parts, number) if number > 1 else work.do(parts)


class StageWork:
    """The data that parts of a stage need in a process; what parts share is made once."""

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
            begun, total = time.monotonic(), Total()
            with closing(plan.run(part, self._shared[0])) as pieces:
                for piece in pieces:
                    total.add(piece)
                    yield part.id, piece
            seconds = time.monotonic() - begun
            yield part.id, PartResult(total.numbers, total.visited, total.product, seconds)

    def do_apart(self, parts: Iterable[Part]) -> Iterator[Word]:
        """Do parts in a separate process, which ends when the stream is closed, if that is of use."""
        if not self.is_apart:
            yield from self.do(parts)
            return
        title = self._given[0].facts.title
        for word in run_in_worker(_answers, chain([self], parts), title):
            if word is not None:
                yield word


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


#: The stage on which this process, a worker, is at work.
_here: StageWork | None = None


def _answers(task: StageWork | Part) -> Iterator[list[Word]]:
    """Answer a task in a worker process: the first is the work, each other one is a part."""
    global _here  # noqa: PLW0603
    if isinstance(task, StageWork):
        _here = task
    elif _here is not None:
        yield from ([word] for word in _here.do([task]))


def do_parts(work: StageWork, parts: Sequence[Part]) -> list[PartResult]:
    """Do whole parts in this process, a worker of an executor; it keeps what those of a stage share."""
    global _here  # noqa: PLW0603
    if _here is None or _here.name != work.name:
        _here = work
    return [result for _, result in _here.do(parts) if isinstance(result, PartResult)]
