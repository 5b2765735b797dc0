"""The build backend: setuptools, told what it cannot know from pyproject.toml.

The source distribution also holds tests and examples, as .ci/MANIFEST.in says. The page of the package
is README.md, whose links to files are names there. nqsat/models is a link to models/; where a checkout has
a text file in its place, as on Windows, the link is made here.

The library of kernels is built into the tree (nqsat/engines/kernels/build.py). A wheel with it is for one
platform and for all versions of Python. Where there is no C compiler, one is asked for: the package
ziglang. Where it cannot be built, the rest is installed without it.

    python .ci/build_nqsat.py DIR    make the wheels of five systems: needs pip, setuptools and ziglang
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 - its hooks are those of this backend
from setuptools.command.egg_info import manifest_maker

Settings = Mapping[str, str | Sequence[str]] | None

KERNELS = Path("nqsat/engines/kernels")

#: The compiler that is asked for where there is none.
ZIG = "ziglang>=0.13"

manifest_maker.template = ".ci/MANIFEST.in"


def page_of(text: str) -> str:
    """Return a page that may stand anywhere: no pictures, and names of files for links to them."""
    text = re.sub(r"<img [^>]*>\s*", "", text)
    return re.sub(r"\[([^]]+)\]\((?!https?:)([^)#]+)[^)]*\)", r"\1 (`\2`)", text)


def make_link(link: Path, target: Path) -> None:
    """Make a link to a folder, unless it is there; where links are for administrators, a junction."""
    if link.is_dir():
        return
    link.unlink(missing_ok=True)
    try:
        link.symlink_to(Path("..", target.name), target_is_directory=True)
    except OSError:
        import _winapi

        _winapi.CreateJunction(str(target.resolve()), str(link.absolute()))


def compiling() -> dict[str, Any]:
    """The names of build.py, which builds the library."""
    return runpy.run_path(str(KERNELS / "build.py"))


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """What building needs besides setuptools: a compiler, if there is none."""
    found = [*build_meta.get_requires_for_build_wheel(config_settings)]
    return found if [*compiling()["compilers"](target())] else [*found, ZIG]


get_requires_for_build_editable = get_requires_for_build_wheel


def target() -> str:
    """The system for which a wheel is made, as pip calls it; "" for this one."""
    return os.environ.get("NQSAT_TARGET", "")


def build_library() -> bool:
    """Build the library into the tree; where that fails, say so, and have none."""
    try:
        compiling()["build"](KERNELS, target())
    except OSError as error:
        (KERNELS / "kernels.bin").unlink(missing_ok=True)
        print(f"nqsat is installed without its kernels: {error}", file=sys.stderr)
        return False
    return True


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Make a wheel: with the library for one platform, without it for all."""
    settings: dict[str, Any] = dict(config_settings or {})
    for earlier in Path("build").glob("lib*"):  # its files would also be installed
        shutil.rmtree(earlier)
    if build_library():
        name = target() or re.sub(r"[-.]", "_", sysconfig.get_platform())
        settings["--build-option"] = [*settings.get("--build-option", ()), "--plat-name", name]
    return str(build_meta.build_wheel(wheel_directory, settings, metadata_directory))


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Make a wheel that leads to this tree, in which the library is built."""
    build_library()
    return str(build_meta.build_editable(wheel_directory, config_settings, metadata_directory))


def build_all_wheels(folder: Path) -> None:
    """Make the wheels of five systems from a copy of this tree."""
    for name in compiling()["TARGETS"]:
        with tempfile.TemporaryDirectory() as copy:
            ignored = shutil.ignore_patterns(".git", "*venv*", "build", "*.egg-info", "kernels.bin")
            shutil.copytree(".", copy, symlinks=True, ignore=ignored, dirs_exist_ok=True)
            command = [
                sys.executable,
                "-m",
                "pip",
                "wheel",
                "-q",
                "--no-deps",
                "--no-build-isolation",
            ]
            subprocess.run(
                [*command, "-w", str(folder.resolve()), copy],
                env={**os.environ, "NQSAT_TARGET": name},
                check=True,
            )


make_link(Path("nqsat/models"), Path("models"))
Path(".ci/package-page.md").write_text(page_of(Path("README.md").read_text("utf-8")), "utf-8")

if __name__ == "__main__":
    os.chdir(Path(__file__).parents[1])
    build_all_wheels(Path(sys.argv[1]))
