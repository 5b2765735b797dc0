"""The comparisons that ``verify`` makes: of engines, encodings, counts, the checker and the literature.

Each is a function that takes an ``Examined``, yields the checks as they are made, and notes there what
the next ones need. ``CHECKS`` has all of them, in order, with their names.
"""

from __future__ import annotations

import math
from collections import Counter as Multiset
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial, wraps
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from nqsat.compiling import CIRCUITS, ENCODINGS, Projection
from nqsat.counting import METHODS, Count, Modulo, Question, Run, count, optimise
from nqsat.counting.answers import Method
from nqsat.counting.job import Job, JobResult
from nqsat.counting.job import verify as verify_rows
from nqsat.counting.run import added_up, unseen
from nqsat.engines import (
    COUNTERS,
    Counter,
    Deadline,
    Engine,
    Listing,
    ProofEngine,
    SatEngine,
    call_in_thread,
    make_engine,
    why_impossible,
)
from nqsat.engines.plans.cubes import cubes
from nqsat.engines.plans.plan import split_titles
from nqsat.errors import EngineFailure, InvalidModel, Undecided, UnsupportedByEngine, WrongSolution
from nqsat.evidence.certificate.facts import facts_of, recount_of
from nqsat.evidence.certificate.writing import certify
from nqsat.evidence.grounds import (
    Check,
    Ground,
    Result,
    Slow,
    Unfinished,
    compare_sets,
    compare_values,
    differs,
    ground_of,
    require_complete,
    run_check,
    skipped,
    wrong_solution,
)
from nqsat.evidence.known import PublishedCount, known_question
from nqsat.extension_points import hooked
from nqsat.modelling import Change, Model, Rule, Tour, plural, text_of
from nqsat.sources import names_a_file

#: The name of the check that reports rules that the checker does not know.
UNKNOWN_RULES = "unknown rules"

#: The prefix of the source of a value that nqsat itself computed.
OWN = "computed by nqsat"

#: The time limit of each engine for an optimum.
SECONDS_FOR_OPTIMUM = 10.0

#: For larger groups, the orbit counts of the three methods are not compared.
LARGEST_GROUP = 64


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
        counters: the names of the counters to run; None for all. Some take seconds, to start a process for
            each count.
        verified: whether the program that is proved in Coq counts as well; the extension verified has it.
        methods: whether all variants of a counter are run.
        seconds: the time limit of an engine for one list or one count; None for no limit.
        reference: the time limit of the reference, after which another engine lists the solutions.
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
    reference: float = 30.0
    clock: Deadline = field(default_factory=Deadline)

    @property
    def left(self) -> float | None:
        """The time limit for an engine that starts now; None for no limit."""
        return min((x for x in (self.clock.remaining, self.seconds) if x is not None), default=None)


#: The default of ``verify``.
USUAL = Effort()

#: A job as a comparison takes it: its file, its question, its result (None if its rows contradict one
#: another), and the faults of its rows.
CheckedJob = tuple[str, Question, JobResult | None, tuple[str, ...]]


@dataclass(slots=True)
class Examined:
    """One model under verification, and what is known of its solutions so far.

    Args:
        model: the model, or a projection; without its objective once the best value has been compared.
        witnesses: engines that list solutions, the reference first; those that are too slow are taken out.
        effort: the limits.
        published: published counts of the model.
        jobs: long counts of the model.
        alive: called now and then within a comparison, as the ``watch`` of a ``Run``.
        numbers: the number of solutions by all that listed or counted them, with their grounds.
        solutions: the list of the first witness; None before it is made, or if there is none.
        certified: whether a certificate was made and judged.
    """

    model: Any  # a Model or a Projection
    witnesses: tuple[Engine, ...]
    effort: Effort
    published: tuple[PublishedCount, ...] = ()
    jobs: tuple[CheckedJob, ...] = ()
    alive: Callable[[int], None] = unseen
    numbers: dict[str, tuple[int, Ground]] = field(default_factory=dict)
    solutions: set[Any] | None = None
    certified: bool = False

    @property
    def reference(self) -> str:
        """The title of the engine that all others are compared with."""
        return self.witnesses[0].title

    @property
    def ground(self) -> Ground:
        """The ground of the reference."""
        return ground_of(self.witnesses[0])

    @property
    def counts(self) -> dict[str, int]:
        """The number of solutions that each engine listed or counted."""
        unlisted = (Ground.RECOUNT, Ground.VERIFIED)
        return {title: n for title, (n, ground) in self.numbers.items() if ground not in unlisted}

    def require_few(self, most: int) -> None:
        """Raise ``Unfinished`` if more than ``most`` solutions are listed."""
        if len(self.solutions or ()) > most:
            raise Unfinished(f"more than {most:,} solutions")

    def listed_by(
        self, engine: Engine, model: Model | None = None, seconds: float | None = None
    ) -> set[Any]:
        """Return all solutions that an engine lists; of another ``model`` without limiting their number.

        Raises:
            Unfinished: the list is incomplete: there are too many solutions.
            Slow: it is incomplete: the engine took longer than it may, or than ``seconds``.
        """
        most = self.effort.solutions if model is None else None
        seconds = min((x for x in (seconds, self.effort.left) if x is not None), default=None)
        listing: Listing[Any] = Listing(
            model or self.model, engine, limit=most, time_limit=seconds, watch=self.alive
        )
        solutions = set(listing)
        if listing.reason == "limit":
            raise Unfinished(f"more than {most:,} solutions")
        if listing.reason is not None:
            raise Slow(f"{engine.title}: more than {seconds:.3g} s")
        return solutions

    def counted(self, model: Model, method: Method | None = None, **question: Any) -> int:
        """Return how many solutions the sat engine finds, in this process: many counts are short."""
        limit, run = self.effort.left, Run(watch=self.alive, method=method)
        asked = count(model, engine=SatEngine(), time_limit=limit, run=run, **question)
        return require_complete(asked)

    def with_first(self, title: str, value: int, *grounds: Ground) -> Iterator[Check]:
        """Compare a number of solutions with the first that is known, if there is one."""
        for first, (known, ground) in islice(self.numbers.items(), 1):
            yield compare_values({first: known, title: value}, ground, *grounds)

    def count_again(self, title: str, ground: Ground, make: Callable[[], int]) -> Iterator[Check]:
        """Count the solutions once more, compare the number with the first, and note it."""
        counted = run_check(make, title)
        if isinstance(counted, Check):
            yield counted
            return
        yield from self.with_first(title, counted, ground)
        self.numbers.setdefault(title, (counted, ground))


# -- lists of solutions --------------------------------------------------------------------------


def compare_optima(subject: Examined) -> Iterator[Check]:
    """Compare the best values that the engines prove; then restrict the model to optimal solutions."""
    optimal = [known for known in subject.published if known.question.get("ask") == "optimum"]
    subject.published = tuple(known for known in subject.published if known not in optimal)
    model = subject.model
    if model.objective is None:
        return
    proved: dict[Engine, int] = {}
    limit = min(SECONDS_FOR_OPTIMUM, subject.effort.left or SECONDS_FOR_OPTIMUM)
    make = partial(optimise, model, time_limit=limit, run=Run(watch=subject.alive))
    for engine in subject.witnesses:
        best = run_check(partial(make, engine=engine), engine.title)
        if isinstance(best, Check):
            yield best
        elif best.proved:
            proved[engine] = -1 if best.value is None else best.value
        else:
            yield skipped(f"{engine.title}: {best}")
    ways = {engine.title: value for engine, value in proved.items()}
    if len(ways) > 1:
        yield compare_values(ways, *map(ground_of, proved))
    elif ways:
        yield skipped(f"only {next(iter(ways))} proved it")
    value = next(iter(proved.values()), None)
    for known in optimal:
        yield compare_with_published(known, value, *map(ground_of, proved))
    if value is None:
        subject.published = ()  # they count optimal solutions, which are unknown
    settled = value not in (None, -1)
    subject.model = (
        model.with_optimum(str(value), proved=True) if settled else model.with_objective(None)
    )


def list_reference(subject: Examined) -> Iterator[Check]:
    """Make the list that the others are compared with; if it is too long, only counts are.

    The reference makes it. If it takes too long, or refuses the model, the next engine does.
    """
    for engine in (witnesses := subject.witnesses):
        last, remaining = engine is witnesses[-1], subject.effort.clock.remaining
        patience = min(subject.effort.reference, math.inf if remaining is None else remaining / 2)
        try:
            subject.solutions = subject.listed_by(engine, seconds=None if last else patience)
        except WrongSolution as error:
            yield wrong_solution(error, engine.title)
            return
        except (Slow, UnsupportedByEngine) as error:
            yield skipped(f"{error}: sets not compared with its list")
            subject.witnesses = subject.witnesses[1:] or witnesses[:1]
        except Unfinished as error:
            yield skipped(f"{error}: sets not compared")
            return
        else:
            subject.numbers[subject.reference] = len(subject.solutions), subject.ground
            return


def compare_engines(subject: Examined) -> Iterator[Check]:
    """Compare the sets of the other witnesses, and of the counters that list, with the reference."""
    lists = (counter for counter in _counters(subject) if counter.lists)
    return _with_reference(subject, (*subject.witnesses[1:], *lists), note=True)


def compare_encodings(subject: Examined) -> Iterator[Check]:
    """Compare the sets of sat under every encoding of cardinalities, or of circuits."""
    if isinstance(subject.model, Tour):
        names = [encoding.name for encoding in CIRCUITS if encoding.name != "lazy"]
        engines = [SatEngine(solver="cadical195", circuit=name) for name in names]
    else:
        engines = [SatEngine(encoding=encoding.name) for encoding in ENCODINGS[1:]]
    return _with_reference(subject, engines, subject.effort.encodings)


def _with_reference(
    subject: Examined,
    others: Iterable[Engine],
    most: float = math.inf,
    *,
    note: bool = False,
) -> Iterator[Check]:
    """Compare the sets of engines with that of the reference; ``note``: report their numbers as well."""
    if (solutions := subject.solutions) is None:
        return
    if len(solutions) > most:
        yield skipped(f"more than {most:,} solutions")
        return

    def compare_engine(engine: Engine) -> Check:
        listed = subject.listed_by(engine)
        if note:
            subject.numbers[engine.title] = len(listed), ground_of(engine)
        sides = {subject.reference: solutions, engine.title: listed}
        return compare_sets(sides, subject.ground, ground_of(engine))

    for engine in others:
        yield run_check(partial(compare_engine, engine), subject.reference, engine.title)


# -- properties of the solutions of every model --------------------------------------------------


def of_list(
    compare: Callable[[Examined, set[Any]], Check | None],
) -> Callable[[Examined], Iterator[Check]]:
    """Make a comparison of the listed solutions, if there is a list; None: it is not about such a model."""

    @wraps(compare)
    def checks(subject: Examined) -> Iterator[Check]:
        if subject.solutions is not None:
            check = run_check(partial(compare, subject, subject.solutions))
            if check is not None:
                yield check

    return checks


@of_list
def compare_images(subject: Examined, solutions: set[Any]) -> Check:
    """Check that every image of a solution is a solution."""
    group = subject.model.symmetries()
    images = {image for x in solutions for image in x.orbit(group)}
    return compare_sets({"solutions": solutions, "their images": images}, subject.ground)


@of_list
def compare_orbit_counts(subject: Examined, _solutions: set[Any]) -> Check:
    """Compare the numbers of orbits by canonical forms, by orbit blocking and by Burnside."""
    subject.require_few(subject.effort.invariants)
    size = len(subject.model.symmetries())
    if size > LARGEST_GROUP:
        return skipped(f"a group of {size} symmetries is large")
    orbits: dict[str, int] = {
        method: subject.counted(subject.model, modulo="symmetry", method=method)
        for method in METHODS
    }
    return compare_values(orbits, Ground.FORMULA)


@of_list
def compare_orbit_sizes(subject: Examined, solutions: set[Any]) -> Check | None:
    """Check that the sizes of the orbits add up to the number of solutions."""
    if len(solutions) > subject.effort.invariants:
        return None  # ``compare_orbit_counts`` has reported it
    group = subject.model.symmetries()
    sizes = sum(len(x.orbit(group)) for x in {x.canonical(group) for x in solutions})
    numbers = {"orbit sizes": sizes, "solutions": len(solutions)}
    return compare_values(numbers, subject.ground)


@of_list
def compare_cube_sum(subject: Examined, solutions: set[Any]) -> Check:
    """Check that the counts of disjoint cubes of the model add up to the number of solutions."""
    subject.require_few(subject.effort.invariants)
    counts = [subject.counted(part) for part in cubes(subject.model)]
    if not counts:
        return skipped("no square is free: the model cannot be cut")
    together = f"sum of {len(counts)} {plural(len(counts), 'cubes')}"
    numbers = {"listed": len(solutions), together: sum(counts)}
    return compare_values(numbers, subject.ground, Ground.FORMULA)


@of_list
def compare_transposed(subject: Examined, solutions: set[Any]) -> Check:
    """Check that the model with ranks and files exchanged has the transposed solutions."""
    subject.require_few(subject.effort.invariants)
    pair = transpose_model(subject.model)
    if pair is None:
        return skipped("the model cannot be transposed")
    there, back = pair
    images = set(map(back, subject.listed_by(subject.witnesses[0], there)))
    return compare_sets({"solutions": solutions, "transposed": images}, subject.ground)


def transpose_model(model: Model) -> tuple[Model, Callable[[Any], Any]] | None:
    """Return the model with ranks and files exchanged, and the map back for its solutions.

    The model must have no objective. The result is None if the model cannot be transposed: a cylinder wraps
    one way only, a solid board has other axes than its drawing, and a user's own rule may not define its
    image.
    """
    change = Change.transposing(model.setting)
    if change is None or any(type(rule).image is Rule.image for rule in model.rules):
        return None
    turned = model.image(change)
    if turned is None:
        return None
    back = Change.transposing(turned.setting)
    return turned, lambda solution: solution.image(back)


@of_list
def compare_directions(subject: Examined, solutions: set[Any]) -> Check | None:
    """Check that there are twice as many directed as undirected tours, for at least two squares."""
    tour = subject.model
    if not isinstance(tour, Tour):
        return None
    one_way = tour.start or tour.end or tour.checkpoints or tour.numbers or tour.fixed_by
    if one_way or not tour.two_way or len(tour.board.squares) < 2:
        return skipped("the model has one direction only")
    here = len(solutions)
    there = subject.counted(tour.with_unit("undirected" if tour.directed else "directed"))
    directed, undirected = (here, there) if tour.directed else (there, here)
    numbers = {"directed": directed, "2 × undirected": 2 * undirected}
    return compare_values(numbers, subject.ground, Ground.FORMULA)


# -- engines that count without a list -----------------------------------------------------------


def _suitable_counters(subject: Examined) -> list[type[Counter]]:
    return [engine for engine in COUNTERS if isinstance(subject.model, engine.takes)]


def _is_selected(engine: type[Counter], subject: Examined) -> bool:
    return subject.effort.counters is None or engine.name in subject.effort.counters


def _counters(subject: Examined) -> tuple[Counter, ...]:
    chosen = [engine for engine in _suitable_counters(subject) if _is_selected(engine, subject)]
    varied = chosen if subject.effort.methods else ()
    variants = (variant for engine in varied for variant in engine.variants())
    return (*(engine() for engine in chosen), *variants)


def compare_counts(subject: Examined) -> Iterator[Check]:
    """Compare the counters' numbers with the first."""

    def number(counter: Counter) -> int:
        return _run_counter(subject, counter).value

    for counter in _counters(subject):
        ground = ground_of(counter)
        yield from subject.count_again(counter.title, ground, partial(number, counter))
    if why_impossible(subject.model) is not None:
        proof = ProofEngine()
        yield from subject.with_first(proof.name, 0, ground_of(proof))


def compare_sizes(subject: Examined) -> Iterator[Check]:
    """Compare the counters' numbers for each number of pieces with the list."""
    for counter in _counters(subject):
        if counter.counts_sizes and subject.model.is_placement and subject.solutions is not None:
            yield run_check(partial(_compare_sizes, subject, counter, subject.solutions))


def _compare_sizes(subject: Examined, counter: Counter, solutions: set[Any]) -> Check:
    counter_sizes = +_run_counter(subject, counter, by_size=True).sizes
    by_title = {subject.reference: Multiset(map(len, solutions)), counter.title: counter_sizes}
    sizes = {title: dict(sorted(counts.items())) for title, counts in by_title.items()}
    return compare_values(sizes, subject.ground, ground_of(counter))


def _run_counter(subject: Examined, counter: Counter, *, by_size: bool = False) -> Count:
    """Return the complete count of a counter; it does not run if its estimate exceeds the limit."""
    effort, model = subject.effort, subject.model
    estimate = call_in_thread(lambda: counter.plan(model, by_size=by_size)).estimate
    limit = effort.left
    if estimate.seconds == math.inf:
        limit = max(min(effort.predicted, limit or effort.predicted), 1e-3)
    elif estimate.seconds > effort.predicted:
        late = f"more than the {effort.predicted:g} s that are waited here"
        raise Unfinished(f"{counter.title}: {estimate.words}: {late}")
    asked = Question("count", model, counter, by="size" if by_size else None, time_limit=limit)
    work = partial(counter.count, model, by_size=by_size)
    counted = added_up(asked, Run(1, subject.alive), work)
    require_complete(counted)
    return counted


def report_alone(subject: Examined) -> Iterator[Check]:
    """Report a number that nothing was compared with."""
    if len(subject.numbers) == 1 and subject.solutions is None:
        for title, (value, _) in subject.numbers.items():
            yield skipped(f"only {title} counts it: {value:,}")


def report_unselected(subject: Examined) -> Iterator[Check]:
    """Report the suitable counters that are not run, and why."""
    for engine in _suitable_counters(subject):
        if not _is_selected(engine, subject):
            yield skipped(f"{engine.name} is not run: it may take seconds")


# -- the checker of certificates -----------------------------------------------------------------


def compare_certificate(subject: Examined) -> Iterator[Check]:
    """Make a certificate, and let the checker check it, which shares no code with the engines."""
    if subject.solutions is not None:
        compare = partial(_compare_with_checker, subject, len(subject.solutions))
        check = run_check(compare, subject.reference, "checker")
        subject.certified = check.result is not Result.UNKNOWN
        yield check


def _compare_with_checker(subject: Examined, listed: int) -> Check:
    subject.require_few(subject.effort.certified)
    try:
        with TemporaryDirectory() as folder:
            place, limit = Path(folder) / "certificate", subject.effort.left
            made = certify(subject.model, place, time_limit=limit, watch=subject.alive)
    except EngineFailure as error:  # there is another solution, or the solver failed
        return differs(str(error), subject.reference)
    ways = {subject.reference: listed, "checker": require_complete(made.count)}
    ground = Ground.CHECKER if made.cubes else Ground.RECOUNT
    return compare_values(ways, subject.ground, ground)


def compare_recount(subject: Examined) -> Iterator[Check]:
    """Where no certificate was made, compare the checker's recount from its own facts."""
    if not subject.certified:
        make = partial(recount_of, subject.model, subject.effort.states)
        waited = partial(call_in_thread, make, check=partial(subject.alive, 0))
        yield from subject.count_again("recount", Ground.RECOUNT, waited)


def report_unknown_rules(subject: Examined) -> Iterator[Check]:
    """Report what the checker does not take of the model, so that nobody believes that it was checked."""
    model = subject.model
    if subject.certified or (refused := _refusal(model)) is None:
        return
    bare = _refusal(model.changed(rules=()))  # it may be a piece that is unknown, not the rules
    names = [x.text for x in model.added if not bare and _refusal(model.changed(rules=[x]))]
    detail = f"the checker does not know {', '.join(names)}" if names else refused
    yield skipped(detail)


def _refusal(model: Model) -> str | None:
    try:
        facts_of(model)
    except InvalidModel as refused:
        return refused.reason
    return None


def compare_verified(subject: Examined) -> Iterator[Check]:
    """Compare the count of the program that is proved in Coq with the first."""
    if not subject.effort.verified or isinstance(subject.model, Tour):
        return
    make = partial(_verified_count, subject)
    yield from subject.count_again("verified recount", Ground.VERIFIED, make)


def _verified_count(subject: Examined) -> int:
    left = subject.effort.left
    seconds = subject.effort.predicted if left is None else min(left, subject.effort.predicted)
    try:
        # An extension has the program: it returns the number of solutions of a model, within the seconds.
        number: int | None = hooked("verify recount", subject.model, seconds)
    except Undecided as refused:
        raise Unfinished(str(refused)) from None
    if number is None:
        raise Unfinished("the extension verified, which has the program, is not installed")
    return number


# -- published counts and jobs -------------------------------------------------------------------


def compare_published(subject: Examined) -> Iterator[Check]:
    """Compare published counts with the first number, or with our count for another question."""
    for known in subject.published:
        if not known.question:
            for value, ground in islice(subject.numbers.values(), 1):
                yield compare_with_published(known, value, ground)
        elif subject.solutions is not None:
            yield run_check(partial(_compare_same_question, subject, known))


def _compare_same_question(subject: Examined, known: PublishedCount) -> Check:
    model, unit = subject.model, known.question.get("unit")
    if unit:
        model = model.with_unit(unit)
    modulo = cast("Modulo", known.question.get("modulo", "none"))
    ours = subject.counted(model, modulo=modulo, fixed_by=known.question.get("fixed_by"))
    return compare_with_published(known, ours, Ground.FORMULA)


def compare_with_published(
    known: PublishedCount, ours: int | None, *grounds: Ground, side: str = "ours"
) -> Check:
    """Compare a published value with ours; one that nqsat itself computed adds no ground."""
    source = known.oeis or known.source
    question = f"{source} {text_of(known.question)}".strip()
    detail = f"{question}: published {known.value}, {side} {ours}; {known.convention}"
    if ours is None:
        return Check("published", Result.UNKNOWN, detail)
    result = Result.AGREE if ours == known.value else Result.DIFFER
    bases = {*grounds} if known.source.startswith(OWN) else {*grounds, Ground.PUBLISHED}
    return Check("published", result, detail, None, (source, side), frozenset(bases))


def checked_job(job: Job, model: Model | Projection) -> CheckedJob:
    """Return a job about this model with its result, after looking at every row."""
    question = job.question
    if question.model != model:
        raise InvalidModel("job", f"{job.path} asks another question: its model is not the same")
    result, faults = verify_rows(job)
    return str(job.path), question, result, tuple(faults)


def compare_jobs(subject: Examined) -> Iterator[Check]:
    """Compare results of jobs with the counts made here of the same model and with published counts."""
    for name, question, result, faults in subject.jobs:
        if faults:
            yield differs(f"{name}: {faults[0]}", name)
        elif result is None or not result.count.complete:
            yield skipped(f"{name}: {result}")
        else:
            grounds = [
                _job_ground(name, question, title) for title in split_titles(result.count.engine)
            ]
            yield from _compare_job(subject, name, question, result.count.value, *grounds)


def _job_ground(name: str, question: Question, title: str) -> Ground:
    if isinstance(question.engine, Engine) or names_a_file(question.engine):
        return ground_of(question.searcher)  # as the caller that opened the job has it
    if names_a_file(title):
        raise InvalidModel("job", f"{name}: a row names the engine {title}, and the head not")
    return ground_of(make_engine(title))


def _compare_job(
    subject: Examined, name: str, question: Question, value: int, *grounds: Ground
) -> Iterator[Check]:
    asked = known_question(question.modulo, question.fixed_by)
    made = [] if asked else [*subject.with_first(name, value, *grounds)]
    made += [
        compare_with_published(known, value, *grounds, side=name)
        for known in subject.published
        if known.question == asked
    ]
    yield from made or [skipped(f"only {name} counts it: {value:,}")]


#: The comparisons, in order, with the names of their checks. The first two fix the optimum and list the
#: solutions for the others.
CHECKS: tuple[tuple[str, Callable[[Examined], Iterator[Check]]], ...] = (
    ("optimum", compare_optima),  # the best value that each engine proves, if there is an objective
    ("engines", list_reference),
    ("engines", compare_engines),  # the sets of the reference, of sat, cpsat and bitboard
    ("encodings", compare_encodings),  # the sets of sat, under every encoding
    ("counting", compare_counts),  # numbers of engines that do not list
    ("sizes", compare_sizes),
    ("closed under symmetry", compare_images),
    ("orbits", compare_orbit_counts),
    ("orbits", compare_orbit_sizes),
    ("cubes", compare_cube_sum),
    ("transposed", compare_transposed),
    ("directions", compare_directions),
    ("certificate", compare_certificate),  # one is made, and the independent checker accepts it
    ("recount", compare_recount),  # the checker's own number, where no certificate was made
    (UNKNOWN_RULES, report_unknown_rules),  # what the checker does not know
    ("verified recount", compare_verified),  # the count of a program that is proved in Coq
    ("job", compare_jobs),  # results of jobs, after checking every row
    ("published", compare_published),  # counts from the literature, with their convention
    ("counting", report_alone),
    ("counting", report_unselected),
)

#: Of these, the comparisons of projections: of lists, with a certificate, and with jobs.
OF_PROJECTIONS = (
    list_reference, compare_engines, compare_certificate, report_unknown_rules, compare_jobs,
)  # fmt: skip
