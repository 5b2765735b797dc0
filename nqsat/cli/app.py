"""The program: it registers the commands, and turns errors into one line and an exit code."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from contextlib import suppress
from io import TextIOWrapper
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
    one_line,
)

__all__ = ["main"]

#: Modules whose import registers the commands.
COMMANDS = (look, ask, verify, certify, check, machine, bench)

#: The exit code where an engine failed, or what nobody expected happened.
FAILED = 4

#: The variable of the environment that shows tracebacks.
DEBUG = "NQSAT_DEBUG"

EXIT_CODES: tuple[tuple[type[NqsatError], int], ...] = (
    (Disagreement, 1),
    (CertificateRejected, 1),
    (InvalidModel, 2),
    (UnsupportedByEngine, 2),
    (EngineFailure, FAILED),
)


def main() -> None:
    """Run the program on ``sys.argv`` and exit."""
    signal.signal(signal.SIGTERM, _interrupt)  # as Ctrl-C: keep what was found
    try:
        _prepare_streams()
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
        sys.stdout.flush()
    except NqsatError as error:
        _fail(str(error), next(code for kind, code in EXIT_CODES if isinstance(error, kind)))
    except Stopped as stopped:
        _broken(stopped.__cause__ or stopped)
    except SystemExit as left:  # Typer has completed a word, or lost the reader of its help
        _exit(INCOMPLETE if left.code else 0)
    except BaseException as error:
        # Typer's own complaints about the command line know how to say themselves.
        message = getattr(error, "format_message", None)
        if message is None:
            _broken(error)
        _fail(message().replace("\n", " "), 2)
    _exit(code if isinstance(code, int) else 0)


def _prepare_streams() -> None:
    """Make sure that there are two streams, and that no character stops either.

    Raises:
        OSError: there is no stdout, so nobody would get the answer.
    """
    if sys.stderr is None:  # print(file=None) would put notes into the answer
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stdout is None:
        raise OSError("standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _broken(error: BaseException) -> NoReturn:
    """End where no command foresaw it: an interrupt, a reader that has had enough, anything else."""
    if isinstance(error, BrokenPipeError):
        _exit(INCOMPLETE)
    if isinstance(error, KeyboardInterrupt):
        _fail("interrupted", INCOMPLETE)
    if isinstance(error, SystemExit):
        _fail(f"model: its own code ended the program, by SystemExit({error.code!r})", 2)
    place = "" if DEBUG in os.environ else f" ({DEBUG}=1 shows where)"
    _fail(f"{type(error).__name__}: {error}{place}", FAILED)


def _interrupt(_signal: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt


def _fail(message: str, code: int) -> NoReturn:
    with suppress(OSError):
        if DEBUG in os.environ:
            traceback.print_exc()
        print(f"nqsat: {one_line(message)}", file=sys.stderr)
    _exit(code)


def _exit(code: int) -> NoReturn:
    """Leave; at once if a solver that was told to stop is at work still, as it would be torn down."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:  # keep Python from trying once more
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    if any(thread.daemon for thread in threading.enumerate()):
        os._exit(code)
    sys.exit(code)
