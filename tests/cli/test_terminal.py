"""What a terminal shows: it has a width, and it may have no colours."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ENVIRONMENT, Forks, Run
from support.day_subset import combined
from support.extensions import skip_unless_shown
from support.timeouts import HANG

from nqsat.sources import catalogue

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="pseudo terminals")

Shown = Callable[..., str]


@pytest.fixture
def shown(forks: Forks, tmp_path: Path) -> Shown:
    """What the program shows on a terminal of 80 columns.

    ``stderr``: whether notes are shown there too; ``stdout``: a file that stdout goes to instead;
    ``stop``: what must have been shown before Ctrl-C.
    """

    def run(
        words: str,
        columns: int = 80,
        *,
        stderr: bool = False,
        stdout: Path | None = None,
        stop: str = "",
        **environment: str,
    ) -> str:
        parent, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        window = Path(os.ttyname(child))
        notes = window if stderr else Path(os.devnull)
        own = {"COLUMNS": "", "NO_COLOR": "", "TERM": "xterm-256color", **environment}
        pid = forks.begin(*words.split(), cwd=tmp_path, out=stdout or window, err=notes, **own)
        text, told = b"", False
        ends: list[Any] = [parent, forks.answers]
        while parent in (ready := select.select(ends, [], [], HANG)[0]):
            text += os.read(parent, 65536)
            if stop and not told and stop.encode() in text:
                os.kill(pid, signal.SIGINT)
                told = True
        if not ready:
            os.kill(pid, signal.SIGKILL)
        code = forks.code()
        os.close(child)
        while part := _read(parent):
            text += part
        os.close(parent)
        assert code == (3 if stop else 0)
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


def test_a_row_is_a_line_where_there_is_no_window(here: Run) -> None:
    # For grep and awk; COLUMNS is about windows.
    lines = here("list").stdout.splitlines()
    assert next(line for line in lines if line.startswith("queens-rectangular ")).endswith(
        "k non-attacking queens"
    )
    assert max(map(len, lines)) <= 80
    for words in (["list", "engines"], ["show", "open-knights-tours", "5x5"]):
        assert max(map(len, here(*words).stdout.splitlines())) <= int(ENVIRONMENT["COLUMNS"])


@pytest.mark.parametrize(
    ("words", "environment"),
    combined(
        ["solve queens -p n=4", "enumerate queens -p n=4", "show queens -p n=4", "list engines"],
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


def test_a_board_wider_than_the_terminal_is_named_by_its_squares(shown: Shown) -> None:
    words = "solve queens 90 --engine construct"
    text = shown(words, stderr=True)
    assert "the board needs 93 columns, and the terminal has 80: its squares are named" in text
    assert len(re.findall(r"\b[a-z]{1,2}[0-9]{1,2}\b", text)) == 90
    assert "needs" not in shown(words, 93, stderr=True)


def test_an_export_to_a_terminal_says_how_to_write_a_file(shown: Shown, tmp_path: Path) -> None:
    skip_unless_shown("nqsat export")
    for form, ending in (("dimacs", "cnf"), ("opb", "opb"), ("json", "json")):
        words = f"export queens 3 --format {form}"
        assert f"this is {form}: -o model.{ending} writes it to a file" in shown(words, stderr=True)
        assert "this is" not in shown(words, stderr=True, stdout=tmp_path / "file")


HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"
#: Back to the beginning of what was shown, all of it erased.
ERASED = re.compile(r"\r?(?:\x1b\[2K\x1b\[1A)+\x1b\[2K|\r?\x1b\[1A(?:\x1b\[2K\x1b\[1A)*\x1b\[2K")


def screens(text: str) -> list[str]:
    """What stood there between one erasing and the next."""
    return [one.replace(HIDE, "").replace(SHOW, "") for one in ERASED.split(text)]


def test_a_live_board_is_on_stderr_and_leaves_nothing(shown: Shown, tmp_path: Path) -> None:
    words = "solve --board 5x5 --piece Q=any --rule domination --minimise pieces --watch"
    out = tmp_path / "answer.txt"
    text = shown(words, stderr=True, stdout=out, NO_COLOR="1")
    assert out.read_text().endswith("3 pieces, the minimum\n")
    assert out.read_text().count("Q") == 3
    *frames, last = screens(text)
    boards = [frame.strip("\n").split("\n") for frame in frames if frame.strip()]
    assert boards
    for board in boards:
        assert [line[:1] for line in board[-6:]] == [*"54321", " "]
        assert max(map(len, board)) <= 80
    assert last.startswith("satisfiable, sat/")
    assert text.rindex(SHOW) > text.rindex(HIDE)


def test_solutions_are_printed_whole_where_a_live_board_stands(shown: Shown) -> None:
    words = "enumerate --board 5x5 --tour N --open --engine backtrack --format jsonl --watch"
    text = shown(words, stderr=True, stop="{", NO_COLOR="1")
    printed = [line for line in "\n".join(screens(text)).split("\n") if line.startswith("{")]
    assert printed
    assert all(len(json.loads(line)["squares"]) == 25 for line in printed)
    assert f"at least {len(printed)} directed open tour" in text
    assert text.rindex(SHOW) > text.rindex(HIDE)


def test_ctrl_c_gives_the_terminal_back(shown: Shown) -> None:
    # Nobody proves such an optimum while a test waits.
    words = "solve --board 30x30 --piece Q=any --rule domination --minimise pieces --watch"
    text = shown(words, stderr=True, stop="searching", NO_COLOR="1")
    assert text.rindex(SHOW) > text.rindex(HIDE)
    assert "Traceback" not in text


@pytest.mark.deep
def test_a_count_is_no_smaller_than_what_was_shown_of_it(shown: Shown) -> None:
    text = shown("count queens -p n=16 --engine sat", stderr=True, stop="0 solutions", NO_COLOR="1")
    numbers = [int(one.replace(",", "")) for one in re.findall(r"([\d,]+) solutions", text)]
    found = re.search(r"at least (\d+) placements \(interrupted\)", text)
    assert found, text
    assert int(found[1]) >= max(numbers) > 0
    assert text.rindex(SHOW) > text.rindex(HIDE)


def test_without_a_terminal_a_live_board_says_so(nqsat: Run) -> None:
    done = nqsat("solve", "queens", "-p", "n=4", "--watch")
    assert done.stdout.count("Q") == 4
    assert done.stderr.startswith(
        "no live board: stderr is not a terminal that can move the cursor\n"
    )


def test_what_is_for_people_is_broken_between_words(shown: Shown, here: Run) -> None:
    words = "count --board 1x3 --piece R=2 --rule domination --engine backtrack"
    lines = shown(words, stderr=True).splitlines()
    assert lines[0] == "3 placements"
    assert max(map(len, lines)) <= 80
    note = "pieces may attack one another: add --rule non-attacking to forbid it"
    assert note in " ".join(line.strip() for line in lines)
    assert note in here(*words.split()).stderr  # a pipe gets it on one line


def test_a_model_is_explained_in_lines_that_fit(here: Run) -> None:
    for family in catalogue():
        shown = here("show", family.name).stdout
        about = shown.partition("some published counts")[0].splitlines()
        assert max(map(len, about)) <= 80, family.name
        assert "``" not in shown
        said = " ".join(" ".join(about).split())
        assert " ".join(family.documentation.replace("``", "").split()) in said, family.name
