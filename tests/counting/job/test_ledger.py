"""Ledgers: whatever happens to a file, what is read from it was written, and what is missing is known.

The job is small, and its number is known: the flips are many.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.jobs import append, begun, wrong
from support.oracle.brute_force import DEEP

from nqsat import Placement
from nqsat.counting import Question
from nqsat.counting.job import open_job, result, run_job, status, verify
from nqsat.counting.job.ledger import Ledger, LedgerReader
from nqsat.counting.job.progress import JobProgress, digest_of
from nqsat.engines.plans.plan import Part
from nqsat.errors import InvalidModel

pytestmark = pytest.mark.usefixtures("threads")

QUEENS = Question("count", Placement("4x4", {"Q": 4}), "backtrack")
TRUTH = 2
FLIPS = 1000 if DEEP else 60


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = begun(tmp_path_factory.mktemp("jobs") / "queens", QUEENS)
    assert run_job(folder).count.value == TRUTH
    return folder


@pytest.fixture
def folder(finished: Path, tmp_path: Path) -> Path:
    return shutil.copytree(finished, tmp_path / "job")


def ledger_of(folder: Path) -> Path:
    (path,) = (folder / "ledger").iterdir()
    return path


def parts_of(folder: Path) -> int:
    return result(folder).parts


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_every_flipped_bit_is_named_and_its_part_done_again(folder: Path) -> None:
    path, random = ledger_of(folder), Random(1)
    data, parts = path.read_bytes(), parts_of(folder)
    heads = len(data.split(b"\n", 1)[0]) * 8  # the row of the stage, which counts nothing
    for number in range(FLIPS):
        bit = random.randrange(len(data) * 8)
        path.write_bytes(flipped(data, bit))
        line = data[: bit // 8].count(b"\n") + 1
        found = result(folder)
        names = [fault.place for fault in found.faults]
        assert f"{path.name}:{line}" in names, bit
        assert parts - 2 <= found.done < parts or bit < heads, bit
        assert found.count.complete == (found.done == parts)
        assert found.count.value <= TRUTH
        if number % 30 == 0:
            assert any(fault.place == f"{path.name}:{line}" for fault in verify(folder)[1])
            again = run_job(folder)
            assert (again.count.value, again.count.complete) == (TRUTH, True)
            for other in (folder / "ledger").iterdir():
                if other != path:
                    other.unlink()


def end_flipped(lines: list[bytes]) -> list[bytes]:
    return [lines[0], flipped(lines[1], 8 * len(lines[1]) - 6), *lines[2:]]


def one_taken_out(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], *lines[3:]]


def two_exchanged(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], lines[3], lines[2], *lines[4:]]


@pytest.mark.parametrize(
    ("change", "lost", "named"),
    [(end_flipped, 2, [2]), (one_taken_out, 2, [3]), (two_exchanged, 3, [3, 4, 5])],
)
def test_lines_that_do_not_follow_on_one_another_lose_their_rows(
    folder: Path, change: Callable[[list[bytes]], list[bytes]], lost: int, named: list[int]
) -> None:
    path, parts = ledger_of(folder), parts_of(folder)
    path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))
    found = result(folder)
    assert found.done == parts - lost
    assert [fault.place for fault in found.faults] == [f"{path.name}:{line}" for line in named]
    assert run_job(folder).count.value == TRUTH


def test_a_last_line_that_is_torn_anywhere_is_ignored_and_said(folder: Path) -> None:
    path, parts = ledger_of(folder), parts_of(folder)
    data = path.read_bytes()
    last = data.rindex(b"\n", 0, -1) + 1
    for length in range(last, len(data), 1 if DEEP else 9):
        path.write_bytes(data[:length])
        found = result(folder)
        assert (found.done, found.count.complete) == (parts - 1, False)
        # Where it is cut at the end of a line, nothing is to be seen but that a part is not there.
        assert [fault.wrong for fault in found.faults] == [False] * (length > last)
    assert run_job(folder).count.value == TRUTH
    assert not wrong(folder)


def test_rows_of_another_job_are_none(folder: Path, tmp_path: Path) -> None:
    # The same question, cut in the same way: only the id tells them apart.
    other = begun(tmp_path / "other", QUEENS)
    shutil.copy(ledger_of(folder), other / "ledger")
    found = result(other)
    assert found.done == 0
    assert len(found.faults) == parts_of(folder) + 1


def test_a_damaged_head_is_refused_and_nothing_is_changed(folder: Path) -> None:
    path, random = folder / "head.json", Random(2)
    data, ledger = path.read_bytes(), ledger_of(folder).read_bytes()
    for _ in range(FLIPS):
        path.write_bytes(flipped(data, random.randrange(len(data) * 8)))
        with pytest.raises(InvalidModel, match=r"job: .*head\.json"):
            run_job(folder)
    for text, said in (("", "is damaged, or no"), ('{"format": "nqsat job 2"', "another format")):
        path.write_text(text)
        with pytest.raises(InvalidModel, match=said):
            open_job(folder)
    assert ledger_of(folder).read_bytes() == ledger
    path.write_bytes(data)
    assert result(folder).count.complete


class Full:
    """A disk that has this many bytes left."""

    def __init__(self, room: int) -> None:
        self.room, self.write = room, os.write

    def __call__(self, file: int, data: bytes) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = self.write(file, data[: self.room])
        self.room -= written
        return written


def append_all(ledger: Ledger, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        ledger.append(row)


@pytest.mark.parametrize("room", [0, 1, 40, 150, 400])
def test_what_a_full_disk_cuts_off_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    ledger = Ledger(tmp_path / "a.jsonl", "job")
    rows: list[dict[str, Any]] = [{"kind": "part", "part": str(i)} for i in range(20)]
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", Full(room))
        with pytest.raises(OSError, match="No space"):
            append_all(ledger, rows)
    whole = [one.data for one in LedgerReader(tmp_path, "job").fresh()]
    assert whole == rows[: len(whole)]
    append_all(ledger, rows[len(whole) :])  # there is room again, and the hash has not gone on
    ledger.close()
    reader = LedgerReader(tmp_path, "job")
    assert [one.data for one in reader.fresh()] == rows
    assert not reader.faults
    assert not reader.torn


def test_a_job_whose_disk_was_full_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = begun(tmp_path / "job", QUEENS)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", Full(1000))
        with pytest.raises(OSError, match="No space"):
            run_job(folder)
    assert not wrong(folder)
    assert 0 < result(folder).done < parts_of(folder)
    assert run_job(folder).count.value == TRUTH
    found = status(folder)
    assert sum(share.parts for share in found.shares) == parts_of(folder)
    assert found.result.count.seconds == pytest.approx(sum(share.seconds for share in found.shares))


def test_a_ledger_has_one_writer(tmp_path: Path) -> None:
    first, second = (Ledger(tmp_path / "a.jsonl", "job") for _ in range(2))
    first.append({"kind": "part"})
    with pytest.raises(FileExistsError):
        second.append({"kind": "part"})
    first.close()


def test_a_row_counts_when_all_of_it_is_there(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "a.jsonl", "job")
    append_all(ledger, [{"number": number} for number in range(2)])
    ledger.close()
    path = tmp_path / "a.jsonl"
    data = path.read_bytes()
    reader = LedgerReader(tmp_path, "job")
    seen: list[Any] = []
    for end in range(0, len(data) + 1, 10):  # as whoever reads while it is being written
        path.write_bytes(data[:end])
        seen += [row.data["number"] for row in reader.fresh()]
    path.write_bytes(data)
    assert [*seen, *(row.data["number"] for row in reader.fresh())] == [0, 1]
    assert not reader.faults


def test_a_part_that_is_unlike_all_others_is_pointed_out(tmp_path: Path) -> None:
    queens = Question("count", Placement("6x6", {"Q": "any"}), "bitboard")
    folder = begun(tmp_path / "job", queens, parts=20)
    run_job(folder)
    assert verify(folder)[1] == []
    reader = LedgerReader(folder / "ledger", open_job(folder).id)
    rows = [dict(row.data) for row in reader.fresh()]
    ledger_of(folder).unlink()
    rows[5]["visited"] *= 10**6
    append(folder, *rows)
    (fault,) = verify(folder)[1]
    assert f"part {rows[5]['part']} has visited" in fault.words
    assert fault.words.endswith("times more for its load than most")
    assert not fault.wrong


def test_a_part_that_is_done_counts_once_though_another_has_cut_it(folder: Path) -> None:
    standing = JobProgress(open_job(folder))
    part = next(part for part in standing.leaves() if standing.plan.split(part))
    cut = {"part": part.id, "digest": digest_of(standing.plan.split(part))}
    append(folder, {"kind": "split", "stage": standing.digest, **cut})
    found = result(folder)
    assert (found.count.value, found.count.complete) == (TRUTH, True)
    assert verify(folder)[1] == []


def test_a_stage_is_told_from_others_by_what_its_parts_do_and_weigh() -> None:
    parts = [Part("1", ("Q@a1",)), Part("1", ("Q@b1",)), Part("1", ("Q@a1",), weight=2), Part("2")]
    digests = [digest_of([part]) for part in parts] + [digest_of(parts[:1], "halves")]
    assert len({*digests}) == len(digests)
    assert digest_of(parts[:2]) == digest_of([part._replace(load=3.0) for part in parts[1::-1]])


@pytest.fixture
def signed(tmp_path: Path) -> Path:
    folder = begun(tmp_path / "signed", QUEENS)
    run_job(folder, parts=tuple(part.id for part in status(folder).heaviest[:2]))
    run_job(folder, sign=b"key")
    return folder


def test_only_what_is_signed_counts_if_that_is_asked_for(signed: Path) -> None:
    parts = result(signed).parts
    assert result(signed).count.complete
    assert result(signed, only_signed=b"key").done == parts - 2
    assert result(signed, only_signed=b"another").done == 0
    faults = [fault for fault in verify(signed, b"key")[1] if fault.wrong]
    assert len(faults) == 3  # two parts, and the stage that they begin with
    assert all("not signed" in fault.words for fault in faults)
