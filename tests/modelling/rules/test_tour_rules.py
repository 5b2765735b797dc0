"""Rules of a user's own on tours: every engine keeps them or refuses them, and none leaves them out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest
from support.error_asserts import raised, refused

import nqsat
from nqsat import InvalidModel, Path, Tour, UnsupportedByEngine
from nqsat.compiling import lower_numbers
from nqsat.counting import numbered
from nqsat.engines import ConstructEngine, MatesEngine, make_engine
from nqsat.errors import WrongSolution
from nqsat.modelling import Change, dumps, requirements
from nqsat.rules import AtMost, Constraint, Links, NonAttacking, Rule, TourSetting

ENGINES = (
    "sat", "cpsat", "backtrack", "auto", "mates", "frontier", "bitboard", "construct",
    "warnsdorff", "proof",
)  # fmt: skip


@dataclass(frozen=True)
class FewDiagonal(Rule):
    name: ClassVar[str] = "few-diagonal"
    about: ClassVar[str] = "tour"
    most: int = 2

    def holds(self, path: Path) -> bool:
        return sum(a.row != b.row and a.column != b.column for a, b in path.moves) <= self.most

    def lower(self, setting: TourSetting, links: Links) -> list[Constraint]:
        diagonal = [
            x for a, b, x in links.moves() if a and b and a.row != b.row and a.column != b.column
        ]
        return [AtMost(self.most, tuple(diagonal))]

    def image(self, change: Change) -> FewDiagonal:
        return self


@dataclass(frozen=True)
class FewUp(Rule):
    """At most this many moves go up; the rule does not say what its image on a turned board is."""

    name: ClassVar[str] = "few-up"
    about: ClassVar[str] = "tour"
    most: int = 3

    def holds(self, path: Path) -> bool:
        return sum(a.row > b.row for a, b in path.moves) <= self.most

    def lower(self, setting: TourSetting, links: Links) -> list[Constraint]:
        assert setting.directed
        up = (x for a, b, x in links.moves() if a and b and a.row > b.row)
        return [AtMost(self.most, tuple(up))]


class Strict(FewDiagonal):
    name = "strict"

    def lower(self, setting: TourSetting, links: Links) -> list[Constraint]:
        return [AtMost(1, one.literals) for one in super().lower(setting, links)]


class Loose(FewDiagonal):
    name = "loose"

    def lower(self, setting: TourSetting, links: Links) -> list[Constraint]:
        return []


KINGS = Tour("3x4", "K", rules=[FewDiagonal()])

MODELS = {
    KINGS: 48,
    Tour("3x4", "K", rules=[FewDiagonal()], unit="directed"): 96,
    Tour("3x3", "K", closed=False, start="a1", rules=[FewUp()]): 90,
    Tour("3x4", "N", closed=False, unit="undirected", rules=[FewDiagonal(12)]): 8,
    Tour("3x4", "N", closed=False, rules=[FewUp(5)], through=["a1-b3"]): 6,
}


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_engines_keep_a_rule_or_refuse_it(model: Tour) -> None:
    plain = model.changed(rules=())
    wanted = {model.path(x.squares) for x in nqsat.solutions(plain) if model.holds(x)}
    assert len(wanted) == MODELS[model]
    for name in ENGINES:
        try:
            count = nqsat.count(model, engine=name)
        except UnsupportedByEngine:
            assert name not in ("sat", "cpsat", "backtrack", "auto"), name
            continue
        assert name in ("sat", "cpsat", "backtrack", "auto"), name
        assert (count.value, count.complete) == (len(wanted), True), name
        if make_engine(name).lists:
            assert set(nqsat.solutions(model, engine=name)) == wanted, name


def test_orbits() -> None:
    assert len(KINGS.symmetries()) == 4
    for method in ("canonical", "blocking", "burnside"):
        assert nqsat.count(KINGS, modulo="symmetry", run=nqsat.Run(method=method)).value == 16
    up = Tour("3x4", "K", closed=False, start="a1", rules=[FewUp()])
    refused(lambda: nqsat.count(up, modulo="symmetry"), said="does not say what becomes of it")


def test_who_goes_by_moves_refuses() -> None:
    raised(UnsupportedByEngine, lambda: MatesEngine().linked(KINGS), "few-diagonal")
    raised(UnsupportedByEngine, lambda: numbered(KINGS, engine="mates"), "few-diagonal")
    with pytest.raises(UnsupportedByEngine, match="few-diagonal"):
        lower_numbers(KINGS.changed(unit="directed", start="a1"))
    large = Tour("60x60", "N", rules=[FewDiagonal(3600)])
    assert ConstructEngine.way(large.changed(rules=()))
    assert not ConstructEngine.way(large)
    raised(UnsupportedByEngine, lambda: nqsat.solve(large, engine="construct"), "few-diagonal")


@pytest.mark.parametrize(("rule", "words"), [(Strict(), "forbids"), (Loose(), "allows")])
def test_a_wrong_encoding_is_found(rule: Rule, words: str) -> None:
    with pytest.raises(WrongSolution, match=words):
        nqsat.count(Tour("3x4", "K", rules=[rule]), engine="sat")


def test_the_answer_says_what_was_compared() -> None:
    small = nqsat.count(Tour("3x4", "K", rules=[FewDiagonal()]), engine="sat")
    assert "compared with holds on all 120 tours" in str(small.note)
    large = nqsat.count(Tour("5x6", "K", rules=[FewDiagonal()]), engine="sat", limit=5)
    assert "compared with holds on a sample" in str(large.note)


def test_models_refuse_the_rules_of_others() -> None:
    with pytest.raises(InvalidModel, match="is a rule of tours, and this is a placement"):
        nqsat.Placement("4x4", {"Q": 4}, [FewDiagonal()])
    for rule in (NonAttacking(), "non-attacking"):
        with pytest.raises(InvalidModel, match="is a rule of placements, and this is a tour"):
            Tour("3x4", "K", rules=[rule])
    with pytest.raises(InvalidModel, match="arguments of Tour: start"):
        Tour("3x4", "K", rules=Tour("3x4", "K", start="a1").rules)


def test_a_tour_with_rules_is_a_value() -> None:
    assert Tour("3x4", "K", rules=[FewDiagonal()]) == KINGS != Tour("3x4", "K")
    assert Tour("3x4", "K", rules=[FewDiagonal(3)]) != KINGS
    assert repr(KINGS) == "<Tour 3x4 tour K few-diagonal: FewDiagonal(most=2)>"
    assert KINGS.changed(start="a1", unit="directed").added == KINGS.added
    assert [str(one) for one in requirements(KINGS)] == [
        "closed tour of 3x4 by K", "few-diagonal: FewDiagonal(most=2)",
    ]  # fmt: skip
    refused(lambda: dumps(KINGS), said="JSON has no code")


def test_why_not_names_the_rule() -> None:
    none = Tour("3x4", "K", rules=[FewDiagonal(0)], through=["a1-b2"])
    named = [str(one) for one in nqsat.why_not(none).requirements]
    assert named == [
        "closed tour of 3x4 by K", "through b2-a1", "few-diagonal: FewDiagonal(most=0)",
    ]  # fmt: skip
