"""How much memory a count may take: what the machine has left, and the container."""

from __future__ import annotations

import mmap
import os
import subprocess
import sys
from pathlib import Path

import pytest

from nqsat.engines import machine


def test_one_core_is_enough_for_a_while() -> None:
    before = machine.cores()
    with machine.one_core():
        if hasattr(os, "sched_setaffinity"):
            assert machine.cores() == 1
    assert machine.cores() == before


FREE = {"proc/meminfo": "MemTotal: 9 kB\nMemAvailable: 4000000 kB\n"}

V2 = {
    "proc/self/cgroup": "0::/a/b\n",
    "sys/fs/cgroup/a/b/memory.max": "max\n",
    "sys/fs/cgroup/a/memory.max": "1000000\n",
    "sys/fs/cgroup/a/memory.current": "300000\n",
    "sys/fs/cgroup/a/memory.stat": "anon 5\ninactive_file 100000\n",
}
V1 = {
    "proc/self/cgroup": "5:cpu:/x\n4:memory:/docker/f00\n",  # a path of outside: there is no such folder
    "sys/fs/cgroup/memory/memory.limit_in_bytes": "2000000\n",
    "sys/fs/cgroup/memory/memory.usage_in_bytes": "500000\n",
    "sys/fs/cgroup/memory/memory.stat": "inactive_file 7\ntotal_inactive_file 100000\n",
}
NONE = {
    "proc/self/cgroup": "4:memory:/\n",
    "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
    "sys/fs/cgroup/memory/memory.usage_in_bytes": "500000\n",
    "sys/fs/cgroup/memory/memory.stat": "",
}


@pytest.mark.parametrize(
    ("files", "allowed"),
    [(V2, 600_000), (V1, 1_200_000), (NONE, 3_072_000_000), ({}, 3_072_000_000)],
    ids=["version 2", "version 1", "no limit", "no groups"],
)
def test_a_container_s_limit_is_respected(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, files: dict[str, str], allowed: int
) -> None:
    for name, text in {**FREE, **files}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(machine, "_ROOT", tmp_path)
    assert machine.memory_limit(None) == allowed
    assert machine.memory_limit(123) == 123


def test_a_limit_of_addresses_is_respected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/statm").write_text("1000 900 100 1 0 500 0\n")
    monkeypatch.setattr(machine, "_ROOT", tmp_path)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1000 * mmap.PAGESIZE + 4_000_000, -1))
    assert machine.memory_limit(None) == 3_000_000
    monkeypatch.setattr(resource, "getrlimit", lambda _: (500, -1))  # less than it has already
    assert machine.memory_limit(None) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell")
def test_processes_are_watched_together() -> None:
    assert not machine.MemoryWatch(None).reached
    code = "held = bytearray(200_000_000); print(1, flush=True); input()"
    before = [machine.MemoryWatch(limit) for limit in (400_000_000, 200_000_000)]
    some = [
        subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for _ in range(2)
    ]
    try:
        for one in some:
            assert one.stdout is not None
            one.stdout.readline()
        assert machine.MemoryWatch(1).reached is False  # they were there before it
        assert not before[0].reached
        assert before[1].reached
    finally:
        for one in some:
            one.communicate(b"\n")
