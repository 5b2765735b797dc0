"""A Dask cluster as an executor."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress

from nqsat.errors import InvalidModel, MissingPackage

#: Seconds that a scheduler may take to answer.
PATIENCE = 10


@contextmanager
def dask(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of a cluster, and how many parts it can do at a time.

    Args:
        address: of the scheduler, as ``tcp://node7:8786``.

    Raises:
        MissingPackage: Dask's package ``distributed`` is not installed.
        InvalidModel: nobody answers there.
    """
    try:
        from distributed import Client
    except ImportError:
        raise MissingPackage("distributed", "cluster") from None
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TypeError) as error:
        raise InvalidModel("dask", f"nobody answers at {address}: {error}") from None
    # pure=False: a part that is asked again is done again, and not taken from a cache.
    with client:
        pool = client.get_executor(pure=False)
        try:
            yield pool, max(1, sum(client.ncores().values()))
        finally:
            with suppress(Exception):  # nobody is left who could be told to stop
                pool.shutdown(wait=False)
