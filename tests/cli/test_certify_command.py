"""``nqsat certify``: the answer, the exit codes, and nothing left behind where there is no certificate."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path

import pytest
from conftest import Run
from support.day_subset import some
from support.timeouts import started, told, until


def test_a_limit_is_no_certificate(nqsat: Run, tmp_path: Path) -> None:
    words = ("certify", "queens", "-p", "n=20", "-o", "it", "--time-limit", "0.5")
    done = nqsat(*words, cwd=tmp_path)
    said = r"at least \d+ placements? \(time limit\)(; about .* in all.*)?: no certificate\n"
    assert re.fullmatch(said, done.stdout)
    assert done.returncode == 3
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="signals as on Linux")
@pytest.mark.parametrize("sent", some([signal.SIGINT, signal.SIGTERM], 2))
def test_an_interrupt_leaves_nothing(program: str, tmp_path: Path, sent: signal.Signals) -> None:
    words = ("certify", "queens", "-p", "n=16", "-o", "it")
    with started(program, *words, cwd=tmp_path) as process:
        assert until(lambda: any(tmp_path.iterdir()))
        out, err = told(process, sent)
    assert out.startswith("at least ")
    assert out.endswith(" (interrupted): no certificate\n")
    assert (err, process.returncode) == ("", 3)
    assert list(tmp_path.iterdir()) == []
