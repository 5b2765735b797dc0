"""Comparisons of solutions: between engines, between encodings, and with the checker of certificates."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nqsat.compiling import CIRCUITS, ENCODINGS
from nqsat.counting import optimise
from nqsat.engines import Engine, SatEngine
from nqsat.errors import EngineFailure, WrongSolution
from nqsat.evidence.certificate.writing import certify
from nqsat.evidence.check_counts import compare_with_published, selected_counters
from nqsat.evidence.checks import (
    Check,
    Ground,
    Result,
    Unfinished,
    compare_numbers,
    compare_sets,
    ground_of,
    require_complete,
    run_check,
    wrong_solution_check,
)
from nqsat.evidence.context import CheckContext
from nqsat.modelling import Tour

#: The time limit of each engine for an optimum.
SECONDS_FOR_OPTIMUM = 10.0


def compare_optima(subject: CheckContext) -> Iterator[Check]:
    """Compare the best values that the engines prove; then restrict the model to optimal solutions."""
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
            yield wrong_solution_check("optimum", error, engine.title)
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
        yield compare_with_published(known, value, *map(ground_of, found))
    if value is None:
        subject.published = ()  # they count optimal solutions, which are unknown
    settled = value not in (None, -1)
    subject.model = (
        model.with_optimum(str(value), proved=True) if settled else model.with_objective(None)
    )


def list_reference(subject: CheckContext) -> Iterator[Check]:
    """Make the reference list that the others are compared with; if it is too long, only counts are."""
    title = subject.reference.title
    try:
        subject.solutions = subject.list_solutions(subject.reference)
        subject.numbers[title] = len(subject.solutions), subject.ground
    except WrongSolution as error:
        yield wrong_solution_check("engines", error, title)
    except Unfinished as error:
        yield Check("engines", Result.UNKNOWN, f"{error}: sets not compared")


def compare_engines(subject: CheckContext) -> Iterator[Check]:
    """Compare the sets of the other witnesses, and of the counters that list, with the reference."""
    lists = (counter for counter in selected_counters(subject) if counter.lists)
    return _compare_with_reference("engines", subject, (*subject.witnesses[1:], *lists), note=True)


def compare_encodings(subject: CheckContext) -> Iterator[Check]:
    """Compare the sets of sat under every encoding of cardinalities, or of circuits."""
    if isinstance(subject.model, Tour):
        names = [encoding.name for encoding in CIRCUITS if encoding.name != "lazy"]
        others = [SatEngine(solver="cadical195", circuit=name) for name in names]
    else:
        others = [SatEngine(encoding=encoding.name) for encoding in ENCODINGS[1:]]
    return _compare_with_reference("encodings", subject, others, subject.effort.encodings)


def _compare_with_reference(
    name: str,
    subject: CheckContext,
    others: Iterable[Engine],
    most: float = math.inf,
    *,
    note: bool = False,
) -> Iterator[Check]:
    """Compare the sets of engines with that of the reference; ``note``: report their numbers, too."""
    if (solutions := subject.solutions) is None:
        return
    if len(solutions) > most:
        yield Check(name, Result.UNKNOWN, f"more than {most:,} solutions")
        return
    first = subject.reference.title

    def compare_engine(engine: Engine) -> Check:
        found = subject.list_solutions(engine)
        if note:
            subject.numbers[engine.title] = len(found), ground_of(engine)
        grounds = (subject.ground, ground_of(engine))
        return compare_sets(name, first, solutions, engine.title, found, *grounds)

    for engine in others:
        yield run_check(name, partial(compare_engine, engine), first, engine.title)


def compare_certificate(subject: CheckContext) -> Iterator[Check]:
    """Make a certificate, and let the checker check it, which shares no code with the engines."""
    if subject.solutions is not None:
        sides = (subject.reference.title, "checker")
        compare = partial(_compare_with_checker, subject, subject.solutions)
        check = run_check("certificate", compare, *sides)
        subject.certified = check.result is not Result.UNKNOWN
        yield check


def _compare_with_checker(subject: CheckContext, solutions: set[Any]) -> Check:
    subject.require_few(subject.effort.certified)
    first, limit = subject.reference.title, subject.effort.left
    try:
        with TemporaryDirectory() as folder:
            made = certify(subject.model, Path(folder) / "certificate", time_limit=limit)
    except EngineFailure as error:  # there is another solution, or the solver failed
        return Check("certificate", Result.DIFFER, str(error), None, (first,))
    ways = {first: len(solutions), "checker": require_complete(made.count)}
    ground = Ground.CHECKER if made.cubes else Ground.RECOUNT
    return compare_numbers("certificate", ways, subject.ground, ground)
