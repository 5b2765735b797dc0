"""How a question is answered, and a count: its slices are added up, to the end or to a limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any

from nqsat.counting.answers import Count, Method, append_notes
from nqsat.counting.optimum import optimum_of
from nqsat.counting.question import Question
from nqsat.engines import Deadline, Progress, Reason, closing, iterate_in_thread
from nqsat.engines.checked import LimitReached
from nqsat.engines.machine import MemoryWatch, cores
from nqsat.engines.plans.plan import Facts, Total, Weight
from nqsat.errors import InvalidModel, OutOfMemory, integer
from nqsat.formulas.clausal import WEIGHTED

if TYPE_CHECKING:
    from concurrent.futures import Executor

#: This many workers are allowed on every machine.
MOST = 64

#: Pairs (number of pieces, weighted number of solutions).
Numbers = tuple[tuple[int, Weight], ...]


def unseen(_: object) -> None:
    """Ignore a progress report: the default watcher."""


@dataclass(frozen=True, slots=True)
class Run:
    """How a question is answered: ``count(model, run=Run(workers=2))``.

    Args:
        workers: how many parts run at a time; None for all cores if the count is long.
        watch: called with the number found so far, at every progress report.
        stage: called with the progress of a count without a list, or the best value so far, as text.
        job: the file that keeps the counts of finished parts; the same question resumes from it.
        executor: counts the parts: any of ``concurrent.futures``; None for this machine.
        parts: about how many parts to make; or, of a job, the numbers of those to count, from 1.
        method: how orbits are counted: ``"canonical"``, ``"blocking"`` or ``"burnside"``; None for the
            first, or for the last if no list is made.
        source: in a job, the source of the model if JSON cannot hold it; see ``Question.to_json``.

    Raises:
        InvalidModel: a value has the wrong type, there are too many workers, or ``parts`` is given without
            a job and an executor.
    """

    workers: int | None = None
    watch: Callable[[int], None] = unseen
    stage: Callable[[str], None] = unseen
    job: str | Path | None = None
    executor: Executor | None = None
    parts: int | range | None = None
    method: Method | None = None
    source: Mapping[str, object] | None = None

    def __post_init__(self) -> None:
        if self.workers is not None:
            check_workers(self.workers, self.executor)
        if not isinstance(self.job, str | Path | None):
            raise InvalidModel("job", f"{self.job!r} is not a file: give its path")
        if self.executor is not None and not hasattr(self.executor, "submit"):
            raise InvalidModel(
                "executor", f"{self.executor!r} is not an executor of concurrent.futures"
            )
        if self.parts is not None and not self.in_parts:
            raise InvalidModel("parts", "needs a job or an executor")

    @property
    def in_parts(self) -> bool:
        """Whether the parts of a count are kept, or done elsewhere."""
        return self.job is not None or self.executor is not None


def run_of(run: object) -> Run:
    """Return the run that is given, or the usual one. ``InvalidModel``: it is no run."""
    if not isinstance(run, Run | None):
        raise InvalidModel("run", f"{run!r} is not a Run; write nqsat.Run(workers=2)")
    return run or Run()


def chosen_seed(seed: object) -> int:
    """Return the seed, or one that is drawn if none is given. ``InvalidModel``: it is not an integer."""
    if seed is None:
        return SystemRandom().randrange(1 << 31)
    if (number := integer(seed)) is None:
        raise InvalidModel("seed", f"{seed!r} is not an integer")
    return number


def check_positive(field: str, number: int | None) -> None:
    """Raise ``InvalidModel`` unless a number, as of workers or parts, is a positive integer or None."""
    if number is not None and (integer(number) or 0) < 1:
        raise InvalidModel(field, f"{number!r} is not an integer above 0")


def check_workers(workers: int, executor: object = None) -> None:
    """Raise ``InvalidModel`` for a number of workers that is not positive, or too many to start here."""
    check_positive("workers", workers)
    most = max(MOST, 4 * cores())
    if executor is None and workers > most:
        raise InvalidModel("workers", f"{workers} is too many for {cores()} cores: at most {most}")


def count_of(
    question: Question,
    facts: Facts,
    best: Mapping[str, Any] | None,
    numbers: Numbers,
    *,
    reason: Reason | None,
    seconds: float,
) -> Count[Any]:
    """Return the results as a ``Count``: exact if ``reason`` is None, else a lower bound.

    ``best`` is the best value so far of an objective, as a product; ``numbers`` are pairs of a number of
    pieces, 0 if sizes were not counted separately, and of solutions.
    """
    model = question.model
    optimum = None
    if model.objective is not None:
        optimum = optimum_of(model, best, facts.title, reason, seconds)
    notes = [facts.note, model.note]
    if model.weighted:
        other = "frontier" if facts.method == "listing" else "sat, which lists and adds up"
        notes.append(f"no certificate: compare --engine {other}")
    if optimum is not None and optimum.engine != facts.title:
        notes.append(f"the optimum by {optimum.engine}")
    sizes = tuple((pieces, math.ceil(number)) for pieces, number in numbers)
    total = sum(number for _, number in numbers)
    return Count(
        # Every orbit has at most |G| solutions: a partial sum of the shares 1/|G| is a lower bound as well.
        value=Fraction(total) if model.weighted else math.ceil(total),
        unit=WEIGHTED if model.weighted else model.unit,
        modulo=question.modulo,
        engine=facts.title,
        method=facts.method,
        seconds=seconds,
        fixed_by=question.fixed_by,
        reason=reason,
        note="; ".join(filter(None, notes)) or None,
        optimum=optimum,
        numbers=sizes if question.by == "size" else None,
    )


def added_up(question: Question, run: Run, work: Callable[[], Iterator[Progress]]) -> Count[Any]:
    """Do the work of a question in a thread and add up its slices; limits and Ctrl-C leave a lower bound.

    Until an engine has begun to count, the answer names the requested one.
    """
    clock, found = Deadline(question.time_limit), Total()
    reason: Reason | None = "interrupted"
    far: str | None = None
    most = getattr(question.asked_engine, "memory", None)
    memory = None if most is None else MemoryWatch(most)
    with suppress(KeyboardInterrupt):
        try:
            with closing(iterate_in_thread(work)) as pieces:
                reason = _follow(pieces, found, run, clock, memory)
        except OutOfMemory as error:
            reason, far = "memory limit", error.reason
        except LimitReached:
            reason = "limit"
    facts = found.facts or Facts(question.title)
    count = count_of(
        question, facts, found.best, found.numbers, reason=reason, seconds=clock.seconds
    )
    return count if far is None else append_notes(count, far)


def _follow(
    pieces: Iterator[Progress | None],
    found: Total,
    run: Run,
    clock: Deadline,
    memory: MemoryWatch | None,
) -> Reason | None:
    """Add up progress reports to the end, or until a limit."""
    for piece in pieces:
        if piece is not None:
            if piece.facts not in (None, found.facts) and piece.facts.method != "listing":
                run.stage("counting")
            found.add(piece)
            if piece.words:
                run.stage(f"{'best so far:' if piece.is_best else 'counting,'} {piece.words}")
        run.watch(math.ceil(found.value))
        if clock.expired:
            return "time limit"
        if memory is None:
            continue
        if found.facts is None:
            memory.check()  # which raises an error that says so
        elif memory.reached:
            return "memory limit"
    return None
