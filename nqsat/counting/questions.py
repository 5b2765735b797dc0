"""Questions about a model: which solutions, how many, is there one?

``solutions``, ``count`` and ``solve`` are what people call. They choose the engine and the method, and
put a limit where the caller wants one; the searching is the engines'.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast, get_args

from nqsat.counting.count import Count, Modulo
from nqsat.counting.leader import leader
from nqsat.counting.orbits import Leading, Orbits, conjugacy_classes
from nqsat.engines import (
    ENGINES,
    Engine,
    Listing,
    Modelled,
    ProofEngine,
    SatEngine,
    Verdict,
    best_finder,
    make_engine,
    why_impossible,
)
from nqsat.errors import InvalidModel
from nqsat.modelling import Placement, Tour

if TYPE_CHECKING:
    from collections.abc import Callable

    from nqsat.modelling import Model, Solution

__all__ = ["METHODS", "Method", "Outcome", "count", "solutions", "solve"]

S = TypeVar("S", bound="Solution")

Method = Literal["canonical", "blocking", "burnside"]

#: The ways to count modulo symmetry; the first is the default.
METHODS: tuple[Method, ...] = get_args(Method)


def solutions(
    model: Modelled[S],
    *,
    engine: str | Engine = ENGINES[0].name,
    modulo: Modulo = "none",
    fixed_by: str | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
) -> Listing[S]:
    """The solutions of a model, one after the other as they are found, each exactly once.

    Every solution is checked against the model's meaning before it is handed out.

    Args:
        model: the model.
        engine: a name in ``ENGINES`` or an engine with options.
        modulo: ``"symmetry"`` for one solution of each orbit, its canonical form.
        fixed_by: only the solutions that this symmetry leaves as they are.
        limit: at most so many.
        time_limit: at most so many seconds.
        watch: called with the number found so far at every sign of life.

    Returns:
        an iterator that says, once it has ended, whether it was ``complete`` and if not the ``reason``.

    Raises:
        InvalidModel: an argument that is not one of the above.
        UnsupportedByEngine: the engine cannot answer.
        EngineFailure: while iterating: the engine broke, or gave a wrong solution.
    """
    asked = cast("Modelled[S]", _fixed(cast("Model", model), fixed_by))
    searcher = _engine(cast("Model", model), engine, time_limit)
    if _modulo(modulo) == "symmetry":
        searcher = Orbits(searcher)
    return Listing(asked, searcher, limit=limit, time_limit=time_limit, watch=watch)


def count(
    model: Model,
    *,
    engine: str | Engine = ENGINES[0].name,
    modulo: Modulo = "none",
    method: Method = METHODS[0],
    fixed_by: str | None = None,
    break_symmetry: bool = False,
    limit: int | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
) -> Count:
    """How many solutions a model has.

    Args:
        model: the model.
        engine: a name in ``ENGINES`` or an engine with options.
        modulo: ``"symmetry"`` to count orbits under the model's geometric symmetries.
        method: how orbits are counted: ``"canonical"``, ``"blocking"`` or ``"burnside"``.
        fixed_by: only the solutions that this symmetry leaves as they are.
        break_symmetry: search for leaders of orbits only; the count is restored from their weights.
        limit: stop when more than so many solutions (orbits, where these are listed) have been found.
        time_limit: stop after so many seconds.
        watch: called with the number found so far at every sign of life.

    Returns:
        the count; a limit, or Ctrl-C, makes it incomplete, never wrong.

    Raises:
        InvalidModel: an argument that is not one of the above, or two that do not go together.
        UnsupportedByEngine: the engine cannot answer.
        EngineFailure: the engine broke, or gave a wrong solution.
    """
    asked = _fixed(model, fixed_by)
    searcher = _engine(model, engine, time_limit)
    if method not in METHODS:
        raise InvalidModel("method", f"{method!r} is unknown; choose from {', '.join(METHODS)}")
    if _modulo(modulo) == "none" and method != METHODS[0]:
        raise InvalidModel("method", f"{method} counts orbits; ask modulo symmetry")
    if break_symmetry and limit is not None:
        raise InvalidModel("limit", "goes with a plain list; leave out symmetry breaking")
    if method == "burnside" and (limit is not None or break_symmetry):
        raise InvalidModel("method", "burnside goes without a limit and without symmetry breaking")
    if method == "burnside" and isinstance(asked, Tour) and asked.fixed_by:
        raise InvalidModel(
            "method", "burnside cannot count tours fixed by a symmetry; take canonical"
        )
    if modulo == "symmetry" and method == "burnside":
        return _burnside(asked, searcher, fixed_by, time_limit, watch)
    found_by: Engine = Leading(searcher) if break_symmetry else searcher
    name = "symmetry breaking" if break_symmetry else "listing"
    if modulo == "symmetry":
        found_by, name = Orbits(found_by, blocking=method == "blocking"), method
    listing: Listing[Any] = Listing(
        asked, found_by, limit=limit, time_limit=time_limit, watch=watch
    )
    weigh: Callable[[Any], Fraction | int] = _one
    if break_symmetry and modulo == "none" and isinstance(asked, Placement) and asked.board.squares:
        weigh = leader(asked).weight
    value = _total(listing, weigh)
    return Count(
        value=value,
        complete=listing.complete,
        unit=asked.unit,
        modulo=modulo,
        engine=listing.engine.title,
        method=name,
        seconds=listing.seconds,
        fixed_by=fixed_by,
        reason=listing.reason,
        note=_reason(searcher),
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to *is there one?*

    Args:
        verdict: SATISFIABLE, UNSATISFIABLE or UNKNOWN (a limit was met).
        solution: one solution, where there is one.
        engine: who searched.
        seconds: wall-clock seconds.
        note: why there is none, where an argument shows it.
    """

    verdict: Verdict
    solution: Solution | None
    engine: str
    seconds: float
    note: str | None = None


def solve(
    model: Model,
    *,
    engine: str | Engine | None = None,
    fixed_by: str | None = None,
    time_limit: float | None = None,
) -> Outcome:
    """One solution of a model, or that there is none.

    Args:
        model: the model.
        engine: a name in ``ENGINES`` or ``FINDERS``, or an engine with options; None for what finds
            one soonest.
        fixed_by: only a solution that this symmetry leaves as it is.
        time_limit: at most so many seconds.

    Raises:
        as ``solutions``.
    """
    chosen = best_finder(_fixed(model, fixed_by)) if engine is None else engine
    listing: Listing[Any] = solutions(
        model, engine=chosen, fixed_by=fixed_by, time_limit=time_limit
    )
    try:
        found = next(listing, None)
    except KeyboardInterrupt:
        found = None
    if found is not None:
        verdict = Verdict.SATISFIABLE
    else:
        verdict = Verdict.UNSATISFIABLE if listing.complete else Verdict.UNKNOWN
    seconds = listing.seconds
    listing.close()
    searcher = listing.engine
    return Outcome(verdict, found, searcher.title, seconds, _reason(searcher))


def _burnside(
    model: Model,
    engine: Engine,
    fixed_by: str | None,
    time_limit: float | None,
    watch: Callable[[int], None] | None,
) -> Count:
    """The average number of solutions that a symmetry leaves alone; exact, or a lower bound."""
    group = model.symmetries()
    total, seconds = 0, 0.0
    complete, reason = True, None
    for symmetry, size in conjugacy_classes(group):
        left = None if time_limit is None else max(time_limit - seconds, 1e-3)
        asked = model if symmetry is group[0] else model.fixed(symmetry.name)
        listing: Listing[Any] = Listing(asked, engine, time_limit=left, watch=watch)
        total += size * _total(listing, _one)
        seconds += listing.seconds
        if not listing.complete:
            complete, reason = False, listing.reason
            break
    # Every solution found lies in an orbit of at most |G|: even a partial sum bounds from below.
    return Count(
        value=math.ceil(Fraction(total, len(group))),
        complete=complete,
        unit=model.unit,
        modulo="symmetry",
        engine=engine.for_model(model).title,
        method="burnside",
        seconds=seconds,
        fixed_by=fixed_by,
        reason=reason,
        note=_reason(engine),
    )


def _total(listing: Listing[Any], weight: Callable[[Any], Fraction | int]) -> int:
    """Add up a listing to its end, or to where an interrupt left it (rounded down)."""
    total: Fraction | int = 0
    try:
        for solution in listing:
            total += weight(solution)
    except KeyboardInterrupt:
        listing.close()  # what was found stays counted
    return math.floor(total)


def _one(_solution: object) -> int:
    return 1


def _fixed(model: Model, symmetry: str | None) -> Model:
    return model if symmetry is None else model.fixed(symmetry)


def _engine(model: Model, engine: str | Engine, time_limit: float | None) -> Engine:
    """The engine asked for; a solver that cannot be interrupted is isolated when there is a clock.

    Where a short argument shows that there is no solution, nobody needs to search.
    """
    if not isinstance(engine, Engine):
        isolated = True if engine == SatEngine.name and time_limit is not None else None
        engine = make_engine(engine, isolated=isolated)
    reason = why_impossible(model) if isinstance(model, Tour) else None
    return engine if reason is None else ProofEngine(reason)


def _reason(engine: Engine) -> str | None:
    """Why there is nothing, where that is the engine's answer."""
    return engine.reason if isinstance(engine, ProofEngine) else None


def _modulo(modulo: str) -> str:
    if modulo not in get_args(Modulo):
        raise InvalidModel("modulo", f"{modulo!r} is unknown; choose from none, symmetry")
    return modulo
