"""The loop in a process of its own, which a limit or Ctrl-C can simply kill.

It sends a sign of life after every slice of work, so when its parent is gone, the broken pipe ends it
within a slice.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator

from nqsat.engines.isolated import run_isolated, serve
from nqsat.engines.sat import SatTask, enumerate_task
from nqsat.engines.stream import TICK

_BATCH = 512


def enumerate_isolated(task: SatTask) -> Generator[tuple[int, ...] | None, None, None]:
    """As ``enumerate_task``, with the solver in a process of its own.

    Raises:
        EngineFailure: the process died or reported an error.
    """
    return run_isolated(__name__, task, f"solver {task.solver}")


def main() -> None:
    """The worker's side."""
    serve(_batches)


def _batches(task: SatTask) -> Iterator[list[tuple[int, ...]]]:
    """Group what is found, but hold nothing back for long; an empty batch is a sign of life."""
    batch: list[tuple[int, ...]] = []
    sent = time.monotonic()
    for true in enumerate_task(task):
        if true is not None:
            batch.append(true)
        now = time.monotonic()
        if len(batch) >= _BATCH or now - sent >= TICK:
            yield batch
            batch, sent = [], now
    if batch:
        yield batch
