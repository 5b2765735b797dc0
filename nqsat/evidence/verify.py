"""Verify: one model, several independent ways, compared as sets of solutions.

    check                     what is compared
    optimum                   the best value that each engine proves, where there is an objective
    engines                   the sets of solutions of the reference, of sat, cpsat and bitboard
    encodings                 the sets of sat under every encoding of cardinalities (placements) or
                              of circuits (tours)
    resolving                 cpsat in the loop, against its own enumeration
    counting                  how many the engines count that need not list; sizes: with so many men
    closed under symmetry     every image of a solution under the model's group is a solution
    orbits                    canonical forms, orbit blocking and Burnside; orbit sizes add up
    symmetry breaking         the count restored from leaders (placements)
    directions                twice as many directed tours as undirected ones
    cubes                     the counts of disjoint parts of the model add up to the whole
    certificate               a certificate of the count is made, and the independent checker accepts it
    transposed                the model with ranks and files exchanged has the transposed solutions
    published                 counts from the literature, with their convention

The reference shares no formula with the others, so its agreement says something about the lowering; sat,
cpsat and bitboard share it, so theirs says something about solvers. What the sides of a check rest on is
its ``grounds``; only agreement of different grounds makes a report agree. A check that was not made says
why.
"""

from __future__ import annotations

import time
from collections import Counter as Multiset
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NoReturn, cast

from nqsat.compiling import CIRCUITS, ENCODINGS
from nqsat.counting import Modulo, count, optimise
from nqsat.engines import BacktrackEngine, Counter, CpSatEngine, Engine, Listing, SatEngine
from nqsat.errors import Disagreement, EngineFailure, Interrupted, WrongSolution, no_truth
from nqsat.evidence.certificate import certify
from nqsat.evidence.checks import (
    Check,
    Ground,
    Result,
    Unfinished,
    compare_numbers,
    compare_sets,
    ground_of,
    guarded,
    whole,
    wrong,
)
from nqsat.evidence.counted import asked, left_out, measures, number_of, sizes_of
from nqsat.evidence.effort import USUAL, Effort
from nqsat.evidence.invariants import invariants
from nqsat.evidence.known import known_counts
from nqsat.modelling import Model, Solution, Tour, find_family, model_of
from nqsat.modelling.tour import Direction

if TYPE_CHECKING:
    from nqsat.evidence.known import Known

#: The engines whose sets are compared; the reference comes first.
WITNESSES: tuple[Engine, ...] = (BacktrackEngine(), SatEngine(), CpSatEngine())

#: How the source of a value begins that nqsat itself computed.
OWN = "computed by nqsat"

#: The check that says that a clock has ended a verification.
TIME = "time limit"

#: So long each engine may look for an optimum.
SECONDS_FOR_OPTIMUM = 10.0


@dataclass(frozen=True, slots=True)
class Report:
    """What was established about one model.

    Args:
        family, params: where the model comes from.
        model: the model.
        counts: by engine, how many solutions it listed or counted.
        checks: the comparisons made, and those that were not, with the reason.
        seconds: wall-clock seconds for all of them.
        interrupted: whether Ctrl-C came before all comparisons were made.
    """

    family: str
    params: Mapping[str, int | str]
    model: Model
    counts: Mapping[str, int]
    checks: tuple[Check, ...]
    seconds: float
    interrupted: bool = False

    def __bool__(self) -> NoReturn:
        raise no_truth(self, ".result")

    @property
    def result(self) -> Result:
        """DIFFER if any check differs; AGREE if independent grounds agree; else UNKNOWN."""
        if any(check.result is Result.DIFFER for check in self.checks):
            return Result.DIFFER
        return Result.AGREE if self.grounds else Result.UNKNOWN

    @property
    def grounds(self) -> tuple[Ground, ...]:
        """The grounds that agree with one another; none where nothing independent was compared."""
        agreeing = (check for check in self.checks if check.result is Result.AGREE)
        found = {ground for check in agreeing if check.independent for ground in check.grounds}
        return tuple(ground for ground in Ground if ground in found)

    @property
    def summary(self) -> str:
        """In one line, what the result rests on."""
        made = [check for check in self.checks if check.result is not Result.UNKNOWN]
        bad = [check.name for check in made if check.result is Result.DIFFER]
        if bad:
            return f"they differ: {', '.join(dict.fromkeys(bad))}"
        if self.grounds:
            return f"independent agreement: {' = '.join(one.value for one in self.grounds)}"
        if made:
            alike = [check for check in made if check.name in ("optimum", "engines", "counting")]
            sides = {side for check in alike for side in check.sides}
            grounds = {ground.value for check in alike for ground in check.grounds}
            if sides:
                return f"{len(sides)} {'/'.join(grounds)} engines agree; nothing independent"
            return "nothing independent was compared; what shares a ground agrees"
        return "nothing was compared"

    def __str__(self) -> str:
        """Every check on a line of its own, and the result with what it rests on."""
        return "\n".join([*map(str, self.checks), f"{self.result.value}: {self.summary}"])

    @property
    def late(self) -> bool:
        """Whether a clock ended it before all comparisons were made."""
        return any(check.name == TIME for check in self.checks)

    def require(self) -> None:
        """Raise what differs.

        Raises:
            Disagreement: with the witness, where there is one.
        """
        for check in self.checks:
            if check.result is Result.DIFFER:
                raise Disagreement(f"{check.name}: {check.detail}", check.witness)


def verify(
    model: Model | str,
    *,
    family: str = "",
    params: Mapping[str, int | str] | None = None,
    witnesses: tuple[Engine, ...] = WITNESSES,
    effort: Effort = USUAL,
    watch: Callable[[Check], None] = lambda _check: None,
    **parameters: int | str,
) -> Report:
    """Compare what can be compared about one model; never raises for a disagreement.

    Args:
        model: the model, or a name and ``parameters``, with whose published counts it is compared.
        family: the catalogue's name for a model, to find published counts.
        params: its parameters there.
        witnesses: the engines, the reference first.
        effort: how far to go.
        watch: called with each check as soon as it is made.
        parameters: as for ``count``.

    Raises:
        EngineFailure: an engine broke; that says nothing about the model.
        Interrupted: Ctrl-C; its ``answer`` is the report of what was established by then.
    """
    started = time.monotonic()
    asked, params = model_of(model, parameters), dict(params or {})
    if isinstance(model, str):
        named = find_family(model)
        family, params = named.name, named.typed(parameters)
    work = _Verification(asked, witnesses, effort, known_counts(family, params))
    checks: list[Check] = []
    interrupted = False
    try:
        for check in work.checks():
            checks.append(check)  # one by one: what came before an interrupt stays
            watch(check)
            if effort.over:
                checks.append(Check(TIME, Result.UNKNOWN, "the rest was not compared"))
                break
    except KeyboardInterrupt:
        interrupted = True
        checks.append(Check("interrupted", Result.UNKNOWN, "the rest was not compared"))
    seconds = time.monotonic() - started
    report = Report(family, params, asked, work.counts, tuple(checks), seconds, interrupted)
    if interrupted:
        raise Interrupted(report)
    return report


class _Verification:
    """One verification at work.

    Attributes:
        counts: by engine, how many solutions it listed or counted so far.
    """

    def __init__(
        self,
        model: Model,
        witnesses: tuple[Engine, ...],
        effort: Effort,
        published: tuple[Known, ...],
    ) -> None:
        self.counts: dict[str, int] = {}
        self._asked = model
        self._witnesses = witnesses
        self._reference = witnesses[0]
        self._effort = effort
        self._optimal = [known for known in published if known.question.get("ask") == "optimum"]
        self._published = [known for known in published if known not in self._optimal]

    def checks(self) -> Iterator[Check]:
        """Compare one thing after the other."""
        model = yield from self._settled()
        counters = asked(model, self._effort)
        try:
            reference = self._listed(model, self._reference, note=True)
        except WrongSolution as error:
            yield wrong("engines", error, self._reference.title)
        except Unfinished as error:
            yield Check("engines", Result.UNKNOWN, f"{error}: sets not compared")
            yield from self._without_reference(model, counters)
        else:
            yield from self._sets(model, reference, counters)
            yield from self._numbers(model, reference, counters)
            yield from invariants(model, reference, self._reference, self._effort)
            made = partial(self._certified, model, len(reference))
            yield guarded("certificate", made, self._reference.title, "checker")
            for known in self._published:
                ours = (ground_of(self._reference), len(reference))
                yield guarded("published", partial(self._known, model, known, ours))
        yield from left_out(model, self._effort)

    # -- the best value ------------------------------------------------------------------

    def _settled(self) -> Generator[Check, None, Model]:
        """The model with its best value settled, if it has an objective, after comparing that."""
        model = self._asked
        if isinstance(model, Tour) or model.objective is None:
            return model
        found: dict[Engine, int] = {}
        limit = min(SECONDS_FOR_OPTIMUM, self._effort.left or SECONDS_FOR_OPTIMUM)
        for engine in self._witnesses:
            try:
                optimum = optimise(model, engine=engine, time_limit=limit)
            except WrongSolution as error:
                yield wrong("optimum", error, engine.title)
                continue
            if optimum.proved:
                found[engine] = -1 if optimum.value is None else optimum.value
            else:
                yield Check("optimum", Result.UNKNOWN, f"{engine.title}: {optimum}")
        ways = {engine.title: value for engine, value in found.items()}
        if len(ways) > 1:
            yield compare_numbers("optimum", ways, *map(ground_of, found))
        elif ways:
            yield Check("optimum", Result.UNKNOWN, f"only {next(iter(ways))} proved it")
        best = next(iter(found.values()), None)
        for known in self._optimal:
            yield _against(known, best, *map(ground_of, found))
        if best is None:
            self._published = []  # of the best ones, which nobody knows
        return model.with_objective(None) if best in (None, -1) else model.settled(str(best))

    # -- sets of solutions ---------------------------------------------------------------

    def _listed(self, model: Model, engine: Engine, *, note: bool = False) -> set[Solution]:
        """The solutions that an engine lists; the number is noted.

        Raises:
            Unfinished: these are not all.
        """
        seconds = self._effort.left
        listing: Listing[Any] = Listing(
            model, engine, limit=self._effort.solutions, time_limit=seconds
        )
        found = set(listing)
        if listing.reason == "limit":
            raise Unfinished(f"more than {self._effort.solutions:,} solutions")
        if listing.reason is not None:
            raise Unfinished(f"{engine.title}: more than {seconds:.3g} s")
        if note:
            self.counts[engine.title] = len(found)
        return found

    def _sets(
        self, model: Model, reference: set[Solution], counters: tuple[Counter, ...]
    ) -> Iterator[Check]:
        def against(name: str, engine: Engine, *, note: bool = False) -> Check:
            def compare() -> Check:
                found = self._listed(model, engine, note=note)
                sides = (self._reference.title, reference, engine.title, found)
                return compare_sets(name, *sides, *grounds, ground_of(engine))

            return guarded(name, compare, self._reference.title, engine.title)

        grounds = (ground_of(self._reference),)
        lists = tuple(counter for counter in counters if counter.lists)
        for engine in (*self._witnesses[1:], *lists):
            yield against("engines", engine, note=True)
        effort = self._effort
        if len(reference) <= effort.encodings:
            yield from (against("encodings", engine) for engine in _encodings(model))
        else:
            yield Check("encodings", Result.UNKNOWN, f"more than {effort.encodings:,} solutions")
        if len(reference) <= effort.resolving:
            yield against("resolving", CpSatEngine(mode="resolve"))
        else:
            yield Check("resolving", Result.UNKNOWN, f"more than {effort.resolving:,} solutions")

    def _certified(self, model: Model, number: int) -> Check:
        """The count of a certificate that the checker accepts, which shares no table with the engines."""
        if number > self._effort.certified:
            raise Unfinished(f"more than {self._effort.certified:,} solutions")
        try:
            with TemporaryDirectory() as folder:
                made = certify(model, Path(folder) / "certificate", time_limit=self._effort.left)
        except EngineFailure as error:  # there is another solution, or the solver broke on the way
            return Check("certificate", Result.DIFFER, str(error), None, (self._reference.title,))
        ways = {self._reference.title: number, "checker": whole(made.count)}
        return compare_numbers("certificate", ways, ground_of(self._reference), Ground.CHECKER)

    # -- numbers -------------------------------------------------------------------------

    def _numbers(
        self, model: Model, reference: set[Solution], counters: tuple[Counter, ...]
    ) -> Iterator[Check]:
        """What is counted without listing, against the number of those that are listed."""
        first = self._reference.title
        sizes = {} if isinstance(model, Tour) else dict(Multiset(map(len, reference)))

        def number(counter: Counter) -> Check:
            found = number_of(model, counter, self._effort)
            self.counts.setdefault(counter.title, found)
            ways = {first: len(reference), counter.title: found}
            return compare_numbers("counting", ways, ground_of(self._reference), ground_of(counter))

        def by_size(counter: Counter) -> Check:
            found = sizes_of(model, counter, self._effort)
            sides, grounds = (first, counter.title), (self._reference, counter)
            result = Result.AGREE if found == sizes else Result.DIFFER
            detail = f"{first} {_written(sizes)}, {counter.title} {_written(found)}"
            bases = frozenset(map(ground_of, grounds))
            return Check("sizes", result, detail, None, sides, bases)

        for counter in counters:
            yield guarded("counting", partial(number, counter))
            if measures(counter) and not isinstance(model, Tour):
                yield guarded("sizes", partial(by_size, counter))

    def _without_reference(self, model: Model, counters: tuple[Counter, ...]) -> Iterator[Check]:
        """Where nobody lists: those who count, against one another and what is published."""
        found: dict[Counter, int] = {}

        def number(counter: Counter) -> Check:
            found[counter] = self.counts[counter.title] = number_of(model, counter, self._effort)
            raise Unfinished("")

        for counter in counters:
            refused = guarded("counting", partial(number, counter))
            if counter not in found:
                yield refused
        ways = {counter.title: value for counter, value in found.items()}
        if len(found) > 1:
            yield compare_numbers("counting", ways, *map(ground_of, found))
        for counter, value in found.items():
            if len(found) == 1:
                detail = f"only {counter.title} counts it: {value:,}"
                yield Check("counting", Result.UNKNOWN, detail)
            for known in self._published:
                if not known.question:
                    yield _against(known, value, ground_of(counter), side=counter.title)

    # -- what is published ---------------------------------------------------------------

    def _known(self, model: Model, known: Known, listed: tuple[Ground, int]) -> Check:
        """A published count against ours for the same question."""
        if not known.question:
            ground, ours = listed
            return _against(known, ours, ground)
        modulo = cast("Modulo", known.question.get("modulo", "none"))
        unit = known.question.get("unit")
        asked_of = (
            model.with_unit(cast("Direction", unit)) if isinstance(model, Tour) and unit else model
        )
        fixed_by = known.question.get("fixed_by")
        limit = self._effort.left
        found = count(
            asked_of, engine=SatEngine(), modulo=modulo, fixed_by=fixed_by, time_limit=limit
        )
        return _against(known, whole(found), Ground.FORMULA)


def _against(known: Known, ours: int | None, *grounds: Ground, side: str = "ours") -> Check:
    """A published value and ours. What nqsat computed itself is no ground of its own."""
    asked_for = " ".join(f"{name}={value}" for name, value in known.question.items())
    source = known.oeis or known.source
    question = f"{source} {asked_for}".strip()
    detail = f"{question}: published {known.value}, {side} {ours}; {known.convention}"
    if ours is None:
        return Check("published", Result.UNKNOWN, detail)
    result = Result.AGREE if ours == known.value else Result.DIFFER
    bases = {*grounds} if known.source.startswith(OWN) else {*grounds, Ground.PUBLISHED}
    return Check("published", result, detail, None, (source, side), frozenset(bases))


def _written(sizes: Mapping[int, int]) -> str:
    """How many have so many men: ``{0: 1, 1: 9}``."""
    return "{" + ", ".join(f"{size}: {sizes[size]}" for size in sorted(sizes)) + "}"


def _encodings(model: Model) -> list[SatEngine]:
    """The sat engine under every encoding that matters for this kind of model."""
    if isinstance(model, Tour):
        names = [encoding.name for encoding in CIRCUITS if encoding.name != "lazy"]
        return [SatEngine(solver="cadical195", circuit=name) for name in names]
    return [SatEngine(encoding=encoding.name) for encoding in ENCODINGS[1:]]
