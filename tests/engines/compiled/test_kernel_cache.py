"""Compiled kernels on disk: whatever happens to the files, the number is right.

One process imports numba. It forks for each script, which has a folder of its own and forks for each try;
what is forked then defines and calls the kernels of two small files, one of which is part of the other's
code.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.oracle.brute_force import DEEP

from nqsat.engines.compiled import jit
from nqsat.engines.compiled.arrays import np
from nqsat.errors import EngineFailure

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")

LEAF = "from nqsat.engines.compiled.jit import njit\n\n\n@njit()\ndef leaf():\n    return {}\n"
TOP = """
from leaf_kernel import leaf
from nqsat.engines.compiled.jit import njit

@njit()
def top():
    return 2 * leaf()
"""

PRELUDE = """
import json, os, random, shutil, signal, sys, traceback
from pathlib import Path
import numba
from nqsat.engines.compiled import jit

numba.njit(lambda: 0)()  # so that what is forked has the compiler ready
changed, thinned = sys.argv[2], int(sys.argv[3])

def number():
    from top_kernel import top
    return top() + 100 * (not jit.compile_seconds())

def start(prepare=lambda: None, call=number):
    '''Fork a process that calls the kernel; its exit code is the number.'''
    pid = os.fork()
    if pid:
        return pid
    code = 255
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        prepare()
        code = call()
    finally:
        os._exit(code)

def end(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

def run(prepare=lambda: None, call=number):
    return end(start(prepare, call))
"""

CHANGED = """
run()                                        # code of the old source: 2
(folder / "leaf_kernel.py").write_text(changed)
again = [run(), run()]
print(json.dumps([again, sorted(file.name.split("-")[0] for file in kept.glob("*.code"))]))
"""

TOGETHER = """
pids = [start() for _ in range(3)]
print(json.dumps([[end(pid) % 100 for pid in pids], run()]))
"""

DAMAGED = """
run()
found, chance = [], random.Random(1)
def compiled():
    import top_kernel
    return bool(top_kernel.top.kept)
def flipped(data):
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
changes = [lambda data: data[:-40], lambda data: b"junk" + data, flipped, lambda data: b""]
for change in changes[:: thinned]:
    for file in sorted(kept.iterdir()):
        file.write_bytes(change(file.read_bytes()))
        damaged = file.read_bytes()
        first = run() % 100
        file.write_bytes(damaged)
        found.append([first, run(call=compiled), run() % 100])
print(json.dumps(found))
"""

FULL = """
import resource
def no_room():
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
print(json.dumps([run(no_room), run(), run()]))
"""

NOWHERE = """
print(json.dumps([run(), run()]))
import top_kernel
print(json.dumps([top_kernel.top.kept, top_kernel.top.folder]))
"""


STRANGE = """
def looked(change):
    '''Whether code is loaded that another user may have written; then, whether it is again one's own.'''
    shutil.rmtree(kept.parent, ignore_errors=True)
    os.umask(0)
    run()
    change()
    return [run(), run()]
def turned(*modes):
    def change():
        for mode, paths in zip(modes, ([kept], kept.iterdir())):
            for path in paths:
                path.chmod(mode)
    return change
def given():
    for path in kept.iterdir():
        os.chown(path, 12345, 12345)
def linked():
    for path in [*kept.iterdir()]:
        path.rename(folder / path.name)
        path.symlink_to(folder / path.name)
found = {"own": looked(lambda: None)}
MODES = {"folder": (0o770,), "all": (0o707,), "group": (0o700, 0o620), "others": (0o700, 0o602)}
for name, modes in MODES.items():
    found[name] = looked(turned(*modes))
found["link"] = looked(linked)
if os.geteuid() == 0:
    found["files"] = looked(given)
    found["owner"] = looked(lambda: os.chown(kept, 12345, 12345))
print(json.dumps(found))
"""

NO_HOME = "os.environ.update(XDG_CACHE_HOME='/proc/none', HOME='/proc/none')\n"

SCRIPTS = {
    "changed": CHANGED,
    "together": TOGETHER,
    "damaged": DAMAGED,
    "full": FULL,
    "strange": NO_HOME + STRANGE,
    "nowhere": NO_HOME + NOWHERE,
}

DRIVER = """
for code in sorted(Path(sys.argv[1]).glob("*/script")):
    folder = code.parent
    kept = folder / "__pycache__" / jit.OWN
    if not (pid := os.fork()):
        sys.path.insert(0, str(folder))
        sys.stdout, sys.stderr = open(folder / "said", "w"), open(folder / "wrong", "w")
        try:
            exec(code.read_text())
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
    end(pid)
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[Any]]:
    """What a script prints, line by line, with the two kernel files in its folder.

    Python's own byte code is not kept: it takes a file of the same second and size for unchanged.
    """
    top = tmp_path_factory.mktemp("kernels")
    for name, code in SCRIPTS.items():
        (top / name).mkdir()
        (top / name / "script").write_text(code)
        (top / name / "leaf_kernel.py").write_text(LEAF.format(1))
        (top / name / "top_kernel.py").write_text(TOP)
    # A file stands where the folder would be, and there is no home: root may write anywhere else.
    (top / "nowhere/__pycache__").write_text("")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    words = [str(top), LEAF.format(5), "1" if DEEP else "7"]
    run = [sys.executable, "-B", "-c", PRELUDE + DRIVER, *words]
    done = subprocess.run(run, capture_output=True, encoding="utf-8", check=False, env=clean)
    assert done.returncode == 0, done.stderr

    def lines(name: str) -> list[Any]:
        assert not (wrong := (top / name / "wrong").read_text()), wrong
        return [json.loads(line) for line in (top / name / "said").read_text().splitlines()]

    return lines


def test_old_code_is_not_run_and_goes(said: Callable[[str], list[Any]]) -> None:
    # The file that changed is not the one whose code is asked for.
    assert said("changed") == [[[10, 110], ["top_kernel.top"]]]


def test_several_processes_compile_at_once(said: Callable[[str], list[Any]]) -> None:
    assert said("together") == [[[2, 2, 2], 102]]


def test_damaged_files_are_replaced(said: Callable[[str], list[Any]]) -> None:
    # What is damaged does not count as compiled.
    assert said("damaged") == [[[2, 0, 2]] * (4 if DEEP else 1)]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
def test_a_full_disk_keeps_nothing_and_counts(said: Callable[[str], list[Any]]) -> None:
    assert said("full") == [[2, 2, 102]]


@pytest.mark.skipif(sys.platform != "linux", reason="folders that nobody can make, as on Linux")
def test_where_no_folder_can_be_written_it_counts_too(said: Callable[[str], list[Any]]) -> None:
    assert said("nowhere") == [[2, 2], [0, None]]


def test_code_that_others_may_have_written_is_not_run(said: Callable[[str], list[Any]]) -> None:
    # Whatever the umask is, what is kept is one's own; a file is replaced, a folder is left alone. There
    # is no home where code could be kept instead.
    (found,) = said("strange")
    kept = {"own": [102, 102], **{name: [2, 102] for name in ("group", "others", "link", "files")}}
    assert found == {name: kept.get(name, [2, 2]) for name in found}
    assert len(found) >= 6


def test_code_is_loaded_without_the_compiler(tmp_path: Path) -> None:
    (tmp_path / "leaf_kernel.py").write_text(LEAF.format(3))
    asked = "import sys, leaf_kernel; print(leaf_kernel.leaf(), 'numba' in sys.modules)"
    run = [sys.executable, "-c", asked]
    said = [subprocess.check_output(run, cwd=tmp_path, text=True).split() for _ in range(2)]
    assert said == [["3", "True"], ["3", "False"]]


@pytest.mark.parametrize("used", [False, True], ids=["fresh", "compiled"])
def test_python_cannot_call_a_kernel_that_has_no_code_for_it(used: bool) -> None:
    @jit.njit()
    def _inner(x: int) -> int:
        return x + 1

    @jit.njit()
    def outer(x: int) -> int:
        return 2 * _inner(x)

    assert not used or outer(3) == 8
    with pytest.raises(TypeError, match="_inner is called by kernels only"):
        _inner(3)
    assert outer(4) == 10


class Pair(NamedTuple):
    """Two fields of one type, whose exchange has no meaning where a tuple is made by keywords."""

    first: int
    second: int


def test_code_is_for_the_fields_of_a_tuple_in_their_order() -> None:
    @jit.njit()
    def difference(pair: Any) -> Any:
        return pair.first - pair.second

    class Exchanged(NamedTuple):
        second: int
        first: int

    Exchanged.__name__ = "Pair"
    assert difference(Pair(first=7, second=2)) == 5
    assert difference(Exchanged(first=7, second=2)) == 5


@pytest.mark.parametrize("dtype", ["int32", "uint8"])
def test_results_of_fewer_bits_are_refused(dtype: str) -> None:
    @jit.njit()
    def first(numbers: Any) -> Any:
        return numbers[0], numbers[1]

    with pytest.raises(EngineFailure, match="first is no kernel: it returns"):
        first(np.array([1, 2], dtype))
    assert first(np.array([1, -2])) == (1, -2)


def test_functions_that_may_be_missing_are_refused() -> None:
    assert jit._is_intrinsic("llvm.ctpop.v8i64")
    assert not any(map(jit._is_intrinsic, ("llvm.pow.f64", "ctpop", "llvm.sin", "llvm.smaxx.i64")))


def test_kernel_files_import_nothing_of_ours_but_files_of_the_engines() -> None:
    """Compiled code has other files' constants in it, and these files alone are looked at for changes."""
    root = Path(__file__).parents[3]
    files = {path for path in (root / "nqsat").rglob("*.py") if "@njit" in path.read_text("utf-8")}
    assert len(files) >= 6
    assert all(path.is_relative_to(jit._ENGINES) for path in files)
    wrong = [
        f"{path.name}: {node.module}"
        for path in files - {root / "nqsat/engines/compiled/jit.py"}
        for node in ast.parse(path.read_text("utf-8")).body  # what runs with the file
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("nqsat")
        if not (node.module or "").startswith("nqsat.engines.")
    ]
    assert not wrong


def test_code_is_good_for_all_files_of_the_engines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What was compiled in one folder may have a function of any other in it, also in one below or above,
    # and reads the tuples of files without a kernel by the places of their fields.
    for name in ("one/a_kernel.py", "two/b_kernel.py", "two/below/c_kernel.py", "two/plain.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("@njit" * ("kernel" in name))
    monkeypatch.setattr(jit, "_ENGINES", tmp_path)
    stamped = jit._digest_of_sources.__wrapped__
    folders = [tmp_path / "one", tmp_path / "two/below", tmp_path.parent]
    before = [stamped(folder) for folder in folders]
    for file in sorted(tmp_path.rglob("*.py")):
        file.write_text(file.read_text() + "# changed")
        after = [stamped(folder) for folder in folders]
        assert all(one != other for one, other in zip(before, after, strict=True)), file
        before = after
