"""A server that runs many short commands: it imports the program once, and forks for each command.

Imports take nearly all of the time of a short command: those of the program, and those of a solver's
process. ``conftest.nqsat`` starts this server; each line on stdin is a command (words, folder, streams,
environment), and the answers are the process id and the exit code. For fresh processes there are the
fixtures ``installed`` and ``program``.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import signal
import subprocess
import sys
import threading
import traceback
import warnings
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any

# From Python 3.12 on a fork beside threads warns; the child has one thread, and its stderr is compared.
warnings.filterwarnings("ignore", "This process .* is multi-threaded", DeprecationWarning)

#: Modules that commands import lazily.
IMPORTED = (
    *("email.parser", "ortools.sat.python.cp_model", "pysat.card", "pysat.solvers"),
    *("rich.console", "rich.table", "nqsat.engines.solvers.sat"),
)


class Forked:
    """A replacement of ``Popen`` for engines: a fork that keeps the imported modules."""

    def __init__(self, command: list[str], *, pass_fds: tuple[int], **_: Any) -> None:
        (end,) = pass_fds
        (theirs, ours), (answers, answering) = os.pipe(), os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            os.dup2(theirs, 0)
            os.dup2(answering, 1)
            os.closerange(3, end)
            os.closerange(end + 1, 1 << 16)
            sys.stdin = os.fdopen(0, closefd=False)  # a fork needs its own
            exec(command[-1])
            os._exit(0)
        os.close(theirs)
        os.close(answering)
        self.stdin, self.stdout = os.fdopen(ours, "wb"), os.fdopen(answers, "rb")
        self.returncode: int | None = None

    def kill(self) -> None:
        if self.returncode is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        if self.returncode is None:
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.returncode


def _started(command: list[str], **options: Any) -> Any:
    """Fork if there are few threads: another thread might hold a lock that the fork needs; else start."""
    from nqsat.engines.subprocess_worker import __name__ as serving

    worker = f"from {serving} import" in command[-1] and threading.active_count() <= 2
    return (Forked if worker else subprocess.Popen)(command, **options)


def prepare() -> None:
    for name in IMPORTED:
        import_module(name)
    import typer.main

    import nqsat
    from nqsat.cli.app import commands
    from nqsat.engines import subprocess_worker

    app = commands()
    typer.main.get_command = cache(typer.main.get_command)  # the tree of commands is built once
    typer.main.get_command(app)
    for name in nqsat.__all__:
        getattr(nqsat, name)
    nqsat.sources.catalogue()
    small = nqsat.Placement("2x2", {"Q": "any"})
    for engine in ("bitboard", "frontier", "sat", "cpsat"):
        nqsat.count(small, engine=engine)
    nqsat.count(nqsat.Tour("2x2", "K"), engine="mates")
    if sys.platform == "linux":
        vars(subprocess_worker)["subprocess"] = SimpleNamespace(
            Popen=_started, PIPE=subprocess.PIPE
        )
    gc.collect()
    gc.freeze()  # so that forks share this memory


def child(job: dict[str, Any]) -> None:
    from nqsat.cli.app import main

    os.chdir(job["cwd"])
    os.environ.update(job["more"])
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for stream, path in ((1, job["out"]), (2, job["err"])):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND), stream)
    joined = job["out"] == job["err"]
    sys.stdout = open(1, "w", 1 if joined else -1, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.argv = [job["script"] or "nqsat", *job["words"]]
    code = 1
    try:
        if job["script"]:
            runpy.run_path(job["script"], run_name="__main__")
        else:
            main()
        code = 0
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else int(left.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    prepare()
    for line in sys.stdin:
        if (pid := os.fork()) == 0:
            child(json.loads(line))
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
