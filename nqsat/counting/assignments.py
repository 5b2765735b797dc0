"""Questions about a CNF from outside: which assignments of its shown variables, how many, is there one?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqsat.counting.count import Count
from nqsat.engines import ENGINES, ClausalEngine, Engine, Listing, SatEngine, Verdict, make_engine
from nqsat.errors import UnsupportedByEngine

if TYPE_CHECKING:
    from collections.abc import Callable

    from nqsat.compiling import Assignment, CnfProblem

__all__ = ["assignments", "count_assignments", "first_assignment"]


def assignments(
    problem: CnfProblem,
    *,
    engine: str | Engine = ENGINES[0].name,
    limit: int | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
) -> Listing[Assignment]:
    """The solutions of a CNF as they are found, each exactly once and checked against all clauses.

    Args:
        problem: the CNF.
        engine: ``"sat"`` or a ``SatEngine`` or ``ClausalEngine`` with options.
        limit: at most so many.
        time_limit: at most so many seconds.
        watch: called with the number found so far at every sign of life.

    Raises:
        InvalidModel: an argument that is not one of the above.
        UnsupportedByEngine: another engine.
        EngineFailure: while iterating: the engine broke, or gave a wrong solution.
    """
    searcher = _clausal(engine, isolated=time_limit is not None)
    return Listing(problem, searcher, limit=limit, time_limit=time_limit, watch=watch)


def count_assignments(
    problem: CnfProblem,
    *,
    engine: str | Engine = ENGINES[0].name,
    limit: int | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
) -> Count:
    """How many assignments of the shown variables satisfy a CNF together with some of the others.

    Args:
        problem: the CNF.
        engine: as for ``assignments``.
        limit: stop when more than so many have been found.
        time_limit: stop after so many seconds.
        watch: as for ``assignments``.

    Returns:
        the count; a limit, or Ctrl-C, makes it incomplete, never wrong.

    Raises:
        as ``assignments``.
    """
    listing = assignments(problem, engine=engine, limit=limit, time_limit=time_limit, watch=watch)
    try:
        for _ in listing:
            continue
    except KeyboardInterrupt:
        listing.close()  # what was found stays counted
    return Count(
        value=listing.found,
        complete=listing.complete,
        unit=problem.unit,
        modulo="none",
        engine=listing.engine.title,
        method="listing",
        seconds=listing.seconds,
        reason=listing.reason,
    )


def first_assignment(listing: Listing[Assignment]) -> tuple[Verdict, Assignment | None]:
    """The first of a listing, which is closed, and what is known then; Ctrl-C leaves it unknown."""
    try:
        found = next(listing, None)
    except KeyboardInterrupt:
        found = None
    listing.close()
    if found is not None:
        return Verdict.SATISFIABLE, found
    return (Verdict.UNSATISFIABLE if listing.complete else Verdict.UNKNOWN), None


def _clausal(engine: str | Engine, *, isolated: bool) -> Engine:
    """The engine on clauses with the options of the one asked for."""
    chosen = make_engine(engine) if isinstance(engine, str) else engine
    if isinstance(chosen, ClausalEngine):
        return chosen
    if not isinstance(chosen, SatEngine):
        raise UnsupportedByEngine(chosen.name, "takes no CNF", (SatEngine.name,))
    isolated = isolated if isinstance(engine, str) else chosen.isolated
    if chosen.solver is None:
        return ClausalEngine(isolated=isolated)
    return ClausalEngine(chosen.solver, isolated)
