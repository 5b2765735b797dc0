"""List solutions in parts: parts of a long list run in parallel, and are returned one after the other.

The split depends on the model, the engine, the number of solutions asked for, and on whether workers are
asked for: so the list is the same for every number of workers.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from itertools import chain
from math import inf
from typing import Any

from nqsat.counting.part_result import PartResult
from nqsat.counting.workers import WORTH, StageWork, Word, Work, at_work
from nqsat.engines import Deadline, Engine, Part, Plan, Progress, closing
from nqsat.engines.listing.stream import TICK, close
from nqsat.engines.machine import cores
from nqsat.engines.plans.enumeration_plan import EnumerationPlan
from nqsat.engines.plans.plan import MemoryStore
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model

#: Estimated seconds of a part; the minimum and the maximum number of parts.
EACH, FEWEST, MOST = 2.0, 12, 500

#: If a list would take more seconds, only its beginning will be read: it is not split.
NEVER = 1e6

#: Seconds for which the first part has the machine for itself.
BRIEF = 0.5

#: A worker pauses when it has this many solutions of a part that is not being returned yet.
AHEAD = 20_000

#: A progress report without solutions.
NOTHING = Progress(product=())

Batch = Sequence[Any]


def list_batches(
    model: Model, engine: Engine, limit: int | None = None, workers: int | None = None
) -> Iterator[Batch]:
    """Yield the solutions of a model without an objective in batches, each checked, none twice.

    Raises:
        UnsupportedByEngine: the engine cannot answer (raised at once, before iteration).
        WrongSolution, EngineFailure: while iterating.
    """
    close(engine.search(model))  # raises UnsupportedByEngine at once
    plan = EnumerationPlan(engine, model, shows=True)
    return in_order(plan, parts_wanted(engine, model, limit, workers), workers or cores())


def parts_wanted(
    engine: Engine, model: Model, limit: int | None, workers: int | None = None
) -> int:
    """Return the number of parts of a list: 1, unless it takes more than a few seconds.

    A list of unknown length is split if workers are asked for, however many; but not one that the engine
    makes orbit by orbit.
    """
    try:
        seconds = engine.listing_seconds(model, limit)
    except UnsupportedByEngine:
        return 1
    if seconds == inf and workers is not None and not engine.lists_by_orbits(model):
        return FEWEST
    return max(FEWEST, min(int(seconds / EACH), MOST)) if WORTH < seconds < NEVER else 1


def in_order(plan: Plan, wanted: int, workers: int) -> Iterator[Batch]:
    """Yield the batches of a plan's parts in order; workers compute later parts ahead."""
    stage = plan.stage(wanted, {})
    work = StageWork(stage, {}, MemoryStore())
    if workers > 1 and len(stage.parts) > 1:
        return _begun_before(work, stage.parts, workers)
    words = work.do(stage.parts)
    return (piece.product for _, piece in words if isinstance(piece, Progress))


def _begun_before(work: StageWork, parts: Sequence[Part], workers: int) -> Iterator[Batch]:
    """Yield the batches in the order of the parts, and empty ones while there is nothing new."""
    order = deque(part.id for part in parts)  # the first is being returned
    waiting, done = defaultdict[str, list[Batch]](list), set[str]()
    with closing(at_work(_patient(work, order), parts, min(workers, len(order)))) as words:
        for word in words:
            id_, piece = word or ("", NOTHING)
            if isinstance(piece, PartResult):
                done.add(id_)
            elif piece is NOTHING or id_ == order[0]:
                yield piece.product
            else:
                waiting[id_].append(piece.product)
            while order[0] in done:
                order.popleft()
                if not order:
                    return
                yield from waiting.pop(order[0], ())


def _patient(stage: StageWork, order: Sequence[str]) -> Work:
    """Return the work of a pool for the parts of a list; it pauses far ahead of the part being returned.

    The first part starts at once in this process, and the others a moment later: a caller that needs only
    the first few solutions does not wait for processes to start.
    """
    beginning = order[0]

    def start_first(parts: Iterator[Part]) -> Iterator[Word]:
        first, brief = next(parts), Deadline(BRIEF)
        if first.id == beginning:
            yield from stage.do([first])
            yield from stage.do_apart(parts)
            return
        while order[0] == beginning and not brief.expired:
            time.sleep(TICK)
            yield first.id, NOTHING
        yield from stage.do_apart(chain([first], parts))

    def work(parts: Iterator[Part]) -> Iterator[Word]:
        ahead: dict[str, int] = defaultdict(int)
        with closing(start_first(parts)) as words:
            for id_, piece in words:
                yield id_, piece
                if isinstance(piece, PartResult):
                    continue
                ahead[id_] += len(piece.product)
                while ahead[id_] > AHEAD and order[0] != id_:
                    time.sleep(TICK)
                    yield id_, NOTHING

    return work
