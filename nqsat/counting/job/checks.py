"""Looking at a job again: is everything as it was written, and does it fit together?"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from nqsat.counting.job.head import open_job
from nqsat.counting.job.ledger import Fault, Row
from nqsat.counting.job.result import Result, result_of
from nqsat.counting.job.standing import Numbers, Standing, numbers_of, weighed
from nqsat.engines import flaw
from nqsat.engines.plan import Part, Slice, Sums
from nqsat.errors import Disagreement

#: What is so many deviations from the median of its logarithm, is an outlier. Of fewer parts none is.
FAR, FEWEST = 6.0, 8

#: The median of absolute deviations is so much of a standard deviation.
_NORMAL = 1.4826


def verify(folder: str | Path, key: bytes | None = None) -> tuple[Result | None, list[Fault]]:
    """What a job has come to, None where that can be nothing, and all that is to be said against it.

    Every line is read, the stage is made again and its cover and weights are looked at; parts that were
    cut are compared with their own parts, audits with what they audit. With a key, every row has to be
    signed with it. Some of what is found may be no fault.

    Raises:
        InvalidModel: there is no such job, or this nqsat cuts it otherwise.
    """
    job = open_job(folder)
    try:
        standing = Standing(job, key)
    except Disagreement as error:
        return None, [Fault(str(job.folder), str(error))]
    found = [*standing.faults, *_of_rows(standing, key)]
    if reason := flaw(standing.stage.cover, standing.stage.parts):
        found.append(Fault(f"stage {standing.stage.name}", f"the parts are not all: {reason}"))
        return None, found
    found += _of_cuts(standing)
    found += _outliers(standing)
    return result_of(standing), found


def _of_rows(standing: Standing, key: bytes | None) -> Iterator[Fault]:
    """Rows of no stage that there is, without a signature, or of another version."""
    begun = standing.job.versions.get("nqsat")
    known = {*standing.passed, standing.digest}
    for digest, rows in standing.rows.items():
        for row in rows:
            if digest not in known and row.kind != "stage":
                yield Fault(row.place, "belongs to no stage that this job has come to")
            if key is not None and not row.signed:
                yield Fault(row.place, "is not signed with this key")
            if row.data.get("version", begun) != begun:
                words = f"was counted by nqsat {row.data['version']}, the job is of {begun}"
                yield Fault(row.place, words)


def _of_cuts(standing: Standing) -> Iterator[Fault]:
    """Parts that were done as a whole, and otherwise than their own parts."""
    for part in standing.every():
        row, whole = standing.done.get(part.id), _summed(standing, standing.children(part))
        if row is not None and whole is not None and dict(weighed(part, row)) != dict(whole):
            yield Fault(row.place, f"part {part.id} and its own parts differ")


def _summed(standing: Standing, parts: tuple[Part, ...]) -> Numbers | None:
    """What parts add up to; None if they are not all done."""
    sums = Sums()
    for part in parts:
        row = standing.done.get(part.id)
        mine = _summed(standing, standing.children(part)) if row is None else weighed(part, row)
        if mine is None:
            return None
        sums.add(part.id, Slice(mine))
    return sums.numbers if parts else None


def _outliers(standing: Standing) -> Iterator[Fault]:
    """Parts that have visited, or counted, far more or less than others of their load."""
    for what in ("visited", "counted"):
        logs: list[tuple[float, Row]] = []
        for part, row in standing.ended:
            number = _quantity(row, what)
            if number > 0 and part.load > 0:
                logs.append((_log(number) - math.log(part.load), row))
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


def _log(number: int) -> float:
    """The logarithm of a number that no float may hold."""
    bits = max(number.bit_length() - 64, 0)
    return math.log(number >> bits) + bits * math.log(2)
