"""Find a solution, decide whether it is unique, and find the best value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, cast

from nqsat.chess.display import Description, Drawable
from nqsat.counting.answers import (
    Answer,
    Conflict,
    Optimum,
    annotated,
    append_notes,
    raise_if_interrupted,
)
from nqsat.counting.count_and_list import listing_of
from nqsat.counting.engine_options import with_hint
from nqsat.counting.optimum import best_value
from nqsat.counting.planning import subject_of, unless_proved
from nqsat.counting.question import Question
from nqsat.counting.run import Run, run_of
from nqsat.engines import (
    AutoEngine,
    BriefSatEngine,
    ConstructEngine,
    Deadline,
    Engine,
    Listing,
    Modelled,
    Reason,
    S,
    Verdict,
    closing,
)
from nqsat.engines.solvers.sat import STOPPABLE
from nqsat.errors import InvalidModel, UnsupportedByEngine, WrongSolution
from nqsat.formulas import Assignment, CnfProblem, linear_sum
from nqsat.modelling import Model, Solution, Tour
from nqsat.modelling.rules.literals import Linear
from nqsat.sources import model_of

if TYPE_CHECKING:
    from nqsat.engines import CpSatEngine
    from nqsat.rules import BoardLiteral

Watch = Callable[[int], None]

#: Formulas with as many literals, about, are small: a process of its own takes longer than most of them.
SMALL = 20_000


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Outcome(Answer, Generic[S]):
    """The answer of ``solve``: whether there is a solution, and one of them.

    Args:
        verdict: SATISFIABLE, UNSATISFIABLE or UNKNOWN (a limit was reached).
        solution: one solution, if there is one; an ``Assignment`` for a formula.
        optimum: the best value and whether it is proved, if the model has an objective.
        conflict: why there is no solution, if that was asked.
    """

    ask: ClassVar[str] = ".verdict, or .solution is not None"

    verdict: Verdict
    solution: S | None
    optimum: Optimum | None = None
    conflict: Conflict | None = None

    @property
    def status(self) -> str:
        """``optimal``, ``satisfiable``, ``unsatisfiable`` or ``unknown``, as solvers say it."""
        proved = self.optimum is not None and self.optimum.proved and self.solution is not None
        return "optimal" if proved else self.verdict.value

    @property
    def denies(self) -> bool:
        return self.verdict is Verdict.UNSATISFIABLE

    @property
    def settled(self) -> bool:
        best = self.optimum is None or self.optimum.proved
        why = self.conflict is None or self.conflict.minimal
        return self.complete and self.verdict is not Verdict.UNKNOWN and best and why

    def to_json(self) -> dict[str, Any]:
        best = {} if self.optimum is None else self.optimum.to_json()
        return {
            "verdict": self.verdict.value,
            **({"value": best["optimum"]} if best else {}),
            **best,
            "solution": None if self.solution is None else cast("Any", self.solution).to_json(),
            **({} if self.conflict is None else self.conflict.to_json()),
            "engine": self.engine,
            "note": self.note,
            "seconds": round(self.seconds, 3),
        }

    def __str__(self) -> str:
        """Return the board of the solution, if there is one, and a line."""
        best = "" if self.optimum is None else f", {self.optimum}"
        found = self.solution
        board = [found.draw() if isinstance(found, Drawable) else str(found)] if found else []
        return "\n".join([*board, f"{self.verdict.value}{best} ({self.by})"])

    def _describe_(self) -> Description:
        best = "" if self.optimum is None else f": {self.optimum}"
        found: tuple[Any, ...] = () if self.solution is None else (self.solution,)
        return Description(self.verdict.value + best, self.by, self.note, found)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Uniqueness(Answer):
    """Whether there is no solution, exactly one, or several.

    Args:
        found: the solutions found: none, the only one, or two different ones.
    """

    ask: ClassVar[str] = ".verdict"

    found: tuple[Solution, ...]

    def _describe_(self) -> Description:
        return Description(self.verdict, self.by, drawn=self.found)

    @property
    def denies(self) -> bool:
        return self.complete and not self.found

    @property
    def verdict(self) -> str:
        """``unique``, ``none``, ``several`` or ``unknown``."""
        if not self.complete:
            return "unknown"
        return ("none", "unique", "several")[len(self.found)]

    def to_json(self) -> dict[str, Any]:
        return {
            "unique": self.verdict == "unique" if self.complete else None,
            "verdict": self.verdict,
            "solutions": [solution.to_json() for solution in self.found],
            "engine": self.engine,
            "note": self.note,
            "seconds": round(self.seconds, 3),
        }


def solve(
    model: Modelled[S] | str,
    *sizes: int | str,
    engine: str | Engine = AutoEngine.name,
    fixed_by: str | None = None,
    time_limit: float | None = None,
    run: Run | None = None,
    improved: Callable[[Optimum], None] | None = None,
    assumptions: Iterable[BoardLiteral | str] = (),
    hint: Solution | Iterable[BoardLiteral | str] = (),
    seed: int | None = None,
    **parameters: int | str | Linear,
) -> Outcome[S]:
    """Find a solution, or prove that none exists; if the model has an objective, find an optimal solution.

    Args:
        model: the model, or the name of one, ``file.py:function`` or ``model.json``.
        engine: ``"auto"`` for the engine that finds a solution fastest, another name, or an engine with
            options.
        fixed_by: accept only solutions that this symmetry maps to themselves.
        time_limit: stop after this many seconds.
        run: ``Run(watch=…)`` reports the progress.
        improved: called with the current ``Optimum`` whenever a better value or bound is found.
        assumptions: literals that must be true: ``["Q@a1", "~Q@b5"]``; moves of a tour: ``["a1-b3"]``.
        hint: where to start: a solution, or literals as for ``assumptions``. It may be wrong. ``sat``
            returns a solution that contains all of it if it finds one soon. The verdict and the optimal
            value do not depend on it.
        seed: with a seed ``auto`` finds a random tour, another one for each seed. Some tours are more
            likely than others.
        sizes: the parameters of a named model in their order: ``solve("queens", 8)``.
        parameters: the same by name: ``solve("queens", n=8)``.

    Raises:
        as ``count``; the ``answer`` of Interrupted is an outcome with the verdict UNKNOWN, and with the
        best value found if there is an objective.
    """
    given = subject_of(cast("Model | str", model), parameters, sizes, assumptions)
    options = () if seed is None else (("seed", seed),)
    question = Question("solve", given, engine, options, fixed_by=fixed_by, time_limit=time_limit)
    if isinstance(hint, Linear) or hint:
        question = replace(question, engine=with_hint(question.asked_engine, given, hint))
    return outcome_of(question, run_of(run).watch, improved)


def outcome_of(
    question: Question,
    watch: Watch | None = None,
    improved: Callable[[Optimum], None] | None = None,
) -> Outcome[Any]:
    """Return the outcome of a question; otherwise as ``solve``."""
    model: Any = question.model
    time_limit, fixed_by, best = question.time_limit, question.fixed_by, None
    clock = Deadline(time_limit)
    try:
        if isinstance(model, CnfProblem) and model.goal is not None:
            outcome = _best_of_clauses(question, model, watch, clock)
        elif model.objective is None:
            outcome = _first_constructed(question, watch, clock)
        else:
            by = question.searcher
            best = best_value(model, by, time_limit=time_limit, watch=watch, improved=improved)
            if fixed_by is None or best.value is None or not best.proved:
                outcome = _optimal(best, fixed=fixed_by is not None)
            else:
                model = model.with_optimum(best.value)
                outcome = _first(replace(question, model=model, time_limit=clock.remaining), watch)
    except KeyboardInterrupt:
        outcome = Outcome(Verdict.UNKNOWN, None, engine=question.title, reason="interrupted")
    outcome = raise_if_interrupted(replace(outcome, optimum=best, seconds=clock.seconds))
    return annotated(outcome, question.model)


def optimise(
    model: Model | str,
    *sizes: int | str,
    engine: str | Engine = AutoEngine.name,
    time_limit: float | None = None,
    run: Run | None = None,
    improved: Callable[[Optimum], None] | None = None,
    **parameters: int | str | Linear,
) -> Optimum:
    """Find the best value of a model's objective; at a limit the best value found, not proved.

    There is no ``fixed_by``: an optimum is over all solutions; ``solve`` finds an optimal solution that a
    symmetry fixes. Other arguments are as for ``solve``; ``run.watch`` gets the number of improvements.

    Raises:
        as ``count``; InvalidModel: the model has no objective. The ``answer`` of Interrupted is the best
        value found before it.
    """
    asked = model_of(model, parameters, sizes)
    if isinstance(asked, Tour):
        raise InvalidModel("objective", f"a {asked.key} has none")
    searcher = Question("solve", asked, engine, time_limit=time_limit).searcher
    watch = run_of(run).watch
    found = best_value(asked, searcher, time_limit=time_limit, watch=watch, improved=improved)
    return raise_if_interrupted(found)


def unique(
    model: Model | str,
    *sizes: int | str,
    engine: str | Engine = AutoEngine.name,
    fixed_by: str | None = None,
    time_limit: float | None = None,
    run: Run | None = None,
    **parameters: int | str | Linear,
) -> Uniqueness:
    """Decide whether a model has exactly one solution; with an objective, exactly one optimal solution.

    Arguments are as for ``count``.

    Raises:
        as ``count``; the ``answer`` of Interrupted has the solutions found before it.
    """
    question = Question(
        "solve", subject_of(model, parameters, sizes), engine,
        fixed_by=fixed_by, time_limit=time_limit, unique=True,
    )  # fmt: skip
    return uniqueness_of(question, run_of(run).watch)


def uniqueness_of(question: Question, watch: Watch | None = None) -> Uniqueness:
    """Return the uniqueness that a question asks for; otherwise as ``unique``."""
    title = question.title
    found: list[Solution] = []
    reason: Reason | None = "interrupted"
    clock = Deadline()
    with suppress(KeyboardInterrupt):
        listing = _listing(question, watch, 2)
        title = listing.engine.title
        found.extend(listing)
        reason = listing.reason if len(found) < 2 else None
    answer = Uniqueness(tuple(found), engine=title, seconds=clock.seconds, reason=reason)
    return annotated(raise_if_interrupted(answer), question.model)


def _listing(question: Question, watch: Watch | None, limit: int) -> Listing[Any]:
    asked = replace(question, ask="enumerate", limit=limit, unique=False, why=False)
    return listing_of(asked, watch)


def _first(question: Question, watch: Watch | None) -> Outcome[Any]:
    listing = _listing(question, watch, 1)
    found: Any = None
    with suppress(KeyboardInterrupt):
        found = next(listing, None)
    listing.close()
    verdict, reason = Verdict.SATISFIABLE, None
    if found is None:
        verdict = Verdict.UNSATISFIABLE if listing.complete else Verdict.UNKNOWN
        reason = listing.reason
    by = listing.engine
    note = by.note if found is not None or by.notes_all else None
    return Outcome(verdict, found, engine=by.title, reason=reason, note=note)


def _first_constructed(question: Question, watch: Watch | None, clock: Deadline) -> Outcome[Any]:
    """As ``_first``; ``auto`` constructs where it can, and begins small formulas in this process."""
    engine = question.asked_engine
    model = question.restricted
    auto = isinstance(engine, AutoEngine) and not engine.hint
    if not auto or unless_proved(model, engine) is not engine:
        return _first(question, watch)
    if isinstance(model, Model) and (way := ConstructEngine.way(model)):
        with suppress(UnsupportedByEngine):  # none was found, which proves nothing
            asked = replace(question, engine=ConstructEngine(), options=())
            return append_notes(_first(asked, watch), way)
    size = model.size if isinstance(model, Model) else len(model.clauses)
    if size <= SMALL:
        with suppress(UnsupportedByEngine):  # it takes longer
            asked = replace(question, engine=BriefSatEngine(STOPPABLE), time_limit=clock.remaining)
            return _first(asked, watch)
    return _first(replace(question, time_limit=clock.remaining), watch)


def _best_of_clauses(
    question: Question, problem: CnfProblem, watch: Watch | None, clock: Deadline
) -> Outcome[Any]:
    """Return a solution with the best value of the goal: a better one is asked for until there is none."""
    from nqsat.engines import CpSatEngine

    engine = question.asked_engine
    if isinstance(engine, AutoEngine | CpSatEngine):
        engine = engine if isinstance(engine, CpSatEngine) else CpSatEngine()
        with suppress(UnsupportedByEngine):  # too large numbers, or no OR-Tools
            return _best_by_cpsat(problem, engine, watch, clock)
    best: Outcome[Any] | None = None
    while True:
        sums = problem.sums
        if best is not None:
            value = problem.value(cast("Assignment", best.solution))
            most = (-value if problem.maximise else value) - 1
            better = linear_sum(problem.cost, None, most)
            sums = sums if better is None else (*sums, better)
        asked = replace(question, model=replace(problem, sums=sums), time_limit=clock.remaining)
        found = _first(asked, watch)
        if found.solution is None:
            break
        best = found
    if best is None:
        return found
    return replace(best, note=_value_note(problem, best, found.reason), reason=found.reason)


def _best_by_cpsat(
    problem: CnfProblem, engine: CpSatEngine, watch: Watch | None, clock: Deadline
) -> Outcome[Any]:
    """As ``_best_of_clauses``, by the search of CP-SAT."""
    found = list[Any]()
    reason: Reason | None = "interrupted"
    with suppress(KeyboardInterrupt), closing(engine.minimise(problem)) as steps:
        for step in steps:
            if step is not None:
                if not problem.holds(step):
                    raise WrongSolution(f"engine {engine.title}: {step} breaks a requirement", step)
                found.append(step)
            if watch is not None:
                watch(len(found))
            if clock.expired:
                reason = "time limit"
                break
        else:
            reason = None
    if found:
        best = Outcome(Verdict.SATISFIABLE, found[-1], engine=engine.title, reason=reason)
        return replace(best, note=_value_note(problem, best, reason))
    verdict = Verdict.UNSATISFIABLE if reason is None else Verdict.UNKNOWN
    return Outcome(verdict, None, engine=engine.title, reason=reason)


def _value_note(problem: CnfProblem, best: Outcome[Any], reason: Reason | None) -> str:
    value = problem.value(cast("Assignment", best.solution))
    extreme = "maximum" if problem.maximise else "minimum"
    what = f"the {extreme} of the objective" if reason is None else "the best value so far"
    return f"{what} is {value}"


def _optimal(best: Optimum, *, fixed: bool) -> Outcome[Any]:
    """Return the outcome of an optimum that no settled search follows."""
    verdict, found = Verdict.SATISFIABLE, None if fixed else best.solution
    if found is None:  # without a proof, no solution that is fixed is known to be optimal
        verdict = Verdict.UNSATISFIABLE if best.proved else Verdict.UNKNOWN
    return Outcome(verdict, found, engine=best.engine, reason=best.reason)
