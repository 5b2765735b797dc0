"""The engines that count without listing, as further witnesses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nqsat.counting.tally import tally
from nqsat.engines import COUNTERS, BitboardEngine, Counter, FrontierEngine, MatesEngine, waited
from nqsat.evidence.checks import Check, Result, Unfinished, whole
from nqsat.modelling import Model, Tour

if TYPE_CHECKING:
    from nqsat.evidence.effort import Effort

#: Engines for one of the two kinds of models only.
OF_PLACEMENTS: tuple[type[Counter], ...] = (BitboardEngine, FrontierEngine)
OF_TOURS: tuple[type[Counter], ...] = (MatesEngine,)

#: Ways of counters that they do not choose by themselves on small models.
METHODS: tuple[Counter, ...] = (
    BitboardEngine(symmetry=False),
    MatesEngine("forward"),
    MatesEngine("middle"),
)

#: Counters whose estimate is the worst case: they are asked all the same, and stopped if need be.
AT_WORST = ("sharpsat",)


def asked(model: Model, effort: Effort) -> tuple[Counter, ...]:
    """The counters that are asked about a model."""
    plain = [engine() for engine in _suitable(model) if _is_asked(engine, effort)]
    methods = METHODS if effort.methods else ()
    return (*plain, *(one for one in methods if any(type(one) is type(each) for each in plain)))


def left_out(model: Model, effort: Effort) -> Iterator[Check]:
    """Those that are not, and why."""
    for engine in _suitable(model):
        if not _is_asked(engine, effort):
            detail = f"{engine.name} is not asked of this model: it costs seconds{effort.further}"
            yield Check("counting", Result.UNKNOWN, detail)


def _is_asked(engine: type[Counter], effort: Effort) -> bool:
    return effort.counters is None or engine.name in effort.counters


def _suitable(model: Model) -> list[type[Counter]]:
    others = OF_PLACEMENTS if isinstance(model, Tour) else OF_TOURS
    return [engine for engine in COUNTERS if engine not in others]


def number_of(model: Model, counter: Counter, effort: Effort) -> int:
    """How many solutions a counter counts.

    Raises:
        UnsupportedByEngine: it cannot.
        Unfinished: it would take too long, or did.
    """
    limit = _promised(model, counter, effort)
    return whole(tally(model, counter, time_limit=limit))


def measures(counter: Counter) -> bool:
    """Whether a counter can tell sizes apart."""
    return type(counter).sizes is not Counter.sizes


def sizes_of(model: Model, counter: Counter, effort: Effort) -> dict[int, int]:
    """How many solutions have so many men, by a counter that can tell.

    Raises:
        UnsupportedByEngine, Unfinished: as ``number_of``.
    """
    limit = _promised(model, counter, effort)
    found = tally(model, counter, by_size=True, time_limit=limit)
    whole(found)
    return {size: number for size, number in found.sizes if number}


def _promised(model: Model, counter: Counter, effort: Effort) -> float | None:
    """How long a counter may take; it is not even asked if it says that it will take longer."""
    estimate = waited(lambda: counter.estimate(model))
    if counter.name in AT_WORST:
        return max(min(effort.predicted, effort.left or effort.predicted), 1e-3)
    if estimate.seconds > effort.predicted:
        limit = f"more than the {effort.predicted:g} s that are waited here"
        raise Unfinished(f"{counter.title}: {estimate.words}: {limit}")
    return effort.left
