"""A name of a piece is one row: it is read everywhere, and what is printed keeps it, with its notation."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from conftest import Run

import nqsat
from nqsat import Piece, Placement, Tour, count, solve
from nqsat.chess.piece import COMMON_NAMES
from nqsat.modelling import dumps, loads
from nqsat.reporting import draw, in_words, svg
from nqsat.sources import parse


@pytest.fixture(autouse=True)
def gnu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMON_NAMES, "gnu", "CN")


def test_it_is_the_piece_of_its_notation() -> None:
    for text in ("gnu", "Gnus", "GNU"):
        assert Piece.parse(text) == Piece.parse("CN")
        assert (Piece.parse(text).name, Piece.parse(text).notation) == ("gnu", "CN")
    assert Piece.parse("gnu").transposed.called == "gnu (CN)"
    assert (Piece.parse("CN").called, Piece.parse("queen").called) == ("CN", "Q")
    model = Placement("4x4", {"gnu": 2}, presets=["gnu@a1"])
    assert model == Placement("4x4", {"CN": 2}, presets=["CN@a1"])
    assert count(model).value == count(Placement("4x4", {"CN": 2}, presets=["CN@a1"])).value


def test_words_and_texts_have_it() -> None:
    model = Placement("4x4", {"gnu": 2, "white:gnu": 1}, ["non-attacking=gnu-white:gnu"])
    assert model.text == "4x4 gnu=2 white:gnu=1 non-attacking=CN-white:CN"
    assert parse(model.text) == model
    assert parse(model.text).text == model.text
    assert in_words(model).startswith("Place 2 gnus and 1 white gnu on a 4 × 4 board.")
    assert "with a gnu" in in_words(Tour("4x4", "gnu"))


def test_pictures_have_it_with_the_notation() -> None:
    model = Placement("4x4", {"gnu": 1, "black:gnu": 1})
    found = solve(model).solution
    assert draw(model.board, found).endswith("C = gnu (CN), c = black:gnu (CN)")
    picture = "".join(ElementTree.fromstring(svg(model.board, found)).itertext())
    assert "gnu (CN)" in picture
    assert "black:gnu (CN)" in picture


def test_data_have_the_notation() -> None:
    model = Placement("4x4", {"gnu": 2})
    (kind,) = json.loads(dumps(model))["placement"]["pieces"]
    assert kind["name"] == "CN"
    assert loads(dumps(model)) == model


def test_the_command_line_keeps_it(here: Run) -> None:
    said = here("count", "--piece", "gnu=2", "--board", "4x4", "--json", "--engine", "backtrack")
    data = json.loads(said.stdout)
    assert data["params"] == {"board": "4x4", "pieces": "gnu=2"}
    assert data["question"]["model"]["placement"]["pieces"][0]["name"] == "CN"
    assert data["value"] == str(nqsat.count(Placement("4x4", {"CN": 2})).value)
    shown = here("show", "--piece", "gnu=2", "--board", "4x4", "--attacks", "a1").stdout
    assert "gnu (CN) on a1 attacks" in shown
    assert here("list", "pieces").stdout.count("gnu ") == 1
