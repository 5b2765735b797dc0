"""Watched searches: every step of an engine, with its reason, as values.

Nothing here answers a question: the reference, the solver or the heuristic searches unchanged, and its
steps are recorded. A recording has a bounded number of events and is reproducible.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
from typing import Any

from nqsat.engines import BacktrackEngine, Deadline, OutOfTime, WarnsdorffEngine, require_settled
from nqsat.errors import UnsupportedByEngine
from nqsat.extensions.watch.placements import ReferenceSearch, TextbookSearch
from nqsat.extensions.watch.recording import Recording, Watched, What
from nqsat.extensions.watch.solver import search_solver
from nqsat.extensions.watch.tours import WatchedTours, search_warnsdorff
from nqsat.modelling import Model, Placement, Tour

#: Number of events of each search that are recorded.
EVENTS = 2500

#: A search is stopped after this many times as many events; sooner if many rules are asked at each.
PATIENCE = 8

#: With more possible pieces no search is watched: a reader could not follow it.
PIECES = 150

#: A search, which writes a recording; it may be stopped after each item.
Search = Callable[[Recording], Generator[object, None, None]]


def watch(model: Model, events: int = EVENTS) -> Watched:
    """Watch the searches for all solutions of a placement, or for tours.

    Args:
        model: the model, without an objective.
        events: the number of events of each search that are recorded. Later events are only counted, and a
            search with far more events is stopped.
    """
    require_settled(model)
    pieces = len(model.board.squares) * len(model.kinds)
    watched, most = Watched(), events * max(1, PATIENCE // (1 + len(model.rules) // 4))
    for engine, search in _searches(model).items():
        try:
            if pieces > PIECES:
                why = f"{pieces} pieces are possible; searches are watched up to {PIECES}"
                raise UnsupportedByEngine(engine, why)
            recording = Recording(engine, watched, events)
            _record(search, recording, most)
            watched.recordings.append(recording)
        except UnsupportedByEngine as error:
            watched.unwatched.append((engine, error.reason))
    return watched


def first_searches(model: Model, time_limit: float | None = None) -> Iterator[Recording]:
    """Run each search that can be watched to its first solution, or to its end; no event is recorded.

    Yields a recording for each: its nodes, dead ends and ``solutions`` (0 or 1), whether it is ``complete``
    (a heuristic that finds nothing is not), and the seconds (of a solver, while it is watched).

    Args:
        model: a model without an objective.
        time_limit: the maximum number of seconds for each search.
    """
    require_settled(model)
    for engine, search in _searches(model).items():
        recording, clock = _FirstOnly(engine, Watched(), 0), Deadline(time_limit)
        try:
            with closing(search(recording)) as steps:
                for _ in steps:
                    clock.check()
            recording.complete = engine != WarnsdorffEngine.name
        except _FirstFound:
            recording.complete = True
        except OutOfTime:
            pass
        except UnsupportedByEngine:
            continue
        recording.seconds = clock.seconds
        yield recording


class _FirstFound(Exception):
    """The first solution is found, and the search ends."""


class _FirstOnly(Recording):
    """A recording that ends its search at the first solution."""

    def event(self, what: What, literal: int = 0, number: int = -1) -> None:
        super().event(what, literal, number)
        if what == "solution":
            raise _FirstFound


def _record(search: Search, recording: Recording, most: int) -> None:
    """Watch one search, to its end or for this many events."""
    began = time.process_time()
    with closing(search(recording)) as steps:  # frees a solver
        for _ in steps:
            if recording.came >= most:
                break
        else:
            recording.complete = True
    recording.seconds = time.process_time() - began


def _searches(model: Model) -> dict[str, Search]:
    """The engines that are watched, by name."""
    if isinstance(model, Tour):
        if model.visit is not None or model.checkpoints:
            return {}
        return {
            "warnsdorff": partial(search_warnsdorff, model),
            "backtrack": partial(_run_reference, WatchedTours, model),
        }
    if isinstance(model, Placement):
        return {
            "textbook": partial(_run_reference, TextbookSearch, model),
            "backtrack": partial(_run_reference, ReferenceSearch, model),
            "sat": partial(search_solver, model),
        }
    return {}


def _run_reference(
    kind: Callable[..., Any], model: Model, recording: Recording
) -> Generator[object, None, None]:
    """Run one of the searches that share the reference's tables, on a model that the reference accepts."""
    BacktrackEngine.check(model)
    yield from kind(model, recording).run()
