"""The loop in a process of its own, which a limit or Ctrl-C can simply kill.

Parent and worker speak pickles with their length in front: the parent sends one ``SatTask``; the worker
answers with lists of solutions and at the end ``None``, or the text of an error. The worker keeps
SIGINT and SIGTERM blocked. It sends a sign of life after every slice of work, so when its parent is
gone, the broken pipe ends it within a slice.
"""

from __future__ import annotations

import pickle
import signal
import struct
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from typing import IO, TYPE_CHECKING

from nqsat.engines.sat import SatTask, enumerate_task
from nqsat.engines.stream import TICK, stream
from nqsat.errors import EngineFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["enumerate_isolated", "main"]

_LENGTH = struct.Struct("<Q")
_BATCH = 512


def enumerate_isolated(task: SatTask) -> Iterator[tuple[int, ...] | None]:
    """As ``enumerate_task``, with the solver in a process of its own.

    Raises:
        EngineFailure: the process died or reported an error.
    """
    worker = subprocess.Popen(  # start_new_session: a Ctrl-C in the terminal is for the parent
        [sys.executable, "-c", "from nqsat.engines.sat_worker import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        for batch in stream(partial(_converse, worker, task), worker.kill):
            if batch is None:
                yield None
            else:
                yield from batch
    finally:
        worker.kill()
        for pipe in (worker.stdin, worker.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        worker.wait()


def _converse(
    worker: subprocess.Popen[bytes], task: SatTask, put: Callable[[list[tuple[int, ...]]], bool]
) -> None:
    """The parent's side: send the task, put the batches that come back."""
    if worker.stdin is None or worker.stdout is None:
        raise EngineFailure("the solver's process has no pipes")
    try:
        _send(worker.stdin, task)
        while (message := _receive(worker.stdout)) is not None:
            if isinstance(message, str):
                raise EngineFailure(f"solver {task.solver}: {message}")
            if isinstance(message, list) and not put(message):
                return
    except (OSError, EOFError):
        raise EngineFailure(
            f"solver {task.solver}: its process ended early (exit {worker.wait()})"
        ) from None


def _send(pipe: IO[bytes], message: object) -> None:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> object:
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    data = pipe.read(_LENGTH.unpack(head)[0])
    return pickle.loads(data)


def main() -> None:
    """The worker's side: read a task from stdin, write batches to stdout."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    out = sys.stdout.buffer
    with suppress(OSError, EOFError):  # the parent is gone: nobody to tell
        task = _receive(sys.stdin.buffer)
        if not isinstance(task, SatTask):
            raise EOFError
        try:
            for batch in _batches(enumerate_task(task)):
                _send(out, batch)
            _send(out, None)
        except OSError:
            raise
        except Exception as error:  # whatever a solver does wrong, the parent is told
            _send(out, f"{type(error).__name__}: {error}")


def _batches(found: Iterator[tuple[int, ...] | None]) -> Iterator[list[tuple[int, ...]]]:
    """Group what is found, but hold nothing back for long; an empty batch is a sign of life."""
    batch: list[tuple[int, ...]] = []
    sent = time.monotonic()
    for true in found:
        if true is not None:
            batch.append(true)
        now = time.monotonic()
        if len(batch) >= _BATCH or now - sent >= TICK:
            yield batch
            batch, sent = [], now
    if batch:
        yield batch
