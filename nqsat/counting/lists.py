"""Lists in parts: a long one is cut, its parts are made side by side and handed out one after the other.

Whether it is cut, and where, depends on the model, the engine and how many are wanted, not on who works:
so a list is the same for every number of workers.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from queue import SimpleQueue
from typing import Any

from nqsat.counting.crew import WORTH, Word, Work, apart, in_process, in_thread, taken
from nqsat.counting.tally import BRIEF
from nqsat.engines import Deadline, Engine, Part, Plan, closing
from nqsat.engines.contract import close
from nqsat.engines.listed import Listed
from nqsat.engines.machine import cores
from nqsat.engines.stream import TICK, streams
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, Tour

#: Seconds, as foretold, for a part; and how many parts there are at least and at most.
EACH, FEWEST, MOST = 2.0, 12, 500

#: Of a list that takes more seconds only the beginning is wanted.
NEVER = 1e6

#: Whoever makes a part that is not asked for yet waits when he has so many solutions.
AHEAD = 20_000

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
    plan = Listed(engine, model, shows=True)
    return in_order(plan, parts_wanted(engine, model, limit), workers or cores())


def parts_wanted(engine: Engine, model: Model, limit: int | None) -> int:
    """In how many parts a list is made: in one, unless it takes more than a few seconds.

    Tours of a board with symmetries are found orbit by orbit, which parts would not be: in one, too.
    """
    try:
        seconds = engine.listing(model, limit=limit).seconds
    except UnsupportedByEngine:
        return 1
    if not WORTH < seconds < NEVER or (isinstance(model, Tour) and len(model.symmetries()) > 1):
        return 1
    return max(FEWEST, min(int(seconds / EACH), MOST))


def in_order(plan: Plan, wanted: int, workers: int) -> Iterator[Batch]:
    """What the parts of a plan show, part after part; some are made before it is their turn."""
    stage = plan.stage(wanted, {})
    if workers == 1 or len(stage.parts) == 1:
        return _one_by_one(plan, stage.parts)
    work = partial(in_process if apart(plan, stage, {}) else in_thread, plan, {})
    return _Crew(stage.parts, work, partial(in_thread, plan, {})).batches(workers)


def _one_by_one(plan: Plan, parts: Sequence[Part]) -> Iterator[Batch]:
    for part in parts:
        with closing(plan.run(part, None)) as pieces:
            for piece in pieces:
                yield piece.product


Put = Callable[[tuple[int, Batch | None]], bool]


class _Crew:
    """Who makes the parts of a list.

    The first part is begun at once, in this process, and the others a moment later: who wants no more than
    the first few solutions does not wait for processes to start.

    Args:
        parts: in the order in which they are handed out.
        work, at_once: does parts; does them in this process.
    """

    def __init__(self, parts: Sequence[Part], work: Work, at_once: Work) -> None:
        self._parts, self._work, self._at_once = parts, work, at_once
        self._places = {part.id: place for place, part in enumerate(parts)}
        self._left: SimpleQueue[Part] = SimpleQueue()
        for part in parts[1:]:
            self._left.put(part)
        self._turn = 0  # whose part is handed out; written by the consumer alone

    def batches(self, workers: int) -> Iterator[Batch]:
        """The batches of one part after the other, empty ones while there is nothing new."""
        waiting, done = defaultdict[int, list[Batch]](list), set[int]()
        others = [self._later] * (min(workers, len(self._parts)) - 1)
        crew = streams([self._first, *others], lambda: None)
        with closing(crew) as items:
            for item in items:
                place, batch = item or (self._turn, ())
                if batch is None:
                    done.add(place)
                elif place == self._turn:
                    yield batch
                elif batch:
                    waiting[place].append(batch)
                while self._turn in done:
                    self._turn += 1
                    yield from waiting.pop(self._turn, ())

    def _first(self, put: Put) -> None:
        if self._produce(self._at_once(self._parts[:1]), put):
            self._produce(self._work(taken(self._left)), put)

    def _later(self, put: Put) -> None:
        brief = Deadline(BRIEF)
        while not (self._turn or brief.over):
            time.sleep(TICK)
            if not put((0, ())):
                return
        self._produce(self._work(taken(self._left)), put)

    def _produce(self, made: Iterator[Word], put: Put) -> bool:
        """Put what is made, and wait where that is far ahead; whether anybody wants more."""
        sent = 0
        with closing(made) as pieces:
            for id_, piece in pieces:
                place = self._places[id_]
                sent = 0 if piece is None else sent + len(piece.product)
                if not put((place, None if piece is None else piece.product)):
                    return False
                while sent > AHEAD and place > self._turn:
                    time.sleep(TICK)
                    if not put((place, ())):
                        return False
        return True
