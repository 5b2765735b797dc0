"""What a terminal shows: it has a width, and it may have no colours."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Callable

import pytest
from conftest import ENVIRONMENT
from guards import guarded
from nights import combined

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="pseudo terminals")

Shown = Callable[..., str]


@pytest.fixture
def shown(program: str) -> Shown:
    """What the program shows on a terminal of 80 columns, and nothing on stderr but notes."""

    def run(words: str, columns: int = 80, **environment: str) -> str:
        parent, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        own = {
            key: value for key, value in ENVIRONMENT.items() if key not in ("COLUMNS", "NO_COLOR")
        }
        own |= {"TERM": "xterm-256color", **environment}
        with (
            subprocess.Popen(
                [program, *words.split()],
                stdin=child,
                stdout=child,
                stderr=subprocess.DEVNULL,
                env=own,
            ) as process,
            guarded(process),
        ):
            os.close(child)
            text = b""
            while part := _read(parent):
                text += part
            os.close(parent)
            assert process.wait() == 0
        return text.decode().replace("\r\n", "\n")

    return run


def _read(parent: int) -> bytes:
    try:
        return os.read(parent, 65536)
    except OSError:  # the other end is closed
        return b""


@pytest.mark.parametrize(
    ("words", "columns"), combined(["list", "verify --board 2x3 --tour W", "doctor"], [80, 100])
)
def test_tables_fit_the_window(shown: Shown, words: str, columns: int) -> None:
    lines = shown(words, columns, NO_COLOR="1").splitlines()
    table = [line for line in lines if "  " in line or "──" in line]
    assert len(table) > 2
    assert max(map(len, table)) <= columns


def test_a_row_is_a_line_where_there_is_no_window(
    installed: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    # For grep and awk; COLUMNS is about windows.
    lines = installed("list").stdout.splitlines()
    assert next(line for line in lines if line.startswith("queens-rectangular ")).endswith(
        "attacks another."
    )
    assert max(map(len, lines)) > 100


@pytest.mark.parametrize(
    ("words", "environment"),
    combined(
        ["solve queens -p n=4", "enumerate queens -p n=4", "show queens -p n=4", "list"],
        ["", "NO_COLOR=1", "TERM=dumb", "NO_COLOR="],  # as no-color.org has it: empty is not set
    ),
)
def test_colours_can_be_refused(shown: Shown, words: str, environment: str) -> None:
    name, _, value = environment.partition("=")
    assert ("\x1b" in shown(words, **({name: value} if name else {}))) is (not value)


def test_a_board_that_is_too_wide_gets_narrow_cells(shown: Shown) -> None:
    words = "solve --board 2x50 --piece R=2 --engine backtrack"
    lines = shown(words, NO_COLOR="1").splitlines()
    assert lines[0] == "2 R" + 49 * "."
    assert max(map(len, lines)) == 52
    assert len(shown(words, 120, NO_COLOR="1").splitlines()[0]) == 1 + 2 * 50
