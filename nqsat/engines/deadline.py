"""One clock for a question: when it was asked, and how long its answer may take."""

from __future__ import annotations

import time


class Deadline:
    """A clock that runs from when it is made, whoever looks at it.

    Args:
        limit: seconds of wall clock that there are; None for as many as it takes.
    """

    __slots__ = ("_started", "limit")

    def __init__(self, limit: float | None = None) -> None:
        self.limit = limit
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        """How many have passed."""
        return time.monotonic() - self._started

    @property
    def left(self) -> float | None:
        """How many there are left, and at least a moment, so that they are a limit for somebody else."""
        return None if self.limit is None else max(self.limit - self.seconds, 1e-3)

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self.limit is not None and self.seconds > self.limit
