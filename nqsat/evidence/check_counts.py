"""Comparisons of numbers: by engines that count without listing, the checker, jobs, and the literature."""

from __future__ import annotations

import math
from collections import Counter as Multiset
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any, cast

from nqsat.counting import Count, Modulo
from nqsat.counting.run import tally
from nqsat.engines import COUNTERS, Counter, ProofEngine, call_in_thread, why_impossible
from nqsat.errors import InvalidModel, Undecided
from nqsat.evidence.certificate.draft import facts_of
from nqsat.evidence.certificate.recounted import recount_of, verified_problem
from nqsat.evidence.checks import (
    Check,
    Ground,
    Result,
    Unfinished,
    ground_of,
    require_complete,
    run_check,
)
from nqsat.evidence.context import CheckContext, CountedJob
from nqsat.evidence.known import PublishedCount, known_question
from nqsat.evidence.verified import count_with_program, is_available
from nqsat.modelling import Model, Placement, Tour, text_of

#: The name of the check that reports rules that the checker does not know.
UNKNOWN_RULES = "unknown rules"


def selected_counters(subject: CheckContext) -> tuple[Counter, ...]:
    """Return the counters to run on the model."""
    chosen = [engine for engine in _suitable_counters(subject) if _is_selected(engine, subject)]
    varied = chosen if subject.effort.methods else ()
    variants = (variant for engine in varied for variant in engine.variants())
    return (*(engine() for engine in chosen), *variants)


def report_unselected(subject: CheckContext) -> Iterator[Check]:
    """Report the suitable counters that are not run, and why."""
    for engine in _suitable_counters(subject):
        if not _is_selected(engine, subject):
            detail = f"{engine.name} is not asked of this model: it costs seconds"
            yield Check("counting", Result.UNKNOWN, detail)


def _is_selected(engine: type[Counter], subject: CheckContext) -> bool:
    return subject.effort.counters is None or engine.name in subject.effort.counters


def _suitable_counters(subject: CheckContext) -> list[type[Counter]]:
    return [engine for engine in COUNTERS if isinstance(subject.model, engine.takes)]


def compare_counts(subject: CheckContext) -> Iterator[Check]:
    """Compare the counters' numbers with the first, and with the list for each number of pieces."""

    def number(counter: Counter) -> int:
        return _run_counter(subject, counter).value

    for counter in selected_counters(subject):
        title, ground = counter.title, ground_of(counter)
        yield from _compare_with_first(subject, "counting", title, ground, partial(number, counter))
        if counter.counts_sizes and subject.model.is_placement and subject.solutions is not None:
            sizes = partial(_compare_sizes, subject, counter, subject.solutions)
            yield run_check("sizes", sizes)
    if why_impossible(subject.model) is not None:
        proof = ProofEngine()
        yield from subject.compare_number("counting", proof.name, 0, ground_of(proof))


def _compare_with_first(
    subject: CheckContext, name: str, title: str, ground: Ground, make: Callable[[], int]
) -> Iterator[Check]:
    """Count the solutions once more, compare the number with the first, and note it."""
    found = run_check(name, make, title)
    if isinstance(found, Check):
        yield found
        return
    yield from subject.compare_number(name, title, found, ground)
    subject.numbers.setdefault(title, (found, ground))


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


def compare_recount(subject: CheckContext) -> Iterator[Check]:
    """Where no certificate was made, compare the checker's recount from its own facts."""
    if not subject.certified:
        make = partial(recount_of, subject.model, subject.effort.states)
        yield from _compare_with_first(subject, "recount", "recount", Ground.RECOUNT, make)


def report_unknown_rules(subject: CheckContext) -> Iterator[Check]:
    """Report what the checker does not take of the model, so that nobody believes that it was checked."""
    model = subject.model
    if subject.certified or (refused := _refusal(model)) is None:
        return
    alone = ((rule.text, rule) for rule in model.rules if isinstance(model, Placement))
    names = [text for text, rule in alone if _refusal(model.changed(rules=[rule]))]
    detail = f"the checker does not know {', '.join(names)}" if names else refused
    yield Check(UNKNOWN_RULES, Result.UNKNOWN, detail)


def _refusal(model: Model) -> str | None:
    """Return why the checker does not take a model; None if it does."""
    try:
        facts_of(model)
    except InvalidModel as refused:
        return refused.reason
    return None


def compare_verified(subject: CheckContext) -> Iterator[Check]:
    """Compare the count of the verified program with the first."""
    name = "verified recount"
    if not subject.effort.verified or isinstance(subject.model, Tour):
        return
    if not is_available():
        missing = "ocamlopt is not here to build it: apt-get install ocaml-nox"
        yield Check(name, Result.UNKNOWN, missing)
        return
    make = partial(_verified_count, subject)
    yield from _compare_with_first(subject, name, name, Ground.VERIFIED, make)


def _verified_count(subject: CheckContext) -> int:
    left = subject.effort.left
    seconds = subject.effort.predicted if left is None else min(left, subject.effort.predicted)
    try:
        return count_with_program(verified_problem(subject.model), seconds)
    except Undecided as refused:
        raise Unfinished(str(refused)) from None


def _run_counter(subject: CheckContext, counter: Counter, *, by_size: bool = False) -> Count:
    """Return the complete count of a counter; it does not run if its estimate exceeds the limit."""
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
    """Compare published counts with the first number, or with our count for another question."""
    for known in subject.published:
        if not known.question:
            for value, ground in islice(subject.numbers.values(), 1):
                yield compare_with_published(known, value, ground)
        elif subject.solutions is not None:
            yield run_check("published", partial(_compare_same_question, subject, known))


def _compare_same_question(subject: CheckContext, known: PublishedCount) -> Check:
    model, unit = subject.model, known.question.get("unit")
    if unit:
        model = model.with_unit(unit)
    modulo = cast("Modulo", known.question.get("modulo", "none"))
    ours = subject.count_solutions(model, modulo=modulo, fixed_by=known.question.get("fixed_by"))
    return compare_with_published(known, ours, Ground.FORMULA)


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
    asked = known_question(done.question.modulo, done.question.fixed_by)
    made = [] if asked else [*subject.compare_number("job", done.name, value, *done.grounds)]
    made += [
        compare_with_published(known, value, *done.grounds, side=done.name)
        for known in subject.published
        if known.question == asked
    ]
    yield from made or [Check("job", Result.UNKNOWN, f"only {done.name} counts it: {value:,}")]


def report_alone(subject: CheckContext) -> Iterator[Check]:
    """Report a number that nothing was compared with."""
    if len(subject.numbers) == 1 and subject.solutions is None:
        for title, (value, _) in subject.numbers.items():
            yield Check("counting", Result.UNKNOWN, f"only {title} counts it: {value:,}")
