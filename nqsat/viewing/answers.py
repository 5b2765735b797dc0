"""What the page knows of the solutions: all of them, or the layers of a count, or where men stand.

* ``listed``: up to ``limit`` solutions: all travel, and the page counts those that a position leaves.
* ``layers``: the states of ``frontier`` travel, if they are few; the page counts with them, exactly.
* ``start``: neither: for each square in how many solutions a man stands there, nobody placed yet.
* ``none``: the number is not known.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

from nqsat.counting import Count, Numbered, count, numbered, solutions
from nqsat.counting.digits import decimal
from nqsat.counting.layered import Layered
from nqsat.engines import Engine, FrontierEngine
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, Solution, Tour
from nqsat.viewing.packed import packed

#: So many solutions travel, unless told otherwise; of more, this many are shown as examples.
LIMIT, EXAMPLES = 100_000, 500

#: States of all layers together that travel: each takes 8 bytes, a third more as text.
STATES = 400_000

#: Bytes that a count may take whose layers are tried.
MEMORY = 10**9

#: Orbits are counted here, for who reads without scripts, where the page itself would have no trouble.
FEW = 5_000


@dataclass(frozen=True, slots=True)
class Found:
    """The answers of a model.

    Args:
        count: how many solutions there are.
        shown: the solutions that travel: all, or some examples.
        data: what the page is told.
        left: what is left out, and which option changes that.
    """

    count: Count
    shown: tuple[Solution, ...]
    data: dict[str, Any]
    left: tuple[str, ...]


def answers(
    model: Model, engine: str | Engine, *, limit: int, time_limit: float | None, known: Any
) -> Found:
    """What the page is told of the solutions.

    Args:
        model: without an objective.
        engine: who counts and lists.
        limit: so many solutions travel at most.
        time_limit: for the count; what is not known then is left out.
        known: the optimum, of a model that had an objective.
    """
    number = count(model, engine=engine, time_limit=time_limit)
    data: dict[str, Any] = {
        "total": number.digits,
        "complete": number.complete,
        "text": str(number),
        "by": f"{number.engine}, {number.method}",
        "note": number.note,
        "optimum": None if known is None else str(known),
    }
    listing = solutions(cast("Any", model), limit=max(1, min(limit, number.value)))
    whole = number.complete and number.value <= limit
    shown = tuple(islice(listing, number.value if whole else min(limit, EXAMPLES)))
    data["solutions"], data["sent"] = packed(model, shown), len(shown)
    if whole:
        if number.value <= FEW and len(model.symmetries()) > 1:
            orbits = count(model, engine=engine, modulo="symmetry")
            data["orbits"] = orbits.digits
        return Found(number, shown, {**data, "way": "listed"}, ())
    left = [f"{len(shown):,} of {number.digits} solutions are in this page; --limit allows more"]
    if not number.complete:
        left.append(f"the number is not known ({number.reason}); --time-limit allows more")
        return Found(number, shown, {**data, "way": "none"}, tuple(left))
    return _counted(model, engine, number, shown, data, left)


def _counted(
    model: Model,
    engine: str | Engine,
    number: Count,
    shown: tuple[Solution, ...],
    data: dict[str, Any],
    left: list[str],
) -> Found:
    """Answers without a list: by layers, or at the start only."""
    layers = _layers(model)
    if layers is not None:
        return Found(number, shown, {**data, "way": "layers", "layers": layers}, tuple(left))
    every = numbered(model, engine=engine)
    left.append("beyond the empty board nothing is counted in the page")
    return Found(
        number, shown, {**data, "way": "start", "start": _start(model, every)}, tuple(left)
    )


def _layers(model: Model) -> dict[str, Any] | None:
    """The layers of ``frontier``; None if they are too many, or there are none."""
    if isinstance(model, Tour):
        return None
    try:
        every = Layered(model, FrontierEngine(memory=MEMORY))
    except UnsupportedByEngine:
        return None
    layers = every.layers
    widths = [len(successors[0]) for successors in layers.successors]
    if sum(widths) > STATES:
        return None
    place = {square: index for index, square in enumerate(model.board.squares)}
    kinds = {kind.name: index for index, kind in enumerate(model.kinds)}
    men = [
        sorted(place[m.square] * len(kinds) + kinds[m.kind] for m in every.men.get(x, ()))
        for x in layers.order
    ]
    numbers = b"".join(successors.astype("<u4").tobytes() for successors in layers.successors)
    return {
        "men": men,
        "widths": [*widths, layers.last],
        "successors": base64.b64encode(numbers).decode(),
    }


def _start(model: Model, every: Numbered) -> list[list[object]]:
    """For each man, or each move, in how many solutions it is."""
    place = {square: index for index, square in enumerate(model.board.squares)}
    if isinstance(model, Tour):
        moves = cast("Any", every.holding())
        return [[place[a], place[b], decimal(x)] for (a, b), x in sorted(moves.items())]
    names = [kind.name for kind in model.kinds]
    men = cast("Any", every.holding())
    return [[place[m.square], names.index(m.kind), decimal(x)] for m, x in sorted(men.items())]
