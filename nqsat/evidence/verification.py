"""Verify a model: compare the solutions and counts of independent engines and methods; see ``CHECKS``.

The reference uses no formula, so its agreement with other engines tests the encoding; sat, cpsat and
bitboard share the formula, so their agreement tests the solvers. ``Check.grounds`` are the bases of the
compared sides; a report agrees only if different grounds agree. A check that was not made says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import NoReturn

from nqsat.chess.display import Description, Displayable
from nqsat.compiling import Projection
from nqsat.counting.job import Job, open_job
from nqsat.counting.run import unseen
from nqsat.engines import BacktrackEngine, CpSatEngine, Deadline, Engine, SatEngine
from nqsat.errors import Disagreement, Interrupted, no_truth
from nqsat.evidence.comparisons import (
    CHECKS,
    OF_PROJECTIONS,
    UNKNOWN_RULES,
    USUAL,
    Effort,
    Examined,
    checked_job,
)
from nqsat.evidence.grounds import Check, Ground, Result
from nqsat.evidence.known import known_counts
from nqsat.modelling import Model, text_of
from nqsat.sources import find_family, model_of, names_a_file

#: The engines whose sets are compared; the reference comes first.
WITNESSES: tuple[Engine, ...] = (BacktrackEngine(), SatEngine(), CpSatEngine())

#: The name of the check that reports that the time limit was reached.
TIME = "time limit"

#: The last check's text, if not all were made.
REST = "the rest was not compared"


@dataclass(frozen=True, slots=True, repr=False)
class Report(Displayable):
    """The result of verifying one model.

    Args:
        family, params: the family of the model and its parameters; of a projection, also what is shown.
        model: the model, or the projection of one.
        counts: the number of solutions that each engine listed or counted.
        checks: the comparisons made, and those that were not, with the reason.
        seconds: wall-clock seconds for all of them.
        interrupted: whether Ctrl-C came before all comparisons were made.
    """

    family: str
    params: Mapping[str, int | str]
    model: Model | Projection
    counts: Mapping[str, int]
    checks: tuple[Check, ...]
    seconds: float
    interrupted: bool = False

    def __bool__(self) -> NoReturn:
        raise no_truth(self, ".result")

    @property
    def title(self) -> str:
        """The family with the parameters: ``queens n=8``."""
        return f"{self.family} {text_of(self.params)}".strip()

    @property
    def result(self) -> Result:
        """DIFFER if any check differs; AGREE if independent grounds agree; else UNKNOWN."""
        if any(check.result is Result.DIFFER for check in self.checks):
            return Result.DIFFER
        return Result.AGREE if self.grounds else Result.UNKNOWN

    @property
    def grounds(self) -> tuple[Ground, ...]:
        """The grounds that agree with each other; none if nothing independent was compared."""
        agreeing = (check for check in self.checks if check.result is Result.AGREE)
        agreed = {ground for check in agreeing if check.independent for ground in check.grounds}
        return tuple(ground for ground in Ground if ground in agreed)

    @property
    def made(self) -> tuple[Check, ...]:
        """The comparisons that were made."""
        return tuple(check for check in self.checks if check.result is not Result.UNKNOWN)

    @property
    def agreeing(self) -> int:
        """How many of the comparisons agree."""
        return sum(check.result is Result.AGREE for check in self.checks)

    @property
    def summary(self) -> str:
        """The basis of the result, in one line, and what is not independent or was not checked."""
        return "; ".join((self.basis, *self.notes))

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on agreement that is not independent, and on rules that the checker does not know."""
        shared = () if self.grounds or not self.made else shared_by_rules(self.model)
        unchecked = (check.detail for check in self.checks if check.name == UNKNOWN_RULES)
        return (*shared, *unchecked)

    @property
    def basis(self) -> str:
        """The witnesses that agree, or differ, in a few words."""
        made = self.made
        bad = [check.name for check in made if check.result is Result.DIFFER]
        if bad:
            return f"they differ: {', '.join(dict.fromkeys(bad))}"
        if self.grounds:
            return f"independent agreement: {' = '.join(base.value for base in self.grounds)}"
        if made:
            alike = [check for check in made if check.name in ("optimum", "engines", "counting")]
            sides = {side for check in alike for side in check.sides}
            grounds = {ground.value for check in alike for ground in check.grounds}
            if sides:
                return f"{len(sides)} {'/'.join(grounds)} engines agree; nothing independent"
            return "nothing independent was compared; what shares a ground agrees"
        return "nothing was compared"

    def __str__(self) -> str:
        """Return every check on its own line, once, and the result with its basis."""
        lines = dict.fromkeys(map(str, self.checks))
        return "\n".join([*lines, f"{self.result.value}: {self.summary}"])

    def _describe_(self) -> Description:
        counts = ", ".join(f"{engine} {value:,}" for engine, value in self.counts.items())
        table = [("check", "what with what", "result", "independent", "detail")]
        table += [check.cells for check in self.checks]
        answer = f"{self.title or self.model.text}: {self.result.value}; {self.summary}"
        by = f"{self.agreeing} of {len(self.made)} comparisons agree, {self.seconds:.1f} s"
        differs = (x.witness for x in self.checks if x.result is Result.DIFFER and x.witness)
        return Description(answer, by, counts or None, (*islice(differs, 1),), table=tuple(table))

    @property
    def late(self) -> bool:
        """Whether the time limit was reached before all comparisons were made."""
        return any(check.name == TIME for check in self.checks)

    def to_json(self) -> dict[str, object]:
        """Return the report as JSON data, without the model; counts as text."""
        return {
            "counts": {engine: str(value) for engine, value in self.counts.items()},
            "result": self.result.value,
            "summary": self.summary,
            "grounds": [ground.value for ground in self.grounds],
            "interrupted": self.interrupted,
            "checks": [check.to_json() for check in self.checks],
            "seconds": round(self.seconds, 3),
        }

    def require(self) -> None:
        """Raise an error if a check differs.

        Raises:
            Disagreement: the first check that differs, with its witness if there is one.
        """
        for check in self.checks:
            if check.result is Result.DIFFER:
                raise Disagreement(f"{check.name}: {check.detail}", check.witness)


def shared_by_rules(model: Model | Projection) -> tuple[str, ...]:
    """Return what is not independent in an agreement of meaning and formula, in words for each rule."""
    words = (
        f"meaning and encoding of {rule.name} share {rule.shares}"
        for rule in (model.of if isinstance(model, Projection) else model).rules
        if rule.shares
    )
    return tuple(dict.fromkeys(words))


def _merge_meaning_and_formula(check: Check) -> Check:
    """Return a check with meaning and formula as one ground, for a rule in which they share something."""
    grounds = {Ground.FORMULA if ground is Ground.MEANING else ground for ground in check.grounds}
    return replace(check, grounds=frozenset(grounds))


def verify(
    model: Model | Projection | str,
    *sizes: int | str,
    family: str = "",
    params: Mapping[str, int | str] | None = None,
    witnesses: tuple[Engine, ...] = WITNESSES,
    effort: Effort = USUAL,
    job: Sequence[str | Path | Job] = (),
    watch: Callable[[Check], None] = lambda _check: None,
    alive: Callable[[int], None] = unseen,
    **parameters: int | str,
) -> Report:
    """Compare the engines and checkers on one model; a disagreement is reported, not raised.

    Args:
        model: the model, or a name and ``parameters``; with a name, also published counts are compared.
            For a projection, the engines' lists and a certificate are compared.
        family: the model's name in the catalogue, to find published counts.
        params: its parameters there.
        witnesses: the engines, the reference first.
        effort: the limits.
        job: jobs about the model, or their files, whose numbers are also compared. If the model is given as
            a file, that file may be the source of their models; for other files see ``open_job``.
        watch: called with each check as soon as it is made.
        alive: called now and then within a check, with what the engine at work has found.
        sizes: the parameters of a named model in their order: ``"queens", 8``.
        parameters: as for ``count``.

    Raises:
        InvalidModel: a file has no job, or the job is about another model.
        EngineFailure: an engine failed; that says nothing about the model.
        Interrupted: Ctrl-C; its ``answer`` is the report of the checks made before it.
    """
    clock = Deadline()
    whole, params = not isinstance(model, Projection), dict(params or {})
    about = model_of(model.of if isinstance(model, Projection) else model, parameters, sizes)
    asked = model if isinstance(model, Projection) else about
    if isinstance(model, str):
        named = find_family(model)
        family, params = named.name, named.typed(named.stated(sizes, parameters))
    own = model if isinstance(model, str) and names_a_file(model) else None
    done = tuple(checked_job(open_job(folder, model=own), asked) for folder in job)
    subject = Examined(
        asked, witnesses, effort, known_counts(family, params) if whole else (), done, alive
    )
    if isinstance(asked, Projection):
        params["show"] = " ".join(asked.show)
    checks: list[Check] = []
    shared = bool(shared_by_rules(asked))
    chosen = [(name, make) for name, make in CHECKS if whole or make in OF_PROJECTIONS]
    interrupted = False
    try:
        for name, check in ((name, check) for name, make in chosen for check in make(subject)):
            made = replace(check, name=check.name or name)
            checks.append(_merge_meaning_and_formula(made) if shared else made)
            watch(made)
            if effort.clock.expired:
                checks.append(Check(TIME, Result.UNKNOWN, REST))
                break
    except KeyboardInterrupt:
        interrupted = True
        checks.append(Check("interrupted", Result.UNKNOWN, REST))
    counts, all_checks = subject.counts, tuple(checks)
    report = Report(family, params, asked, counts, all_checks, clock.seconds, interrupted)
    if interrupted:
        raise Interrupted(report)
    return report
