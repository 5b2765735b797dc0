"""The program: it registers the commands, and turns errors into one line and an exit code."""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import NoReturn

from nqsat.cli import ask, bench, certify, check, look, machine, verify
from nqsat.cli.options import INCOMPLETE, Stopped, app
from nqsat.errors import (
    CertificateRejected,
    Disagreement,
    EngineFailure,
    InvalidModel,
    NqsatError,
    UnsupportedByEngine,
)

__all__ = ["main"]

#: Modules whose import registers the commands.
COMMANDS = (look, ask, verify, certify, check, machine, bench)

EXIT_CODES: tuple[tuple[type[NqsatError], int], ...] = (
    (Disagreement, 1),
    (CertificateRejected, 1),
    (InvalidModel, 2),
    (UnsupportedByEngine, 2),
    (EngineFailure, 4),
)


def main() -> None:
    """Run the program on ``sys.argv`` and exit."""
    signal.signal(signal.SIGTERM, _interrupt)  # as Ctrl-C: keep what was found
    try:
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
    except NqsatError as error:
        _fail(str(error), next(code for kind, code in EXIT_CODES if isinstance(error, kind)))
    except Stopped as stopped:
        _stopped(stopped.__cause__)
    except KeyboardInterrupt as early:  # before a command had begun
        _stopped(early)
    except Exception as error:
        # Typer's own complaints about the command line know how to say themselves in one line.
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        _fail(message().replace("\n", " "), 2)
    _exit(code if isinstance(code, int) else 0)


def _stopped(cause: BaseException | None) -> NoReturn:
    """End as incomplete: an interrupt, a reader that has had enough, or output that cannot be written."""
    if isinstance(cause, OSError) and sys.stdout is not None:
        # Keep Python from flushing once more into nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(cause, BrokenPipeError):
        _exit(INCOMPLETE)
    reason = "interrupted" if isinstance(cause, KeyboardInterrupt) else f"cannot write: {cause}"
    _fail(reason, INCOMPLETE)


def _interrupt(_signal: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt


def _fail(message: str, code: int) -> NoReturn:
    print(f"nqsat: {message}", file=sys.stderr)
    _exit(code)


def _exit(code: int) -> NoReturn:
    """Leave; at once if a solver that was told to stop is at work still, as it would be torn down."""
    if any(thread.daemon for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(code)
    sys.exit(code)
