"""The wheel holds what the tree holds: models/ under another name, known counts, the type marker."""

import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

import nqsat

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def files(folder: str, installed: str) -> set[str]:
    """The files below a folder of the tree, by the names that they have once installed.

    A page is for those who have the tree.
    """
    return {
        installed + path.as_posix().removeprefix((ROOT / folder).as_posix())
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        if path.name[0] != "." and path.suffix != ".md"
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in a wheel built from a copy of the tree (building leaves things behind)."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in ("nqsat", "models"):
        shutil.copytree(
            ROOT / name, folder / "tree" / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder / "tree")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir"]
    done = subprocess.run(
        [*command, str(folder), str(folder / "tree")],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        return set(archive.namelist())


def test_the_wheel_has_exactly_the_files_of_the_tree(wheel: set[str]) -> None:
    packed = {name for name in wheel if ".dist-info/" not in name}
    assert packed == files("nqsat", "nqsat") | files("models", "nqsat/models")


def test_the_wheel_has_the_data_and_the_type_marker(wheel: set[str]) -> None:
    # Named on purpose: the comparison above would be content if the tree had lost them.
    assert {"nqsat/py.typed", "nqsat/models/known.json", "nqsat/models/riders.py"} <= wheel


def test_the_packages_listed_are_the_folders() -> None:
    folders = {path.parent for path in (ROOT / "nqsat").rglob("*.py")}
    names = [".".join(folder.relative_to(ROOT).parts) for folder in folders]
    packages = PROJECT["tool"]["setuptools"]["packages"]
    assert packages == sorted(["nqsat.models", *names])
    assert all((folder / "__init__.py").is_file() for folder in folders)


def test_one_version_everywhere() -> None:
    assert nqsat.__version__ == PROJECT["project"]["version"] == version("nqsat")
