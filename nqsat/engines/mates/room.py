"""Memory for work that is done side by side in one process: whoever finds too little waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from nqsat.engines.plan import Slice

#: Seconds between two looks whether there is room now.
WAIT = 0.05


class Room:
    """So many bytes, which threads share."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: list[int] = []
        self._lock = threading.Lock()

    def within(self, size: int, work: Iterator[Slice]) -> Iterator[Slice]:
        """Do work that takes so many bytes when there is room for it, or nobody else at work."""
        while not self._take(size):
            time.sleep(WAIT)
            yield Slice()
        try:
            yield from work
        finally:
            with self._lock:
                self._taken.remove(size)

    def _take(self, size: int) -> bool:
        with self._lock:
            if self._taken and sum(self._taken) + size > self._most:
                return False
            self._taken.append(size)
            return True
