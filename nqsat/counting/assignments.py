"""Questions about a CNF from outside: which assignments of its shown variables, how many, is there one?"""

from __future__ import annotations

from collections.abc import Callable

from nqsat.compiling import Assignment, CnfProblem
from nqsat.counting.count import Count
from nqsat.counting.finished import finished
from nqsat.counting.question import Question
from nqsat.counting.questions import answer_to
from nqsat.counting.tally import Limits
from nqsat.engines import (
    AutoEngine,
    ClausalEngine,
    Engine,
    Listing,
    SatEngine,
    make_engine,
)
from nqsat.errors import UnsupportedByEngine


def assignments(
    problem: CnfProblem,
    *,
    engine: str | Engine = AutoEngine.name,
    limit: int | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
) -> Listing[Assignment]:
    """The solutions of a CNF as they are found, each exactly once and checked against all clauses.

    Args:
        problem: the CNF.
        engine: ``"auto"``, or ``"sat"`` which is the same here, or a ``SatEngine`` or ``ClausalEngine``
            with options.
        limit: at most so many.
        time_limit: at most so many seconds.
        watch: called with the number found so far at every sign of life.

    Raises:
        InvalidModel: an argument that is not one of the above.
        UnsupportedByEngine: another engine.
        Interrupted: while iterating: Ctrl-C; its ``answer`` is the iterator.
        EngineFailure: while iterating: the engine broke, or gave a wrong solution.
    """
    searcher = _clausal(engine, isolated=time_limit is not None)
    return Listing(problem, searcher, limit=limit, time_limit=time_limit, watch=watch)


def count_assignments(
    problem: CnfProblem,
    *,
    engine: str | Engine = AutoEngine.name,
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
        the count; a limit makes it incomplete, never wrong.

    Raises:
        as ``assignments``; the ``answer`` of Interrupted is the count of what was found by then.
    """
    searcher = _clausal(engine, isolated=time_limit is not None)
    limits = Limits(time_limit, watch or (lambda _: None))
    question = Question("count", problem, limit=limit, time_limit=time_limit)
    return finished(answer_to(question, searcher, limits).total)


def _clausal(engine: str | Engine, *, isolated: bool) -> Engine:
    """The engine on clauses with the options of the one asked for."""
    chosen = make_engine(engine) if isinstance(engine, str) else engine
    if isinstance(chosen, AutoEngine):
        chosen = chosen.lister
    if isinstance(chosen, ClausalEngine):
        return chosen
    if not isinstance(chosen, SatEngine):
        raise UnsupportedByEngine(chosen.name, "takes no CNF", (SatEngine.name,))
    isolated = isolated if isinstance(engine, str) else chosen.isolated
    if chosen.solver is None:
        return ClausalEngine(isolated=isolated)
    return ClausalEngine(chosen.solver, isolated)
