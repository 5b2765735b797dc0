"""The door of every question: an answer that Ctrl-C cut short is raised, not returned.

Inside, whoever is interrupted hands on what is known with the reason ``"interrupted"``, so that sums and
searches around it can add what they know. Only here does it become an exception again.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from nqsat.engines import Reason
from nqsat.errors import Interrupted


class _Answer(Protocol):
    """Anything that says why it is not complete."""

    @property
    def reason(self) -> Reason | None: ...


A = TypeVar("A", bound=_Answer)


def finished(answer: A) -> A:
    """The answer.

    Raises:
        Interrupted: with the answer, if Ctrl-C cut it short.
    """
    if answer.reason == "interrupted":
        raise Interrupted(answer)
    return answer
