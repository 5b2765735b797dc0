"""Placements: valid at birth, values, and what holds."""

# ruff: noqa: E501
from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from support.error_asserts import refused
from support.oracle.brute_force import arrangement_of, brute_force, candidates

from nqsat import (
    Arrangement,
    Board,
    CertificateRejected,
    Disagreement,
    EngineFailure,
    InvalidModel,
    Kind,
    Piece,
    Placement,
    Square,
    Tour,
    UnsupportedByEngine,
)
from nqsat.errors import InvalidNotation, WrongSolution
from nqsat.modelling import Preset, Setting, dumps, loads
from nqsat.rules import Invariant, NonAttacking, Number, Objective, Pieces, PlacedPiece, Stabiliser

ERRORS: list[tuple[str, Any, str]] = [
    ("a board that is none", lambda: Placement(5.5, {}), "board"),  # type: ignore[arg-type]
    ("a board's text", lambda: Placement("8y8", {}), "board"),
    ("a piece's text", lambda: Placement("3x3", {"X": 1}), "piece"),
    ("no piece", lambda: Placement("3x3", {"": 1}), "piece"),
    ("a label", lambda: Placement("3x3", {"White:Q": 1}), "piece"),
    ("an empty label", lambda: Placement("3x3", {":Q": 1}), "piece"),
    ("a negative number", lambda: Placement("3x3", {"Q": -1}), "number"),
    ("twice", lambda: Placement("3x3", {"Q": 1, "queen": 2}), "pieces.Q"),
    ("characters for kinds", lambda: Placement("3x3", "Q"), "pieces"),  # type: ignore[arg-type]
    ("pieces that are none", lambda: Placement("3x3", 5), "pieces"),  # type: ignore[arg-type]
    ("a name that is none", lambda: Placement("3x3", {1: 2}), "pieces"),  # type: ignore[type-var]
    ("a rule that is none", lambda: Placement("3x3", {"Q": 1}, ["non"]), "rules"),
    ("what is no rule", lambda: Placement("3x3", {"Q": 1}, 5), "rules"),  # type: ignore[arg-type]
    ("a kind of a rule", lambda: Placement("3x3", {"Q": 1}, [NonAttacking(frozenset({("Q", "N")}))]), "rules[0].between"),
    ("a symmetry of a rule", lambda: Placement("3x4", {"Q": 1}, [Invariant("rot90")]), "symmetry"),
    ("a preset's square", lambda: Placement("3x3", {"Q": 1}, presets=["Q@d1"]), "square"),
    ("a preset's kind", lambda: Placement("3x3", {"Q": 1}, presets=["N@a1"]), "pieces"),
    ("a preset off the board", lambda: Placement("3x3", {"Q": 1}, presets=[Preset(Square(3, 0))]), "presets"),
    ("a preset that is none", lambda: Placement("3x3", {"Q": 1}, presets=[5]), "presets"),  # type: ignore[list-item]
    ("presets on a wall", lambda: Placement(Board.from_map("#."), {"Q": 1}, presets=["-@a1"]), "square"),
    ("full and empty", lambda: Placement("3x3", {"Q": 1}, presets=["Q@a1", "-@a1"]), "presets"),
    ("two on one", lambda: Placement("3x3", {"Q": 1, "N": 1}, presets=["Q@a1", "N@a1"]), "presets"),
    ("a kind off the board", lambda: Placement("3x3", [kind("Q", (3, 0))]), "pieces.Q.squares"),
    ("a kind on half a square", lambda: Placement("3x3", [kind("Q", (0.5, 0))]), "pieces.Q.squares"),
    ("a symbol", lambda: Kind("Q", Piece.parse("Q"), Number(), None, "QQ"), "pieces.Q.symbol"),
    ("a piece that is text", lambda: Kind("Q", "Q", Number()), "pieces.Q"),  # type: ignore[arg-type]
    ("a kind of no piece", lambda: Kind.of("Q", 1), "pieces"),  # type: ignore[arg-type]
    ("half a piece of a kind", lambda: Kind("Q", Piece.parse("Q"), 2.5), "number"),  # type: ignore[arg-type]
    ("a number of squares", lambda: Kind("Q", Piece.parse("Q"), Number(), 5), "pieces.Q.squares"),  # type: ignore[arg-type]
    ("a square's name", lambda: Kind("Q", Piece.parse("Q"), Number(), "a1"), "pieces.Q.squares"),  # type: ignore[arg-type]
    ("a symbol that is none", lambda: Kind("Q", Piece.parse("Q"), Number(), None, 5), "pieces.Q.symbol"),  # type: ignore[arg-type]
    ("a preset's text", lambda: Placement("3x3", {"Q": 1}, presets="Q@a1"), "presets"),
    ("presets that are none", lambda: Placement("3x3", {"Q": 1}, presets=5), "presets"),  # type: ignore[arg-type]
    ("a preset of no square", lambda: Preset("a1"), "square"),  # type: ignore[arg-type]
    ("a preset of no kind", lambda: Preset(Square(0, 0), 5), "preset"),  # type: ignore[arg-type]
    ("walls that are none", lambda: Board(3, 3, walls=5), "board.walls"),  # type: ignore[arg-type]
    ("a text of walls", lambda: Board(3, 3, walls="a1"), "board.walls"),
    ("a symmetry of a large board", lambda: Placement("2000x2000", {"Q": 1}, [Invariant("nonsense")]), "symmetry"),
    ("a turn of a large oblong", lambda: Placement("2000x1999", {"Q": 1}, [Stabiliser("rot90")]), "symmetry"),
    ("a shift of a large flat board", lambda: Placement("2000x2000", {"Q": 1}, [Invariant("shift(0,1)")]), "symmetry"),
    ("a shift off a torus", lambda: Placement("torus:999x999", {"Q": 1}, [Invariant("shift(0,999)")]), "symmetry"),
    ("a symmetry of a tour", lambda: Tour("2000x2000", "N", fixed_by="nonsense"), "fixed_by"),
    ("a pair of three", lambda: NonAttacking(frozenset({("Q", "X", "R")})), "between"),  # type: ignore[arg-type]
]  # fmt: skip


def kind(name: str, *squares: Any, number: str = "any") -> Kind:
    where = frozenset(squares) if squares else None
    return Kind(name, Piece.parse(name.rpartition(":")[2]), Number.parse(number), where)


@pytest.mark.parametrize(("make", "field"), [e[1:] for e in ERRORS], ids=[e[0] for e in ERRORS])
def test_errors_name_the_field(make: Any, field: str) -> None:
    assert field in refused(make).field


def test_a_mistake_has_a_path() -> None:
    error = refused(
        lambda: Placement("3x3", {"Q": 1}, presets=["Q@a1", "Q@d1"]), "presets[1].square"
    )
    assert error.path == ("presets", 1, "square")
    error = refused(lambda: loads('{"nqsat": 1, "placement": {}}'), "model.placement.board")
    assert error.path == ("model", "placement", "board")


#: Names that would be read as something else: in a file, on a terminal, or before the @ of a preset.
BAD_NAMES: list[Any] = [
    "", " ", "Q 1", "Q\n-2 0\nc ", "Q\r", "Q\t", "Q\v", "Q\x1b[31m", "Q\x00", "Q\x7f", "Q\x9b",
    "\ud800Q", "Q\u2028", "Q\u00a0", "Q\u202eQ", "Q\u200b", "\ufeffQ", "Q@a1", "~Q", "-", "Q" * 81,
    None, 5, b"Q",
]  # fmt: skip


@pytest.mark.parametrize("name", BAD_NAMES)
def test_names_that_mean_something_else_are_refused(name: Any) -> None:
    queen = Piece.parse("Q")
    said = "is not a name: up to 80 printable characters"
    refused(lambda: Kind(name, queen, Number()), "pieces", said)
    refused(lambda: Piece(name, queen.rides), "piece.notation", said)


@pytest.mark.parametrize(
    "name", ["Q", "Q" * 80, "white:Q", "(1,4)", "guard", "Ärzte", "♛", "a-b", "c"]
)
def test_other_names_can_be_given(name: str) -> None:
    model = Placement(
        "2x2", [Kind(name, Piece.parse("Q"), Number())], [], [Preset(Square(0, 0), name)]
    )
    assert loads(dumps(model)) == model


@pytest.mark.parametrize(
    "error",
    [
        *(EngineFailure, CertificateRejected, Disagreement, partial(WrongSolution, solution=None)),
        *(partial(InvalidModel, "Q"), partial(UnsupportedByEngine, "sat")),
        *(partial(InvalidNotation, "piece", "Q"), partial(InvalidModel, reason="no name")),
    ],
)
def test_errors_show_what_was_given_on_one_line(error: Any) -> None:
    assert str(error("Q\n\x1b[31m\ud800")).isprintable()


def test_a_rule_sees_a_setting_and_nothing_else() -> None:
    seen = []

    class Curious(NonAttacking):
        def check(self, setting: Setting) -> None:
            seen.append(setting)

    model = Placement("2x2", {"Q": 1}, [Curious()], ["Q@a1"], Objective("minimise", Pieces()))
    assert seen == [model.setting] == [Setting(model.board, model.kinds)]


NUMBERS = [
    (8, Number(8, 8)), ("8", Number(8, 8)), (0, Number(0, 0)), ("any", Number(0, None)),
    ("3..5", Number(3, 5)), ("3..3", Number(3, 3)), ("3..", Number(3, None)),
    ("..5", Number(0, 5)), (Number(1, 2), Number(1, 2)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "number"), NUMBERS)
def test_numbers(text: Any, number: Number) -> None:
    assert Number.parse(text) == number
    assert Number.parse(str(number)) == number  # what it shows can be read


@pytest.mark.parametrize(
    "text", ["", "..", "5..3", "-1", "1..2..3", " 8", "8 ", "+8", "8.0", "٣", "all", True, None, 1.0,
             "9" * 13, "1.." + "9" * 5000, "1...3", "0x8"],
)  # fmt: skip
def test_bad_numbers(text: Any) -> None:
    refused(lambda: Number.parse(text), "number")


def test_values() -> None:
    one = Placement("4x4", {"Q": 4}, presets=["Q@b1", "-@a1"])
    same = Placement(Board(4, 4), {"queen": "4..4"}, [NonAttacking()], ["-@a1", "queen@b1", "Q@b1"])
    assert one == same
    assert hash(one) == hash(same)
    others = [
        Placement("4x4", {"Q": 3}, presets=one.presets),
        Placement("4x4", {"Q": 4}),
        Placement("torus:4x4", {"Q": 4}, presets=one.presets),
        Placement("4x4", {"Q": 4}, [], one.presets),
    ]
    assert len({one, same, *others}) == 5
    with pytest.raises(AttributeError):
        one.rules = ()  # type: ignore[misc]


# -- arrangements -------------------------------------------------------------------------------

MODEL = Placement("3x3", {"Q": "any", "black:N": "any"})


def placed(model: Placement, *pieces: tuple[str, str]) -> Arrangement:
    squares = tuple(PlacedPiece(model.board.parse_square(square), kind) for kind, square in pieces)
    return Arrangement(model.setting, squares)


def test_arrangements_are_valid_at_birth() -> None:
    for pieces in (
        [PlacedPiece(Square(3, 0), "Q")],
        [PlacedPiece(Square(0, 0), "R")],
        [PlacedPiece(Square(0, 0), "Q"), PlacedPiece(Square(0, 0), "Q")],
        [PlacedPiece(Square(0, 0), "Q"), PlacedPiece(Square(0, 0), "black:N")],
    ):
        refused(partial(Arrangement, MODEL.setting, tuple(pieces)), "pieces")
    setting = Setting(Board.from_map("#x."), MODEL.kinds)
    for column in (0, 1):
        refused(partial(Arrangement, setting, (PlacedPiece(Square(0, column), "Q"),)), "pieces")


def test_total_order_and_fingerprints() -> None:
    model = Placement("2x2", {"Q": "any", "N": "any"})
    everything = [arrangement_of(model, content) for content in candidates(model)]
    assert len(everything) == 81
    assert len({one.fingerprint for one in everything}) == 81  # two alike would hide a solution
    ordered = sorted(everything)
    for earlier, later in pairwise(ordered):
        assert earlier < later
        assert not later < earlier
    assert ordered[0] == Arrangement(model.setting, ())


def test_fingerprints_on_many_cells() -> None:
    setting = Placement("33x33", {"Q": "any", "N": "any"}).setting
    first = setting.board.squares[:2]
    pieces = [PlacedPiece(square, kind) for square in first for kind in "QN"]
    every = [(), *((piece,) for piece in pieces), *((a, b) for a in pieces[:2] for b in pieces[2:])]
    assert len({Arrangement(setting, some).fingerprint for some in every}) == len(every)


def test_images_and_canonical() -> None:
    model = Placement("3x3", {"Q": "any"}, [])
    group = model.symmetries()
    everything = brute_force(model)
    orbits = {frozenset(one.image(g) for g in group) for one in everything}
    assert len(orbits) == 102  # 2-colourings of a 3x3 board modulo 8 symmetries (A054247)
    for orbit in orbits:
        for one in orbit:
            assert one.canonical(group) == min(orbit)
            assert one.orbit(group) == orbit
            assert [g for g in group if one.image(g) == one] == [*one.stabiliser(group)]
            assert len(orbit) * len(one.stabiliser(group)) == len(group)
    turned = placed(model, ("Q", "a3")).image(next(g for g in group if g.name == "rot90"))
    assert turned == placed(model, ("Q", "c3"))  # clockwise


# -- meaning ------------------------------------------------------------------------------------


GIVEN = Placement("3x3", {"Q": "any"}, [], ["Q@a1", "-@b2"])
CORNER = Placement("3x3", [kind("Q", (0, 0))], [])

#: Models, pieces, and whether these are a solution; what rules mean is in ``rules/test_rules.py``.
HOLDS: list[tuple[Placement, str, bool]] = [
    *((Placement("5x5", {"N": "1..2"}), pieces, holds)
      for pieces, holds in (("", False), ("N@a1", True), ("N@a1 N@a2", True), ("N@a1 N@a2 N@a3", False))),
    (GIVEN, "", False),
    (GIVEN, "Q@a1", True),
    (GIVEN, "Q@a1 Q@b2", False),
    (CORNER, "Q@a3", True),
    (CORNER, "Q@a1", False),
]  # fmt: skip


@pytest.mark.parametrize(("model", "pieces", "holds"), HOLDS)
def test_holds(model: Placement, pieces: str, holds: bool) -> None:
    pairs = (piece.rpartition("@") for piece in pieces.split())
    assert model.holds(placed(model, *((kind, square) for kind, _, square in pairs))) == holds


# -- symmetries of a model ----------------------------------------------------------------------


def names(model: Placement) -> set[str]:
    return {symmetry.name for symmetry in model.symmetries()}


ALL = {
    "identity", "rot90", "rot180", "rot270", "flip-rows", "flip-columns", "transpose",
    "antitranspose",
}  # fmt: skip


def test_symmetries() -> None:
    assert names(Placement("4x4", {"Q": 4})) == ALL
    # One-way pieces: forward is forward.
    assert names(Placement("4x4", {"fR": 2})) == {"identity", "flip-columns"}
    assert names(Placement("4x4", {"hrN": 2})) == {"identity", "rot90", "rot180", "rot270"}
    assert names(Placement("4x4", {"fR": 2}, [])) == ALL  # nothing asks how it moves
    # Presets: what is given must stay, and as the same kind.
    assert names(Placement("4x4", {"Q": 4}, presets=["Q@a1"])) == {"identity", "antitranspose"}
    assert names(Placement("4x4", {"Q": 4}, presets=["-@a4"])) == {"identity", "transpose"}
    assert names(Placement("2x4", {"Q": 1, "R": 1}, presets=["Q@a1", "R@d2"])) == {"identity"}
    assert names(Placement("2x4", {"Q": 2}, presets=["Q@a1", "Q@d2"])) == {"identity", "rot180"}
    assert names(Placement("2x4", {"Q": 2}, presets=["Q@a1", "-@d2"])) == {"identity"}
    # Restricted squares.
    assert names(Placement("3x3", [kind("Q", (0, 0), (0, 2))])) == {"identity", "flip-columns"}
    # Rules.
    assert names(Placement("3x3", {"Q": 1}, [Invariant("flip-rows")])) == {
        "identity", "rot180", "flip-rows", "flip-columns"}  # fmt: skip
    assert len(names(Placement("torus:5x5", {"Q": 5}))) == 200


@pytest.mark.parametrize("text", ["Q@", "@", "", "Q a1", "-a1", "Q@@a1"])
def test_bad_preset_texts(text: str) -> None:
    refused(lambda: Placement("3x3", {"Q": 1}, presets=[text]))


def test_presets_are_pairs_and_mappings_too() -> None:
    wanted = Placement("4x4", {"Q": 4}, presets=["Q@b1", "-@a1"])
    for given in (
        {"b1": "Q", "a1": None},
        [("Q", "b1"), ("-", (3, 0))],
        [(Square(3, 1), "Q"), "-@a1"],
    ):
        assert Placement("4x4", {"Q": 4}, presets=given) == wanted
    (solution,) = wanted.solutions()
    assert [*Placement("4x4", {"Q": 4}, presets=solution).solutions()] == [solution]
    # A pair of texts may still be the rows of a grid.
    rows = Placement((2, 1), {"Q": "any"}, presets=[("Q", ".")])
    assert [*map(str, rows.solutions())] == ["a2"]


def test_what_other_libraries_call_it_is_named() -> None:
    queens: Any = Placement("4x4", {"Q": 4})
    for name, word in (("minimize", "with_objective(minimise"), ("add", "model + rule")):
        with pytest.raises(AttributeError, match=f"'Placement' has no attribute '{name}'; .*") as e:
            getattr(queens, name)
        assert word in str(e.value)
    with pytest.raises(AttributeError, match=r"'Placement' has no attribute 'q'$"):
        _ = queens.q


def test_an_objective_says_its_sense() -> None:
    queens = Placement("4x4", {"Q": "any"})
    total: Any = sum(queens.at("Q", square) for square in queens.board.squares)
    error = refused(lambda: queens.with_objective(total))
    assert error.reason.endswith("say whether it is maximise=… or minimise=…")
    assert len(error.reason) < 120
    assert str(queens.with_objective(maximise=total).solve().optimum)[:10] == "a sum of 4"
