"""Comparisons of numbers: by engines that count without listing, the checker, jobs, and the literature."""

from __future__ import annotations

import math
from collections import Counter as Multiset
from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, cast

from nqsat.counting import Count, Modulo
from nqsat.counting.running import tally
from nqsat.engines import COUNTERS, Counter, ProofEngine, call_in_thread, why_impossible
from nqsat.errors import Undecided
from nqsat.evidence.certificate.recounted import recount_of, verified_problem
from nqsat.evidence.checks import (
    Check,
    Ground,
    Result,
    Unfinished,
    compare_numbers,
    ground_of,
    require_complete,
    run_check,
)
from nqsat.evidence.context import CheckContext, CountedJob
from nqsat.evidence.known import PublishedCount
from nqsat.evidence.verified import count_with_program, is_available
from nqsat.modelling import Tour, text_of


def selected_counters(subject: CheckContext) -> tuple[Counter, ...]:
    """Return the counters to run on the model."""
    some = [engine for engine in _suitable_counters(subject) if _is_selected(engine, subject)]
    ways = (way for engine in some for way in engine.variants()) if subject.effort.methods else ()
    return (*(engine() for engine in some), *ways)


def report_unselected(subject: CheckContext) -> Iterator[Check]:
    """Report the suitable counters that are not run, and why."""
    for engine in _suitable_counters(subject):
        if not _is_selected(engine, subject):
            why = "it costs seconds"
            detail = f"{engine.name} is not asked of this model: {why}"
            yield Check("counting", Result.UNKNOWN, detail)


def _is_selected(engine: type[Counter], subject: CheckContext) -> bool:
    return subject.effort.counters is None or engine.name in subject.effort.counters


def _suitable_counters(subject: CheckContext) -> list[type[Counter]]:
    return [engine for engine in COUNTERS if isinstance(subject.model, engine.takes)]


def compare_counts(subject: CheckContext) -> Iterator[Check]:
    """Compare the counters' numbers with the listed solutions, in total and for each number of pieces."""
    if (solutions := subject.solutions) is None:
        return
    for counter in selected_counters(subject):
        yield run_check("counting", partial(_compare_count, subject, counter, solutions))
        if counter.counts_sizes and subject.model.is_placement:
            yield run_check("sizes", partial(_compare_sizes, subject, counter, solutions))
    if why_impossible(subject.model) is not None:
        ways = {subject.reference.title: len(solutions), ProofEngine.name: 0}
        yield compare_numbers("counting", ways, subject.ground, ground_of(ProofEngine()))


def _compare_count(subject: CheckContext, counter: Counter, solutions: set[Any]) -> Check:
    found = _run_counter(subject, counter).value
    subject.counts.setdefault(counter.title, found)
    ways = {subject.reference.title: len(solutions), counter.title: found}
    return compare_numbers("counting", ways, subject.ground, ground_of(counter))


def _compare_sizes(subject: CheckContext, counter: Counter, solutions: set[Any]) -> Check:
    listed = dict(Multiset(map(len, solutions)))
    found = +_run_counter(subject, counter, by_size=True).sizes
    sides = (subject.reference.title, counter.title)
    result = Result.AGREE if found == listed else Result.DIFFER
    detail = f"{sides[0]} {_sizes_text(listed)}, {sides[1]} {_sizes_text(found)}"
    bases = frozenset((subject.ground, ground_of(counter)))
    return Check("sizes", result, detail, None, sides, bases)


def _sizes_text(sizes: Mapping[int, int]) -> str:
    """Return the numbers of solutions by number of pieces as text: ``{0: 1, 1: 9}``."""
    return "{" + ", ".join(f"{size}: {sizes[size]}" for size in sorted(sizes)) + "}"


def compare_without_list(subject: CheckContext) -> Iterator[Check]:
    """Compare counters, the checker and published values, if there is no list of solutions."""
    found: dict[Counter, int] = {}
    for counter in selected_counters(subject):
        tallied = run_check("counting", partial(_run_counter, subject, counter))
        if isinstance(tallied, Check):
            yield tallied
        else:
            found[counter] = subject.counts[counter.title] = tallied.value
    ways = {counter.title: value for counter, value in found.items()}
    if len(found) > 1:
        yield compare_numbers("counting", ways, *map(ground_of, found))
    for counter, value in found.items():
        if len(found) == 1:
            detail = f"only {counter.title} counts it: {value:,}"
            yield Check("counting", Result.UNKNOWN, detail)
        yield from compare_with_all_published(
            subject, value, ground_of(counter), side=counter.title
        )
    yield from _compare_recount(subject)


def _compare_recount(subject: CheckContext) -> Iterator[Check]:
    """Compare the checker's recount from its own facts with all other and with published counts."""
    found = run_check(
        "recount", lambda: recount_of(subject.model, subject.effort.states), "recount"
    )
    if isinstance(found, Check):
        yield found
        return
    if subject.counts:
        ways = {**subject.counts, "recount": found}
        yield compare_numbers("recount", ways, Ground.RECOUNT, *subject.grounds)
    else:
        yield Check("recount", Result.UNKNOWN, f"only the checker counts it: {found:,}")
    yield from compare_with_all_published(subject, found, Ground.RECOUNT, side="recount")


def compare_verified(subject: CheckContext) -> Iterator[Check]:
    """Compare the count of the verified program with the others."""
    if not subject.effort.verified or isinstance(subject.model, Tour):
        return
    if not is_available():
        missing = "ocamlopt is not here to build it: apt-get install ocaml-nox"
        yield Check("verified recount", Result.UNKNOWN, missing)
        return
    found = run_check("verified recount", partial(_verified_count, subject))
    if isinstance(found, Check):
        yield found
    elif subject.counts:
        ways = {**subject.counts, "verified recount": found}
        yield compare_numbers("verified recount", ways, Ground.VERIFIED, *subject.grounds)
    else:
        detail = f"only the verified program counts it: {found:,}"
        yield Check("verified recount", Result.UNKNOWN, detail)


def _verified_count(subject: CheckContext) -> int:
    left = subject.effort.left
    seconds = subject.effort.predicted if left is None else min(left, subject.effort.predicted)
    try:
        return count_with_program(verified_problem(subject.model), seconds)
    except Undecided as refused:
        raise Unfinished(str(refused)) from None


def _run_counter(subject: CheckContext, counter: Counter, *, by_size: bool = False) -> Count:
    """Return the count of a counter; it does not run if its estimate exceeds the limit.

    Raises:
        UnsupportedByEngine: the counter does not support the model.
        Unfinished: it would take too long, or did.
    """
    effort, model = subject.effort, subject.model
    estimate = call_in_thread(lambda: counter.plan(model, by_size=by_size)).estimate
    limit = effort.left
    if estimate.seconds == math.inf:
        limit = max(min(effort.predicted, limit or effort.predicted), 1e-3)
    elif estimate.seconds > effort.predicted:
        late = f"more than the {effort.predicted:g} s that are waited here"
        raise Unfinished(f"{counter.title}: {estimate.words}: {late}")
    found = tally(model, counter, by_size=by_size, time_limit=limit)
    require_complete(found)
    return found


# -- published counts and jobs ---------------------------------------------------------------------

#: The prefix of the source of a value that nqsat itself computed.
OWN = "computed by nqsat"


def compare_published(subject: CheckContext) -> Iterator[Check]:
    """Compare published counts with ours for the same question."""
    if subject.solutions is not None:
        for known in subject.published:
            made = partial(_compare_same_question, subject, known, len(subject.solutions))
            yield run_check("published", made)


def _compare_same_question(subject: CheckContext, known: PublishedCount, listed: int) -> Check:
    if not known.question:
        return compare_with_published(known, listed, subject.ground)
    model, unit = subject.model, known.question.get("unit")
    if unit:
        model = model.with_unit(unit)
    modulo = cast("Modulo", known.question.get("modulo", "none"))
    ours = subject.count_solutions(model, modulo=modulo, fixed_by=known.question.get("fixed_by"))
    return compare_with_published(known, ours, Ground.FORMULA)


def compare_with_all_published(
    subject: CheckContext,
    value: int,
    *grounds: Ground,
    side: str,
    question: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Check]:
    """Compare a number with the published counts of the same question about the model."""
    for known in subject.published:
        if known.question == question:
            yield compare_with_published(known, value, *grounds, side=side)


def compare_with_published(
    known: PublishedCount, ours: int | None, *grounds: Ground, side: str = "ours"
) -> Check:
    """Compare a published value with ours; one that nqsat itself computed adds no ground."""
    asked_for = text_of(known.question)
    source = known.oeis or known.source
    question = f"{source} {asked_for}".strip()
    detail = f"{question}: published {known.value}, {side} {ours}; {known.convention}"
    if ours is None:
        return Check("published", Result.UNKNOWN, detail)
    result = Result.AGREE if ours == known.value else Result.DIFFER
    bases = {*grounds} if known.source.startswith(OWN) else {*grounds, Ground.PUBLISHED}
    return Check("published", result, detail, None, (source, side), frozenset(bases))


def compare_jobs(subject: CheckContext) -> Iterator[Check]:
    """Compare results of jobs with the counts made here of the same model and with published counts."""
    for done in subject.jobs:
        if done.faults:
            yield Check("job", Result.DIFFER, f"{done.name}: {done.faults[0]}", None, (done.name,))
        elif (value := done.value) is None:
            yield Check("job", Result.UNKNOWN, f"{done.name}: {done.result}")
        else:
            yield from _compare_job(subject, done, value)


def _compare_job(subject: CheckContext, done: CountedJob, value: int) -> Iterator[Check]:
    asked = {
        name: said
        for name, said in (("modulo", done.question.modulo), ("fixed_by", done.question.fixed_by))
        if said not in (None, "none")
    }
    ways = {} if asked else dict(subject.counts)
    made = list(
        compare_with_all_published(subject, value, *done.grounds, side=done.name, question=asked)
    )
    if ways:
        yield compare_numbers("job", {done.name: value, **ways}, *done.grounds, *subject.grounds)
    elif not made:
        yield Check("job", Result.UNKNOWN, f"only {done.name} counts it: {value:,}")
    yield from made
