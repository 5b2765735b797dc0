"""Hands: they do one part after the other, and say slice by slice what has come out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from queue import SimpleQueue
from typing import Any

from nqsat.counting.crew import in_process, in_thread
from nqsat.engines.plan import Part, Plan, Products, Slice, Store
from nqsat.engines.stream import streams

#: What a hand says: of which part, and a slice; None when it is done with it.
Word = tuple[str, Slice | None]


class Hands:
    """So many hands at the parts of a stage: threads, or processes where Python itself is at work.

    Args:
        plan, products, store: what the stock is made of, when it is first needed.
        apart: whether they are processes.
        number: how many.

    Attributes:
        idle: how many have nothing to do.
    """

    def __init__(
        self, plan: Plan, products: Products, store: Store, number: int, *, apart: bool
    ) -> None:
        self._plan, self._products, self._store, self._apart = plan, products, store, apart
        self._orders: SimpleQueue[Part | None] = SimpleQueue()
        self._given_up: set[str] = set()
        self._lock = threading.Lock()
        self._stock: list[Any] = []
        self._number = self.idle = number

    def give(self, part: Part) -> None:
        """Have a part done by one that is idle."""
        self.idle -= 1
        self._orders.put(part)

    def give_up(self, part: Part) -> None:
        """Have a part stopped at its next slice; whoever does it says that he is done with it."""
        self._given_up.add(part.id)

    def said(self) -> Generator[Word | None, None, None]:
        """What they say, and None when all are silent; closing it sends them away."""
        with closing(streams([self._work] * self._number, self._dismiss)) as words:
            for word in words:
                if word is not None and word[1] is None:
                    self.idle += 1
                yield word

    def _dismiss(self) -> None:
        for _ in range(self._number):
            self._orders.put(None)

    def _work(self, put: Callable[[Word], bool]) -> None:
        while (first := self._orders.get()) is not None:
            with closing(self._words(self._parts(first))) as words:
                for id_, piece in words:
                    if not put((id_, piece)):
                        return
                    if piece is not None and id_ in self._given_up:
                        break
                else:
                    return
            if not put((id_, None)):
                return

    def _parts(self, first: Part) -> Iterator[Part]:
        """The parts that are given to a hand, until it is dismissed."""
        part: Part | None = first
        while part is not None:
            yield part
            part = self._orders.get()

    def _words(self, parts: Iterator[Part]) -> Generator[Word, None, None]:
        if self._apart:
            yield from in_process(self._plan, self._products, parts)
            return
        with self._lock:
            if not self._stock:
                self._stock.append(self._plan.stock(self._products, self._store))
        yield from in_thread(self._plan, self._stock[0], parts)
