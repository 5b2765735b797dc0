"""Jobs as evidence: what a long count in parts came to, against the other engines and what is published."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from nqsat.counting import Question
from nqsat.counting.job import Result as JobResult
from nqsat.counting.job import open_job
from nqsat.counting.job import verify as looked_at
from nqsat.counting.job.ledger import Fault
from nqsat.engines import make_engine
from nqsat.engines.cheapest import titles
from nqsat.errors import InvalidModel
from nqsat.evidence.checks import Check, Ground, Result, compare_numbers, ground_of
from nqsat.evidence.published import beside
from nqsat.evidence.subject import Subject
from nqsat.modelling import Model


@dataclass(frozen=True, slots=True)
class Done:
    """A job as ``nqsat job verify`` sees it.

    Args:
        name: of its folder.
        question: that it answers.
        result: what it has come to; None where it is in disorder.
        faults: what is wrong with it.
    """

    name: str
    question: Question
    result: JobResult | None
    faults: tuple[Fault, ...]

    @property
    def value(self) -> int | None:
        """The number, if all parts are done and nothing is wrong."""
        if self.result is None or self.faults or not self.result.count.complete:
            return None
        return self.result.count.value

    @property
    def grounds(self) -> frozenset[Ground]:
        """What the parts rest on, whoever counted them."""
        found = titles(self.result.count.engine) if self.result is not None else ()
        return frozenset(self._ground(title) for title in found)

    def _ground(self, title: str) -> Ground:
        own = ":" in self.question.engine  # a class of the user's own, in a file of his
        return ground_of(make_engine(self.question.engine if own else title))


def job_of(folder: str | Path, model: Model) -> Done:
    """A job about a model.

    Raises:
        InvalidModel: there is no such job, it is about another model, or it breaks symmetry.
    """
    question = open_job(folder).question
    if question.model != model:
        raise InvalidModel("job", f"{folder} asks another question: its model is not the same")
    result, faults = looked_at(folder)
    return Done(str(folder), question, result, tuple(fault for fault in faults if fault.wrong))


def jobs(subject: Subject) -> Iterator[Check]:
    """What jobs came to, against who counted here the same, and against what is published of it."""
    for done in subject.jobs:
        if done.faults:
            yield Check("job", Result.DIFFER, f"{done.name}: {done.faults[0]}", None, (done.name,))
        elif (value := done.value) is None:
            yield Check("job", Result.UNKNOWN, f"{done.name}: {done.result}")
        else:
            yield from _compared(subject, done, value)


def _compared(subject: Subject, done: Done, value: int) -> Iterator[Check]:
    asked = {
        name: said
        for name, said in (("modulo", done.question.modulo), ("fixed_by", done.question.fixed_by))
        if said not in (None, "none")
    }
    ways = {} if asked else dict(subject.counts)
    made = list(beside(subject, value, *done.grounds, side=done.name, question=asked))
    if ways:
        yield compare_numbers("job", {done.name: value, **ways}, *done.grounds, *subject.grounds)
    elif not made:
        yield Check("job", Result.UNKNOWN, f"only {done.name} counts it: {value:,}")
    yield from made
