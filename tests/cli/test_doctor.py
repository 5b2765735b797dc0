"""``nqsat doctor`` and ``--engine sharpsat``, as a shell runs them."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import Run, answered, objects, refused

needs_pyganak = pytest.mark.skipif(
    find_spec("pyganak") is None, reason="pyganak is not installed: pip install pyganak"
)


def test_doctor_on_a_machine_that_is_well(nqsat: Run) -> None:
    done = nqsat("doctor")
    lines = answered(done).splitlines()
    assert done.stderr == ""
    for name in ("Python", "nqsat", "ortools", "python-sat"):
        (line,) = (line for line in lines if line.split()[:1] == [name])
        assert line.split()[1][0].isdigit()
    (line,) = (line for line in lines if line.startswith("kernels: "))
    assert line.endswith(f"kernels.bin, for {sysconfig.get_platform()}")
    assert lines[-1].startswith("all that is needed is installed")


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
    assert lines[-1] == "needed and not working: the library of kernels"


@needs_pyganak
def test_count_by_sharpsat(nqsat: Run) -> None:
    words = ("count", "--engine", "sharpsat", "--board")
    (said,) = objects(nqsat(*words, "2x2", "--piece", "K=any", "--json").stdout)
    assert (said["value"], said["complete"]) == ("5", True)
    assert (said["engine"], said["method"]) == ("sharpsat", "counting")
    done = nqsat(*words, "4x4", "--piece", "Q=4", "--encoding", "totalizer")
    assert answered(done) == "2 placements\n"
    lazy = refused(nqsat(*words, "3x4", "--tour", "N", "--open", "--circuit", "lazy"))
    assert lazy.startswith("nqsat: --circuit: lazy")
