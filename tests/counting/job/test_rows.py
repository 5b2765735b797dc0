"""Rows with valid seals that nobody can have written: each is named, left out, and its part done again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.jobs import append, begun, wrong
from support.oracle.brute_force import DEEP

from nqsat import Placement, Tour
from nqsat.counting import Question
from nqsat.counting.job import manifest, open_job, result, run_job
from nqsat.counting.job.ledger import LedgerReader
from nqsat.counting.job.rows import Schema
from nqsat.counting.job.store import Folder
from nqsat.engines.compiled.arrays import np
from nqsat.engines.plans.plan import Progress
from nqsat.errors import EngineFailure, InvalidModel
from nqsat.rules import Domination, Men, Objective

pytestmark = pytest.mark.usefixtures("threads")

#: The number of forgeries tried of each job by day.
TRIED = 10_000 if DEEP else 8

#: Who makes rows of all kinds: numbers, by size or not, shares, and the products of each plan that has any.
QUESTIONS = {
    "numbers": Question("count", Placement("5x5", {"Q": 5}), "bitboard"),
    "sizes": Question("count", Placement("3x3", {"K": "1..3"}), "bitboard", by="size"),
    "shares": Question("count", Placement("4x4", {"Q": 3}), "bitboard", modulo="symmetry"),
    "negative weights": Question("count", Placement("3x3", {"K": 2}), fixed_by="only:identity"),
    "an optimum": Question(
        "count",
        Placement("3x3", {"Q": "any"}, [Domination()], objective=Objective("minimise", Men())),
        "sat",
    ),
    "halves": Question("count", Tour("5x6", "N"), "mates/middle"),
    "layers": Question("count", Placement("4x4", {"Q": 4}), "frontier"),
    "layers of tours": Question("count", Tour("4x5", "N", closed=False), "mates/forward"),
}

_LONG = "x" * 5000
NO_TEXT: list[Any] = [None, 5, True, [], {}, _LONG]
NO_WHOLE: list[Any] = [None, -1, True, 1.0, "5", [5], 10**30]
NO_DIGEST: list[Any] = [*NO_TEXT, "", "0" * 15, "0" * 16 + "\n", "G" * 16]
NO_NUMBER: list[Any] = [
    "-22", "22.5", "2_2", "٢٢", "２２", " 22 ", "22\n", "+22", "022", "0x16", "1E2", "1E999999",
    "1/0", "1/-2", "22/", "/2", "1/2/3", "NaN", "Infinity", "", "9" * 5000, 22, 22.0, None, True, ["22"],
]  # fmt: skip
NO_SIZE: list[Any] = ["0", None, True, -1, 0.0, 99, [0], 10**30]

#: What is wrong in each field, whatever the kind of the row.
WRONG: dict[str, list[Any]] = {
    "kind": [*NO_TEXT, "", "parts", "stages"],
    "stage": NO_DIGEST,
    "number": NO_WHOLE,
    "name": NO_TEXT,
    "parts": NO_WHOLE,
    "part": NO_TEXT,
    "engine": NO_TEXT,
    "version": [5, True, [], {}, _LONG],
    "host": NO_TEXT,
    "pid": NO_WHOLE,
    "seconds": [None, -1, -0.5, True, "1", [1], 1e300],
    "visited": NO_WHOLE,
    "numbers": [
        *(None, 5, "22", {}, [5], ["22"], [[]], [[0]], [[0, "1", 2]], [["0", "1"]], [None]),
        *([[0, text]] for text in NO_NUMBER),
        *([[men, "1"]] for men in NO_SIZE),
        *([[men, "1"], [men, "1"]] for men in range(3)),
    ],
}  # fmt: skip


def products(made: Any) -> Iterator[Any]:
    """What no part can have made, beside what it has made."""
    yield from (None, 5, "x", [], {}, [None] * 3, {"value": 5}, {"name": ".."})
    if isinstance(made, list):
        place, states, limbs = made
        yield from ([place + 1, states, limbs], [0, states, limbs], [place, -1, limbs])
        yield from ([place, states, 0], [str(place), states, limbs], [*made, 1])
        return
    for name in made:
        yield {key: other for key, other in made.items() if key != name}
        for other in (None, "..", -1, True, [0], [5, 5], [-1], ["1"], [10**30], ["Q@a1"], ["-@a1"]):
            if not (name == "engine" and isinstance(other, str)):  # which may be anybody's
                yield {**made, name: other}
    if "value" in made:
        more = made["value"] + 1
        yield {**made, "value": more, "bound": more}
        yield {**made, "value": None, "bound": None}
        yield {**made, "men": [*made["men"], made["men"][0]]}
        yield {**made, "more": 1}


def forgeries(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The row with something wrong."""
    for name, value in row.items():
        if name != "parts":
            yield {key: other for key, other in row.items() if key != name}
        others = list(products(value)) if name == "product" else WRONG[name]
        yield from ({**row, name: other} for other in others)
    yield {**row, "more": 1}
    # As another kind of row: a product where numbers are summed, numbers where products are made.
    made = {key: value for key, value in row.items() if key not in ("numbers", "product")}
    if row["kind"] == "part":
        yield {**made, "kind": "product", "product": {"value": 22}}
    if row["kind"] == "product":
        yield {**made, "kind": "part", "numbers": [[0, "22"]]}
        del made["visited"]
        yield {**made, "kind": "audit", "numbers": [[0, "22"]]}
        cut = {"stage": row["stage"], "part": row["part"], "children": []}
        yield {"kind": "split", **cut, "digest": "0" * 16}


@pytest.fixture(scope="module", params=QUESTIONS)
def finished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = begun(tmp_path_factory.mktemp("jobs") / "job", QUESTIONS[request.param], parts=3)
    run_job(folder)
    return folder


def test_a_forged_row_is_named_and_its_part_done_again(finished: Path, tmp_path: Path) -> None:
    truth = result(finished)
    assert truth.count.complete
    assert not wrong(finished)
    reader = LedgerReader(finished / "ledger", open_job(finished).id)
    rows = [dict(row.data) for row in reader.fresh()]
    every = [(line, forged) for line, row in enumerate(rows) for forged in forgeries(row)]
    for number, (line, forged) in enumerate(Random(22).sample(every, min(TRIED, len(every)))):
        folder = shutil.copytree(finished, tmp_path / str(number))
        shutil.rmtree(folder / "ledger")
        (folder / "ledger").mkdir()
        append(folder, *rows[:line], forged, *rows[line + 1 :])
        place = f"z-1.jsonl:{line + 1}: "
        assert any(fault.startswith(place) for fault in wrong(folder)), forged
        left = result(folder)
        assert [str(fault).startswith(place) for fault in left.faults] == [True], forged
        assert left.faults[0].words.isprintable()
        assert left.count.value <= truth.count.value
        assert left.count.complete == (rows[line]["kind"] == "stage"), forged
        again = run_job(folder)
        assert (again.count.value, again.count.numbers) == (
            truth.count.value,
            truth.count.numbers,
        ), forged
        assert again.count.complete
        assert [str(fault).startswith(place) for fault in again.faults] == [True]


def test_what_runners_write_fits(finished: Path) -> None:
    found = open_job(finished)
    schema = Schema.of(found.question)
    rows = list(LedgerReader(finished / "ledger", found.id).fresh())
    assert [schema.flaw(row.data) for row in rows] == [None] * len(rows)


def test_a_runner_writes_nothing_that_would_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It would take the part for ever: what it has written would be left out by everybody.
    folder = begun(tmp_path / "job", QUESTIONS["numbers"])
    plan = type(open_job(folder).plan)
    monkeypatch.setattr(plan, "run", lambda *_: iter([Progress(((3, 1),))]))
    with pytest.raises(EngineFailure, match=r"bitboard: part .*: numbers has 3 pieces, which no"):
        run_job(folder)
    assert not wrong(folder)


#: What is no head of a job, however well it is sealed.
HEADS: list[dict[str, Any]] = [
    {"id": None}, {"id": 5}, {"parts": 0}, {"parts": True}, {"parts": "9"}, {"parts": [1]},
    {"most": -1}, {"most": 1.0}, {"versions": None}, {"versions": []}, {"versions": {"a": 5}},
    {"question": None}, {"question": ["count"]},
]  # fmt: skip


@pytest.mark.parametrize("changed", HEADS)
def test_a_forged_head_is_none(tmp_path: Path, changed: dict[str, Any]) -> None:
    path = begun(tmp_path / "job", QUESTIONS["numbers"]) / "head.json"
    path.write_text(manifest._with_digest({**json.loads(path.read_text()), **changed}))
    with pytest.raises(InvalidModel, match=r"job: .*head\.json is damaged, or no head of a job"):
        open_job(tmp_path / "job")


@pytest.mark.parametrize("name", [".", "..", "...", "a/b", "../..", ""])
def test_arrays_of_any_name_stay_in_the_store(tmp_path: Path, name: str) -> None:
    store, other = Folder(tmp_path / "store"), tmp_path / "other"
    (tmp_path / "store").mkdir()
    other.mkdir()
    assert not store.has(name)
    with pytest.raises(KeyError):
        store.load(name)
    store.save(name, {"x": np.arange(3)})
    assert list(store.load(name)["x"]) == [0, 1, 2]
    store.delete(name)
    assert sorted(tmp_path.rglob("*")) == [other, tmp_path / "store"]
