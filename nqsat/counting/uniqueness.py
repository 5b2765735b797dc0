"""Is there exactly one solution? One and no second, or two that differ."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar

from nqsat.chess.drawn import Said
from nqsat.counting.answer import Answer, finished
from nqsat.counting.planning import title_of
from nqsat.counting.questions import solutions
from nqsat.engines import AutoEngine, Deadline, Engine, Listing, Reason
from nqsat.modelling import Model, Solution, model_of


@dataclass(frozen=True, slots=True)
class Uniqueness(Answer):
    """How many solutions there are, as far as a puzzle maker wants to know.

    Args:
        found: no solution, the only one, or two that differ.
    """

    ask: ClassVar[str] = ".verdict"

    found: tuple[Solution, ...]

    def _said_(self) -> Said:
        return Said(self.verdict, self.by, drawn=self.found)

    @property
    def verdict(self) -> str:
        """``unique``, ``none``, ``several`` or ``unknown``."""
        if not self.complete:
            return "unknown"
        return ("none", "unique", "several")[len(self.found)]


def unique(
    model: Model | str,
    *,
    engine: str | Engine = AutoEngine.name,
    fixed_by: str | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    **parameters: int | str,
) -> Uniqueness:
    """Whether a model has exactly one solution; of one with an objective, exactly one optimal solution.

    Arguments are as for ``solutions``.

    Raises:
        as ``solutions``; the ``answer`` of Interrupted is what was found by then.
    """
    asked = model_of(model, parameters)
    title = title_of(engine)
    found: list[Solution] = []
    reason: Reason | None = "interrupted"
    clock = Deadline()
    with suppress(KeyboardInterrupt):
        listing: Listing[Any] = solutions(
            asked, engine=engine, fixed_by=fixed_by, limit=2, time_limit=time_limit, watch=watch
        )
        title = listing.engine.title
        found.extend(listing)
        reason = listing.reason
    if len(found) == 2:
        reason = None
    return finished(Uniqueness(tuple(found), engine=title, seconds=clock.seconds, reason=reason))
