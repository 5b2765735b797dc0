"""A list of the solutions of clauses that is interrupted: what was found is printed, whole."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from support.day_subset import some
from support.timeouts import first_line, started, told

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@linux
@pytest.mark.parametrize("sent", some([signal.SIGINT, signal.SIGTERM], 2))
def test_an_interrupt(program: str, tmp_path: Path, sent: signal.Signals) -> None:
    (tmp_path / "free.cnf").write_text("p cnf 60 0\n")
    with started(program, "enumerate", "--dimacs", "free.cnf", cwd=tmp_path) as process:
        first = first_line(process)
        out, err = told(process, sent)
    assert process.returncode == 3
    assert "Traceback" not in err
    assert "(interrupted)" in err
    lines = [first.rstrip(), *out.splitlines()]
    assert len(set(lines)) == len(lines)
    assert all(line.endswith(" 0") and len(line.split()) == 61 for line in lines)
