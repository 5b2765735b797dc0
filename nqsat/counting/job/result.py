"""What a job has come to."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from nqsat.counting.count import Count
from nqsat.counting.job.head import open_job
from nqsat.counting.job.ledger import Fault
from nqsat.counting.job.standing import Standing, numbers_of
from nqsat.counting.planning import optimum_of
from nqsat.counting.tally import Tally
from nqsat.engines import Reason, flaw
from nqsat.engines.cheapest import joined
from nqsat.engines.plan import Weight
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
    """What a job has come to so far.

    Args:
        folder: of the job.
        only_signed: a key; then rows that were not signed with it do not count.

    Raises:
        InvalidModel: there is no such job, or this nqsat cuts it otherwise.
        Disagreement: two rows differ about a part, or the parts are not all.
    """
    job = open_job(folder)
    return result_of(Standing(job, only_signed, only_signed=only_signed is not None))


def result_of(standing: Standing, reason: Reason | None = None) -> Result:
    """What a job has come to.

    Args:
        standing: where it stands.
        reason: why a runner has stopped.

    Raises:
        Disagreement: the parts are not all, or do not add up to a number.
    """
    question, stage = standing.job.question, standing.stage
    if found := flaw(stage.cover, stage.parts):
        raise Disagreement(f"stage {stage.name}: the parts are not all: {found}")
    leaves, seconds = list(standing.leaves()), 0.0
    sums: dict[int, Weight] = {}
    engines: list[str] = []
    for part in leaves:
        if (row := standing.done.get(part.id)) is None:
            continue
        seconds += float(row.data["seconds"])
        engines.append(str(row.data["engine"]))
        for men, number in numbers_of(row) if stage.sums else ():
            sums[men] = sums.get(men, 0) + part.weight * number
    whole = sum(sums.values())
    best = Tally(0, reason, standing.plan.title, 0.0, products=standing.products)
    if standing.complete and whole != math.floor(whole):
        raise Disagreement(f"the parts add up to {whole}, which is no number of solutions")
    count = Count(
        value=math.ceil(whole),
        unit=question.model.unit,
        modulo=question.modulo,
        engine=joined(engines) or standing.plan.title,
        method=standing.plan.method,
        seconds=seconds,
        fixed_by=question.fixed_by,
        reason=None if standing.complete else reason or "parts left",
        note=standing.plan.note,
        optimum=optimum_of(question.model, best),
    )
    return Result(
        count,
        tuple((men, math.ceil(sums[men])) for men in sorted(sums) if question.by == "size"),
        stage.name,
        len(leaves),
        sum(part.id in standing.done for part in leaves),
        tuple(
            f"{part.id} by {standing.audits[part.id].data['engine']}"
            for part in leaves
            if part.id in standing.audits
        ),
        f"{stage.cover.law}: {stage.cover.words}",
        (*standing.reader.faults, *standing.reader.torn, *standing.unknown),
    )
