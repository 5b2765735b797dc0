"""The result of a job, its progress, and its verification: whether all rows are intact and consistent."""

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
from nqsat.counting.job.progress import JobProgress, numbers_of, weigh_row
from nqsat.counting.running import Numbers, count_of
from nqsat.engines import Reason, flaw
from nqsat.engines.plans.plan import Part, Progress, StageTotal, join_titles
from nqsat.errors import Disagreement, InvalidModel

#: An outlier is FAR deviations from the median on a log scale; with fewer than FEWEST parts there is none.
FAR, FEWEST = 6.0, 8

#: The standard deviation of a normal distribution divided by its median absolute deviation.
_NORMAL = 1.4826


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a job so far.

    Args:
        count: the answer; a lower bound until all parts are done. Its seconds are the sum over the parts of
            all stages.
        stage: the name of the current stage: ``"count"``.
        parts, done: the number of its parts, and of those that are done.
        audited: the parts that were counted again, each with the engine that did it: ``3.1 by frontier``.
        cover: why the parts cover all solutions.
        faults: the faults in the rows; a faulty row does not count.
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
        """Why a runner stopped before the end."""
        return self.count.reason

    @property
    def established(self) -> tuple[str, ...]:
        """Facts that the folder itself shows, if no faults are found in it."""
        again = Counter(words.partition(" by ")[2] for words in self.audited)
        return (
            f"{self.done:,} of {self.parts:,} parts are done, each once",
            f"the parts are all there are, by {self.cover}",
            *(f"{many:,} of them counted again by {engine}" for engine, many in again.items()),
        )

    @property
    def trusted(self) -> tuple[str, ...]:
        """What has to be trusted."""
        alone = self.done - len(self.audited)
        return (
            *([f"{self.count.engine}, of the {alone:,} parts counted once"] if alone else []),
            *([self.count.note] if self.count.note else []),
            "those who could write into the folder",
            "that its head asks what you want to know",
        )

    def to_json(self) -> dict[str, object]:
        """Return the result as JSON data."""
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
    """Return the result of a job so far; with a key, rows that are not signed with it do not count.

    Raises:
        InvalidModel: there is no such job, or this version of nqsat splits it differently.
        Disagreement: two rows differ about a part, or the parts do not cover all solutions.
    """
    job = open_job(folder)
    return result_of(JobProgress(job, only_signed, only_signed=only_signed is not None))


def result_of(standing: JobProgress, reason: Reason | None = None) -> JobResult:
    """Return the result of a job; ``reason`` is why a runner stopped.

    Raises:
        Disagreement: the parts do not cover all solutions, or do not add up to an integer.
    """
    stage = standing.stage
    if found := flaw(stage.cover, stage.parts):
        raise Disagreement(f"stage {stage.name}: the parts are not all: {found}")
    leaves, ended, sums = list(standing.leaves()), standing.finished_parts, StageTotal()
    for part, row in ended:
        sums.add(part.id, Progress(weigh_row(part, row)))
    whole = sum(number for _, number in sums.numbers)
    if standing.complete and whole != math.floor(whole):
        raise Disagreement(f"the parts add up to {whole}, which is no number of solutions")
    count = count_of(
        standing.job.question,
        standing.plan,
        standing.products,
        sums.numbers,
        reason=None if standing.complete else reason or "parts left",
        engine=join_titles(str(row.data["engine"]) for _, row in ended),
        seconds=sum(row.seconds for row in _work_rows(standing)),
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


# -- progress ----------------------------------------------------------------------------


class Remaining(NamedTuple):
    """An estimate of the remaining core seconds.

    Args:
        seconds: the estimate.
        error: two standard deviations of it; None if too few parts are done.
    """

    seconds: float
    error: float | None


class Share(NamedTuple):
    """The work of one runner.

    Args:
        runner: its name.
        parts, seconds: how many parts it has done, and their seconds.
        working: how many parts it is doing now.
    """

    runner: str
    parts: int
    seconds: float
    working: int


@dataclass(frozen=True, slots=True)
class Status:
    """The progress of a job.

    Args:
        result: the result so far.
        remaining: the estimate for the rest of the stage; None until a part is done.
        heaviest: the unfinished parts, in descending order of load.
        shares: the work of each runner that has done, or is doing, a part.
    """

    result: JobResult
    remaining: Remaining | None
    heaviest: tuple[Part, ...]
    shares: tuple[Share, ...]


def status(folder: str | Path | Job) -> Status:
    """Return the progress of a job; raises as ``result``."""
    standing = JobProgress(open_job(folder))
    left = standing.unfinished_parts
    return Status(result_of(standing), _remaining(standing), tuple(left), tuple(_shares(standing)))


def _remaining(standing: JobProgress) -> Remaining | None:
    """Estimate the seconds of the unfinished parts by their load and the pace of the finished parts.

    This is the ratio estimator of sampling theory; its error includes the variance of the remaining parts.
    """
    done = [(part.load, row.seconds) for part, row in standing.finished_parts]
    loads = [part.load for part in standing.unfinished_parts]
    pace, many = standing.pace, len(done)
    if pace is None:
        return None if loads else Remaining(0.0, 0.0)
    if many < 2:
        return Remaining(pace * sum(loads), None)
    whole = sum(load for load, _ in done)
    # The variance of a part's time is assumed proportional to its load.
    spread = sum((seconds - pace * load) ** 2 / load for load, seconds in done if load) / (many - 1)
    rest = sum(loads)
    return Remaining(pace * rest, 2 * math.sqrt(spread * rest * (1 + rest / whole)))


def _work_rows(standing: JobProgress) -> Iterator[Row]:
    """The rows of all parts that were done, in whatever stage."""
    for rows in standing.rows.values():
        yield from (row for row in rows if row.kind in ("part", "product"))


def _shares(standing: JobProgress) -> list[Share]:
    parts: dict[str, int] = defaultdict(int)
    seconds: dict[str, float] = defaultdict(float)
    for row in _work_rows(standing):
        runner = row.place.rpartition(".")[0]
        parts[runner] += 1
        seconds[runner] += row.seconds
    working = at_work(standing.job.folder / CLAIMS)
    runners = sorted({*parts, *working})
    return [Share(x, parts[x], seconds[x], working.get(x, 0)) for x in runners]


# -- verification ------------------------------------------------------------------------


def verify(
    folder: str | Path | Job, key: bytes | None = None
) -> tuple[JobResult | None, list[Fault]]:
    """Return the verified result of a job (None if it is inconsistent), and all faults and warnings.

    Every line is read, the stage is computed again and its cover and weights are checked; parts that were
    split are compared with their subparts, and audits with their parts. With a key, every row has to be
    signed with it. Findings whose ``wrong`` is False are only warnings.

    Raises:
        InvalidModel: there is no such job.
        UnsupportedByEngine: its engine cannot answer its question.
    """
    job, found = open_job(folder), list[Fault]()
    _ = job.plan  # an error here is not about rows
    try:
        standing = JobProgress(job, key)
        found += [*standing.faults, *_of_rows(standing, key)]
        if reason := flaw(standing.stage.cover, standing.stage.parts):
            found.append(Fault(f"stage {standing.stage.name}", f"the parts are not all: {reason}"))
            return None, found
        found += [*_of_cuts(standing), *_outliers(standing)]
        return result_of(standing), found
    except (Disagreement, InvalidModel) as error:  # such as a stage that was split differently
        return None, [*found, Fault(str(job.folder), str(error))]


def rows_of(folder: str | Path) -> tuple[int, list[Fault]]:
    """Return the number of intact rows of a job, and the faults of the others.

    Only the manifest, the rows and their checksums are read: no plan is made, and nothing is imported.

    Raises:
        InvalidModel: there is no such job, or its manifest is damaged.
    """
    reader = LedgerReader(Path(folder) / LEDGERS, id_of(folder))
    number = sum(1 for _ in reader.fresh())
    return number, [*reader.faults, *reader.torn]


def _of_rows(standing: JobProgress, key: bytes | None) -> Iterator[Fault]:
    """Yield faults of rows that belong to no known stage, lack a signature, or are of another version."""
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
    """Yield parts whose own result differs from the sum of their subparts."""
    for part in standing.every():
        row, whole = standing.done.get(part.id), _total(standing, standing.children(part))
        if row is not None and whole is not None and dict(weigh_row(part, row)) != dict(whole):
            yield Fault(row.place, f"part {part.id} and its own parts differ")


def _total(standing: JobProgress, parts: tuple[Part, ...]) -> Numbers | None:
    """Return the sum of the parts; None if they are not all done."""
    sums = StageTotal()
    for part in parts:
        row = standing.done.get(part.id)
        mine = _total(standing, standing.children(part)) if row is None else weigh_row(part, row)
        if mine is None:
            return None
        sums.add(part.id, Progress(mine))
    return sums.numbers if parts else None


def _outliers(standing: JobProgress) -> Iterator[Fault]:
    """Yield parts that visited, or counted, far more or less for their load than most parts."""
    for what in ("visited", "counted"):
        logs: list[tuple[float, Row]] = []
        for part, row in standing.finished_parts:
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
