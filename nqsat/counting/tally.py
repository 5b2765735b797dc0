"""Adding up: what an engine lists, or what it counts without listing, to the end or to a limit."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple, cast

from nqsat.engines import (
    AutoEngine,
    Counter,
    Engine,
    Listing,
    Modelled,
    OutOfTime,
    Reason,
    Stage,
    aside,
    check_limits,
    closing,
    waited,
)
from nqsat.errors import InvalidModel, UnsupportedByEngine

#: Further solutions of a size, or of any size where these are not told apart.
Part = tuple[int, Fraction | int]


class Tally(NamedTuple):
    """A number of solutions: exact if ``complete``, else a lower bound with the reason.

    Args:
        value: the number.
        complete, reason, engine, seconds: as of a ``Count``.
        method: ``"listing"`` or ``"counting"``.
        sizes: if these were asked for, the numbers of men that there are, each with how many solutions.
    """

    value: int
    complete: bool
    reason: Reason | None
    engine: str
    seconds: float
    method: str = "listing"
    sizes: tuple[tuple[int, int], ...] = ()


def tally(
    model: Modelled[Any],
    engine: Engine,
    *,
    by_size: bool = False,
    limit: int | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    stage: Stage | None = None,
    weight: Callable[[Any], Fraction | int] | None = None,
    doubt: Callable[[float], bool] | None = None,
) -> Tally:
    """How many solutions an engine lists or counts; limits and Ctrl-C leave a lower bound.

    Args:
        model: the model.
        engine: who lists, or counts; of ``auto`` whoever is cheapest.
        by_size: tell the numbers of men apart.
        limit: stop when more than so many have been listed.
        time_limit: stop after so many seconds.
        watch: called with the number so far at every sign of life.
        stage: told where a count without a list stands.
        weight: how many solutions each one that is listed stands for; 1 unless given.
        doubt: asked at every sign of life, with the seconds spent, whether to give up. Then the tally is
            neither complete nor has it a reason.

    Raises:
        InvalidModel: a limit that is no positive number, or one for an engine that does not list.
        UnsupportedByEngine, EngineFailure: as for ``solutions``.
    """
    check_limits(limit, time_limit)
    watch = _doubting(watch, doubt)
    if isinstance(engine, AutoEngine) and limit is None and weight is None:
        return _cheapest(
            model, engine, by_size=by_size, time_limit=time_limit, watch=watch, stage=stage
        )
    if isinstance(engine, Counter) and (limit is None or not engine.lists):
        if limit is not None:
            raise InvalidModel("limit", f"engine {engine.name} does not list; take a time limit")
        return _counted(
            model, engine, by_size=by_size, time_limit=time_limit, watch=watch, stage=stage
        )
    started, found = time.monotonic(), _Sum()
    complete, reason = False, cast("Reason | None", "interrupted")
    listing: Listing[Any] | None = None
    try:
        listing = Listing(model, engine, limit=limit, time_limit=time_limit, watch=watch)
        for solution in listing:
            number = 1 if weight is None else weight(solution)
            found.add((len(solution) if by_size else 0, number))
        complete, reason = listing.complete, listing.reason
    except _GivenUp:
        reason = None
    except KeyboardInterrupt:
        if listing is not None:
            listing.close()  # what was found stays counted
    # The last one may have been found and not handed out when the interrupt came.
    plain = listing if weight is None and not by_size else None
    return Tally(
        found.value if plain is None else plain.found,
        complete,
        reason,
        (engine if listing is None else listing.engine).title,
        time.monotonic() - started,
        sizes=found.sizes if by_size else (),
    )


class _Sum:
    """What has been added up so far."""

    def __init__(self) -> None:
        self._numbers: dict[int, Fraction | int] = {}

    def add(self, part: Part) -> None:
        size, number = part
        self._numbers[size] = self._numbers.get(size, 0) + number

    @property
    def value(self) -> int:
        return math.floor(sum(self._numbers.values()))

    @property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        return tuple(
            (size, int(number)) for size, number in sorted(self._numbers.items()) if number
        )


class _GivenUp(Exception):
    """Raised by who watches, to stop a count."""


def _doubting(
    watch: Callable[[int], None] | None, doubt: Callable[[float], bool] | None
) -> Callable[[int], None] | None:
    """Who watches, and doubts besides."""
    if doubt is None:
        return watch
    started = time.monotonic()

    def look(found: int) -> None:
        if watch is not None:
            watch(found)
        if doubt(time.monotonic() - started):
            raise _GivenUp

    return look


def better(found: Tally, before: Tally | None) -> Tally:
    """The tally of the engine asked last, unless one given up before it had found more."""
    if before is None or found.complete or found.value >= before.value:
        return found
    return before._replace(reason=found.reason)


def _cheapest(
    model: Any,
    engine: AutoEngine,
    *,
    by_size: bool,
    time_limit: float | None,
    watch: Callable[[int], None] | None,
    stage: Stage | None,
) -> Tally:
    """By the engine chosen; by the next where that one has too little memory, or takes too long."""
    started = time.monotonic()
    found: Tally | None = None
    nothing = Tally(0, complete=False, reason="interrupted", engine=engine.title, seconds=0.0)
    try:
        choice = waited(lambda: engine.choose(model, time_limit), time_limit)
        while True:
            left = time_limit and max(time_limit - (time.monotonic() - started), 1e-3)
            try:
                now = tally(
                    model,
                    choice.engine,
                    by_size=by_size,
                    time_limit=left,
                    watch=watch,
                    stage=stage,
                    doubt=choice.doubt,
                )
            except UnsupportedByEngine as error:
                if not choice.give_up(error.reason):
                    raise
                continue
            found = better(now, found)
            if now.complete or now.reason is not None:
                break
            choice.give_up()
    except KeyboardInterrupt:
        found = better(nothing, found)
    except OutOfTime:
        found = better(nothing._replace(reason="time limit"), found)
    return found._replace(seconds=time.monotonic() - started)


def _counted(
    model: Any,
    engine: Counter,
    *,
    by_size: bool,
    time_limit: float | None,
    watch: Callable[[int], None] | None,
    stage: Stage | None,
) -> Tally:
    started, found = time.monotonic(), _Sum()
    complete, reason = False, cast("Reason | None", "interrupted")
    try:
        engine = cast("Counter", engine.for_model(model))
        ask: Callable[[Any, Any], Iterator[Any]] = engine.sizes if by_size else engine.total
        with closing(aside(lambda: ask(model, stage))) as parts:
            for part in parts:
                if part is not None:
                    found.add(part if by_size else (0, part))
                if watch is not None:
                    watch(found.value)
                if time_limit is not None and time.monotonic() - started > time_limit:
                    reason = "time limit"
                    break
            else:
                complete, reason = True, None
    except _GivenUp:
        reason = None
    except KeyboardInterrupt:
        pass  # what was found stays counted
    seconds = time.monotonic() - started
    sizes = found.sizes if by_size else ()
    return Tally(found.value, complete, reason, engine.title, seconds, "counting", sizes)
