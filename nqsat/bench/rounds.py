"""The measuring itself: every contestant answers every question, several times, in turns.

Runs are interleaved (A B C A B C …), so that a noisy neighbour disturbs all alike. A contestant that met a
limit or broke is not asked for what is larger; one that lists is not asked where the number of
solutions, as others have counted it, says that he cannot come to the end.
"""

from __future__ import annotations

import statistics
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from nqsat.bench.cases import Case
from nqsat.bench.contestants import Contestant
from nqsat.bench.measuring import Run, RunLimits, measure
from nqsat.engines import fresh_python, tied
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import dumps

#: No program here hands out more solutions in a second.
FASTEST = 2_000_000

#: Why a contestant that lists is not asked.
TOO_MANY = "not tried (too many to visit)"

#: An engine's forecast is an order of magnitude; it is trusted if it exceeds the limit this many times.
DOUBT = 2

#: Runs that take at least this many CPU seconds are not repeated.
ONCE = 5.0

#: Compiles what kernels have not been compiled on this machine: that is done once, and not timed.
_WARM = "from nqsat.engines.health import warm; [None for _ in warm()]"

#: One core for everybody: Graphillion would take all of them.
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
        """Why the question is none for this contestant."""
        return next((run.unable for run in self.runs if run.unable), None)

    @property
    def done(self) -> bool:
        """Whether it has answered every time."""
        return bool(self.runs) and self.failure is None and self.unable is None

    @property
    def values(self) -> tuple[int, ...]:
        """What it has answered: one number, if it is to be trusted."""
        return tuple(sorted({run.value for run in self.runs})) if self.done else ()

    def median(self, fact: str) -> float:
        """The median of a field of the runs."""
        return statistics.median(self.every(fact))

    def every(self, fact: str) -> list[float]:
        """A field of all runs."""
        return [float(getattr(run, fact)) for run in self.runs]


def rounds(
    questions: Sequence[Case],
    contestants: Sequence[Contestant],
    repeat: int,
    limits: RunLimits,
    watch: Callable[[Case, Contestant], None] = lambda _question, _contestant: None,
) -> Iterator[list[Trial]]:
    """Measure; the answers to one question after the other, as soon as they are complete.

    Args:
        questions: what is asked; the sizes of a series ascend.
        contestants: in this order; all of them are installed.
        repeat: how often.
        limits: for one run; a question may have its own.
        watch: called before every run.

    Raises:
        InvalidModel: a model cannot be handed to a process: a rule is a user's own.
    """
    texts = [dumps(question.model) for question in questions]  # all, before anything is measured
    with TemporaryDirectory() as folder:
        environment = dict(_ENVIRONMENT)
        for contestant in contestants:
            environment |= contestant.ready(Path(folder))
        if any(contestant.kernels for contestant in contestants):
            # Whatever goes wrong shows in the runs; Ctrl-C is for this process, not for the one that warms.
            with tied(fresh_python(_WARM), stdin=subprocess.DEVNULL) as warming:
                warming.wait()
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
    """Why a contestant is not asked at all; known before its first run."""
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
    """An answer to be filled for each contestant that has an encoding for the model."""
    for contestant in contestants:
        try:
            contestant.job(question.model)
            seconds = contestant.foretold(question.model)
        except UnsupportedByEngine:
            continue
        hopeless = seconds > DOUBT * limits.seconds
        reason = f"not tried († about {seconds:.0f} s foretold)" if hopeless else None
        yield Trial(question, contestant, skipped=reason)


def _again(answer: Trial) -> bool:
    """Whether one more run is worth its time."""
    return answer.done and answer.runs[-1].process_cpu < ONCE
