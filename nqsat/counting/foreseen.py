"""What a count would do, without doing it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from nqsat.counting.crew import check_workers, wanted_by, workers_for
from nqsat.counting.planning import plan_of
from nqsat.counting.question import Question
from nqsat.engines import Engine, Estimate, Stage, waited


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A plan, as it looks before it is begun.

    Args:
        engine, method: who would count, and how.
        estimate: what it would cost one core.
        workers: how many would work.
        stage: the first stage, in as many parts as they would take; later ones may depend on what it makes.
    """

    engine: str
    method: str
    estimate: Estimate
    workers: int
    stage: Stage

    def to_json(self) -> dict[str, Any]:
        """The same as JSON data; what is not known is null."""
        seconds = self.estimate.seconds
        return {
            "engine": self.engine,
            "method": self.method,
            "seconds": seconds if seconds < math.inf else None,
            "memory": self.estimate.memory,
            "foretold": self.estimate.words,
            "workers": self.workers,
            "stage": self.stage.name,
            "parts": len(self.stage.parts),
            "cover": self.stage.cover.words,
            "last": self.stage.sums,
        }


def planned(question: Question, engine: Engine, workers: int | None = None) -> Foreseen:
    """What a count would do, by so many workers or as many as help.

    Raises:
        as ``plan_of``; InvalidModel: a number of workers that is none.
    """
    check_workers(workers)

    def look() -> Foreseen:
        plan = plan_of(question, engine)
        number = workers_for(plan, workers)
        cut = plan.settled if number > 1 else plan
        stage = cut.stage(wanted_by(cut, number), {})
        return Foreseen(plan.title, plan.method, plan.estimate, number, stage)

    return waited(look)
