"""The program: it loads the commands, and turns errors into one line and an exit code.

The first thing that it does is to hear signals: whatever else it needs is imported after that.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import time
from contextlib import suppress

from nqsat.cli import FAILED, INCOMPLETE, WRONG, Unforeseen, handle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any, NoReturn

    from nqsat.errors import NqsatError

#: Objects allocated between two runs of the garbage collector. What is imported has
#: none, and by Python's own number a tenth of the time of a short command goes into looking.
ALLOCATIONS = 200_000

#: The variable of the environment that shows tracebacks.
DEBUG = "NQSAT_DEBUG"


def main() -> None:
    """Run the program on ``sys.argv`` and exit."""
    handle(_exit_interrupted)  # until a command has begun, and when it has ended: nothing is lost
    import atexit
    import gc
    import warnings

    gc.set_threshold(ALLOCATIONS)
    atexit.register(handle, signal.SIG_IGN)  # what Python does last, it does without our handlers
    sys.unraisablehook = _unraisable_hook
    # The author of a model is warned, not everybody who runs it.
    warnings.filterwarnings("ignore", "no rule is about attacks")
    try:
        _run()
    except KeyboardInterrupt:  # a second signal, while what the first one did was dealt with
        _exit_interrupted()


def _unraisable_hook(found: sys.UnraisableHookArgs) -> None:
    """Ctrl-C while Python was closing something, where nothing can be raised: it comes again, and soon."""
    if not isinstance(found.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(found)
        return

    def again() -> None:
        time.sleep(0.001)
        if hasattr(os, "killpg"):
            os.kill(os.getpid(), signal.SIGINT)
        else:  # there os.kill would end this process
            signal.raise_signal(signal.SIGINT)

    while True:
        try:  # one call into C: Python's own Timer waits for a lock, where a second signal may strike
            _thread.start_new_thread(again, ())
        except KeyboardInterrupt:
            continue
        return


def _exit_interrupted(_signal: int = 0, _frame: FrameType | None = None) -> NoReturn:
    with suppress(OSError):
        os.write(2, b"nqsat: interrupted\n")
    os._exit(INCOMPLETE)


def commands(wanted: str = "") -> Callable[..., Any]:
    """The app with the command that is wanted; if there is no such, with all of them.

    To make all of them ready takes longer than many an answer.
    """
    from copy import copy
    from importlib import import_module

    from nqsat.cli.commands import add_command, app
    from nqsat.cli.definition import COMMANDS

    known = {name: entry for name, entry in COMMANDS.items() if name.split()[0] == wanted}
    for name, entry in (known or COMMANDS).items():
        if entry.module:
            import_module(f"nqsat.cli.{entry.module}")
        else:
            add_command(name)

    program = copy(app)
    if known:
        program.registered_commands = [x for x in app.registered_commands if x.name == wanted]
    return program


def _run() -> NoReturn:
    from nqsat.cli.definition import say_what_was_read
    from nqsat.errors import NqsatError

    try:
        _prepare_streams()
        app = commands(*sys.argv[1:2])
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
        sys.stdout.flush()
        say_what_was_read()
    except NqsatError as error:
        _fail(str(error), _code_of(error))
    except Unforeseen as ended:
        _end_unexpectedly(ended.__cause__ or ended)
    except SystemExit as left:  # Typer has completed a word, or lost the reader of its help
        _exit(INCOMPLETE if left.code else 0)
    except BaseException as error:
        # Typer's own complaints about the command line know how to say themselves.
        message = getattr(error, "format_message", None)
        if message is None:
            _end_unexpectedly(error)
        if type(error).__name__ == "NoArgsIsHelpError":
            print(message())
            _exit(0)
        _fail(_usage_message(error, message()), 2)
    _exit(code if isinstance(code, int) else 0)


def _usage_message(error: BaseException, message: str) -> str:
    """A complaint of Typer in one line that begins with what is wrong, in the words of nqsat."""
    import re

    from nqsat.cli.definition import instead_of
    from nqsat.errors import close_to

    line = message.replace("\n", " ")
    if type(error).__name__ == "NoSuchOption":  # its words change from release to release
        flag: str = getattr(error, "option_name", "")
        if flag[1:2].isdecimal():
            typed_flag = next((word for word in sys.argv if word.startswith(flag)), flag)
            return f"{typed_flag}: a number has no hyphen in front; write {typed_flag[1:]}"
        near: list[str] = sorted(getattr(error, "possibilities", None) or [])
        # An option in the plural, or the beginning of only one, is that one.
        alike = [x for x in near if flag == f"{x}s"] or [x for x in near if x.startswith(flag)]
        near = alike if len(alike) == 1 else [x for x in near if close_to(flag[2:], [x[2:]], 0.7)]
        close = f"did you mean {' or '.join(near)}?" if near else "see --help"
        return f"{flag}: no such option; {instead_of(sys.argv[1], flag) or close}"
    if complaint := re.fullmatch(r"Option '(.+)' requires an argument\.", line):
        return f"{complaint[1]}: needs a value; see --help"
    if complaint := re.fullmatch(r"Missing argument '(.+)'\.", line):
        return f"{complaint[1]}: is missing; see --help"
    if complaint := re.fullmatch(r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)", line):
        return f"{complaint[1]}: is unexpected; see --help"
    complaint = re.fullmatch(r"Invalid value for '([^']+)'(?: / '[^']+')*: (.*)", line)
    return f"{complaint[1]}: {complaint[2]}" if complaint else line


def _code_of(error: NqsatError) -> int:
    from nqsat import errors

    if isinstance(error, errors.Disagreement | errors.CertificateRejected):
        return WRONG
    if isinstance(error, errors.Undecided | errors.OutOfMemory):
        return INCOMPLETE
    return FAILED if isinstance(error, errors.EngineFailure) else 2


def _prepare_streams() -> None:
    """Two streams that no character stops or commands; an OSError where the answer would be lost."""
    from io import TextIOWrapper

    from nqsat.files import escaped_stream, raw_stream

    if sys.stderr is None:  # print(file=None) would put notes into the answer
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stdout is None:
        raise OSError("standard output is closed")
    for name in ("stdout", "stderr"):
        stream = raw_stream(getattr(sys, name))
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
        setattr(sys, name, escaped_stream(stream))


def _end_unexpectedly(error: BaseException) -> NoReturn:
    """End where no command foresaw it: an interrupt, a reader that has had enough, anything else."""
    if isinstance(error, BrokenPipeError):
        _exit(INCOMPLETE)
    if isinstance(error, KeyboardInterrupt):
        _fail("interrupted", INCOMPLETE)
    if isinstance(error, SystemExit):
        _fail(f"model: its own code ended the program, by SystemExit({error.code!r})", 2)
    place = "" if DEBUG in os.environ else f" ({DEBUG}=1 shows where)"
    _fail(f"{type(error).__name__}: {error}{place}", FAILED)


def _fail(message: str, code: int) -> NoReturn:
    from nqsat.cli.definition import say_what_was_read
    from nqsat.errors import one_line
    from nqsat.files import print_note

    with suppress(OSError):
        say_what_was_read(refused=code == 2)
        if DEBUG in os.environ:
            import traceback

            traceback.print_exc()
        print_note(f"nqsat: {one_line(message)}")
    _exit(code)


def _exit(code: int) -> NoReturn:
    """Leave; at once if an engine that was told to stop is at work still, as it would be torn down."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:  # keep Python from trying once more
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    handle(lambda *_: os._exit(code))  # all is printed: a signal can only make it end sooner
    import gc
    import threading

    if any(thread.daemon for thread in threading.enumerate()):
        os._exit(code)
    gc.freeze()  # Python would look for garbage several times while it ends, among all that was imported
    sys.exit(code)
