"""A count that will take hours says so in time, and who would be faster."""

from __future__ import annotations

import math
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from nqsat.errors import NqsatError

if TYPE_CHECKING:
    from collections.abc import Callable

    from nqsat.engines import Engine
    from nqsat.modelling import Model

_UNITS = (("years", 365 * 86400), ("days", 86400), ("hours", 3600))

#: A count that takes no longer than this is not worth a thought.
_PATIENCE = 1.0


def speaking(engine: Engine, *, verbose: bool = False) -> Engine:
    """The engine; if it chooses others, it says on stderr that the one chosen will take hours.

    Or, if verbose, what it has to choose from.
    """
    from nqsat.engines import AutoEngine

    if not isinstance(engine, AutoEngine):
        return engine
    if verbose:
        return replace(engine, tell=lambda line: print(line, file=sys.stderr))
    return replace(engine, warn=lambda one: _say(one.engine.name, one.seconds))


def foretelling(
    watch: Callable[[int], None], engine: Engine, model: Model
) -> Callable[[int], None]:
    """The watch; an engine that the user has chosen is weighed after a second, if it is still at work.

    Not before, as it takes a moment, and in the watch, because Ctrl-C ends a count there with its answer.
    """
    from nqsat.engines import AutoEngine

    due = math.inf if isinstance(engine, AutoEngine) else time.monotonic() + _PATIENCE

    def watching(found: int) -> None:
        nonlocal due
        if time.monotonic() > due:
            due = math.inf
            _weigh(engine, model)
        watch(found)

    return watching


def _weigh(engine: Engine, model: Model) -> None:
    from nqsat.engines import (  # kernels, which are left alone by Ctrl-C in a thread
        AutoEngine,
        waited,
    )

    try:
        seconds = waited(lambda: _seconds(engine, model))
        if seconds >= _UNITS[-1][1]:
            other = waited(lambda: AutoEngine().choose(model).engine)
            faster = waited(lambda: _seconds(other, model))
            _say(engine.name, seconds, other.name if faster < seconds / 2 else "", faster)
    except NqsatError:  # nobody can tell
        pass


def _seconds(engine: Engine, model: Model) -> float:
    """What a count by this engine is foretold to take."""
    return engine.plan(model).estimate.seconds


def _say(name: str, seconds: float, other: str = "", faster: float = math.inf) -> None:
    if seconds == math.inf:
        return
    hint = f"; {other} would take {_time(faster)}" if other else ""
    start = "\r\x1b[K" if sys.stderr.isatty() else ""  # there may be a line of progress
    print(f"{start}foretold: {name} will take {_time(seconds)}{hint}", file=sys.stderr)


def _time(seconds: float) -> str:
    """``about 5 hours``."""
    from nqsat.engines.plan import rounded
    from nqsat.modelling import plural

    name, size = next((unit for unit in _UNITS if seconds >= unit[1]), ("seconds", 1))
    number = rounded(seconds / size)
    return f"about {number} {plural(1, name) if number == '1' else name}"
