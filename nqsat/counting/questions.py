"""Questions about a model: which solutions, and how many?

``solutions`` and ``count`` choose the engine and the method, and put a limit where the caller wants
one; the searching is the engines'.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any, Literal, TypeVar, cast, get_args, overload

from nqsat.counting.count import Count, Modulo
from nqsat.counting.finished import finished
from nqsat.counting.leader import leader
from nqsat.counting.optimum import Optimum, best_value
from nqsat.counting.orbits import (
    Leading,
    Orbits,
    check_modulo,
    conjugacy_classes,
    group_of,
    only_fixed,
)
from nqsat.counting.tally import Tally, better, tally
from nqsat.engines import (
    AutoEngine,
    Counter,
    Engine,
    Listing,
    Modelled,
    OutOfTime,
    ProofEngine,
    Reason,
    SatEngine,
    make_engine,
    waited,
    why_impossible,
)
from nqsat.errors import InvalidModel
from nqsat.modelling import Arrangement, Model, Placement, Solution, Tour, model_of

S = TypeVar("S", bound="Solution")

Method = Literal["canonical", "blocking", "burnside"]

#: The ways to count modulo symmetry; the first is the default.
METHODS: tuple[Method, ...] = get_args(Method)


@overload
def solutions(model: str, **asked: Any) -> Listing[Any]: ...


@overload
def solutions(
    model: Modelled[S],
    *,
    engine: str | Engine = ...,
    modulo: Modulo = ...,
    fixed_by: str | None = ...,
    limit: int | None = ...,
    time_limit: float | None = ...,
    watch: Callable[[int], None] | None = ...,
) -> Listing[S]: ...


def solutions(
    model: Modelled[S] | str,
    *,
    engine: str | Engine = AutoEngine.name,
    modulo: Modulo = "none",
    fixed_by: str | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    **parameters: int | str,
) -> Listing[S]:
    """The solutions of a model, one after the other as they are found, each exactly once.

    Every solution is checked against the model's meaning before it is handed out. Of a model with an
    objective the best value is found first; if a limit is met on the way, nothing is listed.

    Args:
        model: the model, or a name and ``parameters``.
        engine: ``"auto"``, another name of an engine, or an engine with options.
        modulo: ``"symmetry"`` for one solution of each orbit, its canonical form; or another group, as
            for ``count``.
        fixed_by: only the solutions that this symmetry leaves as they are.
        limit: at most so many.
        time_limit: at most so many seconds.
        watch: called with the number found so far at every sign of life.
        parameters: as for ``count``.

    Returns:
        an iterator that says, once it has ended, whether it was ``complete`` and if not the ``reason``.

    Raises:
        InvalidModel: an argument that is not one of the above.
        UnsupportedByEngine: the engine cannot answer.
        Interrupted: Ctrl-C; its ``answer`` is the iterator, or while the best value was being found
            what was known of it.
        EngineFailure: while iterating: the engine broke, or gave a wrong solution.
    """
    given = model_of(cast("Model | str", model), parameters)
    _check_modulo(given, modulo)
    searcher = prepared(given, engine, time_limit)
    settled, optimum = _settled(given, searcher, time_limit, watch)
    if optimum is not None:
        finished(optimum)
    asked = cast("Modelled[S]", _fixed(settled, fixed_by))
    if modulo != "none":
        searcher = Orbits(searcher, modulo=modulo)
    left = time_left(time_limit, optimum)
    listing = Listing(asked, searcher, limit=limit, time_limit=left, watch=watch)
    if optimum is not None and optimum.reason is not None:
        listing.close(optimum.reason)
    return listing


def count(
    model: Model | str,
    *,
    engine: str | Engine = AutoEngine.name,
    modulo: Modulo = "none",
    method: Method | None = None,
    fixed_by: str | None = None,
    break_symmetry: bool = False,
    limit: int | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    stage: Callable[[str], None] | None = None,
    **parameters: int | str,
) -> Count:
    """How many solutions a model has; of a model with an objective, how many optimal ones.

    Args:
        model: the model; or the name of one in the catalogue, ``file.py:function`` or ``model.json``.
        engine: ``"auto"`` for whoever is cheapest, another name of an engine, or an engine with options.
        modulo: ``"symmetry"`` to count orbits under the model's geometric symmetries; ``"rotations"``
            under those about the middle of the board alone; ``"translations"`` under the shifts alone of
            a board that wraps; ``"colours"`` under all of them together with the permutations of the
            colours of the men.
        method: how orbits are counted: ``"canonical"``, ``"blocking"`` or ``"burnside"``; None for the
            first, or the last where no list is made.
        fixed_by: only the solutions that this symmetry leaves as they are.
        break_symmetry: search for leaders of orbits only; the count is restored from their weights.
        limit: stop when more than so many solutions (orbits, where these are listed) have been found.
        time_limit: stop after so many seconds.
        watch: called with the number found so far at every sign of life.
        stage: told in words where a count without a list stands.
        parameters: those of the model that is named: ``count("queens", n=8)``.

    Returns:
        the count; a limit makes it incomplete, never wrong.

    Raises:
        InvalidModel: an argument that is not one of the above, or two that do not go together.
        UnsupportedByEngine: the engine cannot answer.
        Interrupted: Ctrl-C; its ``answer`` is the count of what was found by then.
        EngineFailure: the engine broke, or gave a wrong solution.
    """
    given = model_of(model, parameters)
    answer = Count(  # until more is known
        value=0,
        complete=False,
        unit=given.unit,
        modulo=modulo,
        engine=engine if isinstance(engine, str) else engine.title,
        method=method or "counting",
        seconds=0.0,
        fixed_by=fixed_by,
        reason="interrupted",
    )
    with suppress(KeyboardInterrupt):
        searcher = prepared(given, engine, time_limit)
        lists = not isinstance(searcher, Counter) or searcher.lists
        open_ = method is None
        if method is None:
            method = METHODS[0] if lists or modulo == "none" else "burnside"
        _check_method(_fixed(given, fixed_by), modulo, method, limit, break_symmetry=break_symmetry)
        if not lists and (break_symmetry or (modulo != "none" and method != "burnside")):
            raise InvalidModel("method", f"engine {searcher.name} does not list; take burnside")
        settled, optimum = _settled(given, searcher, time_limit, watch)
        asked = _fixed(settled, fixed_by)
        left = time_left(time_limit, optimum)
        stopped = None if optimum is None else optimum.reason
        choosing = 0.0
        doubt: Callable[[float], bool] | None = None
        if open_ and modulo != "none" and limit is None and not break_symmetry and stopped is None:
            started = time.monotonic()
            try:
                method, doubt = _cheapest_method(asked, searcher, method, left)
            except OutOfTime:
                stopped = "time limit"
            choosing = time.monotonic() - started
            left = left and max(left - choosing, 1e-3)
        if stopped is not None:
            name = searcher.title if optimum is None else optimum.engine
            found = Tally(0, complete=False, reason=stopped, engine=name, seconds=0.0)
        elif modulo != "none" and method == "burnside":
            found = _burnside(asked, searcher, modulo, left, watch, stage)
        else:
            found_by = _lister(searcher, modulo, method, break_symmetry=break_symmetry)
            weighed = break_symmetry and modulo == "none"
            weight = _weights(asked) if weighed and isinstance(asked, Placement) else None
            found = tally(
                asked,
                found_by,
                limit=limit,
                time_limit=left,
                watch=watch,
                stage=stage,
                weigh=weight,
                doubt=doubt,
            )
            if not found.complete and found.reason is None:  # given up: no short list after all
                method = "burnside"
                left = left and max(left - found.seconds, 1e-3)
                counted = _burnside(asked, searcher, modulo, left, watch, stage)
                spent = found.seconds + counted.seconds
                found = better(counted, found)._replace(seconds=spent)
        unlisted = "symmetry breaking" if break_symmetry else found.method
        answer = Count(
            value=found.value,
            complete=found.complete,
            unit=asked.unit,
            modulo=modulo,
            engine=found.engine,
            method=method if modulo != "none" else unlisted,
            seconds=found.seconds + choosing + (0.0 if optimum is None else optimum.seconds),
            fixed_by=fixed_by,
            reason=found.reason,
            note=_note(searcher, found, optimum),
            optimum=optimum,
        )
    return finished(answer)


def _note(searcher: Engine, found: Tally, optimum: Optimum | None) -> str | None:
    """What there is to say besides: of the engine, and who found the optimum, if somebody else did."""
    notes = [searcher.note] if searcher.note else []
    if optimum is not None and optimum.engine != found.engine:
        notes.append(f"the optimum by {optimum.engine}")
    return "; ".join(notes) or None


def _weights(model: Placement) -> Callable[[Arrangement], Fraction | int]:
    """How many solutions each stands for that symmetry breaking keeps."""
    rule = cache(lambda: leader(model))  # made when it is needed: the engine may refuse the model
    return lambda arrangement: rule().weight(arrangement) if model.board.squares else 1


def _check_method(
    model: Model, modulo: Modulo, method: str, limit: int | None, *, break_symmetry: bool
) -> None:
    """Refuse options that do not go together."""
    if method not in METHODS:
        raise InvalidModel("method", f"{method!r} is unknown; choose from {', '.join(METHODS)}")
    _check_modulo(model, modulo)
    if modulo == "none" and method != METHODS[0]:
        raise InvalidModel("method", f"{method} counts orbits; ask modulo symmetry")
    if break_symmetry and modulo in ("rotations", "translations"):
        raise InvalidModel(
            "modulo", f"{modulo}: symmetry breaking is by all symmetries; leave it out"
        )
    if break_symmetry and limit is not None:
        raise InvalidModel("limit", "goes with a plain list; leave out symmetry breaking")
    if method == "burnside" and (limit is not None or break_symmetry):
        raise InvalidModel("method", "burnside goes without a limit and without symmetry breaking")
    if method == "burnside" and isinstance(model, Tour) and model.fixed_by:
        raise InvalidModel(
            "method", "burnside cannot count tours fixed by a symmetry; take canonical"
        )


def _lister(engine: Engine, modulo: Modulo, method: Method, *, break_symmetry: bool) -> Engine:
    """Who lists or counts what is asked for."""
    found_by = Leading(engine) if break_symmetry else engine
    if modulo == "none":
        return found_by
    return Orbits(found_by, blocking=method == "blocking", modulo=modulo)


def _cheapest_method(
    model: Model, engine: Engine, method: Method, time_limit: float | None
) -> tuple[Method, Callable[[float], bool] | None]:
    """Orbits are listed where a list is cheapest; otherwise what each symmetry fixes is counted.

    Of a list, when to give it up for the other method.
    """
    if not isinstance(engine, AutoEngine) or (isinstance(model, Tour) and model.fixed_by):
        return method, None
    choice = waited(lambda: engine.choose(model, time_limit), time_limit)
    return ("burnside", None) if isinstance(choice.engine, Counter) else (method, choice.doubt)


def _settled(
    model: Model,
    engine: Engine,
    time_limit: float | None,
    watch: Callable[[int], None] | None = None,
) -> tuple[Model, Optimum | None]:
    """The model whose solutions are wanted: one with an objective has its best value fixed.

    The optimum is found and proved first, by ``sat`` where the engine only counts, and its solutions are
    listed by a search of their own: the improving sequence of an optimiser is no list of anything.
    """
    if isinstance(model, Tour) or model.objective is None:
        return model, None
    if isinstance(engine, Counter) and not engine.lists:
        engine = SatEngine(isolated=True)
    optimum = best_value(model, engine, time_limit=time_limit, watch=watch)
    if optimum.value is None or not optimum.proved:
        return model.with_objective(None), optimum
    return model.settled(optimum.value), optimum


def time_left(time_limit: float | None, optimum: Optimum | None) -> float | None:
    """What is left of a time limit after the optimum was found."""
    if time_limit is None or optimum is None:
        return time_limit
    return max(time_limit - optimum.seconds, 1e-3)


def _burnside(
    model: Model,
    engine: Engine,
    modulo: Modulo,
    time_limit: float | None,
    watch: Callable[[int], None] | None,
    stage: Callable[[str], None] | None,
) -> Tally:
    """The average number of solutions that a symmetry leaves alone; exact, or a lower bound."""
    total, seconds, order = 0, 0.0, 1
    reason: Reason | None = "interrupted"
    engines: dict[str, None] = {}
    started = time.monotonic()
    with suppress(KeyboardInterrupt):
        try:
            group = waited(lambda: group_of(model, modulo), time_limit)
        except OutOfTime:
            late = time.monotonic() - started
            return Tally(0, complete=False, reason="time limit", engine=engine.title, seconds=late)
        order = len(group)
        for symmetry, size in conjugacy_classes(group):
            left = None if time_limit is None else max(time_limit - seconds, 1e-3)
            asked = model if symmetry is group[0] else only_fixed(model, symmetry)
            found = tally(asked, engine, time_limit=left, watch=watch, stage=stage)
            total += size * found.value
            seconds += found.seconds
            engines[found.engine] = None
            if not found.complete:
                reason = found.reason
                break
        else:
            reason = None
    # Every solution found lies in an orbit of at most |G|: even a partial sum bounds from below.
    value = math.ceil(Fraction(total, order))
    return Tally(value, reason is None, reason, " + ".join(engines), seconds)


def _fixed(model: Model, symmetry: str | None) -> Model:
    return model if symmetry is None else model.fixed(symmetry)


def prepared(model: Model, engine: str | Engine, time_limit: float | None) -> Engine:
    """The engine asked for; a solver that cannot be interrupted is isolated when there is a clock.

    Where a short argument shows that there is no solution, nobody needs to search.
    """
    if not isinstance(engine, Engine):
        engine = make_engine(engine, isolated=time_limit is not None)
    reason = why_impossible(model) if isinstance(model, Tour) else None
    return engine if reason is None else ProofEngine(reason)


def _check_modulo(model: Model, modulo: Modulo) -> None:
    if modulo not in get_args(Modulo):
        names = ", ".join(get_args(Modulo))
        raise InvalidModel("modulo", f"{modulo!r} is unknown; choose from {names}")
    check_modulo(model, modulo)
