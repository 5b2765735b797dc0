"""What a job has come to, how far it is, and whether everything is as it was written and fits together."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import NamedTuple

from nqsat.counting.answers import Count
from nqsat.counting.job.claims import at_work
from nqsat.counting.job.ledger import Fault, LedgerReader, Row
from nqsat.counting.job.manifest import CLAIMS, LEDGERS, Job, cut_alike, id_of, open_job
from nqsat.counting.job.progress import JobProgress, numbers_of, weighed
from nqsat.counting.running import Numbers, count_of
from nqsat.engines import Reason, flaw
from nqsat.engines.plans.plan import Part, Progress, StageTotal
from nqsat.engines.portfolio import joined
from nqsat.errors import Disagreement, InvalidModel

#: What is so many deviations from the median of its logarithm, is an outlier. Of fewer parts none is.
FAR, FEWEST = 6.0, 8

#: The median of absolute deviations is so much of a standard deviation.
_NORMAL = 1.4826


@dataclass(frozen=True, slots=True)
class JobResult:
    """What a job has come to.

    Args:
        count: the answer; "at least" so many until all parts are done. Its seconds are the sum of those
            that the parts took.
        stage: what is being done: ``"count"``.
        parts, done: how many parts it has, and how many of them are done.
        audited: the parts that were counted again, each with the engine that did: ``3.1 by frontier``.
        cover: why the parts are all.
        faults: what is not as it should be about the rows; what was wrong with does not count.
    """

    count: Count
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
        """What anyone can see from the folder, once nothing is found wrong with it."""
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
            *([self.count.note] if self.count.note else []),
            "those who could write into the folder",
            "that its head asks what you want to know",
        )

    def to_json(self) -> dict[str, object]:
        """The same as JSON data."""
        return {
            **self.count.to_json(),
            "stage": self.stage,
            "parts": self.parts,
            "done": self.done,
            "audited": list(self.audited),
            "cover": self.cover,
            "established": list(self.established),
            "trusted": list(self.trusted),
            "faults": [str(fault) for fault in self.faults],
        }

    def __str__(self) -> str:
        """``92 placements``; ``at least 40 placements (12 of 30 parts)``."""
        if self.count.complete:
            return str(self.count)
        words = f"{self.done:,} of {self.parts:,} parts"
        words += "" if self.stage == "count" else f" of stage {self.stage}"
        words += "" if self.reason == "parts left" else f", {self.reason}"
        return f"at least {replace(self.count, reason=None)} ({words})"


def result(folder: str | Path | Job, *, only_signed: bytes | None = None) -> JobResult:
    """What a job has come to so far; with a key, rows that were not signed with it do not count.

    Raises:
        InvalidModel: there is no such job, or this nqsat cuts it otherwise.
        Disagreement: two rows differ about a part, or the parts are not all.
    """
    job = open_job(folder)
    return result_of(JobProgress(job, only_signed, only_signed=only_signed is not None))


def result_of(standing: JobProgress, reason: Reason | None = None) -> JobResult:
    """What a job has come to; the reason is why a runner has stopped.

    Raises:
        Disagreement: the parts are not all, or do not add up to a number.
    """
    stage = standing.stage
    if found := flaw(stage.cover, stage.parts):
        raise Disagreement(f"stage {stage.name}: the parts are not all: {found}")
    leaves, ended, sums = list(standing.leaves()), standing.ended, StageTotal()
    for part, row in ended:
        sums.add(part.id, Progress(weighed(part, row)))
    whole = sum(number for _, number in sums.numbers)
    if standing.complete and whole != math.floor(whole):
        raise Disagreement(f"the parts add up to {whole}, which is no number of solutions")
    count = count_of(
        standing.job.question,
        standing.plan,
        standing.products,
        sums.numbers,
        reason=None if standing.complete else reason or "parts left",
        engine=joined(str(row.data["engine"]) for _, row in ended),
        seconds=sum(row.seconds for _, row in ended),
    )
    return JobResult(
        count,
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

    result: JobResult
    remaining: Remaining | None
    heaviest: tuple[Part, ...]
    shares: tuple[Share, ...]


def status(folder: str | Path | Job) -> Status:
    """How far a job is; as ``result``."""
    standing = JobProgress(open_job(folder))
    left = standing.left
    return Status(result_of(standing), _remaining(standing), tuple(left), tuple(_shares(standing)))


def _remaining(standing: JobProgress) -> Remaining | None:
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


def _shares(standing: JobProgress) -> list[Share]:
    parts: dict[str, int] = defaultdict(int)
    seconds: dict[str, float] = defaultdict(float)
    for rows in standing.rows.values():
        for row in rows:
            if row.kind in ("part", "product"):
                runner = row.place.rpartition(".")[0]
                parts[runner] += 1
                seconds[runner] += row.seconds
    working = at_work(standing.job.folder / CLAIMS)
    runners = sorted({*parts, *working})
    return [Share(x, parts[x], seconds[x], working.get(x, 0)) for x in runners]


# -- looking at it again -----------------------------------------------------------------


def verify(
    folder: str | Path | Job, key: bytes | None = None
) -> tuple[JobResult | None, list[Fault]]:
    """What a job has come to, None where that can be nothing, and all that is to be said against it.

    Every line is read, the stage is made again and its cover and weights are looked at; parts that were
    cut are compared with their own parts, audits with what they audit. With a key, every row has to be
    signed with it. Some of what is found may be no fault.

    Raises:
        InvalidModel: there is no such job.
        UnsupportedByEngine: its engine cannot answer its question.
    """
    job, found = open_job(folder), list[Fault]()
    _ = job.plan  # what is wrong with that is nothing about rows
    try:
        standing = JobProgress(job, key)
        found += [*standing.faults, *_of_rows(standing, key)]
        if reason := flaw(standing.stage.cover, standing.stage.parts):
            found.append(Fault(f"stage {standing.stage.name}", f"the parts are not all: {reason}"))
            return None, found
        found += [*_of_cuts(standing), *_outliers(standing)]
        return result_of(standing), found
    except (Disagreement, InvalidModel) as error:  # as of a stage that was cut otherwise
        return None, [*found, Fault(str(job.folder), str(error))]


def rows_of(folder: str | Path) -> tuple[int, list[Fault]]:
    """How many rows a job has that are as they were written, and what is wrong with the others.

    Head, rows and seals are looked at, and nothing else: no plan is made, and nothing is imported.

    Raises:
        InvalidModel: there is no such job, or its head is damaged.
    """
    reader = LedgerReader(Path(folder) / LEDGERS, id_of(folder))
    number = sum(1 for _ in reader.fresh())
    return number, [*reader.faults, *reader.torn]


def _of_rows(standing: JobProgress, key: bytes | None) -> Iterator[Fault]:
    """Rows of no stage that there is, without a signature, or of another version."""
    begun = standing.job.versions.get("nqsat")
    known = {*standing.passed, standing.digest}
    for digest, rows in standing.rows.items():
        for row in rows:
            if digest not in known and row.kind != "stage":
                yield Fault(row.place, "belongs to no stage that this job has come to")
            if key is not None and not row.signed:
                yield Fault(row.place, "is not signed with this key")
            if not cut_alike(row.data.get("version", begun), begun):
                words = f"was counted by nqsat {row.data['version']}, the job is of {begun}"
                yield Fault(row.place, words)


def _of_cuts(standing: JobProgress) -> Iterator[Fault]:
    """Parts that were done as a whole, and otherwise than their own parts."""
    for part in standing.every():
        row, whole = standing.done.get(part.id), _summed(standing, standing.children(part))
        if row is not None and whole is not None and dict(weighed(part, row)) != dict(whole):
            yield Fault(row.place, f"part {part.id} and its own parts differ")


def _summed(standing: JobProgress, parts: tuple[Part, ...]) -> Numbers | None:
    """What parts add up to; None if they are not all done."""
    sums = StageTotal()
    for part in parts:
        row = standing.done.get(part.id)
        mine = _summed(standing, standing.children(part)) if row is None else weighed(part, row)
        if mine is None:
            return None
        sums.add(part.id, Progress(mine))
    return sums.numbers if parts else None


def _outliers(standing: JobProgress) -> Iterator[Fault]:
    """Parts that have visited, or counted, far more or less than others of their load."""
    for what in ("visited", "counted"):
        logs: list[tuple[float, Row]] = []
        for part, row in standing.ended:
            number = _quantity(row, what)
            if number > 0 and part.load > 0:
                logs.append((math.log(number) - math.log(part.load), row))
        if len(logs) < FEWEST:
            continue
        middle = median(log for log, _ in logs)
        spread = _NORMAL * median(abs(log - middle) for log, _ in logs)
        for log, row in logs:
            if spread and abs(log - middle) > FAR * spread:
                times = f"{math.exp(min(abs(log - middle), 700)):,.3g} times"
                words = "more" if log > middle else "less"
                text = f"part {row.data['part']} has {what} {times} {words} for its load than most"
                yield Fault(row.place, text, wrong=False)


def _quantity(row: Row, what: str) -> int:
    if what == "visited":
        return int(row.data["visited"])
    return math.ceil(sum(number for _, number in numbers_of(row)))
