"""The context of a verification: the model, limits, engines, and the results so far.

The functions in ``verify.CHECKS`` take it as their argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from nqsat.counting import Question, count
from nqsat.counting.job import Job, JobResult
from nqsat.counting.job import verify as looked_at
from nqsat.engines import Deadline, Engine, Listing, SatEngine, make_engine
from nqsat.engines.plans.plan import split_titles
from nqsat.errors import InvalidModel
from nqsat.evidence.checks import (
    Check,
    Ground,
    Unfinished,
    compare_numbers,
    ground_of,
    require_complete,
)
from nqsat.evidence.known import PublishedCount
from nqsat.modelling import Model, names_a_file


@dataclass(frozen=True, slots=True)
class Effort:
    """Limits of the comparisons.

    Args:
        solutions: larger sets of solutions are not compared; only counts without a list are.
        encodings: larger sets are not compared under every encoding.
        certified: for larger sets no certificate is made and checked.
        states: the maximum number of states of the checker's recount.
        invariants: for larger sets orbits are not counted, and the transposed model is not listed.
        predicted: counters whose estimate exceeds these seconds are not run.
        counters: the names of the counters to run; None for all. Some take seconds, to compile a kernel at
            the first use on a machine or to start a process for each count.
        verified: whether the program that is proved in Coq counts, too.
        methods: whether all variants of a counter are run.
        seconds: the time limit of an engine for one list or one count; None for no limit.
        clock: the time limit of the whole verification.
    """

    solutions: int = 50_000
    encodings: int = 2_000
    certified: int = 1_000
    states: int = 2_000_000
    invariants: int = 5_000
    predicted: float = 5.0
    counters: tuple[str, ...] | None = ("bitboard", "mates")
    verified: bool = False
    methods: bool = False
    seconds: float | None = None
    clock: Deadline = field(default_factory=Deadline)

    @property
    def left(self) -> float | None:
        """The time limit for an engine that starts now; None for no limit."""
        return min((x for x in (self.clock.remaining, self.seconds) if x is not None), default=None)

    @property
    def over(self) -> bool:
        """Whether the time limit of the whole verification is reached."""
        return self.clock.expired


#: The default of ``verify``.
USUAL = Effort()


@dataclass(frozen=True, slots=True)
class CountedJob:
    """A job with its verified result, as in ``nqsat job verify``.

    Args:
        name: its file.
        question: the question that it answers.
        result: its result so far; None if its rows are inconsistent.
        faults: the faults in its rows.
    """

    name: str
    question: Question
    result: JobResult | None
    faults: tuple[str, ...]

    @property
    def value(self) -> int | None:
        """The number, if all parts are done and there are no faults; else None."""
        if self.result is None or self.faults or not self.result.count.complete:
            return None
        return self.result.count.value

    @property
    def grounds(self) -> frozenset[Ground]:
        """The grounds of the engines that did the parts."""
        found = split_titles(self.result.count.engine) if self.result is not None else ()
        return frozenset(self._ground(title) for title in found)

    def _ground(self, title: str) -> Ground:
        asked = self.question.engine
        if isinstance(asked, Engine) or names_a_file(
            asked
        ):  # as the caller that opened the job has it
            return ground_of(self.question.searcher)
        if names_a_file(title):
            reason = f"{self.name}: a row names the engine {title}, and the head not"
            raise InvalidModel("job", reason)
        return ground_of(make_engine(title))


def verify_job_of(job: Job, model: Model) -> CountedJob:
    """Verify a job about this model.

    Raises:
        InvalidModel: the job is about another model.
    """
    question = job.question
    if question.model != model:
        raise InvalidModel("job", f"{job.path} asks another question: its model is not the same")
    result, faults = looked_at(job)
    return CountedJob(str(job.path), question, result, tuple(faults))


@dataclass(slots=True)
class CheckContext:
    """One model under verification.

    Args:
        model: the model; without its objective once the best value has been compared.
        witnesses: engines that list solutions, the reference first.
        effort: the limits.
        published: published counts of the model.
        jobs: long counts of the model.
        numbers: the number of solutions by all that listed or counted them so far, with their grounds.
        solutions: the list of the reference; None before it is made, or if it is incomplete.
        certified: whether a certificate was made and judged.
    """

    model: Model
    witnesses: tuple[Engine, ...]
    effort: Effort
    published: tuple[PublishedCount, ...] = ()
    jobs: tuple[CountedJob, ...] = ()
    numbers: dict[str, tuple[int, Ground]] = field(default_factory=dict)
    solutions: set[Any] | None = None
    certified: bool = False

    @property
    def reference(self) -> Engine:
        """The engine that all others are compared with."""
        return self.witnesses[0]

    @property
    def ground(self) -> Ground:
        """The ground of the reference."""
        return ground_of(self.reference)

    @property
    def counts(self) -> dict[str, int]:
        """The number of solutions that each engine listed or counted."""
        others = (Ground.RECOUNT, Ground.VERIFIED)
        return {title: n for title, (n, ground) in self.numbers.items() if ground not in others}

    def compare_number(
        self, name: str, title: str, value: int, *grounds: Ground
    ) -> Iterator[Check]:
        """Compare a number of solutions with the first that is known, if there is one."""
        for first, (known, ground) in islice(self.numbers.items(), 1):
            yield compare_numbers(name, {first: known, title: value}, ground, *grounds)

    def require_few(self, most: int) -> None:
        """Raise ``Unfinished`` if more than ``most`` solutions are listed."""
        if len(self.solutions or ()) > most:
            raise Unfinished(f"more than {most:,} solutions")

    def list_solutions(self, engine: Engine, model: Model | None = None) -> set[Any]:
        """Return all solutions that an engine lists; for another ``model``, without limiting their number.

        Raises:
            Unfinished: the list is incomplete.
        """
        most, seconds = self.effort.solutions if model is None else None, self.effort.left
        listing: Listing[Any] = Listing(model or self.model, engine, limit=most, time_limit=seconds)
        found = set(listing)
        if listing.reason == "limit":
            raise Unfinished(f"more than {most:,} solutions")
        if listing.reason is not None:
            raise Unfinished(f"{engine.title}: more than {seconds:.3g} s")
        return found

    def count_solutions(self, model: Model, **question: Any) -> int:
        """Return the number of solutions that the sat engine counts.

        It runs in this process: starting a process for each of many short counts would dominate the time.

        Raises:
            Unfinished: the time limit was reached.
        """
        return require_complete(
            count(model, engine=SatEngine(), time_limit=self.effort.left, **question)
        )


#: A function that makes comparisons about a context, one after the other.
Checks = Callable[[CheckContext], Iterator[Check]]
