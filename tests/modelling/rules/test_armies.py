"""Armies: nobody attacks another colour; compared with a walk over the board, man by man."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import DEEP, arrangement_of, brute_force, same_solutions
from oracle_cnf import projected_models
from oracle_sight import Cell, check_formula, check_pruning, content_of, naive_sight
from strategies import FEW_BOUNDS, PIECES, boards, presets, thorough

import nqsat
from nqsat import Arrangement, InvalidModel, Kind, Placement
from nqsat.compiling import lower, to_cnf
from nqsat.counting import METHODS
from nqsat.engines import BacktrackEngine, CpSatEngine, Listing, SatEngine
from nqsat.modelling import dumps, find_rule, loads
from nqsat.rules import Armies, AtMost, Number

ANY = Number()


def naive(rule: Armies, model: Placement, content: Mapping[Cell, str]) -> bool:
    """The meaning, by walking from each man; the colour is what stands before the colon."""
    seen = naive_sight(model, content, blocking=rule.blocking)
    colour = {cell: kind.split(":")[0] if ":" in kind else None for cell, kind in content.items()}
    for one, other in permutations(content, 2):
        both = colour[one], colour[other]
        if None not in both and both[0] != both[1] and other in seen[one]:
            return False
    if rule.equal:
        names = {kind.name.split(":")[0] for kind in model.kinds if ":" in kind.name}
        sizes = Counter(colour.values())
        return all(sizes[a] == sizes[b] for a, b in combinations(names, 2))
    return True


LABELS = [
    ["white:", "black:"],
    ["white:", "black:", ""],
    ["white:", "black:", "red:"],
    ["white:", "black:", "white:"],
]


@st.composite
def armies(draw: st.DrawFn) -> Placement:
    """Two or three colours, neutral men, an army of two kinds; any pieces, boards and numbers."""
    labels = draw(st.sampled_from(LABELS))
    board = draw(boards({2: 6, 3: 5}[len(labels)]))
    kinds: dict[str, Kind] = {}
    for label in labels:
        piece = draw(PIECES)
        kinds.setdefault(
            label + piece.notation, Kind(label + piece.notation, piece, draw(FEW_BOUNDS))
        )
    rule = draw(st.builds(Armies, st.booleans(), st.booleans()))
    return Placement(board, kinds.values(), [rule], draw(presets(board.squares, list(kinds))))


@thorough(1000 if DEEP else 40)
@given(armies())
def test_armies_are_what_a_walk_over_the_board_says(model: Placement) -> None:
    (rule,) = model.rules
    assert isinstance(rule, Armies)
    free = Placement(model.board, model.kinds, [], model.presets)
    wanted = {one for one in brute_force(free) if naive(rule, model, content_of(one))}
    same_solutions(brute_force(model), wanted, f"{model}: holds")
    same_solutions(Listing(model, SatEngine()), wanted, f"{model} by sat")
    same_solutions(Listing(model, BacktrackEngine()), wanted, f"{model} by backtrack")
    if len(wanted) < 100:
        same_solutions(Listing(model, CpSatEngine()), wanted, f"{model} by cpsat")
    if rule.equal:  # a cardinality, of whose auxiliaries nothing is promised
        formula = lower(model)
        found = [formula.reader.decode(true) for true in projected_models(to_cnf(formula))]
        same_solutions(found, wanted, f"{model}: its formula")
    else:
        check_formula(model, wanted)
    check_pruning(rule, model, sorted(wanted)[:: max(1, len(wanted) // 20)])
    for symmetry in model.symmetries():
        assert {one.image(symmetry) for one in wanted} == wanted
    assert loads(dumps(model)) == model


# -- by hand -------------------------------------------------------------------------------

W, B, N, X = "white:R", "black:R", "black:N", "blocker"

BY_HAND: list[tuple[str, dict[Cell, str], Armies, bool]] = [
    ("1x5", {(0, 0): W, (0, 4): W}, Armies(), True),  # one's own colour may be attacked
    ("1x5", {(0, 0): W, (0, 4): B}, Armies(), False),
    ("1x5", {(0, 0): W, (0, 4): N}, Armies(), False),  # one direction is enough
    ("1x5", {(0, 0): N, (0, 4): W}, Armies(), False),
    ("2x3", {(0, 0): W, (1, 2): N}, Armies(), False),  # the knight's
    ("1x5", {(0, 0): W, (0, 2): X, (0, 4): B}, Armies(), False),
    ("1x5", {(0, 0): W, (0, 2): X, (0, 4): B}, Armies(blocking=True), True),
    ("1x5", {(0, 0): W, (0, 2): X}, Armies(), True),  # neutral men may be attacked
    ("1x5", {(0, 0): W, (0, 2): W, (0, 4): B}, Armies(blocking=True), False),
    ("2x5", {(0, 0): W, (1, 4): B, (1, 1): X}, Armies(equal=True), True),
    ("2x5", {(0, 0): W, (1, 4): B, (1, 3): B}, Armies(equal=True), False),
    ("2x5", {(0, 0): W, (1, 4): B, (1, 3): B}, Armies(), True),
    ("2x5", {(0, 0): W}, Armies(equal=True), False),
    ("2x5", {(0, 0): X}, Armies(equal=True), True),
    ("2x5", {}, Armies(equal=True), True),
]


@pytest.mark.parametrize(("board", "content", "rule", "holds"), BY_HAND)
def test_by_hand(board: str, content: dict[Cell, str], rule: Armies, holds: bool) -> None:
    model = Placement(board, dict.fromkeys([W, B, N, X], "any"), [rule])
    assert rule.holds(arrangement_of(model, content)) is holds
    assert naive(rule, model, content) is holds


MODELS = [
    Placement("2x4", {"white:Q": "any", "black:N": "any"}, [Armies()]),
    Placement("2x4", {"white:Q": "any", "black:N": "any"}, [Armies(equal=True)]),
    Placement("2x3", {"white:Q": "1", "white:N": "1", "black:Q": "any"}, [Armies()]),
    Placement("2x3", {"white:R": "2", "black:B": "2", "blocker": "any"}, [Armies(blocking=True)]),
    Placement("2x3", {"white:fR": "any", "black:bR": "any"}, [Armies()]),  # one-way riders
    Placement("3x2", {"white:fR": "any", "black:fR": "any"}, [Armies()]),
    Placement("3x2", {"white:R": "any", "black:fR": "any"}, [Armies()]),
    Placement("1x7", {"white:R2": "any", "black:R": "any"}, [Armies()]),  # short against long
    Placement("cylinder:2x3", {"white:B": "any", "black:R": "any"}, [Armies(True, True)]),
    Placement("torus:2x3", {"white:R": 1, "black:N": 1, "red:B": 1}, [Armies()]),
    Placement("2x3", {"white:Q": "..1", "black:Q": "..1", "red:Q": "..1"}, [Armies(equal=True)]),
]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_engines_agree_with_brute_force(model: Placement) -> None:
    (rule,) = model.rules
    assert isinstance(rule, Armies)
    wanted = brute_force(model)
    for engine in ("sat", "cpsat", "backtrack"):
        same_solutions(nqsat.solutions(model, engine=engine), wanted, f"{model} by {engine}")
    assert all(naive(rule, model, content_of(one)) for one in wanted)
    ways = {nqsat.count(model, modulo="symmetry", method=method).value for method in METHODS}
    group = model.symmetries()
    assert ways == {len({frozenset(one.image(g) for g in group) for one in wanted})}


# -- queens ----------------------------------------------------------------------------------


def queens(side: int, white: int | str, black: int | str) -> Placement:
    return Placement(f"{side}x{side}", {"white:Q": white, "black:Q": black}, [Armies()])


@pytest.mark.parametrize(("side", "largest"), [(2, 0), (3, 1), (4, 2), (5, 4), (6, 5)])
def test_the_largest_armies_of_queens(side: int, largest: int) -> None:
    # A250000, by exhaustion: so many fit and one more does not.
    assert nqsat.solve(queens(side, largest, largest)).solution is not None
    assert nqsat.count(queens(side, largest + 1, largest + 1)).value == 0


def white_sets(side: int, size: int) -> int:
    """Pairs of peaceable armies: for each set of white squares, the black sets on what is left."""
    cells = [(row, column) for row in range(side) for column in range(side)]
    total = 0
    for white in combinations(cells, size):
        free = sum(
            all(r != s and c != d and abs(r - s) != abs(c - d) for s, d in white) for r, c in cells
        )
        total += len(list(combinations(range(free), size)))
    return total


@pytest.mark.parametrize(("side", "size"), [(3, 1), (4, 2), (4, 3), (5, 3), (5, 4)])
def test_peaceable_queens_are_counted_white_set_by_white_set(side: int, size: int) -> None:
    assert nqsat.count(queens(side, size, size)).value == white_sets(side, size)
    if side < 5:
        equal = Placement(
            f"{side}x{side}", {"white:Q": str(size), "black:Q": "any"}, [Armies(equal=True)]
        )
        assert nqsat.count(equal).value == white_sets(side, size)


def test_men_in_between_make_no_difference_among_queens() -> None:
    # The first man of another colour on a line is attacked: nobody behind him matters.
    open_ones = set(nqsat.solutions(queens(4, 2, "1..")))
    board, kinds = queens(4, 2, "1..").board, queens(4, 2, "1..").kinds
    sheltered = Placement(board, kinds, [Armies(blocking=True)])
    assert {one.men for one in nqsat.solutions(sheltered)} == {one.men for one in open_ones}


def test_a_line_has_one_colour_by_one_constraint() -> None:
    # 46 lines of two squares or more on the 8 x 8 board (4 corners are lines of one), and no pairs.
    formula = lower(queens(8, 9, 9))
    (part,) = [part for part in formula.parts if part.origin == "armies"]
    groups = [c for c in part.constraints if isinstance(c, AtMost)]
    assert len(groups) == 8 + 8 + 13 + 13
    assert all(len(group.literals) == 2 for group in groups)
    men = set(formula.projection)
    assert not any(men.issuperset(map(abs, c.literals)) for c in part.constraints)


# -- text and mistakes -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (None, Armies()),
        ("equal", Armies(equal=True)),
        ("blocking", Armies(blocking=True)),
        ("equal,blocking", Armies(equal=True, blocking=True)),
        ("equal=false", Armies()),
    ],
)
def test_it_reads_from_the_command_line(text: str | None, rule: Armies) -> None:
    assert find_rule("armies").parse(text) == rule


@pytest.mark.parametrize("text", ["Q", "equal=yes", "colours=2"])
def test_it_refuses_other_words(text: str) -> None:
    with pytest.raises(InvalidModel):
        find_rule("armies").parse(text)


@pytest.mark.parametrize(
    "pieces", [{}, {"Q": 2}, {"white:Q": 2}, {"white:Q": 2, "white:N": 2}, {"white:Q": 1, "N": 1}]
)
def test_one_army_has_no_enemy(pieces: dict[str, Any]) -> None:
    with pytest.raises(InvalidModel, match="two colours") as caught:
        Placement("3x3", pieces, [Armies()])
    assert caught.value.field == "rules[0].pieces"


def test_no_board_no_men() -> None:
    model = Placement("0x0", {"white:Q": "any", "black:Q": "any"}, [Armies(equal=True)])
    assert list(nqsat.solutions(model)) == [Arrangement(model.setting, ())]
