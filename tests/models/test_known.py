"""``known.json``: well formed, and asked of every engine, none of which looks it up.

By day every family is asked of one engine and every kind of question of every engine; at night all is asked
of all. Each is asked what it can list or foretells to be quick, and stopped after seconds; how many rows it
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
from support.day_subset import some
from support.oracle.brute_force import DEEP

from nqsat import Tour, UnsupportedByEngine, count, optimise
from nqsat.engines import COUNTERS, make_engine
from nqsat.modelling import Model
from nqsat.sources import catalogue, find_family

FILE = Path(__file__).parents[2] / "models" / "known.json"
ROWS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
FIELDS = ["family", "params", "question", "value", "oeis", "convention", "source", "checked"]

#: Longer lists than these take long.
MOST = {"sat": 3000, "cpsat": 300, "backtrack": 300}

#: Seconds that a count may be foretold to take, and may take on a machine that is busy.
SOON, LATE = 1.0, 4.0 if DEEP else 2.0

#: How many rows every engine answers by day, at least: an engine that refuses all would pass.
ENOUGH = {"sat": 12, "cpsat": 10, "backtrack": 10, "bitboard": 10, "frontier": 10, "mates": 3}


def model_of(row: dict[str, Any]) -> Model:
    model: Model = find_family(row["family"])(**row["params"])
    if "unit" in row["question"]:
        assert isinstance(model, Tour)
        return model.with_unit(row["question"]["unit"])
    return model


def name_of(row: dict[str, Any]) -> str:
    return "-".join(map(str, [row["family"], *row["params"].values(), *row["question"].values()]))


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


def test_every_row_is_well_formed() -> None:
    # Values are text: 2⁵³ is exceeded, and a JSON reader that makes floats would round.
    for row in ROWS:
        name = name_of(row)
        assert list(row) == FIELDS, name
        assert re.fullmatch(r"0|[1-9][0-9]*", row["value"]), name
        assert re.fullmatch(r"(A[0-9]{6}(/A[0-9]{6})*)?", row["oeis"]), name
        assert all((row["convention"], row["source"], row["checked"])), name
        assert row["question"].keys() <= {"modulo", "fixed_by", "unit", "ask"}, name
        family = find_family(row["family"])
        for parameter, value in row["params"].items():
            assert type(value) is family.parameters[parameter].annotation, name
        assert row["question"].get("modulo", "symmetry") in ("symmetry", "colours"), name
        if "fixed_by" in row["question"]:
            assert row["question"]["fixed_by"] in {x.name for x in model_of(row).symmetries()}
        # A sequence that the family does not name would be looked for in vain by `nqsat list`.
        assert set(filter(None, row["oeis"].split("/"))) <= set(family.oeis), name


# -- the engines -----------------------------------------------------------------------------


answered: Counter[str] = Counter()


def _best(model: Model) -> bool:
    return not isinstance(model, Tour) and model.objective is not None


def engines_for(row: dict[str, Any]) -> Iterator[str]:
    model = model_of(row)
    tour, best = isinstance(model, Tour), _best(model)
    for engine in ENOUGH:
        if engine in MOST:
            quick = "ask" in row["question"] or int(row["value"]) <= MOST[engine]
            if quick and (engine == "sat" or not best or len(model.board.squares) <= 9):
                yield engine
        elif (engine == "mates") == tour and "ask" not in row["question"]:
            yield engine


def asked() -> Iterator[ParameterSet]:
    """Every row with every engine for it, the least rows first; most of them wait for the night."""
    met: set[tuple[str, ...]] = set()
    times: Counter[str] = Counter()
    for row in sorted(ROWS, key=lambda row: int(row["value"])):
        engines, question = [*engines_for(row)], tuple(row["question"])
        day = {engine for engine in engines if (engine, *question) not in met}
        if engines and (row["family"],) not in met:
            day.add(min(engines, key=times.__getitem__))
        if _best(model_of(row)) and len(model_of(row).board.squares) > 9:
            day = set()
        met.update((engine, *question) for engine in day)
        met.update((row["family"],) for _ in day)
        times.update(day)
        for engine in engines:
            marks = [] if engine in day else [pytest.mark.deep]
            yield pytest.param(row, engine, marks=marks, id=f"{name_of(row)}-{engine}")


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


#: Questions of which every other one is asked by day.
PROGRAM = [
    ["queens", "--engine", "sat"], ["queens-any", "--engine", "cpsat"],
    ["toroidal-queens", "--engine", "backtrack"], ["queens-completion"], ["knights-any"],
    ["one-of-each"], ["queens", "--modulo", "symmetry"], ["queens", "--fixed-by", "rot180"],
]  # fmt: skip


@pytest.mark.parametrize("words", some(PROGRAM, 2))
def test_the_program_counts_what_is_published(nqsat: Run, words: list[str]) -> None:
    # The whole way: words, model, engine, JSON. The largest row that is small.
    family, *options = words
    name = options[0].removeprefix("--").replace("-", "_") if options else ""
    question = {name: options[1]} if name in ("modulo", "fixed_by") else {}
    rows = [row for row in ROWS if (row["family"], row["question"]) == (family, question)]
    row = max((r for r in rows if int(r["value"]) <= MOST["sat"]), key=lambda r: int(r["value"]))
    sizes = [word for key, value in row["params"].items() for word in ("-p", f"{key}={value}")]
    data = json.loads(nqsat("count", *words, *sizes, "--json").stdout)
    assert (data["value"], data["complete"], data["params"]) == (row["value"], True, row["params"])


def test_every_engine_that_can_be_named_is_asked_or_said_why_not() -> None:
    # Engines of extensions are asked in their own tests; the others find one solution, or choose.
    assert {make_engine(name).name for name in ENOUGH} == set(ENOUGH)
    assert {x.name for x in COUNTERS if x.__module__.startswith("nqsat.engines.")} <= set(ENOUGH)
