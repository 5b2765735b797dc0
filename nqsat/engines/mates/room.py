"""What parts leave behind and need: arrays that are made again if they were lost, and memory."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from nqsat.engines.plan import Slice, Store
from nqsat.errors import EngineFailure

#: Seconds between two looks whether there is room now.
WAIT = 0.05


def loaded(store: Store, name: str, make: Callable[[], Iterator[Slice]]) -> Mapping[str, Any]:
    """The arrays of a name, made again by whoever puts them there if they are lost or damaged."""
    with suppress(KeyError, EngineFailure):
        return store.load(name)
    store.forget(name)
    for _ in make():
        pass
    return store.load(name)


class Room:
    """So many bytes, which threads share; whoever finds too little waits."""

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
