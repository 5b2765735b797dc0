"""Comparisons of all that finds solutions: engines, encodings, and the checker of certificates."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nqsat.compiling import CIRCUITS, ENCODINGS
from nqsat.counting import optimise
from nqsat.engines import CpSatEngine, Engine, SatEngine
from nqsat.errors import EngineFailure, WrongSolution
from nqsat.evidence.certificate import certify
from nqsat.evidence.check_counts import against, asked, unlisted
from nqsat.evidence.checks import (
    Check,
    Ground,
    Result,
    Unfinished,
    compare_numbers,
    compare_sets,
    ground_of,
    guarded,
    require_complete,
    wrong,
)
from nqsat.evidence.context import CheckContext
from nqsat.modelling import Tour

#: So long each engine may look for an optimum.
SECONDS_FOR_OPTIMUM = 10.0


def optimum(subject: CheckContext) -> Iterator[Check]:
    """The best value that each engine proves; then the model is of those that have it."""
    optimal = [known for known in subject.published if known.question.get("ask") == "optimum"]
    subject.published = tuple(known for known in subject.published if known not in optimal)
    model = subject.model
    if model.objective is None:
        return
    found: dict[Engine, int] = {}
    limit = min(SECONDS_FOR_OPTIMUM, subject.effort.left or SECONDS_FOR_OPTIMUM)
    for engine in subject.witnesses:
        try:
            best = optimise(model, engine=engine, time_limit=limit)
        except WrongSolution as error:
            yield wrong("optimum", error, engine.title)
            continue
        if best.proved:
            found[engine] = -1 if best.value is None else best.value
        else:
            yield Check("optimum", Result.UNKNOWN, f"{engine.title}: {best}")
    ways = {engine.title: value for engine, value in found.items()}
    if len(ways) > 1:
        yield compare_numbers("optimum", ways, *map(ground_of, found))
    elif ways:
        yield Check("optimum", Result.UNKNOWN, f"only {next(iter(ways))} proved it")
    value = next(iter(found.values()), None)
    for known in optimal:
        yield against(known, value, *map(ground_of, found))
    if value is None:
        subject.published = ()  # of the best ones, which are unknown
    settled = value not in (None, -1)
    subject.model = (
        model.settled(str(value), proved=True) if settled else model.with_objective(None)
    )


def reference(subject: CheckContext) -> Iterator[Check]:
    """The list that all others are compared with. Where it is too long, engines that count are compared."""
    title = subject.reference.title
    try:
        subject.solutions = subject.listed(subject.reference)
        subject.counts[title] = len(subject.solutions)
    except WrongSolution as error:
        yield wrong("engines", error, title)
    except Unfinished as error:
        yield Check("engines", Result.UNKNOWN, f"{error}: sets not compared")
        yield from unlisted(subject)


def engines(subject: CheckContext) -> Iterator[Check]:
    """The other witnesses, and those counters that list too."""
    lists = (counter for counter in asked(subject) if counter.lists)
    return _sets("engines", subject, (*subject.witnesses[1:], *lists), note=True)


def encodings(subject: CheckContext) -> Iterator[Check]:
    """Sat under every encoding of cardinalities, or of circuits."""
    if isinstance(subject.model, Tour):
        names = [encoding.name for encoding in CIRCUITS if encoding.name != "lazy"]
        others = [SatEngine(solver="cadical195", circuit=name) for name in names]
    else:
        others = [SatEngine(encoding=encoding.name) for encoding in ENCODINGS[1:]]
    return _sets("encodings", subject, others, subject.effort.encodings)


def resolving(subject: CheckContext) -> Iterator[Check]:
    """Cpsat in the loop, which otherwise enumerates by itself."""
    return _sets("resolving", subject, [CpSatEngine(mode="resolve")], subject.effort.resolving)


def _sets(
    name: str,
    subject: CheckContext,
    others: Iterable[Engine],
    most: float = math.inf,
    *,
    note: bool = False,
) -> Iterator[Check]:
    """The sets of engines against that of the reference; ``note`` their numbers in the report."""
    if (solutions := subject.solutions) is None:
        return
    if len(solutions) > most:
        yield Check(name, Result.UNKNOWN, f"more than {most:,} solutions")
        return
    first = subject.reference.title

    def compared(engine: Engine) -> Check:
        found = subject.listed(engine)
        if note:
            subject.counts[engine.title] = len(found)
        grounds = (subject.ground, ground_of(engine))
        return compare_sets(name, first, solutions, engine.title, found, *grounds)

    for engine in others:
        yield guarded(name, partial(compared, engine), first, engine.title)


def certificate(subject: CheckContext) -> Iterator[Check]:
    """A certificate is made, and accepted by the checker, which shares no table with the engines."""
    if subject.solutions is not None:
        sides = (subject.reference.title, "checker")
        yield guarded("certificate", partial(_certified, subject, subject.solutions), *sides)


def _certified(subject: CheckContext, solutions: set[Any]) -> Check:
    subject.few(subject.effort.certified)
    first, limit = subject.reference.title, subject.effort.left
    try:
        with TemporaryDirectory() as folder:
            made = certify(subject.model, Path(folder) / "certificate", time_limit=limit)
    except EngineFailure as error:  # there is another solution, or the solver broke on the way
        return Check("certificate", Result.DIFFER, str(error), None, (first,))
    ways = {first: len(solutions), "checker": require_complete(made.count)}
    ground = Ground.CHECKER if made.cubes else Ground.RECOUNT
    return compare_numbers("certificate", ways, subject.ground, ground)
