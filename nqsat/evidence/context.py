"""Subject: a model that is verified, how far to go, which engines are asked, and what is known by now.

``verify.CHECKS`` are functions of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any

from nqsat.counting import Question, count
from nqsat.counting.job import Job, JobResult
from nqsat.counting.job import verify as looked_at
from nqsat.counting.job.ledger import Fault
from nqsat.engines import Deadline, Engine, Listing, SatEngine, make_engine
from nqsat.engines.portfolio import titles
from nqsat.errors import InvalidModel
from nqsat.evidence.checks import Check, Ground, Unfinished, ground_of, guarded, require_complete
from nqsat.evidence.known import PublishedCount
from nqsat.modelling import Model, Placement, Tour, names_a_file


@dataclass(frozen=True, slots=True)
class Effort:
    """Limits of the comparisons.

    Args:
        solutions: larger sets are not compared; what counts without listing is.
        encodings: larger ones are not compared under every encoding.
        resolving: larger ones are not listed by cpsat in the loop.
        certified: of larger ones no certificate is made and checked.
        states: the most that a recount of the checker may have.
        invariants: of larger ones orbits are not counted, nor the transposed model listed.
        predicted: counters that predict more seconds than this are not asked.
        counters: those that are asked, by name; None for all. Some take seconds, to compile a kernel at
            the first use on a machine or to start a process for each count.
        verified: whether the program that is proved in Coq counts, too.
        methods: whether counters that have several ways are asked for each of them.
        seconds: so long may an engine take for one list or one count; None for as long as it likes.
        clock: when all has to end.
        further: what a reason ends with that only more effort would take away.
    """

    solutions: int = 50_000
    encodings: int = 2_000
    resolving: int = 100
    certified: int = 1_000
    states: int = 2_000_000
    invariants: int = 5_000
    predicted: float = 5.0
    counters: tuple[str, ...] | None = ("bitboard", "mates")
    verified: bool = False
    methods: bool = False
    seconds: float | None = None
    clock: Deadline = field(default_factory=Deadline)
    further: str = ""

    @property
    def left(self) -> float | None:
        """So long may an engine take that is asked now."""
        return min((x for x in (self.clock.left, self.seconds) if x is not None), default=None)

    @property
    def over(self) -> bool:
        """Whether it is late."""
        return self.clock.over


#: What ``verify`` does unless told otherwise.
USUAL = Effort(further=", see --deep")

#: What ``verify --deep`` does.
DEEP = Effort(
    solutions=500_000,
    encodings=50_000,
    resolving=400,
    certified=10_000,
    states=20_000_000,
    invariants=50_000,
    predicted=60.0,
    counters=None,
    verified=True,
    methods=True,
)

#: For small models that are waited for.
RANDOM = Effort(
    states=200_000, counters=("bitboard", "frontier", "mates"), methods=True, seconds=10.0
)


@dataclass(frozen=True, slots=True)
class CountedJob:
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
        """What the parts rest on, by whichever engine."""
        found = titles(self.result.count.engine) if self.result is not None else ()
        return frozenset(self._ground(title) for title in found)

    def _ground(self, title: str) -> Ground:
        asked = self.question.engine
        if isinstance(asked, Engine) or names_a_file(
            asked
        ):  # as the caller that opened the job has it
            return ground_of(self.question.searcher)
        if names_a_file(title):
            raise InvalidModel(
                "job", f"{self.name}: a row names the engine {title}, and the head not"
            )
        return ground_of(make_engine(title))


def job_of(job: Job, model: Model) -> CountedJob:
    """A job about a model.

    Raises:
        InvalidModel: it is about another model, or it breaks symmetry.
    """
    question = job.question
    if question.model != model:
        raise InvalidModel("job", f"{job.folder} asks another question: its model is not the same")
    result, faults = looked_at(job)
    return CountedJob(
        str(job.folder), question, result, tuple(fault for fault in faults if fault.wrong)
    )


@dataclass(slots=True)
class CheckContext:
    """One model under verification.

    Args:
        model: as it was asked; without its objective once the best value has been compared.
        witnesses: engines that list, the reference first.
        effort: how far to go.
        published: what the literature says of it.
        jobs: long counts of it.
        counts: by engine, how many solutions it listed or counted so far.
        solutions: what the reference listed; None before, and where that was not all of them.
    """

    model: Model
    witnesses: tuple[Engine, ...]
    effort: Effort
    published: tuple[PublishedCount, ...] = ()
    jobs: tuple[CountedJob, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)
    solutions: set[Any] | None = None

    @property
    def reference(self) -> Engine:
        """Whom all others are compared with."""
        return self.witnesses[0]

    @property
    def ground(self) -> Ground:
        """What the reference rests on."""
        return ground_of(self.reference)

    @property
    def grounds(self) -> set[Ground]:
        """What the numbers rest on that were listed or counted so far."""
        return {ground_of(make_engine(title)) for title in self.counts}

    def few(self, most: int) -> None:
        """Raise ``Unfinished`` if more solutions are listed."""
        if len(self.solutions or ()) > most:
            raise Unfinished(f"more than {most:,} solutions")

    def listed(self, engine: Engine, model: Model | None = None) -> set[Any]:
        """All solutions that an engine lists, of the model or, however many, of another one.

        Raises:
            Unfinished: these are not all.
        """
        most, seconds = self.effort.solutions if model is None else None, self.effort.left
        listing: Listing[Any] = Listing(model or self.model, engine, limit=most, time_limit=seconds)
        found = set(listing)
        if listing.reason == "limit":
            raise Unfinished(f"more than {most:,} solutions")
        if listing.reason is not None:
            raise Unfinished(f"{engine.title}: more than {seconds:.3g} s")
        return found

    def counted(self, model: Model, **question: Any) -> int:
        """How many the sat engine counts of a model.

        In this process: one of its own for each of many short questions would take most of the time.

        Raises:
            Unfinished: there was not time enough.
        """
        return require_complete(
            count(model, engine=SatEngine(), time_limit=self.effort.left, **question)
        )


#: What compares something with a subject, one thing after the other.
Checks = Callable[[CheckContext], Iterator[Check]]


def of_solutions(
    name: str, kind: type[Placement] | type[Tour] | None = None
) -> Callable[[Callable[[CheckContext, set[Any]], Check | None]], Checks]:
    """Make checks of a comparison with the listed solutions, where there are any; see ``guarded``.

    Args:
        name: of the check, where the comparison cannot be made.
        kind: of the models that it is for; both unless given.
    """

    def made(compare: Callable[[CheckContext, set[Any]], Check | None]) -> Checks:
        @wraps(compare)
        def checks(subject: CheckContext) -> Iterator[Check]:
            suitable = kind is None or isinstance(subject.model, kind)
            if subject.solutions is not None and suitable:
                check = guarded(name, partial(compare, subject, subject.solutions))
                if check is not None:
                    yield check

        return checks

    return made
