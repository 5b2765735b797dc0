"""Claims: one owner each, free when he is gone, whatever the clocks say."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.timeouts import first_line, guarded, until

from nqsat.counting.job import claims
from nqsat.counting.job.claims import Claims, Owner, at_work

HOLDER = """
import sys, time
from pathlib import Path
from nqsat.counting.job.claims import Claims
mine = Claims(Path(sys.argv[1]), "holder")
print(mine.take("part") and mine.take("another"), flush=True)
time.sleep(1000)
"""


@contextmanager
def holder(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has claimed two parts."""
    words = [sys.executable, "-c", HOLDER, str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process, guarded(process):
        assert first_line(process) == "True\n"
        yield process


@contextmanager
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is made here is of another machine."""
    with monkeypatch.context() as patch:
        patch.setattr(claims, "_machine", lambda host: "another machine")
        yield


def test_a_part_is_claimed_by_one(tmp_path: Path) -> None:
    one, other = Claims(tmp_path, "one"), Claims(tmp_path, "other")
    assert one.take("a")
    assert not other.take("a")
    assert not one.take("a")
    assert other.take("b")
    assert at_work(tmp_path) == {"one": 1, "other": 1}
    one.drop("a")
    assert other.take("a")
    one.close()
    other.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["rot180/3.1", "-", "..", "a b", "x" * 500, "Q@a1,-@b2", "ü"])
def test_any_id_can_be_claimed(tmp_path: Path, name: str) -> None:
    (tmp_path / "claims").mkdir()
    one, other = (Claims(tmp_path / "claims", label) for label in ("one", "other"))
    assert one.take(f"0123.{name}")
    assert not other.take(f"0123.{name}")
    assert other.take(f"0123.{name}x")
    assert [path.name for path in tmp_path.iterdir()] == ["claims"]


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_the_claims_of_a_process_that_is_gone_are_free_at_once(tmp_path: Path) -> None:
    mine = Claims(tmp_path, "mine")
    with holder(tmp_path) as process:
        assert not mine.take("part")
        process.send_signal(signal.SIGSTOP)  # it sleeps: nobody can tell whether for long
        assert not mine.take("part")
        process.kill()
        # Its parent has not asked for its exit code: it is gone all the same.
        assert until(lambda: mine.take("part"))
        assert at_work(tmp_path) == {"mine": 1}
        other = Claims(tmp_path, "other")  # which sweeps away what the dead have left
        assert {path.name for path in tmp_path.iterdir()} == {".mine", ".other", "part"}
    mine.close()
    other.close()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_a_number_that_another_process_has_now_is_no_sign_of_life(tmp_path: Path) -> None:
    me = Owner.me()
    assert not me.dead
    assert Owner(me.machine, me.pid, str(int(me.born) - 1), me.host).dead


def test_a_claim_of_another_machine_is_free_when_it_gives_no_sign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with elsewhere(monkeypatch):
        theirs = Claims(tmp_path, "theirs")
        assert theirs.take("a")
    mine = Claims(tmp_path, "mine")
    about = (tmp_path / "a").stat()
    old = about.st_mtime - claims.EXPIRES - 1
    assert not mine.take("a")
    os.utime(tmp_path / "a", (old, old))
    assert mine.take("a")
    # Who has lost a claim does not take it away from its new owner.
    theirs.drop("a")
    assert (tmp_path / "a").exists()


@pytest.mark.parametrize("hours", [-1000, -1, 1, 1000])
def test_clocks_that_are_wrong_cost_time_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    with elsewhere(monkeypatch):
        theirs = Claims(tmp_path, "theirs")
        assert theirs.take("a")
    mine = Claims(tmp_path, "mine")
    when = time.time() + 3600 * hours  # my clock stands so far before theirs
    os.utime(tmp_path / "a", (when, when))
    if hours > 0:
        assert not mine.take("a")  # their sign of life is of the future, and may be a second old
        monkeypatch.setattr(claims, "EXPIRES", 0.05)
    assert until(lambda: mine.take("a"))


def test_a_sign_of_life_keeps_all_claims(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with elsewhere(monkeypatch):
        theirs = Claims(tmp_path, "theirs")
        assert all(theirs.take(name) for name in "abc")
    when = time.time() + 1e6
    os.utime(tmp_path / "a", (when, when))
    mine = Claims(tmp_path, "mine")
    monkeypatch.setattr(claims, "EXPIRES", 0.2)
    monkeypatch.setattr(claims, "BEAT", -1.0)
    for _ in range(50):
        theirs.beat()
        assert not any(mine.take(name) for name in "abc")
        time.sleep(0.01)
    assert until(lambda: mine.take("b"))


def test_a_file_that_nobody_understands_is_no_claim_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_text("?")
    mine = Claims(tmp_path, "mine")
    assert not mine.take("a")
    monkeypatch.setattr(claims, "EXPIRES", 0.05)
    assert until(lambda: mine.take("a"))
