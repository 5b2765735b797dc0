"""How far a job is: what is done and left, how long that will take, and who is at it."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from nqsat.counting.job.claims import at_work
from nqsat.counting.job.head import open_job
from nqsat.counting.job.result import Result, result_of
from nqsat.counting.job.standing import Standing
from nqsat.engines.plan import Part


class Remaining(NamedTuple):
    """Seconds of one core that are left, about.

    Args:
        seconds: the estimate.
        error: two standard deviations of it; None where too little is known.
    """

    seconds: float
    error: float | None


class Share(NamedTuple):
    """What one runner has done.

    Args:
        runner: its name.
        parts, seconds: how many, and how long they took.
        working: how many it is doing now.
    """

    runner: str
    parts: int
    seconds: float
    working: int


@dataclass(frozen=True, slots=True)
class Status:
    """How far a job is.

    Args:
        result: what it has come to.
        remaining: of the stage; None as long as no part is done.
        heaviest: the parts that are left, those with the greatest load first.
        shares: of each runner that has done something, or is at it.
    """

    result: Result
    remaining: Remaining | None
    heaviest: tuple[Part, ...]
    shares: tuple[Share, ...]


def status(folder: str | Path) -> Status:
    """How far a job is; as ``result``."""
    standing = Standing(open_job(folder))
    left = standing.left
    return Status(result_of(standing), _remaining(standing), tuple(left), tuple(_shares(standing)))


def _remaining(standing: Standing) -> Remaining | None:
    """What the parts that are left will take, if they take their time as the others did for their load.

    The ratio estimator of sampling theory, with its error and the spread of what is left.
    """
    done = [
        (part.load, float(standing.done[part.id].data["seconds"]))
        for part in standing.leaves()
        if part.id in standing.done
    ]
    loads = [part.load for part in standing.left]
    pace, many = standing.pace, len(done)
    if pace is None:
        return None if loads else Remaining(0.0, 0.0)
    if many < 2:
        return Remaining(pace * sum(loads), None)
    whole = sum(load for load, _ in done)
    # The variance of a part's time is taken to grow with its load.
    spread = sum((seconds - pace * load) ** 2 / load for load, seconds in done if load) / (many - 1)
    rest = sum(loads)
    return Remaining(pace * rest, 2 * math.sqrt(spread * rest * (1 + rest / whole)))


def _shares(standing: Standing) -> list[Share]:
    parts: dict[str, int] = defaultdict(int)
    seconds: dict[str, float] = defaultdict(float)
    for rows in standing.rows.values():
        for row in rows:
            if row.kind in ("part", "product"):
                runner = row.place.rpartition(".")[0]
                parts[runner] += 1
                seconds[runner] += float(row.data["seconds"])
    working = at_work(standing.job.claims)
    runners = sorted({*parts, *working})
    return [Share(x, parts[x], seconds[x], working.get(x, 0)) for x in runners]
