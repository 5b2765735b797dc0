"""The verdict on one board: unique, several solutions, none, or not decided in time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from nqsat import Disagreement, Interrupted, count, unique, why_not
from nqsat.counting import decimal
from nqsat.modelling import Model, plural
from nqsat.reporting import sentence_of


@dataclass(frozen=True)
class Judgement:
    """The verdict on a board: ``unique``, ``several``, ``none`` or ``unknown``, and the number found.

    The reason says why these may not be all, and ``why`` why there is none.
    """

    verdict: str
    solutions: int
    reason: str | None
    why: str
    seconds: float

    def __str__(self) -> str:
        if self.verdict == "unique":
            return "unique"
        if self.verdict == "none":
            return f"none, since this cannot all hold: {self.why}" if self.why else "none"
        number = f"{decimal(self.solutions)} {plural(self.solutions, 'solutions')}"
        if self.reason is None:
            return number
        words = "unknown" if self.verdict == "unknown" else ""
        words += ", " if words and self.solutions else ""
        words += f"at least {number}" if self.solutions else ""
        return f"{words} ({self.reason})"

    def to_json(self) -> dict[str, object]:
        """Return it as JSON data, the number as a text."""
        return {
            "verdict": self.verdict,
            "solutions": decimal(self.solutions),
            "complete": self.reason is None,
            "reason": self.reason,
            "why": self.why or None,
            "seconds": round(self.seconds, 3),
        }


def judged(model: Model, limit: float) -> Judgement:
    """Decide how many solutions a model has, and if none, why; all in this many seconds.

    Raises:
        Disagreement: a search found two solutions, and the count has fewer.
    """
    begun = monotonic()

    def asked(question: Callable[..., Any]) -> Any:
        left = max(0.01, limit - (monotonic() - begun))
        try:
            return question(model, time_limit=left)
        except Interrupted as stopped:
            return stopped.answer

    answer, why = asked(unique), ""
    solutions, reason = len(answer.found), answer.reason
    if answer.verdict == "several":
        counted = asked(count)
        if counted.complete and counted.value < solutions:
            raise Disagreement(f"two solutions were found, {counted.engine} counts {counted.value}")
        solutions, reason = max(solutions, counted.value), counted.reason
    elif answer.verdict == "none":
        conflict = asked(why_not)
        said = [sentence_of(one, model).removesuffix(".") for one in conflict.requirements]
        why = "; ".join(said) or answer.note or ""
        why += "" if conflict.minimal or not conflict.requirements else ", or a part of these"
        reason = conflict.reason if conflict.reason == "interrupted" else None
    return Judgement(answer.verdict, solutions, reason, why, monotonic() - begun)
