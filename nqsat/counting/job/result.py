"""What a job has come to, and how far it is: what is left, how long that will take, who is at it."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from nqsat.counting.count import Count
from nqsat.counting.job.claims import at_work
from nqsat.counting.job.head import open_job
from nqsat.counting.job.ledger import Fault
from nqsat.counting.job.standing import Standing, weighed
from nqsat.counting.planning import optimum_of
from nqsat.counting.tally import Tally
from nqsat.engines import Reason, flaw
from nqsat.engines.cheapest import joined
from nqsat.engines.plan import Part, Slice, Sums
from nqsat.errors import Disagreement


@dataclass(frozen=True, slots=True)
class Result:
    """What a job has come to.

    Args:
        count: the answer; "at least" so many until all parts are done. Its seconds are the sum of those
            that the parts took.
        sizes: if these were asked for, the numbers of men that there are, each with how many solutions.
        stage: what is being done: ``"count"``.
        parts, done: how many parts it has, and how many of them are done.
        audited: those that were counted again, each with who did it: ``3.1 by frontier``.
        cover: why the parts are all.
        faults: what is not as it should be about the rows; what was wrong with does not count.
    """

    count: Count
    sizes: tuple[tuple[int, int], ...]
    stage: str
    parts: int
    done: int
    audited: tuple[str, ...]
    cover: str
    faults: tuple[Fault, ...]

    @property
    def reason(self) -> Reason | None:
        """Why a runner has stopped before it came to the end."""
        return self.count.reason

    @property
    def established(self) -> tuple[str, ...]:
        """What whoever looks at the folder can see for himself, once nothing is found wrong with it."""
        again = Counter(words.partition(" by ")[2] for words in self.audited)
        return (
            f"{self.done:,} of {self.parts:,} parts are done, each once",
            f"the parts are all there are, by {self.cover}",
            *(f"{many:,} of them counted again by {engine}" for engine, many in again.items()),
        )

    @property
    def trusted(self) -> tuple[str, ...]:
        """What has to be believed."""
        alone = self.done - len(self.audited)
        return (
            *([f"{self.count.engine}, of the {alone:,} parts counted once"] if alone else []),
            "those who could write into the folder",
            "that its head asks what you want to know",
        )

    def __str__(self) -> str:
        """``92 placements``; ``at least 40 placements (12 of 30 parts)``."""
        if self.count.complete:
            return str(self.count)
        words = f"{self.done:,} of {self.parts:,} parts"
        words += "" if self.stage == "count" else f" of stage {self.stage}"
        words += "" if self.reason == "parts left" else f", {self.reason}"
        return f"at least {replace(self.count, reason=None)} ({words})"


def result(folder: str | Path, *, only_signed: bytes | None = None) -> Result:
    """What a job has come to so far; with a key, rows that were not signed with it do not count.

    Raises:
        InvalidModel: there is no such job, or this nqsat cuts it otherwise.
        Disagreement: two rows differ about a part, or the parts are not all.
    """
    job = open_job(folder)
    return result_of(Standing(job, only_signed, only_signed=only_signed is not None))


def result_of(standing: Standing, reason: Reason | None = None) -> Result:
    """What a job has come to; the reason is why a runner has stopped.

    Raises:
        Disagreement: the parts are not all, or do not add up to a number.
    """
    question, stage = standing.job.question, standing.stage
    if found := flaw(stage.cover, stage.parts):
        raise Disagreement(f"stage {stage.name}: the parts are not all: {found}")
    leaves, ended, sums = list(standing.leaves()), standing.ended, Sums()
    for part, row in ended:
        sums.add(part.id, Slice(weighed(part, row)))
    whole = sum(number for _, number in sums.numbers)
    best = Tally(0, reason, standing.plan.title, 0.0, products=standing.products)
    if standing.complete and whole != math.floor(whole):
        raise Disagreement(f"the parts add up to {whole}, which is no number of solutions")
    count = Count(
        value=math.ceil(whole),
        unit=question.model.unit,
        modulo=question.modulo,
        engine=joined(str(row.data["engine"]) for _, row in ended) or standing.plan.title,
        method=standing.plan.method,
        seconds=sum(row.seconds for _, row in ended),
        fixed_by=question.fixed_by,
        reason=None if standing.complete else reason or "parts left",
        note=standing.plan.note,
        optimum=optimum_of(question.model, best),
    )
    return Result(
        count,
        tuple((men, math.ceil(number)) for men, number in sums.numbers if question.by == "size"),
        stage.name,
        len(leaves),
        len(ended),
        tuple(
            f"{part.id} by {standing.audits[part.id].data['engine']}"
            for part in leaves
            if part.id in standing.audits
        ),
        f"{stage.cover.law}: {stage.cover.words}",
        tuple(standing.faults),
    )


# -- how far it is -----------------------------------------------------------------------


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
    done = [(part.load, row.seconds) for part, row in standing.ended]
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
                seconds[runner] += row.seconds
    working = at_work(standing.job.claims)
    runners = sorted({*parts, *working})
    return [Share(x, parts[x], seconds[x], working.get(x, 0)) for x in runners]
