"""``nqsat verify``: the page, what is printed of what was not compared."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import Run
from support.timeouts import started, told

if TYPE_CHECKING:
    pass


@pytest.mark.parametrize("words", ["queens", "queens -p n=8"])
def test_a_time_limit(nqsat: Run, tmp_path: Path, words: str) -> None:
    limit = ("-v", "--time-limit", "0.01")
    done = nqsat("verify", *words.split(), *limit, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (3, "nqsat: time limit\n")
    assert "skipped: time limit: the rest was not compared" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("1 model: ")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
def test_an_interrupt_keeps_what_was_established(program: str, tmp_path: Path) -> None:
    # What was compared until then is printed, and the exit code says it.
    words = ("verify", "queens", "-p", "n=1..9999", "--json", "-q")
    with started(program, *words, cwd=tmp_path) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        out, errors = told(process, signal.SIGINT)
    assert process.returncode == 3
    assert errors == "nqsat: interrupted\n"
    lines = [first, *out.splitlines()]
    reports = [json.loads(line) for line in lines]
    assert [report["params"]["n"] for report in reports] == [*range(1, len(reports) + 1)]
    assert all(report["result"] != "differ" for report in reports)
