"""Verify: one model, several independent ways, compared as sets of solutions.

    check                     what is compared
    engines                   the sets of solutions of the reference, of sat and of cpsat
    encodings                 the sets of sat under every encoding of cardinalities
    resolving                 cpsat in the loop, against its own enumeration
    closed under symmetry     every image of a solution under the model's group is a solution
    orbits                    canonical forms, orbit blocking and Burnside; orbit sizes add up
    symmetry breaking         the count restored from leaders
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
from enum import Enum
from typing import TYPE_CHECKING

from nqsat.compiling import ENCODINGS
from nqsat.counting import METHODS, count
from nqsat.engines import BacktrackEngine, CpSatEngine, Engine, Listing, SatEngine
from nqsat.errors import Disagreement
from nqsat.evidence.known import known_counts
from nqsat.evidence.transpose import transposed

if TYPE_CHECKING:
    from nqsat.counting import Modulo
    from nqsat.evidence.known import Known
    from nqsat.modelling import Arrangement, Placement

__all__ = ["WITNESSES", "Check", "Report", "Result", "verify"]

#: The engines whose sets are compared; the reference comes first.
WITNESSES: tuple[Engine, ...] = (BacktrackEngine(), SatEngine(), CpSatEngine())

#: Sets larger than this are not compared, larger than the second not under every encoding either.
MOST_SOLUTIONS = 50_000
MOST_FOR_ALL_ENCODINGS = 2_000
MOST_FOR_RESOLVING = 100
LARGEST_GROUP = 64


class Result(Enum):
    """How a check came out. UNKNOWN is not a pass: nothing was compared."""

    AGREE = "agree"
    DIFFER = "differ"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """One comparison.

    Args:
        name: what was compared, as in the module's table.
        result: how it came out.
        detail: in one line, what with what, or why not.
        witness: a solution that one side has and the other lacks.
    """

    name: str
    result: Result
    detail: str
    witness: Arrangement | None = None


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
    model: Placement
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
    model: Placement,
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
    reference, complete = _listed(model, witnesses[0])
    counts = {witnesses[0].title: len(reference)}
    if not complete:
        detail = f"more than {MOST_SOLUTIONS:,} solutions: sets not compared"
        checks = [Check("engines", Result.UNKNOWN, detail)]
    else:
        checks = list(_sets(model, reference, witnesses, counts))
        checks += _invariants(model, reference)
        for known in known_counts(family, params or {}):
            checks.append(_published(model, known, len(reference)))
    seconds = time.monotonic() - started
    return Report(family, params or {}, model, counts, tuple(checks), seconds)


# -- sets of solutions -------------------------------------------------------------------


def _listed(model: Placement, engine: Engine) -> tuple[set[Arrangement], bool]:
    listing = Listing(model, engine, limit=MOST_SOLUTIONS)
    return set(listing), listing.complete


def _sets(
    model: Placement,
    reference: set[Arrangement],
    witnesses: tuple[Engine, ...],
    counts: dict[str, int],
) -> Iterator[Check]:
    first = witnesses[0].title
    for engine in witnesses[1:]:
        found, _ = _listed(model, engine)
        counts[engine.title] = len(found)
        yield _compare("engines", first, reference, engine.title, found)
    if len(reference) <= MOST_FOR_ALL_ENCODINGS:
        for encoding in ENCODINGS[1:]:
            engine = SatEngine(encoding=encoding.name)
            found, _ = _listed(model, engine)
            yield _compare("encodings", first, reference, engine.title, found)
    else:
        yield Check("encodings", Result.UNKNOWN, f"more than {MOST_FOR_ALL_ENCODINGS:,} solutions")
    if len(reference) <= MOST_FOR_RESOLVING:
        engine = CpSatEngine(mode="resolve")
        found, _ = _listed(model, engine)
        yield _compare("resolving", first, reference, engine.title, found)
    else:
        yield Check("resolving", Result.UNKNOWN, f"more than {MOST_FOR_RESOLVING} solutions")


def _compare(
    name: str, left: str, one: set[Arrangement], right: str, other: set[Arrangement]
) -> Check:
    """Two sets: equal, or the first solution that one has and the other lacks."""
    if one == other:
        return Check(name, Result.AGREE, f"{left} = {right} ({len(one)} solutions)")
    witness = min(one ^ other)
    has, lacks = (left, right) if witness in one else (right, left)
    detail = f"{has} has {witness}, {lacks} lacks it ({len(one)} against {len(other)})"
    return Check(name, Result.DIFFER, detail, witness)


# -- invariants that need no oracle ------------------------------------------------------


def _invariants(model: Placement, solutions: set[Arrangement]) -> Iterator[Check]:
    group = model.symmetries()
    images = {x.image(g) for x in solutions for g in group}
    yield _compare("closed under symmetry", "solutions", solutions, "their images", images)
    yield from _orbits(model, solutions)
    total = count(model, break_symmetry=True).value
    yield _equal("symmetry breaking", {"listed": len(solutions), "from leaders": total})
    turned = transposed(model)
    if turned is None:
        yield Check("transposed", Result.UNKNOWN, "the model cannot be transposed")
    else:
        there, back = turned
        found, _ = _listed(there, BacktrackEngine())
        yield _compare("transposed", "solutions", solutions, "transposed", {back(x) for x in found})


def _orbits(model: Placement, solutions: set[Arrangement]) -> Iterator[Check]:
    group = model.symmetries()
    if len(group) > LARGEST_GROUP:
        yield Check("orbits", Result.UNKNOWN, f"a group of {len(group)} symmetries is large")
        return
    ways: dict[str, int] = {
        method: count(model, modulo="symmetry", method=method).value for method in METHODS
    }
    yield _equal("orbits", ways)
    least = {x.canonical(group) for x in solutions}
    sizes = sum(len({x.image(g) for g in group}) for x in least)
    yield _equal("orbits", {"orbit sizes": sizes, "solutions": len(solutions)})


def _equal(name: str, values: Mapping[str, int]) -> Check:
    result = Result.AGREE if len(set(values.values())) == 1 else Result.DIFFER
    return Check(name, result, ", ".join(f"{way} {value}" for way, value in values.items()))


def _published(model: Placement, known: Known, listed: int) -> Check:
    """A published count against ours for the same question."""
    if known.question:
        modulo: Modulo = "symmetry" if known.question.get("modulo") == "symmetry" else "none"
        ours = count(model, modulo=modulo, fixed_by=known.question.get("fixed_by")).value
    else:
        ours = listed
    asked = " ".join(f"{name}={value}" for name, value in known.question.items())
    result = Result.AGREE if ours == known.value else Result.DIFFER
    detail = f"{known.oeis or known.source} {asked}: published {known.value}, ours {ours}"
    return Check("published", result, " ".join(detail.split()))
