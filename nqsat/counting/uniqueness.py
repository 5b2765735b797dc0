"""Is there exactly one solution? One and no second, or two that differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from nqsat.counting.questions import solutions
from nqsat.engines import ENGINES
from nqsat.errors import no_truth

if TYPE_CHECKING:
    from nqsat.engines import Engine, Reason
    from nqsat.modelling import Model, Solution

__all__ = ["Uniqueness", "unique"]


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """How many solutions there are, as far as a puzzle maker wants to know.

    Args:
        found: no solution, the only one, or two that differ.
        decided: whether the search came to its end, or found two.
        engine: who searched.
        seconds: wall-clock seconds.
        reason: why it is not decided: ``"time limit"`` or ``"interrupted"``.
    """

    found: tuple[Solution, ...]
    decided: bool
    engine: str
    seconds: float
    reason: Reason | None = None

    def __bool__(self) -> NoReturn:
        raise no_truth(self, ".verdict")

    @property
    def verdict(self) -> str:
        """``unique``, ``none``, ``several`` or ``unknown``."""
        if not self.decided:
            return "unknown"
        return ("none", "unique", "several")[len(self.found)]


def unique(
    model: Model,
    *,
    engine: str | Engine = ENGINES[0].name,
    fixed_by: str | None = None,
    time_limit: float | None = None,
) -> Uniqueness:
    """Whether a model has exactly one solution.

    Args:
        model: the model; of one with an objective, whether it has exactly one optimal solution.
        engine: a name in ``ENGINES`` or an engine with options.
        fixed_by: only solutions that this symmetry leaves as they are.
        time_limit: at most so many seconds.

    Raises:
        as ``solutions``.
    """
    listing = solutions(model, engine=engine, fixed_by=fixed_by, limit=2, time_limit=time_limit)
    found: list[Solution] = []
    try:
        found.extend(iter(listing))
    except KeyboardInterrupt:
        listing.close()
    decided = listing.complete or len(found) == 2
    reason = None if decided else listing.reason
    return Uniqueness(tuple(found), decided, listing.engine.title, listing.seconds, reason)
