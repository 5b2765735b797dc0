"""The searches that were watched as data for the page, which replays them.

    {"pieces": of each literal the numbers of its pieces, "origins": […],
     "reasons": [[origin, clause, steps?], …],
     "recordings": [{"engine", "events": [what, literal, number, …], …}],
     "unwatched": [[engine, why], …]}

An event is the place of its word in ``WORDS``, its literal and its number.
"""

from __future__ import annotations

from typing import Any

from nqsat.errors import InvalidModel, integer
from nqsat.extensions.watch.recording import Recording, Watched
from nqsat.extensions.watch.searches import EVENTS, watch
from nqsat.modelling import Model

#: The kinds of events, as in ``replay.js``.
WORDS = ("try", "force", "dead", "learn", "back", "solution")


def search_data(model: Model, events: int = EVENTS) -> dict[str, Any] | str | None:
    """Watch the searches for a model, at most this many ``events`` of each; or return why there is none."""
    if (whole := integer(events)) is None or whole < 0:
        raise InvalidModel("events", f"{events!r} is not an integer ≥ 0")
    if not whole:
        return None
    found = watch(model, whole)
    if not found.recordings:
        return "".join(f"no search is watched: {why}" for _, why in found.unwatched[:1]) or None
    return _watched_data(model, found)


def _watched_data(model: Model, found: Watched) -> dict[str, Any]:
    place = model.board.places
    names = [kind.name for kind in model.kinds]
    number = {name: index for index, name in enumerate(names)}
    placed_pieces = [
        [place[piece.square] * len(names) + number.get(piece.kind, 0) for piece in pieces]
        for pieces in found.pieces
    ]
    origins = list(dict.fromkeys(reason.origin for reason in found.reasons))
    reasons = [
        [origins.index(origin), list(clause), *([list(steps)] if steps else [])]
        for origin, clause, steps in found.reasons
    ]
    return {
        "pieces": placed_pieces,
        "origins": origins,
        "reasons": reasons,
        "recordings": [_recording_data(recording) for recording in found.recordings],
        "unwatched": [list(engine) for engine in found.unwatched],
    }


def _recording_data(one: Recording) -> dict[str, Any]:
    numbers = [x for event, *pair in one.events for x in (WORDS.index(event), *pair)]
    names = ("left", "complete", "nodes", "checks", "conflicts", "solutions", "choices")
    data = {name: getattr(one, name) for name in names}
    return {"engine": one.engine, "events": numbers, "seconds": round(one.seconds, 2), **data}
