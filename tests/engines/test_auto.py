"""The engine ``auto``: who comes first, and that the answer stays the same."""

from __future__ import annotations

import subprocess
import sys

import pytest

from nqsat import InvalidModel, Placement, Tour, UnsupportedByEngine, count
from nqsat.engines import AutoEngine, FrontierEngine
from nqsat.modelling import Factor, Model
from nqsat.rules import Connected, Domination, Objective, Pieces

FEW = Placement("6x6", {"Q": 6})  # 4 solutions
MANY = Placement("8x8", {"K": "any"})  # 1,355,115,601


# -- who comes first ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "names"),
    [
        (MANY, "frontier bitboard sat"),
        (Placement("9x9", {"W": "any", "N": "any"}), "frontier bitboard sat"),
        (Placement("10x10", {"N": "any"}, [Domination()]), "frontier bitboard sat"),
        (Placement("12x12", {"K": "..9"}), "frontier bitboard sat"),
        (Placement("14x14", {"Q": 14}), "bitboard frontier sat"),
        (Placement("9x9", {"Q": "any"}), "bitboard frontier sat"),
        (Placement("0x0", {"Q": "any"}), "frontier bitboard sat"),
        (Tour("8x8", "N"), "mates sat"),
        (Tour("8x8", "N").fixed("rot180"), "mates sat"),
        (Factor("4x4", "W", "1"), "frontier sat"),
        (Placement("12x12", {"R": "any"}), "frontier bitboard sat"),
        (Tour("5x5", "fN"), "mates sat"),
    ],
    ids=repr,
)
def test_the_kind_of_a_model_says_who_comes_first(model: Model, names: str) -> None:
    assert [one.name for one in AutoEngine().in_order(model)] == names.split()
    # For parts the one with the lowest estimate is taken. Pieces that cannot move back are for sat alone.
    one_way = isinstance(model, Tour) and not model.two_way
    assert AutoEngine().counter(model).name == ("sat" if one_way else names.split(maxsplit=1)[0])


@pytest.mark.parametrize(
    "words", ['"queens", n=8', '"kings-any", n=8', '"knights-tours", rows=5, columns=6']
)
def test_a_short_count_loads_no_kernel(words: str) -> None:
    # A new user's first count must not wait for a compiler.
    code = f"import sys, nqsat; print(nqsat.count({words}).complete, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]


@pytest.mark.parametrize(
    ("model", "limit", "name"),
    [
        (FEW, None, "sat"),
        (Placement("12x12", {"Q": 12}), None, "bitboard"),
        (Placement("12x12", {"Q": 12}), 10, "sat"),
        (Placement("20x20", {"Q": 20}), None, "sat"),  # nobody lists them all
        (Placement("6x6", {"Q": "..5"}, [Domination()]), None, "bitboard"),
        (Placement("4x4", {"Q": "..2"}, [Domination()]), None, "sat"),
        (Placement("6x6", {"K": "any"}, [Connected()]), None, "sat"),
        (Tour("6x6", "N"), None, "sat"),
    ],
    ids=repr,
)
def test_long_lists_that_end_are_made_in_blocks(model: Model, limit: int | None, name: str) -> None:
    assert AutoEngine().fastest_lister(model, limit).name == name


def test_what_is_said() -> None:
    said: list[str] = []
    count(Placement("9x9", {"K": "any"}), engine=AutoEngine(tell=said.append))
    assert len(said) == 2
    assert said[1].startswith("frontier: about ")
    assert "states in the widest of 81 layers" in said[1]
    assert said[0] == "frontier: 1 s"


def test_a_model_that_nobody_can_answer_is_refused() -> None:
    # At once: four million squares must not be written out to find that there are too many.
    with pytest.raises(UnsupportedByEngine, match="formula of 2000x2000: needs about"):
        count(Tour("2000x2000", "W"))


def test_an_objective_is_settled_by_sat_and_counted_in_turns() -> None:
    model = Placement("8x8", {"N": "any"}, objective=Objective("maximise", Pieces()))
    answer = count(model)
    assert answer.value == 2
    assert answer.optimum is not None
    assert (answer.optimum.value, answer.optimum.engine) == (32, "sat/cadical195")
    with pytest.raises(InvalidModel, match="needs its best value first"):
        FrontierEngine().plan(model)
