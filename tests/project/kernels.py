"""The library of kernels as it is elsewhere: `python tests/project/kernels.py without|zig|sanitised`.

without    taken away: what users do first
zig        built on a PATH without a compiler by the one that pip installs: what users do first
sanitised  built with what finds reads and writes outside of arrays: the tests of kernels
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from nqsat.engines.kernels import build

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "nqsat/engines/kernels"

TESTS = (
    "level_kernels",
    "bitboard_sets",
    "frontier_kernels",
    "frontier",
    "layered",
    "mates_kernels",
)

#: A read behind the end of an array, planted to see that it is found.
RIGHT, WRONG = "i64 level = in->depth,", "i64 level = in->depth + 1000 * t->word.rows,"

SMOKE = """
from nqsat import Placement, UnsupportedByEngine, count
for engine in ("auto", "sat", "backtrack", "frontier", "bitboard"):
    try:
        print(engine, count(Placement("8x8", {"Q": 8}), engine=engine).value)
    except UnsupportedByEngine as error:
        print(engine, error)
"""


def sources(folder: Path) -> Path:
    ignored = shutil.ignore_patterns(build.LIBRARY, "__pycache__")
    return Path(shutil.copytree(SOURCES, folder / "kernels", ignore=ignored))


def run(folder: Path, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "NQSAT_KERNELS": str(folder), **more}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )


def without(folder: Path) -> None:
    """All answer but the engines that need kernels."""
    said = run(folder, "-c", SMOKE)
    print(said.stdout + said.stderr)
    lines = said.stdout.splitlines()
    assert [line.split()[-1] for line in lines[:4]] == ["92"] * 4
    assert "needs the C kernels" in lines[4]


def zig(folder: Path) -> None:
    """The same counts by a library that zig has built, where no other compiler is."""
    python = folder / "venv/bin/python"
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    got = subprocess.run([python, "-m", "pip", "install", "-q", "ziglang"], check=False)
    if got.returncode:
        print("NOT TRIED: ziglang cannot be installed")
        return
    env = {**os.environ, "PATH": str(folder / "nothing"), "NQSAT_KERNELS": str(folder)}
    env.pop("CC", None)
    subprocess.run([python, folder / "build.py"], env=env, check=True)
    said = run(folder, "-c", SMOKE)
    print(said.stdout + said.stderr)
    assert [line.split()[-1] for line in said.stdout.splitlines()] == ["92"] * 5
    tests = [f"tests/engines/test_{name}.py" for name in ("level_kernels", "bitboard_sets")]
    assert run(folder, "-m", "pytest", "-n", "0", *tests).returncode == 0


def sanitised(folder: Path) -> None:
    asan = ""
    if shutil.which("gcc"):
        asan = subprocess.run(
            ["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
        ).stdout.strip()
    if not Path(asan).is_absolute():
        print("NOT TRIED: this machine has no gcc with libasan")
        return
    os.environ["CC"] = "gcc"
    more = {
        "LD_PRELOAD": asan,
        "ASAN_OPTIONS": "detect_leaks=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
    build.build(folder, more=build.SANITISED)
    tests = [f"tests/engines/test_{name}.py" for name in TESTS]
    done = run(folder, "-m", "pytest", "-n", "2", "-p", "no:faulthandler", *tests, **more)
    print(done.stdout[-2000:] + done.stderr[-4000:])
    assert done.returncode == 0
    path = folder / "levels.c"
    assert RIGHT in path.read_text()
    path.write_text(path.read_text().replace(RIGHT, WRONG))
    build.build(folder, more=build.SANITISED)
    planted = run(folder, "-c", SMOKE, **more)
    assert "AddressSanitizer" in planted.stderr, planted
    print("a planted read behind an array was found")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as there:
        {"without": without, "zig": zig, "sanitised": sanitised}[sys.argv[1]](sources(Path(there)))
