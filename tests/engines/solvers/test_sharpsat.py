"""The engine ``sharpsat``: exact, projected, in a process of its own, and one line where it is missing.

Placements are counted beside those of other engines in ``plans/test_plans.py``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support.counts import total
from support.day_subset import some
from support.oracle.models import small_tours

from nqsat import EngineFailure, InvalidModel, Placement, Tour, UnsupportedByEngine, count
from nqsat.compiling import Cnf
from nqsat.engines import BacktrackEngine, SharpSatEngine
from nqsat.engines.solvers import sharpsat
from nqsat.engines.solvers.sharpsat import count_projected, count_task
from nqsat.rules import Men, Objective

try:
    import pyganak
except ImportError:
    pyganak = None

needs_pyganak = pytest.mark.skipif(
    pyganak is None, reason="pyganak is not installed: pip install pyganak"
)

# -- the right number -----------------------------------------------------------------------


@needs_pyganak
@pytest.mark.usefixtures("ganak_here")
@pytest.mark.parametrize("tour", some(small_tours(), 5))
def test_tours_are_counted_from_complete_clauses(tour: Tour) -> None:
    expected = total(BacktrackEngine(), tour)
    for circuit in ("one-hot", "binary"):
        assert total(SharpSatEngine(circuit=circuit), tour) == expected, circuit


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


# -- what it is asked, and what it says ----------------------------------------------------


def test_without_pyganak_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharpsat, "find_spec", lambda name: None)
    model = Placement("4x4", {"Q": 4})
    with pytest.raises(UnsupportedByEngine, match="pip install pyganak") as error:
        SharpSatEngine().plan(model)
    assert "\n" not in str(error.value)


@needs_pyganak
def test_what_it_refuses_at_once() -> None:
    with pytest.raises(UnsupportedByEngine):
        SharpSatEngine().plan(Placement("2000x2000", {"Q": "any"}))
    with pytest.raises(InvalidModel, match="objective"):
        SharpSatEngine().plan(
            Placement("3x3", {"K": "any"}, objective=Objective("maximise", Men()))
        )
    with pytest.raises(UnsupportedByEngine, match="cannot list"):
        SharpSatEngine().search(Placement("3x3", {"K": "any"}))


# -- stopping it ----------------------------------------------------------------------------

#: Hours of work.
LONG = Placement("16x16", {"Q": "any"})


@needs_pyganak
def test_a_time_limit_is_no_answer() -> None:
    answer = count(LONG, engine="sharpsat", time_limit=0.5)
    assert (answer.value, answer.complete, answer.reason) == (0, False, "time limit")


def test_an_error_of_the_counter_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Such as of one that is installed and cannot be loaded.
    (tmp_path / "pyganak.py").write_text("raise ImportError('libgmp.so is missing')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(EngineFailure, match=r"^pyganak: ImportError: libgmp.so is missing$"):
        list(count_task(Cnf(1, (), (), (1,), "auto")))
