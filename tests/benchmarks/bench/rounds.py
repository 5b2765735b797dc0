"""Run the measurements: every contestant answers every question, several times, in turns.

Runs are interleaved (A B C A B C …), so that other load on the machine affects all contestants alike. A
contestant that reached a limit or failed skips larger sizes; one that lists skips a question if the number
of solutions, as others have counted it, is too large to list in time.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.cases import Case
from bench.contestants import Contestant
from bench.measuring import Run, RunLimits, measure
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import dumps

#: An upper bound on the solutions per second that any program here lists.
FASTEST = 2_000_000

#: The reason if a contestant that lists skips a question.
TOO_MANY = "not tried (too many to visit)"

#: An estimate is only an order of magnitude: a question is skipped if it exceeds the limit DOUBT times.
DOUBT = 2

#: Runs of at least this many CPU seconds are not repeated.
ONCE = 5.0

#: One core for each program: Graphillion would use all of them.
_ENVIRONMENT = {"OMP_NUM_THREADS": "1"}


@dataclass
class Trial:
    """All runs of one contestant at one question; ``skipped`` says why there is none."""

    question: Case
    contestant: Contestant
    runs: list[Run] = field(default_factory=list)
    skipped: str | None = None

    @property
    def failure(self) -> str | None:
        """Why there is no answer; None if there is one."""
        return self.skipped or next((run.failure for run in self.runs if run.failure), None)

    @property
    def unable(self) -> str | None:
        """Why this contestant does not support the question; None if it does."""
        return next((run.unable for run in self.runs if run.unable), None)

    @property
    def done(self) -> bool:
        """Whether every run gave an answer."""
        return bool(self.runs) and self.failure is None and self.unable is None

    @property
    def values(self) -> tuple[int, ...]:
        """The different answers: a single number if the contestant is consistent."""
        return tuple(sorted({run.value for run in self.runs})) if self.done else ()

    def median(self, fact: str) -> float:
        """The median of a field of the runs."""
        return statistics.median(self.every(fact))

    def every(self, fact: str) -> list[float]:
        """The values of a field in all runs."""
        return [float(getattr(run, fact)) for run in self.runs]


def rounds(
    questions: Sequence[Case],
    contestants: Sequence[Contestant],
    repeat: int,
    limits: RunLimits,
    watch: Callable[[Case, Contestant], None] = lambda _question, _contestant: None,
) -> Iterator[list[Trial]]:
    """Run the measurements, and yield the answers to each question as soon as they are complete.

    Args:
        questions: the questions; the sizes of a series ascend.
        contestants: the contestants, in this order; all of them are installed.
        repeat: the number of runs.
        limits: the limits of one run; a question may have its own time limit.
        watch: called before every run.

    Raises:
        InvalidModel: a model cannot be sent to a process, because it has a user's own rule.
    """
    texts = [dumps(question.model) for question in questions]  # all, before anything is measured
    with TemporaryDirectory() as folder:
        environment = dict(_ENVIRONMENT)
        for contestant in contestants:
            environment |= contestant.ready(Path(folder))
        given_up: dict[tuple[str, str], str] = {}
        for question, text in zip(questions, texts, strict=True):
            limit = limits._replace(seconds=question.seconds or limits.seconds)
            answers = list(_asked(question, contestants, limit))
            for _ in range(repeat):
                for answer in answers:
                    answer.skipped = answer.skipped or _reason(answer, answers, given_up, limit)
                    if answer.skipped or (answer.runs and not _again(answer)):
                        continue
                    watch(question, answer.contestant)
                    asked = answer.contestant
                    command = [*asked.command, asked.name, str(limit.seconds)]
                    answer.runs.append(measure(command, text, limit, environment))
                    failure = answer.runs[-1].failure
                    if failure is not None:
                        key = (answer.contestant.name, question.series)
                        given_up[key] = f"{failure} at {question.name}"
            yield [answer for answer in answers if answer.unable is None]


def _reason(
    answer: Trial,
    answers: Sequence[Trial],
    given_up: Mapping[tuple[str, str], str],
    limits: RunLimits,
) -> str | None:
    """Return why a contestant skips a question, decided before its first run; None if it does not."""
    if answer.runs:
        return None
    before = given_up.get((answer.contestant.name, answer.question.series))
    if before is not None:
        return f"not tried ({before})"
    known = [value for other in answers for value in other.values]
    if answer.contestant.lists and known and min(known) > FASTEST * limits.seconds:
        return TOO_MANY
    return None


def _asked(question: Case, contestants: Sequence[Contestant], limits: RunLimits) -> Iterator[Trial]:
    """Yield an empty trial for each contestant that has an encoding for the model."""
    for contestant in contestants:
        try:
            contestant.job(question.model)
            seconds = contestant.foretold(question.model)
        except UnsupportedByEngine:
            continue
        hopeless = seconds > DOUBT * limits.seconds
        reason = f"not tried († estimate {seconds:.0f} s)" if hopeless else None
        yield Trial(question, contestant, skipped=reason)


def _again(answer: Trial) -> bool:
    """Return whether one more run is worth its time."""
    return answer.done and answer.runs[-1].process_cpu < ONCE
