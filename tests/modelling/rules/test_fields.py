"""The fields of every rule and measure: read when the value is made, whoever makes it.

What is given where names are wanted is a set of names; one may stand alone, and a text is one name.
"""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import Any

import pytest
from support.error_asserts import refused

from nqsat import Placement, Rule
from nqsat.modelling import dumps, loads
from nqsat.modelling.rules.base import Serialisable
from nqsat.modelling.rules.fields import FLAG, NAMES, NUMBER, NUMBERS, PAIRS, ROWS
from nqsat.modelling.rules.measures import MovesMade
from nqsat.rules import MEASURES, RULES, Amount, Armies, Connected, Maximal, NonAttacking

#: Pieces with names that hold one another's: every letter of QN is a name too.
MODEL = {"Q": "any", "N": "any", "QN": "any"}

#: What the fields that must be given hold.
GIVEN: dict[str, Any] = {
    "map": ("AB", "AB"), "literals": ("Q@a1",), "terms": ("Q@a1",), "symmetry": "rot180",
    "cells": "XX",
}  # fmt: skip

FIELDS = [
    (kind, name, field) for kind in (*RULES, *MEASURES) for name, field in kind.fields.items()
]


def made(kind: type[Serialisable], **fields: Any) -> Any:
    needed: dict[str, Any] = {
        field.name: GIVEN.get(field.name, 1)
        for field in dataclasses.fields(kind)  # type: ignore[arg-type]
        if field.default is dataclasses.MISSING
    }
    return kind(**(needed | fields))


def model(value: Any) -> Placement:
    rule = value if isinstance(value, Rule) else Amount(value, 1)
    pieces = {"white:Q": 1, "black:Q": 1} if isinstance(rule, Armies) else MODEL
    return Placement("2x2", pieces, [rule])


@pytest.mark.parametrize(
    "kind", [kind for kind in (*RULES, *MEASURES) if kind not in (Amount, MovesMade)]
)
def test_json_gives_it_back_and_has_no_other_fields(kind: type[Serialisable]) -> None:
    assert loads(dumps(model(made(kind)))) == model(made(kind))
    refused(lambda: kind.from_json({"unknown": 1}), "unknown", "it has ")


def test_moves_are_counted_in_factors_only() -> None:
    refused(lambda: model(MovesMade()), "rules[0].measure", "moves is measured in a factor")


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, name, field in FIELDS if field is NAMES]
)
class TestNamesOfKinds:
    def test_a_text_is_one_name(self, kind: type[Serialisable], name: str) -> None:
        alone = made(kind, **{name: "QN"})
        assert alone == made(kind, **{name: ("QN",)})
        assert getattr(alone, name) == ("QN",)
        assert loads(dumps(model(alone))) == model(alone)

    def test_names_are_a_set(self, kind: type[Serialisable], name: str) -> None:
        value = made(kind, **{name: ["QN", "Q", "QN"]})
        assert value == made(kind, **{name: {"Q", "QN"}})
        assert loads(dumps(model(value))) == model(value)

    @pytest.mark.parametrize("value", [(), "", 5, ["Q", 5], {"Q": 1}, [["Q"]], b"Q", "R"])
    def test_anything_else_is_refused(
        self, kind: type[Serialisable], name: str, value: Any
    ) -> None:
        error = refused(lambda: model(made(kind, **{name: value})))
        assert error.field.rpartition(".")[2] == name


@pytest.mark.parametrize("kind", [NonAttacking, Maximal])
def test_pairs_are_pairs(kind: Any) -> None:
    assert kind([("QN", "Q"), ["Q", "QN"]]) == kind(frozenset({("Q", "QN")}))
    assert loads(dumps(model(kind([("QN", "Q")])))) == model(kind([("QN", "Q")]))
    one = ("Q", "N")
    nonsense: list[Any] = ["QN", ["QN"], one, [("Q",)], [("Q", 1)], [(*one, "QN")], {"Q": "N"}, 5]
    for wrong in nonsense:
        refused(partial(kind, wrong), "between", "write pairs of kinds")


@pytest.mark.parametrize(("kind", "name", "field"), FIELDS)
def test_a_wrong_value_is_refused_at_birth(kind: type[Serialisable], name: str, field: Any) -> None:
    wrong: list[Any] = [object(), 2.5]
    if field is FLAG:
        wrong += [1, 0, "true", "false", None]
    elif field in (NUMBER, ROWS):
        wrong += [None, "AB\nA-" if field is ROWS else "no", -1, True]
    elif field is NUMBERS:
        wrong += [-1, True, "two"]
    elif field is not NAMES and field is not PAIRS:
        optional = any(one.name == name and one.default is None for one in dataclasses.fields(kind))  # type: ignore[arg-type]
        wrong += [0] if optional else [None, 0]
    for value in wrong:
        assert refused(partial(made, kind, **{name: value})).field in (
            name,
            "number",
            "literals",
        ), value


def test_connected_pieces_are_never_blocked() -> None:
    said = "pieces in between never block here"
    blocked: Any = True  # which the type of the field does not allow, either
    refused(lambda: Connected(blocking=blocked), "blocking", said)
    refused(lambda: Connected.from_json({"blocking": True}), "blocking", said)
    for words in ("blocking", "empty,blocking", "blocking=true"):
        refused(partial(Connected.parse, words), "rule connected", said)
    assert Connected.parse("blocking=false") == Connected(blocking=False) == Connected()
    assert "blocking" not in repr(Connected())
    assert Connected().to_json() == {"of": "occupied"}


def test_a_rule_shows_itself_in_one_order() -> None:
    # Whatever the hashes of this process: names of tests, messages and files are made of it.
    names = "abcdefgh"
    rule = NonAttacking(frozenset((x, y) for x in names for y in names))
    pairs = [(x, y) for x in names for y in names if x <= y]
    assert repr(rule) == f"NonAttacking(between={pairs}, blocking=False)"
