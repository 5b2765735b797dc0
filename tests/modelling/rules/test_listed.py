"""A rule is one class: listed, it is found wherever rules are named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import pytest
from conftest import Run, answered, refused

import nqsat
from nqsat import Arrangement, InvalidModel, Placement, Rule
from nqsat.evidence import Result, verify
from nqsat.modelling import Change, Setting, dumps, in_place, loads
from nqsat.modelling.rules.base import RULES, listed
from nqsat.rules import Clause, Constraint, Variables


@pytest.fixture
def corner() -> Iterator[type[Rule]]:
    @listed
    @dataclass(frozen=True, slots=True)
    class Corner(Rule):
        """A piece stands on the first square."""

        name: ClassVar[str] = "corner"
        example: ClassVar[str] = "corner"

        @property
        def sentence(self) -> str:
            return "The first square is taken."

        def holds(self, arrangement: Arrangement) -> bool:
            first = arrangement.board.squares[0]
            return any(piece.square == first for piece in arrangement.pieces)

        def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
            kinds = [kind.name for kind in setting.kinds]
            first = setting.board.squares[0]
            yield Clause(tuple(x for kind in kinds for x in variables.group(kind, [first])))

        def image(self, change: Change) -> Rule | None:
            first = change.source.board.squares[0]
            return self if change(first) == change.target.board.squares[0] else None

    yield Corner
    RULES.remove(Corner)


def test_a_name_that_is_taken_is_refused() -> None:
    class Other(Rule):
        name = "files"

    before = [*RULES]
    with pytest.raises(InvalidModel, match=r"Files has the name 'files'; give .*Other another"):
        listed(Other)
    assert before == RULES


def test_a_rule_in_one_file_is_found_everywhere(corner: type[Rule], here: Run) -> None:
    model = in_place("3x3", ["K=any"], ["non-attacking", "corner"])
    assert model.rules[1] == corner()
    assert "corner" in answered(here("list", "rules"))
    assert "The first square is taken." in nqsat.modelling.sentences(model)
    assert loads(dumps(model)) == model
    assert {nqsat.count(model, engine=name).value for name in ("backtrack", "sat")} == {12}
    assert verify(model).result is Result.AGREE
    assert "The first square is taken" in nqsat.view(model, panels=()).html
    words = ("count", "--board", "3x3", "--piece", "K=any", "--rule", "non-attacking")
    assert answered(here(*words, "--rule", "corner", "-q")) == "12 placements\n"
    # What the checker of certificates does not know it does not certify.
    assert "corner" in refused(here("certify", *words[1:], "--rule", "corner", "-o", "out"))


def test_a_rule_that_is_not_listed_is_no_name() -> None:
    with pytest.raises(nqsat.InvalidModel, match="'corner' is unknown"):
        Placement("3x3", {"K": 1}, ["corner"])
