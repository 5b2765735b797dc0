"""An argument of tours is one row, and one rule if it restricts them: then it is found wherever one is."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

import nqsat
from nqsat.arguments import ARGUMENTS, ArgumentRow
from nqsat.chess import Square, symmetries
from nqsat.errors import InvalidModel
from nqsat.evidence import Result, verify
from nqsat.modelling import (
    Change,
    Clause,
    Constraint,
    Path,
    Tour,
    dumps,
    loads,
    relaxed,
    requirements,
)
from nqsat.modelling.rules.tours import RULE_OF, TourArgument, of_arguments
from nqsat.modelling.setting import TourSetting
from nqsat.modelling.vocabulary import Links
from nqsat.reporting import sentences
from nqsat.sources import parse, refined, whole_text
from nqsat.viewing.atoms import constraint_data


def add() -> None:
    """Add the argument ``corner``: an open tour begins or ends on that square."""
    ARGUMENTS["corner"] = ArgumentRow(
        "corner", "square", added=True, directs=True,
        help="Begin or end an open tour on this square.", metavar="SQUARE",
    )  # fmt: skip

    @of_arguments
    @dataclass(frozen=True, slots=True)
    class Corner(TourArgument):
        name: ClassVar[str] = "corner"
        corner: Square | None = None

        def holds(self, path: Path) -> bool:
            return self.corner in (path.squares[0], path.squares[-1])

        def lower(self, setting: TourSetting, links: Links) -> Iterator[Constraint]:
            ends = links.move(None, self.corner), links.move(self.corner, None)
            yield Clause(tuple(x for x in ends if x))

        def image(self, change: Change) -> Corner:
            return Corner(self.corner and change(self.corner))


@pytest.fixture(autouse=True)
def _corner() -> Iterator[None]:
    add()
    yield
    del ARGUMENTS["corner"], RULE_OF["corner"]


def tour(**more: Any) -> Tour:
    return Tour("3x4", "N", closed=False, **more)


def test_a_constructor_takes_it_and_refuses_what_has_no_row() -> None:
    assert tour(corner="a1") == tour().changed(corner=(2, 0)) != tour()
    assert tour(corner=None) == tour()
    with pytest.raises(TypeError, match=r"Tour.__init__\(\) got an unexpected keyword.*'corners'"):
        tour(corners="a1")
    with pytest.raises(TypeError, match="'corner'"):
        nqsat.Factor("3x4", "N", corner="a1")  # type: ignore[arg-type]
    with pytest.raises(InvalidModel, match="corner: 'e9'"):
        tour(corner="e9")


def test_json_and_the_text_have_it() -> None:
    model = tour(corner="a1", through=["a1-b3"])
    data = json.loads(dumps(model))["tour"]
    assert data == json.loads(dumps(tour(through=["a1-b3"])))["tour"] | {"corner": "a1"}
    assert loads(dumps(model)) == model
    assert model.text == "3x4 tour N open through b3-a1 corner a1"
    assert parse(model.text) == model
    assert whole_text(model) == model.text
    with pytest.raises(InvalidModel, match="corner: is given twice: a1, b1"):
        parse("3x4 tour N open corner a1 corner b1")


def test_words_say_it() -> None:
    assert sentences(tour(corner="a1"))[-1] == "Required: corner a1."


def test_it_is_required_added_and_left_out() -> None:
    model = refined(tour(), corner="a1")
    assert model == tour(corner="a1")
    with pytest.raises(InvalidModel, match="presets: a tour has no such argument"):
        model.refined(presets=["N@a1"])
    with pytest.raises(InvalidModel, match="corner: the model already has a1"):
        refined(model, corner="b1")
    first, last = requirements(model)
    assert (last.what, last.text) == ("corner", "corner a1")
    assert relaxed(model, [first]) == tour()
    assert relaxed(model, [first, last]) == model
    assert Tour("4x4", "K", visit="some").direction == "undirected"
    assert Tour("4x4", "K", visit="some", corner="a1").direction == "directed"  # type: ignore[arg-type]


def test_it_goes_where_a_symmetry_leads() -> None:
    model = tour(corner="a1")
    (half_turn,) = [g for g in symmetries(model.board) if g.name == "rot180"]
    assert model.image(Change.of(model.setting, half_turn)) == tour(corner="d3")
    assert [g.name for g in model.symmetries()] == ["identity"]


def test_engines_agree_on_what_it_means() -> None:
    model = tour(corner="a1")
    every = [
        path for path in nqsat.solutions(tour()) if Square(2, 0) in path.squares[:: len(path) - 1]
    ]
    assert {*nqsat.solutions(model)} == {*every} != {*nqsat.solutions(tour())}
    assert verify(model).result is Result.AGREE


def test_the_page_has_it() -> None:
    data = constraint_data(tour(corner="a1"))
    assert data is not None
    (part,) = [part for part in data["parts"] if part["text"] == "corner a1"]
    assert part["sums"] == [[1, None, part["sums"][0][2]]]
    assert len(part["sums"][0][2]) == 2
    assert "Required: corner a1." in nqsat.view(tour(corner="a1"), panels=()).html


def run(words: str) -> subprocess.CompletedProcess[str]:
    """What the command says where the argument is added before it is loaded."""
    added = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); import test_add_an_argument as t; t.add()"
    )
    command = f"{added}; from nqsat.cli.app import main; main()"
    place = __file__.rpartition("/")[0]
    given = [sys.executable, "-c", command, place, *words.split()]
    return subprocess.run(given, capture_output=True, text=True, check=False)


def test_commands_have_its_option() -> None:
    words = "count --board 3x4 --tour N --open"
    done = run(f"{words} --corner a1")
    assert done.stdout.split()[0] == str(nqsat.count(tour(corner="a1")).value)
    assert run(words).stdout.split()[0] == str(nqsat.count(tour()).value)
    shown = run("show --help").stdout
    assert "--corner SQUARE" in shown
    assert "Begin or end an open tour on this square." in shown
    done = run("count --board 3x4 --tour N --open --corner e9")
    assert done.returncode == 2
    assert done.stderr.startswith("nqsat: --corner: 'e9'")
    done = run("count --board 4x4 --piece Q=4 --corner a1")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert run("show --board 3x4 --tour N --open --corner a1").stdout.count("corner a1")
