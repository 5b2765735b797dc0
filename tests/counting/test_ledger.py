"""The file of a job: it is whole at any moment, and what is not as it was written is refused in a line."""

from __future__ import annotations

import sqlite3
import threading
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from nqsat.counting.ledger import Ledger, result_of, row_of
from nqsat.engines.plans.plan import PartResult
from nqsat.errors import Disagreement, EngineFailure, InvalidModel

HEAD = {"question": "how many?"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "job.db"
    ledger = Ledger(path, HEAD)
    ledger.write("one", {str(number): {"n": number, "seconds": 0.1} for number in range(200)})
    ledger.close()
    return path


def test_rows_come_back(path: Path) -> None:
    ledger = Ledger(path)
    assert ledger.head["question"] == "how many?"
    assert ledger.stages() == {"one"}
    assert ledger.read("one")["7"] == {"n": 7, "seconds": 0.1}
    assert ledger.read("two") == {}
    assert Ledger(path, {"question": "another"}).head == ledger.head  # the caller compares


def test_what_is_done_twice_has_to_agree(path: Path) -> None:
    ledger = Ledger(path)
    ledger.write("one", {"7": {"n": 7, "seconds": 5}})
    with pytest.raises(Disagreement, match="two runs differ about 7"):
        ledger.write("one", {"new": {"n": 1}, "7": {"n": 8, "seconds": 0.1}})
    assert len(ledger.read("one")) == 200  # all or none
    ledger.write("one", {"7": {"n": 8}}, replace=True)
    assert ledger.read("one")["7"] == {"n": 8}


def test_those_that_begin_at_once_have_one_head(tmp_path: Path) -> None:
    """Many times: SQLite may remove its journal between any two looks of another thread."""
    heads: list[tuple[int, object]] = []

    def begin(file: int, number: int) -> None:
        ledger = Ledger(tmp_path / f"job{file}", {"question": number})
        heads.append((file, ledger.head["question"]))
        ledger.close()

    for file in range(40):
        threads = [threading.Thread(target=begin, args=(file, number)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(heads) == 40 * 8
    assert len(set(heads)) == 40


def test_a_damaged_file_is_refused(path: Path, tmp_path: Path) -> None:
    random, data = Random(1), path.read_bytes()
    bad, seen = tmp_path / "bad", 0
    for _ in range(200):
        wrong = bytearray(data)
        if random.random() < 0.3:
            wrong = wrong[: random.randrange(1, len(wrong))]
        else:
            wrong[random.randrange(len(wrong))] ^= 1 << random.randrange(8)
        bad.write_bytes(wrong)
        try:
            ledger = Ledger(bad)
            same = ledger.read("one") == Ledger(path).read("one")
            ledger.close()
        except InvalidModel as error:
            seen += str(error).startswith(f"job: {bad} ")
        else:
            assert same  # it was in what SQLite does not use
    assert seen > 50


@pytest.mark.parametrize(
    "harm",
    [
        "CREATE TABLE more (x)",
        "CREATE VIEW more AS SELECT 1",
        "CREATE TRIGGER more AFTER INSERT ON rows BEGIN DELETE FROM rows; END",
        "DELETE FROM rows WHERE stage = ''",
        "DROP TABLE rows",
        "UPDATE rows SET data = '[]' WHERE stage = ''",
    ],
)
def test_a_file_with_other_tables_is_no_job(path: Path, harm: str) -> None:
    with sqlite3.connect(path) as db:
        db.execute(harm)
    db.close()
    with pytest.raises(InvalidModel, match=r"^job: "):
        Ledger(path)


def test_what_is_no_job_is_refused_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    for name, words in (
        ("text", "is damaged, or not a job"),
        (".", "is a folder; name a file"),
        ("nothing", "does not exist; nqsat count MODEL --job .* begins it"),
    ):
        with pytest.raises(InvalidModel, match=words):
            Ledger(tmp_path / name)
    with pytest.raises(InvalidModel, match="cannot be opened"):
        Ledger(tmp_path / "no" / "folder", HEAD)


def test_a_file_of_no_bytes_is_begun(tmp_path: Path) -> None:
    # As one that was killed before its first write leaves it.
    (tmp_path / "job").touch()
    assert Ledger(tmp_path / "job", HEAD).head["question"] == "how many?"


def test_a_full_disk_ends_the_run_and_loses_nothing(path: Path) -> None:
    ledger = Ledger(path)
    ledger._db.execute("PRAGMA max_page_count = 1")
    with pytest.raises(EngineFailure, match="cannot be written to: database or disk is full"):
        ledger.write("two", {str(number): {"n": number} for number in range(1000)})
    assert len(ledger.read("one")) == 200
    assert ledger.read("two") == {}


def test_rows_out_of_order_are_damage(path: Path) -> None:
    # A search would miss them: their parts were done, written and missed, again and again.
    text = path.read_bytes()
    assert text.count(b"one150{") == 1
    path.write_bytes(text.replace(b"one150{", b"onf150{"))
    with pytest.raises(InvalidModel, match="is damaged, or not a job"):
        Ledger(path)


def test_a_full_disk_is_no_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect

    def small(*given: Any, **how: Any) -> sqlite3.Connection:
        made: sqlite3.Connection = connect(*given, **how)
        made.execute("PRAGMA max_page_count=1")
        return made

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(EngineFailure, match="cannot be written to: database or disk is full"):
        Ledger(tmp_path / "job.db", HEAD)


# -- what came of a part, as a row -----------------------------------------------------------------


@pytest.mark.parametrize(
    "result",
    [
        PartResult(),
        PartResult(((0, 10**5000), (3, Fraction(-7, 3))), 5, None, 0.5),
        PartResult((), 1, {"value": None}, 0.0),
    ],
)
def test_a_result_comes_back_from_its_row(result: PartResult) -> None:
    assert result_of(row_of(result)) == result


@pytest.mark.parametrize(
    "changed",
    [
        {"numbers": [[0, "1E999999"]]},
        {"numbers": [[0, "٣"]]},
        {"numbers": [[0, "1/0"]]},
        {"numbers": [[-1, "1"]]},
        {"numbers": [[1, "1"], [1, "1"]]},
        {"numbers": [[True, "1"]]},
        {"numbers": [[0, 5]]},
        {"numbers": [[0, "9" * 200_000]]},
        {"visited": -1},
        {"visited": None},
        {"seconds": float("nan")},
        {"seconds": "1"},
        {"product": 5},
    ],
)
def test_a_row_that_no_part_has_written_is_refused(changed: dict[str, Any]) -> None:
    row = {"numbers": [[0, "1"]], "visited": 1, "seconds": 0.1}
    assert result_of(row).numbers == ((0, 1),)
    with pytest.raises((ValueError, TypeError, KeyError)):
        result_of({**row, **changed})
