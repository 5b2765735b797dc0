"""The workers of a cluster, as an executor: ``--dask ADDRESS``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from nqsat.engines import OutOfTime, call_in_thread
from nqsat.errors import InvalidModel, MissingPackage

if TYPE_CHECKING:
    from concurrent.futures import Executor

#: Seconds that the scheduler of a cluster may take to answer.
PATIENCE = 10


@contextmanager
def dask(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield the executor of a Dask cluster, and how many parts it can do at a time."""
    try:
        from distributed import Client
    except ImportError:
        raise MissingPackage("distributed") from None
    import logging

    # nqsat itself reports in a line what was lost.
    for name in ("tornado.application", "asyncio", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).disabled = True

    def connect() -> tuple[Any, int]:
        client = Client(address, timeout=PATIENCE)
        return client, max(1, sum(client.ncores().values()))

    try:  # in a thread, which a scheduler that hangs may keep
        client, cores = call_in_thread(connect, PATIENCE + 1)
    except (OSError, ValueError, TypeError, OutOfTime) as error:
        reason = str(error) or f"in {PATIENCE} s"
        raise InvalidModel("dask", f"no scheduler answers at {address}: {reason}") from None
    try:
        # pure=False: a part that is submitted again is computed again, not taken from a cache.
        yield client.get_executor(pure=False), cores
    finally:
        with suppress(Exception, OutOfTime):  # none may be left to stop
            call_in_thread(lambda: client.close(timeout=1), 2.0)
