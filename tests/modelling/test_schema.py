"""Models as JSON: the exact text, the round trip, and everything that must be refused."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.json_fuzz import twisted
from support.oracle.brute_force import DEEP
from support.timeouts import steps

from nqsat import Board, InvalidModel, Kind, NqsatError, Piece, Placement, Square, Tour
from nqsat.errors import InvalidNotation
from nqsat.modelling import Model, dumps, loads
from nqsat.rules import Invariant, NonAttacking, Number, Objective, Permutation, Pieces

GOLDEN = """\
{
 "nqsat": 1,
 "placement": {
  "board": {
   "rows": 8,
   "columns": 8,
   "wrap": "flat"
  },
  "pieces": [
   {
    "name": "Q",
    "low": 8,
    "high": 8,
    "symbol": "Q"
   }
  ],
  "rules": [
   {
    "rule": "non-attacking"
   }
  ],
  "presets": []
 }
}
"""


def data(**changes: object) -> dict[str, Any]:
    placement: dict[str, Any] = {
        "board": {"rows": 3, "columns": 3},
        "pieces": [{"name": "Q", "low": 1, "high": 1}],
        "rules": [{"rule": "non-attacking"}],
        "presets": [],
    }
    return {"nqsat": 1, "placement": {**placement, **changes}}


def piece(**changes: object) -> dict[str, Any]:
    return data(pieces=[{"name": "Q", "low": 1, "high": 1, **changes}])


#: Lines of Python within which a text is read or refused: the longest ones here have 200,000 characters.
SOON = 2_000_000


def refusal(text: str) -> InvalidModel:
    """The error that a text gives; it must come soon and be one line fit for a terminal."""
    with pytest.raises(InvalidModel) as caught, steps(SOON):
        loads(text)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert len(message) < 1000
    return caught.value


# -- the text -------------------------------------------------------------------------------


def test_queens_as_text() -> None:
    # People keep these files: a change of the text is a change of the format.
    model = Placement("8x8", {"Q": 8})
    assert dumps(model) == GOLDEN
    assert loads(GOLDEN) == model


def test_everything_that_a_model_can_have_as_text() -> None:
    # A golden text with a map, a wrap, colours, squares, both rules and presets.
    squares = Board(2, 3).squares[:2]
    model = Placement(
        Board.from_map("..#\n.x.", "cylinder"),
        [Kind.parse("white:Q", "2..", frozenset(squares)), Kind.parse("knight", "any", symbol="S")],
        [NonAttacking(frozenset([("white:Q", "N")])), Invariant("identity")],
        ["white:Q@a2", "-@c1"],
    )
    assert json.loads(dumps(model)) == {
        "nqsat": 1,
        "placement": {
            "board": {"map": ["..#", ".x."], "wrap": "cylinder"},
            "pieces": [
                {"name": "white:Q", "low": 2, "high": None, "symbol": "Q", "squares": ["a2", "b2"]},
                {"name": "N", "low": 0, "high": None, "symbol": "S"},
            ],
            "rules": [
                {"rule": "non-attacking", "between": [["N", "white:Q"]]},
                {"rule": "invariant", "symmetry": "identity"},
            ],
            "presets": ["white:Q@a2", "-@c1"],
        },
    }
    assert loads(dumps(model)) == model


def test_optional_fields_may_be_left_out() -> None:
    # By hand one writes the short form.
    text = json.dumps(data())
    assert loads(text) == Placement("3x3", {"Q": 1})
    assert loads(json.dumps(data(rules=[]))) == Placement("3x3", {"Q": 1}, [])


@pytest.mark.parametrize(
    "kind",
    [
        Kind("N", Piece.parse("Q"), Number(1, 1)),
        Kind(
            "Q", Piece("Q", Piece.parse("fR").rides), Number(1, 1)
        ),  # as a transposed model has it
        Kind("guard", Piece.parse("K"), Number(1, 1)),
    ],
    ids=["another piece", "turned", "a name of its own"],
)
def test_a_kind_whose_name_does_not_tell_its_moves(kind: Kind) -> None:
    # A file that silently holds knights for queens is the worst of all.
    model = Placement("4x4", [kind])
    assert loads(dumps(model)) == model


# -- refusals, with the path of the field ---------------------------------------------------


TWICE = data(pieces=2 * piece()["placement"]["pieces"])

# Alternatives are separated by |; a path that does not begin with "model" is inside the placement.
REFUSED: list[tuple[str, Any, str]] = [
    ("not an object", [], "model"),
    ("null", None, "model"),
    ("nothing in it", {}, "model.nqsat | model.placement"),
    ("no version", {"placement": data()["placement"]}, "model.nqsat"),
    ("version 2", {**data(), "nqsat": 2}, "model.nqsat"),
    ("version true", {**data(), "nqsat": True}, "model.nqsat"),
    ("unknown at the top", {**data(), "puzzle": {}}, "model.puzzle"),
    ("placement is a list", {"nqsat": 1, "placement": []}, "model.placement"),
    ("no board", {"nqsat": 1, "placement": {"pieces": [], "rules": [], "presets": []}}, "board"),
    ("unknown in the placement", data(colour=1), "colour"),
    ("a line break in a key", data(**{"a\nb": 1}), "a\\nb | 'a\\nb'"),
    ("a long key", data(**{"k" * 10_000: 1}), "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"),
    # the board
    ("board is null", data(board=None), "board"),
    ("no columns", data(board={"rows": 3}), "board.columns"),
    ("unknown in the board", data(board={"rows": 3, "columns": 3, "x": 0}), "board.x"),
    ("rows true", data(board={"rows": True, "columns": 3}), "board.rows"),
    ("too large", data(board={"rows": 10**9, "columns": 10**9}), "board"),
    ("unknown wrap", data(board={"rows": 3, "columns": 3, "wrap": "moebius"}), "board.wrap"),
    ("wrap a list", data(board={"rows": 3, "columns": 3, "wrap": ["torus"]}), "board.wrap"),
    ("a map and rows", data(board={"map": ["..."], "rows": 1}), "board.rows"),
    ("map is text", data(board={"map": "...\n..."}), "board.map"),
    ("map of numbers", data(board={"map": [1, 2]}), "board.map[0]"),
    ("a ragged map", data(board={"map": ["...", ".."]}), "board.map | board.map[1]"),
    ("an empty line", data(board={"map": ["", ""]}), "board.map | board.map[0]"),
    ("a line break at the end", data(board={"map": ["...", "...\n"]}), "board.map | board.map[1]"),
    ("a form feed at the end", data(board={"map": ["...\f"]}), "board.map | board.map[0]"),
    # the pieces
    ("pieces an object", data(pieces={"Q": 8}), "pieces"),
    ("a piece as text", data(pieces=["Q"]), "pieces[0]"),
    ("no name", data(pieces=[{"low": 1, "high": 1}]), "pieces[0].name"),
    ("no high", data(pieces=[{"name": "Q", "low": 1}]), "pieces[0].high"),
    ("unknown in a piece", piece(colour=1), "pieces[0].colour"),
    ("name a number", piece(name=8), "pieces[0].name"),
    ("no such piece", piece(name="?"), "pieces[0].name | pieces[0].piece"),
    ("a long name", piece(name="Q" * 10_000), "pieces[0].name | pieces[0].piece"),
    ("low null, high null", piece(low=None, high=None), "pieces[0].low | pieces[0].number"),
    ("low true", piece(low=True), "pieces[0].low | pieces[0].number"),
    ("high 1e400", '"high": 1e400', "pieces[0].high | pieces[0].number | model"),
    ("low above high", piece(low=2), "pieces[0].low | pieces[0].high | pieces[0].number"),
    ("symbol beyond ASCII", piece(symbol="Ä"), "pieces[0].symbol"),
    ("symbol null", piece(symbol=None), "pieces[0].symbol"),
    ("squares as text", piece(squares="a1"), "pieces[0].squares"),
    ("a square off the board", piece(squares=["a1", "a9"]), "pieces[0].squares[1] | pieces[0].square"),
    ("a kind twice", TWICE, "pieces | pieces[1] | pieces.Q"),
    # the rules
    ("rules an object", data(rules={}), "rules"),
    ("a rule without a name", data(rules=[{}]), "rules[0] | rules[0].rule"),
    ("an unknown rule", data(rules=[{"rule": "dominating"}]), "rules[0].rule"),
    ("unknown in a rule", data(rules=[{"rule": "non-attacking", "x": 1}]), "rules[0].x"),
    ("between strangers", data(rules=[{"rule": "non-attacking", "between": [["Q", "R"]]}]),
     "rules[0].between | rules[0]"),
    # the presets
    ("a preset as a list", data(presets=[["Q", "a1"]]), "presets[0]"),
    ("a preset without @", data(presets=["-@a1", "Q"]), "presets[1]"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "paths"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_refused_with_the_path_of_the_field(value: Any, paths: str) -> None:
    # Whoever has a file of a hundred lines needs to know which: the path is one that is in the text.
    text = json.dumps(value)
    if isinstance(value, str):
        text = json.dumps(data()).replace('"high": 1', value)
    allowed = {
        path if path.startswith("model") else f"model.placement.{path}"
        for path in paths.split(" | ")
    }
    assert refusal(text).field in allowed


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *(
            (text, "JSON")
            for text in ("", "{", "\ufeff" + GOLDEN, GOLDEN + "x", GOLDEN.replace("8", "08"))
        ),
        (GOLDEN.replace('"rows": 8', '"rows": 8, "rows": 9'), "rows"),
        (GOLDEN.replace('"rows": 8', '"rows": 8, "r\\u006fws": 8'), "rows"),
        (GOLDEN.replace('"nqsat": 1', '"nqsat": 1, "nqsat": 1'), "nqsat"),
        (GOLDEN.replace('"rows": 8', '"rows": NaN'), "NaN"),
        (GOLDEN.replace('"rows": 8', '"rows": Infinity'), "Infinity"),
        (GOLDEN.replace('"rows": 8', '"rows": 1e400'), "rows"),
        (GOLDEN.replace('"rows": 8', '"rows": ' + "9" * 19), "large"),
        (GOLDEN.replace('"rows": 8', '"rows": ' + "9" * 5000), "large"),  # beyond what int() takes
        (GOLDEN.replace('"rows": 8', '"rows": -' + "9" * 5000), "large"),
        ("[" * 17 + "]" * 17, "deep"),
        ("[" * 100_000, "deep"),
        ('{"a":' * 100_000, "deep"),
        ("1" * 30_000_000, "longer"),
        ("[" * 30_000_000, "longer"),
    ],
    ids=range(19),
)
def test_texts_that_are_refused(text: str, said: str) -> None:
    # JSON that Python would take in silence, or choke on: a recursion, a huge int, a billion brackets.
    assert said in str(refusal(text))


def test_json_that_cannot_be_read_says_where() -> None:
    error = refusal(GOLDEN.replace('"columns": 8,', '"columns": 8'))
    assert isinstance(error, InvalidNotation)
    assert error.line == 7


def test_a_large_board_with_a_rule_is_not_built(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two hundred characters must not cost minutes and all memory: the squares of the board are not
    # listed to read a model.
    monkeypatch.setattr(Board, "squares", property(lambda _board: pytest.fail("squares listed")))
    board = {"rows": 700, "columns": 700}
    rules = [{"rule": "invariant", "symmetry": "rot180"}]
    loads(json.dumps(data(board=board, rules=rules)))


# -- fuzz -----------------------------------------------------------------------------------


def survives(text: str) -> None:
    """A model or a refusal; any other exception, and any delay, is a fault."""
    try:
        with steps(SOON):
            model = loads(text)
    except NqsatError as error:
        said = str(error)
    else:
        said = "a model"
        assert loads(dumps(model)) == model
    assert len(said.splitlines()) == 1, repr(said)


#: A model with everything that a text can have.
RICH = Placement(
    Board.from_map("..#\n.x.", "cylinder"),
    [
        Kind.parse("white:Q", "2..", frozenset({Square(0, 0)})),
        Kind("N", Piece.parse("K"), Number()),
    ],
    [NonAttacking(frozenset([("white:Q", "N")])), Invariant("identity"), Permutation("..1")],
    ["white:Q@a2", "-@c1"],
    Objective("minimise", Pieces(("N",))),
)
TOUR = Tour("3x4", "N", closed=False, start="a1", through=["b1-c3"], numbers={"c2": 3})


@settings(max_examples=2_000 if DEEP else 100)
@given(st.sampled_from([RICH, TOUR]), st.integers(0, 10**9))
def test_fuzz_some_fields(model: Model, seed: int) -> None:
    # A good model, of which some fields get any value at all.
    survives(json.dumps(twisted(json.loads(dumps(model)), Random(seed))))
