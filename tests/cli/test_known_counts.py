"""Published counts of placements come out of ``nqsat count``, by each engine, none of which looks them up.

The rows are those of ``models/known.json`` up to 3000 that are counts of placements. All of them are asked
in this process; a handful go through the program.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nqsat import Placement, count
from nqsat.modelling import find_family

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]

MOST = 3000
FILE = Path(__file__).parents[2] / "models" / "known.json"
ALL: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))

#: More than ten seconds with an engine that others are faster than: asked of the others only.
SLOW = {("bishops", 14, "sat"), ("bishops-maximum", None, "sat")}

#: No two men exclude one another, or hardly any: the reference tries nearly everything.
HARDLY_PRUNED = {"no-three-in-line", "queens-by-stabiliser"}


def model_of(row: dict[str, Any]) -> Any:
    return find_family(row["family"])(**row["params"])


ROWS = [
    row
    for row in ALL
    if int(row["value"]) <= MOST
    and isinstance(model_of(row), Placement)
    and "ask" not in row["question"]
]


def name_of(row: dict[str, Any]) -> str:
    return "-".join(map(str, [row["family"], *row["params"].values(), *row["question"].values()]))


def test_there_are_rows() -> None:
    # Were the file read wrongly, everything below would pass on nothing.
    assert len(ROWS) > 100
    assert {question for row in ROWS for question in row["question"]} <= {
        "modulo",
        "fixed_by",
    }


@pytest.mark.parametrize("engine", ["sat", "cpsat", "backtrack"])
@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_a_published_count(row: dict[str, Any], engine: str) -> None:
    # The outside word on every engine; two engines that share a mistake agree with one another.
    model = model_of(row)
    if row["params"].get("n") == 8 and (row["family"], row["params"].get("k"), engine) in SLOW:
        pytest.skip("slow with this engine; the others are asked")
    if engine != "sat" and row["family"] in HARDLY_PRUNED and row["params"]["n"] > 5:
        pytest.skip("slow with this engine; sat is asked")
    if model.objective is not None and engine != "sat":
        pytest.skip("optima are proved by the other engines on small boards, in verify")
    answer = count(model, engine=engine, **row["question"])
    assert answer.complete
    assert answer.digits == row["value"]


@pytest.mark.parametrize(
    ("family", "options"),
    [
        ("queens", ["--engine", "sat"]),
        ("queens-any", ["--engine", "cpsat"]),
        ("toroidal-queens", ["--engine", "backtrack"]),
        ("queens-completion", []),
        ("knights-any", ["--break-symmetry"]),
        ("one-of-each", []),
    ],
)
def test_a_published_count_through_the_program(nqsat: Run, family: str, options: list[str]) -> None:
    # The whole way: words, model, engine, JSON. The largest row that is small.
    rows = [row for row in ROWS if row["family"] == family and not row["question"]]
    row = max(rows, key=lambda row: int(row["value"]))
    words = [word for key, value in row["params"].items() for word in ("-p", f"{key}={value}")]
    done = nqsat("count", family, *words, *options, "--json")
    data = json.loads(done.stdout)
    assert (data["value"], data["complete"], data["params"]) == (row["value"], True, row["params"])


@pytest.mark.parametrize("row", [row for row in ROWS if row["question"]][:3], ids=name_of)
def test_a_published_question_through_the_program(nqsat: Run, row: dict[str, Any]) -> None:
    words = [word for key, value in row["params"].items() for word in ("-p", f"{key}={value}")]
    words += [
        word
        for key, value in row["question"].items()
        for word in ("--" + key.replace("_", "-"), value)
    ]
    done = nqsat("count", row["family"], *words, "--json")
    assert json.loads(done.stdout)["value"] == row["value"]
