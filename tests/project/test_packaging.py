"""The wheel holds what the tree holds: models/ under another name, known counts, the type marker."""

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

import nqsat

ROOT = Path(__file__).parents[2]
#: What belongs to the build besides pyproject.toml.
MADE_BY = [
    f".ci/{name}" for name in ("build_nqsat.py", "MANIFEST.in", "run", "tsconfig.json", "without")
]
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
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel and the source distribution of a copy of the tree (building leaves things behind).

    As on Windows the copy has a text file where the tree has a link.
    """
    folder = tmp_path_factory.mktemp("built")
    for name in ("nqsat", "models", "examples", "tests"):
        left = ("__pycache__", "kernels.bin", "models" if name == "nqsat" else "")
        ignored = shutil.ignore_patterns(*left)
        shutil.copytree(ROOT / name, folder / "tree" / name, ignore=ignored)
    (folder / "tree/nqsat/models").write_text("../models")
    earlier = folder / "tree/build/lib/nqsat/gone.py"  # of a version that was built before
    earlier.parent.mkdir(parents=True)
    earlier.touch()
    (folder / "tree/.ci").mkdir()
    for name in ("pyproject.toml", "README.md", *MADE_BY):
        shutil.copy(ROOT / name, folder / "tree" / name)
    command = [sys.executable, "-m", "build", "--sdist", "--wheel", "--no-isolation", "--outdir"]
    done = subprocess.run(
        [*command, str(folder), str(folder / "tree")],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    # Not those about this machine, which may compile nothing; nor that there is no library to be left out.
    warnings = [line for line in said.splitlines() if re.match("(?i)warning|.*deprecat", line)]
    usual = re.compile("byte-compiling is disabled|kernels.bin")
    assert [line for line in warnings if not usual.search(line)] == []
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> set[str]:
    (path,) = built.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        return set(archive.namelist())


def test_links_on_the_page_of_the_package_lead_somewhere(built: Path) -> None:
    (path,) = built.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        page = archive.read(name).decode()
    assert "\n## Install\n" in page
    assert "every command with its options" in page
    assert "`nqsat/cli/` (`nqsat/cli/README.md`)" in page
    assert re.findall(r"\]\((?!https:)[^)]*\)|<img", page) == []


def test_the_source_distribution_has_the_tests_and_the_examples(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    folders = ("nqsat", "models", "examples", "tests")
    every = {
        x.relative_to(ROOT) for name in folders for x in (ROOT / name).rglob("*") if x.is_file()
    }
    wanted = {x.as_posix() for x in every if "__pycache__" not in x.parts and x.name[0] != "."}
    assert not [
        name for name in names if name.endswith("kernels.bin")
    ]  # it is built where it is used
    wanted = {name for name in wanted if not name.endswith("kernels.bin")}
    assert {*wanted, "pyproject.toml", "README.md", *MADE_BY} <= names


def test_the_wheel_has_exactly_the_files_of_the_tree(wheel: set[str]) -> None:
    packed = {name for name in wheel if ".dist-info/" not in name}
    assert packed == files("nqsat", "nqsat") | files("models", "nqsat/models")


def test_the_wheel_has_the_data_and_the_type_marker(wheel: set[str]) -> None:
    # Named on purpose: the comparison above would be content if the tree had lost them.
    assert {"nqsat/py.typed", "nqsat/models/known.json", "nqsat/models/riders.py"} <= wheel


def test_the_packages_listed_are_the_folders() -> None:
    """An extension is not listed: what is in its folder is data of ``nqsat.extensions``."""
    every = {path.parent for path in (ROOT / "nqsat").rglob("*.py")}
    folders = {folder for folder in every if folder.parent.name != "extensions"}
    names = [".".join(folder.relative_to(ROOT).parts) for folder in folders]
    packages = PROJECT["tool"]["setuptools"]["packages"]
    assert packages == sorted(["nqsat.models", *names])
    assert all((folder / "__init__.py").is_file() for folder in every)


def test_one_version_everywhere() -> None:
    assert nqsat.__version__ == PROJECT["project"]["version"] == version("nqsat")
