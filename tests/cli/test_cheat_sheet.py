"""The cheat sheet: each task is done by its command and by its line of Python."""

from __future__ import annotations

import contextlib
import shlex
from pathlib import Path

import pytest
from conftest import Run, answered, refused

import nqsat
from nqsat.cli.cheat_sheet import RECIPES, Recipe


@pytest.mark.parametrize("task", RECIPES, ids=lambda task: task.wish)
def test_command_and_python_do_it(here: Run, tmp_path: Path, task: Recipe) -> None:
    assert answered(here(*shlex.split(task.command)[1:], cwd=tmp_path))
    with contextlib.chdir(tmp_path):
        for file in tmp_path.glob("q6"):  # the command has made it
            file.rename(tmp_path / "made")
        eval(task.python, {"nqsat": nqsat})


def test_it_fits_a_screen(here: Run) -> None:
    lines = answered(here("help")).splitlines()
    assert len(lines) == 2 * len(RECIPES) <= 24
    assert max(map(len, lines)) <= 80


def test_the_help_of_a_command(installed: Run) -> None:
    # In a process of its own, which has loaded this command alone.
    assert answered(installed("help", "view")) == answered(installed("view", "--help"))
    assert "did you mean view?" in refused(installed("help", "vew"))
    assert "nqsat list pieces has these" in refused(installed("help", "pieces"))
