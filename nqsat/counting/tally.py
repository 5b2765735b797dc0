"""Adding up: what an engine lists, or what it counts without listing, to the end or to a limit."""

from __future__ import annotations

import math
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from nqsat.engines import Counter, Listing
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from fractions import Fraction

    from nqsat.engines import Engine, Reason
    from nqsat.modelling import Model

__all__ = ["Tally", "tally"]


class Tally(NamedTuple):
    """A number of solutions: exact if ``complete``, else a lower bound with the reason."""

    value: int
    complete: bool
    reason: Reason | None
    engine: str
    seconds: float


def tally(
    model: Model,
    engine: Engine,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    weight: Callable[[Any], Fraction | int] | None = None,
) -> Tally:
    """How many solutions an engine lists or counts; limits and Ctrl-C leave a lower bound.

    Args:
        model: the model.
        engine: who lists, or counts.
        limit: stop when more than so many have been listed.
        time_limit: stop after so many seconds.
        watch: called with the number so far at every sign of life.
        weight: how many solutions each one that is listed stands for; 1 unless given.

    Raises:
        InvalidModel: a limit for an engine that does not list.
        UnsupportedByEngine, EngineFailure: as for ``solutions``.
    """
    if isinstance(engine, Counter) and (limit is None or not engine.lists):
        if limit is not None:
            raise InvalidModel("limit", f"engine {engine.name} does not list; take a time limit")
        return _counted(model, engine, time_limit, watch)
    listing: Listing[Any] = Listing(model, engine, limit=limit, time_limit=time_limit, watch=watch)
    total: Fraction | int = 0
    try:
        for solution in listing:
            total += 1 if weight is None else weight(solution)
    except KeyboardInterrupt:
        listing.close()  # what was found stays counted
    value = math.floor(total)
    return Tally(value, listing.complete, listing.reason, listing.engine.title, listing.seconds)


def _counted(
    model: Model,
    engine: Counter,
    time_limit: float | None,
    watch: Callable[[int], None] | None,
) -> Tally:
    engine = cast("Counter", engine.for_model(model))
    started, total = time.monotonic(), 0
    reason: Reason | None = None
    try:
        with closing(_stream(engine.total(model))) as numbers:
            for number in numbers:
                total += number or 0
                if watch is not None:
                    watch(total)
                if time_limit is not None and time.monotonic() - started > time_limit:
                    reason = "time limit"
                    break
    except KeyboardInterrupt:
        reason = "interrupted"
    return Tally(total, reason is None, reason, engine.title, time.monotonic() - started)


def _stream(numbers: Iterator[int | None]) -> Generator[int | None, None, None]:
    yield from numbers
