"""Work in a process of its own, which can be killed on a limit or Ctrl-C.

Parent and worker exchange pickles with a length prefix: the parent sends a task; the worker answers with
lists of results and finally ``None``, or the text of an error. Then the next task follows, if there is one.
The worker blocks SIGINT and SIGTERM. When its parent ends, the system kills it (Linux), or the broken pipe
ends it: so it should send an empty list now and then.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from typing import IO, Any

from nqsat.engines.machine import PROCESS_GROUPS
from nqsat.engines.stream import IN_LINE, block_signals, merge_streams
from nqsat.errors import EngineFailure

_LENGTH = struct.Struct("<Q")


#: The function that a worker applies to a task: it yields lists of results.
WorkerFunction = Callable[[Any], Iterable[Sequence[Any]]]


def run_in_worker(
    work: WorkerFunction, tasks: Iterable[object], title: str
) -> Generator[Any, None, None]:
    """Run tasks in a worker; yield its results, task after task, and None while there are none.

    ``work`` is a function of a module, which the worker imports. Each task, which is pickled, is requested
    when the previous one is done. EngineFailure: the process of this title died or reported an error.
    """
    if IN_LINE:
        yield from _run_in_line(work, tasks, title)
        return
    name = f"from {work.__module__} import {work.__name__} as work"
    command = fresh_python(f"{name}; from {__name__} import serve; serve(work)")
    with (
        tied_process(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker,
        closing(
            merge_streams([partial(_exchange_messages, worker, tasks, title)], worker.kill)
        ) as batches,
    ):
        for batch in batches:
            if batch is None:
                yield None
            else:
                yield from batch


def _run_in_line(work: WorkerFunction, tasks: Iterable[object], title: str) -> Iterator[Any]:
    for task in tasks:
        try:
            for batch in work(task):
                yield None
                yield from batch
        except Exception as error:
            raise EngineFailure(f"{title}: {type(error).__name__}: {error}") from error


def fresh_python(code: str) -> list[str]:
    """The command that runs code in another Python with the same import path.

    The path is appended, and the current folder is not on it (``-P``): a ``queue.py`` there must not be
    imported.
    """
    path = f"sys.path += [one for one in {sys.path!r} if one not in sys.path]"
    return [sys.executable, "-P", "-c", f"import sys; {path}; {code}"]


@contextmanager
def tied_process(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process that ends with the block, and with this process even if that is killed; so do its children.

    The options are those of ``Popen``. Without process groups, as on Windows, its children may outlive it.
    """
    end, ours = os.pipe()  # nothing is ever written: it breaks when this process ends
    try:
        with block_signals():
            process = subprocess.Popen(command, **_of_its_own(end), **options)
        try:
            _kill_when_broken(end, process.pid)
            yield process
        finally:
            with block_signals():  # a second Ctrl-C waits until the process is gone
                with suppress(ProcessLookupError, PermissionError):
                    _kill(process)
                for pipe in (process.stdin, process.stdout):
                    if pipe is not None:
                        with suppress(OSError):
                            pipe.close()
                process.wait()
    finally:
        os.close(end)
        os.close(ours)


def _of_its_own(end: int) -> dict[str, Any]:
    """Options of ``Popen`` for a process in a group of its own, so that Ctrl-C is for the parent alone."""
    if PROCESS_GROUPS:
        return {"start_new_session": True, "pass_fds": (end,)}
    return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process; with its group, if there are groups."""
    if PROCESS_GROUPS:
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _kill_when_broken(end: int, group: int) -> None:
    """Have a process group killed when the other end of a pipe is closed; only on Linux."""
    if sys.platform == "linux" and PROCESS_GROUPS:
        import fcntl

        fcntl.fcntl(end, fcntl.F_SETOWN, -group)
        fcntl.fcntl(end, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(end, fcntl.F_SETFL, os.O_ASYNC)


def _exchange_messages(
    worker: subprocess.Popen[bytes],
    tasks: Iterable[object],
    title: str,
    put: Callable[[list[Any]], bool],
) -> None:
    """The parent's side: send a task, put the batches of results, send the next."""
    if worker.stdin is None or worker.stdout is None:
        raise EngineFailure(f"{title}: its process has no pipes")
    try:
        for task in tasks:
            _send(worker.stdin, task)
            while (message := _receive(worker.stdout)) is not None:
                if isinstance(message, str):
                    raise EngineFailure(f"{title}: {message}")
                if not put(message):
                    return
    except (OSError, EOFError):
        raise EngineFailure(f"{title}: its process ended early (exit {worker.wait()})") from None


def serve(work: WorkerFunction) -> None:
    """The worker's side: read tasks from stdin, write the results of ``work`` to stdout, list by list."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    # Some solvers print: discard that, because it would corrupt the messages.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    with suppress(OSError, EOFError):  # the parent has ended
        while True:
            task = _receive(sys.stdin.buffer)
            try:
                for batch in work(task):
                    _send(out, batch)
                _send(out, None)
            except OSError:
                raise
            except Exception as error:  # report any error of a solver to the parent
                _send(out, f"{type(error).__name__}: {error}")


def _send(pipe: IO[bytes], message: object) -> None:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> Any:
    return pickle.loads(_read_exactly(pipe, *_LENGTH.unpack(_read_exactly(pipe, _LENGTH.size))))


def _read_exactly(pipe: IO[bytes], size: int) -> bytes:
    """Read ``size`` bytes; a process that was killed may have written only a part of them."""
    data = pipe.read(size)
    if len(data) < size:
        raise EOFError
    return data
