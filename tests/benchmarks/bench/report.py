"""Benchmark results: the value that the contestants agree on, wrong answers, and the rows of the tables.

The value is found by a vote: the right one is that of most contestants, and a published value has one vote,
too. If two values have equally many votes, or if there is only one vote, no value is called right.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bench.contestants import Contestant
from bench.measuring import RunContext, RunLimits
from bench.rounds import TOO_MANY, Trial
from nqsat.counting.digits import decimal
from nqsat.engines.machine import version_of

#: The headings of ``BenchResults.rows``.
COLUMNS = (
    "question",
    "contestant",
    "answer",
    "seconds",
    "least–most",
    "CPU",
    "least–most",
    "process",
    "its CPU",
    "MiB",
    "ratio",
    "runs",
)

#: The headings of ``BenchResults.summary``.
SUMMARY = ("question", "value", "nqsat", "CPU s", "process s", "MiB", "others, CPU s")


#: nqsat and the packages of its engines, whose versions are shown.
OWN_PACKAGES = ("nqsat", "numpy", "ortools", "python-sat")

#: The maximum number of characters of a failure in a table; JSON and CSV have the whole text.
LONGEST = 60


class Record(NamedTuple):
    """One contestant at one question. Numbers of solutions are decimal text; None is an unknown value.

    All times are medians in seconds. ``seconds`` and ``cpu`` are for the answer alone; ``process`` and
    ``process_cpu`` for the whole process up to its first answer. ``ratio`` is the CPU time divided by that
    of nqsat's best engine.
    """

    question: str
    unit: str
    value: str | None
    contestant: str
    version: str
    verdict: str
    answers: str
    runs: int
    seconds: float | None = None
    seconds_least: float | None = None
    seconds_most: float | None = None
    cpu: float | None = None
    cpu_least: float | None = None
    cpu_most: float | None = None
    process: float | None = None
    process_cpu: float | None = None
    peak_mib: float | None = None
    ratio: float | None = None


class QuestionResults:
    """The answers to one question, with the verdict about them.

    Attributes:
        value: the answer that is considered right; None if it is undecided.
        voices: the contestants and publications with this value.
        lone: the only answer, if there is just one vote.
        best: the fastest engine of nqsat that is not wrong.
    """

    def __init__(self, answers: Sequence[Trial]) -> None:
        self.answers, self.question = answers, answers[0].question
        self.value: int | None = None
        self.lone: int | None = None
        self.voices: list[str] = []
        self._settle()
        mine = [one for one in self._right() if one.contestant.own]
        self.best = min(mine, key=lambda answer: answer.median("cpu"), default=None)

    def _settle(self) -> None:
        """Find the value with the most votes."""
        voices: dict[int, list[str]] = {}
        for answer in self.answers:
            if len(answer.values) == 1:
                voices.setdefault(answer.values[0], []).append(answer.contestant.name)
        answered = {*voices}
        for known in self.question.published:
            voices.setdefault(known.value, []).append(known.oeis or known.source)
        ranked = sorted(voices, key=lambda value: -len(voices[value]))
        if not ranked or ranked[0] not in answered:
            return  # no contestant has the published value
        value, most = ranked[0], len(voices[ranked[0]])
        if len(ranked) > 1 and most == len(voices[ranked[1]]):
            return
        self.voices = voices[value]
        self.value, self.lone = (value, None) if most > 1 else (None, value)

    @property
    def settled(self) -> str:
        """The value as text."""
        if self.value is not None:
            return decimal(self.value)
        return "not settled" if self.lone is None else f"{decimal(self.lone)}, one voice only"

    def is_wrong(self, answer: Trial) -> bool:
        """Return whether a contestant's answer differs from the value, or differs between runs."""
        different = len(answer.values) > 1
        return different or (answer.done and self.value not in (None, *answer.values))

    def _right(self) -> list[Trial]:
        return [answer for answer in self.answers if answer.done and not self.is_wrong(answer)]

    def record(self, answer: Trial) -> Record:
        """Return an answer as a record."""
        best = self.best
        head = Record(
            question=self.question.name,
            unit=self.question.unit,
            value=None if self.value is None else decimal(self.value),
            contestant=answer.contestant.name,
            version=answer.contestant.version,
            verdict=self._verdict(answer),
            answers=" ".join(map(decimal, answer.values)),
            runs=len(answer.runs),
        )
        if not answer.done:
            return head
        seconds, cpu = answer.every("seconds"), answer.every("cpu")
        return head._replace(
            seconds=statistics.median(seconds),
            seconds_least=min(seconds),
            seconds_most=max(seconds),
            cpu=statistics.median(cpu),
            cpu_least=min(cpu),
            cpu_most=max(cpu),
            # The process of another program imports nqsat, too, so its time says nothing.
            process=answer.median("process") if answer.contestant.own else None,
            process_cpu=answer.median("process_cpu") if answer.contestant.own else None,
            peak_mib=answer.median("peak"),
            ratio=answer.median("cpu") / max(best.median("cpu"), 1e-4) if best else None,
        )

    def _verdict(self, answer: Trial) -> str:
        """Return ``right``, ``WRONG``, ``?`` if it is undecided, or why there is no answer."""
        if not answer.done:
            return answer.failure or ""
        if self.is_wrong(answer):
            return "WRONG"
        return "right" if self.value is not None else "?"

    def summary(self) -> tuple[str, ...]:
        """Return a row under ``SUMMARY``."""
        best, mine = self.best, ("", "", "", "")
        if best is not None:
            cpu, process = _short(best.median("cpu")), _short(best.median("process"))
            mine = (_name(best), cpu, process, f"{best.median('peak'):.0f}")
        return (self.question.name, self.settled, *mine, "; ".join(self._others()))

    def _others(self) -> list[str]:
        """Describe the contestants: right ones, the fastest first; wrong ones; those without an answer."""
        right = sorted(self._right(), key=lambda answer: answer.median("cpu"))
        said = [
            ", ".join(f"{_name(x)} {_short(x.median('cpu'))}" for x in right if x is not self.best)
        ]
        stopped: dict[str, list[Trial]] = {"WRONG:": [], "†": [], "failed:": []}
        for answer in self.answers:
            if self.is_wrong(answer):
                stopped["WRONG:"].append(answer)
            elif not answer.done and answer.skipped != TOO_MANY:
                stopped["†" if "†" in (answer.failure or "") else "failed:"].append(answer)
        said += [f"{why} {', '.join(map(_name, those))}" for why, those in stopped.items() if those]
        if any(answer.skipped == TOO_MANY for answer in self.answers):
            said.append("too many for those that list")
        return [words for words in said if words]


@dataclass(slots=True)
class BenchResults:
    """All measurements, in the order of the questions.

    Args:
        machine, limits, repeat: the machine, the limits, and the number of runs.
        contestants: the requested programs.
        questions: the answers to each question.
    """

    machine: RunContext
    limits: RunLimits
    repeat: int
    contestants: Sequence[Contestant]
    questions: list[list[Trial]] = field(default_factory=list)

    @property
    def present(self) -> list[Contestant]:
        """The contestants that are installed here."""
        return [one for one in self.contestants if one.installed]

    @property
    def judged(self) -> list[QuestionResults]:
        """The questions that at least one contestant supports."""
        return [QuestionResults(answers) for answers in self.questions if answers]

    @property
    def faulty(self) -> list[str]:
        """The engines of nqsat that were wrong."""
        found = {
            answer.contestant.name: None
            for one in self.judged
            for answer in one.answers
            if answer.contestant.own and one.is_wrong(answer)
        }
        return list(found)

    def head(self) -> list[str]:
        """Return the lines above a table: the machine, the date, versions, and the method."""
        packages = dict.fromkeys(one.package for one in self.present if one.package)
        versions = (f"{name} {version_of(name) or ''}" for name in (*OWN_PACKAGES, *packages))
        one = "one run" if self.repeat == 1 else f"medians of up to {self.repeat} interleaved runs"
        return [
            str(self.machine),
            ", ".join(dict.fromkeys(versions)),
            f"{one}, each a process of its own; limits {self.limits.seconds:g} s of CPU unless the row "
            f"says otherwise, {self.limits.memory:g} GiB",
        ]

    def foot(self) -> list[str]:
        """Return the lines below a table: a legend, the contestants that agreed, and those missing."""
        lines = [
            "seconds, CPU: the answer alone, libraries and kernels loaded; process: of nqsat, from its "
            "start to its first answer",
            "ratio: of CPU, to the best engine of nqsat; †: stopped at the limit, and not tried on what is "
            "larger",
        ]
        for one in self.judged:
            by = ", ".join(one.voices) or "none"
            lines.append(f"{one.question.name}: {one.settled}, by {by}")
        asked = {answer.contestant.name for answers in self.questions for answer in answers}
        peers = (one for one in self.contestants if one.name in asked and not one.own)
        return [*lines, *(f"{one.title}: {one.about}" for one in peers), *self.missing()]

    def missing(self) -> list[str]:
        """Return a line that names the programs that are not installed; [] if there are none."""
        names = [one.name for one in self.contestants if not one.installed]
        if not names:
            return []
        return [f"not installed: {', '.join(names)} (pip install -e '.[bench]', or a C compiler)"]

    def records(self) -> list[Record]:
        """Return all answers as records."""
        return [one.record(answer) for one in self.judged for answer in one.answers]

    def rows(self) -> list[tuple[str, ...]]:
        """Return a row for each contestant and question, under ``COLUMNS``; each question is named once."""
        found: list[tuple[str, ...]] = []
        named = ""
        for record in self.records():
            contestant = f"{record.contestant} {record.version}".rstrip()
            question = "" if record.question == named else record.question
            found.append((question, contestant, *_cells(record)))
            named = record.question
        return found

    def summary(self) -> list[tuple[str, ...]]:
        """Return a row for each question, under ``SUMMARY``: nqsat's best engine, others in one cell."""
        return [one.summary() for one in self.judged]

    def to_json(self) -> dict[str, object]:
        """Return everything as one JSON object."""
        facts = ("name", "version", "about", "installed")
        contestants = [{fact: getattr(one, fact) for fact in facts} for one in self.contestants]
        return {
            "machine": self.machine._asdict(),
            "limits": self.limits._asdict(),
            "repeat": self.repeat,
            "contestants": contestants,
            "questions": [one.question.to_json() for one in self.judged],
            "rows": [record._asdict() for record in self.records()],
        }


def _cells(record: Record) -> list[str]:
    """Return the cells of a row after the question and the contestant."""
    right = record.verdict == "right" or not record.answers
    answer = record.verdict[:LONGEST] if right else f"{record.verdict} {record.answers}"
    if record.cpu is None:
        return [answer, *[""] * (len(COLUMNS) - 3)]
    return [
        answer,
        _short(record.seconds),
        _range(record.seconds_least, record.seconds_most),
        _short(record.cpu),
        _range(record.cpu_least, record.cpu_most),
        _short(record.process),
        _short(record.process_cpu),
        "" if record.peak_mib is None else f"{record.peak_mib:.0f}",
        _short(record.ratio),
        str(record.runs),
    ]


def _range(least: float | None, most: float | None) -> str:
    low, high = _short(least), _short(most)
    return low if low == high else f"{low}–{high}"


def _short(number: float | None) -> str:
    """Return a number with two or three digits: more would be noise."""
    if number is None:
        return ""
    if number < 0.001:
        return "<0.001"
    return f"{number:.{0 if number >= 100 else 1}f}" if number >= 10 else f"{number:.2g}"


def _name(answer: Trial) -> str:
    return answer.contestant.name.removeprefix("nqsat ")
