"""The record that all answers share: who searched, for how long, and why it is not complete."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, NoReturn, Protocol, TypeVar

from nqsat.chess.drawn import Said, Shown
from nqsat.engines import Reason
from nqsat.errors import Interrupted, no_truth


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Shown):
    """An answer to a question, as complete as it could be made. None is true or false.

    Args:
        engine: who searched, with the options that matter: ``"sat/cadical195"``.
        seconds: wall-clock seconds of the search.
        reason: why it is not complete: ``"limit"``, ``"time limit"``, ``"interrupted"``, or of a job
            ``"parts left"``; None if it is.
        note: what else there is to say: why there is no solution, where an argument shows it and nothing
            was searched; who found the optimum, if it was not the engine.
    """

    #: What to ask instead of whether it is true.
    ask: ClassVar[str]

    engine: str
    seconds: float
    reason: Reason | None
    note: str | None = None

    @property
    def complete(self) -> bool:
        """Whether the search came to its end."""
        return self.reason is None

    @property
    def by(self) -> str:
        """How it was come by, in words."""
        return f"{self.engine}, {self.seconds:.2f} s"

    @abstractmethod
    def _said_(self) -> Said: ...

    def __bool__(self) -> NoReturn:
        raise no_truth(self, self.ask)


class _Reasoned(Protocol):
    @property
    def reason(self) -> Reason | None: ...


A = TypeVar("A", bound=_Reasoned)


def finished(answer: A) -> A:
    """The answer, at the door of every question: what Ctrl-C cut short is raised, not returned.

    Inside, whoever is interrupted hands on what is known with the reason ``"interrupted"``, so that sums
    and searches around it can add what they know. Only here does it become an exception again.

    Raises:
        Interrupted: with the answer, if Ctrl-C cut it short.
    """
    if answer.reason == "interrupted":
        raise Interrupted(answer)
    return answer
