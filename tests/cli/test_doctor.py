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
    assert sum(line.startswith("mates") for line in lines) == 1
    (line,) = (line for line in lines if line.startswith("kernels: "))
    assert line.endswith(f"kernels.bin, for {sysconfig.get_platform()}")
    assert lines[-1].startswith("all that is needed is installed")


@pytest.mark.deep  # compiling them all, in a process of its own
def test_doctor_compiles_all_kernels(nqsat: Run) -> None:
    (said,) = objects(answered(nqsat("doctor", "--warm", "--json", timeout=300)))
    assert said["sound"] is True
    assert list(said["seconds_to_compile"]) == ["mates"]
    for one in said["kernels"]:
        assert one["number"] == one["compiled"] > 0
        assert one["size"] > 0
        assert one["folders"]


def test_a_broken_numba_is_a_line_and_an_exit_code(program: str, tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('not for this machine')")
    done = subprocess.run(
        [program, "doctor"],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert (done.returncode, done.stderr) == (4, "")
    lines = done.stdout.splitlines()
    (line,) = (line for line in lines if line.startswith("mates"))
    assert "broken: ImportError: not for this machine" in line
    assert lines[-1].startswith("needed and not working: kernels of mates")


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
