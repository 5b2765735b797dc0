"""Verify: one model, several independent ways, compared as sets of solutions; see ``CHECKS``.

The reference shares no formula with the others, so its agreement says something about the lowering; sat,
cpsat and bitboard share it, so theirs says something about solvers. What the sides of a check rest on is
its ``grounds``; only agreement of different grounds makes a report agree. A check that was not made says
why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from nqsat.counting.job import Job, open_job
from nqsat.engines import BacktrackEngine, CpSatEngine, Deadline, Engine, SatEngine
from nqsat.errors import Disagreement, Interrupted, no_truth
from nqsat.evidence import check_counts, check_engines, invariants
from nqsat.evidence.checks import Check, Ground, Result
from nqsat.evidence.context import USUAL, CheckContext, Checks, Effort, job_of
from nqsat.evidence.known import known_counts
from nqsat.modelling import Model, find_family, model_of, names_a_file, text_of

#: The engines whose sets are compared; the reference comes first.
WITNESSES: tuple[Engine, ...] = (BacktrackEngine(), SatEngine(), CpSatEngine())

#: What is compared, in order. The first two settle the model and list its solutions for the others.
CHECKS: tuple[Checks, ...] = (
    check_engines.optimum,  # the best value that each engine proves, where there is an objective
    check_engines.reference,
    check_engines.engines,  # the sets of solutions of the reference, of sat, cpsat and bitboard
    check_engines.encodings,  # those of sat under every encoding of cardinalities, or of circuits
    check_engines.resolving,  # cpsat in the loop, against its own enumeration
    check_counts.counting,  # how many the engines count that need not list, and with so many men
    invariants.closed,  # every image of a solution under the model's group is a solution
    invariants.orbit_counts,  # by canonical forms, by orbit blocking and by Burnside
    invariants.orbit_sizes,  # they add up
    invariants.parts,  # the counts of disjoint cubes of the model add up to the whole
    invariants.turned,  # the model with ranks and files exchanged has the transposed solutions
    invariants.directions,  # twice as many directed tours as undirected ones
    check_engines.certificate,  # one is made, and the independent checker accepts it
    check_counts.verified,  # how many keep the checker's bounds, by a program that is proved in Coq
    check_counts.jobs,  # long counts in parts, of which every row is looked at again
    check_counts.published,  # counts from the literature, with their convention
    check_counts.left_out,
)

#: The check that says that a clock has ended a verification.
TIME = "time limit"


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
        """The grounds that agree with one another; none where nothing independent was compared."""
        agreeing = (check for check in self.checks if check.result is Result.AGREE)
        found = {ground for check in agreeing if check.independent for ground in check.grounds}
        return tuple(ground for ground in Ground if ground in found)

    @property
    def made(self) -> tuple[Check, ...]:
        """The comparisons that were made."""
        return tuple(check for check in self.checks if check.result is not Result.UNKNOWN)

    @property
    def agreeing(self) -> int:
        """How many of them agree."""
        return sum(check.result is Result.AGREE for check in self.checks)

    @property
    def summary(self) -> str:
        """In one line, what the result rests on."""
        made = self.made
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

    def to_json(self) -> dict[str, object]:
        """The report as JSON data, but for its model; counts as texts."""
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
        """Raise what differs.

        Raises:
            Disagreement: with the witness, where there is one.
        """
        for check in self.checks:
            if check.result is Result.DIFFER:
                raise Disagreement(f"{check.name}: {check.detail}", check.witness)


def _of_one_ground(check: Check) -> Check:
    """The comparison of a model with a rule whose meaning is its encoding: these are one ground."""
    grounds = {Ground.FORMULA if one is Ground.MEANING else one for one in check.grounds}
    return replace(check, grounds=frozenset(grounds))


def verify(
    model: Model | str,
    *,
    family: str = "",
    params: Mapping[str, int | str] | None = None,
    witnesses: tuple[Engine, ...] = WITNESSES,
    effort: Effort = USUAL,
    job: Sequence[str | Path | Job] = (),
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
        job: long counts of the model, or their folders, whose numbers are compared too; a model by name
            names the file that these have theirs from, of other files see ``open_job``.
        watch: called with each check as soon as it is made.
        parameters: as for ``count``.

    Raises:
        InvalidModel: a job is none, or is about another model.
        EngineFailure: an engine broke; that says nothing about the model.
        Interrupted: Ctrl-C; its ``answer`` is the report of what was established by then.
    """
    clock = Deadline()
    asked, params = model_of(model, parameters), dict(params or {})
    if isinstance(model, str):
        named = find_family(model)
        family, params = named.name, named.typed(parameters)
    own = model if isinstance(model, str) and names_a_file(model) else None
    done = tuple(job_of(open_job(folder, model=own), asked) for folder in job)
    subject = CheckContext(asked, witnesses, effort, known_counts(family, params), done)
    checks: list[Check] = []
    told = (
        _of_one_ground if any(rule.derived for rule in subject.model.rules) else lambda check: check
    )
    interrupted = False
    try:
        for check in (check for checks in CHECKS for check in checks(subject)):
            checks.append(told(check))  # one by one: what came before an interrupt stays
            watch(check)
            if effort.over:
                checks.append(Check(TIME, Result.UNKNOWN, "the rest was not compared"))
                break
    except KeyboardInterrupt:
        interrupted = True
        checks.append(Check("interrupted", Result.UNKNOWN, "the rest was not compared"))
    counts, every = subject.counts, tuple(checks)
    report = Report(family, params, asked, counts, every, clock.seconds, interrupted)
    if interrupted:
        raise Interrupted(report)
    return report
