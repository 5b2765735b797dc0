"""Verify: one model, several independent ways, compared as sets of solutions.

    check                     what is compared
    optimum                   the best value that each engine proves, where there is an objective
    engines                   the sets of solutions of the reference, of sat and of cpsat
    encodings                 the sets of sat under every encoding of cardinalities (placements) or
                              of circuits (tours)
    resolving                 cpsat in the loop, against its own enumeration
    closed under symmetry     every image of a solution under the model's group is a solution
    orbits                    canonical forms, orbit blocking and Burnside; orbit sizes add up
    symmetry breaking         the count restored from leaders (placements)
    directions                twice as many directed tours as undirected ones
    transposed                the model with ranks and files exchanged has the transposed solutions
    published                 counts from the literature, with their convention

The reference shares no encoding with the others, so its agreement says something about the lowering;
sat and cpsat share the lowering, so theirs says something about solvers. A check that was not made
because the set is too large says so.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from nqsat.compiling import CIRCUITS, ENCODINGS
from nqsat.counting import count, optimise
from nqsat.engines import BacktrackEngine, CpSatEngine, Engine, Listing, SatEngine
from nqsat.errors import Disagreement, WrongSolution
from nqsat.evidence.checks import Check, Result, compare_numbers, compare_sets, guarded, whole
from nqsat.evidence.invariants import invariants
from nqsat.evidence.known import known_counts
from nqsat.modelling import Tour

if TYPE_CHECKING:
    from nqsat.counting import Modulo
    from nqsat.evidence.known import Known
    from nqsat.modelling import Model, Solution
    from nqsat.modelling.tour import Direction

__all__ = ["WITNESSES", "Report", "verify"]

#: The engines whose sets are compared; the reference comes first.
WITNESSES: tuple[Engine, ...] = (BacktrackEngine(), SatEngine(), CpSatEngine())

#: Sets larger than this are not compared, larger than the second not under every encoding either.
MOST_SOLUTIONS = 50_000
MOST_FOR_ALL_ENCODINGS = 2_000
MOST_FOR_RESOLVING = 100

#: So long each engine may look for an optimum.
SECONDS_FOR_OPTIMUM = 10.0


@dataclass(frozen=True, slots=True)
class Report:
    """What was established about one model.

    Args:
        family, params: where the model comes from.
        model: the model.
        counts: by engine, how many solutions it listed.
        checks: the comparisons made.
        seconds: wall-clock seconds for all of them.
    """

    family: str
    params: Mapping[str, int | str]
    model: Model
    counts: Mapping[str, int]
    checks: tuple[Check, ...]
    seconds: float

    @property
    def result(self) -> Result:
        """DIFFER if any check differs; AGREE if at least one compared something; else UNKNOWN."""
        results = {check.result for check in self.checks}
        for result in (Result.DIFFER, Result.AGREE):
            if result in results:
                return result
        return Result.UNKNOWN

    def require(self) -> None:
        """Raise what differs.

        Raises:
            Disagreement: with the witness, where there is one.
        """
        for check in self.checks:
            if check.result is Result.DIFFER:
                raise Disagreement(f"{check.name}: {check.detail}", check.witness)


def verify(
    model: Model,
    *,
    family: str = "",
    params: Mapping[str, int | str] | None = None,
    witnesses: tuple[Engine, ...] = WITNESSES,
) -> Report:
    """Compare what can be compared about one model; never raises for a disagreement.

    Args:
        model: the model.
        family: the catalogue's name for it, to find published counts.
        params: its parameters there.
        witnesses: the engines, the reference first.
    """
    started = time.monotonic()
    counts: dict[str, int] = {}
    published = known_counts(family, params or {})
    optimal = [known for known in published if known.question.get("ask") == "optimum"]
    settled, checks = _optimum(model, witnesses, optimal)
    try:
        reference, complete = _listed(settled, witnesses[0], counts)
    except WrongSolution as error:
        checks += [Check("engines", Result.DIFFER, str(error), cast("Solution", error.solution))]
    else:
        if complete:
            checks += _sets(settled, reference, witnesses, counts)
            checks += invariants(settled, reference)
            checks += [
                guarded("published", partial(_published, settled, known, len(reference)))
                for known in published
                if known not in optimal
            ]
        else:
            detail = f"more than {MOST_SOLUTIONS:,} solutions: sets not compared"
            checks += [Check("engines", Result.UNKNOWN, detail)]
    seconds = time.monotonic() - started
    return Report(family, params or {}, model, counts, tuple(checks), seconds)


# -- the best value ----------------------------------------------------------------------


def _optimum(
    model: Model, witnesses: tuple[Engine, ...], published: list[Known]
) -> tuple[Model, list[Check]]:
    """The model with its best value settled, if it has an objective, and what was compared for that."""
    if isinstance(model, Tour) or model.objective is None:
        return model, []
    found = {}
    checks = []
    for engine in witnesses:
        optimum = optimise(model, engine, time_limit=SECONDS_FOR_OPTIMUM)
        if optimum.proved:
            found[engine.title] = optimum.value
        else:
            checks.append(Check("optimum", Result.UNKNOWN, f"{engine.title}: {optimum}"))
    ways = {title: -1 if value is None else value for title, value in found.items()}
    checks.insert(0, compare_numbers("optimum", ways))
    value = next(iter(found.values()), None)
    for known in published:
        result = Result.AGREE if value == known.value else Result.DIFFER
        detail = f"{known.oeis or known.source}: published {known.value}, ours {value}"
        checks.append(Check("published", result, detail))
    return (model.with_objective(None) if value is None else model.settled(value)), checks


# -- sets of solutions -------------------------------------------------------------------


def _listed(
    model: Model, engine: Engine, counts: dict[str, int] | None = None
) -> tuple[set[Solution], bool]:
    """The solutions that an engine lists, and whether these are all; the number is noted."""
    listing: Listing[Any] = Listing(model, engine, limit=MOST_SOLUTIONS)
    found = set(listing)
    if counts is not None:
        counts[engine.title] = len(found)
    return found, listing.complete


def _sets(
    model: Model,
    reference: set[Solution],
    witnesses: tuple[Engine, ...],
    counts: dict[str, int],
) -> Iterator[Check]:
    first = witnesses[0].title

    def against(name: str, engine: Engine, counts: dict[str, int] | None = None) -> Check:
        def compare() -> Check:
            found, _ = _listed(model, engine, counts)
            return compare_sets(name, first, reference, engine.title, found)

        return guarded(name, compare)

    for engine in witnesses[1:]:
        yield against("engines", engine, counts)
    if len(reference) <= MOST_FOR_ALL_ENCODINGS:
        yield from (against("encodings", engine) for engine in _encodings(model))
    else:
        yield Check("encodings", Result.UNKNOWN, f"more than {MOST_FOR_ALL_ENCODINGS:,} solutions")
    if len(reference) <= MOST_FOR_RESOLVING:
        yield against("resolving", CpSatEngine(mode="resolve"))
    else:
        yield Check("resolving", Result.UNKNOWN, f"more than {MOST_FOR_RESOLVING} solutions")


def _encodings(model: Model) -> list[SatEngine]:
    """The sat engine under every encoding that matters for this kind of model."""
    if isinstance(model, Tour):
        names = [encoding.name for encoding in CIRCUITS if encoding.name != "lazy"]
        return [SatEngine(solver="cadical195", circuit=name) for name in names]
    return [SatEngine(encoding=encoding.name) for encoding in ENCODINGS[1:]]


def _published(model: Model, known: Known, listed: int) -> Check:
    """A published count against ours for the same question."""
    if known.question:
        modulo = cast("Modulo", known.question.get("modulo", "none"))
        unit = known.question.get("unit")
        asked_of = (
            model.with_unit(cast("Direction", unit)) if isinstance(model, Tour) and unit else model
        )
        ours = whole(count(asked_of, modulo=modulo, fixed_by=known.question.get("fixed_by")))
    else:
        ours = listed
    asked = " ".join(f"{name}={value}" for name, value in known.question.items())
    result = Result.AGREE if ours == known.value else Result.DIFFER
    detail = f"{known.oeis or known.source} {asked}: published {known.value}, ours {ours}"
    return Check("published", result, " ".join(detail.split()))
