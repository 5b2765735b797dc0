"""Explain why a model has no solution: find a minimal set of requirements that contradict each other.

The method is QuickXplain: it halves the requirements, and finds in each half those that are needed
together with the other; k out of m requirements take about k log(m/k) queries *has this part a solution?*.
Each query builds a model and its formula and asks a fresh solver, so the formula is strengthened as usual:
nine queens on eight ranks are refuted at once, which clauses with selector variables would not allow.

Reference: U. Junker, QuickXplain: preferred explanations and relaxations for over-constrained
problems, AAAI 2004, 167-172.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast, get_args

from nqsat.counting.answers import Conflict, Optimum, raise_if_interrupted
from nqsat.counting.finding import Outcome, outcome_of, solve
from nqsat.counting.question import Question
from nqsat.counting.run import Run, unseen
from nqsat.engines import AutoEngine, Deadline, Engine, OutOfTime, Reason, Verdict
from nqsat.errors import Interrupted
from nqsat.modelling import Model, Requirement, relaxed, requirements
from nqsat.modelling.model import What
from nqsat.sources import model_of

#: Requirements that explanations prefer come first: a reader can check rules and squares by eye, numbers
#: only by search.
PREFERENCE = get_args(What)


def why_not(
    model: Model | str,
    *sizes: int | str,
    engine: str | Engine = AutoEngine.name,
    fixed_by: str | None = None,
    time_limit: float | None = None,
    run: Run | None = None,
    **parameters: int | str,
) -> Conflict:
    """Explain why a model has no solution: find a minimal set of requirements that contradict each other.

    Requirements are rules, numbers and squares of kinds, and presets; for tours, the given moves, ends and
    numbers. There may be other such sets. If the model has a solution, the answer says so.

    Arguments are as for ``solve``, which decides whether a part has a solution; after the ``time_limit``
    the set may be larger than needed.

    Raises:
        as ``count``; the ``answer`` of Interrupted has a set that may be larger than needed, or none.
    """
    asked = model_of(model, parameters, sizes)
    question = Question("solve", asked, engine, fixed_by=fixed_by, time_limit=time_limit)
    clock = Deadline(time_limit)
    # In this process: a solver's slices of work are short, and starting another process takes longer.
    by = AutoEngine() if question.engine == AutoEngine.name else question.engine
    stated: tuple[Requirement, ...] = ()
    smallest: list[Requirement] = []  # the smallest set that was found to have no solution
    verdict, minimal = Verdict.UNKNOWN, False
    reason: Reason | None = None

    def contradictory(kept: list[Requirement]) -> bool:
        nonlocal smallest, verdict
        part = relaxed(given, kept)
        found = solve(part, engine=by, time_limit=clock.remaining, run=run).verdict
        if found is Verdict.UNKNOWN:
            raise OutOfTime
        if verdict is Verdict.UNKNOWN:
            verdict = found  # the first query is about all requirements
        if found is Verdict.UNSATISFIABLE and not 0 < len(smallest) <= len(kept):
            smallest = kept
        return found is Verdict.UNSATISFIABLE

    try:
        given = question.restricted
        stated = requirements(given)
        if contradictory(sorted(stated, key=lambda one: PREFERENCE.index(one.what))):
            smallest, minimal = _minimal(smallest, contradictory), True
    except OutOfTime:
        reason = "time limit"
    except KeyboardInterrupt:
        reason = "interrupted"
    named = tuple(one for one in stated if any(one is other for other in smallest))
    answer = Conflict(
        verdict, named, minimal, engine=question.title, seconds=clock.seconds, reason=reason
    )
    return raise_if_interrupted(answer)


def find_or_explain(
    question: Question,
    watch: Callable[[int], None] | None = None,
    improved: Callable[[Optimum], None] | None = None,
) -> Outcome[Any]:
    """Return the solution that a question asks for, or why there is none; each may take the time limit."""
    outcome = outcome_of(question, watch, improved)
    if outcome.verdict is not Verdict.UNSATISFIABLE:
        return outcome
    model, fixed_by = cast("Model", question.model), question.fixed_by
    try:
        run = Run(watch=watch or unseen)
        conflict = why_not(model, fixed_by=fixed_by, time_limit=question.time_limit, run=run)
    except Interrupted as stopped:
        raise Interrupted(replace(outcome, conflict=stopped.answer)) from None
    return replace(outcome, conflict=conflict)


#: Returns whether requirements have no solution together.
Contradictory = Callable[[list[Requirement]], bool]


def _minimal(stated: list[Requirement], contradictory: Contradictory) -> list[Requirement]:
    """Return a minimal contradictory subset of ``stated``; the tour itself is always in it."""
    fixed = [requirement for requirement in stated if requirement.what in ("tour", "factor")]
    others = [requirement for requirement in stated if requirement.what not in ("tour", "factor")]
    return fixed + (_needed(fixed, fixed, others, contradictory) if others else [])


def _needed(
    kept: list[Requirement],
    new: list[Requirement],
    others: list[Requirement],
    contradictory: Contradictory,
) -> list[Requirement]:
    """Return the others that are needed in addition to ``kept``; ``new`` is its last part."""
    if new and contradictory(kept):
        return []
    if len(others) == 1:
        return others
    first, second = others[: len(others) // 2], others[len(others) // 2 :]
    later = _needed(kept + first, first, second, contradictory)
    sooner = _needed(kept + later, later, first, contradictory)
    return sooner + later
