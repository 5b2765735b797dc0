"""Watched searches: every step of an engine, with its reason, as values.

Nothing here answers a question: the reference, the solver or the heuristic searches unchanged, and its
steps are recorded. A recording has a bounded number of events and is reproducible.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial, singledispatch
from typing import Any

from nqsat.engines.backtrack import BacktrackEngine
from nqsat.engines.listing.search import require_settled
from nqsat.engines.watching.placements import ReferenceSearch, TextbookSearch
from nqsat.engines.watching.recording import (
    Candidates,
    Event,
    Reason,
    Recorder,
    Recording,
    Tables,
    Watched,
)
from nqsat.engines.watching.solver import search_solver
from nqsat.engines.watching.tours import WatchedTours, search_warnsdorff
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, Placement, Tour

__all__ = ["EVENTS", "Candidates", "Event", "Reason", "Recording", "Watched", "watch"]

#: Number of events of each search that are recorded.
EVENTS = 2500

#: With more possible men no search is watched: a reader could not follow it.
MEN = 150


def watch(model: Model, events: int = EVENTS) -> Watched:
    """Watch the searches for all solutions of a placement, or for tours.

    Args:
        model: the model, without an objective.
        events: the number of events of each search that are recorded. Later events are only counted, and a
            search with far more events is stopped.

    Raises:
        InvalidModel: the model has an objective.
    """
    require_settled(model)
    men = len(model.board.squares) * len(model.kinds)
    if men > MEN:
        why = f"{men} pieces could stand; searches are watched up to {MEN}"
        return Watched((), (), (), tuple((engine, why) for engine in _searches(model)))
    tables = Tables()
    recordings: list[Recording] = []
    unwatched: list[tuple[str, str]] = []
    for engine, search in _searches(model).items():
        try:
            recordings.append(_record_search(engine, search, Recorder(tables, events)))
        except UnsupportedByEngine as error:
            unwatched.append((engine, error.reason))
    return Watched(tuple(tables.men), tuple(tables.reasons), tuple(recordings), tuple(unwatched))


Search = Callable[[Recorder], Generator[object, None, None]]


def _record_search(engine: str, search: Search, recorder: Recorder) -> Recording:
    """Watch one search, to its end or until it is too long."""
    began = time.process_time()
    complete = True
    with closing(search(recorder)) as steps:  # frees a solver
        for _ in steps:
            if recorder.exhausted:
                complete = False
                break
    seconds = time.process_time() - began
    return recorder.recording(engine, complete=complete, seconds=seconds)


@singledispatch
def _searches(_model: Model) -> dict[str, Search]:
    """The engines that are watched, by name."""
    return {}


@_searches.register(Tour)
def _tour_searches(model: Tour) -> dict[str, Search]:
    return {
        "warnsdorff": partial(search_warnsdorff, model),
        "backtrack": partial(_run_reference, model, WatchedTours),
    }


@_searches.register(Placement)
def _placement_searches(model: Placement) -> dict[str, Search]:
    return {
        "textbook": partial(_run_reference, model, TextbookSearch),
        "backtrack": partial(_run_reference, model, ReferenceSearch),
        "sat": partial(search_solver, model),
    }


def _run_reference(
    model: Model, kind: Callable[..., Any], recorder: Recorder
) -> Generator[object, None, None]:
    """Run one of the searches that share the reference's tables, on a model that the reference accepts."""
    BacktrackEngine.check(model)
    yield from kind(model, recorder).run()
