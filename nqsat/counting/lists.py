"""Lists in parts: a long one is cut, its parts are made side by side and handed out one after the other.

Whether it is cut, and where, depends on the model, the engine and how many solutions are wanted. It does
not depend on the workers: so a list is the same for every number of workers.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from nqsat.counting.parallel.workers import WORTH, Word, Work, WorkerPool, in_threads, work_at
from nqsat.counting.running import BRIEF
from nqsat.engines import Deadline, Engine, Part, Plan, Progress, Stage, closing
from nqsat.engines.listing.stream import TICK, close
from nqsat.engines.machine import cores
from nqsat.engines.plans.enumeration_plan import EnumerationPlan
from nqsat.engines.plans.plan import MemoryStore
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model

#: Seconds, as foretold, for a part; and how many parts there are at least and at most.
EACH, FEWEST, MOST = 2.0, 12, 500

#: Of a list that takes more seconds only the beginning is wanted.
NEVER = 1e6

#: A worker of a part that is not asked for yet waits when it has so many solutions.
AHEAD = 20_000

#: What is said when there is nothing new.
NOTHING = Progress(product=())

Batch = Sequence[Any]


def listed(
    model: Model, engine: Engine, limit: int | None = None, workers: int | None = None
) -> Iterator[Batch]:
    """The solutions of a model without an objective, each checked and none twice, some at a time.

    Raises:
        UnsupportedByEngine: at once: the engine cannot answer.
        WrongSolution, EngineFailure: later.
    """
    close(engine.search(model))  # it refuses at once
    plan = EnumerationPlan(engine, model, shows=True)
    return in_order(plan, parts_wanted(engine, model, limit), workers or cores())


def parts_wanted(engine: Engine, model: Model, limit: int | None) -> int:
    """In how many parts a list is made: in one, unless it takes more than a few seconds.

    What is found orbit by orbit, which parts would not be, is made in one, too.
    """
    try:
        seconds = engine.listing(model, limit=limit).seconds
    except UnsupportedByEngine:
        return 1
    if not WORTH < seconds < NEVER or engine.lists_by_orbits(model):
        return 1
    return max(FEWEST, min(int(seconds / EACH), MOST))


def in_order(plan: Plan, wanted: int, workers: int) -> Iterator[Batch]:
    """What the parts of a plan show, part after part; some are made before it is their turn."""
    stage = plan.stage(wanted, {})
    if workers > 1 and len(stage.parts) > 1:
        return _begun_before(plan, stage, workers)
    words = in_threads(plan, {}, MemoryStore())(iter(stage.parts))
    return (piece.product for _, piece in words if piece is not None)


def _begun_before(plan: Plan, stage: Stage, workers: int) -> Iterator[Batch]:
    """The batches of one part after the other, empty ones while there is nothing new."""
    order = deque(part.id for part in stage.parts)  # first the one that is handed out
    waiting, done = defaultdict[str, list[Batch]](list), set[str]()
    hands = WorkerPool(_patient(plan, stage, order), min(workers, len(order)))
    hands.give(*stage.parts)
    hands.dismiss()
    with closing(hands.said()) as words:
        for word in words:
            id_, piece = word or ("", NOTHING)
            if piece is None:
                done.add(id_)
            elif piece is NOTHING or id_ == order[0]:
                yield piece.product
            else:
                waiting[id_].append(piece.product)
            while order and order[0] in done:
                order.popleft()
                if order:
                    yield from waiting.pop(order[0], ())


def _patient(plan: Plan, stage: Stage, order: Sequence[str]) -> Work:
    """The workers of the parts of a list; each waits when it is far ahead of the part that is handed out.

    The first part is begun at once, in this process, and the others a moment later: a caller that wants
    only the first few solutions does not wait for processes to start.
    """
    at_once, later = in_threads(plan, {}, MemoryStore()), work_at(plan, stage, {}, MemoryStore())

    def begun(parts: Iterator[Part]) -> Iterator[Word]:
        first, brief = next(parts), Deadline(BRIEF)
        if first.id == stage.parts[0].id:
            yield from at_once(iter([first]))
            yield from later(parts)
            return
        while order[0] == stage.parts[0].id and not brief.over:
            time.sleep(TICK)
            yield first.id, NOTHING
        yield from later(chain([first], parts))

    def work(parts: Iterator[Part]) -> Iterator[Word]:
        ahead: dict[str, int] = defaultdict(int)
        with closing(begun(parts)) as words:
            for id_, piece in words:
                yield id_, piece
                ahead[id_] += 0 if piece is None else len(piece.product)
                while piece is not None and ahead[id_] > AHEAD and order[0] != id_:
                    time.sleep(TICK)
                    yield id_, NOTHING

    return work
