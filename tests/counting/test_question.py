"""Questions as values: what is written down can be asked again, no two are written alike."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import nqsat
from nqsat import InvalidModel, Placement, Tour
from nqsat.counting import Question
from nqsat.errors import InvalidNotation

QUEENS = Placement("4x4", {"Q": 4}, presets=["-@a1"])
PLAIN = Question("count", QUEENS)
ASKED: list[dict[str, Any]] = [
    {"ask": "solve"},
    {"model": Placement("4x4", {"Q": 4})},
    {"model": Placement("4x4", {"Q": 4}, [], presets=["-@a1"])},
    {"model": Tour("5x6", "N", start="a1", through=["c3-d5"], numbers={"b3": 2})},
    {"model": Tour("5x6", "N", start="a1", through=["c3-d5"])},
    {"engine": "sat/cadical195/totalizer"},
    {"engine": "sat", "options": (("encoding", "totalizer"), ("solver", "minisat22"))},
    {"engine": "cpsat", "options": (("seed", 3),)},
    {"modulo": "symmetry"},
    {"modulo": "symmetry", "method": "burnside"},
    {"fixed_by": "rot180"},
    {"by": "size"},
    {"labelled": True},
    {"limit": 5},
    {"limit": 1},
    {"time_limit": 2.5},
    {"time_limit": 2},
    {"ask": "solve", "unique": True},
    {"ask": "solve", "why": True},
]


def test_a_question_is_what_its_json_says() -> None:
    written = set()
    for asked in ({}, *ASKED):
        question = replace(PLAIN, **asked)
        text = json.dumps(question.to_json())
        assert Question.loads(text) == question
        assert Question.loads(f'{{"value": "2", "question": {text}}}') == question
        written.add(text)
    assert len(written) == len(ASKED) + 1  # no two alike


def test_the_model_of_a_question_is_a_model() -> None:
    model = PLAIN.to_json()["model"]
    assert nqsat.modelling.loads(json.dumps(model)) == QUEENS
    assert Question.loads(nqsat.modelling.dumps(QUEENS)) is None  # it asks nothing
    question = PLAIN.to_json()
    assert nqsat.modelling.loads(json.dumps(question)) == QUEENS
    assert nqsat.modelling.loads(json.dumps({"value": "92", "question": question})) == QUEENS


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"ask": "guess"}, "question.ask: 'guess' is unknown; choose from count, enumerate, solve"),
        ({"ask": 3}, "question.ask: expected str, got 3"),
        ({"model": None}, "model: expected an object"),
        ({"model": {"nqsat": 1}}, "model.placement: is missing"),
        ({"model": {"arguments": ["mine.py:f", "-p"]}}, "its arguments are mine.py:f -p"),
        ({"engine": None}, "question.engine: expected an object"),
        ({"engine": {"name": "sat", "solver": None}}, "question.engine: an option is a text"),
        ({"limit": True}, "question.limit: expected int, got True"),
        ({"limit": "5"}, "question.limit: expected int, got '5'"),
        ({"depth": 5}, "question.depth: unknown field; there are ask"),
        ({"by": "colour"}, "by: 'colour' is unknown"),
        ({"by": "size", "method": "burnside"}, "method: burnside counts orbits"),
        ({"unique": True, "why": True}, "why: does not go with unique"),
    ],
)
def test_what_is_no_question(changes: dict[str, object], said: str) -> None:
    data = {**PLAIN.to_json(), **changes}
    with pytest.raises(InvalidModel) as caught:
        Question.loads(json.dumps(data))
    assert said in str(caught.value)


def test_what_is_no_json() -> None:
    with pytest.raises(InvalidNotation):
        Question.loads("{")
