"""Searches that were watched, as data for the page, which plays them.

    {"men": of each literal the numbers of its men, "origins": […],
     "reasons": [[origin, clause, steps?], …],
     "recordings": [{"engine", "events": [what, …, what, …], …}], "unwatched": [[engine, why], …]}

An event is the place of its word in ``WORDS``, then its literal (of ``try`` and ``force``) and its number
(of all but ``solution``, and of ``try`` only where there are choices).
"""

from __future__ import annotations

from typing import Any

from nqsat.engines.watching import Event, Recording, Watched, watch
from nqsat.modelling import Model

#: What can happen, as in ``replay.js``.
WORDS = ("try", "force", "dead", "learn", "back", "solution")


def watched(model: Model, events: int) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The section ``search`` of the page, if there is one, and what is left out.

    Args:
        model: without an objective.
        events: so many of each search are kept; 0 for no searches.
    """
    if not events:
        return {}, ()
    found = watch(model, events)
    if not found.recordings:
        return {}, tuple(f"no search is watched: {why}" for _, why in found.unwatched[:1])
    return {"search": _data(model, found)}, ()


def _data(model: Model, found: Watched) -> dict[str, Any]:
    place = model.board.places
    names = [kind.name for kind in model.kinds]
    number = {name: index for index, name in enumerate(names)}
    men = [
        [place[man.square] * len(names) + number.get(man.kind, 0) for man in some]
        for some in found.men
    ]
    origins = list(dict.fromkeys(reason.origin for reason in found.reasons))
    reasons = [
        [origins.index(origin), list(clause), *([list(steps)] if steps else [])]
        for origin, clause, steps in found.reasons
    ]
    return {
        "men": men,
        "origins": origins,
        "reasons": reasons,
        "recordings": [_recording(one) for one in found.recordings],
        "unwatched": [list(one) for one in found.unwatched],
    }


def _recording(one: Recording) -> dict[str, Any]:
    return {
        "engine": one.engine,
        "events": [number for event in one.events for number in _event(event, one)],
        "left": one.left,
        "complete": one.complete,
        "nodes": list(one.nodes),
        "checks": list(one.checks),
        "conflicts": one.conflicts,
        "solutions": one.solutions,
        "choices": [[list(literals), list(exits)] for literals, exits in one.choices],
        "seconds": round(one.seconds, 2),
    }


def _event(event: Event, recording: Recording) -> tuple[int, ...]:
    """The word of an event, and the numbers that belong to it."""
    word = WORDS.index(event.what)
    match event.what:
        case "try" if not recording.choices:
            return word, event.literal
        case "try" | "force":
            return word, event.literal, event.number
        case "solution":
            return (word,)
        case _:
            return word, event.number
