"""Is there a solution, is it the only one, and which is the best?"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from nqsat.chess.display import Said
from nqsat.compiling import CnfProblem
from nqsat.counting.answers import Answer, Optimum, finished
from nqsat.counting.count_and_list import restricted, solutions
from nqsat.counting.optimising.optimum import best_value
from nqsat.counting.planning import asked, asked_of, engine_of, title_of
from nqsat.counting.question import Question
from nqsat.engines import (
    AutoEngine,
    Deadline,
    Engine,
    Listing,
    Reason,
    SatEngine,
    Verdict,
    best_finder,
    check_limits,
)
from nqsat.engines.listing.search import Distinct
from nqsat.errors import InvalidModel
from nqsat.modelling import Model, Placement, Solution, model_of

S = TypeVar("S", bound="Distinct")


@dataclass(frozen=True, slots=True)
class Outcome(Answer):
    """The answer to *is there one?*

    Args:
        verdict: SATISFIABLE, UNSATISFIABLE or UNKNOWN (a limit was met).
        solution: one solution, where there is one; of a CNF an ``Assignment``.
        optimum: of a model with an objective, the best value and whether it is proved.
    """

    ask: ClassVar[str] = ".verdict, or .solution is not None"

    verdict: Verdict
    solution: Solution | None
    optimum: Optimum | None = None

    def _said_(self) -> Said:
        best = "" if self.optimum is None else f": {self.optimum}"
        found = () if self.solution is None else (self.solution,)
        return Said(self.verdict.value + best, self.by, self.note, found)


@dataclass(frozen=True, slots=True)
class Uniqueness(Answer):
    """How many solutions there are, as far as a puzzle maker wants to know.

    Args:
        found: no solution, the only one, or two that differ.
    """

    ask: ClassVar[str] = ".verdict"

    found: tuple[Solution, ...]

    def _said_(self) -> Said:
        return Said(self.verdict, self.by, drawn=self.found)

    @property
    def verdict(self) -> str:
        """``unique``, ``none``, ``several`` or ``unknown``."""
        if not self.complete:
            return "unknown"
        return ("none", "unique", "several")[len(self.found)]


def solve(
    model: Model | CnfProblem | str,
    *,
    engine: str | Engine = AutoEngine.name,
    fixed_by: str | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    improved: Callable[[Optimum], None] | None = None,
    **parameters: int | str,
) -> Outcome:
    """One solution of a model, or that there is none; of a model with an objective, an optimal one.

    Arguments are as for ``count``, but that ``"auto"`` is who finds one soonest, and that ``improved`` is
    called with what is known of the best value, whenever a better one or a bound is found.

    Raises:
        as ``solutions``; the ``answer`` of Interrupted is an outcome that is not known, with the best
        found where there is an objective.
    """
    given, clock, best = asked(model, parameters), Deadline(time_limit), None
    check_limits(None, time_limit)
    fixed_by = Question("solve", given, fixed_by=fixed_by).fixed_by  # if that makes sense
    engine = asked_of(engine)
    try:
        if engine == AutoEngine.name or isinstance(engine, AutoEngine):
            soonest = best_finder(restricted(given, fixed_by))
            engine = engine if soonest == SatEngine.name else soonest
        if given.objective is None:
            outcome = _first(given, engine, fixed_by, time_limit, watch)
        else:
            by = engine_of(engine, time_limit)
            best = best_value(given, by, time_limit=time_limit, watch=watch, improved=improved)
            if fixed_by is None or best.value is None or not best.proved:
                outcome = _optimal(best, fixed=fixed_by is not None)
            else:
                outcome = _first(given.settled(best.value), engine, fixed_by, clock.left, watch)
    except KeyboardInterrupt:
        outcome = Outcome(
            Verdict.UNKNOWN, None, engine=title_of(engine), seconds=0.0, reason="interrupted"
        )
    return finished(replace(outcome, optimum=best, seconds=clock.seconds))


def optimise(
    model: Model | str,
    *,
    engine: str | Engine = AutoEngine.name,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    improved: Callable[[Optimum], None] | None = None,
    **parameters: int | str,
) -> Optimum:
    """The best value that a model's objective can have.

    There is no ``fixed_by``: an optimum is of all solutions, and ``solve`` finds one that is fixed. Other
    arguments are as for ``solve``; ``watch`` is called with the number of improvements.

    Returns:
        the optimum; a limit leaves the best found, not proved.

    Raises:
        InvalidModel: the model has no objective.
        Interrupted: Ctrl-C; its ``answer`` is the best found by then.
        UnsupportedByEngine, EngineFailure: as for ``solutions``.
    """
    asked = model_of(model, parameters)
    if not isinstance(asked, Placement):
        raise InvalidModel("objective", "a tour has none")
    check_limits(None, time_limit)
    searcher = engine_of(engine, time_limit)
    return finished(
        best_value(asked, searcher, time_limit=time_limit, watch=watch, improved=improved)
    )


def unique(
    model: Model | str,
    *,
    engine: str | Engine = AutoEngine.name,
    fixed_by: str | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    **parameters: int | str,
) -> Uniqueness:
    """Whether a model has exactly one solution; of one with an objective, exactly one optimal solution.

    Arguments are as for ``solutions``.

    Raises:
        as ``solutions``; the ``answer`` of Interrupted is what was found by then.
    """
    asked = model_of(model, parameters)
    title = title_of(engine)
    found: list[Solution] = []
    reason: Reason | None = "interrupted"
    clock = Deadline()
    with suppress(KeyboardInterrupt):
        listing: Listing[Any] = solutions(
            asked, engine=engine, fixed_by=fixed_by, limit=2, time_limit=time_limit, watch=watch
        )
        title = listing.engine.title
        found.extend(listing)
        reason = listing.reason
    if len(found) == 2:
        reason = None
    return finished(Uniqueness(tuple(found), engine=title, seconds=clock.seconds, reason=reason))


def first_of(listing: Listing[S]) -> tuple[Verdict, S | None]:
    """The first of a listing, which is closed, and what is known then; Ctrl-C leaves it unknown."""
    try:
        found = next(listing, None)
    except KeyboardInterrupt:
        found = None
    listing.close()
    if found is not None:
        return Verdict.SATISFIABLE, found
    return (Verdict.UNSATISFIABLE if listing.complete else Verdict.UNKNOWN), None


def _first(
    model: Model,
    engine: str | Engine,
    fixed_by: str | None,
    time_limit: float | None,
    watch: Callable[[int], None] | None,
) -> Outcome:
    """The first solution that a search finds."""
    listing: Listing[Any] = solutions(
        model, engine=engine, fixed_by=fixed_by, limit=1, time_limit=time_limit, watch=watch
    )
    verdict, found = first_of(listing)
    return Outcome(
        verdict,
        found,
        engine=listing.engine.title,
        seconds=0.0,
        reason=listing.reason if verdict is Verdict.UNKNOWN else None,
        note=listing.engine.note,
    )


def _optimal(optimum: Optimum, *, fixed: bool) -> Outcome:
    """What an optimum, as far as it is known, says of an optimal solution, or one that is fixed."""
    found = None if fixed else optimum.solution
    verdict = Verdict.SATISFIABLE
    if optimum.value is None:
        verdict = Verdict.UNSATISFIABLE if optimum.proved else Verdict.UNKNOWN
    elif found is None:
        verdict = Verdict.UNKNOWN  # the optimum is not proved: nobody knows which ones are optimal
    return Outcome(
        verdict,
        found,
        engine=optimum.engine,
        seconds=optimum.seconds,
        reason=optimum.reason,
    )
