"""``nqsat doctor`` as a shell runs it, and what it knows: packages, and kernels, compiled or not."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from importlib import metadata
from pathlib import Path

import pytest
from conftest import Run, answered

from nqsat.cli import health
from nqsat.cli.health import Package


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


def test_packages_are_those_that_the_package_names(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [
        "ortools>=9.11",
        "nothing-of-this-name>=2",
        'not-there-either>=1 ; extra == "sharpsat"',
        "typer<0.29,>=0.12; extra == 'bench'",
        'pytest>=8; extra == "dev"',
    ]
    monkeypatch.setattr(metadata, "requires", lambda name: wanted)
    here = {name: metadata.version(name) for name in ("ortools", "typer")}
    _, own, *found = health.packages()
    assert own.name == "nqsat"
    assert found == [
        Package("ortools", here["ortools"], True),
        Package("nothing-of-this-name", None, True, "pip install 'nothing-of-this-name>=2'"),
        Package("not-there-either", None, False, "pip install 'not-there-either>=1'"),
        Package("typer", here["typer"], False),
    ]


def test_how_to_install_is_said_for_this_installation(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(metadata, "requires", lambda name: ["nothing-of-this-name>=2"])
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    (tmp_path / "pipx_metadata.json").touch()
    *_, found = health.packages()
    assert found.install == "pipx inject nqsat 'nothing-of-this-name>=2'"
    monkeypatch.setattr(health, "IN_LINE", True)
    *_, found = health.packages()
    assert found.install == "not in a browser"
