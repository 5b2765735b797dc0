"""Workers of an executor: a pool of this machine, or a cluster.

Each part is one task. A task that is lost with its worker is submitted again, a few times; finished parts
are in the caller's ledger.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from nqsat.counting.parallel.workers import Word
from nqsat.engines.listing.stream import TICK
from nqsat.engines.plans.plan import Part, PartTotal, Plan, Products, Progress, Store
from nqsat.errors import EngineFailure, InvalidModel, MissingPackage, NqsatError

A = TypeVar("A")

#: How often a part is submitted if its worker is lost.
TRIES = 3

#: After this many seconds without a result, a probe tests whether the executor still accepts tasks.
QUIET = 5.0

#: Seconds that the scheduler of a cluster may take to answer.
PATIENCE = 10


class ExecutorPool:
    """The workers of an executor, with the interface of ``WorkerPool``.

    Args:
        executor: does the parts.
        name: a unique name of the stage, also among other jobs.
        plan, products, store: from these a worker makes the shared state of the stage.
        number: how many parts are submitted at a time.
    """

    def __init__(
        self,
        executor: Executor,
        name: str,
        plan: Plan,
        products: Products,
        store: Store,
        number: int,
    ) -> None:
        self._executor, self._task = executor, (name, plan.for_worker, dict(products), store)
        self._sent: dict[Future[Progress], tuple[Part, int]] = {}
        self.idle = number
        self._probe: Future[int] | None = None
        self._gone = False
        self._heard = time.monotonic()

    def give(self, part: Part) -> None:
        """Submit a part."""
        self.idle -= 1
        self._send(part, 1)

    def give_up(self, part: Part) -> None:
        """Ignore the result of a part; its worker cannot be stopped."""
        for future, (other, _) in self._sent.items():
            if other.id == part.id:
                future.cancel()
                self._sent[future] = part, TRIES + 1

    def messages(self) -> Generator[Word | None, None, None]:
        """Yield the messages of the workers, and None while there are none."""
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
                        continue  # it was submitted again
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
        """Submit a probe: a scheduler that has ended never answers, but ``submit`` raises an error."""
        if time.monotonic() - self._heard > QUIET:
            self._heard = time.monotonic()
            if self._probe is not None:
                self._probe.cancel()
            self._probe = self._submit("answer any more", int)

    def _piece(self, future: Future[Progress], part: Part, tries: int) -> Progress | None:
        """Return the result of a part; None if it was lost and submitted again."""
        try:
            return future.result()
        except NqsatError:
            raise
        except BaseException as error:  # a worker was killed: executors raise different errors
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            if tries == TRIES:
                words = f"part {part.id} was lost {TRIES} times: {type(error).__name__}: {error}"
                raise EngineFailure(words) from None
            if tries < TRIES:
                self._send(part, tries + 1)
            return None

    def _send(self, part: Part, tries: int) -> None:
        self._sent[self._submit(f"take part {part.id}", run_part, *self._task, part)] = part, tries

    def _submit(self, words: str, work: Callable[..., A], *given: Any) -> Future[A]:
        try:
            return self._executor.submit(work, *given)
        except Exception as error:  # the pool is broken, or the scheduler has ended
            self._gone = True
            raise EngineFailure(f"the workers do not {words}: {error}") from None


#: The last stage that this worker process served, with its shared state.
_stock: tuple[str, Any] = ("", None)


def run_part(name: str, plan: Plan, products: Products, store: Store, part: Part) -> Progress:
    """Do a whole part in this process, a worker of the executor."""
    global _stock  # noqa: PLW0603 (a worker goes from part to part of one stage)
    if _stock[0] != name:
        _stock = name, plan.prepare(products, store)
    found = PartTotal()
    for piece in plan.run(part, _stock[1]):
        found.take(piece)
    return Progress(tuple(sorted(found.numbers.items())), found.visited, found.product)


@contextmanager
def dask(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield the executor of a Dask cluster, and how many parts it can do at a time.

    Args:
        address: the address of the scheduler: ``tcp://node7:8786``.

    Raises:
        MissingPackage: Dask's package ``distributed`` is not installed.
        InvalidModel: no scheduler answers there.
    """
    try:
        from distributed import Client
    except ImportError:
        raise MissingPackage("distributed", "cluster") from None
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TypeError) as error:
        raise InvalidModel("dask", f"no scheduler answers at {address}: {error}") from None
    # pure=False: a part that is submitted again is computed again, not taken from a cache.
    with client:
        pool = client.get_executor(pure=False)
        try:
            yield pool, max(1, sum(client.ncores().values()))
        finally:
            with suppress(Exception):  # no worker may be left to stop
                pool.shutdown(wait=False)
