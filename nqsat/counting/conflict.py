"""Why not? Of a model without solutions, some requirements that contradict each other, and no more of them.

The method is QuickXplain: the requirements are halved, and from each half those are found that are
needed beside the other; k out of m take about k log(m/k) questions *has this part a solution?*. Each is
asked of a fresh solver on the formula of a model of its own, so that it is strengthened like any other:
nine queens on eight ranks are refused at once, which clauses with selectors would not see.

Reference: U. Junker, QuickXplain: preferred explanations and relaxations for over-constrained
problems, AAAI 2004, 167-172.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, cast

from nqsat.chess.display import Description
from nqsat.counting.answers import Answer, Optimum, finished
from nqsat.counting.optimising.finding import Outcome, outcome_of, solve
from nqsat.counting.question import Question
from nqsat.engines import (
    AutoEngine,
    Deadline,
    Engine,
    OutOfTime,
    Reason,
    Verdict,
    check_limits,
)
from nqsat.errors import Interrupted
from nqsat.modelling import Model, Requirement, model_of, relaxed, requirements

#: What is preferred in an explanation comes first: rules and squares can be checked by eye, numbers
#: only by search.
PREFERENCE = (
    "rule", "squares", "preset", "number",
    "tour", "factor", "through", "avoiding", "start", "end", "numbers", "fixed_by",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Conflict(Answer):
    """Requirements of a model that contradict each other.

    Args:
        verdict: of the model; only if it is UNSATISFIABLE are there requirements.
        requirements: those that have no solution together, in the model's order.
        minimal: taking away any one of them leaves a model with a solution (the tour itself, which is
            always among those of a tour, cannot be taken away); False where a limit or an interrupt came
            before that was known.
    """

    ask: ClassVar[str] = ".verdict"

    verdict: Verdict
    requirements: tuple[Requirement, ...]
    minimal: bool

    def _said_(self) -> Description:
        said = "these contradict each other" if self.requirements else self.verdict.value
        return Description(said, self.by, items=tuple(map(str, self.requirements)))

    def to_json(self) -> dict[str, Any]:
        return {"why": list(map(str, self.requirements)), "minimal": self.minimal}

    def __str__(self) -> str:
        """The requirements, or that there is no contradiction."""
        if self.verdict is Verdict.UNSATISFIABLE:
            return " + ".join(map(str, self.requirements))
        found = self.verdict is Verdict.SATISFIABLE
        return "no contradiction: there is a solution" if found else "not known before the limit"


def why_not(
    model: Model | str,
    *,
    engine: str | Engine = AutoEngine.name,
    fixed_by: str | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    **parameters: int | str,
) -> Conflict:
    """Why a model has no solution: a minimal set of requirements that contradict each other.

    Requirements are rules, numbers and squares of kinds, and presets; of tours the moves, ends and
    numbers given. There may be other such sets. A model that has a solution is answered as such.

    Arguments are as for ``solve``, which is asked of each part whether it has a solution; after the
    ``time_limit`` the set may be larger than needed.

    Raises:
        InvalidModel: a limit that is no positive number, or no such symmetry.
        UnsupportedByEngine: the model is too large for a formula.
        Interrupted: Ctrl-C; its ``answer`` is a set that may be larger than needed, or not known.
    """
    check_limits(None, time_limit)
    clock = Deadline(time_limit)
    question = Question("solve", model_of(model, parameters), engine, fixed_by=fixed_by)
    given: Any = question.model
    # In this process: a solver's slices of work are short, and starting one elsewhere takes longer.
    by = AutoEngine() if question.engine == AutoEngine.name else question.engine
    every: tuple[Requirement, ...] = ()
    smallest: list[Requirement] = []  # of those that were found to have no solution
    verdict, minimal = Verdict.UNKNOWN, False
    reason: Reason | None = None

    def contradictory(kept: list[Requirement]) -> bool:
        nonlocal smallest, verdict
        part = relaxed(given, kept)
        found = solve(part, engine=by, time_limit=clock.left, watch=watch).verdict
        if found is Verdict.UNKNOWN:
            raise OutOfTime
        if verdict is Verdict.UNKNOWN:
            verdict = found  # all of them are asked first
        if found is Verdict.UNSATISFIABLE and not 0 < len(smallest) <= len(kept):
            smallest = kept
        return found is Verdict.UNSATISFIABLE

    try:
        given = question.restricted
        every = requirements(given)
        if contradictory(sorted(every, key=lambda one: PREFERENCE.index(one.what))):
            smallest = _minimal(smallest, contradictory)
            minimal = True
    except OutOfTime:
        reason = "time limit"
    except KeyboardInterrupt:
        reason = "interrupted"
    named = tuple(one for one in every if any(one is other for other in smallest))
    answer = Conflict(
        verdict, named, minimal, engine=question.title, seconds=clock.seconds, reason=reason
    )
    return finished(answer)


def explained(
    question: Question,
    watch: Callable[[int], None] | None = None,
    improved: Callable[[Optimum], None] | None = None,
) -> Outcome:
    """The solution that a question asks for, or why there is none; both may take the time that is given.

    Raises:
        as ``solve`` and ``why_not``.
    """
    outcome = outcome_of(question, watch, improved)
    if outcome.verdict is not Verdict.UNSATISFIABLE:
        return outcome
    limits: Any = {"fixed_by": question.fixed_by, "time_limit": question.time_limit}
    try:
        conflict = why_not(cast("Model", question.model), **limits, watch=watch)
    except Interrupted as stopped:
        raise Interrupted(replace(outcome, conflict=stopped.answer)) from None
    return replace(outcome, conflict=conflict)


#: Whether requirements have no solution together.
Contradictory = Callable[[list[Requirement]], bool]


def _minimal(every: list[Requirement], contradictory: Contradictory) -> list[Requirement]:
    """Those that are needed for a contradiction; the tour itself is always among them."""
    fixed = [one for one in every if one.what in ("tour", "factor")]
    open_ = [one for one in every if one.what not in ("tour", "factor")]
    if not open_ or contradictory(fixed):
        return fixed
    return fixed + _needed(fixed, [], open_, contradictory)


def _needed(
    kept: list[Requirement],
    new: list[Requirement],
    open_: list[Requirement],
    contradictory: Contradictory,
) -> list[Requirement]:
    """Those of the open requirements that are needed beside the kept, the last of which are new."""
    if new and contradictory(kept):
        return []
    if len(open_) == 1:
        return open_
    first, second = open_[: len(open_) // 2], open_[len(open_) // 2 :]
    later = _needed(kept + first, first, second, contradictory)
    sooner = _needed(kept + later, later, first, contradictory)
    return sooner + later
