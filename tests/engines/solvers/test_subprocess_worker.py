"""Processes of their own: what they import, and that none is left behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Run
from support.timeouts import children, gone, guarded, running, until

from nqsat.engines import fresh_python

#: Modules of the standard library that every process of ours imports.
NAMES = ["queue", "struct", "pickle", "subprocess", "random", "typing", "json", "signal"]


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A folder whose files say so when they are imported, and break what imports them."""
    for name in NAMES:
        code = f"open({str(tmp_path / 'imported')!r}, 'a').write({name!r})\nraise ValueError\n"
        (tmp_path / f"{name}.py").write_text(code)
    return tmp_path


@pytest.mark.parametrize("words", ["count queens -p n=6 --engine sat"])
def test_nothing_in_the_current_folder_is_imported(installed: Run, trap: Path, words: str) -> None:
    done = installed(*words.split(), cwd=trap)
    assert done.returncode == 0, done.stderr
    assert not (trap / "imported").exists()


def test_a_process_finds_what_this_one_finds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "only_here.py").write_text("print('found')")
    (tmp_path / "queue.py").write_text("raise ValueError")
    monkeypatch.syspath_prepend(str(tmp_path))
    done = subprocess.run(
        fresh_python("import queue, only_here"), capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("found\n", "")


#: Keeps the GIL and never looks at what its parent does; has a child of its own.
BUSY = "import subprocess; subprocess.Popen(['sleep', '1000']); print('x' in iter(int, 1))"


@pytest.mark.skipif(sys.platform != "linux", reason="the system does it, and /proc")
def test_all_end_with_a_parent_that_is_killed() -> None:
    code = f"""
from nqsat.engines import fresh_python, tied_process
with tied_process(fresh_python({BUSY!r})) as process:
    process.wait()
"""
    with subprocess.Popen(fresh_python(code)) as parent, guarded(parent):
        assert until(lambda: children(parent.pid) and children(children(parent.pid)[0]))
        (worker,) = children(parent.pid)
        left = [worker, *children(worker)]
        assert all(map(running, left))
        parent.kill()
        assert gone(left)
