"""Build the library of C kernels in this folder: ``python -m nqsat.engines.kernels.build``.

It imports only the standard library, because the installation runs it. The compiler is ``$CC``, or
``cc``; without these ``python -m ziglang cc``, a compiler that pip installs.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

#: The folder of the sources and of the library.
FOLDER = Path(os.environ.get("NQSAT_KERNELS") or Path(__file__).parent)

#: The name of the library on all systems: with one of the usual suffixes Python would take it for a module.
LIBRARY = "kernels.bin"

#: The systems for which wheels are made, as pip calls them, and as zig does.
TARGETS = {
    "manylinux2014_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux2014_aarch64": "aarch64-linux-gnu.2.17",
    "macosx_11_0_x86_64": "x86_64-macos.11.0",
    "macosx_11_0_arm64": "aarch64-macos.11.0",
    "win_amd64": "x86_64-windows-gnu",
}

#: Flags to find reads and writes outside of arrays, and undefined behaviour of C.
SANITISED = (
    "-O1",
    "-g",
    "-DPLAIN",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
)

_FLAGS = ("-std=gnu11", "-O3", "-fPIC", "-shared", "-Wall", "-Wextra")


def sources_of(folder: Path) -> list[Path]:
    """The C files and their headers."""
    return sorted([*folder.glob("*.c"), *folder.glob("*.h")])


def digest_of(folder: Path) -> str:
    """A digest of the sources."""
    import hashlib

    made_of = hashlib.sha256()
    for path in sources_of(folder):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        made_of.update(f"{path.name} {len(text)}\n".encode() + text)
    return made_of.hexdigest()[:32]


def compilers(target: str = "") -> Iterator[list[str]]:
    """The compilers that are there, the best first; for another system only zig."""
    if not target:
        asked = shlex.split(os.environ.get("CC", ""))
        yield from (command for command in (asked, ["cc"]) if command and shutil.which(command[0]))
    if find_spec("ziglang"):
        yield [sys.executable, "-m", "ziglang", "cc", *_zig_target(target)]


def build(folder: Path = FOLDER, target: str = "", more: Sequence[str] = ()) -> Path:
    """Build the library of a folder, for this system or another one, and return its path.

    Raises OSError if there is no compiler, or none succeeded.
    """
    said = "there is no C compiler: install one, or pip install ziglang"
    library = folder / LIBRARY
    for compiler in compilers(target):
        with tempfile.TemporaryDirectory(dir=folder) as there:
            new = Path(there, library.name)
            for plain in ([], ["-DPLAIN"]):  # for compilers that do not know clones
                command = [
                    *compiler,
                    *_FLAGS,
                    *plain,
                    *more,
                    *_files(folder, there, target),
                    "-o",
                    str(new),
                ]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                if done.returncode == 0:
                    new.replace(library)
                    return library
                said = f"{shlex.join(command)} failed: {done.stderr.strip()}"
    raise OSError(said)


def _files(folder: Path, there: str, target: str) -> list[str]:
    """The C files, with one that says from which sources the library is, and for which platform."""
    own = Path(there, "digest.c")
    said = {"digest": digest_of(folder), "platform": target or sysconfig.get_platform()}
    lines = [
        f'EXPORT extern const char nqsat_{name}[];\nconst char nqsat_{name}[] = "{text}";\n'
        for name, text in said.items()
    ]
    own.write_text('#include "nq.h"\n' + "".join(lines))
    return [f"-I{folder}", *map(str, [*folder.glob("*.c"), own])]


def _zig_target(target: str) -> list[str]:
    """The target for zig: without one it would make code for this very processor."""
    if target:
        return ["-target", TARGETS[target]]
    machine = platform.machine().lower()
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)
    linux = "linux-gnu.2.17" if platform.libc_ver()[0] == "glibc" else "linux-musl"
    system = {"win32": "windows-gnu", "darwin": "macos"}.get(sys.platform, linux)
    return ["-target", f"{machine}-{system}"]


def main() -> int:
    """Build the library of this system."""
    try:
        print(build())
    except OSError as error:
        print(f"the kernels are not built: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
