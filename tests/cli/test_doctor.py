"""``nqsat doctor`` as a shell runs it."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from pathlib import Path

from conftest import Run, answered


def test_doctor_on_a_machine_that_is_well(nqsat: Run) -> None:
    done = nqsat("doctor")
    lines = answered(done).splitlines()
    assert done.stderr == ""
    for name in ("Python", "nqsat", "ortools", "python-sat"):
        (line,) = (line for line in lines if line.split()[:1] == [name])
        assert line.split()[1][0].isdigit()
    (line,) = (line for line in lines if line.startswith("kernels: "))
    assert line.endswith(f"kernels.bin, for {sysconfig.get_platform()}")
    assert lines[-1].startswith("everything needed is installed")


def test_without_a_library_doctor_says_how_to_build_it(program: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [program, "doctor"],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "NQSAT_KERNELS": str(tmp_path)},
    )
    assert done.returncode == 4
    lines = done.stdout.splitlines()
    (line,) = (line for line in lines if line.startswith("kernels: "))
    assert line.endswith("not built: python -m nqsat.engines.kernels.build")
    assert lines[-1] == "needed and not working: the C kernels"
