"""What all tests need: Ctrl-C as Python has it, and the program.

The program is run as a shell would run it: in a process of its own, on words, with two streams.
``installed`` starts the installed script. That costs a third of a second each time, nearly all of it for
importing, so the many short questions go through ``nqsat``: a process that has imported the program once
(``support.server``) forks for each of them, and the child runs the same ``main``. Where no other process is
started, ``here`` runs it in that of the tests.
"""

from __future__ import annotations

import gc
import io
import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from support.oracle.brute_force import DEEP
from support.timeouts import HANG, until

if TYPE_CHECKING:
    from support.browser import Browser

# Tests, and all that they start, find what Python does where nobody told it anything: compiled files, say,
# beside the source, where one too many is seen.
for variable in [name for name in os.environ if name.startswith("PYTHON")]:
    del os.environ[variable]
sys.dont_write_bytecode, sys.pycache_prefix = False, None

PROGRAM = str(Path(sys.executable).with_name("nqsat"))
ENVIRONMENT = {
    **os.environ,
    "BROWSER": "false",
    "COLUMNS": "100",
    "PYTHONIOENCODING": "utf-8",
    "NO_COLOR": "1",
}

# The same examples each time by day, others each night; brute force takes as long as it takes.
settings.register_profile(
    "nqsat",
    deadline=None,
    derandomize=not DEEP,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("nqsat")

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]


def answered(done: Done, code: int = 0) -> str:
    """stdout of a command that did what was asked; nothing of an error anywhere."""
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert "nqsat:" not in done.stderr
    return done.stdout


def objects(text: str) -> list[dict[str, Any]]:
    """One JSON object on each line, and nothing else."""
    assert text.endswith("\n")
    found = [json.loads(line) for line in text.splitlines()]
    assert all(isinstance(one, dict) for one in found)
    return found


def refused(done: Done, code: int = 2) -> str:
    """The one line on stderr of a request that was wrong; nothing else is said."""
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("nqsat: ")
    assert len(line) < 400
    return line


def pytest_collection() -> None:
    gc.disable()


def pytest_collection_finish() -> None:
    """Thousands of tests are no garbage: to look at them again and again was a tenth of all time."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Ctrl-C means Ctrl-C, in this process and in those that a test starts, whatever was before.

    A shell starts what runs in its background with SIGINT ignored, and a CP-SAT solver that was not told
    to leave it alone ends with SIGINT as the system has it: both would be inherited.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):  # which nohup has ignored
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture(autouse=True)
def _nobody_is_left_at_work() -> Iterator[None]:
    """A thread that a test leaves behind would slow all that come after it."""
    yield
    left = [one for one in threading.enumerate() if one.name == "nqsat-stream"]
    assert until(lambda: not any(one.is_alive() for one in left))


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of Python are done in this process: starting others takes longer than a small count."""
    monkeypatch.setattr("nqsat.engines.plans.at_work.StageWork.is_apart", False)


@pytest.fixture(scope="session")
def program() -> str:
    return PROGRAM


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run the installed script with words; both streams are kept, neither is a terminal.

    ``cwd``: the folder; ``timeout``: seconds; what else is named is added to the environment.
    """
    folder = tmp_path_factory.mktemp("installed")

    def run(*words: str, cwd: Path | None = None, timeout: float = HANG, **more: str) -> Done:
        return subprocess.run(
            [PROGRAM, *words],
            capture_output=True,
            encoding="utf-8",
            timeout=timeout,
            stdin=subprocess.DEVNULL,
            cwd=cwd or folder,
            env={**ENVIRONMENT, **more},
            check=False,
        )

    return run


class Forks:
    """A process that has imported the program once, and forks for each question: ``support/server.py``."""

    def __init__(self, server: subprocess.Popen[bytes]) -> None:
        assert server.stdin is not None
        assert server.stdout is not None
        self._questions, self.answers = server.stdin, server.stdout

    def begin(
        self, *words: str, cwd: Path, out: Path, err: Path, script: str = "", **more: str
    ) -> int:
        """Ask a question, with streams that go to files or devices: the number of its process."""
        streams = {"out": str(out), "err": str(err)}
        job = {"words": words, "script": script, "more": more, "cwd": str(cwd), **streams}
        self._questions.write(json.dumps(job).encode() + b"\n")
        return int(self.answers.readline())

    def code(self) -> int:
        """Wait for its end."""
        return int(self.answers.readline())


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    with subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("support") / "server.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,  # what was read ahead is nothing that select would see
        env=ENVIRONMENT,
    ) as server:
        yield Forks(server)
        assert server.stdin is not None
        server.stdin.close()


@pytest.fixture(scope="session")
def nqsat(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest, installed: Run
) -> Run:
    """The same as ``installed``, sooner.

    ``script``: a file of Python to run instead; ``joined``: all that is said goes to stdout.
    """
    if not hasattr(os, "fork"):
        return installed
    forks: Forks = request.getfixturevalue("forks")
    folder = tmp_path_factory.mktemp("forked")

    def run(
        *words: str, cwd: Path = folder, timeout: float = HANG, joined: bool = False, **more: str
    ) -> Done:
        out, err = folder / "stdout", folder / ("stdout" if joined else "stderr")
        pid = forks.begin(*words, cwd=cwd, out=out, err=err, **more)
        late = not select.select([forks.answers], [], [], timeout)[0]
        if late:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        code = forks.code()
        if late:
            raise subprocess.TimeoutExpired(["nqsat", *words], timeout)
        texts = [path.read_text(encoding="utf-8") for path in (out, err)]
        return subprocess.CompletedProcess(["nqsat", *words], code, *texts)

    return run


@pytest.fixture(scope="session")
def commands() -> Callable[..., Any]:
    """The tree of commands, which is built once, so with all of them loaded."""
    import typer.main

    from nqsat.cli.app import commands as load

    load()
    return cache(typer.main.get_command)


@contextmanager
def heard() -> Iterator[None]:
    """Signals as they were before, after the program was run in this process: it hears them to its end."""
    from nqsat.cli import handled_by

    with handled_by(signal.default_int_handler):
        yield


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, commands: Callable[..., Any]) -> Run:
    """The same in this process, sooner still; not for what starts another, as ``sat`` does.

    ``encoding``: of both streams.
    """
    from nqsat.cli import app

    monkeypatch.setattr(app, "_exit", sys.exit)  # threads of the tests' own are no reason to hurry
    monkeypatch.setattr("typer.main.get_command", commands)
    monkeypatch.setattr(sys, "path", [*sys.path])  # where a user's file is, he may import more
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)

    def run(*words: str, cwd: Path = tmp_path, encoding: str = "utf-8") -> Done:
        monkeypatch.setattr(sys, "argv", ["nqsat", *words])
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2))
        streams = redirect_stdout(out), redirect_stderr(err)
        with heard(), chdir(cwd), streams[0], streams[1], pytest.raises(SystemExit) as left:
            app.main()
        code = left.value.code
        assert isinstance(code, int)
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read())
        return subprocess.CompletedProcess(["nqsat", *words], code, *texts)

    return run


@pytest.fixture(scope="session")
def _browser() -> Iterator[Browser]:
    from support.browser import browser

    with browser() as found:
        yield found


@pytest.fixture
def window(_browser: Browser) -> Iterator[Browser]:
    """The window of a real browser, for readers with scripts and light; no page may complain."""
    _browser.looks(1280, 900)
    yield _browser
    _browser.leave()
