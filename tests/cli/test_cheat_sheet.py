"""The cheat sheet: each task is done by its command and by its line of Python."""

from __future__ import annotations

import contextlib
import shlex
from pathlib import Path

import pytest
from conftest import Run, answered, refused
from support.extensions import skip_unless_shown

import nqsat
from nqsat.cli.cheat_sheet import TASKS

LINES = TASKS.splitlines()


@pytest.mark.parametrize(("command", "python"), [*zip(LINES[::2], LINES[1::2], strict=True)])
def test_command_and_python_do_it(here: Run, tmp_path: Path, command: str, python: str) -> None:
    words = command[command.index("nqsat") :]
    skip_unless_shown(words)
    assert answered(here(*shlex.split(words)[1:], cwd=tmp_path))
    with contextlib.chdir(tmp_path):
        for file in tmp_path.glob("q6"):  # the command has made it
            file.rename(tmp_path / "made")
        eval(python.strip(), {"nqsat": nqsat})


def test_the_help_of_a_command(installed: Run) -> None:
    # In a process of its own, which has loaded this command alone.
    assert answered(installed("help", "view")) == answered(installed("view", "--help"))
    assert "did you mean view?" in refused(installed("help", "vew"))
    assert answered(installed("help", "pieces")) == answered(installed("list", "pieces"))


def test_a_word_may_be_one_of_an_option(here: Run) -> None:
    shown = answered(here("help", "memory")).splitlines()
    assert shown[0] == "--memory GIB:"  # what the option says, then where it is
    assert "    Limit the memory of a count" in shown[1]
    assert shown[-1].split() == ["--memory", "nqsat", "help", "count"]
    torus = answered(here("help", "torus"))
    assert "toroidal-queens" in torus
    assert "--board" in torus
