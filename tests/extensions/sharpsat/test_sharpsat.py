"""The engine ``sharpsat``: exact, projected, in a process of its own, and one line where it is missing.

Other engines have the same tests where all are compared.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import numpy
import pytest
from conftest import Run, answered, objects, refused
from hypothesis import given, settings
from support.counts import total
from support.day_subset import some
from support.oracle.brute_force import DEEP
from support.oracle.models import small_tours
from support.random_formulas import brute, problems
from support.timeouts import children, gone

from nqsat import EngineFailure, InvalidModel, Placement, Tour, UnsupportedByEngine, count
from nqsat.compiling import Cnf
from nqsat.counting import Modulo
from nqsat.engines import BacktrackEngine, CubePlan, make_engine
from nqsat.engines.machine import MemoryWatch
from nqsat.engines.plans.at_work import run_plan
from nqsat.engines.plans.cubes import cut_into_parts
from nqsat.errors import WrongSolution
from nqsat.extensions.sharpsat import engine as sharpsat
from nqsat.extensions.sharpsat.engine import SharpSatEngine, count_projected, count_task
from nqsat.formulas import CnfProblem, Weights
from nqsat.modelling import Model
from nqsat.rules import (
    AtMost,
    Constraint,
    Domination,
    Links,
    NonAttacking,
    Objective,
    Pieces,
    Rule,
    TourSetting,
)

try:
    import pyganak
except ImportError:
    pyganak = None

needs_pyganak = pytest.mark.skipif(
    pyganak is None, reason="pyganak is not installed: pip install pyganak"
)


def ganak_in_process(patch: pytest.MonkeyPatch) -> None:
    """It counts in this process: starting one takes longer than a small count."""
    patch.setattr(sharpsat, "count_task", lambda *task: iter([sharpsat.count_projected(*task)]))


@pytest.fixture
def ganak_here(monkeypatch: pytest.MonkeyPatch) -> None:
    ganak_in_process(monkeypatch)


# -- the right number -----------------------------------------------------------------------


@needs_pyganak
@pytest.mark.usefixtures("ganak_here")
@pytest.mark.parametrize("tour", some(small_tours(), 5))
def test_tours_are_counted_from_complete_clauses(tour: Tour) -> None:
    expected = total(BacktrackEngine(), tour)
    for circuit in ("one-hot", "binary"):
        assert total(SharpSatEngine(circuit=circuit), tour) == expected, circuit


MODELS: dict[Model, int | None] = {
    Placement("4x4", {"Q": 4}): 2,
    Placement("4x5", {"K": "any"}): None,
    Placement("torus:4x4", {"N": "2..3"}, [NonAttacking(), Domination()]): None,
    Placement("3x3", {"Q": "1", "R": "1..2"}): None,
    Tour("3x4", "N", closed=False): 16,
}


@needs_pyganak
@pytest.mark.usefixtures("ganak_here")
@pytest.mark.parametrize("parts", [1, 7])
def test_the_whole_and_its_parts(parts: int) -> None:
    for model, known in MODELS.items():
        plan = SharpSatEngine().plan(model)
        assert isinstance(plan, CubePlan)
        stage = plan.stage(parts, {})
        assert parts == 1 or stage == cut_into_parts(plan, model, parts)
        found = sum(
            number
            for part in stage.parts
            for progress in plan.run(part, None)
            for _, number in progress.numbers
        )
        assert found == total(BacktrackEngine(), model) == (known or found), model


@needs_pyganak
@pytest.mark.usefixtures("ganak_here")
@pytest.mark.parametrize("modulo", ["symmetry", "none"])
def test_it_counts_the_optimal_ones_and_others_find_the_optimum(modulo: Modulo) -> None:
    model = Placement(
        "3x3", {"K": "any"}, [Domination()], objective=Objective("minimise", Pieces())
    )
    answer = count(model, engine="sharpsat", modulo=modulo)
    assert (answer.value, answer.complete, answer.engine) == (1, True, "sharpsat")
    assert (answer.note or "").endswith("the optimum by sat/cadical195")


@dataclass(frozen=True)
class Strict(Rule):
    """Nothing is forbidden by its meaning, and much by its encoding."""

    name: ClassVar[str] = "strict"
    about: ClassVar[str] = "tour"

    def holds(self, solution: Any) -> bool:
        return True

    def lower(self, setting: TourSetting, links: Links) -> Iterator[Constraint]:
        yield AtMost(2, tuple(x for _, _, x in links.moves()))


@needs_pyganak
def test_a_wrong_encoding_is_found() -> None:
    with pytest.raises(WrongSolution, match="forbids"):
        count(Tour("3x4", "K", rules=[Strict()]), engine="sharpsat")


@needs_pyganak
@pytest.mark.parametrize(
    ("model", "number"),
    [
        (Placement("8x9", {"white:blocker": "any", "black:blocker": "any"}, []), 3**72),
        pytest.param(
            Placement("12x12", {"K": "any"}), 69645620389200894313, marks=pytest.mark.deep
        ),
    ],
    ids=repr,
)
def test_numbers_beyond_a_machine_word(model: Placement, number: int) -> None:
    answer = count(model, engine=SharpSatEngine(seed=7))
    assert (answer.value, answer.complete) == (number, True)  # more than 2⁶⁶
    assert (answer.engine, answer.method) == ("sharpsat", "counting")


@needs_pyganak
def test_numbers_of_thousands_of_digits() -> None:
    # Python reads no more than 4300 decimal digits unless it is told to; nobody else is told here.
    before = sys.get_int_max_str_digits()
    squares = 15_000
    cnf = Cnf(squares, (), (), tuple(range(1, squares + 1)), "auto")
    found = [x for x in count_task(cnf) if x]
    assert found == [2**squares]
    assert sys.get_int_max_str_digits() == before


@needs_pyganak
@pytest.mark.parametrize(
    ("variables", "clauses", "projection", "expected"),
    [
        (0, (), (), 1),
        (0, ((),), (), 0),  # an empty clause is never true
        (3, (), (1, 2, 3), 8),  # mentioned in no clause
        (3, ((1, 2),), (1, 3), 4),  # one of them is in no clause
        (3, ((1, 2),), (), 1),  # nothing is shown: is there an assignment?
        (2, ((1,), (-1,)), (), 0),
        (2, ((1,), (-1,)), (2,), 0),
        (2, ((1, 2), ()), (2,), 0),
        (2, ((1, -1),), (1,), 2),
        (3, ((1, 2, 3),), (1, 2), 4),  # the third is there for some, and counts for none
    ],
)
def test_clauses_at_the_edge(
    variables: int, clauses: tuple[tuple[int, ...], ...], projection: tuple[int, ...], expected: int
) -> None:
    assert count_projected(Cnf(variables, clauses, (), projection, "auto")) == expected


@needs_pyganak
@settings(max_examples=600 if DEEP else 60)
@given(problems())
def test_random_formulas(problem: CnfProblem) -> None:
    with pytest.MonkeyPatch.context() as patch:
        ganak_in_process(patch)
        assert count(problem, engine="sharpsat").value == len(brute(problem))


# -- what it is asked, and what it says ----------------------------------------------------


def test_without_pyganak_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharpsat, "find_spec", lambda name: None)
    model = Placement("4x4", {"Q": 4})
    with pytest.raises(UnsupportedByEngine, match="pip install pyganak") as error:
        SharpSatEngine().plan(model)
    assert "\n" not in str(error.value)
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.raises(UnsupportedByEngine, match="it does not run in a browser") as error:
        SharpSatEngine().plan(model)
    assert "pip" not in str(error.value)


@needs_pyganak
def test_what_it_refuses_at_once() -> None:
    with pytest.raises(UnsupportedByEngine):
        SharpSatEngine().plan(Placement("2000x2000", {"Q": "any"}))
    with pytest.raises(InvalidModel, match="objective"):
        SharpSatEngine().plan(
            Placement("3x3", {"K": "any"}, objective=Objective("maximise", Pieces()))
        )
    with pytest.raises(UnsupportedByEngine, match="cannot list"):
        SharpSatEngine().search(Placement("3x3", {"K": "any"}))
    weighted = CnfProblem(1, (), (1,), weights=Weights(((1, Fraction(1, 2)),)))
    with pytest.raises(UnsupportedByEngine, match="counts no weights; use frontier or sat"):
        count(weighted, engine="sharpsat")


@pytest.mark.parametrize(
    "options",
    [
        *({"seed": seed} for seed in (-1, 2**64, True)),
        {"encoding": "no"},
        {"circuit": "no"},
        {"circuit": "lazy"},  # that formula has solutions that are no tours
    ],
)
def test_options_are_checked(options: dict[str, Any]) -> None:
    (name,) = options
    with pytest.raises(InvalidModel, match=name):
        SharpSatEngine(**options)


def test_its_title_and_its_seed() -> None:
    with pytest.raises(InvalidModel, match="lazy is not a complete formula"):
        make_engine("sharpsat/lazy")
    assert make_engine("sharpsat/ladder") == SharpSatEngine(encoding="ladder")
    assert repr(SharpSatEngine(seed=numpy.int64(4))) == repr(SharpSatEngine(seed=4))  # type: ignore[arg-type]


@needs_pyganak
def test_as_a_command(nqsat: Run) -> None:
    words = ("count", "--engine", "sharpsat", "--board")
    (said,) = objects(nqsat(*words, "2x2", "--piece", "K=any", "--json").stdout)
    assert (said["value"], said["complete"]) == ("5", True)
    assert (said["engine"], said["method"]) == ("sharpsat", "counting")
    done = nqsat(*words, "4x4", "--piece", "Q=4", "--encoding", "totalizer")
    assert answered(done) == "2 placements\n"
    lazy = refused(nqsat(*words, "3x4", "--tour", "N", "--open", "--circuit", "lazy"))
    assert lazy.startswith("nqsat: --circuit: lazy")


# -- stopping it ----------------------------------------------------------------------------

#: Hours of work.
LONG = Placement("16x16", {"Q": "any"})


@needs_pyganak
def test_a_time_limit_is_no_answer() -> None:
    answer = count(LONG, engine="sharpsat", time_limit=0.5)
    assert (answer.value, answer.complete, answer.reason) == (0, False, "time limit")


@needs_pyganak
def test_it_ends_at_a_limit_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MemoryWatch, "reached", property(lambda watch: watch._limit is not None))
    found = count(Placement("12x12", {"K": "any"}), engine=SharpSatEngine(memory=10**9))
    assert (found.complete, found.reason) == (False, "memory limit")


@needs_pyganak
@pytest.mark.skipif(sys.platform != "linux", reason="/proc as on Linux")
def test_its_process_ends_when_nobody_wants_more() -> None:
    before, stream = {*children()}, run_plan(SharpSatEngine().plan(LONG))
    for _ in range(3):  # it says who counts, the plan and its part
        next(stream)
    started = {*children()} - before
    assert started
    stream.close()  # type: ignore[attr-defined]
    assert gone([*started])


def test_an_error_of_the_counter_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Such as of one that is installed and cannot be loaded.
    (tmp_path / "pyganak.py").write_text("raise ImportError('libgmp.so is missing')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(EngineFailure, match=r"^pyganak: ImportError: libgmp.so is missing$"):
        list(count_task(Cnf(1, (), (), (1,), "auto")))
