"""``known.json``: well formed, and asked once of every engine, none of which looks it up.

Each engine is asked what it can list or foretells to be quick, and stopped after seconds; how many rows it
answers is looked at in the end. Some rows go through the program.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from conftest import Run
from oracle import DEEP

from nqsat import Tour, UnsupportedByEngine, count, optimise
from nqsat.engines import COUNTERS, make_engine
from nqsat.modelling import Model, catalogue, find_family

FILE = Path(__file__).parents[2] / "models" / "known.json"
ROWS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
FIELDS = ["family", "params", "question", "value", "oeis", "convention", "source", "checked"]

#: Longer lists than these take long.
MOST = {"sat": 3000, "cpsat": 300, "backtrack": 300}

#: Seconds that a count may be foretold to take, and may take on a machine that is busy.
SOON, LATE = 1.0, 4.0 if DEEP else 2.0

#: Rows of a family that are asked by day.
FEW = 1

#: How many rows every engine answers, at least: an engine that refuses all would pass.
ENOUGH = {"sat": 30, "cpsat": 25, "backtrack": 25, "bitboard": 25, "frontier": 25, "mates": 3}


def model_of(row: dict[str, Any]) -> Model:
    model: Model = find_family(row["family"])(**row["params"])
    if "unit" in row["question"]:
        assert isinstance(model, Tour)
        return model.with_unit(row["question"]["unit"])
    return model


def name_of(row: dict[str, Any]) -> str:
    return "-".join(map(str, [row["family"], *row["params"].values(), *row["question"].values()]))


every_row = pytest.mark.parametrize("row", ROWS, ids=name_of)


# -- the file --------------------------------------------------------------------------------


def test_it_has_one_object_a_line() -> None:
    # The layout is fixed so that a changed digit is a changed line.
    lines = [json.dumps(row, ensure_ascii=False) for row in ROWS]
    assert FILE.read_text(encoding="utf-8") == "[\n" + ",\n".join(lines) + "\n]\n"


def test_no_count_is_given_twice() -> None:
    # Two rows for one question could contradict each other unseen.
    names = [name_of(row) for row in ROWS]
    assert sorted(names) == sorted(set(names))


def test_every_family_has_a_known_count() -> None:
    # Engines that agree with one another may share a mistake; a known count is the outside word.
    assert {row["family"] for row in ROWS} == {family.name for family in catalogue()}


@every_row
def test_a_row_is_well_formed(row: dict[str, Any]) -> None:
    # Values are text: 2⁵³ is exceeded, and a JSON reader that makes floats would round.
    assert list(row) == FIELDS
    assert re.fullmatch(r"0|[1-9][0-9]*", row["value"])
    assert re.fullmatch(r"(A[0-9]{6}(/A[0-9]{6})*)?", row["oeis"])
    assert row["convention"]
    assert row["source"]
    assert row["checked"]
    assert row["question"].keys() <= {"modulo", "fixed_by", "unit", "ask"}
    family = find_family(row["family"])
    for name, value in row["params"].items():
        assert type(value) is family.parameters[name].annotation
    symmetries = {symmetry.name for symmetry in model_of(row).symmetries()}
    assert row["question"].get("modulo", "symmetry") in ("symmetry", "colours")
    assert row["question"].get("fixed_by", "identity") in symmetries
    # A sequence that the family does not name would be looked for in vain by `nqsat list`.
    assert set(filter(None, row["oeis"].split("/"))) <= set(family.oeis)


# -- the engines -----------------------------------------------------------------------------


answered: Counter[str] = Counter()


def _best(model: Model) -> bool:
    return not isinstance(model, Tour) and model.objective is not None


def asked() -> Iterator[ParameterSet]:
    """Every row with every engine for it; all but a family's least rows wait for the night."""
    seen: Counter[tuple[str, str]] = Counter()
    for row, engine in pairs():
        seen[row["family"], engine] += 1
        model = model_of(row)
        long = seen[row["family"], engine] > FEW or (_best(model) and len(model.board.squares) > 9)
        marks = [pytest.mark.deep] if long else []
        yield pytest.param(row, engine, marks=marks, id=f"{name_of(row)}-{engine}")


def pairs() -> Iterator[tuple[dict[str, Any], str]]:
    """Every row, the least first, with every engine that is made for such models; no long lists."""
    for row in sorted(ROWS, key=lambda row: int(row["value"])):
        model = model_of(row)
        tour, best = isinstance(model, Tour), _best(model)
        for engine in ENOUGH:
            if engine in MOST:
                quick = "ask" in row["question"] or int(row["value"]) <= MOST[engine]
                if quick and (engine == "sat" or not best or len(model.board.squares) <= 9):
                    yield row, engine
            elif (engine == "mates") == tour and "ask" not in row["question"]:
                yield row, engine


@pytest.mark.parametrize(("row", "engine"), [*asked()])
def test_an_engine_counts_what_is_published(row: dict[str, Any], engine: str) -> None:
    # The outside word on every engine; two engines that share a mistake agree with one another.
    model, question = model_of(row), dict(row["question"])
    question.pop("unit", None)
    if question.pop("ask", None) == "optimum":
        optimum = optimise(model, engine=make_engine(engine), time_limit=2 * SOON)
        assert str(optimum.value) == row["value"] or not optimum.proved
        return
    try:
        counter = next((one() for one in COUNTERS if one.name == engine), None)
        if counter and not _best(model) and counter.plan(model).estimate.seconds > SOON:
            pytest.skip("foretold to take long")
        answer = count(model, engine=make_engine(engine), time_limit=LATE, **question)
    except UnsupportedByEngine as error:
        pytest.skip(str(error))
    if answer.complete:
        assert answer.digits == row["value"]
        answered[engine] += 1
    else:
        assert answer.value <= int(row["value"])


@pytest.mark.parametrize(("engine", "least"), ENOUGH.items())
def test_every_engine_was_asked_enough(engine: str, least: int) -> None:
    assert answered[engine] >= least


# -- the program -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("family", "options"),
    [
        ("queens", ["--engine", "sat"]),
        ("queens-any", ["--engine", "cpsat"]),
        ("toroidal-queens", ["--engine", "backtrack"]),
        ("queens-completion", []),
        ("knights-any", ["--break-symmetry"]),
        ("one-of-each", []),
        ("queens", ["--modulo", "symmetry"]),
        ("queens", ["--fixed-by", "rot180"]),
    ],
)
def test_the_program_counts_what_is_published(nqsat: Run, family: str, options: list[str]) -> None:
    # The whole way: words, model, engine, JSON. The largest row that is small.
    name = options[0].removeprefix("--").replace("-", "_") if options else ""
    question = {name: options[1]} if name in ("modulo", "fixed_by") else {}
    rows = [row for row in ROWS if (row["family"], row["question"]) == (family, question)]
    row = max((r for r in rows if int(r["value"]) <= MOST["sat"]), key=lambda r: int(r["value"]))
    words = [word for key, value in row["params"].items() for word in ("-p", f"{key}={value}")]
    data = json.loads(nqsat("count", family, *words, *options, "--json").stdout)
    assert (data["value"], data["complete"], data["params"]) == (row["value"], True, row["params"])


def test_every_engine_that_can_be_named_is_asked_or_said_why_not() -> None:
    # sharpsat is an extra and asked in its own tests; the others find one solution, or choose.
    assert {make_engine(name).name for name in ENOUGH} == set(ENOUGH)
    assert {one.name for one in COUNTERS} - set(ENOUGH) == {"sharpsat"}
