"""Run a plan and add up the results of its parts, to the end or to a limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from nqsat.compiling.clausal import WEIGHTED
from nqsat.counting.answers import Count, append_notes
from nqsat.counting.optimising.optimum import OPTIMUM, optimum_of
from nqsat.counting.planning import plan_of
from nqsat.counting.question import Question
from nqsat.counting.workers import WORTH, workers_for
from nqsat.engines import (
    Deadline,
    Engine,
    OutOfTime,
    Plan,
    Progress,
    Reason,
    call_in_thread,
    closing,
    iterate_in_thread,
)
from nqsat.engines.listing.search import LimitReached, require_settled
from nqsat.engines.machine import MemoryWatch
from nqsat.engines.plans.plan import PlanFacts, Products, Total, Weight, run_parts
from nqsat.errors import OutOfMemory
from nqsat.modelling import Model

#: Pairs (number of pieces, weighted number of solutions).
Numbers = tuple[tuple[int, Weight], ...]


def count_of(
    question: Question,
    plan: Plan | None,
    products: Products,
    numbers: Numbers,
    *,
    reason: Reason | None,
    engine: str,
    seconds: float,
) -> Count[Any]:
    """Return the results as a ``Count``: exact if ``reason`` is None, else a lower bound.

    Args:
        question: the question that it answers.
        plan: the plan that was run; None if none was made.
        products: the products of its parts.
        numbers: pairs (number of pieces, solutions); 0 pieces if sizes were not counted separately.
        reason: why it is a lower bound.
        engine: the engine that counted, if it was not the plan's; else "".
        seconds: wall-clock seconds.
    """
    facts = PlanFacts(question.title) if plan is None else plan.facts
    engine = engine or facts.title
    model = question.model
    optimum = optimum_of(model, products, engine, reason, seconds)
    weights, notes = getattr(model, "weights", None), [facts.note, getattr(model, "note", None)]
    if weights is not None:
        other = "frontier" if facts.method == "listing" else "sat, which lists and adds up"
        notes.append(f"no certificate: compare --engine {other}")
    if optimum is not None and optimum.engine != engine:
        notes.append(f"the optimum by {optimum.engine}")
    sizes = tuple((men, math.ceil(number)) for men, number in numbers)
    return Count(
        value=_whole(numbers) if weights is None else Fraction(_sum(numbers)),
        unit=model.unit if weights is None else WEIGHTED,
        modulo=question.modulo,
        engine=engine,
        method=facts.method,
        seconds=seconds,
        fixed_by=question.fixed_by,
        reason=reason,
        note="; ".join(filter(None, notes)) or None,
        optimum=optimum,
        numbers=sizes if question.by == "size" else None,
    )


def unseen(_: object) -> None:
    """Ignore a progress report: the default watcher."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a count, and the functions that watch it.

    Args:
        time_limit: stop after this many seconds.
        watch: called with the number found so far, at every progress report.
        stage: called with the progress of a count without a list, or the best value so far, as text.
        workers: how many parts run at a time; None for as many as help.
    """

    time_limit: float | None = None
    watch: Callable[[int], None] = unseen
    stage: Callable[[str], None] = unseen
    workers: int | None = None


def tally(
    model: Model, engine: Engine, *, by_size: bool = False, time_limit: float | None = None
) -> Count:
    """Count the solutions of a model by an engine; for each number of pieces, too, if ``by_size``.

    Raises:
        UnsupportedByEngine, EngineFailure: as for ``solutions``.
    """
    require_settled(model)
    question = Question("count", model, engine, by="size" if by_size else None)
    limits = Limits(time_limit, workers=1)
    return added_up(question, limits, lambda _: engine.plan(model, by_size=by_size))


@dataclass(frozen=True, slots=True)
class Again:
    """A count begins again, in parts.

    Args:
        title: the engine that counted so far.
    """

    title: str


#: Runs a plan, and fills its products: yields slices of the answer, each with its part's id.
Steps = Callable[[Plan, dict[str, Any]], Iterator[tuple[str, Progress] | Again]]


def added_up(
    question: Question,
    limits: Limits,
    make: Callable[[Question], Plan] = plan_of,
    steps: Steps | None = None,
) -> Count[Any]:
    """Make a question's plan, run it and add up its parts; limits and Ctrl-C leave a lower bound.

    Making the plan counts towards the time limit. If there is no plan yet, the answer names the requested
    engine.

    Raises:
        UnsupportedByEngine, EngineFailure: as for ``solutions``.
    """
    clock, products = Deadline(limits.time_limit), dict[str, Any]()
    found = _RunningTotal()
    reason: Reason | None = "interrupted"
    far: str | None = None
    plan: Plan | None = None
    memory = MemoryWatch(getattr(question.asked_engine, "memory", None))
    with suppress(KeyboardInterrupt):
        try:
            made = plan = call_in_thread(partial(make, question), limits.time_limit, memory.check)
            stage = "" if made.facts.method == "listing" else "counting"
            if stage:
                limits.stage(stage)
            working = steps or partial(_steps, limits)
            with closing(iterate_in_thread(lambda: working(made, products))) as pieces:
                reason = _follow(pieces, found, limits, clock, memory)
        except OutOfTime:
            reason = "time limit"
        except OutOfMemory as error:
            reason, far = "memory limit", error.reason
        except LimitReached:
            reason = "limit"
    count = count_of(
        question, plan, products, found.numbers,
        reason=reason, engine=found.by, seconds=clock.seconds,
    )  # fmt: skip
    return append_notes(count, far)


def _steps(
    limits: Limits, plan: Plan, products: dict[str, Any]
) -> Iterator[tuple[str, Progress] | Again]:
    """Yield (part, progress) of a plan; one worker starts, and a long count begins again in parts."""
    workers, title, brief = limits.workers or 1, plan.facts.title, Deadline(WORTH)
    if workers == 1:
        with closing(run_parts(plan, 0, products)) as pieces:
            for piece in pieces:
                yield piece
                if limits.workers is None and brief.expired:
                    title, brief = plan.facts.title, Deadline()
                    workers = workers_for(plan, None)
                    if workers > 1:
                        break
            else:
                return
        yield Again(title)
    from nqsat.counting.run import Run  # with its ledger, which a brief count does not load

    yield from Run(plan, workers=workers, products=products).pieces()


def _follow(
    pieces: Iterator[tuple[str, Progress] | Again | None],
    found: _RunningTotal,
    limits: Limits,
    clock: Deadline,
    memory: MemoryWatch,
) -> Reason | None:
    """Add up progress reports to the end, or until a limit."""
    for piece in pieces:
        if isinstance(piece, Again):
            found.begin_again(piece.title)
        elif piece is not None:
            part, slice_ = piece
            found.add(slice_)
            if slice_.words:
                limits.stage(f"{'best so far:' if part == OPTIMUM else 'counting,'} {slice_.words}")
        limits.watch(found.value)
        if clock.expired:
            return "time limit"
        if memory.reached:
            return "memory limit"
    return None


class _RunningTotal:
    """The sum so far: a lower bound, even while a count that has begun again has found less."""

    def __init__(self) -> None:
        self._sums = Total()
        self._before: Numbers = ()
        self._who = ""

    def add(self, piece: Progress) -> None:
        """Add a progress report."""
        self._sums.add(piece)

    def begin_again(self, by: str) -> None:
        """Begin again with nothing, after an engine that has found less than this."""
        self._who, self._before = self.by or by, self.numbers
        self._sums = Total()

    @property
    def numbers(self) -> Numbers:
        """The number of solutions for each number of pieces."""
        # A weighted sum, which may be negative, is never begun again.
        if not self._before:
            return self._sums.numbers
        return max(self._sums.numbers, self._before, key=_whole)

    @property
    def by(self) -> str:
        """The engine that found this number, if it has been replaced since; else ""."""
        return self._who if _whole(self._before) > _whole(self._sums.numbers) else ""

    @property
    def value(self) -> int:
        """The number of solutions of all sizes."""
        return _whole(self.numbers)


def _whole(numbers: Numbers) -> int:
    # Every orbit has at most |G| solutions, so a partial sum of the shares 1/|G| is a lower bound, too.
    return math.ceil(_sum(numbers))


def _sum(numbers: Numbers) -> Weight:
    return sum(number for _, number in numbers)
