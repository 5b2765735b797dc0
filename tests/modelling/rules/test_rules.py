"""What every rule keeps: it means what is said of it, is read and written, and refuses nonsense."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.error_asserts import refused
from support.oracle.brute_force import DEEP, arrangement_of
from support.oracle.cnf import projected_models, raw_count
from support.oracle.rules import check_rule, is_accepted, orbits_by_every_method
from support.strategies import models_with

from nqsat import Board, Placement, Rule
from nqsat.compiling import lower, to_cnf
from nqsat.rules import (
    RULES,
    Among,
    Amount,
    Antidiagonals,
    Armies,
    Attacks,
    Connected,
    Degrees,
    Diagonals,
    DistinctDifferences,
    Domination,
    Files,
    Invariant,
    Irredundant,
    Maximal,
    Measure,
    NonAttacking,
    NoThreeInLine,
    Number,
    Objective,
    Permutation,
    Pieces,
    Ranks,
    Regions,
    Shape,
    Stabiliser,
    Unattacked,
    WeightedSum,
    at_most,
    clause,
    exactly,
    find_measure,
    find_rule,
)

CROSSED = frozenset({("Q", "R")})
OWN = frozenset({("R", "R"), ("Q", "Q")})

# -- random models -----------------------------------------------------------------------------


#: Rules whose formula has cardinalities above one: of the auxiliaries of these nothing is promised.
LINES = (Files, Ranks, Diagonals, Antidiagonals)
LOOSE = (Amount, Among, Regions, Permutation, NoThreeInLine, *LINES)

#: How many cells for one, two and three kinds, where the usual ones would take too long.
CELLS = {Degrees: (7, 6, 4), Stabiliser: (6, 6, 4)}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
@settings(max_examples=300 if DEEP else 9)
@given(data=st.data())
def test_a_rule_means_what_engines_and_the_checker_find(
    rule: type[Rule], data: st.DataObject
) -> None:
    model = data.draw(models_with(rule, CELLS.get(rule, (9, 6, 5))))
    (one,) = model.rules
    loose = rule in LOOSE or any(getattr(one, field, None) for field in ("equal", "times"))
    check_rule(model, determined=not loose)


# Random numbers seldom leave room for solutions; these models do, and differ in nearly every field.
CHOSEN: list[tuple[str, dict[str, int | str], list[str], list[Rule]]] = [
    ("1x7", {"K": "any"}, [], [Domination()]),
    ("2x4", {"W": "any"}, [], [Domination(minimal=True)]),
    ("3x3", {"K": "any"}, [], [Domination("total", minimal=True)]),
    ("3x3", {"R": "any"}, [], [Domination("independent")]),
    ("torus:3x3", {"fR": "any"}, [], [Domination("total")]),
    ("torus:3x3", {"fW": "any"}, [], [Domination(minimal=True)]),
    ("cylinder:2x4", {"B": "any"}, [], [Domination("independent", minimal=True)]),
    ("2x3", {"Q": "any", "blocker": "any"}, [], [Domination(kinds=("Q",))]),
    ("2x3", {"Q": "any", "blocker": "any"}, [], [Domination("total", ("Q",), blocking=True)]),
    ("1x6", {"R": "any", "N": "..2"}, ["N@c1"], [Domination("independent", ("R",), blocking=True)]),
    ("1x6", {"R": "any", "K": "1.."}, ["-@a1"], [Domination("total", blocking=True)]),
    ("2x3", {"white:K": "any", "black:W": "1"}, [], [Domination("plain", minimal=True)]),
    ("3x3", {"Q": "any"}, [], [NonAttacking(), Maximal()]),
    ("3x3", {"W": "any"}, [], [Irredundant()]),
    ("torus:3x3", {"fR": "any"}, [], [Irredundant()]),
    ("2x3", {"Q": "any", "blocker": "any"}, [], [Irredundant(kinds=("Q",))]),
    ("3x3", {"W": "any"}, [], [Connected()]),
    ("3x3", {"W": "any"}, [], [Connected("empty", acyclic=True)]),
    ("torus:2x3", {"W": "any"}, [], [Connected(acyclic=True)]),  # several moves to one square
    ("3x3", {"W": "any"}, [], [Connected(), Degrees(2)]),
    ("3x3", {"W": "any"}, [], [Connected(), Invariant("rot180")]),  # nodes that share a variable
    ("2x4", {"fW": "any", "blocker": "..1"}, ["-@b1"], [Connected()]),
    ("2x3", {"Q": "any", "blocker": "any"}, [], [Connected(kinds=("blocker",), by="W")]),
    ("2x3", {"Q": "any", "blocker": "any"}, [], [Connected("empty", kinds=("blocker",), by="K")]),
    ("3x3", {"Q": "any"}, [], [Maximal()]),
    ("3x3", {"fR": "any"}, [], [NonAttacking(), Maximal()]),
    ("3x3", {"fW": "any"}, ["-@b2"], [NonAttacking(), Maximal()]),
    ("torus:3x3", {"N": "any"}, [], [NonAttacking(), Maximal()]),
    ("1x7", {"R": "any"}, [], [Maximal(blocking=True)]),
    ("2x3", {"Q": "any", "N": "any"}, [], [NonAttacking(), Maximal()]),
    ("2x3", {"Q": "any", "R": "any"}, [], [NonAttacking(CROSSED), Maximal(CROSSED)]),
    ("1x6", {"R": "any", "N": "any"}, [], [NonAttacking(None, True), Maximal(blocking=True)]),
    ("cylinder:2x3", {"B": "any", "fR": "any"}, [], [Maximal(blocking=True)]),
    # With degrees large enough for counters, or for gates of what is seen.
    ("1x10", {"R": "any"}, [], [Degrees(4)]),
    ("torus:1x6", {"R": "any", "blocker": 1}, [],
     [Degrees(1, of=("R",), others=("R",), blocking=True)]),
    ("1x4", {"R": "any", "N": "any"}, [],  # who is taken away may have been in the way
     [Degrees(0, of=("R",), others=("R",), blocking=True)]),
    ("2x3", {"Q": "any", "blocker": "any"}, [],
     [Degrees(2, "attacked", of=("Q",), blocking=True)]),
    ("2x3", {"white:Q": "any", "black:N": "any"}, [], [Armies()]),
    ("2x3", {"white:Q": "1", "white:N": "1", "black:Q": "any"}, [], [Armies()]),
    ("2x3", {"white:R": "2", "black:B": "2", "blocker": "any"}, [], [Armies(blocking=True)]),
    ("2x3", {"white:fR": "any", "black:bR": "any"}, [], [Armies()]),  # one-way riders
    ("3x2", {"white:fR": "any", "black:fR": "any"}, [], [Armies()]),
    ("3x2", {"white:R": "any", "black:fR": "any"}, [], [Armies()]),
    ("1x7", {"white:R2": "any", "black:R": "any"}, [], [Armies()]),  # short against long
    ("torus:2x3", {"white:R": 1, "black:N": 1, "red:B": 1}, [], [Armies()]),
    ("3x4", {"blocker": "any"}, [], [Shape("L4")]),
    ("2x4", {"a:blocker": "any", "b:blocker": 2}, [],
     [Shape("XX/.X", ("a:blocker",)), Shape("X.X", ("b:blocker",))]),
    ("torus:3x3", {"K": "any", "blocker": "any"}, ["K@a1"], [Shape("T4")]),
    ("klein:2x4", {"blocker": "any"}, [], [Shape("XX/.XX")]),
    ("3x4", {"blocker": "any"}, [], [NoThreeInLine()]),
    ("2x5", {"blocker": "any"}, [], [NoThreeInLine()]),
    ("2x3", {"white:Q": "any", "black:N": "any"}, [], [Armies(equal=True)]),
    ("cylinder:2x3", {"white:B": "any", "black:R": "any"}, [], [Armies(True, True)]),
    ("2x3", {"white:Q": "..1", "black:Q": "..1", "red:Q": "..1"}, [], [Armies(equal=True)]),
]  # fmt: skip


@pytest.mark.parametrize(("board", "pieces", "given_pieces", "rules"), CHOSEN)
def test_models_that_have_solutions(
    board: str, pieces: dict[str, int | str], given_pieces: list[str], rules: list[Rule]
) -> None:
    loose = any(isinstance(one, NoThreeInLine) or getattr(one, "equal", False) for one in rules)
    model = Placement(board, pieces, rules, given_pieces)
    found = check_rule(model, determined=not loose)
    if isinstance(rules[0], Armies):
        assert len(orbits_by_every_method(model)) == 1
    else:
        assert len(found) > 1


MEASURES: list[Measure] = [
    Pieces(), Pieces(("N",)), Pieces(("Q", "N")), Unattacked(), Unattacked(("Q",)),
    Unattacked(("Q",), blocking=True), Unattacked(blocking=True), Attacks(), Attacks(blocking=True),
    WeightedSum(("2*Q@a1", "~N@b2", "3*N@c1")),  # type: ignore[arg-type]
]  # fmt: skip


@pytest.mark.parametrize("measure", MEASURES, ids=repr)
def test_what_a_measure_adds_is_determined(measure: Measure) -> None:
    # The CNF has one model for each arrangement: no auxiliary is left free.
    cnf = to_cnf(lower(Placement("2x3", {"Q": "any", "N": "any"}, [Amount(measure, "any")])))
    assert raw_count(cnf) == len(projected_models(cnf)) == 3**6


# -- by hand -----------------------------------------------------------------------------------

#: Who a letter of a drawing is, unless he is a piece of that letter; for armies all of these are there.
MEN = {"w": "white:R", "b": "black:R", "n": "black:N", "x": "blocker"}

#: Rules, boards with pieces (rows between slashes), and whether the rule holds there.
BY_HAND: list[tuple[Rule, str, bool]] = [
    (NonAttacking(), "R.N", False),
    (NonAttacking(), "K.N", True),
    (NonAttacking(frozenset({("R", "R")})), "RNR", False),
    (NonAttacking(frozenset({("R", "R")}), blocking=True), "RNR", True),
    (NonAttacking(frozenset({("R", "R")}), blocking=True), "R.R", False),
    (Invariant("rot180"), "Q./.Q", True),
    (Invariant("rot180"), "Q./..", False),
    (Invariant("rot180"), "Q./.R", False),
    (Stabiliser(), "Q../...", True),
    (Stabiliser(), "Q../..Q", False),
    (Stabiliser("rot180"), "Q../..Q", True),
    (Stabiliser("rot180"), "Q./.Q", False),  # each diagonal keeps them, too
    # Either covers all that the other does.
    (Irredundant(), "KK", False),
    (Irredundant(), "K.K", True),
    (Irredundant(kinds=("K",)), "KN", True),
    (Connected(), "KK.", True),
    (Connected(), "K.K", False),
    (Connected(), "R.K", True),  # one way is enough
    (Connected(by="W"), "Q./.Q", False),
    (Connected(acyclic=True), "KK/K.", False),
    (Connected("empty", by="W"), ".K.", False),
    (Connected("empty", by="W"), "K..", True),
    (exactly(1, "Q@a1", "~Q@b1"), "QQ", True),
    (exactly(1, "Q@a1", "~Q@b1"), "Q.", False),
    (exactly(1, "Q@a1", "~Q@b1"), ".Q", False),
    (Amount(Pieces(("Q",)), 1), "QRR", True),
    (Amount(Pieces(), "..2"), "QRR", False),
    (Amount(WeightedSum(("3*Q@a1", "~R@b1", "R@c1")), 5), "Q.R", True),  # type: ignore[arg-type]
    (Amount(WeightedSum(("3*Q@a1", "~R@b1", "R@c1")), 5), "QRR", False),  # type: ignore[arg-type]
    # He stands on one square, sees three, and two are left.
    (Amount(Unattacked(), 2), "K../...", True),
    (Amount(Unattacked(), 0), "R.N.", True),
    (Amount(Unattacked(blocking=True), 1), "R.N.", True),
    (Amount(Unattacked(("N",)), 2), "R.N.", True),
    # Three pairs of rooks in a row, of which a knight in between parts two; each knight attacks one rook.
    (Amount(Attacks(), 3), "RNRR", False),
    (Amount(Attacks(), 6), "RNRR", True),
    (Amount(Attacks(blocking=True), 3), "RNRR", True),
    (Amount(Attacks(), 1), "K.N", False),
    (Amount(Attacks(), 0), "K.N", True),
    # Three rooks in a row: without blocking each attacks two, with it the outer ones one.
    (Degrees(2), "R.R.R", True),
    (Degrees(2, blocking=True), "R.R.R", False),
    (Degrees("1..2", blocking=True), "R.R.R", True),
    # On a ring two rooks see each other both ways round, and count once.
    (Degrees(1), "torus:R.R..", True),
    (Degrees(1, blocking=True), "torus:R.R..", True),
    (Degrees("2.."), "torus:R.R..", False),
    # A rook attacks a knight and not the other way round.
    (Degrees(1, of=("R",)), "R.N..", True),
    (Degrees(1, of=("N",)), "R.N..", False),
    (Degrees(1, "attacked", of=("N",)), "R.N..", True),
    (Degrees(0, "attacked", of=("R",)), "R.N..", True),
    # A piece of any kind is in the way, though only some kinds count.
    (Degrees(1, of=("R",), others=("R",)), "R.N.R", True),
    (Degrees(0, of=("R",), others=("R",), blocking=True), "R.N.R", True),
    # A lone piece has degree 0; nobody at all is no piece of a wrong degree.
    (Degrees("1.."), ".../.R./...", False),
    (Degrees("1.."), ".../.../...", True),
    # One king in the middle: he occupies his own square, and nobody attacks it.
    (Domination(), ".../.K./...", True),
    (Domination("independent"), ".../.K./...", True),
    (Domination("total"), ".../.K./...", False),
    (Domination("total"), ".../.KK/...", True),
    (Domination("independent"), ".../.KK/...", False),
    (Domination("independent"), ".../K.K/...", True),
    # One of two is not needed; in total domination each of them is.
    (Domination(minimal=True), ".../.KK/...", False),
    (Domination("total", minimal=True), ".../.KK/...", True),
    # Two kings cover each square of two rows once; a third covers some twice.
    (Domination("efficient"), "K.../...K", True),
    (Domination("efficient"), "K..K/...K", False),
    (Domination("efficient"), "K.../..K.", False),
    (Domination(times=2), "KK", True),
    (Domination("total", times=2), "KK", False),
    (Shape("L4"), "K../K../KK.", True),
    (Shape("L4"), ".KK/.K./.K.", True),
    (Shape("L4"), "KK./KK./...", False),
    (Shape("L4"), "KK./K../K..", True),
    (Shape("L4"), "KK./K../...", False),
    (Shape("X.X"), "K.K", True),
    (Shape("X.X"), "KK.", False),
    (Domination(times="2..2"), "KK", True),
    (Domination(times="2..2"), "KKK", False),
    (Domination("total", times="1..2"), "KK/KK", False),
    (Domination("total", times="..3"), "KK/KK", True),
    (Domination("total", times=2), "KK/KK", True),
    # Nobody, on a board and on none.
    (Domination(), ".../.../...", False),
    (Domination("total", minimal=True), "", True),
    # A knight is in the rook's way; where only rooks dominate, his own square has to be attacked.
    (Domination(), "R.N.", True),
    (Domination(blocking=True), "R.N.", False),
    (Domination(blocking=True), "R..N", True),
    (Domination("independent"), "R..N", False),
    (Domination("independent", ("R",)), "R..N", True),
    (Domination(), "NN", True),
    (Domination(kinds=("R",)), "NN", False),
    # Rooks on both sides of a knight shelter one another from nobody.
    (Domination("independent"), "RN.R", False),
    (Domination("independent", ("R",), blocking=True), "RN.R", True),
    (Maximal(), ".../.Q./...", True),
    (Maximal(), "Q../..Q/...", True),
    (Maximal(), "", True),
    # They attack one another, which this rule does not ask about.
    (Maximal(), ".../.QQ/...", True),
    # Attacks of a rook on a queen are attacks between them; of queens alone none is left.
    (Maximal(), "R..", True),
    (Maximal(CROSSED), "R..", False),
    (Maximal(CROSSED), "RQ.", True),
    # Whoever is added sees the first piece only: a rook behind a queen sees no rook.
    (Maximal(OWN), "RQ.", True),
    (Maximal(OWN, blocking=True), "RQ.", False),
    (Armies(), "w...w", True),  # one's own colour may be attacked
    (Armies(), "w...b", False),
    (Armies(), "n...w", False),
    (Armies(), "w../..n", False),  # the knight's
    (Armies(), "w.x.b", False),
    (Armies(blocking=True), "w.x.b", True),
    (Armies(), "w.x..", True),  # neutral pieces may be attacked
    (Armies(blocking=True), "w.w.b", False),
    (Armies(equal=True), "w..../.x..b", True),
    (Armies(equal=True), "w..../...bb", False),
    (Armies(), "w..../...bb", True),
    (Armies(equal=True), "w..../.....", False),
    (NoThreeInLine(), "QQQ../...../...../...../.....", False),
    (NoThreeInLine(), "Q..../..Q../....Q/...../.....", False),  # along a knight's move
    (NoThreeInLine(), ".Q.../...../..Q../...../...Q.", False),
    (NoThreeInLine(), "Q..../..Q../...Q./...../.....", True),
    (NoThreeInLine(), "Q..../...../...../...../....Q", True),
    (DistinctDifferences(), "QQ..Q.Q", True),  # the perfect ruler of length 6
    (DistinctDifferences(), "QQ.Q..Q", False),  # 3 twice: from 0 and from 3
    (DistinctDifferences(), "QQQ", False),
    (DistinctDifferences(), "QQ./QQ./...", False),  # a parallelogram
    (DistinctDifferences(), "Q.Q/Q../...", True),
    (Permutation(1), "Q./.Q", True),
    (Permutation(1), "Q./..", False),
    (Permutation("..1"), "Q./..", True),
    (Permutation(1), "Q../.Q.", False),  # a file is empty
    (Permutation(1), "", True),
    (Files(1), "Q./Q.", False),
    (Files("0..1"), "Q../.Q.", True),
    (Ranks(1), "Q./Q.", True),
    (Ranks(1), "Q./..", False),
    (Diagonals("..1"), ".Q/Q.", False),
    (Diagonals("..1"), "Q./.Q", True),
    (Antidiagonals("..1"), "Q../.../..Q", False),
    (Antidiagonals("..1"), "..Q/.../Q..", True),
    (Regions(("AAB", "ABB")), "Q../..Q", True),
    (Regions(("AAB", "ABB")), "QQ./..Q", False),
    (Regions(("AAB", "ABB"), "..1"), "Q../...", True),
    (Regions(("A.B", "...")), "QQQ/Q..", True),
    (Regions(("A.A", "..."), 2), "Q.Q/...", True),  # a region need not be connected
    (Regions(("Aab", "...")), "QQQ/...", True),  # A is not a
]


@pytest.mark.parametrize(("rule", "drawing", "holds"), BY_HAND)
def test_by_hand(rule: Rule, drawing: str, holds: bool) -> None:
    wrap, _, text = drawing.rpartition(":")
    rows = text.split("/") if text else []
    board: Any = Board(len(rows), len(rows[0]) if rows else 0, wrap or "flat")
    letters = {Armies: MEN.values(), Maximal: "QR"}
    names = letters.get(type(rule), "KQRN")
    model = Placement(board, dict.fromkeys(names, "any"), [rule])
    content = {
        (r, c): MEN.get(letter, letter)
        for r, row in enumerate(rows)
        for c, letter in enumerate(row)
        if letter != "."
    }
    assert rule.holds(arrangement_of(model, content)) is holds
    assert is_accepted(model, content) in (None, holds)


# -- reading and writing -----------------------------------------------------------------------

PINWHEEL = Regions(("AAB", "A.B"), "2..3", ("Q",))
SHIFTS = Invariant(("rot90+shift(0,2)", "shift(1,1)"))
PAIR = Stabiliser(("transpose", "antitranspose"))
MIXED = Among(("Q@a1", "~white:N@c3"), Number(1, 2))  # type: ignore[arg-type]

#: Rules, the words that say them on the command line, and their fields in JSON.
WRITTEN: list[tuple[Rule, list[str | None], dict[str, object] | None]] = [
    (Armies(), [None, "equal=false"], {}),
    (Armies(equal=True), ["equal"], {"equal": True}),
    (Degrees(2), ["2"], {"number": 2, "direction": "attacks"}),
    (Degrees("1..3", "attacked", blocking=True), ["1..3,blocking,direction=attacked"], None),
    (Degrees("any", of=("Q",), others=("N", "Q")), ["any,of=Q,others=Q,others=N"], None),
    (Degrees(Number(0, 1), blocking=True), ["..1,blocking=true"], None),
    (Degrees("1..3", "attacked", of=("Q",), blocking=True), [],
     {"number": "1..3", "direction": "attacked", "of": ["Q"], "blocking": True}),
    (Domination(), [None, "plain"], {"variant": "plain"}),
    (Domination("plain", ("N", "Q"), minimal=True), ["kinds=Q,kinds=N,minimal"], None),
    (Domination("independent", ("white:Q",)), ["variant=independent,kinds=white:Q"], None),
    (Domination("total", ("Q",), blocking=True), [],
     {"variant": "total", "kinds": ["Q"], "blocking": True}),
    (Maximal(), [None], {}),
    (Maximal(CROSSED, blocking=True), ["R-Q,blocking"],
     {"between": [["Q", "R"]], "blocking": True}),
    (Maximal(frozenset({("Q", "Q"), ("Q", "R")})), ["between=Q-Q,between=Q-R"], None),
    (NoThreeInLine(), [None], {}),
    (DistinctDifferences(), [None], {}),
    (Permutation(), [None], {"number": 1}),
    (Permutation("..1", ("Q", "N")), ["..1,kinds=Q,kinds=N"], None),
    (Permutation("1..2", ("Q",)), [], {"number": "1..2", "kinds": ["Q"]}),
    (Files("1..", ("Q",)), ["1..,kinds=Q"], {"number": "1..", "kinds": ["Q"]}),
    (Ranks("1..", ("Q",)), ["1..,kinds=Q"], {"number": "1..", "kinds": ["Q"]}),
    (Diagonals("1..", ("Q",)), ["1..,kinds=Q"], {"number": "1..", "kinds": ["Q"]}),
    (Antidiagonals("1..", ("Q",)), ["1..,kinds=Q"], {"number": "1..", "kinds": ["Q"]}),
    (Regions(("AAB", "ABB")), ["AAB/ABB"], None),
    (Regions(("AAB", "ABB"), "..1", ("N", "Q")), ["AAB/ABB,number=..1,kinds=Q,kinds=N"], None),
    (Regions(("A",)), [], {"map": ["A"], "number": 1}),
    (PINWHEEL, [], {"map": ["AAB", "A.B"], "number": "2..3", "kinds": ["Q"]}),
    (Invariant("rot180"), ["rot180"], {"symmetry": "rot180"}),
    (Invariant(("rot180", "transpose")), ["rot180,transpose"],
     {"symmetry": ["rot180", "transpose"]}),
    (SHIFTS, ["shift(1,1),rot90+shift(0,2)"], None),
    (Invariant("(-y,x,z)"), ["(-y,x,z)"], None),
    (Stabiliser(), [None, "identity"], {"symmetries": []}),
    (PAIR, ["antitranspose,transpose"], {"symmetries": ["antitranspose", "transpose"]}),
    (Stabiliser("shift(0,1)"), ["shift(0,1)"], None),
    (MIXED, ["Q@a1,~white:N@c3,number=1..2"],
     {"literals": ["Q@a1", "~white:N@c3"], "number": "1..2"}),
    (Among(("Q@a1", "~Q@b1")), ["Q@a1,~Q@b1"], None),  # type: ignore[arg-type]
    (Among(("3*Q@a1", "~N@b1"), Number(0, 9), (2, 5)),  # type: ignore[arg-type]
     ["3*Q@a1,~N@b1,number=..9,but=2,but=5"],
     {"literals": ["3*Q@a1", "~N@b1"], "number": "0..9", "but": [2, 5]}),
    (exactly(2, "(1,4)@a1", "~Q@b1"), ["(1,4)@a1,~Q@b1,number=2"], None),
    (Amount(Pieces(), "3..5"), ["pieces,number=3..5"], None),
    (Amount(Unattacked(("Q",), blocking=True), 2), ["unattacked,Q,blocking,number=2"], None),
    (Amount(Attacks(blocking=True), "..1"), ["attacks,blocking,number=..1"], None),
    (Amount(WeightedSum(("~Q@b1", "3*Q@a1")), "2.."),  # type: ignore[arg-type]
     ["sum,3*Q@a1,~Q@b1,number=2.."],
     {"measure": "sum", "number": "2..", "terms": ["3*Q@a1", "~Q@b1"]}),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "texts", "fields"), WRITTEN, ids=str)
def test_words_and_json(
    rule: Rule, texts: list[str | None], fields: dict[str, object] | None
) -> None:
    kind = find_rule(rule.name)
    assert kind is type(rule)
    for text in texts:
        assert kind.parse(text) == rule
        assert hash(kind.parse(text)) == hash(rule)
    assert fields is None or rule.to_json() == fields
    assert kind.from_json(rule.to_json()) == rule == pickle.loads(pickle.dumps(rule))


#: Two ways to say the same rule.
EQUAL: list[tuple[Any, ...]] = [
    (Degrees("2"), Degrees(2), Degrees(Number(2, 2))),
    (Degrees(1, of=("Q", "N", "Q")), Degrees(1, of=("N", "Q"))),
    (Domination(kinds=("Q", "N", "Q")), Domination(kinds=("N", "Q"))),
    *((kind(frozenset({("R", "Q")})), kind(CROSSED)) for kind in (Maximal, NonAttacking)),
    (Permutation("1"), Permutation()),
    (Regions(["A"], "1"), Regions(("A",)), Regions(("A",), Number(1, 1))),  # type: ignore[arg-type]
    (Regions(("A",), 1, ("Q", "N", "Q")), Regions(("A",), 1, ("N", "Q"))),
    (Invariant("rot180"), Invariant(("rot180",)), Invariant(["rot180", "rot180"])),  # type: ignore[arg-type]
    (Invariant(("transpose", "rot180")), Invariant(("rot180", "transpose"))),
    (Among("Q@a1"), Among(("Q@a1",)), clause("Q@a1")),  # type: ignore[arg-type]
    (Stabiliser(), Stabiliser(("identity",))),
    (Stabiliser("rot180"), Stabiliser(("rot180", "rot180"))),
]


@pytest.mark.parametrize("rules", EQUAL)
def test_equal_rules_are_equal_however_written(rules: tuple[Rule, ...]) -> None:
    assert len(set(rules)) == 1


def on(board: Board | str, rule: Rule, pieces: dict[str, Any] | None = None) -> Placement:
    return Placement(board, {"Q": 2} if pieces is None else pieces, [rule])


#: What is refused, the field that is named, and what is said of it.
REFUSED: list[tuple[Callable[[], Any], str, str]] = [
    *((lambda text=text: Armies.parse(text), "rule armies", "")
      for text in ("Q", "equal=yes", "colours=2")),
    *((lambda pieces=pieces: on("3x3", Armies(), pieces), "rules[0].pieces", "two colours")
      for pieces in ({}, {"Q": 2}, {"white:Q": 2}, {"white:Q": 2, "white:N": 2}, {"white:Q": 1, "N": 1})),
    *((lambda text=text: Degrees.parse(text), "rule degrees", said)
      for text, said in ((None, "number"), ("", "number"), ("two", "number"), ("3..1", "number"),
                         ("2,direction=both", "direction"), ("2,blocking=maybe", "blocking"))),
    *((lambda text=text: Domination.parse(text), "rule domination", said)
      for text, said in (("every", "variant"), ("total,minimal=maybe", "minimal"),
                         ("minimal,blocking", "minimal"), ("total,plain", "variant"),
                         ("times=0", "times"), ("times=x", "times"), ("minimal,times=2", "times"),
                         ("efficient,times=2", "times"), ("independent,times=2", "times"))),
    (lambda: Domination(minimal=True, blocking=True), "minimal", ""),
    *((lambda text=text: Maximal.parse(text), "rule maximal", said)
      for text, said in (("Q", "between"), ("Q-R-N", "between"), ("blocking=1", "blocking"))),
    *((lambda kind=kind: kind(frozenset({("Q",)})), "between", "") for kind in (Maximal, NonAttacking)),
    *((lambda kind=kind: on("3x3", kind(CROSSED, blocking=True)), "rules[0].between", "'R'; it has Q")
      for kind in (Maximal, NonAttacking)),
    *((lambda kind=kind, board=board: on(board, kind()), "rules[0].board", "wraps")
      for kind in (NoThreeInLine, DistinctDifferences) for board in ("torus:3x3", "cylinder:3x4")),
    (lambda: NoThreeInLine.parse("3"), "rule no-three-in-line", "it has none"),
    (lambda: NoThreeInLine.from_json({"number": 3}), "number", "it has none"),
    (lambda: Permutation.parse("x"), "rule permutation", ""),
    (lambda: Files.parse(None), "rule files", "files=NUMBER"),
    *((lambda board=board: on(board, Ranks(1)), "rules[0].board", "has no ranks")
      for board in ("hex:3", "2x2x2")),
    (lambda: on("3x3", Amount(WeightedSum(("Q@d1",)), 1)), "rules[0].literals", "the board has 3 files"),  # type: ignore[arg-type]
    *((lambda lines=lines: on("2x3", Regions(lines)), "rules[0].map", said)
      for lines, said in ((("AAB",), "needs 2 lines, one for each row of the board; it has 1"),
                          (("AAB", "ABB", "CCC"), "it has 3"), ((), "it has 0"),
                          (("AAB", "AB"), "line 2, 'AB', has 2 cells; the board has 3"),
                          (("AABC", "ABB"), "line 1, 'AABC', has 4 cells"))),
    *((lambda lines=lines: Regions(lines), "map", said)
      for lines, said in ((("AAB", "A B"), "line 2, column 2: expected"),
                          (("AAB", "A#B"), "line 2, column 2: expected"),
                          (("AAé", "ABB"), "line 1, column 3: expected"))),
    *((lambda text=text: Regions.parse(text), "rule regions", "")
      for text in (None, "A,number=x", "file:/no/such/map")),
    *((lambda value=value: Invariant(value), "symmetry", "") for value in ((), (1,))),
    *((lambda fields=fields: Invariant.from_json(fields), "symmetry", "")
      for fields in ({"symmetry": ""}, {})),
    (lambda: Invariant.parse(None), "rule invariant", ""),
    (lambda: on("3x4", Invariant("rot90")), "rules[0].symmetry", ""),
    (lambda: on("3x3", Invariant(("rot90", "turn"))), "rules[0].symmetry", ""),
    (lambda: on("3x4", Stabiliser("rot90")), "rules[0].symmetry", ""),
    (lambda: on("3x3", Stabiliser(("turn",))), "rules[0].symmetry", ""),
    (clause, "literals", "expected at least one literal"),
    (lambda: Among(()), "literals", "expected at least one literal"),
    (lambda: clause("Q@a1", "~Q@b1", "Q@a1"), "literals", "Q@a1 is named twice"),
    (lambda: at_most("Q@a1", "Q@b1"), "number", "'Q@a1' is not an integer"),  # type: ignore[arg-type]
    (lambda: at_most(-1, "Q@a1"), "number", "-1"),
    (lambda: Among(7), "literals", "got 7"),  # type: ignore[arg-type]
    (lambda: Among.from_json({"number": 1}), "literals", "is missing"),
    (lambda: Among.parse("Q@a1,number=x"), "rule among", "number"),
    (lambda: on("2x2", clause("N@a1")), "rules[0].literals", "the model has no 'N'; it has Q"),
    (lambda: on("3x3", clause("Q@d1")), "rules[0].literals", "Q@d1: 'd1': the board has 3 files"),
    (lambda: on(Board.from_map("..#\n...\n..."), clause("~Q@c3")), "rules[0].literals", "wall"),
    (lambda: Amount.parse("pieces"), "rule amount", "has no number; write amount=pieces,number=3"),
    (lambda: Amount.from_json({"measure": "pieces"}), "number", ""),
    (lambda: Amount.from_json({"number": 3}), "measure", ""),
    (lambda: find_measure("x"), "measure", "choose from pieces, unattacked"),
    (lambda: Objective.parse("maximise", "beauty"), "measure", "'beauty' is unknown"),
    (lambda: Objective("best", Pieces()), "objective", "'best'"),  # type: ignore[arg-type]
    (lambda: Objective("minimise", "pieces"), "objective", "such as Pieces()"),  # type: ignore[arg-type]
    (lambda: Placement("3x3", {"Q": 1}, objective="pieces"), "objective", "'pieces'"),
    (lambda: Placement("3x3", {"Q": 1}, objective=Objective("minimise", Pieces(("N",)))),
     "objective.kinds", "the model has no 'N'"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "field", "said"), REFUSED)
def test_nonsense_is_refused_in_one_line(make: Callable[[], Any], field: str, said: str) -> None:
    refused(make, field, said)


@pytest.mark.parametrize(
    "rule",
    [Domination(), Domination(minimal=True), Domination(blocking=True), Maximal(),
     Maximal(blocking=True), Degrees(2), Degrees(2, blocking=True)],
    ids=str,
)  # fmt: skip
def test_size_is_known_before_anything_is_built(rule: Rule) -> None:
    assert on("4x4", rule, {"Q": "any"}).size < 100_000
    assert on("900x900", rule, {"Q": "any"}).size > 100_000_000


@pytest.mark.parametrize(
    ("board", "pieces", "rules", "orbits"),
    [
        ("4x4", {"R": 4}, [Invariant(("transpose", "rot180"))], None),
        ("4x4", {"R": 4}, [NonAttacking(), Stabiliser("rot180")], None),
        ("4x4", {"K": 4}, [Regions(("AABB", "AABB", "CCDD", "CCDD"))], 43),
        ("5x5", {"blocker": 5}, [Permutation()], 23),  # up to the symmetries of the square: A000903
        ("6x6", {"blocker": 6}, [Permutation(), DistinctDifferences()], 17),  # Costas arrays: A001441
        ("4x4", {"blocker": 8}, [NoThreeInLine(), Permutation(2)], 4),  # A000769
        ("5x5", {"Q": 3}, [Domination()], 37),
        ("3x3", {"Q": 3}, [Degrees(1, blocking=True)], None),
        ("3x3", {"N": "1", "W": "2"}, [Domination(minimal=True)], None),
        ("3x3", {"N": "1", "W": "2"}, [Domination(blocking=True)], None),
        ("3x3", {"R": "any", "N": "..1"}, [NonAttacking(None, True), Maximal(None, True)], None),
        ("torus:3x3", {"Q": 3, "blocker": 2}, [NonAttacking(frozenset({("Q", "Q")}), blocking=True)], None),
        ("3x3", {"Q": "any"}, [NonAttacking(), exactly(1, "Q@a1", "Q@c1", "Q@a3", "Q@c3")], None),
        ("3x3", {"Q": "any"}, [NonAttacking(), exactly(1, "Q@a1", "~Q@c3")], None),
    ],
)  # fmt: skip
def test_counts_modulo_symmetry_agree(
    board: str, pieces: dict[str, Any], rules: list[Rule], orbits: int | None
) -> None:
    model = Placement(board, pieces, rules)
    (number,) = orbits_by_every_method(model)
    assert orbits in (None, number)
    assert len(model.symmetries()) >= 4
