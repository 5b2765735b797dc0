"""Adding up: what an engine lists, or what it counts without listing, to the end or to a limit."""

from __future__ import annotations

import math
import time
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from nqsat.engines import (
    AutoEngine,
    Counter,
    Listing,
    OutOfTime,
    aside,
    check_limits,
    closing,
    waited,
)
from nqsat.errors import InvalidModel, UnsupportedByEngine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nqsat.engines import Engine, Modelled, Reason, Stage

__all__ = ["Tally", "tally"]

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

    Raises:
        InvalidModel: a limit that is no positive number, or one for an engine that does not list.
        UnsupportedByEngine, EngineFailure: as for ``solutions``.
    """
    check_limits(limit, time_limit)
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
    reason: Reason | None = "interrupted"
    listing: Listing[Any] | None = None
    try:
        listing = Listing(model, engine, limit=limit, time_limit=time_limit, watch=watch)
        for solution in listing:
            number = 1 if weight is None else weight(solution)
            found.add((len(solution) if by_size else 0, number))
        reason = listing.reason
    except KeyboardInterrupt:
        if listing is not None:
            listing.close()  # what was found stays counted
    # The last one may have been found and not handed out when the interrupt came.
    plain = listing if weight is None and not by_size else None
    return Tally(
        found.value if plain is None else plain.found,
        reason is None,
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


def _cheapest(
    model: Any,
    engine: AutoEngine,
    *,
    by_size: bool,
    time_limit: float | None,
    watch: Callable[[int], None] | None,
    stage: Stage | None,
) -> Tally:
    """By the first of the ranked engines; by the next where one finds that it has too little memory."""
    started = time.monotonic()
    try:
        ranked = waited(lambda: engine.ranked(model, time_limit), time_limit)
    except (KeyboardInterrupt, OutOfTime) as stopped:
        reason: Reason = "time limit" if isinstance(stopped, OutOfTime) else "interrupted"
        spent = time.monotonic() - started
        return Tally(0, complete=False, reason=reason, engine=engine.title, seconds=spent)
    for one in ranked:
        left = time_limit and max(time_limit - (time.monotonic() - started), 1e-3)
        try:
            found = tally(model, one, by_size=by_size, time_limit=left, watch=watch, stage=stage)
        except UnsupportedByEngine as error:
            if one is ranked[-1]:
                raise
            engine.say(f"{one.name} gives up: {error.reason}")
            continue
        return found._replace(seconds=time.monotonic() - started)
    raise AssertionError("the last engine answers or raises")


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
    reason: Reason | None = "interrupted"
    with suppress(KeyboardInterrupt):
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
                reason = None
    seconds = time.monotonic() - started
    sizes = found.sizes if by_size else ()
    return Tally(found.value, reason is None, reason, engine.title, seconds, "counting", sizes)
