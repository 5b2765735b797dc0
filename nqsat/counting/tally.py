"""Adding up: what an engine lists, or what it counts without listing, to the end or to a limit."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, cast

from nqsat.engines import (
    AutoEngine,
    Engine,
    Modelled,
    OutOfTime,
    Plan,
    Reason,
    Slice,
    aside,
    check_limits,
    closing,
    waited,
)
from nqsat.engines.contract import require_settled
from nqsat.engines.listed import Enough, Listed, Weigh
from nqsat.engines.plan import Weight, carried_out
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.modelling import Model


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
    stage: Callable[[str], None] | None = None,
    weigh: Weigh | None = None,
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
        stage: told in words where a count without a list stands.
        weigh: how many solutions each one that is listed stands for; 1 unless given.
        doubt: asked at every sign of life, with the seconds spent, whether to give up. Then the tally is
            neither complete nor has it a reason.

    Raises:
        InvalidModel: a limit that is no positive number, or one for an engine that does not list.
        UnsupportedByEngine, EngineFailure: as for ``solutions``.
    """
    check_limits(limit, time_limit)
    require_settled(model)
    asked = Asked(time_limit, watch, stage, doubt)
    if limit is None and weigh is None:
        if isinstance(engine, AutoEngine):
            return _cheapest(cast("Model", model), engine, by_size, asked)
        return added_up(lambda: engine.plan(cast("Model", model), by_size=by_size), engine, asked)
    if not engine.lists:
        raise InvalidModel("limit", f"engine {engine.name} does not list; take a time limit")
    return added_up(lambda: Listed(engine, model, by_size, weigh, limit), engine, asked)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a count besides: see ``tally``."""

    time_limit: float | None = None
    watch: Callable[[int], None] | None = None
    stage: Callable[[str], None] | None = None
    doubt: Callable[[float], bool] | None = None

    def after(self, seconds: float) -> Asked:
        """The same, when so many seconds have passed."""
        if self.time_limit is None:
            return self
        return replace(self, time_limit=max(self.time_limit - seconds, 1e-3))


def added_up(make: Callable[[], Plan], engine: Engine, asked: Asked) -> Tally:
    """What the parts of a plan add up to, which is made while the clock runs.

    Args:
        make: makes the plan.
        engine: who will count.
        asked: limits, and whoever watches.
    """
    started, found = time.monotonic(), _Sum()
    reason: Reason | Literal["doubt"] | None = "interrupted"
    title, method = engine.title, "counting"
    with suppress(KeyboardInterrupt):
        try:
            plan = waited(make, asked.time_limit)
            title, method = plan.title, plan.method
            with closing(aside(lambda: carried_out(plan))) as slices:
                reason = _follow(slices, found, asked, started)
        except OutOfTime:
            reason = "time limit"
        except Enough:
            reason = "limit"
    return Tally(
        found.value,
        complete=reason is None,
        reason=None if reason == "doubt" else reason,
        engine=title,
        seconds=time.monotonic() - started,
        method=method,
        sizes=found.sizes,
    )


def _follow(
    slices: Iterator[Slice | None], found: _Sum, asked: Asked, started: float
) -> Reason | Literal["doubt"] | None:
    """Add up slices to their end, or until somebody has had enough: why; None at the end."""
    for piece in slices:
        if piece is not None:
            found.add(piece.numbers)
            if piece.words and asked.stage is not None:
                asked.stage(piece.words)
        if asked.watch is not None:
            asked.watch(found.value)
        spent = time.monotonic() - started
        if asked.time_limit is not None and spent > asked.time_limit:
            return "time limit"
        if asked.doubt is not None and asked.doubt(spent):
            return "doubt"
    return None


class _Sum:
    """What has been added up so far."""

    def __init__(self) -> None:
        self._numbers: dict[int, Weight] = {}

    def add(self, numbers: Iterable[tuple[int, Weight]]) -> None:
        for size, number in numbers:
            self._numbers[size] = self._numbers.get(size, 0) + number

    @property
    def value(self) -> int:
        # Every solution found lies in an orbit of at most |G|: a partial sum of shares bounds from below.
        return math.ceil(sum(self._numbers.values()))

    @property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        return tuple(
            (size, int(number)) for size, number in sorted(self._numbers.items()) if number
        )


def better(found: Tally, before: Tally | None) -> Tally:
    """The tally of the engine asked last, unless one given up before it had found more."""
    if before is None or found.complete or found.value >= before.value:
        return found
    return before._replace(reason=found.reason)


def _cheapest(model: Model, engine: AutoEngine, by_size: bool, asked: Asked) -> Tally:  # noqa: FBT001
    """By the engine chosen; by the next where that one has too little memory, or takes too long."""
    started = time.monotonic()
    found: Tally | None = None
    nothing = Tally(0, complete=False, reason="interrupted", engine=engine.title, seconds=0.0)
    limit = asked.time_limit
    try:
        choice = waited(lambda: engine.choose(model, limit, by_size=by_size), limit)
        while True:
            left = replace(asked.after(time.monotonic() - started), doubt=choice.doubt)
            try:
                now = added_up(lambda: choice.plan, choice.engine, left)
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
