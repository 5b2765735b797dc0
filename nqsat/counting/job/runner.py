"""Runners: each claims unfinished parts of a job, does them, and appends the results to its ledger.

Any number of runners share the folder, on one machine or on many, without further communication. Each has
one thread for claims, ledger, limits and heartbeats, and a pool of workers for the parts: threads if
kernels or solvers release the GIL, processes if the work is in Python.
"""

from __future__ import annotations

import math
import os
import socket
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from nqsat.counting.answers import raise_if_interrupted
from nqsat.counting.job.audit import another_way, sample
from nqsat.counting.job.claims import Claims
from nqsat.counting.job.ledger import SUFFIX, Ledger
from nqsat.counting.job.manifest import CLAIMS, LEDGERS, Job, open_job
from nqsat.counting.job.progress import JobProgress, digest_of, encode_numbers, weigh_row
from nqsat.counting.job.result import JobResult, result_of
from nqsat.counting.job.store import Damaged
from nqsat.counting.parallel.executor_pool import ExecutorPool
from nqsat.counting.parallel.workers import WorkerPool, check_workers, work_at
from nqsat.counting.running import unseen
from nqsat.engines import Deadline, Reason, check_limits, iterate_in_thread
from nqsat.engines.machine import version_of
from nqsat.engines.plans.plan import Part, PartTotal, Progress, StageTotal
from nqsat.errors import EngineFailure, InvalidModel

#: A part is split when it has taken TIMES the seconds that its load predicts, and at least LEAST seconds.
TIMES, LEAST = 8.0, 30.0

#: Seconds between two reads of the folder.
PAUSE = 0.2

Watch = Callable[[str], None]


def run_job(
    folder: str | Path | Job,
    *,
    workers: int = 1,
    parts: tuple[str, ...] | None = None,
    time_limit: float | None = None,
    audit: float = 0.0,
    sign: bytes | None = None,
    watch: Watch | None = None,
    found: Callable[[int], None] | None = None,
    executor: Executor | None = None,
) -> JobResult:
    """Do the unfinished parts of a job, together with all other runners.

    Args:
        folder: the job's folder; or the job, as ``open_job`` returns it.
        workers: how many parts run at a time.
        parts: the ids of the parts to do, in the job's current stage; None for all unfinished parts.
        time_limit: stop after this many seconds; the results of unfinished parts are lost.
        audit: the share of the parts to count again by a second method; of these, those that are done at
            the end of this run.
        sign: a key that signs each row.
        watch: called with the progress as text, at every progress report.
        found: called with the number found so far, including running parts, at every progress report.
        executor: does the parts, ``workers`` at a time; this process writes all rows.

    Returns:
        the result so far.

    Raises:
        InvalidModel: there is no such job or part, or another version of nqsat started the job.
        Disagreement: two rows differ about a part.
        Interrupted: Ctrl-C; its ``answer`` is the result so far.
        UnsupportedByEngine, EngineFailure: as for ``count``.
        OSError: the folder cannot be written to, as on a full disk; the rows in it still count.
    """
    job = open_job(folder)
    check_workers(workers, executor)
    check_limits(None, time_limit)
    if not 0 <= audit <= 1:
        raise InvalidModel("audit", f"{audit:.4g} is no share of the parts, between 0 and 1")
    if job.foreign is not None:
        raise InvalidModel(
            "job", f"{job.folder} {job.foreign}: go on with that, or begin another job"
        )
    standing = JobProgress(job)
    if not standing.complete:
        standing = JobProgress(job, arrays=True)
    for id_ in parts or ():
        standing.find(id_)
    runner = _Runner(standing, workers, parts, sign, watch or unseen, found or unseen, executor)
    reason: Reason | None = None
    with closing(runner):
        try:
            clock = Deadline(time_limit)
            reason = runner.run(clock) or runner.audit(audit, clock)
            runner.tell()
        except KeyboardInterrupt:
            reason = "interrupted"
    return raise_if_interrupted(result_of(runner.standing, reason))


@dataclass(slots=True)
class _RunningPart:
    """A part that is running."""

    part: Part
    clock: Deadline = field(default_factory=Deadline)
    found: PartTotal = field(default_factory=PartTotal)


class _Runner:
    """One runner: see the module's docstring."""

    def __init__(
        self,
        standing: JobProgress,
        workers: int,
        wanted: tuple[str, ...] | None,
        key: bytes | None,
        watch: Watch,
        found: Callable[[int], None],
        executor: Executor | None,
    ) -> None:
        self._executor = executor
        self._found, self._most = found, 0
        self.standing, self._job = standing, standing.job
        self._workers, self._wanted, self._watch = workers, wanted, watch
        self._host, self._version, self._words = socket.gethostname(), version_of("nqsat"), ""
        self.label = f"{_plain(self._host)}-{os.getpid()}-{uuid4().hex[:6]}"
        folder = self._job.folder
        self._ledger = Ledger(folder / LEDGERS / f"{self.label}{SUFFIX}", self._job.id, key)
        self._claims = Claims(folder / CLAIMS, self.label)
        self._flights: dict[str, _RunningPart] = {}

    def close(self) -> None:
        """Release the claims of running parts, and close the ledger."""
        self._claims.close()
        self._ledger.close()

    def run(self, clock: Deadline) -> Reason | None:
        """Do parts until none is left, or until the time limit."""
        while self._open():
            try:
                if not self._stage(clock):
                    return "time limit"
                self.standing.advance()
            except Damaged as error:  # the part that made the arrays is done again
                self._watch(str(error))
                self._land()
                self.standing = JobProgress(self._job, arrays=True)
        return None

    def _open(self) -> list[Part]:
        """Return the unfinished parts that this runner may do."""
        return [part for part in self.standing.unfinished_parts if self._is_wanted(part)]

    def _is_wanted(self, part: Part) -> bool:
        return self._wanted is None or part.id in self._wanted

    def audit(self, share: float, clock: Deadline) -> Reason | None:
        """Count finished parts of the sample again, if this runner may do them."""
        standing = self.standing
        if not standing.stage.sums:
            return None
        drawn = sample(self._job.id, list(standing.leaves()), share)
        for part in (x for x in drawn if x.id in standing.done and self._is_wanted(x)):
            claim = f"audit.{self._claim(part)}"
            if part.id in standing.audits or not self._claims.take(claim):
                continue
            standing.refresh()
            if part.id not in standing.audits and not self._again(part, clock):
                return "time limit"
            self._claims.drop(claim)
            standing.refresh()
        return None

    def _again(self, part: Part, clock: Deadline) -> bool:
        """Count a part by a second method; return False at the time limit."""
        standing, found, counting = self.standing, StageTotal(), Deadline()
        other = another_way(
            standing.plan,
            part,
            standing.products,
            standing.store,
            by_size=self._job.question.by == "size",
            seconds=standing.done[part.id].seconds,
        )
        if other is None:
            self._watch(f"audit: no engine counts part {part.id} in another way")
            return True
        self._watch(f"audit: part {part.id} by {other.title}")
        with closing(iterate_in_thread(lambda: other.pieces(self._workers))) as pieces:
            for piece in pieces:
                if piece is not None:
                    found.add(*piece)
                self._claims.beat()
                if clock.expired:
                    return False
        row = self._row("audit", part, other.title, counting)
        self._append({**row, "numbers": encode_numbers(dict(found.numbers))})
        return True

    def _stage(self, clock: Deadline) -> bool:
        """Do the parts of the stage; return False at the time limit."""
        standing = self.standing
        row = {"kind": "stage", "stage": standing.digest, "number": standing.number}
        parts = len(standing.stage.parts)
        self._ledger.append({**row, "name": standing.stage.name, "parts": parts})
        hands = self._hands()
        due = 0.0
        with closing(hands.messages()) as said:
            self._hand_out(hands)
            for word in said:
                ended = word is not None and self._hear(*word)
                if ended:
                    self._hand_out(hands)
                now = time.monotonic()
                if now > due:
                    due, ended = now + PAUSE, True
                    self._look_after(hands)
                if ended and not self._open():
                    break
                if clock.expired:
                    return False
        self._land()
        return True

    def _land(self) -> None:
        """Release the claims of running parts, which another runner has finished."""
        while self._flights:
            self._claims.drop(self._claim(self._flights.popitem()[1].part))

    def _hands(self) -> WorkerPool | ExecutorPool:
        standing = self.standing
        plan, products, store = standing.plan, standing.products, standing.store
        if self._executor is None:
            return WorkerPool(work_at(plan, standing.stage, products, store), self._workers)
        # Unsplit stages of different jobs have the same digest, and a pool may serve several jobs.
        name = f"{self._job.id}.{standing.digest}"
        return ExecutorPool(self._executor, name, plan, products, store, self._workers)

    def _hand_out(self, hands: WorkerPool | ExecutorPool) -> None:
        """Give each idle worker a part that no other runner is doing."""
        for part in self._open() if hands.idle else ():
            if part.id in self._flights or not self._claims.take(self._claim(part)):
                continue
            self.standing.refresh()  # no other runner can start it now, but one may have finished it
            if part not in self._open():
                self._claims.drop(self._claim(part))
                continue
            self._flights[part.id] = _RunningPart(part)
            hands.give(part)
            if not hands.idle:
                return

    def _hear(self, id_: str, piece: Progress | None) -> bool:
        """Process a worker's message; return whether it was the last one about a part."""
        flight = self._flights.get(id_)
        if piece is not None:
            if flight is not None:
                flight.found.take(piece)
                self._words = piece.words or self._words
            return False
        if flight is not None:
            self._write(flight)
            del self._flights[id_]
            self._claims.drop(self._claim(flight.part))
            self.standing.refresh()
        return True

    def _write(self, flight: _RunningPart) -> None:
        """Write the result of a part."""
        standing, part = self.standing, flight.part
        sums, found = standing.stage.sums, flight.found
        made = {"numbers": encode_numbers(found.numbers)} if sums else {"product": found.product}
        kind = "part" if sums else "product"
        row = self._row(kind, part, standing.plan.facts.title, flight.clock)
        self._append({**row, **made, "visited": found.visited})

    def _append(self, row: Mapping[str, Any]) -> None:
        """Write a row; raise if readers would refuse it, since its part would then be repeated forever."""
        if reason := self.standing.unfit(row):
            raise EngineFailure(f"{row['engine']}: part {row['part']}: {reason}")
        self._ledger.append(row)

    def _row(self, kind: str, part: Part, title: str, clock: Deadline) -> dict[str, Any]:
        """Return the common fields of a row: the runner, the part, and how long it took."""
        return {
            "kind": kind,
            "stage": self.standing.digest,
            "part": part.id,
            "engine": title,
            "version": self._version,
            "host": self._host,
            "pid": os.getpid(),
            "seconds": round(clock.seconds, 3),
        }

    def _look_after(self, hands: WorkerPool | ExecutorPool) -> None:
        """Do periodic work: heartbeat, read rows, split slow parts, hand out parts, report progress."""
        standing = self.standing
        self._claims.beat()
        standing.refresh()
        for flight in tuple(self._flights.values()):
            if self._is_too_long(flight):
                self._split(flight, hands)
        self._hand_out(hands)
        self.tell()
        stage = standing.stage
        done = len(standing.done)
        words = f"{stage.name}: {done:,} parts done, {len(standing.unfinished_parts):,} left"
        self._watch(f"{words}; {self._words}" if self._words else words)

    def tell(self) -> None:
        """Report the number found so far; never less than before, even if running parts are abandoned."""
        if self._found is unseen:
            return
        standing, sums = self.standing, StageTotal()
        if standing.stage.sums:
            for part, row in standing.finished_parts:
                sums.add(part.id, Progress(weigh_row(part, row)))
            for flight in self._flights.values():
                numbers = flight.found.numbers.items()
                own = tuple((men, flight.part.weight * number) for men, number in numbers)
                sums.add(flight.part.id, Progress(own))
        whole = math.ceil(sum(number for _, number in sums.numbers))
        self._most = max(self._most, whole)
        self._found(self._most)

    def _is_too_long(self, flight: _RunningPart) -> bool:
        """Return whether a part takes much longer than the other parts predict."""
        spent = flight.clock.seconds
        if spent < LEAST or not self.standing.stage.sums:
            return False
        pace = self.standing.pace
        return pace is not None and spent > TIMES * pace * flight.part.load

    def _split(self, flight: _RunningPart, hands: WorkerPool | ExecutorPool) -> None:
        """Replace a running part by its subparts, if it has any; the plan alone determines these."""
        children = self.standing.plan.split(flight.part)
        if not children:
            return
        row = {"kind": "split", "stage": self.standing.digest, "part": flight.part.id}
        made = {"children": [child.id for child in children], "digest": digest_of(children)}
        self._ledger.append(row | made)
        del self._flights[flight.part.id]
        hands.give_up(flight.part)
        self._claims.drop(self._claim(flight.part))
        self.standing.refresh()

    def _claim(self, part: Part) -> str:
        return f"{self.standing.digest[:8]}.{part.id}"


def _plain(text: str) -> str:
    """Return a text with only characters that are safe in a file name."""
    return "".join(x if x.isalnum() or x in "._" else "_" for x in text)[:64]
