"""Hands: they do one part after the other, and say what has come out.

A runner has hands of its own, or an executor lends some: a pool of this machine, or a cluster. To those
parts are sent as a whole. What is lost with a worker is asked again, a few times; what was done is in the
ledger of whoever asked.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import closing
from queue import SimpleQueue
from typing import Any, TypeVar

from nqsat.counting.crew import Word, in_process, in_thread
from nqsat.engines.plan import Gathered, Part, Plan, Products, Slice, Store
from nqsat.engines.stream import TICK, streams
from nqsat.errors import EngineFailure, NqsatError

A = TypeVar("A")

#: How often a part is sent that does not come back.
TRIES = 3

#: After so many seconds without a word it is seen whether parts can still be sent.
QUIET = 5.0


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


class Lent:
    """Hands of an executor, as ``Hands``.

    Args:
        executor: does the parts.
        digest: of the stage.
        plan, products, store: what the stock is made of, where a part is done.
        number: how many parts are sent at a time.
    """

    def __init__(
        self,
        executor: Executor,
        digest: str,
        plan: Plan,
        products: Products,
        store: Store,
        number: int,
    ) -> None:
        self._executor, self._task = executor, (digest, plan.inside, dict(products), store)
        self._sent: dict[Future[Slice], tuple[Part, int]] = {}
        self.idle = number
        self._probe: Future[int] | None = None
        self._gone = False
        self._heard = time.monotonic()

    def give(self, part: Part) -> None:
        """Send a part."""
        self.idle -= 1
        self._send(part, 1)

    def give_up(self, part: Part) -> None:
        """Have no more of a part; who does it cannot be stopped."""
        for future, (other, _) in self._sent.items():
            if other.id == part.id:
                future.cancel()
                self._sent[future] = part, TRIES + 1

    def said(self) -> Generator[Word | None, None, None]:
        """What has come back, and None where nothing does."""
        try:
            while True:
                if not self._sent:
                    time.sleep(TICK)
                    yield None
                    continue
                back, _ = wait(self._sent, timeout=TICK, return_when=FIRST_COMPLETED)
                if not back:
                    self._see_it_lives()
                    yield None
                    continue
                self._heard = time.monotonic()
                for future in back:
                    part, tries = self._sent.pop(future)
                    piece = self._piece(future, part, tries)
                    if piece is None and tries <= TRIES:
                        continue  # it was sent again
                    self.idle += 1
                    if piece is not None:
                        yield part.id, piece
                    yield part.id, None
        finally:
            if not self._gone:
                for future in self._sent:
                    future.cancel()
                if self._probe is not None:
                    self._probe.cancel()

    def _see_it_lives(self) -> None:
        """Send something: a scheduler that is gone leaves parts unanswered, but takes nothing more."""
        if time.monotonic() - self._heard > QUIET:
            self._heard = time.monotonic()
            if self._probe is not None:
                self._probe.cancel()
            self._probe = self._submit("answers any more", int)

    def _piece(self, future: Future[Slice], part: Part, tries: int) -> Slice | None:
        """What has come out of a part; None if it was lost, and has been sent again."""
        try:
            return future.result()
        except NqsatError:
            raise
        except BaseException as error:  # a worker was killed: each executor says so in its own way
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            if tries == TRIES:
                words = f"part {part.id} was lost {TRIES} times: {type(error).__name__}: {error}"
                raise EngineFailure(words) from None
            if tries < TRIES:
                self._send(part, tries + 1)
            return None

    def _send(self, part: Part, tries: int) -> None:
        self._sent[self._submit(f"takes part {part.id}", done, *self._task, part)] = part, tries

    def _submit(self, words: str, work: Callable[..., A], *given: Any) -> Future[A]:
        try:
            return self._executor.submit(work, *given)
        except Exception as error:  # the pool is broken, or the scheduler gone
            self._gone = True
            raise EngineFailure(f"nobody {words}: {error}") from None


#: The stock of the stage that a worker was last at.
_stock: tuple[str, Any] = ("", None)


def done(digest: str, plan: Plan, products: Products, store: Store, part: Part) -> Slice:
    """Do a part as a whole, in whatever process this is."""
    global _stock  # noqa: PLW0603 (a worker goes from part to part of one stage)
    if _stock[0] != digest:
        _stock = digest, plan.stock(products, store)
    found = Gathered()
    for piece in plan.run(part, _stock[1]):
        found.take(piece)
    return Slice(tuple(sorted(found.numbers.items())), found.visited, found.product)
