"""Is there a solution, and which is the best?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from nqsat.counting.optimum import Optimum, optimise
from nqsat.counting.questions import prepared, solutions, time_left
from nqsat.engines import Engine, Listing, Verdict, best_finder
from nqsat.errors import no_truth
from nqsat.modelling import Placement

if TYPE_CHECKING:
    from nqsat.engines.listing import Distinct
    from nqsat.modelling import Model, Solution

__all__ = ["Outcome", "first_of", "solve"]

S = TypeVar("S", bound="Distinct")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to *is there one?*

    Args:
        verdict: SATISFIABLE, UNSATISFIABLE or UNKNOWN (a limit was met).
        solution: one solution, where there is one.
        engine: who searched.
        seconds: wall-clock seconds.
        note: why there is none, where an argument shows it.
        optimum: of a model with an objective, the best value and whether it is proved.
    """

    verdict: Verdict
    solution: Solution | None
    engine: str
    seconds: float
    note: str | None = None
    optimum: Optimum | None = None

    def __bool__(self) -> NoReturn:
        raise no_truth(self, ".verdict, or .solution is not None")


def solve(
    model: Model,
    *,
    engine: str | Engine | None = None,
    fixed_by: str | None = None,
    time_limit: float | None = None,
) -> Outcome:
    """One solution of a model, or that there is none; of a model with an objective, an optimal one.

    Args:
        model: the model.
        engine: a name in ``ENGINES`` or ``FINDERS``, or an engine with options; None for what finds
            one soonest.
        fixed_by: only a solution that this symmetry leaves as it is.
        time_limit: at most so many seconds.

    Raises:
        as ``solutions``.
    """
    chosen = (
        best_finder(model if fixed_by is None else model.fixed(fixed_by))
        if engine is None
        else engine
    )
    if isinstance(model, Placement) and model.objective is not None:
        return _optimal(model, chosen, fixed_by, time_limit)
    listing: Listing[Any] = solutions(
        model, engine=chosen, fixed_by=fixed_by, time_limit=time_limit
    )
    verdict, found = first_of(listing)
    searcher = listing.engine
    return Outcome(verdict, found, searcher.title, listing.seconds, searcher.note)


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


def _optimal(
    model: Placement, engine: str | Engine, fixed_by: str | None, time_limit: float | None
) -> Outcome:
    """An optimal solution; with ``fixed_by``, one that the symmetry leaves alone, if there is one."""
    optimum = optimise(model, prepared(model, engine, time_limit), time_limit=time_limit)
    if fixed_by is not None and optimum.proved and optimum.value is not None:
        outcome = solve(
            model.settled(optimum.value),
            engine=engine,
            fixed_by=fixed_by,
            time_limit=time_left(time_limit, optimum),
        )
        return replace(outcome, optimum=optimum, seconds=outcome.seconds + optimum.seconds)
    if optimum.value is not None:
        verdict = Verdict.SATISFIABLE
    else:
        verdict = Verdict.UNSATISFIABLE if optimum.proved else Verdict.UNKNOWN
    found = None if fixed_by is not None else optimum.solution
    if found is None and verdict is Verdict.SATISFIABLE:
        verdict = Verdict.UNKNOWN  # the optimum is not proved: nobody knows which ones are optimal
    return Outcome(verdict, found, optimum.engine, optimum.seconds, optimum=optimum)
