"""Python as it is where there is no POSIX: on PYTHONPATH, this takes away what Windows has not.

It is imported when a Python starts, and so do the processes that this one starts. What the standard library
itself needs here stays, as ``os.name`` and ``sys.platform``.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from typing import Any

for module in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[module] = None  # type: ignore[assignment]

_OF_OS = "geteuid getuid killpg mkfifo sched_getaffinity sched_setaffinity set_blocking sysconf O_NONBLOCK"
_OF_SIGNALS = "SIGALRM SIGHUP SIGKILL SIGUSR1 SIGUSR2 alarm pthread_kill pthread_sigmask setitimer"
for room, names in ((os, _OF_OS), (signal, _OF_SIGNALS)):
    for name in names.split():
        if hasattr(room, name):
            delattr(room, name)

shutil._use_fd_functions = False  # type: ignore[attr-defined]  # from Python 3.13 on it uses O_NONBLOCK

_start = subprocess.Popen.__init__


def _started(process: Any, *given: Any, pass_fds: Any = (), **options: Any) -> None:
    if pass_fds:
        raise ValueError("pass_fds not supported on Windows.")
    options.pop("creationflags", None)
    _start(process, *given, **options)


subprocess.Popen.__init__ = _started  # type: ignore[method-assign, assignment]
subprocess.Popen.kill = subprocess.Popen.terminate  # type: ignore[method-assign]
